/**
 * Who plays, whose turn it is, and the buttons under the board.
 *
 * @import { Player, State } from "../../messages.js"
 * @import { GameRecord } from "../record.js"
 * @import { Settings } from "../settings.js"
 * @import { Table } from "../table.js"
 */

import { confirmingButton } from "../confirm.js";
import { button, draw, find, make } from "../dom.js";
import { newClock, timeLeft } from "../gameclock.js";
import { newRecord } from "../record.js";
import { describeSeat } from "../seats.js";
import { onlyPerson } from "../turns.js";
import { explainRules, tellTurn } from "../words.js";
import { drawPiece } from "../boards/pieces.js";
import { keepFaces, makeFace } from "./clockfaces.js";

const PACES = { 0: "no pause", 400: "quick", 1000: "one a second", 2500: "slow" };

export class Controls {
  #seatsDrawn = "";

  /** @param {Table} table @param {Settings} settings @param {(record: GameRecord) => void} begin a new game */
  constructor(table, settings, begin) {
    this.table = table;
    this.begin = begin;
    this.undo = button("Undo", () => table.undo(), { title: "Take back (u)" });
    this.redo = button("Redo", () => table.redo(), { title: "Play again what was taken back (r)" });
    this.hint = button("Hint", () => table.askHint(), { title: "Ask for a good move (h)" });
    this.analyse = button("Analyse", () => table.analyse(!table.analysing), {
      title: "Think about the position shown for as long as it is (a)",
    });
    this.switch = button("Switch sides", () => table.switchSides(), {
      title: "Each player takes the other's place (s)",
    });
    this.resign = confirmingButton("Resign", "Really?", () => table.resign(), { title: "Give the game up: press twice" });
    this.showClocks = keepFaces((player) => (table.record.clock ? timeLeft(table.record.clock, player) : null));
    this.act = () => {};
    this.main = button("", () => this.act(), { id: "go-button" });
    this.pace = make(
      "select",
      { id: "pace", onchange: () => { settings.pace = Number(this.pace.value); } },
      Object.entries(PACES).map(([value, label]) => make("option", { value }, label)),
    );
    this.pace.value = String(settings.pace);
    this.paceLabel = make("label", { class: "inline" }, "Pace ", this.pace);
    find("#controls").append(this.undo, this.redo, this.hint, this.analyse, this.switch, this.resign, this.main);
    find("#steps").before(this.paceLabel);
  }

  show() {
    const { table } = this;
    const { record, state } = table;
    const idle = !state || Boolean(table.trouble);
    const over = Boolean(state?.outcome);
    const thinking = table.purpose === "play";
    const timed = table.clock.isOn;
    this.undo.disabled = idle || timed || record.at === 0;
    this.redo.disabled = idle || timed || record.at >= record.moves.length;
    this.resign.hidden = !table.resigner;
    this.hint.disabled = !table.hintable;
    this.analyse.disabled = table.isFair;
    this.switch.disabled = idle || timed;
    this.analyse.setAttribute("aria-pressed", String(table.analysing));
    this.#showMain(thinking, over);
    const engines = record.seats.x.kind === "engine" && record.seats.o.kind === "engine";
    this.paceLabel.hidden = !engines && !table.replaying;
    if (state) this.#showSeats(state, thinking);
    this.showClocks();
    find("#caption").textContent = state ? this.#tell(state, thinking) : "Setting up the board \u2026";
    find("#rules").textContent = record.moves.length ? "" : explainRules(record.words);
  }

  /** @param {State} state @param {boolean} thinking */
  #tell(state, thinking) {
    const { hint, purpose } = this.table;
    const person = onlyPerson(this.table.record.seats);
    if (state.outcome) return tellTurn(state, { person });
    if (hint) return `Hint: ${hint.move}. The line: ${hint.line.slice(0, 8).join(" ")}`;
    if (purpose === "hint") return "Looking for a good move \u2026";
    return tellTurn(state, { thinking, person });
  }

  /** The one button whose meaning changes: move now, pause, play on, or play again.
   * @param {boolean} thinking @param {boolean} over
   */
  #showMain(thinking, over) {
    const { table } = this;
    const { words, seats, start, names, paused, clock } = table.record;
    const mover = table.state?.toMove;
    const waiting = paused && mover && seats[mover].kind === "engine";
    const engines = [seats.x, seats.o].filter(({ kind }) => kind === "engine").length;
    /** @type {Record<string, [label: string, title: string, act: () => void]>} */
    const choices = {
      again: ["Play again", "The same game and players, from the start (p)", () => {
        this.begin({ ...newRecord(words, seats, start), clock: clock && newClock(clock) });
      }],
      pause: ["Pause", "Let both engines wait (p)", () => table.pause()],
      on: ["Play on", "Let the engine play from here (p)", () => table.playOn()],
      now: ["Move now", "Play the best move found so far (p)", () => table.moveNow()],
    };
    const choice = over ? "again" : engines === 2 && !paused ? "pause" : waiting ? "on" : "now";
    const [label, title, act] = choices[choice];
    this.main.textContent = label;
    this.main.title = title;
    this.main.hidden = over ? Boolean(names) : engines === 0;
    const revives = ["again", "on"].includes(choice) && table.trouble?.kind === "engine";
    this.main.disabled = this.main.hidden || (Boolean(table.trouble) && !revives) || (choice === "now" && !thinking);
    this.main.classList.toggle("primary", choice === "on" || choice === "again");
    this.act = act;
  }

  /** @param {State} state @param {boolean} thinking */
  #showSeats(state, thinking) {
    const { record, hello } = this.table;
    const seats = /** @type {Player[]} */ (["x", "o"]).map((player) => {
      const turn = state.toMove === player && !state.outcome;
      const won = state.outcome?.winner === player;
      const name = describeSeat(record, player, hello);
      const mark = draw("svg", { viewBox: "-.5 -.5 1 1", class: "seat-mark", "aria-hidden": "true" });
      mark.append(drawPiece(state.game === "gomoku" ? "stone" : "mark", player));
      return make(
        "div", { class: `seat${turn ? " turn" : ""}${won ? " winner" : ""}`, "data-player": player, title: name },
        mark,
        make("span", { class: "seat-name" }, name),
        won ? make("strong", { class: "seat-note" }, "won") : "",
        turn && thinking ? make("span", { class: "seat-note busy" }, "thinking") : "",
        record.clock ? makeFace(player) : "",
      );
    });
    const key = String(Boolean(record.clock)) + seats.map((seat) => seat.className + seat.textContent).join() + state.game;
    if (key !== this.#seatsDrawn) find("#seats").replaceChildren(...seats);
    this.#seatsDrawn = key;
  }
}
