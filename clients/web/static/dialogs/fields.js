/**
 * Inputs for options as games and engines describe them.
 *
 * @import { Option } from "../../messages.js"
 */

import { make } from "../dom.js";

/** @type {Record<string, string>} */
const LABELS = {
  size: "Size", rule: "Rule", width: "Width", height: "Height", row: "In a row", drop: "Pieces fall",
  full_board: "Sent to a full board", won_boards: "Won boards", tiebreak: "If nobody has a row",
};
/** @param {string} name */
const readable = (name) => LABELS[name] ?? name.replaceAll("_", " ");

/** An input for one option; `value` is what it holds at first.
 * @param {Option} option @param {string} value @param {string} id
 */
function optionInput(option, value, id) {
  const { kind, choices, minimum, maximum } = option;
  if (choices.length) {
    const select = make("select", { id, "data-option": option.name });
    const offered = choices.includes(value) ? choices : [value, ...choices]; // some are what they may not be set to
    select.append(...offered.map((choice) => make("option", { value: choice }, choice)));
    select.value = value;
    return select;
  }
  const common = { id, "data-option": option.name };
  if (kind === "check") return make("input", { ...common, type: "checkbox", checked: value === "true" });
  return make("input", { ...common, type: "number", min: minimum, max: maximum, value, required: true });
}

/** A row with the name of an option and its input.
 * @param {Option} option @param {string} value @param {string} id
 */
export function optionField(option, value, id) {
  const name = make("span", {}, readable(option.name));
  return make("label", { class: "field", for: id }, name, optionInput(option, value, id));
}

/** The values of all the options below this element, as texts by name.
 * @param {HTMLElement} element
 * @returns {Record<string, string>}
 */
export function readOptions(element) {
  /** @type {NodeListOf<HTMLInputElement|HTMLSelectElement>} */
  const inputs = element.querySelectorAll("[data-option]");
  return Object.fromEntries([...inputs].map((input) => [
    input.dataset.option,
    input instanceof HTMLInputElement && input.type === "checkbox" ? String(input.checked) : input.value,
  ]));
}
