/**
 * The board in its frame on the page, and how a page is drawn: what that of table.js and that of a game with a
 * friend have in common.
 *
 * @import { State } from "../messages.js"
 * @import { Settings } from "./settings.js"
 * @import { Sounds } from "./sound.js"
 * @import { Table } from "./table.js"
 */

import { Board } from "./boards/board.js";
import { chooseGeometry } from "./boards/choose.js";
import { find } from "./dom.js";
import { remind } from "./messages.js";

/** What has the page drawn in the next frame, once, however often it is called until then.
 * @param {() => void} draw
 */
export function inNextFrame(draw) {
  let isAwaited = false;
  const act = () => {
    isAwaited = false;
    draw();
  };
  return () => {
    if (!isAwaited) requestAnimationFrame(act);
    isAwaited = true;
  };
}

export class Frame {
  /** @type {Board|null} */
  board = null;

  /** @param {Pick<Table, "playable"|"state"|"play">} table @param {Settings} settings @param {Sounds} sounds */
  constructor(table, settings, sounds) {
    this.table = table;
    this.settings = settings;
    this.sounds = sounds;
  }

  /** The board for this position: another one only when the game or the view of it has changed.
   * @param {State} state @param {string} title of the game
   */
  renew(state, title) {
    const { flat } = this.settings;
    const view = `${state.words} ${state.game === "qubic" && flat}`;
    if (this.board?.element.dataset.view === view) return this.board;
    const board = new Board(chooseGeometry(state, flat), state, (move) => this.#choose(move));
    board.element.dataset.view = view;
    board.element.setAttribute("aria-label", `Board, ${title}`);
    find(".table").style.setProperty("--ratio", (board.geometry.width / board.geometry.height).toFixed(4));
    find("#board").replaceChildren(board.element);
    this.board = board;
    return board;
  }

  focus() {
    this.board?.focus(this.board.focused);
  }

  /** Play a move, or say why that cannot be. @param {string} move */
  #choose(move) {
    if (this.table.playable && this.table.state?.legal.includes(move)) this.table.play(move);
    else if (this.board) {
      this.sounds.play("refused");
      remind(find("#caption"), this.board.element);
    }
  }
}
