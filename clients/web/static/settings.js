/** What a person likes to see: kept in the browser, the same in every tab. */

import { drawIcon } from "./dom.js";

const KEY = "linemate.settings";
const DEFAULTS = { search: "auto", lines: 3, heat: "off", pace: 400, threes: false, flat: false, theme: "auto" };
const THEMES = ["auto", "light", "dark"];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage is forbidden, or holds something else
  }
}

/** Settings that are saved whenever one of them is set. */
export function loadSettings() {
  return new Proxy({ ...DEFAULTS, ...read() }, {
    set(target, name, value) {
      target[name] = value;
      try {
        localStorage.setItem(KEY, JSON.stringify(target));
      } catch {
        // not to be kept here: then it holds until the page is closed
      }
      return true;
    },
  });
}

/** The button that goes through light, dark and what the system says. */
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
