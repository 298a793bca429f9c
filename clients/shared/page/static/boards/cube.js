/**
 * Qubic in perspective: four plates of 4x4 cells, level 0 the lowest, seen from a point that can
 * be moved around them. `turn` changes the view; the board then asks for every place again.
 *
 * A cell `xyz` is row x, column y, level z. In space, y runs to the right, x towards the eye and
 * z upwards, the middle of the cube is the origin; `project` takes a point to the plane.
 *
 * @import { State } from "../../states.js"
 * @import { View } from "./board.js"
 */

import { draw } from "../dom.js";

const SIDE = 4;
const RISE = 2.2; // between levels: more than a cell, so that each plate can be read
const EYE = 21; // distance of the eye from the middle of the cube
const LENS = 24.6;
const LIFT = 0.08; // of a ball above its plate, in levels
const STEEPEST = 1.25;
const SHALLOWEST = 0.12;
/** @type {Record<string, [number, number, number]>} */
const KEYS = {
  ArrowLeft: [0, -1, 0], ArrowRight: [0, 1, 0], ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0],
  PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};

/** @param {string} name */
const read = (name) => [...name].map(Number);
/** @param {number} value @param {number} least @param {number} most */
const keep = (value, least, most) => Math.min(Math.max(value, least), most);

export class Cube {
  kind = /** @type {const} */ ("ball");
  width = 8.8;
  height = 10.6;
  turnable = this;
  yaw = -0.36;
  pitch = 0.4;

  /** @param {number} across @param {number} down */
  turn(across, down) {
    this.yaw += across;
    this.pitch = keep(this.pitch + down, SHALLOWEST, STEEPEST);
  }

  /** From the point of a cell's corner or middle, counted in cells, to the plane.
   * @param {number} row @param {number} column @param {number} level
   */
  project(row, column, level) {
    const right = column - SIDE / 2;
    const front = row - SIDE / 2;
    const up = (level - (SIDE - 1) / 2) * RISE;
    const [sine, cosine] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const x = right * cosine - front * sine;
    const near = right * sine + front * cosine;
    const [steep, flat] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    const depth = EYE - near * flat - up * steep;
    const scale = LENS / depth;
    return {
      x: this.width / 2 + x * scale,
      y: this.height / 2 + 0.1 - (up * flat - near * steep) * scale,
      scale,
      depth,
    };
  }

  /** @param {string} name */
  place(name) {
    const [row, column, level] = read(name);
    const { x, y, scale, depth } = this.project(row + 0.5, column + 0.5, level + LIFT);
    return { x, y, size: scale * 0.76, depth };
  }

  /** @param {string} name */
  tile(name) {
    const [row, column, level] = read(name);
    const inset = 0.04;
    const corners = [[inset, inset], [inset, 1 - inset], [1 - inset, 1 - inset], [1 - inset, inset]];
    const points = corners.map(([down, across]) => this.project(row + down, column + across, level));
    return `M${points.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}z`;
  }

  /** From the farthest to the nearest, plate by plate from below, as they must be painted.
   * @param {string[]} names
   */
  order(names) {
    const cells = names.map((name) => ({ name, level: Number(name[2]), depth: this.place(name).depth }));
    return cells.sort((one, two) => one.level - two.level || two.depth - one.depth).map(({ name }) => name);
  }

  /** 0 at the back to 1 at the front: how clearly a cell is drawn. @param {string} name */
  nearness(name) {
    return keep((EYE + 3.6 - this.place(name).depth) / 7.2, 0, 1);
  }

  /** Arrow keys stay in the plate and follow the view; Page Up and Page Down change the level.
   * @param {string} name @param {string} key
   */
  step(name, key) {
    const quarter = ((Math.round(this.yaw / (Math.PI / 2)) % 4) + 4) % 4;
    let [down, across, up] = KEYS[key] ?? [0, 0, 0];
    for (let turns = 0; turns < quarter; turns += 1) [down, across] = [-across, down];
    const to = read(name).map((value, axis) => keep(value + [down, across, up][axis], 0, SIDE - 1));
    return to.join("");
  }

  backdrop() {
    const labels = [0, 1, 2, 3].map((level) => {
      const corners = [[0, 0], [0, SIDE], [SIDE, 0], [SIDE, SIDE]];
      const leftmost = corners
        .map(([row, column]) => this.project(row, column, level))
        .reduce((one, two) => (two.x < one.x ? two : one));
      return draw("text", { x: leftmost.x - 0.32, y: leftmost.y, "font-size": 0.34 }, level);
    });
    return [this.#drawPosts(), draw("g", { class: "coordinates levels", "aria-hidden": "true" }, ...labels)];
  }

  /** At the corners, from the lowest plate to the highest: they make one cube of the four. */
  #drawPosts() {
    const corners = [[0, 0], [0, SIDE], [SIDE, 0], [SIDE, SIDE]];
    const posts = corners.map(([row, column]) => {
      const [foot, head] = [this.project(row, column, 0), this.project(row, column, SIDE - 1)];
      return `M${foot.x.toFixed(3)} ${foot.y.toFixed(3)}L${head.x.toFixed(3)} ${head.y.toFixed(3)}`;
    });
    return draw("path", { class: "posts", d: posts.join("") });
  }

  /** @param {State} state @param {View} view */
  overlay(state, { threes }) {
    if (!threes || state.outcome) return [];
    return (state.board.threes ?? []).flatMap(({ player, cells, empty }) => {
      const [from, to] = this.winningLine(cells);
      const { x, y, size } = this.place(empty);
      return [
        draw("line", { class: `three ${player}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
        draw("circle", { class: `three ${player}`, cx: x, cy: y, r: size * 0.3 }),
      ];
    });
  }

  /** @param {string[]} cells */
  winningLine(cells) {
    const sorted = [...cells].sort();
    return [this.place(sorted[0]), this.place(sorted[sorted.length - 1])];
  }
}
