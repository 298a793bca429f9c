/** The keys that work everywhere in the page, and the dialog that lists them. */

import { button, find, make } from "./dom.js";

const BOARD_KEYS = [
  ["Arrow keys", "walk over the board"],
  ["Enter", "play the cell in focus"],
  ["Page Up, Page Down", "qubic: a level up or down"],
  ["Shift and arrows", "qubic: turn the cube"],
];

const HELP = "Click a cell to play. A line under Thinking shows on the board what it means while you "
  + "point at it; a click keeps it there. The move list and the graph lead to any position; a move "
  + "played there begins anew from it. A file dropped on the page is opened.";

/** `actions` has a function and what it does for each key. */
export function bindKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, select, textarea")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action[1]();
  });
}

export function openHelp(actions) {
  const dialog = find("#help-dialog");
  const row = ([key, told]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, told)];
  const rows = [...BOARD_KEYS, ...Object.entries(actions).map(([key, [told]]) => [key, told])];
  dialog.replaceChildren(
    make("h2", { id: "help-dialog-title" }, "Keys and help"),
    make("p", {}, HELP),
    make("dl", { class: "keys" }, rows.flatMap(row)),
    make("div", { class: "dialog-buttons" }, button("Close", () => dialog.close(), { class: "primary" })),
  );
  dialog.showModal();
}
