/**
 * The clocks at the seats, which go on by themselves.
 *
 * @import { Player } from "../../messages.js"
 */

import { writeClock } from "../clocks.js";
import { find, make } from "../dom.js";

const LOW = 20_000; // milliseconds left that are shown in red
const TICK = 100;
/** Whose time is known to be low. @type {Set<Player>} */
const low = new Set();

/** A clock for a seat; showFaces says what it shows. @param {Player} player */
export const makeFace = (player) =>
  make("span", { class: "seat-clock", role: "timer", "data-clock": player, "aria-label": `Time of ${player}` });

/** Tell the page, once, that the time of a player runs out. @param {Player} player */
function hurry(player) {
  low.add(player);
  find("#seats").dispatchEvent(new Event("hurry"));
}

/** Show what is left, in milliseconds, on the clocks that are there.
 * @param {(player: Player) => number|null} timeLeft
 */
function showFaces(timeLeft) {
  for (const face of find("#seats").querySelectorAll("[data-clock]")) {
    const player = /** @type {Player} */ (face.getAttribute("data-clock"));
    const left = timeLeft(player) ?? 0;
    const text = writeClock(left);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("low", left < LOW);
    if (left >= LOW) low.delete(player);
    else if (left > 0 && !low.has(player)) hurry(player);
  }
}

/** Keep the clocks going; returns what shows them at once.
 * @param {(player: Player) => number|null} timeLeft
 */
export function keepFaces(timeLeft) {
  setInterval(() => showFaces(timeLeft), TICK);
  return () => showFaces(timeLeft);
}
