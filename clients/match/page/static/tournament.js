/**
 * All that is known of the match: what the page came with, and what its server tells later.
 *
 * @import { Competitor, Data, PackedGame, PackedMoves, Playing, Rules, Standing, Update } from "../data.js"
 */

import { Course } from "./course.js";

export class Tournament {
  /** @param {Data} data */
  constructor(data) {
    this.title = data.title;
    this.format = data.format;
    this.rules = data.rules;
    this.players = data.players;
    this.live = data.live ?? null;
    /** @type {Standing|null} */
    this.standing = data.standing ?? null;
    /** @type {Playing[]} */
    this.playing = data.playing ?? [];
    /** How many games came before those that are here. */
    this.first = data.first ?? 0;
    /** @type {PackedGame[]} */
    this.games = data.games ?? [];
  }

  /** How many games were played, those too that are not here. */
  get known() {
    return this.first + this.games.length;
  }

  /** Take what is new; false if it is of another match. @param {Update} update */
  take(update) {
    if (update.live !== this.live) return false;
    this.standing = update.standing ?? this.standing;
    this.playing = update.playing;
    if (!this.games.length) this.first = update.first;
    this.games.push(...update.games.slice(Math.max(0, this.known - update.first)));
    return true;
  }

  /** @param {PackedMoves} game @returns {Rules} */
  rulesOf(game) {
    return this.rules[game.rules ?? 0];
  }

  /** @param {PackedMoves} game */
  courseOf(game) {
    return new Course(this.rulesOf(game), game);
  }

  /** @param {number} number @returns {Competitor} */
  player(number) {
    return this.players[number] ?? { name: "?", limits: "" };
  }
}

/** `1.25 s`, `12 s` or `3:05`. @param {number} milliseconds */
export function writeTime(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds >= 60) return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  return `${seconds < 10 ? seconds.toFixed(seconds < 1 ? 3 : 2) : seconds.toFixed(1)} s`;
}
