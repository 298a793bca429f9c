/**
 * The settings of the analysis, and of the view of the cube.
 *
 * @import { Board } from "../boards/board.js"
 * @import { Icon } from "../dom.js"
 * @import { Settings } from "../settings.js"
 * @import { Table } from "../table.js"
 */

import { button, find, iconButton, make } from "../dom.js";
import { findOption } from "../seats.js";
import { KINDS } from "./heat.js";

const MOST_LINES = 5;

/** A label with a choice in it; `values` are the texts by value.
 * @param {string} id @param {string} label
 * @param {Record<string, string>} values @param {(value: string) => void} onchange
 */
function choice(id, label, values, onchange) {
  const select = make("select", { id, onchange: () => onchange(select.value) });
  select.append(...Object.entries(values).map(([value, text]) => make("option", { value }, text)));
  return { select, label: make("label", { class: "field" }, make("span", {}, label), select) };
}

export class Tools {
  /** @type {((across: number, down: number) => void)|null} */
  #turn = null;

  /** @param {Table} table @param {Settings} settings @param {() => void} redraw */
  constructor(table, settings, redraw) {
    this.settings = settings;
    this.search = choice("analysis-search", "Search", {}, (value) => this.#set(table, { search: value }));
    const counts = Array.from({ length: MOST_LINES }, (_, index) => [String(index + 1), String(index + 1)]);
    this.lines = choice("analysis-lines", "Lines", Object.fromEntries(counts), (value) => {
      this.#set(table, { lines: Number(value) });
    });
    this.heat = choice("heat-kind", "Heat map", KINDS, (value) => {
      settings.heat = /** @type {Settings["heat"]} */ (value);
      redraw();
    });
    find("#analysis-tools").append(this.search.label, this.lines.label, this.heat.label);
    this.threes = this.#toggle("threes", "Lines of three", "Show every line that lacks one cell (t)", redraw);
    this.flat = this.#toggle("flat", "Flat", "The four levels side by side (f)", redraw);
    this.turns = [
      this.#turner("left", "Turn left (Shift and arrow)", 1, 0),
      this.#turner("right", "Turn right (Shift and arrow)", -1, 0),
      this.#turner("up", "Look from lower (Shift and arrow)", 0, -0.5),
      this.#turner("down", "Look from higher (Shift and arrow)", 0, 0.5),
    ];
    find("#view-tools").append(...this.turns, this.flat, this.threes);
  }

  /** @param {Table} table @param {Partial<Settings>} changes */
  #set(table, changes) {
    Object.assign(this.settings, changes);
    table.refreshAnalysis();
  }

  /** @param {"threes"|"flat"} name @param {string} label @param {string} title @param {() => void} redraw */
  #toggle(name, label, title, redraw) {
    const flip = () => {
      this.settings[name] = !this.settings[name];
      redraw();
    };
    return button(label, flip, { title });
  }

  /** @param {Icon} icon @param {string} label @param {number} across @param {number} down */
  #turner(icon, label, across, down) {
    const turner = iconButton(icon, label, () => this.#turn?.(across, down));
    turner.querySelector("svg")?.classList.add("outline");
    return turner;
  }

  /** @param {Table} table @param {Board|null} board */
  show(table, board) {
    const { settings } = this;
    this.#offerSearches(table);
    this.lines.select.value = String(settings.lines);
    this.heat.select.value = settings.heat;
    const cube = table.state?.game === "qubic";
    find("#view-tools").hidden = !cube;
    const turning = board?.turning;
    this.#turn = turning ? (across, down) => turning.by(across, down) : null;
    for (const each of this.turns) each.hidden = settings.flat;
    this.threes.setAttribute("aria-pressed", String(settings.threes));
    this.flat.setAttribute("aria-pressed", String(settings.flat));
  }

  /** @param {Table} table */
  #offerSearches(table) {
    const option = table.hello && findOption(table.hello, "Search");
    this.search.label.hidden = !option;
    this.lines.label.hidden = !table.hello || !findOption(table.hello, "MultiPV");
    const choices = option?.choices ?? [];
    const { select } = this.search;
    if (select.children.length !== choices.length) {
      select.replaceChildren(...choices.map((name) => make("option", { value: name }, name)));
    }
    if (option && !choices.includes(this.settings.search)) this.settings.search = String(option.default);
    select.value = this.settings.search;
  }
}
