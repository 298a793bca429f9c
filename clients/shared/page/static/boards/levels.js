/**
 * Qubic lying flat: its four levels as four square boards, for those who read it that way.
 *
 * @import { State } from "../../states.js"
 * @import { View } from "./board.js"
 */

import { draw } from "../dom.js";

const SIDE = 4;
const GAP = 0.9;
const EDGE = 0.35;
const TITLE = 0.6;
/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
/** @param {number} value */
const keep = (value) => Math.min(Math.max(value, 0), SIDE - 1);

export class Levels {
  kind = /** @type {const} */ ("mark");
  width = 2 * SIDE + GAP + 2 * EDGE;
  height = 2 * SIDE + GAP + EDGE + TITLE + 0.1;

  /** @param {number} level */
  #corner(level) {
    return {
      x: EDGE + (level % 2) * (SIDE + GAP),
      y: TITLE + 0.1 + Math.floor(level / 2) * (SIDE + GAP),
    };
  }

  /** @param {string} name */
  place(name) {
    const [row, column, level] = [...name].map(Number);
    const { x, y } = this.#corner(level);
    return { x: x + column + 0.5, y: y + row + 0.5, size: 1 };
  }

  /** @param {string} name */
  tile(name) {
    const { x, y } = this.place(name);
    return `M${x - 0.48} ${y - 0.48}h.96v.96h-.96z`;
  }

  /** As in the cube: arrow keys stay in the level, Page Up and Page Down change it.
   * @param {string} name @param {string} key
   */
  step(name, key) {
    const [row, column, level] = [...name].map(Number);
    const [down, across] = KEYS[key] ?? [0, 0];
    const up = key === "PageUp" ? 1 : key === "PageDown" ? -1 : 0;
    return `${keep(row + down)}${keep(column + across)}${keep(level + up)}`;
  }

  backdrop() {
    return [0, 1, 2, 3].flatMap((level) => {
      const { x, y } = this.#corner(level);
      const lines = [1, 2, 3].map((at) => `M${x + at} ${y}v${SIDE}M${x} ${y + at}h${SIDE}`);
      return [
        draw("path", { class: "rules paper", d: `M${x} ${y}h${SIDE}v${SIDE}h${-SIDE}z${lines.join("")}` }),
        draw("text", { class: "level-title", x: x + SIDE / 2, y: y - 0.3 }, `level ${level}`),
        ...this.#coordinates(x, y),
      ];
    });
  }

  /** A cell is named by its row, its column and its level.
   * @param {number} x @param {number} y
   */
  #coordinates(x, y) {
    return [0, 1, 2, 3].flatMap((at) => [
      draw("text", { class: "coordinate", x: x - 0.18, y: y + at + 0.5 }, at),
      draw("text", { class: "coordinate", x: x + at + 0.5, y: y + SIDE + 0.18 }, at),
    ]);
  }

  /** @param {State} state @param {View} view */
  overlay(state, { threes }) {
    if (!threes || state.outcome) return [];
    return (state.board.threes ?? []).flatMap(({ player, cells }) =>
      cells.map((name) => {
        const { x, y } = this.place(name);
        return draw("circle", { class: `three ${player}`, cx: x, cy: y, r: 0.42 });
      }));
  }

  /** A line through several levels is no line here: its cells are lit instead.
   * @param {string[]} cells
   */
  winningLine(cells) {
    if (cells[0][2] !== cells[1][2]) return null;
    const sorted = [...cells].sort();
    return [this.place(sorted[0]), this.place(sorted[sorted.length - 1])];
  }
}
