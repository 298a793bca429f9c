/**
 * What a person likes to see: kept in the browser, the same in every tab.
 *
 * @typedef {object} Settings
 * @property {string} search of the analysis
 * @property {number} lines of the analysis
 * @property {boolean} details whether one sees how deep and how far an engine looks, and chooses the search
 * @property {"off"|"visits"|"bound"} heat which heat map
 * @property {number} pace milliseconds between the moves of two engines, or of a replay
 * @property {boolean} threes whether the cube shows lines that lack one cell
 * @property {boolean} flat whether the cube is shown as four boards
 * @property {"always"|"casual"|"after"|"never"} scores when the engine in the background scores the game; not
 *   while a person plays against an engine (`after`), or not if that is by the clock (`casual`)
 * @property {"auto"|"light"|"dark"} theme
 * @property {"classic"|"slate"|"forest"|"contrast"} board its colours
 * @property {boolean} sound whether moves are heard
 */

import { drawIcon } from "./dom.js";
import { BROWSER } from "./storage.js";

const KEY = "linemate.settings";
/** @type {Settings} */
const DEFAULTS = {
  search: "auto", lines: 3, details: false, heat: "off", pace: 400, threes: false, flat: false, scores: "casual", theme: "auto",
  board: "classic", sound: false,
};
/** @type {Settings["theme"][]} */
const THEMES = ["auto", "light", "dark"];
/** @type {Settings["board"][]} */
export const BOARDS = ["classic", "slate", "forest", "contrast"];

/** What is kept of them; anything else that may be there is none. @returns {Partial<Settings>} */
function read() {
  const kept = Object.entries(BROWSER.read(KEY) ?? {});
  return Object.fromEntries(kept.filter(([name, value]) => isSetting(name, value)));
}

/** @param {string} name @param {unknown} value */
function isSetting(name, value) {
  /** @type {Record<string, unknown[]>} */
  const choices = {
    theme: THEMES, board: BOARDS, heat: ["off", "visits", "bound"], scores: ["always", "casual", "after", "never"],
  };
  const usual = Object.entries(DEFAULTS).find(([known]) => known === name)?.[1];
  return typeof value === typeof usual && (choices[name] ?? [value]).includes(value) && !(Number(value) < 0);
}

/** Settings that are saved whenever one of them is set. @returns {Settings} */
export function loadSettings() {
  return new Proxy({ ...DEFAULTS, ...read() }, {
    set(target, name, value) {
      Object.assign(target, { [name]: value });
      BROWSER.write(KEY, target);
      return true;
    },
  });
}

/** Give boards the colours that are set: looks.css has them. @param {Settings} settings */
export function applyBoard({ board }) {
  const root = document.documentElement;
  if (board === "classic") delete root.dataset.board;
  else root.dataset.board = board;
}

/** The button that goes through light, dark and what the system says.
 * @param {HTMLElement} button @param {Settings} settings
 */
export function bindTheme(button, settings) {
  const show = () => {
    const root = document.documentElement;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    button.replaceChildren(drawIcon(settings.theme));
    button.title = `Theme: ${settings.theme}`;
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    settings.theme = THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length];
    show();
  });
  show();
}
