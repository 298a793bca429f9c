/**
 * A finished game on a board, to be stepped through: its moves, what the engines said, and the moves
 * after which one saw its chances fall.
 *
 * @import { PackedGame } from "../data.js"
 * @import { Tournament } from "./tournament.js"
 */

import { Board } from "./boards/board.js";
import { chooseGeometry } from "./boards/choose.js";
import { button, find, iconButton, make } from "./dom.js";
import { drawGraph } from "./graph.js";
import { drawSeats } from "./seats.js";
import { writeTime } from "./tournament.js";
import { writeScore, writeShortScore } from "./words.js";

const PACE = 700; // milliseconds a move when it plays by itself
/** What a sign is called, once and several times. @type {Record<string, [string, string]>} */
const SIGNS = { "?!": ["inaccuracy", "inaccuracies"], "?": ["mistake", "mistakes"], "??": ["blunder", "blunders"] };

export class Replay {
  /** Plays by itself while there is one. @type {ReturnType<typeof setInterval>|null} */
  #timer = null;

  /** `changed` is told the place in the game, for the address. @param {(at: number) => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.frame = find("#replay");
    this.at = 0;
    // Before the board, which would walk over its cells.
    this.frame.addEventListener("keydown", (event) => {
      if (this.key(event)) event.stopPropagation();
    }, { capture: true });
  }

  /** @param {Tournament} tournament @param {PackedGame} game @param {number} at */
  open(tournament, game, at) {
    this.stop();
    this.tournament = tournament;
    this.game = game;
    this.course = tournament.courseOf(game);
    const state = this.course.stateAt(0);
    const geometry = chooseGeometry(state, false);
    this.board = new Board(geometry, state, () => {});
    this.seats = make("div", { class: "seats" });
    this.caption = make("p", { class: "caption", "aria-live": "polite" });
    this.moves = make("ol", { class: "moves" });
    this.graph = make("div", { class: "graph-frame" });
    this.playButton = iconButton("play", "Play by itself (space)", () => this.toggle());
    const board = make("div", { class: "board-frame" }, this.board.element);
    board.style.setProperty("--ratio", String(geometry.width / geometry.height));
    const steps = make(
      "div", { class: "tools", role: "toolbar", "aria-label": "Steps" },
      iconButton("first", "Start (Home)", () => this.goTo(0)),
      iconButton("back", "Back (\u2190)", () => this.goTo(this.at - 1)),
      this.playButton,
      iconButton("forward", "Forward (\u2192)", () => this.goTo(this.at + 1)),
      iconButton("last", "End (End)", () => this.goTo(this.course?.moves.length ?? 0)),
      this.course.marks.size ? button("Next mark", () => this.nextMark(), { title: "The next marked move (m)" }) : null,
    );
    this.frame.replaceChildren(
      make("section", { class: "table", "aria-label": "Board" }, this.seats, board, this.caption, steps),
      make(
        "section", { class: "card", "aria-label": "Record" },
        make("h2", {}, `Game ${game.label}: ${game.result}`),
        make("p", { class: game.failed ? "failed" : "" }, game.text),
        ...this.#review(),
        this.graph, this.moves,
      ),
    );
    this.#listMoves();
    this.goTo(at);
  }

  #review() {
    const { game, course } = this;
    if (!game?.accuracy || !course) return [];
    const shares = game.accuracy.map((share, side) => (share === null ? "" : `${side ? "o" : "x"} ${share} %`));
    const counts = Object.entries(SIGNS).map(([sign, [one, several]]) => {
      const count = [...course.marks.values()].filter((each) => each === sign).length;
      return count ? `${count} ${count === 1 ? one : several}` : "";
    });
    const told = [`Accuracy: ${shares.filter(Boolean).join(", ")}`, ...counts].filter(Boolean).join("; ");
    return [
      make("p", { class: "review" }, `${told}.`),
      make("p", { class: "note muted" }, "By the engines' own scores: a mark is where one saw its chances fall by its next move."),
    ];
  }

  #listMoves() {
    const { course } = this;
    if (!course || !this.moves) return;
    this.moves.replaceChildren(...course.moves.map((move, ply) => {
      const score = course.scores[ply];
      const sign = course.marks.get(ply) ?? "";
      const mark = sign ? make("strong", { class: "sign", title: SIGNS[sign][0] }, sign) : null;
      return make("li", { class: ply < course.game.opening ? "opening" : "" }, button(
        make("span", {}, `${ply + 1}. `, make("b", {}, move), mark, score ? make("span", { class: "muted" }, ` ${writeShortScore(score)}`) : null),
        () => this.goTo(ply + 1), { class: `quiet ${course.moverAt(ply)}`, "data-at": ply + 1 },
      ));
    }));
  }

  /** @param {number} at */
  goTo(at) {
    const { course, board, tournament } = this;
    if (!course || !board || !tournament) return;
    this.at = Math.min(Math.max(at, 0), course.moves.length);
    if (this.at === course.moves.length) this.stop();
    const state = course.stateAt(this.at);
    board.show({ state, playable: false, hint: null, pointed: null, preview: [], heat: null, threes: false });
    this.seats?.replaceChildren(...drawSeats(tournament, course, this.at));
    if (this.caption) this.caption.textContent = this.#tell();
    if (course.scores.some(Boolean)) this.graph?.replaceChildren(drawGraph(course, this.at, (each) => this.goTo(each)));
    for (const each of this.moves?.querySelectorAll("button") ?? []) {
      const here = each.dataset.at === String(this.at);
      each.classList.toggle("here", here);
      if (here) each.setAttribute("aria-current", "step");
      else each.removeAttribute("aria-current");
      if (here && this.moves) keepInView(this.moves, each);
    }
    this.changed(this.at);
  }

  /** What the last move was, and what its engine said. */
  #tell() {
    const { course, game, at } = this;
    if (!course || !game) return "";
    if (!at) return course.moves.length ? "The start." : game.text;
    const ply = at - 1;
    const parts = [`${at}. ${course.moves[ply]}${course.marks.get(ply) ?? ""} by ${course.moverAt(ply)}`];
    const [score, depth, time] = [course.scores[ply], course.depths[ply], course.times[ply]];
    if (ply < course.game.opening) parts.push("opening");
    if (score) parts.push(writeScore(score));
    if (depth) parts.push(`depth ${depth}`);
    if (time) parts.push(writeTime(time));
    const told = `${parts.join(", ")}.`;
    return at === course.moves.length ? `${told} ${game.text}` : told;
  }

  nextMark() {
    const plies = [...(this.course?.marks.keys() ?? [])].sort((one, two) => one - two);
    const next = plies.find((ply) => ply + 1 > this.at) ?? plies[0];
    if (next !== undefined) this.goTo(next + 1);
  }

  toggle() {
    if (this.#timer) {
      this.stop();
      return;
    }
    if (this.at === this.course?.moves.length) this.goTo(0);
    this.#timer = setInterval(() => this.goTo(this.at + 1), PACE);
    this.playButton?.setAttribute("aria-pressed", "true");
  }

  stop() {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.playButton?.setAttribute("aria-pressed", "false");
  }

  /** Does what a key says; false if it says nothing here. @param {KeyboardEvent} event */
  key(event) {
    if (this.frame.hidden || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return false;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.goTo(this.at - 1), ArrowRight: () => this.goTo(this.at + 1),
      Home: () => this.goTo(0), End: () => this.goTo(this.course?.moves.length ?? 0),
      m: () => this.nextMark(),
    };
    if (event.key === " " && !(event.target instanceof HTMLButtonElement)) keys[" "] = () => this.toggle();
    if (!keys[event.key]) return false;
    if (event.key !== " ") this.stop();
    keys[event.key]();
    event.preventDefault();
    return true;
  }
}

/** Scrolls the list alone, not the page. @param {HTMLElement} list @param {HTMLElement} item */
function keepInView(list, item) {
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
}
