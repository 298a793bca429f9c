/**
 * The table: a record, the position that the server made of it, and whoever thinks about it.
 *
 * All that a person does comes in by its methods, all that the server says by `connection`; after
 * every change it calls `changed`, and the page shows the table as it then is. Whose turn it is
 * to think follows from the record alone, see `#wanted`.
 */

import { ConnectionLost } from "./connection.js";
import { newRecord, saveRecord } from "./record.js";
import { PERSON, askForAnalysis, askForHint, askForMove, engineSeat, fitSeat } from "./seats.js";
import { Thoughts } from "./thoughts.js";
import { turnFrom } from "./turns.js";

export class Table {
  hello = null;
  state = null;
  /** The hinted move with its line, until the position changes. */
  hint = null;
  analysing = false;
  replaying = false;
  /** What is wrong: {kind: "connection"|"engine"|"starting"|"record", text}, or null; of an engine
   * with its `dialogue`, the last lines said to it (>), by it (<) and to its terminal (!). */
  trouble = null;
  #pace = null;
  #asked = 0;

  /** @param {import("./record.js").Record} record */
  constructor(connection, record, settings, changed) {
    Object.assign(this, { connection, record, settings, changed });
    connection
      .on("hello", (message) => this.#greeted(message))
      .on("down", () => this.#disconnected())
      .on("lost", (message) => this.#lost(message))
      .on("note", ({ text }) => this.notice?.(text))
      .on("error", (message) => this.#refused(message));
    this.thoughts = new Thoughts(connection, {
      reported: (info) => this.#reported(info),
      answered: (answer) => this.#answered(answer),
      stopped: () => this.#next(), // an analysis may have been ended and begun again
      failed: (purpose, error) => this.#couldNotThink(purpose, error),
    });
  }

  /** The search that runs or ran last, or null. */
  get search() {
    return this.thoughts.search;
  }

  /** The move that was played on the board since this was thought, or null. */
  moveSince({ at }) {
    return at < this.state.at ? this.state.last : null;
  }

  // What a person does.

  /** Play a move, if one may be played by hand now. */
  play(move) {
    if (!this.playable || !this.state.legal.includes(move)) return Promise.resolve();
    this.record.paused = false;
    return this.#ask("move", { move });
  }

  get playable() {
    const { state } = this;
    if (!state || state.outcome || this.trouble || this.#asked) return false;
    return this.record.seats[state.toMove].kind === "person" || this.record.paused;
  }

  /** Show the position after so many moves; engines then wait until they are told to go on. */
  goTo(at) {
    const wanted = Math.min(Math.max(at, 0), this.record.moves.length);
    if (!this.state || wanted === this.record.at) return Promise.resolve();
    this.record.paused = true;
    this.replaying = false;
    return this.#ask("goto", { at: wanted });
  }

  undo() {
    return this.state ? this.goTo(turnFrom(this.record, this.state, -1)) : Promise.resolve();
  }

  redo() {
    return this.state ? this.goTo(turnFrom(this.record, this.state, 1)) : Promise.resolve();
  }

  /** Begin a game or open a record; the one before is kept for `takeBack`. Rejects with what is
   * wrong with the record, and then the one before goes on.
   */
  async open(record) {
    const before = this.record;
    try {
      await this.#open(record);
      this.before = before;
      this.#revive();
      this.changed();
    } catch (error) {
      this.#next();
      throw error;
    }
  }

  /** Back to the game that was on the table before this one. */
  takeBack() {
    const { before } = this;
    return before ? this.open({ ...before, paused: true }) : Promise.resolve();
  }

  switchSides() {
    const { x, o } = this.record.seats;
    this.seat({ x: o, o: x });
  }

  seat(seats) {
    this.#quit();
    this.record.seats = seats;
    this.playOn();
  }

  pause() {
    this.record.paused = true;
    this.#quit();
    this.#next();
  }

  playOn() {
    this.#revive();
    this.record.paused = false;
    this.#next();
  }

  moveNow() {
    this.thoughts.hurry();
  }

  /** What an analysis has found stays to be seen when it is ended. */
  analyse(on) {
    this.analysing = on;
    if (!on && this.search?.purpose === "analyse") this.thoughts.hurry();
    this.#next();
  }

  /** Begin the analysis again, with settings that have changed. */
  refreshAnalysis() {
    if (this.search?.purpose === "analyse") this.thoughts.drop();
    this.#next();
  }

  /** Whether an engine is thinking about its own move. */
  get thinking() {
    return Boolean(this.search?.running && this.search.purpose === "play");
  }

  get hintable() {
    return Boolean(this.state && !this.state.outcome && !this.trouble && !this.thinking);
  }

  askHint() {
    if (!this.hintable) return;
    this.hint = null;
    this.#think("hint", askForHint());
  }

  /** Step through the moves that are there, one after the other. */
  replay(on) {
    clearTimeout(this.#pace);
    this.replaying = on;
    this.#next();
  }

  restartEngine() {
    this.trouble = { kind: "starting", text: "The engine is being started again." };
    this.connection.request("restart").catch((error) => this.#fail(error));
    this.changed();
  }

  /** Whoever goes on wants an engine; until there is one the banner says what is wrong. */
  #revive() {
    if (this.trouble?.kind === "engine") this.restartEngine();
  }

  // What the server says.

  #greeted(hello) {
    this.hello = hello;
    const { first } = hello;
    if (!this.record.words) this.record = newRecord(first.words, { x: PERSON, o: engineSeat(first.level) });
    const { x, o } = this.record.seats;
    this.record.seats = { x: fitSeat(x, hello), o: fitSeat(o, hello) };
    this.thoughts.drop();
    this.trouble = null;
    this.#open(this.record).catch((error) => this.#cannotOpen(error));
  }

  /** The record of this tab is no game of this server, as after a change of its rules. */
  #cannotOpen(error) {
    if (error instanceof ConnectionLost) return;
    this.trouble = { kind: "record", text: `This game cannot be shown: ${error.message}.` };
    this.changed();
  }

  #disconnected() {
    this.thoughts.drop();
    clearTimeout(this.#pace);
    const lost = "The connection to the server is lost; it is tried again and again.";
    this.trouble = { kind: "connection", text: this.refusal ? `${this.refusal}; it is tried again and again` : lost };
    this.refusal = null;
    this.changed();
  }

  #lost({ reason, dialogue }) {
    this.thoughts.drop();
    clearTimeout(this.#pace);
    this.trouble = { kind: "engine", text: `The engine is gone: ${reason}`, dialogue };
    this.changed();
  }

  #refused({ text, about }) {
    if (!about) this.refusal = text; // said before the server hangs up
    else this.changed();
  }

  #reported(info) {
    if ((info.multipv ?? 1) === 1 && info.score) this.record.evaluations[info.at] = info.score;
    this.changed();
  }

  #answered({ purpose, at, move, limited }) {
    if (limited && purpose === "analyse") {
      this.analysing = false;
      this.notice?.("The analysis was ended, since it has run for a long time.");
    }
    const here = at === this.state.at && move;
    if (here && purpose === "hint") {
      this.hint = { move, line: this.search.lines[0]?.pv ?? [move] };
      saveRecord(this.record);
      this.#next();
    } else if (here && purpose === "play" && !this.record.paused && !this.#asked) {
      this.#later(() => this.#ask("move", { move }));
    }
    this.changed();
  }

  // What follows from what.

  /** Two engines, or a replay, go at the pace that was set; an answer to a person comes at once. */
  #later(act) {
    const { seats } = this.record;
    const watched = this.replaying || (seats.x.kind === "engine" && seats.o.kind === "engine");
    clearTimeout(this.#pace);
    this.#pace = setTimeout(act, watched ? this.settings.pace : 0);
  }

  async #open(record) {
    const { words, start, moves, at } = record;
    const state = await this.#request("open", { words, start, moves, at });
    this.record = record;
    this.thoughts.forgetAfter(-1);
    this.replaying = false;
    if (this.trouble?.kind === "record") this.trouble = null;
    this.#adopt(state);
  }

  /** Ask for another position. What cannot be done is told, and nothing has changed. */
  async #ask(type, fields) {
    try {
      this.#adopt(await this.#request(type, fields));
    } catch (error) {
      this.#fail(error);
      this.#next();
    }
  }

  /** While the position is about to change nobody moves, and answers come too late. */
  async #request(type, fields) {
    clearTimeout(this.#pace);
    this.#asked += 1;
    try {
      return await this.connection.request(type, fields);
    } finally {
      this.#asked -= 1;
    }
  }

  #adopt(state) {
    this.state = state;
    this.hint = null;
    this.thoughts.drop();
    this.#forget(state.moves);
    Object.assign(this.record, { words: state.words, moves: state.moves, at: state.at });
    this.#next();
  }

  /** What was thought of positions that these moves do not lead to. */
  #forget(moves) {
    const { moves: before, evaluations } = this.record;
    const other = before.findIndex((move, index) => move !== moves[index]);
    if (other < 0) return;
    evaluations.length = Math.min(evaluations.length, other + 1);
    this.thoughts.forgetAfter(other);
  }

  #fail(error) {
    if (!(error instanceof ConnectionLost)) this.notice?.(error.message);
    this.changed();
  }

  /** What should be thought about now: the move of an engine, the analysis, or nothing. */
  #wanted() {
    const { state, record } = this;
    if (!state || this.trouble || this.#asked || state.outcome || this.replaying) return null;
    if (record.seats[state.toMove].kind === "engine" && !record.paused) return "play";
    return this.analysing ? "analyse" : null;
  }

  #next() {
    saveRecord(this.record);
    if (this.record.at >= this.record.moves.length) this.replaying = false;
    const wanted = this.#wanted();
    if (this.replaying) this.#later(() => this.#ask("goto", { at: this.record.at + 1 }));
    else if (wanted && !(this.search?.running && this.search.purpose === wanted)) {
      const seat = this.record.seats[this.state.toMove];
      this.#think(wanted, wanted === "play" ? askForMove(seat, this.hello) : askForAnalysis(this.settings, this.hello));
    }
    this.changed();
  }

  #think(purpose, asked) {
    this.thoughts.begin(purpose, this.state.at, asked);
    this.changed();
  }

  /** Then it is not asked again. */
  #couldNotThink(purpose, error) {
    if (error instanceof ConnectionLost) return;
    if (purpose === "analyse") this.analysing = false;
    if (purpose === "play") this.record.paused = true;
    this.#fail(error);
  }

  #quit() {
    clearTimeout(this.#pace);
    this.thoughts.quit();
  }
}
