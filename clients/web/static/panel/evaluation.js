/**
 * The bar beside the board: how much of it is x's and how much o's, by the engine in the background.
 *
 * @import { Review } from "../review.js"
 * @import { Table } from "../table.js"
 */

import { find } from "../dom.js";
import { writeScore, writeShortScore } from "../words.js";

const RESULTS = { x: "1\u20130", o: "0\u20131" };

/** @param {Table} table @param {Review} review */
export function showEvaluation(table, review) {
  const bar = find("#evaluation");
  bar.hidden = !review.isVisible && review.settings.scores === "never";
  bar.classList.toggle("kept-back", !review.isVisible);
  const outcome = table.state?.outcome;
  const standing = table.state && review.standing(table.line);
  const score = outcome ? null : standing?.score;
  const end = outcome && { x: 1, o: 0, draw: 0.5 }[outcome.winner ?? "draw"];
  const share = end ?? standing?.chance ?? 0.5;
  find(".share.x", bar).style.flexGrow = String(share);
  find(".share.o", bar).style.flexGrow = String(1 - share);
  const short = outcome ? (outcome.winner ? RESULTS[outcome.winner] : "\u00bd") : score ? writeShortScore(score) : "\u2026";
  find(".score", bar).textContent = short;
  bar.classList.toggle("unknown", !outcome && !score);
  bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  const told = outcome ? outcome.text : score ? writeScore(score) : review.problem ?? "not evaluated yet";
  bar.setAttribute("aria-valuetext", told);
  bar.title = told;
}
