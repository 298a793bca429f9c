/**
 * The part of a form that says who plays one side: a person, or an engine and how strong.
 *
 * @import { Hello, Option, Player } from "../../messages.js"
 * @import { Seat } from "../seats.js"
 * @import { Child } from "../dom.js"
 */

import { make } from "../dom.js";
import { LIMITS, MANAGED, PERSON, engineSeat, findOption } from "../seats.js";
import { explainLevel } from "../words.js";
import { optionField, readOptions } from "./fields.js";

const KINDS = { person: "Person", level: "Engine, by level", custom: "Engine, by search" };
const KINDS_WITHOUT_LEVELS = { person: "Person", custom: "Engine" };
const DEFAULT_LIMIT = { movetime: 1000 };

export class SeatForm {
  /** @param {Player} player @param {Seat} seat what it shows at first @param {Hello} hello */
  constructor(player, seat, hello) {
    this.hello = hello;
    this.player = player;
    const kind = seat.kind === "person" ? "person" : seat.level === null ? "custom" : "level";
    const kinds = findOption(hello, "Skill") ? KINDS : KINDS_WITHOUT_LEVELS;
    const engine = seat.kind === "engine" ? seat : engineSeat(hello.first.level);
    this.kind = this.#select("kind", kinds, kind, () => this.#show());
    const levels = Object.fromEntries(hello.levels.map(({ level, name }) => [level, `${level}: ${name}`]));
    this.level = this.#select("level", levels, String(engine.level ?? hello.first.level), () => this.#explain());
    this.hint = make("small", { class: "muted", id: `${player}-level-hint` });
    this.level.setAttribute("aria-describedby", this.hint.id);
    this.byLevel = make("label", { class: "field" }, make("span", {}, "Level"), this.level, this.hint);
    this.#explain();
    const [[limit, amount]] = Object.entries(Object.keys(engine.limits).length ? engine.limits : DEFAULT_LIMIT);
    this.amount = make("input", {
      type: "number", min: 1, value: amount, required: true, id: `${player}-amount`, "aria-label": `${player}: limit`,
    });
    this.limit = this.#select("limit", LIMITS, limit, () => this.#bound());
    this.#bound();
    this.bySearch = this.#custom(engine.options);
    this.element = make(
      "fieldset", { class: "seat-form" },
      make("legend", {}, `${player} is played by`), this.kind, this.byLevel, this.bySearch,
    );
    this.#show();
  }

  /** @param {string} name @param {Record<string, string>} values @param {string} value @param {() => void} onchange */
  #select(name, values, value, onchange) {
    const label = `${this.player}: ${name}`;
    const select = make("select", { id: `${this.player}-${name}`, "aria-label": label, onchange });
    select.append(...Object.entries(values).map(([key, text]) => make("option", { value: key }, text)));
    select.value = value;
    return select;
  }

  #explain() {
    this.hint.textContent = explainLevel(this.hello.levels[Number(this.level.value) - 1]);
  }

  /** How much may be asked for depends on what is limited. */
  #bound() {
    const limit = /** @type {keyof typeof LIMITS} */ (this.limit.value);
    this.amount.max = String(this.hello.limits[limit]);
  }

  /** @param {Record<string, string>} options */
  #custom(options) {
    const { hello, player } = this;
    const search = findOption(hello, "Search");
    /** @param {Option} option */
    const field = (option) => {
      const id = `${player}-${option.name.replaceAll(" ", "-")}`;
      return optionField(option, options[option.name] ?? String(option.default ?? ""), id);
    };
    const more = hello.engine.options.filter((option) => !MANAGED.has(option.name));
    return make(
      "div", { class: "custom" },
      search ? field(search) : "",
      make(
        "div", { class: "field" },
        make("span", {}, "Limit"), make("span", { class: "pair" }, this.amount, this.limit),
      ),
      more.length ? this.#unfold(make("summary", {}, "More options"), ...more.map(field)) : "",
    );
  }

  /** Opens by itself to show what is wrong in it. @param {Child[]} content */
  #unfold(...content) {
    const details = make("details", {}, ...content);
    details.addEventListener("invalid", () => { details.open = true; }, true);
    return details;
  }

  /** Offer only searches that play the game. @param {string[]} unsuitable */
  fit(unsuitable) {
    /** @type {HTMLSelectElement|null} */
    const select = this.bySearch.querySelector("select[data-option=Search]");
    if (!select) return;
    for (const choice of select.options) choice.hidden = choice.disabled = unsuitable.includes(choice.value);
    if (unsuitable.includes(select.value)) select.value = String(findOption(this.hello, "Search")?.default);
  }

  #show() {
    this.byLevel.hidden = this.kind.value !== "level";
    this.bySearch.hidden = this.kind.value !== "custom";
    // Or what is wrong in a field that nobody sees would keep the form from being sent.
    /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */
    const fields = this.bySearch.querySelectorAll("input, select");
    for (const field of fields) field.disabled = this.bySearch.hidden;
  }

  /** @returns {Seat} */
  read() {
    if (this.kind.value === "person") return PERSON;
    if (this.kind.value === "level") return engineSeat(Number(this.level.value));
    const all = readOptions(this.bySearch);
    const changed = Object.entries(all).filter(([name, value]) =>
      name === "Search" || value !== String(findOption(this.hello, name)?.default ?? ""));
    return {
      kind: "engine", level: null, options: Object.fromEntries(changed),
      limits: { [this.limit.value]: Number(this.amount.value) },
    };
  }
}
