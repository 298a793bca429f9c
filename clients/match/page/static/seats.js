/**
 * The two players of a game above its board: mark, name, who is to move, and their time.
 *
 * @import { Player } from "../states.js"
 * @import { Course } from "./course.js"
 * @import { Tournament } from "./tournament.js"
 */

import { drawPiece } from "./boards/pieces.js";
import { draw, make } from "./dom.js";
import { writeTime } from "./tournament.js";

/** @type {Player[]} */
const SIDES = ["x", "o"];

/** `thinking` are the milliseconds that whoever is to move has thought so far.
 * @param {Tournament} tournament @param {Course} course @param {number} at @param {number} thinking
 */
export function drawSeats(tournament, course, at, thinking = 0) {
  const { toMove, outcome } = course.stateAt(at);
  return SIDES.map((side) => {
    const { name } = tournament.player(course.game[side]);
    const mark = draw("svg", { viewBox: "-.5 -.5 1 1", class: "seat-mark", "aria-hidden": "true" });
    mark.append(drawPiece(course.rules.game === "gomoku" ? "stone" : "mark", side));
    const won = outcome?.winner === side;
    return make(
      "div", { class: `seat${toMove === side ? " turn" : ""}${won ? " winner" : ""}`, "data-side": side, title: name },
      mark,
      make("span", { class: "seat-name" }, name),
      toMove === side ? make("span", { class: "unseen" }, "to move") : null,
      won ? make("strong", { class: "seat-note" }, "won") : null,
      make("span", { class: "seat-time" }, tellTime(tournament, course, side, at, toMove === side ? thinking : 0)),
    );
  });
}

/** What is left of a clock, or else what was used. @param {Tournament} tournament @param {Course} course
 * @param {Player} side @param {number} at @param {number} thinking
 */
export function tellTime(tournament, course, side, at, thinking) {
  const { clock, increment } = tournament.player(course.game[side]);
  const used = course.timeOf(side, at) + thinking;
  if (!clock) return used ? writeTime(used) : "";
  return writeTime(clock + (increment ?? 0) * course.countOf(side, at) - used);
}
