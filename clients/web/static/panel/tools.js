/** The settings of the analysis, and of the view of the cube. */

import { button, find, iconButton, make } from "../dom.js";
import { findOption } from "../seats.js";
import { KINDS } from "./heat.js";

const MOST_LINES = 5;

/** A label with a choice in it; `values` are the texts by value. */
function choice(id, label, values, onchange) {
  const select = make("select", { id, onchange: () => onchange(select.value) });
  select.append(...Object.entries(values).map(([value, text]) => make("option", { value }, text)));
  return { select, label: make("label", { class: "field" }, make("span", {}, label), select) };
}

export class Tools {
  constructor(table, settings, redraw) {
    this.settings = settings;
    this.search = choice("analysis-search", "Search", {}, (value) => this.#set(table, { search: value }));
    const counts = Array.from({ length: MOST_LINES }, (_, index) => [String(index + 1), String(index + 1)]);
    this.lines = choice("analysis-lines", "Lines", Object.fromEntries(counts), (value) => {
      this.#set(table, { lines: Number(value) });
    });
    this.heat = choice("heat-kind", "Heat map", KINDS, (value) => {
      settings.heat = value;
      redraw();
    });
    find("#analysis-tools").append(this.search.label, this.lines.label, this.heat.label);
    this.#addViewTools(settings, redraw);
  }

  #set(table, changes) {
    Object.assign(this.settings, changes);
    table.refreshAnalysis();
  }

  #addViewTools(settings, redraw) {
    const toggle = (name, label, title) => {
      const flip = () => {
        settings[name] = !settings[name];
        redraw();
      };
      return button(label, flip, { title });
    };
    const turn = (icon, label, across, down) => iconButton(icon, label, () => this.turn?.(across, down));
    this.threes = toggle("threes", "Lines of three", "Show every line that lacks one cell (t)");
    this.flat = toggle("flat", "Flat", "The four levels side by side (f)");
    this.turns = [
      turn("left", "Turn left (Shift and arrow)", 1, 0),
      turn("right", "Turn right (Shift and arrow)", -1, 0),
      turn("up", "Look from lower (Shift and arrow)", 0, -0.5),
      turn("down", "Look from higher (Shift and arrow)", 0, 0.5),
    ];
    for (const each of this.turns) each.querySelector("svg").classList.add("outline");
    find("#view-tools").append(...this.turns, this.flat, this.threes);
  }

  show(table, board) {
    const { settings } = this;
    this.#offerSearches(table);
    this.lines.select.value = String(settings.lines);
    this.heat.select.value = settings.heat;
    const cube = table.state?.game === "qubic";
    find("#view-tools").hidden = !cube;
    this.turn = board?.turning ? (across, down) => board.turning.by(across, down) : null;
    for (const each of this.turns) each.hidden = settings.flat;
    this.threes.setAttribute("aria-pressed", String(settings.threes));
    this.flat.setAttribute("aria-pressed", String(settings.flat));
  }

  #offerSearches(table) {
    const option = table.hello && findOption(table.hello, "Search");
    this.search.label.hidden = !option;
    this.lines.label.hidden = !table.hello || !findOption(table.hello, "MultiPV");
    const choices = option?.choices ?? [];
    const { select } = this.search;
    if (select.children.length !== choices.length) {
      select.replaceChildren(...choices.map((name) => make("option", { value: name }, name)));
    }
    if (option && !choices.includes(this.settings.search)) this.settings.search = option.default;
    select.value = this.settings.search;
  }
}
