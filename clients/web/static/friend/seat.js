/**
 * The secret of one's seat, which the link does not have: whoever knows it may move.
 *
 * It is in the memory of the tab, and once more in that of the browser, for a tab that was closed:
 * there it counts only while nobody sits on the seat, since another tab may be the friend's.
 *
 * @import { Memory } from "../storage.js"
 */

import { BROWSER, TAB } from "../storage.js";

const KEY = "linemate.seats";
const MOST = 20; // the oldest are forgotten

/** @param {Memory} memory @returns {Record<string, string>} */
function read(memory) {
  const kept = memory.read(KEY);
  return kept instanceof Object ? kept : {};
}

/** @param {string} room @returns {{token: string|null, kept: boolean}} */
export function loadSeat(room) {
  const own = read(TAB)[room];
  const kept = read(BROWSER)[room];
  const token = own ?? kept ?? null;
  return { token: typeof token === "string" ? token : null, kept: own === undefined };
}

/** Keep it; where two tabs of one browser play each other, the browser remembers the first.
 * @param {string} room @param {string} token
 */
export function saveSeat(room, token) {
  for (const memory of [TAB, BROWSER]) {
    const { [room]: present, ...others } = read(memory);
    if (present && memory === BROWSER) continue;
    const newest = Object.entries(others).slice(-(MOST - 1));
    memory.write(KEY, Object.fromEntries([...newest, [room, token]]));
  }
}
