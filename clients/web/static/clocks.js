/**
 * Time as clocks show it.
 *
 * @import { TimeControl } from "../rooms.js"
 */

const TENTHS_BELOW = 10_000;

/** `4:59`, `1:02:03`, and with tenths when little is left: `0:09.4`. @param {number} milliseconds */
export function writeClock(milliseconds) {
  const left = Math.max(0, milliseconds);
  if (left < TENTHS_BELOW) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** `5+3`: minutes for the game, and seconds for each move. @param {TimeControl} control */
export const writeControl = ({ base, increment }) => `${base / 60_000}+${increment / 1000}`;
