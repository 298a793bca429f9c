/**
 * The settings of the analysis.
 *
 * @import { Settings } from "../settings.js"
 * @import { Table } from "../table.js"
 */

import { find, make } from "../dom.js";
import { findOption } from "../seats.js";
import { readWords } from "../words.js";
import { KINDS } from "./heat.js";

const MOST_LINES = 5;
const SCORES = { always: "Always", casual: "Not by the clock", after: "After the game", never: "Never" };

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
    this.scores = choice("scores", "Scores", SCORES, (value) => {
      settings.scores = /** @type {Settings["scores"]} */ (value);
      table.changed();
    });
    find("#analysis-tools").append(this.search.label, this.lines.label, this.heat.label, this.scores.label);
  }

  /** @param {Table} table @param {Partial<Settings>} changes */
  #set(table, changes) {
    Object.assign(this.settings, changes);
    table.refreshAnalysis();
  }

  /** @param {Table} table */
  show(table) {
    const { settings } = this;
    this.#offerSearches(table);
    this.lines.select.value = String(settings.lines);
    this.heat.select.value = settings.heat;
    this.scores.select.value = settings.scores;
  }

  /** @param {Table} table */
  #offerSearches(table) {
    const option = table.hello && findOption(table.hello, "Search");
    this.lines.label.hidden = !table.hello || !findOption(table.hello, "MultiPV");
    const { game } = readWords(table.record.words);
    const unsuitable = table.hello?.games.find(({ name }) => name === game)?.unsuitable ?? [];
    const choices = (option?.choices ?? []).filter((name) => !unsuitable.includes(name));
    const { select } = this.search;
    if (select.children.length !== choices.length) {
      select.replaceChildren(...choices.map((name) => make("option", { value: name }, name)));
    }
    if (option && !choices.includes(this.settings.search)) this.settings.search = String(option.default);
    select.value = this.settings.search;
    // One that is not the usual one is told, as the lines are its.
    this.search.label.hidden = !option || (!this.settings.details && this.settings.search === option.default);
  }
}
