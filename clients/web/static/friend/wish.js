/**
 * The game for which a room is to be made, as it stands in an address.
 *
 * @import { Wish } from "./table.js"
 */

/** `#words=gomoku+size%3D9&side=x&base=300000&increment=5000`. @param {Wish} wish */
export function writeWish({ words, side, clock }) {
  const fields = { words, side, ...(clock && { base: String(clock.base), increment: String(clock.increment) }) };
  return `#${new URLSearchParams(fields)}`;
}

/** What an address wishes for; null where it names a room, or nothing.
 * @param {string} hash
 * @returns {Wish|null}
 */
export function readWish(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const [words, side] = [fields.get("words"), fields.get("side")];
  if (!words || !side) return null;
  const base = Number(fields.get("base"));
  return { words, side, clock: base ? { base, increment: Number(fields.get("increment")) } : null };
}
