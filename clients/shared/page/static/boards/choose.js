/**
 * Which geometry a game is drawn with.
 *
 * @import { State } from "../../states.js"
 * @import { Geometry } from "./board.js"
 */

import { Cube } from "./cube.js";
import { Grid } from "./grid.js";
import { Levels } from "./levels.js";
import { NineBoards } from "./nineboards.js";

/** `flat` asks for the plain view of a game that has two.
 * @param {State} state @param {boolean} flat
 * @returns {Geometry}
 */
export function chooseGeometry(state, flat) {
  switch (state.game) {
    case "qubic":
      return flat ? new Levels() : new Cube();
    case "nineboard":
    case "ultimate":
      return new NineBoards();
    default:
      return new Grid(
        state.board.width ?? 3, state.board.height ?? 3, state.game === "gomoku" ? "stone" : "mark",
        state.board.falls ?? false,
      );
  }
}
