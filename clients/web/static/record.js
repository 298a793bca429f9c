/**
 * The record of the game at this table: the page owns it, and keeps it in the memory of its tab,
 * so that a reload, a lost connection or a dead engine lose nothing.
 *
 * @typedef {{cp: number}|{mate: number}} Score from the view of x; plies to a proven end
 *
 * @typedef {object} Record
 * @property {string} words the game and its rules, as in `gomoku size=8 rule=standard`
 * @property {string|null} start a position string, if not the game's own start
 * @property {string[]} moves
 * @property {number} at how many of the moves are on the board
 * @property {{x: Seat, o: Seat}} seats
 * @property {{x: string, o: string}|null} names who played, if the game was recorded elsewhere
 * @property {(Score|null)[]} evaluations of the position after so many moves
 * @property {boolean} paused whether engines wait
 *
 * @typedef {import("./seats.js").Seat} Seat
 */

const RECORD = "linemate.record";
const MATCH = "linemate.match";

/** A game from the start. */
export function newRecord(words, seats, start = null) {
  return { words, start, moves: [], at: 0, seats, names: null, evaluations: [], paused: false };
}

/** A game that was read, to be looked at: nobody moves by himself, and an open game is at its end. */
export function recordOf(game) {
  const person = { kind: "person" };
  return {
    ...newRecord(game.words, { x: person, o: person }, game.start),
    moves: game.moves,
    at: isOpen(game) ? game.moves.length : 0,
    names: game.moves.length ? { x: game.x, o: game.o } : null,
    evaluations: game.evaluations ?? [],
  };
}

/** An open game that was read, to be gone on with by these players, when they are told to. */
export function resumedRecord(game, seats) {
  return { ...recordOf(game), seats, names: null, paused: true };
}

/** Whether it was broken off, or is a position and nothing else. */
export const isOpen = (game) => game.result === "*";

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key));
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}

function write(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    sessionStorage.removeItem(key); // too large: then it is not there after a reload
  }
}

/** @returns {Record|null} null also if what is there is no record of this page */
export function loadRecord() {
  const record = read(RECORD);
  const whole = typeof record?.words === "string" && Array.isArray(record.moves) && Array.isArray(record.evaluations)
    && record.seats?.x?.kind && record.seats?.o?.kind;
  return whole ? record : null;
}

/** @param {Record} record */
export const saveRecord = (record) => write(RECORD, record);

/** The games of a recorded match, and which of them is on the board. */
export const loadMatch = () => read(MATCH);
export const saveMatch = (match) => write(MATCH, match);
