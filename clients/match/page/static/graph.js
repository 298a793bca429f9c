/**
 * What both engines said over the game, as x sees it: a line for each, for each has its own scale.
 *
 * @import { Player } from "../states.js"
 * @import { Course } from "./course.js"
 */

import { draw } from "./dom.js";
import { writeScore } from "./words.js";

const WIDTH = 400;
const HEIGHT = 100;

/** @param {Course} course @param {number} at @param {(at: number) => void} goTo */
export function drawGraph(course, at, goTo) {
  const count = Math.max(course.moves.length, 1);
  const step = WIDTH / count;
  /** @param {Player} side */
  const line = (side) => {
    const points = course.scores.flatMap((score, ply) => {
      if (!score || course.moverAt(ply) !== side) return [];
      return [`${((ply + 1) * step).toFixed(1)} ${(HEIGHT * (0.97 - 0.94 * course.chanceOfX(score))).toFixed(1)}`];
    });
    return points.length ? [draw("path", { class: `curve ${side}`, d: `M${points.join("L")}` })] : [];
  };
  const columns = [...course.moves.keys(), course.moves.length].map((ply) => {
    const score = ply ? course.scores[ply - 1] : null;
    const sign = ply ? course.marks.get(ply - 1) ?? "" : "";
    const told = `${ply ? `${ply}. ${course.moves[ply - 1]}${sign}` : "start"}${score ? `: ${writeScore(score)}` : ""}`;
    return draw("rect", {
      class: `column${sign ? " marked" : ""}`, x: (ply - 0.5) * step, y: 0, width: step, height: HEIGHT,
      "data-at": ply, onclick: () => goTo(ply),
    }, draw("title", {}, told));
  });
  return draw(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph", role: "img",
      "aria-label": "Scores of both engines over the game, above the middle good for x",
    },
    draw("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    ...columns, ...line("x"), ...line("o"),
    draw("line", { class: "cursor", x1: at * step, x2: at * step, y1: 0, y2: HEIGHT }),
  );
}
