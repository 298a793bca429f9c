/**
 * A small picture of a game in progress, drawn as its board is: nothing in it can be clicked.
 *
 * @import { BoardFacts, Player, State } from "../../states.js"
 *
 * @typedef {object} Sample
 * @property {BoardFacts} [board]
 * @property {string} x its cells
 * @property {string} o
 * @property {string} [line] two ends of a row
 */

import { draw } from "../dom.js";
import { chooseGeometry } from "./choose.js";
import { drawPiece } from "./pieces.js";

/** @type {Record<string, Sample>} */
const SAMPLES = {
  tictactoe: { board: { width: 3, height: 3 }, x: "a1 b2 c3 c1", o: "a2 b3 a3", line: "a1 c3" },
  nineboard: { x: "51 55 59 14 38 72 93", o: "12 36 47 53 85 98", line: "51 59" },
  ultimate: { board: { won: { 1: "x", 5: "x", 7: "o", 3: "o" } }, x: "22 45 64 88 95", o: "29 41 66 83 91" },
  qubic: { x: "300 311 322 110 031", o: "003 013 132 223 330" },
  gomoku: { board: { width: 9, height: 9 }, x: "c3 d4 e5 f6 g7 d6 e4", o: "b2 d5 e6 f5 c6 g4", line: "c3 g7" },
  mnk: { board: { width: 4, height: 4 }, x: "b2 c3 d4 a3", o: "b3 c2 d1", line: "" },
  "connect-four": { board: { width: 7, height: 6, falls: true }, x: "d1 e2 c1 f1 d3 b1", o: "c2 d2 e1 e3 f2", line: "" },
};

/** Draw the game of this name, or nothing of one that is not known here. @param {string} game */
export function drawPicture(game) {
  const sample = SAMPLES[game];
  if (!sample) return null;
  const state = /** @type {State} */ ({ game, board: sample.board ?? {}, outcome: null });
  const geometry = chooseGeometry(state, false);
  /** @param {Player} player */
  const pieces = (player) => sample[player].split(" ").map((name) => {
    const { x, y, size } = geometry.place(name);
    return draw("g", { transform: `translate(${x} ${y}) scale(${size})` }, drawPiece(geometry.kind, player));
  });
  const tiles = geometry.turnable ? allCells().map((name) => draw("path", { class: "tile", d: geometry.tile(name) })) : [];
  const ends = sample.line ? geometry.winningLine(sample.line.split(" ")) : null;
  const line = ends ? [draw("line", {
    class: "winning-line", x1: ends[0].x, y1: ends[0].y, x2: ends[1].x, y2: ends[1].y,
  })] : [];
  return draw(
    "svg",
    { viewBox: `0 0 ${geometry.width} ${geometry.height}`, class: `picture ${geometry.kind}s`, "aria-hidden": "true" },
    ...geometry.backdrop(state), ...tiles, ...pieces("x"), ...pieces("o"),
    ...geometry.overlay(state, { state, playable: false, hint: null, pointed: null, preview: [], heat: null, threes: false }),
    ...line,
  );
}

/** The cells of the cube. */
function allCells() {
  const digits = [0, 1, 2, 3];
  return digits.flatMap((row) => digits.flatMap((column) => digits.map((level) => `${row}${column}${level}`)));
}
