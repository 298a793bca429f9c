/**
 * The games of a recorded match, one of which is on the board.
 *
 * @import { ReadGame } from "../../messages.js"
 * @import { Table } from "../table.js"
 */

import { find, make } from "../dom.js";
import { messageOf } from "../messages.js";
import { isResumable, loadMatch, recordOf, resumedRecord, saveMatch } from "../record.js";
import { seatOf } from "../seats.js";
import { listTree } from "../tree.js";

/** @param {ReadGame} game */
function countPlies({ moves }) {
  return `${moves.length} ${moves.length === 1 ? "ply" : "plies"}`;
}

const MANY = 8; // games, from which on one may be sought

/** What is told of a game, and sought in. @param {ReadGame} game @param {number} index */
function tell(game, index) {
  return {
    number: String(index + 1), names: `${game.x || "x"} \u2013 ${game.o || "o"}`, result: game.result,
    more: `${countPlies(game)}, ${game.reason}`,
  };
}

export class Match {
  /** The record of the game that was chosen last. */
  #shown;

  /** @param {Table} table @param {(text: string) => void} notice */
  constructor(table, notice) {
    this.table = table;
    this.notice = notice;
    this.list = find("#match-list");
    this.filter = /** @type {HTMLInputElement} */ (find("#match-filter"));
    this.filter.addEventListener("input", () => this.#draw());
    this.match = loadMatch();
    this.#shown = table.record;
    this.#draw();
  }

  /** Show these games and open the first; a single one is no match, and goes on if it can.
   * @param {ReadGame[]} games
   */
  async open(games) {
    const [first] = games;
    const { record, hello } = this.table;
    if (games.length === 1 && isResumable(first) && hello) {
      const x = seatOf(first.seats.x, record.seats.x, hello);
      const o = seatOf(first.seats.o, record.seats.o, hello);
      await this.table.open(resumedRecord(first, { x, o }));
    } else {
      await this.table.open(recordOf(first));
    }
    this.match = games.length > 1 ? { games, index: 0 } : null;
    this.filter.value = "";
    this.#shown = this.table.record;
    saveMatch(this.match);
    this.#draw();
  }

  /** When a new game begins, the match is put away. */
  close() {
    this.match = null;
    saveMatch(null);
    this.#draw();
  }

  /** @param {number} index */
  async choose(index) {
    const { match } = this;
    const game = match?.games[index];
    if (!game) return;
    const left = this.table.record;
    try {
      await this.table.open(recordOf(game));
    } catch (error) {
      this.notice(messageOf(error));
      return;
    }
    // What was tried and said in the game that is left is there again when it is chosen again.
    const isLeft = left === this.#shown;
    const games = match.games.map((each, at) => (isLeft && at === match.index ? { ...each, tree: listTree(left.tree) } : each));
    this.#shown = this.table.record;
    this.match = { games, index };
    saveMatch(this.match);
    this.#draw();
  }

  #draw() {
    const { match } = this;
    find("#match").hidden = !match;
    if (!match) return;
    this.filter.hidden = match.games.length < MANY;
    const sought = this.filter.hidden ? "" : this.filter.value.trim().toLowerCase();
    const rows = match.games.map((game, index) => ({ index, ...tell(game, index) }))
      .filter(({ names, result, more }) => `${names} ${result} ${more}`.toLowerCase().includes(sought));
    const found = sought ? `, ${rows.length} found` : "";
    find("#match-figures").textContent = `${match.index + 1} of ${match.games.length}${found}`;
    const { scrollTop } = this.list;
    const focused = this.list.contains(document.activeElement);
    this.list.replaceChildren(...rows.map(({ index, number, names, result, more }) => make(
      "li", {},
      make(
        "button",
        {
          type: "button", class: "quiet", onclick: () => this.choose(index),
          "aria-current": index === match.index ? "true" : null,
        },
        make("span", { class: "muted" }, `${number}.`), " ", make("span", { class: "names" }, names), " ",
        make("span", { class: "result" }, result), " ", make("small", { class: "muted" }, more),
      ),
    )));
    this.list.scrollTop = scrollTop;
    if (focused) /** @type {HTMLElement|null} */ (this.list.querySelector("[aria-current]"))?.focus();
    if (!rows.length) this.list.append(make("li", { class: "empty muted" }, "No game has this."));
  }
}
