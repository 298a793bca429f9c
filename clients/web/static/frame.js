/**
 * The board in its frame on the page.
 *
 * @import { State } from "../messages.js"
 */

import { Board } from "./boards/board.js";
import { chooseGeometry } from "./boards/choose.js";
import { find } from "./dom.js";

/** The board for this position: another one only when the game or the view of it has changed.
 * @param {Board|null} board the one that is there
 * @param {State} state
 * @param {{title: string, flat: boolean, choose: (move: string) => void}} wanted
 */
export function renewBoard(board, state, { title, flat, choose }) {
  const view = `${state.words} ${state.game === "qubic" && flat}`;
  if (board?.element.dataset.view === view) return board;
  const made = new Board(chooseGeometry(state, flat), state, choose);
  made.element.dataset.view = view;
  made.element.setAttribute("aria-label", `Board, ${title}`);
  find(".table").style.setProperty("--ratio", (made.geometry.width / made.geometry.height).toFixed(4));
  find("#board").replaceChildren(made.element);
  return made;
}
