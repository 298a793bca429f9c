/**
 * What the engine in the background has found of each position: kept by the line of moves that leads
 * there, so that variations have theirs, and in the memory of the tab, so that a reload loses nothing.
 *
 * @import { Assessment, Line } from "../messages.js"
 *
 * @typedef {Assessment & {effort: number}} Kept `effort` is the milliseconds that were spent on it
 * @typedef {Pick<Line, "words"|"start">} Game
 * @typedef {{found: Record<string, Kept>, reviewed: string[]}} Book of one game: by line
 */

import { TAB } from "./storage.js";

const KEY = "linemate.assessments";
const MOST_GAMES = 4; // the one on the table, and those that one may go back to
const MOST_KEPT = 2_000_000; // characters; a tab has room for some five million
const LONGEST_LINE = 12; // moves of a line that are worth keeping

/** The name of a position: the moves that lead to it. @param {string[]} moves */
export const keyOf = (moves) => moves.join(" ");

/** @param {Game} game */
const nameOf = ({ words, start }) => `${words}|${start ?? ""}`;

/** Whether nothing more can be found of a position; a file tells no line, which a review wants to know.
 * @param {Kept} kept
 */
const isSettled = ({ score, line }) => score.mate !== undefined && line.length > 0;

/** @param {any} kept */
const isKept = (kept) => (Number.isFinite(kept?.score?.cp) || Number.isFinite(kept?.score?.mate))
  && Array.isArray(kept.line) && Number.isFinite(kept.effort);
/** @param {any} book */
const isBook = (book) => book?.found instanceof Object && Object.values(book.found).every(isKept)
  && Array.isArray(book.reviewed) && book.reviewed.every((/** @type {any} */ line) => typeof line === "string");

export class Assessments {
  /** The last one is the game that was asked for last.
   * @type {Map<string, Book>} */
  #books = new Map();

  constructor() {
    const kept = TAB.read(KEY);
    for (const [name, book] of Array.isArray(kept) ? kept.filter(Array.isArray) : []) {
      if (isBook(book)) this.#books.set(name, book);
    }
  }

  /** Keep it for a reload: the games that were asked for last, as many as leave room for the games themselves. */
  save() {
    TAB.forget(KEY);
    for (const kept = [...this.#books]; kept.length; kept.shift()) {
      if (TAB.write(KEY, kept, MOST_KEPT)) return;
    }
  }

  /** @param {Game} game @returns {Book} */
  #book(game) {
    const name = nameOf(game);
    const book = this.#books.get(name) ?? { found: {}, reviewed: [] };
    this.#books.delete(name);
    this.#books.set(name, book);
    for (const [oldest] of [...this.#books].slice(0, -MOST_GAMES)) this.#books.delete(oldest);
    return book;
  }

  /** @param {Game} game @param {string[]} moves @returns {Kept|null} */
  about(game, moves) {
    return this.#book(game).found[keyOf(moves)] ?? null;
  }

  /** Whether so much was spent on a position; of what is proven nothing more can be found.
   * @param {Game} game @param {string[]} moves @param {number} effort
   */
  has(game, moves, effort) {
    const kept = this.about(game, moves);
    return Boolean(kept && (kept.effort >= effort || isSettled(kept)));
  }

  /** Keep what was found, unless more was spent on what is known, or that is proven; whether it is kept.
   * @param {Line} position @param {Kept} assessed
   */
  note(position, { score, line, effort }) {
    const { found } = this.#book(position);
    const known = found[keyOf(position.moves)];
    const kept = { score, line: line.slice(0, LONGEST_LINE), effort };
    if (known && !isSettled(kept) && (isSettled(known) || known.effort > effort)) return false;
    found[keyOf(position.moves)] = kept;
    return true;
  }

  /** The lines of this game that were reviewed. @param {Game} game */
  reviewed(game) {
    return this.#book(game).reviewed;
  }

  /** @param {Line} line */
  noteReview(line) {
    const book = this.#book(line);
    const key = keyOf(line.moves);
    book.reviewed = [...book.reviewed.filter((known) => !isWithin(known, key)), key];
  }
}

/** Whether a line is one that another goes through. @param {string} line @param {string} whole */
export const isWithin = (line, whole) => line === whole || line === "" || whole.startsWith(`${line} `);
