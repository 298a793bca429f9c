/**
 * Qubic as four plates of 4x4 cells, level 0 the lowest, seen from a point that can be moved around
 * them. `turn` changes the view; the board then asks for every place again.
 *
 * A cell `xyz` is row x, column y, level z. On a plate, y runs to the right and x towards the eye;
 * `project` takes a point of it to the picture. Every plate is seen from the same height, so that the
 * four are alike but for their place.
 *
 * What is seen is what is clicked, at every angle: plates stand so far apart that none covers
 * another; a mark lies flat in its tile (`plane`); a ball may cover part of the tiles behind it, which
 * are painted before it, but neither of a tile before it nor the middle of any other.
 *
 * @import { State } from "../../states.js"
 * @import { View } from "./board.js"
 */

import { draw } from "../dom.js";
import { BALL_RADIUS } from "./pieces.js";

const SIDE = 4;
const CORNER = (SIDE / 2) * Math.SQRT2; // how far a corner of a plate is from its middle
const EYE = 36; // how far the eye is: what is nearer is a little larger
const GAP = 0.22; // between two plates at the angle at which they are closest
const EDGE = 0.15; // of the picture, above and below
const LABEL = 0.5; // room beside the plates
const STEEPEST = 0.8;
const SHALLOWEST = 0.4; // a cell is then still two fifths as high as it is wide
const LARGEST_BALL = 0.33; // its radius, in cells
const CLEARANCE = 0.02; // between a ball and the middle of the cell behind it
const OUTSIDE = 0.27; // how far the numbers of rows and columns are from the plate
const FRONT_COUNTS = 0.9; // for a place of theirs, against 1 for being at the right
/** @type {Record<string, [number, number, number]>} */
const KEYS = {
  ArrowLeft: [0, -1, 0], ArrowRight: [0, 1, 0], ArrowUp: [-1, 0, 0], ArrowDown: [1, 0, 0],
  PageUp: [0, 0, 1], PageDown: [0, 0, -1],
};
const CORNERS = [[0, 0], [0, SIDE], [SIDE, SIDE], [SIDE, 0]];

/** @param {string} name */
const read = (name) => [...name].map(Number);
/** @param {number} value @param {number} least @param {number} most */
const keep = (value, least, most) => Math.min(Math.max(value, least), most);

export class Cube {
  kind = /** @type {const} */ ("ball");
  width = 7.2;
  height = 10.6;
  turnable = this;
  yaw = -0.36;
  pitch = 0.46;
  /** @type {SVGRectElement|null} */
  #grip = null;
  #look = this.#measure();

  /** @param {number} across @param {number} down */
  turn(across, down) {
    this.yaw += across;
    this.pitch = keep(this.pitch + down, SHALLOWEST, STEEPEST);
    this.#look = this.#measure();
  }

  /** How the plates are placed at this angle: the steeper, the higher each of them is in the picture,
   * and the farther they must be apart.
   */
  #measure() {
    const [steep, flat] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    const front = (CORNER * steep) / (1 - (CORNER * flat) / EYE); // of its corner, at the worst turn
    const back = (CORNER * steep) / (1 + (CORNER * flat) / EYE);
    const step = front + back + GAP;
    const whole = (SIDE - 1) * step + front + back;
    const zoom = Math.min((this.height - 2 * EDGE) / whole, (this.width - 2 * LABEL) / (2.02 * CORNER));
    // A ball reaches just to the front of its tile, and not to the middle of the tile behind.
    const radius = Math.min(LARGEST_BALL, 0.75 * steep - CLEARANCE);
    const lift = Math.max(radius - steep / 2, 0);
    const top = (this.height - whole * zoom) / 2 + back * zoom;
    return { sine: Math.sin(this.yaw), cosine: Math.cos(this.yaw), steep, flat, zoom, step, radius, lift, top };
  }

  /** From a point of a plate, counted in cells from its corner, to the picture.
   * @param {number} row @param {number} column @param {number} level
   */
  project(row, column, level) {
    const { sine, cosine, steep, flat, zoom, step, top } = this.#look;
    const right = column - SIDE / 2;
    const front = row - SIDE / 2;
    const near = right * sine + front * cosine;
    const scale = zoom / (1 - (near * flat) / EYE);
    return {
      x: this.width / 2 + (right * cosine - front * sine) * scale,
      y: top + (SIDE - 1 - level) * step * zoom + near * steep * scale,
      scale,
      near,
    };
  }

  /** @param {string} name */
  #middle(name) {
    const [row, column, level] = read(name);
    return this.project(row + 0.5, column + 0.5, level);
  }

  /** @param {string} name */
  place(name) {
    const { radius, lift } = this.#look;
    const { x, y, scale } = this.#middle(name);
    return { x, y: y - lift * scale, size: (scale * radius) / BALL_RADIUS };
  }

  /** @param {string} name */
  tile(name) {
    const [row, column, level] = read(name);
    const inset = 0.04;
    const corners = [[inset, inset], [inset, 1 - inset], [1 - inset, 1 - inset], [1 - inset, inset]];
    const points = corners.map(([down, across]) => this.project(row + down, column + across, level));
    return `M${points.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}z`;
  }

  /** @param {string} name */
  plane(name) {
    const [row, column, level] = read(name);
    const [left, right] = [0, 1].map((across) => this.project(row + 0.5, column + across, level));
    const [back, front] = [0, 1].map((down) => this.project(row + down, column + 0.5, level));
    const { x, y } = this.#middle(name);
    const numbers = [right.x - left.x, right.y - left.y, front.x - back.x, front.y - back.y, x, y];
    return `matrix(${numbers.map((number) => number.toFixed(4)).join(" ")})`;
  }

  /** From the farthest to the nearest, plate by plate from below, as they must be painted.
   * @param {string[]} names
   */
  order(names) {
    const cells = names.map((name) => ({ name, level: Number(name[2]), near: this.#middle(name).near }));
    return cells.sort((one, two) => one.level - two.level || one.near - two.near).map(({ name }) => name);
  }

  /** 0 at the back to 1 at the front: how clearly a cell is drawn. @param {string} name */
  nearness(name) {
    return keep((this.#middle(name).near + CORNER) / (2 * CORNER), 0, 1);
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
      const leftmost = CORNERS
        .map(([row, column]) => this.project(row, column, level))
        .reduce((one, two) => (two.x < one.x ? two : one));
      return draw("text", { x: leftmost.x - 0.28, y: leftmost.y, "font-size": 0.32 }, level);
    });
    return [
      this.#drawGrip(), this.#drawPosts(),
      draw("g", { class: "coordinates levels", "aria-hidden": "true" }, ...labels),
      draw("g", { class: "coordinates", "aria-hidden": "true" }, ...this.#numberEdges()),
    ];
  }

  /** Rows and columns are numbered at the lowest plate, along the edges in front or at the right: at the
   * left are the levels.
   */
  #numberEdges() {
    const { sine, cosine } = this.#look;
    const beside = cosine + FRONT_COUNTS * sine >= 0 ? SIDE + OUTSIDE : -OUTSIDE;
    const before = FRONT_COUNTS * cosine - sine >= 0 ? SIDE + OUTSIDE : -OUTSIDE;
    return [0, 1, 2, 3].flatMap((number) => [
      this.project(number + 0.5, beside, 0), this.project(before, number + 0.5, 0),
    ].map(({ x, y }) => draw("text", { class: "coordinate", x, y }, number)));
  }

  /** What a finger turns; beside it the page is scrolled. It stays the same element, as a browser tells
   * of a finger only where it was put down.
   */
  #drawGrip() {
    const points = CORNERS.flatMap(([row, column]) => [0, SIDE - 1].map((level) => this.project(row, column, level)));
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    this.#grip ??= draw("rect", { class: "grip" });
    const place = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
    for (const [name, value] of Object.entries(place)) this.#grip.setAttribute(name, value.toFixed(3));
    return this.#grip;
  }

  /** At the corners, from the lowest plate to the highest: they make one cube of the four. */
  #drawPosts() {
    const posts = CORNERS.map(([row, column]) => {
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
      return [
        draw("line", { class: `three ${player}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
        draw("circle", { class: `three ${player}`, r: 0.36, transform: this.plane(empty) }),
      ];
    });
  }

  /** @param {string[]} cells */
  winningLine(cells) {
    const sorted = [...cells].sort();
    return [this.place(sorted[0]), this.place(sorted[sorted.length - 1])];
  }
}
