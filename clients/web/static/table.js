/**
 * The table: a record, the position that the server made of it, and whoever thinks about it.
 *
 * All that a person does comes in by its methods, all that the server says by `connection`; after
 * every change it calls `changed`, and the page shows the table as it then is. What it is doing is
 * its `activity`, see activity.js; it goes from one to the next in `#become`. Its clock is in
 * gameclock.js, what is done with variations in variations.js.
 *
 * @import { Hello, Info, Outcome, Purpose, Requests, State, Told } from "../messages.js"
 * @import { Activity, Changing, Connecting, Search, Trouble } from "./activity.js"
 * @import { Connection } from "./connection.js"
 * @import { GameRecord } from "./record.js"
 * @import { Seats } from "./seats.js"
 * @import { Settings } from "./settings.js"
 */

import { decide, isEngineMoving, isReplaying, isSettled, purposeOf } from "./activity.js";
import { ConnectionLost } from "./connection.js";
import { tellResignation, withEnding } from "./endings.js";
import { ClockKeeper } from "./gameclock.js";
import { firstRecord, followLine, loadBefore, placeOf, saveBefore, saveRecord } from "./record.js";
import { PERSON, askForAnalysis, askForHint, askForMove, fitSeat } from "./seats.js";
import { Thoughts } from "./thoughts.js";
import { addLine, extend, findBranch, lastFork } from "./tree.js";
import { onlyPerson, turnFrom } from "./turns.js";
import { Variations } from "./variations.js";

const LOST = "The connection to the server is lost; it is tried again and again.";

export class Table {
  /** @type {Activity} */
  activity = { kind: "connecting" };
  /** @type {Hello|null} */
  hello = null;
  /** The position on the board.
   * @type {State|null} */
  state = null;
  /** Whether a person wants an analysis, wherever no engine has to move. */
  analysing = false;
  /** The hinted move with its line, until the position changes.
   * @type {{move: string, line: string[]}|null} */
  hint = null;
  /** The last game with a move that was on the table before this one.
   * @type {GameRecord|null} */
  before = loadBefore();
  thoughts = new Thoughts();
  clock = new ClockKeeper(this);
  variations = new Variations(this);
  /** Whether the position was come to by taking moves back: then another move takes their place. */
  #takenBack = false;
  /** What the server was asked to open and has not shown yet.
   * @type {GameRecord|null} */
  #opening = null;

  /**
   * @param {Pick<Connection, "on"|"request"|"stop"|"connect">} connection
   * @param {GameRecord} record
   * @param {Settings} settings
   * @param {{changed: () => void, notice: (text: string) => void}} page
   */
  constructor(connection, record, settings, { changed, notice }) {
    this.connection = connection;
    this.record = record;
    this.settings = settings;
    this.changed = changed;
    this.notice = notice;
    connection
      .on("hello", (hello) => this.#greeted(hello))
      .on("info", (info) => this.#reported(info))
      .on("answer", (answer) => this.#answered(answer))
      .on("stopped", ({ search, reason }) => this.#stopped(search, reason))
      .on("lost", ({ reason, dialogue }) => this.#trouble("engine", `The engine is gone: ${reason}`, dialogue))
      .on("down", ({ reason }) => this.#trouble("connection", reason ? `${reason}; it is tried again and again` : LOST))
      .on("note", ({ text }) => this.notice(text));
  }

  // What is to be seen of it.

  get trouble() {
    return this.activity.kind === "troubled" ? this.activity.trouble : null;
  }

  /** What the search that runs is for, or null. */
  get purpose() {
    return purposeOf(this.activity);
  }

  get replaying() {
    return isReplaying(this.activity);
  }

  /** Whether the last position of the game is on the board. */
  get live() {
    return this.record.at === this.record.moves.length;
  }

  /** Whether a move may be played by hand now; by the clock that is in the last position alone, and
   * for no engine.
   */
  get playable() {
    const timed = this.clock.isOn;
    if (!this.state?.toMove || !isSettled(this.activity) || (timed && !this.live)) return false;
    return this.record.seats[this.state.toMove].kind === "person" || (this.record.paused && !timed);
  }

  /** Who would resign: the only person, or whoever is to move; null if nobody can. */
  get resigner() {
    const { state, record } = this;
    if (!state?.toMove || !this.live || !record.moves.length || this.trouble) return null;
    return onlyPerson(record.seats) ?? (record.seats[state.toMove].kind === "person" ? state.toMove : null);
  }

  get hintable() {
    return Boolean(this.state?.toMove && !this.trouble && !isEngineMoving(this.activity) && !this.isFair);
  }

  /** Whether no engine helps a person, and the opponent keeps his thoughts to himself: by the clock,
   * unless that person always wants scores. */
  get isFair() {
    return this.clock.isOn && Boolean(onlyPerson(this.record.seats)) && this.settings.scores !== "always";
  }

  /** What is known of the position on the board, or of the one before; null where it is not to be seen. */
  get thought() {
    const thought = this.state && this.thoughts.about(this.state.at);
    return thought?.purpose === "play" && this.isFair ? null : thought;
  }

  /** The move that was played on the board since this was thought, or null.
   * @param {{at: number}} thought
   */
  moveSince({ at }) {
    return this.state && at < this.state.at ? this.state.last : null;
  }

  /** After how many moves the position is that will be on the board, once nothing is on its way: steps
   * that follow each other faster than the server answers count from there.
   */
  get heading() {
    const { activity, record } = this;
    return activity.kind === "changing" ? activity.at ?? record.at : record.at;
  }

  /** Whether another position may be gone to. Not while a game is being opened: the server would take the
   * step in that one, and a person means what is still on the board.
   */
  get maySteer() {
    return Boolean(this.state && !this.#opening && !this.clock.isEngines);
  }

  /** The moves that lead to the position on the board. */
  get line() {
    return this.record.moves.slice(0, this.record.at);
  }

  /** What is said of the position on the board. */
  get branch() {
    return findBranch(this.record.tree, this.line);
  }

  /** After how many moves the variation on the board begins; null on the main line. */
  get fork() {
    return this.branch && lastFork(this.record.tree, this.line);
  }

  // What a person does.

  /** Play a move, if one may be played by hand now.
   * @param {string} move
   */
  play(move) {
    if (!this.playable || !this.state?.legal.includes(move)) return;
    this.record.paused = false;
    this.#playMove(move);
  }

  /** Show the position after so many moves; engines then wait until they are told to go on, so
   * that by the clock one may look around in one's own time alone. Returns whether another one is on its way.
   * @param {number} at
   */
  goTo(at) {
    const wanted = Math.min(Math.max(at, 0), this.record.moves.length);
    if (!this.maySteer || wanted === this.heading) return false;
    this.#takenBack = false;
    this.record.paused = true;
    this.#step("goto", { at: wanted });
    return true;
  }

  /** Show the position at the end of a line of the tree, and from now on what follows there.
   * @param {string[]} line
   */
  goToLine(line) {
    const { moves, tree } = this.record;
    if (line.every((move, index) => move === moves[index]) && findBranch(tree, moves)) this.goTo(line.length);
    else this.follow(extend(tree, line), line.length);
  }

  /** Look at another line from now on. @param {string[]} moves @param {number} at */
  follow(moves, at) {
    if (!this.maySteer) return;
    this.#takenBack = false;
    this.record.paused = true;
    this.#step("goto", { at, moves });
  }

  /** By the clock nothing is taken back. */
  undo() {
    if (!this.state || this.clock.isOn) return;
    const isBack = this.goTo(turnFrom(this.record, this.state, this.heading, -1));
    if (isBack) this.#takenBack = !this.record.names; // what was recorded elsewhere stays the main line
  }

  redo() {
    if (this.state && !this.clock.isOn) this.goTo(turnFrom(this.record, this.state, this.heading, 1));
  }

  resign() {
    const { resigner } = this;
    if (resigner) this.finish(tellResignation(resigner));
  }

  /** End the game, although by the rules it is open; whoever looks at an earlier position sees it
   * end. What a file told of it is no longer so. @param {Outcome} ending
   */
  finish(ending) {
    const { moves } = this.record;
    Object.assign(this.record, { ending, ended: moves.join(" "), origin: null });
    if (this.state) this.state = withEnding(this.state, this.record);
    this.#reconsider();
    this.goTo(moves.length);
  }

  /** Begin a game or open a record; the one before is kept for `takeBack`. Rejects with what is
   * wrong with the record, and then the one before goes on.
   * @param {GameRecord} record
   */
  async open(record) {
    const before = this.record;
    /** @type {Changing} */
    const activity = { kind: "changing", replaying: false, at: null };
    await this.#change(activity, () => this.#show(activity, record));
    if (before.tree.following.length) this.before = before;
    saveBefore(this.before);
    this.variations.removed = [];
    this.#takenBack = false;
    this.#revive();
  }

  /** Go back to the game that was on the table before this one. */
  async takeBack() {
    if (this.before) await this.open({ ...this.before, paused: true });
  }

  /** By the clock everybody stays on his side. */
  switchSides() {
    if (this.clock.isOn) return;
    const { x, o } = this.record.seats;
    this.seat({ x: o, o: x });
  }

  /** @param {Seats} seats */
  seat(seats) {
    if (this.clock.isOn) this.notice("The clock is off: with other players the game goes on without it.");
    this.record.clock = null;
    this.record.seats = seats;
    this.playOn();
  }

  pause() {
    this.record.paused = true;
    this.#reconsider();
  }

  playOn() {
    this.#revive();
    this.record.paused = false;
    this.#reconsider();
  }

  moveNow() {
    this.connection.stop();
  }

  /** What an analysis has found stays to be seen when it is ended.
   * @param {boolean} on
   */
  analyse(on) {
    this.analysing = on;
    const concerned = on ? this.activity.kind === "waiting" || this.purpose === "hint" : this.purpose === "analyse";
    if (concerned) this.#settle();
    else this.changed();
  }

  /** Begin the analysis again, with settings that have changed. */
  refreshAnalysis() {
    if (this.purpose === "analyse") this.#settle();
    else this.changed();
  }

  askHint() {
    if (!this.hintable || !isSettled(this.activity)) return;
    this.hint = null;
    this.#think("hint", askForHint());
  }

  /** Step through the moves that are there, one after the other.
   * @param {boolean} on
   */
  replay(on) {
    if (this.activity.kind === "changing") this.activity.replaying = on;
    else if (isSettled(this.activity)) this.#settle(on);
  }

  restartEngine() {
    this.#trouble("starting", "The engine is being started again.");
    this.connection.request("restart", {}).catch((error) => this.#complain(error));
  }

  /** Whoever goes on wants an engine; until there is one the banner says what is wrong. */
  #revive() {
    if (this.trouble?.kind === "engine") this.restartEngine();
  }

  // What the server says.

  /** @param {Hello} hello */
  async #greeted(hello) {
    this.hello = hello;
    const fresh = firstRecord(hello);
    if (!this.record.words) this.record = fresh;
    const { x, o } = this.record.seats;
    this.record.seats = { x: fitSeat(x, hello), o: fitSeat(o, hello) };
    /** @type {Connecting} */
    const activity = { kind: "connecting" };
    this.#become(activity);
    try {
      await this.#show(activity, this.record);
    } catch (error) { // no game of this server, as after a change of its rules
      if (error instanceof ConnectionLost) return;
      const { message } = /** @type {Error} */ (error);
      this.notice(`The game that was kept here cannot be shown: ${message}. This is a new one.`);
      await this.#show(activity, fresh).catch((problem) => this.#complain(problem));
    }
  }

  /** The search of this number, if it is the one that runs.
   * @param {number} id
   */
  #running(id) {
    return this.activity.kind === "thinking" && this.activity.search.id === id ? this.activity.search : null;
  }

  /** @param {Info} info */
  #reported(info) {
    const search = this.#running(info.search);
    if (!search) return;
    this.thoughts.note(search, info);
    if (info.multipv === 1 && info.score) this.record.evaluations[info.at] = info.score;
    this.changed();
  }

  /** @param {Told["answer"]} answer */
  #answered({ search: id, move, limited }) {
    const search = this.#running(id);
    if (!search) return;
    search.over = true;
    if (search.purpose === "play") {
      this.#become({ kind: "moving", timer: setTimeout(() => this.#playMove(move), this.#pause(false)) });
    } else if (search.purpose === "hint") {
      this.hint = { move, line: search.lines[0]?.pv ?? [move] };
      this.#settle();
    } else {
      this.#become({ kind: "waiting" }); // and not begun again: it would end at once
      if (!limited) return;
      this.analysing = false;
      this.notice("The analysis was ended, since it has run for a long time.");
    }
  }

  /** @param {number} id @param {string|null} reason why the engine would not think about it, if so */
  #stopped(id, reason) {
    const search = this.#running(id);
    if (!search) return;
    search.over = true;
    if (reason) this.#cannotThink(search, new Error(reason));
    else this.#settle();
  }

  /** Tell it, and do not ask for the same again. @param {Search} search @param {Error} error */
  #cannotThink(search, error) {
    if (error instanceof ConnectionLost || this.activity.kind !== "thinking" || this.activity.search !== search) return;
    search.over = true;
    if (search.purpose === "analyse") this.analysing = false;
    if (search.purpose === "play") this.record.paused = true;
    this.#complain(error);
    this.#settle();
  }

  // From one activity to the next.

  /** Go over to this; whatever the table did before is ended.
   * @param {Activity} activity
   */
  #become(activity) {
    const before = this.activity;
    if ("timer" in before) clearTimeout(before.timer);
    if (before.kind === "thinking" && !before.search.over) this.connection.stop();
    this.activity = activity;
    this.keep();
  }

  /** The record, or what is to be seen, has changed. */
  keep() {
    this.clock.follow();
    saveRecord(this.record);
    this.changed();
  }

  /** Do what follows from the position, the record, and what the person wants to see. */
  #settle(replaying = false) {
    const { state, hello, record } = this;
    const next = decide(state, record, { replaying, analysing: this.analysing && !this.isFair });
    const mover = state?.toMove ? record.seats[state.toMove] : PERSON;
    if (next === "replay") {
      const step = () => this.#step("goto", { at: record.at + 1 }, true);
      this.#become({ kind: "replaying", timer: setTimeout(step, this.#pause(true)) });
    } else if (next === "play" && mover.kind === "engine" && hello) {
      this.#think("play", askForMove(mover, hello, this.clock.tellEngine()));
    } else if (next === "analyse" && hello) {
      this.#think("analyse", askForAnalysis(this.settings, hello));
    } else {
      this.#become({ kind: "waiting" });
    }
  }

  /** Settle again after a change of the record, unless something else has to come first. */
  #reconsider() {
    if (isSettled(this.activity)) this.#settle(this.replaying);
    else this.keep();
  }

  /** @param {Purpose} purpose @param {Omit<Requests["think"], "purpose">} asked */
  #think(purpose, asked) {
    /** @type {Search} */
    const search = { purpose, at: this.record.at, lines: [], visits: null, id: null, over: false };
    this.#become({ kind: "thinking", search });
    this.connection.request("think", { purpose, ...asked })
      .then((begun) => { search.id = begun.search; })
      .catch((error) => this.#cannotThink(search, error));
  }

  /** @param {Trouble["kind"]} kind @param {string} text @param {string[]} [dialogue] */
  #trouble(kind, text, dialogue) {
    this.#become({ kind: "troubled", trouble: { kind, text, dialogue } });
  }

  /** How long a move waits: two engines, or a replay, go at the pace that was set; an answer to a
   * person comes at once.
   * @param {boolean} replaying
   */
  #pause(replaying) {
    const { x, o } = this.record.seats;
    return replaying || (x.kind === "engine" && o.kind === "engine") ? this.settings.pace : 0;
  }

  /** Play a move: what follows it already is followed, and a new one opens a variation.
   * @param {string} move
   */
  #playMove(move) {
    const { moves, at, tree } = this.record;
    const line = [...this.line, move];
    if (!findBranch(tree, line)) this.#step("move", { move });
    else this.#step("goto", { at: at + 1, ...(moves[at] === move ? {} : { moves: extend(tree, line) }) });
  }

  /** Ask for another position of this game. What cannot be done is told, and nothing has changed.
   * @template {"move"|"goto"} Type
   * @param {Type} type
   * @param {Requests[Type]} fields
   */
  #step(type, fields, replaying = false) {
    /** @type {Changing} */
    const activity = { kind: "changing", replaying, at: "at" in fields && !("moves" in fields) ? fields.at : null };
    const step = async () => {
      this.#adopt(activity, await this.connection.request(type, fields));
      if (type === "move") this.#takenBack = false;
    };
    this.#change(activity, step).catch((error) => this.#complain(error));
  }

  /** Have the server open a record, and put it on the table. Rejects with what is wrong with it.
   * @param {Activity} activity @param {GameRecord} record
   */
  async #show(activity, record) {
    this.#opening = record;
    try {
      const state = await this.connection.request("open", placeOf(record));
      record.ended ??= state.moves.join(" ");
      this.record = record;
      this.thoughts = new Thoughts();
      this.clock.restEngine();
      this.#adopt(activity, state);
    } finally {
      if (this.#opening === record) this.#opening = null;
    }
  }

  /** Change to another position; trouble stays until it is mended. Rejects if that cannot be, and
   * then the one before goes on.
   * @param {Changing} activity @param {() => Promise<void>} ask
   */
  async #change(activity, ask) {
    if (!this.trouble) this.#become(activity);
    try {
      await ask();
    } catch (error) {
      if (this.activity === activity) this.#settle();
      throw error;
    }
  }

  /** Take a position of the game on the table that the server has answered, and settle there if
   * `activity` still lasts: something else may have been begun meanwhile.
   * @param {Activity} activity @param {State} state
   */
  #adopt(activity, state) {
    const { record } = this;
    const { words, moves, at } = state;
    this.hint = null;
    addLine(record.tree, moves, this.#takenBack ? record.moves : []);
    this.thoughts.forgetAfter(followLine(record, moves));
    Object.assign(record, { words, at });
    this.state = withEnding(state, record);
    if (this.activity === activity) this.#settle(isReplaying(activity));
    else this.keep();
  }

  /** @param {Error} error */
  #complain(error) {
    if (!(error instanceof ConnectionLost)) this.notice(error.message);
    this.changed();
  }
}
