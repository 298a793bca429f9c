/**
 * The games in progress, each on a board of its own.
 *
 * @import { Playing } from "../data.js"
 * @import { Tournament } from "./tournament.js"
 */

import { Board } from "./boards/board.js";
import { chooseGeometry } from "./boards/choose.js";
import { find, make } from "./dom.js";
import { drawSeats } from "./seats.js";
import { writeShortScore } from "./words.js";

/** @param {Playing} game */
const keyOf = (game) => `${game.label} ${game.x} ${game.o}`;

export class PlayingBoards {
  /** @type {Map<string, LiveBoard>} */
  #boards = new Map();

  constructor() {
    this.section = find("#playing");
    this.frame = find("#boards");
  }

  /** @param {Tournament} tournament */
  show(tournament) {
    const games = tournament.playing;
    this.section.hidden = !games.length;
    const wanted = new Set(games.map(keyOf));
    for (const [key, board] of this.#boards) {
      if (wanted.has(key)) continue;
      board.element.remove();
      this.#boards.delete(key);
    }
    for (const game of games) {
      const key = keyOf(game);
      if (!this.#boards.has(key)) {
        const board = new LiveBoard(tournament, game);
        this.#boards.set(key, board);
        this.frame.append(board.element);
      }
      this.#boards.get(key)?.show(game);
    }
    const columns = Math.ceil(Math.sqrt(games.length));
    this.frame.style.setProperty("--columns", String(columns));
    this.frame.style.setProperty("--rows", String(Math.ceil(games.length / columns)));
  }

  /** Let the clocks run. */
  tick() {
    for (const board of this.#boards.values()) board.tick();
  }
}

class LiveBoard {
  #moves = "";
  #since = performance.now();

  /** @param {Tournament} tournament @param {Playing} game */
  constructor(tournament, game) {
    this.tournament = tournament;
    this.course = tournament.courseOf(game);
    const state = this.course.stateAt(0);
    const geometry = chooseGeometry(state, false);
    this.board = new Board(geometry, state, () => {});
    this.seats = make("div", { class: "seats" });
    this.caption = make("p", { class: "caption" });
    // Told in words below; a hundred cells of each board would only be in the way of the keys.
    const frame = make("div", { class: "board-frame", inert: true }, this.board.element);
    frame.style.setProperty("--ratio", String(geometry.width / geometry.height));
    this.element = make("article", { class: "live", "aria-label": `Game ${game.label}` }, this.seats, frame, this.caption);
  }

  /** @param {Playing} game */
  show(game) {
    this.#since = performance.now() - 1000 * (game.thinking ?? 0);
    if (this.#moves !== game.moves || !this.board.element.querySelector(".cell[aria-label]")) {
      this.#moves = game.moves;
      this.course = this.tournament.courseOf(game);
      const state = this.course.stateAt(this.course.moves.length);
      this.board.show({ state, playable: false, hint: null, pointed: null, preview: [], heat: null, threes: false });
    }
    this.#tell(game);
    this.tick();
  }

  /** @param {Playing} game */
  #tell(game) {
    const at = this.course.moves.length;
    const score = this.course.scores[at - 1];
    const said = score ? ` ${writeShortScore(score)}` : "";
    const last = at ? `ply ${at}: ${this.course.moves[at - 1]}${said}` : "begins";
    this.caption.textContent = `${game.label}, ${last}`;
  }

  tick() {
    const thinking = performance.now() - this.#since;
    this.seats.replaceChildren(...drawSeats(this.tournament, this.course, this.course.moves.length, thinking));
  }
}
