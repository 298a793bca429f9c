/**
 * What stands on a cell, drawn around (0, 0) in a cell of side 1: marks on paper, stones on wood,
 * balls in the cube. Colours come from the style sheet by the classes `x` and `o`.
 *
 * @import { Player } from "../../states.js"
 */

import { draw } from "../dom.js";

const ARM = 0.27;
export const BALL_RADIUS = 0.43;

/** @param {number} arm */
function cross(arm) {
  return draw("path", { d: `M${-arm} ${-arm}L${arm} ${arm}M${-arm} ${arm}L${arm} ${-arm}`, class: "stroke" });
}

/** @param {number} radius */
function ring(radius) {
  return draw("circle", { r: radius, class: "stroke" });
}

/** @type {Record<"mark"|"stone"|"ball", (player: Player) => SVGElement[]>} */
const PIECES = {
  mark: (player) => [player === "x" ? cross(ARM) : ring(0.29)],
  stone: () => [draw("circle", { r: 0.46, class: "body" })],
  ball: (player) => [
    draw("circle", { r: BALL_RADIUS, class: "body" }),
    player === "x" ? cross(0.14) : ring(0.16),
  ],
};

/** One piece of a player.
 * @param {"mark"|"stone"|"ball"} kind @param {Player} player
 */
export function drawPiece(kind, player) {
  return draw("g", { class: `piece ${kind} ${player}` }, ...PIECES[kind](player));
}

/** A mark that fills `side` cells: the owner of a small board.
 * @param {Player|"draw"} player @param {number} x @param {number} y @param {number} side
 */
export function drawOwner(player, x, y, side) {
  const place = `translate(${x} ${y}) scale(${side})`;
  if (player === "draw") {
    return draw("path", { class: "owner draw stroke", d: "M-.25 0H.25", transform: place });
  }
  return draw("g", { class: `owner ${player}`, transform: place }, player === "x" ? cross(0.32) : ring(0.34));
}

/** The shading of stones and balls; the stops have their colours from the style sheet. */
export function drawShading() {
  /** @param {string} id @param {number[]} stops */
  const shade = (id, stops) => {
    const gradient = draw("radialGradient", { id, cx: 0.36, cy: 0.32, r: 0.75 });
    gradient.append(...stops.map((offset, index) => draw("stop", { offset, class: `stop-${index}` })));
    return gradient;
  };
  return draw(
    "defs",
    {},
    ...["x", "o"].flatMap((player) => [
      shade(`stone-${player}`, [0, 1]),
      shade(`ball-${player}`, [0, 0.55, 1]),
    ]),
  );
}
