/**
 * The part of a form that says with which clock is played.
 *
 * @import { TimeControl } from "../../rooms.js"
 */

import { writeControl } from "../clocks.js";
import { make } from "../dom.js";

const MINUTE = 60_000;
/** @type {TimeControl[]} */
const OFFERED = [
  { base: MINUTE, increment: 0 }, { base: 3 * MINUTE, increment: 2000 }, { base: 5 * MINUTE, increment: 5000 },
  { base: 15 * MINUTE, increment: 10_000 },
];

export class ClockField {
  /** @param {TimeControl|null} present what it shows at first */
  constructor(present) {
    const names = OFFERED.map(writeControl);
    this.choice = make("select", { id: "clock", onchange: () => this.#show() });
    this.choice.append(
      make("option", { value: "none" }, "No clock"),
      ...names.map((name) => make("option", { value: name }, name.replace("+", " min + ") + " s a move")),
      make("option", { value: "own" }, "Other \u2026"),
    );
    const shown = present && writeControl(present);
    this.choice.value = !shown ? "none" : names.includes(shown) ? shown : "own";
    this.minutes = this.#number("clock-minutes", "Minutes", 0.1, 180, "any", (present?.base ?? 10 * MINUTE) / MINUTE);
    this.seconds = this.#number("clock-seconds", "Seconds a move", 0, 180, "any", (present?.increment ?? 0) / 1000);
    this.element = make(
      "div", { class: "clock-field" },
      make("label", { class: "field" }, make("span", {}, "Clock"), this.choice), this.minutes.label, this.seconds.label,
    );
    this.#show();
  }

  /** @param {string} id @param {string} label @param {number} min @param {number} max
   * @param {string} step @param {number} value
   */
  #number(id, label, min, max, step, value) {
    const input = make("input", { id, type: "number", min, max, step, value, required: true });
    return { input, label: make("label", { class: "field" }, make("span", {}, label), input) };
  }

  #show() {
    for (const { input, label } of [this.minutes, this.seconds]) {
      label.hidden = input.disabled = this.choice.value !== "own";
    }
  }

  /** @returns {TimeControl|null} */
  read() {
    if (this.choice.value === "none") return null;
    if (this.choice.value !== "own") return OFFERED.find((control) => writeControl(control) === this.choice.value) ?? null;
    const [minutes, seconds] = [Number(this.minutes.input.value), Number(this.seconds.input.value)];
    return { base: Math.round(minutes * MINUTE), increment: Math.round(seconds * 1000) };
  }
}
