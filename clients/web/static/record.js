/**
 * The record of the game at this table: the page owns it, and keeps it in the memory of its tab,
 * so that a reload, a lost connection or a dead engine lose nothing.
 *
 * @import { Hello, Outcome, ReadGame, Requests, Score } from "../messages.js"
 * @import { GameClock } from "./gameclock.js"
 * @import { Seats } from "./seats.js"
 * @import { Branch } from "./tree.js"
 *
 * @typedef {object} GameRecord
 * @property {string} words the game and its rules, as in `gomoku size=8 rule=standard`
 * @property {string|null} start a position string, if not the game's own start
 * @property {string[]} moves the line that is looked at, one of the tree
 * @property {number} at how many of the moves are on the board
 * @property {Branch} tree all moves, with their variations
 * @property {Seats} seats
 * @property {{x: string, o: string}|null} names who played, if the game was recorded elsewhere
 * @property {(Score|null)[]} evaluations of the position after so many moves
 * @property {boolean} paused whether engines wait
 * @property {Outcome|null} [ending] how the game was ended, if not by the rules
 * @property {string} [ended] the line at whose end that was
 * @property {GameClock|null} [clock] if the game is played by one
 * @property {Origin|null} [origin] if it was read from a file
 *
 * @typedef {{tags: Record<string, string>, line: string}} Origin what the file tells of the game, and its main line
 *
 * @typedef {{games: ReadGame[], index: number}} RecordedMatch and which of its games is on the board
 */

import { isEnding } from "./endings.js";
import { isClock } from "./gameclock.js";
import { PERSON, engineSeat, fitSeat, isSeat } from "./seats.js";
import { TAB } from "./storage.js";
import { OPENING, addLine, branchesOf, extend, growTree, isScore, isTree, listPlaces, listTree, newBranch } from "./tree.js";

const RECORD = "linemate.record";
const BEFORE = "linemate.before";
const MATCH = "linemate.match";

/** A game from the start.
 * @param {string} words @param {Seats} seats @param {string|null} start
 * @returns {GameRecord}
 */
export function newRecord(words, seats, start = null) {
  return { words, start, moves: [], at: 0, tree: newBranch(), seats, names: null, evaluations: [], paused: false };
}

/** The game that a page begins with. @param {Hello} hello */
export function firstRecord(hello) {
  const { words, level } = hello.first;
  return newRecord(words, { x: PERSON, o: fitSeat(engineSeat(level), hello) });
}

/** A game that was read, to be looked at: nobody moves by himself, and an open game is at its end.
 * @param {ReadGame} game
 * @returns {GameRecord}
 */
export function recordOf(game) {
  const tree = growTree(game.tree, game.moves);
  const opening = game.moves.slice(0, game.opening ?? 0); // a match that was kept before openings were told has none
  for (const branch of branchesOf(tree, opening)) branch.comment = OPENING;
  return {
    ...newRecord(game.words, { x: PERSON, o: PERSON }, game.start),
    moves: game.moves,
    at: isOpen(game) ? game.moves.length : 0,
    tree,
    names: game.moves.length ? { x: game.x, o: game.o } : null,
    evaluations: game.evaluations,
    ending: game.ending,
    ended: game.moves.join(" "),
    origin: Object.keys(game.tags ?? {}).length ? { tags: game.tags, line: game.moves.join(" ") } : null,
  };
}

/** An open game that was read, to be gone on with by these players, when they are told to.
 * @param {ReadGame} game @param {Seats} seats
 * @returns {GameRecord}
 */
export function resumedRecord(game, seats) {
  return { ...recordOf(game), seats, names: null, paused: true };
}

/** Whether it was broken off, or is a position and nothing else.
 * @param {ReadGame} game
 */
export const isOpen = (game) => game.result === "*";

/** Whether an open game goes on with players of this table: not one of people that the file names, who may be
 * anybody, and without a word of an engine.
 * @param {ReadGame} game
 */
export function isResumable(game) {
  const { moves, seats, tags } = game;
  const isNamed = [tags.White, tags.Black].some((name) => name && name !== "?");
  return isOpen(game) && Boolean(!moves.length || seats.x.kind || seats.o.kind || !isNamed);
}

/** What the server is told of it.
 * @param {GameRecord} record
 * @returns {Requests["open"]}
 */
export const placeOf = ({ words, start, moves, at }) => ({ words, start, moves, at });

/** All moves of a record, as they are to be written: the main one at each position with what was thought of that,
 * and how the main line ended, if not by the rules.
 * @param {GameRecord} record
 * @returns {Omit<Requests["write"], "x"|"o">}
 */
export function writtenTree(record) {
  keepScores(record);
  const { tree, evaluations } = record;
  const { comment, moves } = listTree(tree);
  const scores = listPlaces(tree).map(({ branch, before }) => {
    const position = before?.branch ?? { ...tree, score: evaluations[0] };
    return position.following[0] === branch ? position.score ?? null : null;
  });
  return {
    comment,
    moves: moves.map((move, index) => ({ ...move, score: scores[index] })),
    ending: endingOf(record),
    tags: tagsOf(record),
  };
}

/** What a file tells of the game; null once it was played on, as it then tells of another one.
 * @param {Pick<GameRecord, "tree"|"origin">} record
 */
const tagsOf = ({ tree, origin }) => (origin && origin.line === extend(tree, []).join(" ") ? origin.tags : null);

/** How the main line ended, if not by the rules.
 * @param {Pick<GameRecord, "tree"|"ending"|"ended">} record
 */
export const endingOf = ({ tree, ending, ended }) => (ended === extend(tree, []).join(" ") ? ending ?? null : null);

/** Leave what was thought of the line that is looked at with its positions. @param {GameRecord} record */
function keepScores({ tree, moves, evaluations }) {
  branchesOf(tree, moves).forEach((branch, index) => { branch.score = evaluations[index + 1] ?? branch.score ?? null; });
}

/** Look at another line of the tree; returns how many moves lead to the last position that is in both.
 * @param {GameRecord} record @param {string[]} moves
 */
export function followLine(record, moves) {
  const { tree, moves: before, evaluations } = record;
  keepScores(record);
  record.moves = moves;
  record.evaluations = [evaluations[0] ?? null, ...branchesOf(tree, moves).map(({ score }) => score ?? null)];
  const other = before.findIndex((move, index) => move !== moves[index]);
  return other < 0 ? Infinity : other;
}

/** What is kept under this key if it fits; null is what is not there, and `damaged` what does not.
 * @template T
 * @param {string} key @param {(kept: any) => boolean} fits @param {() => void} damaged
 * @returns {T|null}
 */
function read(key, fits, damaged) {
  const kept = TAB.read(key);
  if (kept === null || fits(kept)) return kept;
  damaged();
  return null;
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  if (!TAB.write(key, value)) TAB.forget(key); // too large: a reload would go on with the one before
}

/** @param {any} pair */
const areNames = (pair) => typeof pair?.x === "string" && typeof pair.o === "string";
/** @param {any} tags */
const areTags = (tags) => tags instanceof Object && !Array.isArray(tags) && Object.values(tags).every((value) => typeof value === "string");
/** @param {any} origin */
const isOrigin = (origin) => areTags(origin?.tags) && typeof origin.line === "string";
/** What a record and a game of a match have in common. @param {any} game */
const isGame = (game) => typeof game?.words === "string" && (game.start === null || typeof game.start === "string")
  && Array.isArray(game.moves) && game.moves.every((/** @type {any} */ move) => typeof move === "string")
  && Array.isArray(game.evaluations) && game.evaluations.every(isScore);
/** What was kept before there were variations has no tree. @param {any} game */
const mayBeTree = ({ tree }) => tree === undefined || tree === null || isTree(tree);
/** Whether it is a record as it is kept, whoever has written it. @param {any} record */
export const isRecord = (record) => isGame(record) && mayBeTree(record) && Number.isInteger(record.at) && typeof record.paused === "boolean"
  && (!record.ending || isEnding(record.ending)) && typeof (record.ended ?? "") === "string" && (!record.clock || isClock(record.clock))
  && ((record.origin ?? null) === null || isOrigin(record.origin))
  && (record.names === null || areNames(record.names)) && isSeat(record.seats?.x) && isSeat(record.seats.o);
/** @param {any} match */
const isMatch = (match) => Number.isInteger(match?.index) && Array.isArray(match.games)
  && match.games.every((/** @type {any} */ game) => isGame(game) && mayBeTree(game) && areNames(game) && areTags(game.tags ?? {})
    && Number.isInteger(game.opening ?? 0)) && match.index in match.games;

/** A record as it is kept: its tree is a list. @param {GameRecord|null} record */
export const packRecord = (record) => record && { ...record, tree: listTree(record.tree) };

/** The record of what was kept, of which `isRecord` holds. @param {any} kept @returns {GameRecord|null} */
export function unpackRecord(kept) {
  if (!kept) return null;
  const tree = growTree(kept.tree ?? null, []);
  addLine(tree, kept.moves);
  return { ...kept, tree };
}

/** @param {() => void} damaged is told of what is there and no record of this page */
export const loadRecord = (damaged) => unpackRecord(read(RECORD, isRecord, damaged));
/** @param {GameRecord} record */
export const saveRecord = (record) => write(RECORD, packRecord(record));

/** The game that was on the table before this one. */
export const loadBefore = () => unpackRecord(read(BEFORE, isRecord, () => {}));
/** @param {GameRecord|null} record */
export const saveBefore = (record) => write(BEFORE, packRecord(record));

/** @returns {RecordedMatch|null} */
export const loadMatch = () => read(MATCH, isMatch, () => {});
/** @param {RecordedMatch|null} match */
export const saveMatch = (match) => write(MATCH, match);
