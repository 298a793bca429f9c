/**
 * Solving puzzles: which one is on the table, how it stands, and what was solved so far.
 *
 * The person plays for the side that wins, an engine at full strength for the other one; as long as
 * the proven line of the puzzle is followed, its replies are played in place of the engine's, at
 * once. `judge` says how it stands, from the moves alone where these tell it. `panel/puzzle.js` shows
 * all this, `dialogs/puzzles.js` lets a person choose.
 *
 * @import { Puzzle, Score } from "../messages.js"
 * @import { GameRecord } from "./record.js"
 * @import { EngineSeat, Seats } from "./seats.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {{game: string, grade: number}} Choice `""` and 0 stand for any
 * @typedef {"begin"|"right"|"wrong"|"solved"} Verdict
 * @typedef {object} Judgement
 * @property {Verdict} verdict
 * @property {number} at of the moves so far, which one is wrong
 * @property {boolean} onLine whether all of them are those of the proven line
 */

import { newRecord, saveBefore } from "./record.js";
import { PERSON } from "./seats.js";
import { BROWSER } from "./storage.js";
import { onlyPerson, otherThan } from "./turns.js";

const KEY = "linemate.puzzles";
const DEFENCE_TIME = 3000;
/** @type {EngineSeat} */
const DEFENDER = { kind: "engine", level: null, options: {}, limits: { movetime: DEFENCE_TIME } };

/** How many moves the winner makes. @param {Puzzle} puzzle */
export const movesOf = ({ plies }) => (plies + 1) / 2;

/**
 * How it stands after these moves. On the proven line every move is known to keep the win, or not to.
 * Off it the engine's score tells, if it is a proven one; if not, the number of moves will.
 *
 * @param {Puzzle} puzzle
 * @param {string[]} played
 * @param {{winner: string|null}|null} outcome
 * @param {(Score|null|undefined)[]} scores of the positions after so many moves, as x sees them
 * @returns {Judgement}
 */
export function judge({ steps, plies, toMove }, played, outcome, scores) {
  let onLine = true;
  for (const [at, move] of played.entries()) {
    const winners = at % 2 === 0;
    if (onLine && winners && !steps[at]?.includes(move)) return { verdict: "wrong", at, onLine: false };
    onLine = onLine && move === steps[at]?.[0];
    const answered = at + 1 < played.length;
    if (!onLine && winners && answered && !keepsWin(scores[at + 1], toMove, plies - at - 1)) {
      return { verdict: "wrong", at, onLine };
    }
  }
  const last = played.length - 1;
  if (outcome) return { verdict: outcome.winner === toMove && last < plies ? "solved" : "wrong", at: last, onLine };
  if (played.length >= plies) return { verdict: "wrong", at: last - (last % 2), onLine };
  return { verdict: played.length ? "right" : "begin", at: last, onLine };
}

/** Whether a score leaves it possible that this player wins within so many plies.
 * @param {Score|null|undefined} score @param {string} player @param {number} plies
 */
function keepsWin(score, player, plies) {
  if (score?.mate === undefined) return true;
  const mate = player === "x" ? score.mate : -score.mate;
  return mate > 0 && mate <= plies;
}

/** What was solved, and how many at a stretch: kept in the browser, for all its tabs. */
export class Progress {
  /** @type {Set<string>} */
  solved = new Set();
  streak = 0;
  best = 0;
  /** @type {Choice} */
  choice = { game: "", grade: 0 };
  /** The puzzle that is on the table of some tab. */
  current = "";

  constructor(memory = BROWSER) {
    this.memory = memory;
    const kept = this.#read();
    if (Number.isInteger(kept.streak) && kept.streak >= 0) this.streak = kept.streak;
    const { game, grade } = kept.choice ?? {};
    if (typeof game === "string" && Number.isInteger(grade)) this.choice = { game, grade };
    if (typeof kept.current === "string") this.current = kept.current;
  }

  /** What is kept, of which what was ever done, in whatever tab, holds from now on. */
  #read() {
    const kept = this.memory.read(KEY) ?? {};
    if (Array.isArray(kept.solved)) for (const id of kept.solved) this.solved.add(String(id));
    if (Number.isInteger(kept.best)) this.best = Math.max(this.best, kept.best);
    return kept;
  }

  save() {
    this.#read();
    const { streak, best, choice, current } = this;
    this.memory.write(KEY, { solved: [...this.solved], streak, best, choice, current });
  }

  /** @param {string} id @param {boolean} unaided */
  solve(id, unaided) {
    this.solved.add(id);
    if (unaided) this.streak += 1;
    this.best = Math.max(this.best, this.streak);
    this.save();
  }

  /** The streak is over: a wrong move, the solution told. */
  miss() {
    this.streak = 0;
    this.save();
  }

  /** One of these that is not solved yet and is not the one before, if there is one; or null.
   * @param {Puzzle[]} puzzles @param {string} before @param {() => number} random below 1
   */
  choose(puzzles, before, random = Math.random) {
    const fresh = puzzles.filter(({ id }) => !this.solved.has(id));
    const others = (fresh.length ? fresh : puzzles).filter(({ id }) => id !== before);
    const offered = others.length ? others : puzzles;
    return offered.length ? offered[Math.floor(random() * offered.length)] : null;
  }
}

/** Those of this game, whatever its options, and of this grade.
 * @param {Puzzle[]} puzzles @param {Choice} choice
 */
export function select(puzzles, { game, grade }) {
  return puzzles.filter((each) => (!game || each.words.split(" ")[0] === game) && (!grade || each.grade === grade));
}

/** The puzzle on the table, if there is one. */
export class Solving {
  /** @type {Puzzle[]|null} */
  all = null;
  /** @type {Puzzle|null} */
  puzzle = null;
  /** @type {Judgement} */
  judgement = { verdict: "begin", at: -1, onLine: true };
  /** The first hint was given. */
  looked = false;
  /** Something was wrong or told: it counts as solved, and not for the streak. */
  missed = false;
  /** The solution is being shown. */
  shown = false;
  #counted = false;
  #asked = false;
  #replied = "";

  /** @param {Table} table @param {Progress} progress */
  constructor(table, progress) {
    this.table = table;
    this.progress = progress;
  }

  /** All puzzles; they are fetched once. */
  async load() {
    this.all ??= (await this.table.connection.request("puzzles", {})).puzzles;
    return this.all;
  }

  /** Whether there is a puzzle on the table whose solution is still to be found. */
  get open() {
    return Boolean(this.puzzle) && !this.shown && this.judgement.verdict !== "solved";
  }

  /** Put a puzzle of this choice on the table. Rejects if there is none, or no connection.
   * @param {Choice} choice
   */
  async begin(choice) {
    const puzzle = this.progress.choose(select(await this.load(), choice), this.puzzle?.id ?? "");
    if (!puzzle) throw new Error("There are no such puzzles");
    this.progress.choice = choice;
    await this.#put(puzzle);
  }

  next() {
    return this.begin(this.progress.choice);
  }

  /** @param {Puzzle} puzzle */
  async #put(puzzle) {
    const { table, progress } = this;
    table.analysing = false;
    await this.#open(newRecord(puzzle.words, seatsOf(puzzle), puzzle.position));
    this.#take(puzzle);
    progress.current = puzzle.id;
    progress.save();
  }

  /** Open a record; what one can go back to stays the game before all puzzles.
   * @param {GameRecord} record
   */
  async #open(record) {
    const { table, puzzle } = this;
    const { before } = table;
    await table.open(record);
    if (!puzzle) return;
    table.before = before;
    saveBefore(before);
  }

  /** @param {Puzzle} puzzle */
  #take(puzzle) {
    Object.assign(this, { puzzle, looked: false, missed: false, shown: false });
    this.judgement = { verdict: "begin", at: -1, onLine: true };
    this.#counted = false;
    this.#replied = "";
    this.table.changed();
  }

  /** See what has been done at the table; to be called after every change of it. */
  observe() {
    const { table, puzzle } = this;
    const { state, record } = table;
    if (!state) return;
    if (!puzzle) {
      this.#recall();
      return;
    }
    if (record.start !== puzzle.position || record.words !== puzzle.words) {
      this.puzzle = null; // another game is on the table
      return;
    }
    if (this.shown) return;
    const played = state.moves.slice(0, state.at);
    this.judgement = judge(puzzle, played, state.outcome, record.evaluations);
    const { verdict, onLine } = this.judgement;
    const isSolver = record.seats[puzzle.toMove].kind === "person";
    if (verdict === "wrong" || table.analysing || !isSolver) this.#miss();
    if (verdict === "solved" && !this.#counted) {
      this.#counted = true;
      this.progress.solve(puzzle.id, !this.missed);
    }
    if (verdict === "right" && onLine && played.length % 2 && state.at === state.moves.length) this.#reply(played);
  }

  /** Play the reply of the proven line in place of the engine's, which has just begun to think.
   * @param {string[]} played
   */
  #reply(played) {
    const { table, puzzle } = this;
    const key = played.join(" ");
    if (table.purpose !== "play" || this.#replied === key) return;
    this.#replied = key;
    table.pause();
    if (puzzle) table.play(puzzle.steps[played.length][0]);
  }

  /** After a reload, go on with the puzzle that is on the table. */
  async #recall() {
    const { record } = this.table;
    if (this.#asked || !this.progress.current || !record.start) return;
    this.#asked = true;
    try {
      const found = (await this.load()).find(({ id }) => id === this.progress.current);
      if (found && record.start === found.position && record.words === found.words) {
        this.#take(found);
        this.missed = record.moves.length > 0; // nobody knows what was seen of it
        this.shown = !onlyPerson(record.seats); // as `giveUp` leaves it
      }
    } catch {
      this.#asked = false; // the connection is lost: asked again when it is there
    }
  }

  #miss() {
    if (this.missed || this.#counted) return;
    this.missed = true;
    this.progress.miss();
  }

  /** Tell where to look, and the move when asked again; returns whether there was a puzzle to help with. */
  hint() {
    const { table, puzzle, judgement } = this;
    const { state } = table;
    if (!puzzle || !this.open) return false;
    if (judgement.verdict === "wrong" || state?.toMove !== puzzle.toMove) return true;
    if (judgement.verdict === "begin" && !this.looked) {
      this.looked = true;
    } else {
      this.#miss();
      if (!judgement.onLine) table.askHint();
      else table.hint = { move: puzzle.steps[state.at][0], line: puzzle.steps.slice(state.at).map(([move]) => move) };
    }
    table.changed();
    return true;
  }

  /** Show the proven line on the board, move by move. Rejects if it cannot be shown, and then nothing was told. */
  async giveUp() {
    const { table, puzzle } = this;
    if (!puzzle) return;
    const record = newRecord(puzzle.words, { x: PERSON, o: PERSON }, puzzle.position);
    await this.#open({ ...record, moves: puzzle.steps.map(([move]) => move) });
    this.#miss();
    this.shown = true;
    table.replay(true);
  }

  /** Go back to the position that is to be solved. */
  async tryAgain() {
    const { table, puzzle } = this;
    if (!puzzle) return;
    await this.#open(newRecord(puzzle.words, seatsOf(puzzle), puzzle.position));
    this.shown = false;
    table.changed();
  }
}

/** The person plays the side that wins.
 * @param {Puzzle} puzzle
 * @returns {Seats}
 */
function seatsOf({ toMove }) {
  /** @type {Seats} */
  const seats = { x: PERSON, o: PERSON };
  seats[otherThan(toMove)] = DEFENDER;
  return seats;
}
