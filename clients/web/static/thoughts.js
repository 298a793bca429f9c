/**
 * What has been found of each position of this game, so that it can be seen again.
 *
 * @import { Info, Purpose, Visits } from "../messages.js"
 *
 * @typedef {object} Thought
 * @property {Purpose} purpose what was thought for: `play` is that of an engine at the table
 * @property {number} at how many moves were on the board
 * @property {Info[]} lines the reports, by variation
 * @property {Visits[]|null} visits of each move, if they were counted
 */

export class Thoughts {
  /** @type {Map<number, Thought>} */
  #found = new Map();

  /** What is to be seen at this position: what was found of it, else of the one before.
   * @param {number} at
   */
  about(at) {
    return this.#found.get(at) ?? this.#found.get(at - 1) ?? null;
  }

  /** Add a report to what this search has found; from now on it is what is known of its position.
   * @param {Thought} thought @param {Info} info
   */
  note(thought, info) {
    thought.lines[info.multipv - 1] = info;
    if (info.visits.length) thought.visits = info.visits;
    this.#found.set(thought.at, thought);
  }

  /** Forget the positions after more moves than these: they are no longer those of the game.
   * @param {number} at
   */
  forgetAfter(at) {
    for (const found of this.#found.keys()) if (found > at) this.#found.delete(found);
  }
}
