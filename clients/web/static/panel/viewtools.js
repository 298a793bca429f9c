/**
 * How the cube is looked at: turned, flat, and with its lines of three.
 *
 * @import { State } from "../../messages.js"
 * @import { Board } from "../boards/board.js"
 * @import { Icon } from "../dom.js"
 * @import { Settings } from "../settings.js"
 */

import { button, find, iconButton } from "../dom.js";

export class ViewTools {
  /** @type {((across: number, down: number) => void)|null} */
  #turn = null;

  /** @param {Settings} settings @param {() => void} redraw */
  constructor(settings, redraw) {
    this.settings = settings;
    this.redraw = redraw;
    this.threes = button("Lines of three", () => this.toggle("threes"), { title: "Show every line that lacks one cell (t)" });
    this.flat = button("Flat", () => this.toggle("flat"), { title: "The four levels side by side (f)" });
    this.turns = [
      this.#turner("left", "Turn left (Shift and arrow)", 1, 0),
      this.#turner("right", "Turn right (Shift and arrow)", -1, 0),
      this.#turner("up", "Look from lower (Shift and arrow)", 0, -0.5),
      this.#turner("down", "Look from higher (Shift and arrow)", 0, 0.5),
    ];
    find("#view-tools").append(...this.turns, this.flat, this.threes);
  }

  /** @param {"threes"|"flat"} name */
  toggle(name) {
    this.settings[name] = !this.settings[name];
    this.redraw();
  }

  /** @param {Icon} icon @param {string} label @param {number} across @param {number} down */
  #turner(icon, label, across, down) {
    const turner = iconButton(icon, label, () => this.#turn?.(across, down));
    turner.querySelector("svg")?.classList.add("outline");
    return turner;
  }

  /** @param {State|null} state @param {Board|null} board */
  show(state, board) {
    find("#view-tools").hidden = state?.game !== "qubic";
    const turning = board?.turning;
    this.#turn = turning ? (across, down) => turning.by(across, down) : null;
    for (const each of this.turns) each.hidden = this.settings.flat;
    this.threes.setAttribute("aria-pressed", String(this.settings.threes));
    this.flat.setAttribute("aria-pressed", String(this.settings.flat));
  }
}
