/** A button that asks back: pressed twice it is meant. */

import { button } from "./dom.js";

const CONFIRM_TIME = 4000;

/** @param {string} label @param {string} question @param {() => void} act @param {Record<string, unknown>} attributes */
export function confirmingButton(label, question, act, attributes = {}) {
  let timer = 0;
  /** @param {boolean} asks */
  const ask = (asks) => {
    clearTimeout(timer);
    timer = asks ? setTimeout(() => ask(false), CONFIRM_TIME) : 0;
    made.textContent = asks ? question : label;
  };
  const made = button(label, () => {
    const sure = timer > 0;
    ask(!sure);
    if (sure) act();
  }, attributes);
  return made;
}
