/**
 * Where things are on nine small boards: which of them may be played in is lit, a won one is
 * covered by the mark of its owner.
 *
 * @import { State } from "../../states.js"
 */

import { draw } from "../dom.js";
import { drawOwner } from "./pieces.js";

const GAP = 0.42;
const EDGE = 0.34;
const PITCH = 3 + GAP;
/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Board and cell, 0 to 8 each, of a move such as `59`. @param {string} name */
function read(name) {
  return { board: Number(name[0]) - 1, cell: Number(name[1]) - 1 };
}

export class NineBoards {
  kind = /** @type {const} */ ("mark");
  width = 9 + 2 * GAP + 2 * EDGE;
  height = this.width;

  /** @param {number} board */
  #corner(board) {
    return { x: EDGE + (board % 3) * PITCH, y: EDGE + Math.floor(board / 3) * PITCH };
  }

  /** @param {string} name */
  place(name) {
    const { board, cell } = read(name);
    const { x, y } = this.#corner(board);
    return { x: x + (cell % 3) + 0.5, y: y + Math.floor(cell / 3) + 0.5, size: 1 };
  }

  /** @param {string} name */
  tile(name) {
    const { x, y } = this.place(name);
    return `M${x - 0.46} ${y - 0.46}h.92v.92h-.92z`;
  }

  /** Arrow keys walk over the nine columns and rows of the whole board.
   * @param {string} name @param {string} key
   */
  step(name, key) {
    const { board, cell } = read(name);
    const [across, down] = KEYS[key] ?? [0, 0];
    const column = Math.min(Math.max((board % 3) * 3 + (cell % 3) + across, 0), 8);
    const row = Math.min(Math.max(Math.floor(board / 3) * 3 + Math.floor(cell / 3) + down, 0), 8);
    const inBoard = Math.floor(row / 3) * 3 + Math.floor(column / 3) + 1;
    return `${inBoard}${(row % 3) * 3 + (column % 3) + 1}`;
  }

  /** @param {State} state */
  backdrop(state) {
    const forced = new Set(state.outcome ? [] : state.board.forced);
    const boards = [];
    for (let board = 0; board < 9; board += 1) {
      const { x, y } = this.#corner(board);
      const lit = forced.has(board + 1);
      boards.push(
        draw("rect", {
          class: `small-board${lit ? " lit" : ""}${lit && forced.size > 1 ? " free" : ""}`, "data-board": board + 1,
          x: x - 0.14, y: y - 0.14, width: 3.28, height: 3.28, rx: 0.18,
        }),
        draw("path", {
          class: "rules",
          d: `M${x + 1} ${y + 0.08}v2.84M${x + 2} ${y + 0.08}v2.84M${x + 0.08} ${y + 1}h2.84M${x + 0.08} ${y + 2}h2.84`,
        }),
        draw("text", { class: "board-number", x: x + 0.06, y: y + 0.08, "aria-hidden": "true" }, board + 1),
      );
    }
    return boards;
  }

  /** @param {State} state */
  overlay(state) {
    return Object.entries(state.board.won ?? {}).flatMap(([number, owner]) => {
      const { x, y } = this.#corner(Number(number) - 1);
      return [
        draw("rect", { class: `cover ${owner}`, x: x - 0.14, y: y - 0.14, width: 3.28, height: 3.28, rx: 0.18 }),
        drawOwner(owner, x + 1.5, y + 1.5, 3),
      ];
    });
  }

  /** Through the cells of one small board, or through the middles of the boards of a line.
   * @param {string[]} cells
   */
  winningLine(cells) {
    const boards = [...new Set(cells.map((name) => read(name).board))].sort();
    /** @param {number} board */
    const middle = (board) => {
      const { x, y } = this.#corner(board);
      return { x: x + 1.5, y: y + 1.5 };
    };
    if (boards.length > 1) return [middle(boards[0]), middle(boards[boards.length - 1])];
    const sorted = [...cells].sort();
    return [this.place(sorted[0]), this.place(sorted[sorted.length - 1])];
  }
}
