/**
 * Elements, made in one call. Text always becomes a text node, never markup, so nothing that an
 * engine or a file says can turn into part of the page.
 *
 * @typedef {Record<string, unknown>} Attributes those that begin with `on` are listeners
 * @typedef {Node|string|number|null|undefined} Child
 * @typedef {keyof typeof ICONS} Icon
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} Made
 * @param {Made} node
 * @param {Attributes} attributes
 * @param {(Child|Child[])[]} children
 */
function finish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.flat().flatMap((child) => {
    if (child === null || child === undefined) return [];
    return [typeof child === "number" ? String(child) : child];
  }));
  return node;
}

/**
 * An HTML element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Child|Child[])[]} children
 */
export function make(tag, attributes = {}, ...children) {
  return finish(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Child|Child[])[]} children
 */
export function draw(tag, attributes = {}, ...children) {
  return finish(document.createElementNS(SVG, tag), attributes, children);
}

/** A button that does something, with a text or a drawing on it.
 * @param {Child} content @param {() => void} onclick @param {Attributes} attributes
 */
export function button(content, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, content);
}

/** The element that the page has for this selector; the page is wrong if there is none.
 * @param {string} selector @param {ParentNode} within
 */
export function find(selector, within = document) {
  const node = within.querySelector(selector);
  if (!(node instanceof HTMLElement)) throw new Error(`no ${selector} in the page`);
  return node;
}

/** @param {string} selector */
export const findDialog = (selector) => /** @type {HTMLDialogElement} */ (find(selector));

/** A small drawing that says nothing to those who do not see it. @param {Icon} icon */
export function drawIcon(icon) {
  return draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: ICONS[icon] }));
}

/** A button with a drawing on it and a name for those who do not see it.
 * @param {Icon} icon @param {string} label @param {() => void} onclick
 */
export function iconButton(icon, label, onclick) {
  return button(drawIcon(icon), onclick, { class: "icon-button", title: label, "aria-label": label });
}

const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  left: "M9 6l-6 6 6 6M3 12h12a6 6 0 0 1 6 6",
  right: "M15 6l6 6-6 6M21 12H9a6 6 0 0 0-6 6",
  up: "M6 10l6-6 6 6M12 4v16",
  down: "M6 14l6 6 6-6M12 20V4",
  auto: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 6a6 6 0 0 1 0 12z",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2"
    + "M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19",
  look: "M12 3a9 9 0 1 0 0 18c2 0 2-2 1.2-3s0-2 1.3-2H17a4 4 0 0 0 4-4c0-5-4-9-9-9z",
  dark: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
};
