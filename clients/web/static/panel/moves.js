/**
 * The list of moves, two to a row, each of which leads to its position, and shows its cell.
 *
 * @import { GameRecord } from "../record.js"
 * @import { Table } from "../table.js"
 */

import { find, iconButton, make } from "../dom.js";
import { writeShortScore } from "../words.js";

const ROWS_BEFORE = 4; // that stay in sight above the current one

export class Moves {
  /** The move that is pointed at or in focus.
   * @type {string|null} */
  pointed = null;
  /** @type {HTMLButtonElement[]} */
  #moves = [];
  #drawn = "";

  /** @param {Table} table @param {() => void} redraw */
  constructor(table, redraw) {
    this.table = table;
    this.redraw = redraw;
    this.list = find("#moves");
    this.buttons = {
      first: iconButton("first", "To the start (Home)", () => table.goTo(0)),
      back: iconButton("back", "One move back (,)", () => table.goTo(table.record.at - 1)),
      replay: iconButton("play", "Play through the moves (l)", () => table.replay(!table.replaying)),
      forward: iconButton("forward", "One move on (.)", () => table.goTo(table.record.at + 1)),
      last: iconButton("last", "To the last move (End)", () => table.goTo(table.record.moves.length)),
    };
    find("#steps").append(...Object.values(this.buttons));
  }

  show() {
    const { record, replaying } = this.table;
    const { first, back, replay, forward, last } = this.buttons;
    const atEnd = record.at >= record.moves.length;
    first.disabled = back.disabled = record.at === 0;
    forward.disabled = last.disabled = replay.disabled = atEnd;
    replay.setAttribute("aria-pressed", String(replaying));
    const drawn = JSON.stringify([record.moves, record.start]);
    if (drawn !== this.#drawn) this.#draw(record);
    this.#drawn = drawn;
    this.#moves.forEach((button, index) => this.#mark(button, index + 1, record));
  }

  /** @param {GameRecord} record */
  #draw(record) {
    const offset = / o( |$)/.test(record.start ?? "") ? 1 : 0; // whose turn it was at the start
    /** @type {HTMLLIElement[]} */
    const rows = [];
    this.pointed = null;
    this.#moves = record.moves.map((move, index) => {
      if (index === 0 || (index + offset) % 2 === 0) {
        const number = Math.floor((index + offset) / 2) + 1;
        rows.push(make("li", {}, make("span", { class: "turn-number muted" }, `${number}.`)));
        if (index < offset) rows[0].append(make("span", { class: "muted" }, "\u2026"));
      }
      const button = this.#makeMove(move, index + 1);
      rows[rows.length - 1].append(button);
      return button;
    });
    if (!rows.length) rows.push(make("li", { class: "empty muted" }, "No move yet."));
    this.list.replaceChildren(...rows);
  }

  /** @param {string} move @param {number} at */
  #makeMove(move, at) {
    /** @param {string|null} to */
    const point = (to) => () => {
      this.pointed = to;
      this.redraw();
    };
    return make(
      "button",
      {
        type: "button", class: "move quiet", "data-at": at, onclick: () => this.table.goTo(at),
        onmouseenter: point(move), onmouseleave: point(null), onfocus: point(move), onblur: point(null),
      },
      make("span", {}, move), make("small", { class: "score muted" }),
    );
  }

  /** @param {HTMLButtonElement} button @param {number} at @param {GameRecord} record */
  #mark(button, at, record) {
    const score = record.evaluations[at];
    find(".score", button).textContent = score ? writeShortScore(score) : "";
    button.classList.toggle("ahead", at > record.at);
    const here = at === record.at;
    if (here === button.hasAttribute("aria-current")) return;
    if (!here) {
      button.removeAttribute("aria-current");
      return;
    }
    button.setAttribute("aria-current", "step");
    const row = button.parentElement ?? button; // scrolled into the list alone, the page stays where it is
    this.list.scrollTop = row.offsetTop - this.list.offsetTop - ROWS_BEFORE * row.offsetHeight;
  }
}
