/**
 * The bar beside the board: how much of it is x's and how much o's.
 *
 * @import { Score } from "../../messages.js"
 * @import { GameRecord } from "../record.js"
 * @import { Table } from "../table.js"
 */

import { find } from "../dom.js";
import { shareOf, writeScore, writeShortScore } from "../words.js";

/** What was last thought of the position, or of one a move or two ago: it will be much the same.
 * @param {GameRecord} record
 */
function latest({ evaluations, at }) {
  return evaluations[at] ?? evaluations[at - 1] ?? evaluations[at - 2] ?? null;
}

/** How a finished game counts: all or nothing, whatever was thought of it.
 * @param {"x"|"o"|null} winner
 * @returns {Score}
 */
export const scoreOfEnd = (winner) => (winner ? { mate: winner === "x" ? 1 : -1 } : { cp: 0 });

/** @param {Table} table */
export function showEvaluation(table) {
  const bar = find("#evaluation");
  const outcome = table.state?.outcome;
  const score = outcome ? scoreOfEnd(outcome.winner) : latest(table.record);
  const share = shareOf(score);
  find(".share.x", bar).style.flexGrow = String(share);
  find(".share.o", bar).style.flexGrow = String(1 - share);
  const won = outcome?.winner && { x: "1\u20130", o: "0\u20131" }[outcome.winner];
  find(".score", bar).textContent = won || (score ? writeShortScore(score) : "");
  bar.classList.toggle("unknown", !score);
  bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  const told = won ? outcome.text : score ? writeScore(score) : "not evaluated";
  bar.setAttribute("aria-valuetext", told);
}
