/** Which geometry a game is drawn with. */

import { Cube } from "./cube.js";
import { Grid } from "./grid.js";
import { Levels } from "./levels.js";
import { NineBoards } from "./nineboards.js";

/** `flat` asks for the plain view of a game that has two. */
export function chooseGeometry(state, flat) {
  switch (state.game) {
    case "qubic":
      return flat ? new Levels() : new Cube();
    case "nineboard":
    case "ultimate":
      return new NineBoards();
    default:
      return new Grid(state.board.width, state.board.height, state.game === "gomoku" ? "stone" : "mark");
  }
}
