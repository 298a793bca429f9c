/**
 * The clock of a game at this page. It is part of the record, so that it is kept with it.
 *
 * It runs from the first move on. A person's time runs whatever the page does, also while it is
 * closed, but not while the connection or the engine is to be mended; an engine's time runs while
 * it thinks about its move. When it is over, the game is lost.
 *
 * @import { Player } from "../messages.js"
 * @import { TimeControl } from "../rooms.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} ClockFacts
 * @property {Record<Player, number>} left milliseconds, when it last stood
 * @property {Player|null} running whose time it is
 * @property {number|null} since when it runs, by the clock of the machine; null while it stands
 * @property {number} moves how many there were when it last changed
 * @property {boolean} over whether the game has ended, and nobody's time matters any more
 * @typedef {TimeControl & ClockFacts} GameClock
 */

import { tellTimeout } from "./endings.js";

const MARGIN = 20; // milliseconds by which an alarm is late, so that what it is for has happened

/** @param {TimeControl} control @returns {GameClock} */
export function newClock({ base, increment }) {
  return { base, increment, left: { x: base, o: base }, running: null, since: null, moves: 0, over: false };
}

/** Whether it is a clock of this page, whoever has written it. @param {any} clock */
export function isClock(clock) {
  const numbers = [clock?.base, clock?.increment, clock?.left?.x, clock?.left?.o, clock?.moves, clock?.since ?? 0];
  return numbers.every(Number.isFinite) && [null, "x", "o"].includes(clock.running) && typeof clock.over === "boolean";
}

/** Milliseconds left to a player. @param {GameClock} clock @param {Player} player @param {number} now */
export function timeLeft({ left, running, since }, player, now = Date.now()) {
  const spent = running === player && since !== null ? now - since : 0;
  return Math.max(0, left[player] - Math.max(0, spent));
}

/** Let it stand: what was spent is gone. @param {GameClock} clock @param {number} now */
function stand(clock, now) {
  if (clock.running) clock.left[clock.running] = timeLeft(clock, clock.running, now);
  clock.since = null;
}

export class ClockKeeper {
  /** @type {number|null} */
  #alarm = null;

  /** @param {Pick<Table, "record"|"state"|"live"|"trouble"|"purpose"|"activity"|"finish">} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether the game on the table is played by the clock, and goes on. */
  get isOn() {
    const { clock } = this.table.record;
    return Boolean(clock && !clock.over);
  }

  /** Whose time runs, and that of an engine. */
  get isEngines() {
    const { clock, seats } = this.table.record;
    return Boolean(clock?.running && !clock.over && seats[clock.running].kind === "engine");
  }

  /** What an engine whose turn it is is told of the time; null without a clock. */
  tellEngine() {
    const { clock } = this.table.record;
    if (!clock || clock.over) return null;
    const mover = this.table.state?.toMove ?? "x";
    const [x, o] = [timeLeft(clock, "x"), timeLeft(clock, "o")].map((left) => Math.max(1, Math.round(left)));
    return { left: { x, o }[mover], clock: { x, o, increment: clock.increment } };
  }

  /** A record comes to the table: no engine has thought about it since it left. */
  restEngine() {
    const { clock } = this.table.record;
    if (clock && this.isEngines) clock.since = null;
  }

  /** Go on as the table has changed. */
  follow(now = Date.now()) {
    if (this.#alarm !== null) clearTimeout(this.#alarm);
    this.#alarm = null;
    const { record, state, live } = this.table;
    const { clock } = record;
    if (!clock || clock.over || !state) return;
    if (live && record.moves.length > clock.moves) this.#press(clock, now);
    if (record.ending || (live && state.outcome)) {
      stand(clock, now);
      Object.assign(clock, { running: null, over: true });
    }
    if (!clock.running) return;
    const runs = !this.table.trouble && (!this.isEngines || this.table.purpose === "play");
    if (!runs) stand(clock, now);
    else {
      clock.since ??= now;
      this.#alarm = setTimeout(() => this.#ring(), timeLeft(clock, clock.running, now) + MARGIN);
    }
  }

  /** A move was made. @param {GameClock} clock @param {number} now */
  #press(clock, now) {
    const { record, state } = this.table;
    stand(clock, now);
    if (clock.running) clock.left[clock.running] += clock.increment;
    clock.running = state?.toMove ?? null;
    clock.moves = record.moves.length;
  }

  /** Somebody may have run out of time; but a move that is on its way was made before. */
  #ring() {
    const { clock } = this.table.record;
    if (this.table.activity.kind === "changing") return; // the table has this followed when it is there
    if (!clock?.running || timeLeft(clock, clock.running) > 0) this.follow();
    else this.table.finish(tellTimeout(clock.running));
  }
}
