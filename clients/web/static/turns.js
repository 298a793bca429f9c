/**
 * Whose turn it is, was and will be in a game.
 *
 * @import { Player, State } from "../messages.js"
 * @import { GameRecord } from "./record.js"
 * @import { Seats } from "./seats.js"
 */

/** The opponent. @param {Player} player @returns {Player} */
export const otherThan = (player) => (player === "x" ? "o" : "x");

/** Who made the last move, or null. @param {State} state */
export function lastMover({ last, names, cells }) {
  return last ? /** @type {Player} */ (cells[names.indexOf(last)]) : null;
}

/** Who moves, or would move, in the position after `at` moves.
 * @param {State} state @param {number} at
 */
export function moverAt(state, at) {
  const now = state.toMove ?? otherThan(lastMover(state) ?? "o");
  return (at - state.at) % 2 === 0 ? now : otherThan(now);
}

/** The only person at the table, `x` or `o`; null if there is none or are two.
 * @param {Seats} seats
 * @returns {Player|null}
 */
export function onlyPerson({ x, o }) {
  if (x.kind === o.kind) return null;
  return x.kind === "person" ? "x" : "o";
}

/**
 * Where undo (`step` -1) and redo (1) lead `from` there: to a turn of the only person, past the engine's move;
 * by one move where there is no such person, or no such turn.
 *
 * @param {GameRecord} record
 * @param {State} state
 * @param {number} from after how many moves
 * @param {1|-1} step
 */
export function turnFrom(record, state, from, step) {
  const person = onlyPerson(record.seats);
  const there = from + 2 * step;
  const past = person && moverAt(state, from + step) !== person && there >= 0 && there <= record.moves.length;
  return past ? there : from + step;
}
