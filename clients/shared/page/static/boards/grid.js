/**
 * Where things are on a rectangle: tic-tac-toe and m,n,k as marks in squares, gomoku as stones on
 * the crossings of lines. Every geometry has the same surface, see `Geometry` in board.js.
 */

import { draw } from "../dom.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Crossings that carry a dot: the middle, and from 13 lines on the fourth from each edge.
 * @param {number} size
 */
function stars(size) {
  const middle = (size - 1) / 2;
  if (size < 7) return [];
  const near = size >= 13 ? 3 : 2;
  const lines = size % 2 ? [near, middle, size - 1 - near] : [near, size - 1 - near];
  const crossings = lines.flatMap((column) => lines.map((row) => [column, row]));
  return size >= 13 ? crossings : crossings.filter(([column, row]) => (column === middle) === (row === middle));
}

export class Grid {
  /**
   * @param {number} width
   * @param {number} height
   * @param {"mark"|"stone"} kind what its pieces are
   * @param {boolean} falls whether they fall to the lowest free cell of their column
   */
  constructor(width, height, kind, falls) {
    this.falls = falls;
    this.columns = width;
    this.rows = height;
    this.kind = kind;
    this.letter = Math.min(Math.max(width, height) * 0.024 + 0.06, 0.36); // height of a coordinate
    const margin = this.letter * (kind === "stone" ? 1.7 : 1.9);
    this.width = width + 2 * margin;
    this.height = height + 2 * margin;
    this.left = (this.width - width) / 2;
    this.top = (this.height - height) / 2;
  }

  /** @param {string} name */
  #column(name) {
    return LETTERS.indexOf(name[0]);
  }

  /** @param {string} name */
  #row(name) {
    return Number(name.slice(1)) - 1;
  }

  /** @param {string} name */
  place(name) {
    return {
      x: this.left + this.#column(name) + 0.5,
      y: this.top + this.rows - this.#row(name) - 0.5,
      size: 1,
    };
  }

  /** @param {string} name */
  tile(name) {
    const { x, y } = this.place(name);
    return `M${x - 0.48} ${y - 0.48}h.96v.96h-.96z`;
  }

  /** The cell that an arrow key leads to; the same one at the edge.
   * @param {string} name @param {string} key
   */
  step(name, key) {
    const [across, up] = KEYS[key] ?? [0, 0];
    const column = Math.min(Math.max(this.#column(name) + across, 0), this.columns - 1);
    const row = Math.min(Math.max(this.#row(name) + up, 0), this.rows - 1);
    return `${LETTERS[column]}${row + 1}`;
  }

  /** Where pieces fall, any cell stands for its column. @param {string} name @param {string[]} legal */
  aim(name, legal) {
    return (this.falls && legal.find((move) => move[0] === name[0])) || name;
  }

  backdrop() {
    const board = this.kind === "stone" ? this.#wood() : this.#squares();
    return [board, this.#coordinates()];
  }

  #squares() {
    const { left, top, columns, rows } = this;
    const lines = [`M${left} ${top}h${columns}v${rows}h${-columns}z`];
    for (let column = 1; column < columns; column += 1) lines.push(`M${left + column} ${top}v${rows}`);
    for (let row = 1; row < rows; row += 1) lines.push(`M${left} ${top + row}h${columns}`);
    return draw("path", { class: "rules paper", d: lines.join("") });
  }

  #wood() {
    const { left, top, columns, rows } = this;
    const lines = [];
    for (let column = 0; column < columns; column += 1) {
      lines.push(`M${left + column + 0.5} ${top + 0.5}v${rows - 1}`);
    }
    for (let row = 0; row < rows; row += 1) lines.push(`M${left + 0.5} ${top + row + 0.5}h${columns - 1}`);
    return draw(
      "g",
      {},
      draw("rect", { class: "wood", width: this.width, height: this.height, rx: 0.25 }),
      draw("path", { class: "rules", d: lines.join("") }),
      ...stars(columns).map(([column, row]) =>
        draw("circle", { class: "star", cx: left + column + 0.5, cy: top + row + 0.5, r: 0.1 })),
    );
  }

  #coordinates() {
    /** @type {SVGTextElement[]} */
    const texts = [];
    /** @param {string|number} text @param {number} x @param {number} y */
    const write = (text, x, y) => texts.push(draw("text", { x, y }, text));
    const edge = this.letter;
    for (let column = 0; column < this.columns; column += 1) {
      write(LETTERS[column], this.left + column + 0.5, this.height - edge);
    }
    for (let row = 0; row < this.rows; row += 1) {
      write(row + 1, edge, this.top + this.rows - row - 0.5);
    }
    return draw("g", { class: `coordinates ${this.kind}`, "font-size": this.letter, "aria-hidden": "true" }, ...texts);
  }

  overlay() {
    return [];
  }

  /** The two ends of the winning line. @param {string[]} cells */
  winningLine(cells) {
    const places = cells.map((name) => this.place(name)).sort((one, two) => one.x - two.x || one.y - two.y);
    return [places[0], places[places.length - 1]];
  }
}
