/**
 * A game that one page of this tab gives to the other: that of a friend, to be looked through at
 * one's own table, where the game that is there is not lost for it.
 *
 * @import { GameRecord } from "./record.js"
 */

import { isRecord, packRecord, unpackRecord } from "./record.js";

const KEY = "linemate.given";

/** @param {GameRecord} record */
export function giveGame(record) {
  sessionStorage.setItem(KEY, JSON.stringify(packRecord(record)));
}

/** The game that was given, once; null if none was.
 * @returns {GameRecord|null}
 */
export function takeGame() {
  try {
    const record = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    sessionStorage.removeItem(KEY);
    return isRecord(record) ? unpackRecord(record) : null;
  } catch {
    return null; // storage is forbidden, or holds something else
  }
}
