/** The bar beside the board: how much of it is x's and how much o's. */

import { find } from "../dom.js";
import { shareOf, writeScore, writeShortScore } from "../words.js";

/** What was last thought of the position, or of one a move or two ago: it will be much the same. */
function latest({ evaluations, at }) {
  return evaluations[at] ?? evaluations[at - 1] ?? evaluations[at - 2] ?? null;
}

/** A finished game is all or nothing, whatever was thought of it. */
function evaluationAt({ state, record }) {
  if (!state?.outcome) return latest(record);
  const { winner } = state.outcome;
  return winner ? { mate: winner === "x" ? 1 : -1, over: true } : { cp: 0 };
}

export function showEvaluation(table) {
  const bar = find("#evaluation");
  const score = evaluationAt(table);
  const share = shareOf(score);
  find(".share.x", bar).style.flexGrow = share;
  find(".share.o", bar).style.flexGrow = 1 - share;
  const label = find(".score", bar);
  label.textContent = !score ? "" : score.over ? (score.mate > 0 ? "1\u20130" : "0\u20131") : writeShortScore(score);
  bar.classList.toggle("unknown", !score);
  bar.setAttribute("aria-valuenow", Math.round(share * 100));
  const told = score?.over ? table.state.outcome.text : score ? writeScore(score) : "not evaluated";
  bar.setAttribute("aria-valuetext", told);
}
