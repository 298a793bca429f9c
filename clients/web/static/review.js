/**
 * The engine in the background: which positions it is asked about, what is known of the game on the
 * table by it, and the review of a whole game.
 *
 * `follow` is called whenever the table has changed and asks for what is then wanted: the position on
 * the board first, or, in a review, all positions of a line from its end to its opening. What is found is kept in
 * `assessments`; what it means - chances, marks, accuracy - the server says, see `#judge`.
 *
 * @import { Info, Judgement, Line, Score, Told, Verdict } from "../messages.js"
 * @import { Assessments } from "./assessments.js"
 * @import { Connection } from "./connection.js"
 * @import { GameRecord } from "./record.js"
 * @import { Settings } from "./settings.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {{score: Score|null, chance: number}} Standing of a position; a finished game has no score
 * @typedef {Line & {plies: number[], movetime: number}} Wish
 */

import { isWithin, keyOf } from "./assessments.js";
import { ConnectionLost } from "./connection.js";
import { findOption } from "./seats.js";
import { countOpening, findBranch, lineTo, listPlaces } from "./tree.js";
import { onlyPerson } from "./turns.js";
import { readWords } from "./words.js";

export const GLANCE = 400; // milliseconds for each position in the background
export const REVIEW = 1000; // and in a review
const BETWEEN_JUDGEMENTS = 200; // milliseconds

export class Review {
  /** The line that is being reviewed.
   * @type {Line|null} */
  running = null;
  /** Why nothing is found out, if so.
   * @type {string|null} */
  problem = null;
  /** Whose better line is to be seen on the board; `reached`: the board has come to where it begins.
   * @type {{verdict: Verdict, reached: boolean}|null} */
  #better = null;
  /** Whether scores would tell what is to be found, as in a puzzle. */
  isSecret = () => false;
  /** What was asked for and has not come.
   * @type {Wish|null} */
  #wish = null;
  /** What the server could not do: it is not asked for again.
   * @type {string} */
  #refused = "";
  /** The game on the table.
   * @type {GameRecord|null} */
  #record = null;
  /** By line, of the game on the table.
   * @type {Map<string, Standing>} */
  #standings = new Map();
  /** By the line that ends with the move.
   * @type {Map<string, Verdict>} */
  #verdicts = new Map();
  /** The line that was judged last, all that it was judged by, and what came of it.
   * @type {{line: string, asked: string, judgement: Judgement}|null} */
  #judged = null;
  /** What was judged last, or is to be: the line and all that is known of it. */
  #asked = "";
  #timer = 0;

  /**
   * @param {Pick<Connection, "on"|"request">} connection
   * @param {Table} table
   * @param {Settings} settings
   * @param {Assessments} assessments
   * @param {{changed: () => void, notice: (text: string) => void}} page
   */
  constructor(connection, table, settings, assessments, { changed, notice }) {
    this.connection = connection;
    this.table = table;
    this.settings = settings;
    this.assessments = assessments;
    this.changed = changed;
    this.notice = notice;
    connection
      .on("hello", () => this.#forgetWish())
      .on("down", () => this.#forgetWish())
      .on("assessment", (found) => this.#found(found))
      .on("unassessed", ({ reason }) => this.#fail(reason))
      .on("info", (info) => this.#overhear(info));
  }

  // What is to be seen of it.

  /** The line on the table. @returns {Line} */
  get line() {
    const { words, start, moves } = this.table.record;
    return { words, start, moves };
  }

  /** Whether scores are to be seen now: a person may not want them in his own game, and by the clock
   * what they cost would be the time of whoever thinks.
   */
  get isOpen() {
    const { record, clock } = this.table;
    if (this.isSecret()) return false;
    const playing = Boolean(onlyPerson(record.seats)) && !this.isFinished;
    return { always: true, casual: !clock.isOn, after: !playing, never: false }[this.settings.scores];
  }

  /** Whether scores are to be seen: also where a review was asked for. */
  get isVisible() {
    return this.isOpen || this.accuracy !== null;
  }

  /** The verdict whose better line is to be seen on the board. */
  get shown() {
    return this.#better?.reached ? this.#better.verdict : null;
  }

  /** Whether the line on the table ends with the game. */
  get isFinished() {
    const end = this.#standings.get(keyOf(this.table.record.moves));
    const { ending, ended, moves } = this.table.record;
    return Boolean((end && !end.score) || (ending && ended === keyOf(moves)));
  }

  /** What is known of the position at the end of a line. @param {string[]} moves */
  standing(moves) {
    return this.#standings.get(keyOf(moves)) ?? null;
  }

  /** The score of the position at the end of a line. That of a line which was not judged, as of a variation that
   * nobody has looked at since the game was opened, is what was found before or a file told.
   * @param {string[]} moves @returns {Score|null}
   */
  scoreOf(moves) {
    const standing = this.standing(moves);
    return standing ? standing.score : this.assessments.about(this.line, moves)?.score ?? null;
  }

  /** What a review has said of the move that ends this line. @param {string[]} moves */
  verdict(moves) {
    if (!this.assessments.reviewed(this.line).length) return null; // for nearly all games, and hundreds of moves
    const key = keyOf(moves);
    return this.#isReviewed(key) && !this.isSecret() ? this.#verdicts.get(key) ?? null : null;
  }

  /** The verdicts on the line on the table that blame somebody. */
  get mistakes() {
    const { moves } = this.table.record;
    const verdicts = moves.map((_, index) => this.verdict(moves.slice(0, index + 1)));
    return verdicts.filter((verdict) => verdict?.symbol).map((verdict) => /** @type {Verdict} */ (verdict));
  }

  /** How well each side has played the line on the table; null if it was not reviewed to its end. */
  get accuracy() {
    const { moves } = this.table.record;
    const key = keyOf(moves);
    if (!moves.length || this.#judged?.line !== key || !this.#isReviewed(key) || this.isSecret()) return null;
    return this.#judged.judgement.accuracy;
  }

  /** How many positions of the review are done, and of how many. */
  get progress() {
    if (!this.running) return null;
    const total = this.#reviewedPlies(this.running).length;
    return { done: total - (this.#rest(this.running)?.plies.length ?? 0), total };
  }

  /** A line counts as reviewed in the game where that was done: another may begin with the same moves.
   * @param {string} key
   */
  #isReviewed(key) {
    const { tree } = this.table.record;
    return this.assessments.reviewed(this.line)
      .some((line) => isWithin(key, line) && findBranch(tree, line.split(" ")) !== null);
  }

  // What a person does.

  /** Whether the line on the table may be reviewed now. */
  get isReviewable() {
    const { record, state, trouble, isFair } = this.table;
    return Boolean(state && !trouble && !isFair && record.moves.length && !this.running && !this.isSecret());
  }

  /** Review the line on the table. */
  start() {
    if (!this.isReviewable) return;
    this.table.analyse(false);
    this.running = { ...this.line, moves: [...this.table.record.moves] };
    this.problem = null;
    this.#refused = "";
    this.follow();
    this.changed();
  }

  cancel() {
    this.running = null;
    this.follow();
    this.changed();
  }

  /** Go to the next move that is blamed (`step` 1), or the one before (-1); after the last comes the first.
   * @param {1|-1} step
   */
  goToMistake(step) {
    const places = this.mistakes.map(({ ply }) => ply + 1);
    if (!places.length) return;
    const at = this.table.heading;
    const next = step > 0 ? places.find((place) => place > at) : places.findLast((place) => place < at);
    this.#better = null;
    this.table.goTo(next ?? (step > 0 ? places[0] : places[places.length - 1]));
  }

  /** Show on the board what would have been better, from the position before the move; or the move again.
   * @param {Verdict|null} verdict
   */
  showBetter(verdict) {
    const back = this.shown;
    this.#better = verdict && { verdict, reached: false };
    if (verdict) this.table.goTo(verdict.ply);
    else if (back) this.table.goTo(back.ply + 1);
    this.changed();
  }

  // What is asked for.

  /** Ask for what the table, as it is now, makes worth knowing. */
  follow() {
    const { record, state, hello, trouble } = this.table;
    if (!state || !hello || trouble) return;
    if (record !== this.#record) this.#begin(record);
    if (this.#better && this.#better.verdict.ply === record.at) this.#better.reached = true;
    else if (this.#better?.reached) this.#better = null;
    this.#judge();
    this.#finish();
    const wish = this.#choose();
    const name = JSON.stringify(wish);
    if (name === JSON.stringify(this.#wish) || name === this.#refused || (!wish.plies.length && !this.#wish?.plies.length)) return;
    this.#wish = wish;
    this.connection.request("assess", wish).catch((error) => this.#complain(error));
  }

  /** Another game is on the table. @param {GameRecord} record */
  #begin(record) {
    this.#record = record;
    this.#standings.clear();
    this.#verdicts.clear();
    this.#judged = null;
    this.#asked = "";
    this.running = null;
    this.#better = null;
    const { words, start, tree } = record;
    for (const place of listPlaces(tree)) {
      const { evaluation: score } = place.branch;
      if (score) this.assessments.note({ words, start, moves: lineTo(place) }, { score, line: [], effort: GLANCE });
    }
  }

  /** The positions that are wanted now, the first one first. @returns {Wish} */
  #choose() {
    const { running, line } = this;
    if (running) {
      const { plies, movetime } = this.#rest(running) ?? { plies: [], movetime: REVIEW };
      return { ...running, plies: plies.reverse(), movetime };
    }
    const { at } = this.table.record;
    const open = this.isOpen ? this.#missing(line, this.#openPlies(line), GLANCE) : [];
    const before = open.filter((ply) => ply <= at).reverse();
    return { ...line, plies: [...before, ...open.filter((ply) => ply > at)], movetime: GLANCE };
  }

  /** The positions of a line that are not the end of the game. @param {Line} line */
  #openPlies({ moves }) {
    const plies = Array.from({ length: moves.length + 1 }, (_, ply) => ply);
    const end = this.#standings.get(keyOf(moves));
    return end && !end.score ? plies.slice(0, -1) : plies;
  }

  /** The positions of a line that a review looks at: those that a player has faced, and what came of his moves.
   * @param {Line} line
   */
  #reviewedPlies(line) {
    const opening = this.#openingOf(line);
    return this.#openPlies(line).filter((ply) => ply >= opening);
  }

  /** How many moves of a line, which is one of the game on the table, no player has chosen. @param {Line} line */
  #openingOf({ moves }) {
    return countOpening(this.table.record.tree, moves);
  }

  /** @param {Line} line @param {number[]} plies @param {number} effort */
  #missing(line, plies, effort) {
    return plies.filter((ply) => !this.assessments.has(line, line.moves.slice(0, ply), effort));
  }

  /** What is left of a review, and how long each is to be looked at: first all positions, then those of which the
   * server says that they need longer; null until it has said so by all that was found.
   * @param {Line} running
   */
  #rest(running) {
    const plies = this.#missing(running, this.#reviewedPlies(running), REVIEW);
    if (plies.length) return { plies, movetime: REVIEW };
    if (this.#judged?.asked !== JSON.stringify(this.#tellKnown(running))) return null;
    const { longer } = this.#judged.judgement;
    const movetime = longer.times * REVIEW;
    return { plies: this.#missing(running, longer.plies, movetime), movetime };
  }

  /** A review is over when nothing is left of it. */
  #finish() {
    const { running } = this;
    if (!running || this.#rest(running)?.plies.length !== 0) return;
    this.assessments.noteReview(running);
    this.running = null;
    this.#judge(); // the line on the table, which may be another
  }

  // What the server says.

  /** @param {Told["assessment"]} found */
  #found(found) {
    this.problem = null;
    this.assessments.note(found, found);
    if (this.#wish && found.effort >= this.#wish.movetime) {
      this.#wish.plies = this.#wish.plies.filter((ply) => ply !== found.moves.length);
    }
    this.follow();
    this.changed();
  }

  /** What an analysis or a hint finds out at full strength, the same search, is as good; not what an
   * engine knows by the solution of a game, which proves nothing of those who leave it.
   * @param {Info} info
   */
  #overhear(info) {
    const { activity, hello, record } = this.table;
    const { score } = info;
    if (activity.kind !== "thinking" || activity.search.id !== info.search) return;
    if (info.multipv !== 1 || info.bound || !score) return;
    const { purpose } = activity.search;
    const usual = hello && (findOption(hello, "Search")?.default ?? this.settings.search);
    if (hello?.engine.solved.includes(readWords(record.words).game)) return;
    if (purpose === "play" || (purpose === "analyse" && usual !== this.settings.search)) return;
    const position = { ...this.line, moves: record.moves.slice(0, info.at) };
    if (this.assessments.note(position, { score, line: info.pv, effort: info.time ?? 0 })) this.follow();
  }

  /** @param {string} reason */
  #fail(reason) {
    this.#refused = JSON.stringify(this.#choose());
    this.#wish = null;
    this.problem = reason;
    if (this.running) this.notice(`The review was ended: ${reason}.`);
    this.running = null;
    this.changed();
  }

  #forgetWish() {
    this.#wish = null;
    this.#refused = "";
    this.#asked = "";
  }

  /** A line with all that is known of its positions. @param {Line} line */
  #tellKnown(line) {
    const assessments = Array.from({ length: line.moves.length + 1 }, (_, ply) => {
      const kept = this.assessments.about(line, line.moves.slice(0, ply));
      return kept && { score: kept.score, line: kept.line };
    });
    return { ...line, assessments, opening: this.#openingOf(line) };
  }

  /** Have the line on the table judged by what is known of it; not too often, and never the same twice. A review
   * of which all positions were looked at waits for its own line to be judged.
   */
  #judge() {
    const { running } = this;
    const { record } = this.table;
    const isDue = running !== null && !this.#missing(running, this.#reviewedPlies(running), REVIEW).length;
    const line = isDue ? running : this.line;
    const known = this.#tellKnown(line);
    const asked = JSON.stringify(known);
    if (asked === this.#asked || (this.#timer && !isDue)) return;
    clearTimeout(this.#timer);
    const isNew = this.#judged?.line !== keyOf(line.moves);
    const wait = () => {
      this.#timer = 0;
      this.#judge();
    };
    this.#timer = setTimeout(wait, isNew ? 0 : BETWEEN_JUDGEMENTS);
    this.#asked = asked;
    this.connection.request("judge", known)
      .then((judgement) => this.#judgedAs(record, line, asked, judgement))
      .catch((error) => this.#complain(error));
  }

  /** @param {GameRecord} record @param {Line} line @param {string} asked @param {Judgement} judgement */
  #judgedAs(record, line, asked, judgement) {
    if (this.#record !== record) return; // another game is on the table
    judgement.positions.forEach((standing, ply) => {
      const key = keyOf(line.moves.slice(0, ply));
      if (standing) this.#standings.set(key, standing);
      this.#verdicts.delete(key); // a comment may have made the move one of the opening since
    });
    for (const verdict of judgement.verdicts) this.#verdicts.set(keyOf(line.moves.slice(0, verdict.ply + 1)), verdict);
    this.#judged = { line: keyOf(line.moves), asked, judgement };
    this.follow();
    this.changed();
  }

  /** @param {Error} error */
  #complain(error) {
    if (!(error instanceof ConnectionLost)) this.notice(error.message);
  }
}
