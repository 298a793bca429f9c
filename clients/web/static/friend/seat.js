/**
 * The secret of one's seat, which the link does not have: whoever knows it may move.
 *
 * It is in the memory of the tab, and once more in that of the browser, for a tab that was closed:
 * there it counts only while nobody sits on the seat, since another tab may be the friend's.
 */

const KEY = "linemate.seats";
const MOST = 20; // the oldest are forgotten

/** @param {Storage} storage @returns {Record<string, string>} */
function read(storage) {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? "{}");
    return kept instanceof Object ? kept : {};
  } catch {
    return {}; // storage is forbidden, or holds something else
  }
}

/** @param {string} room @returns {{token: string|null, kept: boolean}} */
export function loadSeat(room) {
  const own = read(sessionStorage)[room];
  const kept = read(localStorage)[room];
  const token = own ?? kept ?? null;
  return { token: typeof token === "string" ? token : null, kept: own === undefined };
}

/** Keep it; where two tabs of one browser play each other, the browser remembers the first.
 * @param {string} room @param {string} token
 */
export function saveSeat(room, token) {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const { [room]: present, ...others } = read(storage);
      if (present && storage === localStorage) continue;
      const newest = Object.entries(others).slice(-(MOST - 1));
      storage.setItem(KEY, JSON.stringify(Object.fromEntries([...newest, [room, token]])));
    } catch {
      // not to be kept here: then a reload loses the seat
    }
  }
}
