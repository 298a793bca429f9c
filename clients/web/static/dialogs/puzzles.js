/**
 * "Puzzles": of which game, and how hard.
 *
 * @import { Puzzle } from "../../messages.js"
 * @import { Choice, Solving } from "../puzzles.js"
 */

import { button, findDialog, make } from "../dom.js";
import { messageOf } from "../messages.js";
import { select } from "../puzzles.js";

/** By grade, from 0. */
const GRADES = [
  "Any length", "1: win in 1 move", "2: win in 2 moves", "3: win in 3 moves", "4: win in 4 moves",
  "5: win in 5 moves or more",
];

export class PuzzlesDialog {
  #dialog = findDialog("#puzzles-dialog");

  /**
   * @param {Solving} solving
   * @param {{begun: () => void, notice: (text: string) => void}} page
   */
  constructor(solving, { begun, notice }) {
    this.solving = solving;
    this.begun = begun;
    this.notice = notice;
  }

  async open() {
    try {
      const puzzles = await this.solving.load();
      if (document.querySelector("dialog[open]")) return; // meanwhile another was wanted, or this one twice
      this.#fill(puzzles);
      this.#dialog.showModal();
    } catch (error) {
      this.notice(messageOf(error));
    }
  }

  /** @param {Puzzle[]} puzzles */
  #fill(puzzles) {
    const { progress, table } = this.solving;
    const { solved, streak, best, choice } = progress;
    /** @param {Choice} wanted */
    const count = (wanted) => {
      const found = select(puzzles, wanted);
      return [found.filter(({ id }) => solved.has(id)).length, found.length];
    };
    const grade = make("select", { id: "puzzle-grade" });
    const wrong = make("p", { class: "wrong", role: "alert", hidden: true });
    let { game } = choice;
    const showGrades = () => {
      const before = Number(grade.value || choice.grade);
      grade.replaceChildren(...GRADES.map((text, value) => {
        const [done, all] = count({ game, grade: value });
        return make("option", { value, disabled: !all }, all ? `${text} (${done} of ${all} solved)` : `${text}: none`);
      }));
      grade.value = String(count({ game, grade: before })[1] ? before : 0);
    };
    const names = (table.hello?.games ?? []).filter(({ name }) => count({ game: name, grade: 0 })[1]);
    const games = [{ name: "", title: "Any game" }, ...names].map(({ name, title }) => {
      const [done, all] = count({ game: name, grade: 0 });
      return make(
        "label", { class: "game-choice" },
        make("input", {
          type: "radio", name: "puzzle-game", value: name, checked: name === game,
          onchange: () => { game = name; showGrades(); },
        }),
        make("span", {}, `${name === "mnk" ? "Connect Four" : title} `, make("small", { class: "muted" }, `${done}/${all}`)),
      );
    });
    showGrades();
    /** @param {Event} event */
    const submit = async (event) => {
      event.preventDefault();
      try {
        await this.solving.begin({ game, grade: Number(grade.value) });
        this.#dialog.close();
        this.begun();
      } catch (error) {
        wrong.textContent = messageOf(error);
        wrong.hidden = false;
      }
    };
    this.#dialog.replaceChildren(make(
      "form", { onsubmit: submit },
      make("h2", { id: "puzzles-dialog-title" }, "Puzzles"),
      make("p", {}, "Find the move that wins by force in the moves given, and those after it. There is exactly one; all are proven."),
      make("fieldset", { class: "games" }, make("legend", {}, "Game"), games),
      make("label", { class: "field", for: "puzzle-grade" }, make("span", {}, "Length"), grade),
      make("p", { class: "muted" }, `Streak ${streak}, best ${best}. A wrong move or a move told ends it.`),
      wrong,
      make(
        "div", { class: "dialog-buttons" },
        button("Cancel", () => this.#dialog.close(), { class: "quiet" }),
        make("button", { type: "submit", class: "primary" }, "Begin"),
      ),
    ));
  }
}
