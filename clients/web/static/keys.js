/**
 * The keys that work everywhere in the page, and the dialog that lists them.
 *
 * @typedef {Record<string, [told: string, act: () => void]>} Actions by the key; what it does, in words and in deed
 */

import { button, findDialog, make } from "./dom.js";
import { explainRules } from "./words.js";

/** @type {[string, string][]} */
const BOARD_KEYS = [
  ["Arrow keys", "walk over the board"],
  ["Enter", "play the cell in focus"],
  ["Page Up, Page Down", "qubic: a level up or down"],
  ["Shift and arrows", "qubic: turn the cube"],
];

const HELP = "Click a cell to play. A line under Thinking shows on the board what it means while you "
  + "point at it; a click keeps it there. The move list and the graph lead to any position; another move "
  + "played there begins a variation, and after Undo it takes the place of what was taken back, which becomes one. "
  + "A file dropped on the page is opened.";

/** @type {[string, string][]} */
const NUMBERS = [
  ["+0.28", "good for x; below 0 is good for o, and 1 is a clear advantage"],
  ["+M3, \u2212M3", "x, or o, has a won game, in 3 plies at most (a ply is one move of one player)"],
  ["52 26 67", "a line: the moves that follow, each as the list of moves has it"],
];
const LEVELS = "A level is weaker as people are: it looks less far and overlooks moves, most of all those that do not "
  + "win or lose at once. Level 10 plays as well as it can in 5 seconds.";

/** @param {Actions} actions */
export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    // A field of a dialog that has just been closed may still have the focus.
    const { target } = event;
    if (target instanceof Element && target.matches("input, select, textarea") && !target.closest("dialog")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action[1]();
  });
}

/** @param {Actions} actions @param {string} words the game on the board, whose rules are told */
export function openHelp(actions, words) {
  const dialog = findDialog("#help-dialog");
  /** @param {[string, string]} pair */
  const row = ([key, told]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, told)];
  /** @param {[string, string][]} pairs */
  const table = (pairs) => make("dl", { class: "keys" }, pairs.flatMap(row));
  const rows = Object.entries(actions).map(([key, [told]]) => /** @type {[string, string]} */ ([key, told]));
  dialog.replaceChildren(
    make("h2", { id: "help-dialog-title" }, "Keys and help"),
    make("p", {}, make("strong", {}, "Rules: "), explainRules(words)),
    make("p", {}, HELP),
    make("p", {}, LEVELS),
    table(NUMBERS),
    table([...BOARD_KEYS, ...rows]),
    make("div", { class: "dialog-buttons" }, button("Close", () => dialog.close(), { class: "primary" })),
  );
  dialog.showModal();
  dialog.scrollTop = 0; // a small screen would show the end, where the focus is
}
