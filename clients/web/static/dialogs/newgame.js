/** "New game": which game, by which rules, and who plays; or new players for the game at hand. */

import { button, find, make } from "../dom.js";
import { newRecord } from "../record.js";
import { explainRules, readWords } from "../words.js";
import { optionField, readOptions } from "./fields.js";
import { SeatForm } from "./seatform.js";

export class NewGameDialog {
  /** `begin` takes the new record. */
  constructor(table, begin) {
    this.table = table;
    this.begin = begin;
    this.dialog = find("#new-dialog");
  }

  open() {
    const { hello, record } = this.table;
    if (!hello) return;
    const { game: last, options } = readWords(record.words);
    const game = hello.games.some(({ name }) => name === last) ? last : hello.games[0].name;
    this.seats = { x: new SeatForm("x", record.seats.x, hello), o: new SeatForm("o", record.seats.o, hello) };
    this.rules = make("div", { class: "rule-options" });
    this.explained = make("p", { class: "muted" });
    this.games = hello.games.map(({ name, title }) => make(
      "label", { class: "game-choice" },
      make("input", {
        type: "radio", name: "game", value: name, checked: name === game,
        onchange: () => this.#chooseRules(name, {}),
      }),
      make("span", {}, title),
    ));
    const form = make(
      "form", { onsubmit: (event) => this.#submit(event) },
      make("h2", { id: "new-dialog-title" }, "New game"),
      make("fieldset", { class: "games" }, make("legend", {}, "Game"), this.games),
      this.rules, this.explained,
      make("div", { class: "seat-forms" }, this.seats.x.element, this.seats.o.element),
      make(
        "div", { class: "dialog-buttons" },
        button("Cancel", () => this.dialog.close(), { class: "quiet" }),
        button("Change players only", () => this.#reseat(), { title: "Keep the game, change who plays" }),
        make("button", { type: "submit", class: "primary" }, "Begin"),
      ),
    );
    this.dialog.replaceChildren(form);
    this.#chooseRules(game, options);
    this.dialog.showModal();
  }

  #chooseRules(name, values) {
    this.game = name;
    const { options } = this.table.hello.games.find((game) => game.name === name);
    const field = (option) => optionField(option, values[option.name] ?? option.default, `rule-${option.name}`);
    this.rules.replaceChildren(...options.map(field));
    this.rules.oninput = () => this.#explain();
    this.#explain();
  }

  #words() {
    const pairs = Object.entries(readOptions(this.rules)).map(([name, value]) => `${name}=${value}`);
    return [this.game, ...pairs].join(" ");
  }

  #explain() {
    this.explained.textContent = explainRules(this.#words());
  }

  #readSeats() {
    return { x: this.seats.x.read(), o: this.seats.o.read() };
  }

  #submit(event) {
    event.preventDefault();
    this.dialog.close();
    this.begin(newRecord(this.#words(), this.#readSeats()));
  }

  #reseat() {
    if (!this.dialog.querySelector("form").reportValidity()) return;
    this.dialog.close();
    this.table.seat(this.#readSeats());
  }
}
