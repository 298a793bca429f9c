/**
 * A game in an address: everything stands behind its `#`, so that whoever opens it needs nothing
 * else, and no server is told.
 *
 *   #game=gomoku&size=9&rule=standard&start=9/9/...+x&moves=d4.e5(d5.e4).f6&at=2
 *
 * The game and its rules; the position that it begins from, if not its own start; the moves, with
 * variations in parentheses behind the move that they are in place of; and which position is
 * shown: after `at` moves, or at the end of `line` where that is in a variation. What a link says
 * is read by the rules, as a file is: nothing of it is believed, and nothing of it becomes markup.
 *
 * @import { Connection } from "./connection.js"
 * @import { GameRecord } from "./record.js"
 */

import { recordOf } from "./record.js";
import { extend, findBranch, growTree, lastFork, listInOrder } from "./tree.js";
import { readWords } from "./words.js";

const LONGEST_WRITTEN = 4000; // characters; mail and chat may break longer ones
const LONGEST_READ = 60_000;
const OWN = ["game", "start", "moves", "line", "at"]; // any other name is an option of the game
/** What may stand behind each name. @type {Record<string, RegExp>} */
const FORMS = {
  game: /^[a-z]+$/, start: /^[\w/ .,=-]+$/, moves: /^[a-z\d.()]*$/, line: /^[a-z\d.]*$/, at: /^\d{1,3}$/, option: /^[\w-]+$/,
};

/** @param {string} hash */
export const isLink = (hash) => /^#game=/.test(hash);

/** The part of the address from `#` on; `whole` is false where variations were left out to keep it short.
 * @param {Pick<GameRecord, "words"|"start"|"moves"|"at"|"tree">} record
 * @returns {{hash: string, whole: boolean}}
 */
export function writeLink(record) {
  const hash = write(record);
  if (hash.length <= LONGEST_WRITTEN) return { hash, whole: true };
  return { hash: write({ ...record, tree: growTree(null, record.moves) }), whole: false };
}

/** @param {Parameters<typeof writeLink>[0]} record */
function write({ words, start, moves, at, tree }) {
  const { game, options } = readWords(words);
  const line = moves.slice(0, at);
  /** @type {Record<string, string>} */
  const fields = { game, ...options };
  if (start) fields.start = start;
  fields.moves = writeMoves(tree);
  if (lastFork(tree, line) === null) fields.at = String(at); // last, as addresses that end in a parenthesis are cut
  else fields.line = line.join(".");
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${encode(value)}`);
  return `#${pairs.join("&")}`;
}

/** `b2(a1.b2).c3`. @param {GameRecord["tree"]} tree */
function writeMoves(tree) {
  let text = "";
  for (const told of listInOrder(tree)) {
    if (!told.place) text += ")";
    else text += (told.opens ? "(" : text && ".") + told.place.branch.move;
  }
  return text;
}

/** @param {string} value */
const encode = (value) => encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%2F", "/");

/** What a link says. Throws what is wrong with it.
 * @param {string} hash of which `isLink` holds
 * @returns {{pgn: string, line: string[]|null, at: number|null}}
 */
export function readLink(hash) {
  if (hash.length > LONGEST_READ) throw new Error("it is too long");
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const pair of hash.slice(1).split("&")) {
    const [name, ...rest] = pair.split("=");
    const value = decode(rest.join("="));
    const form = OWN.includes(name) ? FORMS[name] : FORMS.option;
    if (!rest.length || !/^[a-z_]+$/.test(name) || fields.has(name) || !form.test(value)) {
      throw new Error(`'${pair.slice(0, 40)}' is not understood`);
    }
    fields.set(name, value);
  }
  const { game, start, moves = "", line, at } = Object.fromEntries(fields);
  const options = [...fields].filter(([name]) => !OWN.includes(name)).map(([name, value]) => ` ${name}=${value}`);
  const tags = [`[Variant "${game}${options.join("")}"]`, '[Termination "interrupted"]', start ? `[FEN "${start}"]` : ""];
  return {
    pgn: `${tags.join("\n")}\n\n${moves.replaceAll(".", " ")} *\n`,
    line: line === undefined ? null : line.split(".").filter(Boolean),
    at: at === undefined ? null : Number(at),
  };
}

/** @param {string} value */
function decode(value) {
  try {
    return decodeURIComponent(value.replaceAll("+", " "));
  } catch {
    throw new Error(`'${value.slice(0, 40)}' is not understood`);
  }
}

/** The game of a link, to be looked at and tried by hand. Rejects with what is wrong with it.
 * @param {string} hash @param {Pick<Connection, "request">} connection
 * @returns {Promise<GameRecord>}
 */
export async function openLink(hash, connection) {
  const { pgn, line, at } = readLink(hash);
  const { games: [game] } = await connection.request("read", { text: pgn });
  const record = { ...recordOf(game), names: null };
  if (line) {
    if (!findBranch(record.tree, line)) throw new Error(`'${line.join(".").slice(0, 40)}' is none of its lines`);
    return { ...record, moves: extend(record.tree, line), at: line.length };
  }
  if (at !== null && at > record.moves.length) throw new Error(`it has ${record.moves.length} moves, not ${at}`);
  return { ...record, at: at ?? record.moves.length };
}
