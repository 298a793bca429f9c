/**
 * The games of a recorded match, one of which is on the board.
 *
 * @import { ReadGame } from "../../messages.js"
 * @import { Table } from "../table.js"
 */

import { find, make } from "../dom.js";
import { messageOf } from "../messages.js";
import { isOpen, loadMatch, recordOf, resumedRecord, saveMatch } from "../record.js";
import { seatOf } from "../seats.js";

/** @param {ReadGame} game */
function countPlies({ moves }) {
  return `${moves.length} ${moves.length === 1 ? "ply" : "plies"}`;
}

export class Match {
  /** @param {Table} table @param {(text: string) => void} notice */
  constructor(table, notice) {
    this.table = table;
    this.notice = notice;
    this.list = find("#match-list");
    this.match = loadMatch();
    this.#draw();
  }

  /** Show these games and open the first; a single one is no match, and goes on if it can.
   * @param {ReadGame[]} games
   */
  async open(games) {
    const [first] = games;
    const { record, hello } = this.table;
    if (games.length === 1 && isOpen(first) && hello) {
      const x = seatOf(first.seats.x, record.seats.x, hello);
      const o = seatOf(first.seats.o, record.seats.o, hello);
      await this.table.open(resumedRecord(first, { x, o }));
    } else {
      await this.table.open(recordOf(first));
    }
    this.match = games.length > 1 ? { games, index: 0 } : null;
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
    try {
      await this.table.open(recordOf(game));
    } catch (error) {
      this.notice(messageOf(error));
      return;
    }
    this.match = { ...match, index };
    saveMatch(this.match);
    this.#draw();
  }

  #draw() {
    const { match } = this;
    find("#match").hidden = !match;
    if (!match) return;
    find("#match-figures").textContent = `${match.index + 1} of ${match.games.length}`;
    this.list.replaceChildren(...match.games.map((game, index) =>
      make(
        "li", {},
        make(
          "button",
          {
            type: "button", class: "quiet", onclick: () => this.choose(index),
            "aria-current": index === match.index ? "true" : null,
          },
          make("span", {}, `${game.x || "x"} \u2013 ${game.o || "o"}`),
          make("small", { class: "muted", title: game.reason }, `${game.result}, ${countPlies(game)}, ${game.reason}`),
        ),
      )));
  }
}
