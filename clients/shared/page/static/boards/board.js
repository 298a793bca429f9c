/**
 * A board that is drawn, clicked and walked over with the keys; the same for every game.
 *
 * Where its cells are comes from a geometry (grid.js, nineboards.js, cube.js, levels.js).
 *
 * @import { Player, State } from "../../states.js"
 *
 * @typedef {{x: number, y: number}} Point in cells
 *
 * @typedef {object} Geometry
 * @property {number} width of the picture
 * @property {number} height
 * @property {"mark"|"stone"|"ball"} kind of the pieces
 * @property {(name: string) => Point & {size: number}} place the middle of a cell
 * @property {(name: string) => string} tile its outline, as a path
 * @property {(name: string) => string} [plane] the transform of marks that lie flat in it, if it is not seen from above
 * @property {(name: string, key: string) => string} step the cell that a key leads to
 * @property {(name: string, legal: string[]) => string} [aim] the move that is meant by a click on a cell, if not that cell
 * @property {(state: State) => SVGElement[]} backdrop what lies below the cells
 * @property {(state: State, view: View) => SVGElement[]} overlay and above them
 * @property {(cells: string[]) => Point[]|null} winningLine its two ends, if it is to be drawn
 * @property {Turnable} [turnable] of a view that can be turned
 *
 * @typedef {object} Turnable
 * @property {(across: number, down: number) => void} turn by these angles
 * @property {(names: string[]) => string[]} order in which they must be painted
 * @property {(name: string) => number} nearness 0 at the back to 1 at the front
 *
 * @typedef {object} View what is to be seen
 * @property {State} state
 * @property {boolean} playable whether a person may move now
 * @property {string|null} hint a cell to point out
 * @property {string|null} pointed the cell of a move that is pointed at elsewhere
 * @property {{move: string, player: Player}[]} preview moves to show as if they were played
 * @property {Map<string, Heat>|null} heat
 * @property {boolean} threes whether to show lines that lack one cell
 *
 * @typedef {{share: number, text: string}} Heat
 *
 * @typedef {object} Cell its elements, and how it was drawn last, as JSON of a Look
 * @property {SVGGElement} group
 * @property {SVGPathElement} tile
 * @property {SVGPathElement} heat
 * @property {SVGGElement} ground marks that lie in the tile
 * @property {SVGGElement} figure what stands on it
 * @property {string} drawn
 *
 * @typedef {object} Look how a cell is to be drawn
 * @property {Player|null} owner
 * @property {boolean} legal
 * @property {boolean} playable
 * @property {string|null} aim the other cell that is played by it, if there is one
 * @property {Player|null} mover
 * @property {boolean} last
 * @property {boolean} won
 * @property {boolean} hint
 * @property {boolean} pointed
 * @property {{player: Player, number: number}|null} preview
 * @property {Heat|null} heat
 * @property {boolean} roomy
 */

import { draw } from "../dom.js";
import { Turning } from "./turning.js";
import { drawPiece, drawShading } from "./pieces.js";

const WALKING = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]);
const RING = 0.4;
const ROOM_FOR_NUMBERS = 26; // pixels of a cell

export class Board {
  /** @type {Map<string, Cell>} */
  #cells = new Map();
  /** @type {View|null} */
  #view = null;
  #order = "";

  /**
   * @param {Geometry} geometry
   * @param {State} state
   * @param {(name: string) => void} choose called with the name of a cell that was clicked or entered
   */
  constructor(geometry, state, choose) {
    this.geometry = geometry;
    this.choose = choose;
    this.below = draw("g");
    this.above = draw("g", { class: "above", "aria-hidden": "true" });
    this.middle = draw("g");
    this.element = draw(
      "svg",
      { viewBox: `0 0 ${geometry.width} ${geometry.height}`, class: `board ${geometry.kind}s`, role: "group" },
      drawShading(), this.below, this.middle, this.above,
    );
    for (const name of state.names) this.#addCell(name);
    this.focused = state.names[Math.floor(state.names.length / 2)];
    this.#listen();
    const { turnable } = geometry;
    this.turning = turnable ? new Turning(this.element, turnable, () => this.#turned()) : null;
    this.#arrange();
  }

  /** @param {string} name */
  #addCell(name) {
    const parts = {
      tile: draw("path", { class: "tile" }),
      heat: draw("path", { class: "heat" }),
      ground: draw("g", { class: "ground" }),
      figure: draw("g", { class: "figure" }),
    };
    const group = draw(
      "g", { class: "cell", "data-cell": name, role: "button", tabindex: "-1", onfocus: () => this.#rove(name) },
      draw("title", {}, name), parts.tile, parts.heat, parts.ground, parts.figure,
    );
    this.#cells.set(name, { group, ...parts, drawn: "" });
    this.middle.append(group);
  }

  /** @param {string} name */
  #cell(name) {
    return /** @type {Cell} */ (this.#cells.get(name));
  }

  #listen() {
    this.element.addEventListener("click", ({ target }) => {
      const name = target instanceof Element && target.closest(".cell")?.getAttribute("data-cell");
      if (name && !this.turning?.dragged) this.#choose(name);
      if (this.turning) this.turning.dragged = false;
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (WALKING.has(event.key) && !event.shiftKey) {
        this.focus(this.geometry.step(this.focused, event.key));
      } else if (event.key === "Enter" || event.key === " ") {
        this.#choose(this.focused);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** @param {string} name */
  #choose(name) {
    this.choose(this.#aim(name, this.#view?.state.legal ?? []));
  }

  /** The move that is meant by a cell. @param {string} name @param {string[]} legal */
  #aim(name, legal) {
    return this.geometry.aim?.(name, legal) ?? name;
  }

  /** Exactly one cell is in the order of the Tab key: the one that was last in focus.
   * @param {string} name
   */
  #rove(name) {
    this.#cell(this.focused).group.setAttribute("tabindex", "-1");
    this.focused = name;
    this.#cell(name).group.setAttribute("tabindex", "0");
  }

  /** @param {string} name */
  focus(name) {
    this.#rove(name);
    this.#cell(name).group.focus();
  }

  #arrange() {
    const { turnable } = this.geometry;
    for (const [name, cell] of this.#cells) {
      const { x, y, size } = this.geometry.place(name);
      const outline = this.geometry.tile(name);
      cell.tile.setAttribute("d", outline);
      cell.heat.setAttribute("d", outline);
      const upright = `translate(${x} ${y}) scale(${size})`;
      cell.figure.setAttribute("transform", upright);
      cell.ground.setAttribute("transform", this.geometry.plane?.(name) ?? upright);
      if (turnable) cell.group.style.setProperty("--near", turnable.nearness(name).toFixed(2));
    }
    this.#rove(this.focused);
    if (turnable) this.#paintIn(turnable.order([...this.#cells.keys()]));
  }

  /** @param {string[]} order */
  #paintIn(order) {
    if (order.join() === this.#order) return;
    this.#order = order.join();
    const focused = this.middle.contains(document.activeElement);
    this.middle.append(...order.map((name) => this.#cell(name).group));
    if (focused) this.focus(this.focused); // a node that is moved loses it
  }

  #turned() {
    this.#arrange();
    if (this.#view) this.show(this.#view);
  }

  /** @param {View} view */
  show(view) {
    this.#view = view;
    const { state } = view;
    this.below.replaceChildren(...this.geometry.backdrop(state));
    this.above.replaceChildren(...this.geometry.overlay(state, view), ...this.#drawWin(state));
    const legal = new Set(state.legal);
    const line = new Set(state.line);
    const preview = new Map(view.preview.map((each, index) => [each.move, { ...each, number: index + 1 }]));
    const roomy = this.element.clientWidth / this.geometry.width >= ROOM_FOR_NUMBERS;
    state.names.forEach((name, index) => {
      const aim = this.#aim(name, state.legal);
      this.#showCell(name, {
        owner: state.cells[index] === "." ? null : /** @type {Player} */ (state.cells[index]),
        legal: legal.has(name),
        playable: view.playable && legal.has(name),
        aim: view.playable && aim !== name ? aim : null,
        mover: state.toMove,
        last: state.last === name,
        won: line.has(name),
        hint: view.hint === name,
        pointed: view.pointed === name,
        preview: preview.get(name) ?? null,
        heat: view.heat?.get(name) ?? null,
        roomy,
      });
    });
    this.element.classList.toggle("finished", Boolean(state.outcome));
    this.element.classList.toggle("heated", Boolean(view.heat));
  }

  /** @param {State} state */
  #drawWin(state) {
    const ends = state.line.length > 1 ? this.geometry.winningLine(state.line) : null;
    if (!ends) return [];
    const [from, to] = ends;
    return [draw("line", {
      class: `winning-line ${state.outcome?.winner ?? ""}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y,
    })];
  }

  /** @param {string} name @param {Look} now */
  #showCell(name, now) {
    const cell = this.#cell(name);
    const drawn = JSON.stringify(now);
    if (cell.drawn === drawn) return;
    const before = cell.drawn ? JSON.parse(cell.drawn) : null;
    cell.drawn = drawn;
    const classes = {
      [`taken-${now.owner}`]: now.owner, legal: now.legal, playable: now.playable, last: now.last, won: now.won,
      aiming: now.aim, hint: now.hint, pointed: now.pointed, previewed: now.preview, hot: now.heat,
    };
    const chosen = Object.entries(classes).flatMap(([key, holds]) => (holds ? [key] : []));
    cell.group.setAttribute("class", ["cell", ...chosen].join(" "));
    cell.group.setAttribute("aria-label", describe(name, now));
    cell.group.setAttribute("aria-disabled", String(!now.playable && !now.aim));
    cell.heat.style.fillOpacity = now.heat ? (0.05 + 0.75 * now.heat.share ** 2).toFixed(2) : "0";
    cell.ground.replaceChildren(...(now.hint && !now.owner ? [draw("circle", { class: "hint-ring", r: RING })] : []));
    cell.figure.replaceChildren(...this.#drawFigure(now, before));
  }

  /** @param {Look} now @param {Look|null} before */
  #drawFigure(now, before) {
    const { kind } = this.geometry;
    if (now.owner) {
      const piece = drawPiece(kind, now.owner);
      if (before && !before.owner && now.last) piece.classList.add("fresh");
      const dot = now.last ? [draw("circle", { class: `dot ${now.owner}`, r: 0.1 })] : [];
      return [piece, ...dot];
    }
    /** @type {SVGElement[]} */
    const figure = [];
    if (now.preview) {
      const ghost = drawPiece(kind, now.preview.player);
      ghost.classList.add("previewing");
      figure.push(ghost, draw("text", { class: `number ${now.preview.player}` }, now.preview.number));
    } else if (now.playable && now.mover) {
      const ghost = drawPiece(kind, now.mover);
      ghost.classList.add("ghost");
      figure.push(ghost);
    }
    if (now.heat && now.roomy && !now.preview) {
      figure.push(draw("text", { class: "amount" }, now.heat.text));
    }
    return figure;
  }
}

/** What a screen reader says of a cell: `d4, empty, legal`, or where pieces fall `d6, empty, plays d4`.
 * @param {string} name @param {Look} now
 */
function describe(name, now) {
  const words = [name, now.owner ?? "empty"];
  if (now.legal) words.push("legal");
  if (now.aim) words.push(`plays ${now.aim}`);
  if (now.last) words.push("last move");
  if (now.won) words.push("winning line");
  if (now.hint) words.push("hint");
  if (now.preview) words.push(`move ${now.preview.number} of the line: ${now.preview.player}`);
  if (now.heat) words.push(now.heat.text);
  return words.join(", ");
}
