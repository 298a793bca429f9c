/**
 * A game in an address: everything stands behind its `#`, so that whoever opens it needs nothing
 * else, and no server is told.
 *
 *   #game=gomoku&size=9&rule=standard&start=9/9/...+x&moves=d4.e5(d5.e4).f6&at=2
 *
 *   #game=qubic&x=You&o=Linemate,+level+3&result=0-1&reason=resignation&moves=111.222&at=2
 *
 * The game and its rules; the position that it begins from, if not its own start; of a game that is
 * over who played, and how it ended if the board does not tell; the moves, with
 * variations in parentheses behind the move that they are in place of; and which position is
 * shown: after `at` moves, or at the end of `line` where that is in a variation. What a link says
 * is read by the rules, as a file is: nothing of it is believed, and nothing of it becomes markup.
 *
 * @import { Connection } from "./connection.js"
 * @import { GameRecord } from "./record.js"
 *
 * @typedef {{x: string, o: string}} Names
 */

import { tellResignation, tellTimeout } from "./endings.js";
import { endingOf, recordOf } from "./record.js";
import { extend, findBranch, growTree, lastFork, listInOrder } from "./tree.js";
import { readWords } from "./words.js";

const LONGEST_WRITTEN = 4000; // characters; mail and chat may break longer ones
const LONGEST_READ = 60_000;
const LONGEST_NAME = 60;
const UNNAMED = /["\\\p{C}]/gu; // characters that no name of a player has
const NAME = /^[^"\\\p{C}]{1,60}$/u;
/** What may stand behind each name; any other one is an option of the game. @type {Map<string, RegExp>} */
const FORMS = new Map(Object.entries({
  game: /^[a-z]+$/, start: /^[\w/ .,=-]+$/, moves: /^[a-z\d.()]*$/, line: /^[a-z\d.]*$/, at: /^\d{1,3}$/,
  x: NAME, o: NAME, result: /^(1-0|0-1|1\/2-1\/2)$/, reason: /^[a-z][a-z -]{0,30}$/,
}));
const OPTION = /^[\w-]+$/;

/** @param {string} hash */
export const isLink = (hash) => /^#game=/.test(hash);

/** The part of the address from `#` on; `whole` is false where variations were left out to keep it short.
 * @param {Pick<GameRecord, "words"|"start"|"moves"|"at"|"tree"|"ending"|"ended">} record
 * @param {Names|null} names who played, if the game is over
 * @returns {{hash: string, whole: boolean}}
 */
export function writeLink(record, names = null) {
  const hash = write(record, names);
  if (hash.length <= LONGEST_WRITTEN) return { hash, whole: true };
  return { hash: write({ ...record, tree: growTree(null, record.moves) }, names), whole: false };
}

/** @param {Parameters<typeof writeLink>[0]} record @param {Names|null} names */
function write(record, names) {
  const { words, start, moves, at, tree } = record;
  const { game, options } = readWords(words);
  const line = moves.slice(0, at);
  /** @type {Record<string, string>} */
  const fields = { game, ...options };
  if (start) fields.start = start;
  for (const player of names ? /** @type {const} */ (["x", "o"]) : []) {
    const name = [.../** @type {Names} */ (names)[player].replace(UNNAMED, "")].slice(0, LONGEST_NAME).join("");
    if (name) fields[player] = name;
  }
  const ending = endingOf(record);
  if (ending?.kind && FORMS.get("reason")?.test(ending.kind)) {
    fields.result = ending.winner ? { x: "1-0", o: "0-1" }[ending.winner] : "1/2-1/2";
    fields.reason = ending.kind;
  }
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
 * @returns {{pgn: string, line: string[]|null, at: number|null, isNamed: boolean}}
 */
export function readLink(hash) {
  if (hash.length > LONGEST_READ) throw new Error("it is too long");
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const pair of hash.slice(1).split("&")) {
    const [name, ...rest] = pair.split("=");
    const value = decode(rest.join("="));
    const form = FORMS.get(name) ?? OPTION;
    if (!rest.length || !/^[a-z_]+$/.test(name) || fields.has(name) || !form.test(value)) {
      throw new Error(`'${pair.slice(0, 40)}' is not understood`);
    }
    fields.set(name, value);
  }
  const { game, start, moves = "", line, at, x, o, result, reason } = Object.fromEntries(fields);
  if ((result === undefined) !== (reason === undefined)) throw new Error("it has only a part of how the game ended");
  const options = [...fields].filter(([name]) => !FORMS.has(name)).map(([name, value]) => ` ${name}=${value}`);
  const tags = {
    Variant: game + options.join(""), Termination: reason ?? "interrupted", TerminationDetails: tellEnding(result, reason),
    FEN: start, White: x, Black: o,
  };
  const lines = Object.entries(tags).map(([name, value]) => (value === undefined ? "" : `[${name} "${value}"]\n`));
  return {
    pgn: `${lines.join("")}\n${moves.replaceAll(".", " ")} ${result ?? "*"}\n`,
    isNamed: Boolean(x || o),
    line: line === undefined ? null : line.split(".").filter(Boolean),
    at: at === undefined ? null : Number(at),
  };
}

/** What this page says of such an end. @param {string|undefined} result @param {string|undefined} reason */
function tellEnding(result, reason) {
  const loser = result === "1-0" ? "o" : "x";
  if (reason === "resignation") return tellResignation(loser).reason;
  return reason === "time" ? tellTimeout(loser).reason : undefined;
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
  const { pgn, line, at, isNamed } = readLink(hash);
  const { games: [game] } = await connection.request("read", { text: pgn });
  const told = recordOf(game);
  const record = { ...told, names: isNamed ? told.names : null, origin: null }; // its tags are made of the address
  if (line) {
    if (!findBranch(record.tree, line)) throw new Error(`'${line.join(".").slice(0, 40)}' is none of its lines`);
    return { ...record, moves: extend(record.tree, line), at: line.length };
  }
  if (at !== null && at > record.moves.length) throw new Error(`it has ${record.moves.length} moves, not ${at}`);
  return { ...record, at: at ?? record.moves.length };
}
