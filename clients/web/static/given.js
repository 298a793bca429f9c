/**
 * A game that one page of this tab gives to the other: that of a friend, to be looked through at
 * one's own table, where the game that is there is not lost for it.
 *
 * @import { GameRecord } from "./record.js"
 */

import { isRecord, packRecord, unpackRecord } from "./record.js";
import { TAB } from "./storage.js";

const KEY = "linemate.given";

/** Whether it can be given: only what a tab may keep goes from one of its pages to the other.
 * @param {GameRecord} record
 */
export const giveGame = (record) => TAB.write(KEY, packRecord(record));

/** The game that was given, once; null if none was.
 * @returns {GameRecord|null}
 */
export function takeGame() {
  const record = TAB.read(KEY);
  TAB.forget(KEY);
  return isRecord(record) ? unpackRecord(record) : null;
}
