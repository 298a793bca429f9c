/**
 * "New game": which game, by which rules, and who plays; or new players for the game at hand.
 *
 * @import { Hello } from "../../messages.js"
 * @import { TimeControl } from "../../rooms.js"
 * @import { GameRecord } from "../record.js"
 * @import { Seats } from "../seats.js"
 * @import { Table } from "../table.js"
 */

import { drawPicture } from "../boards/picture.js";
import { button, findDialog, make } from "../dom.js";
import { FRIEND_PAGE } from "../endpoint.js";
import { writeWish } from "../friend/wish.js";
import { newClock } from "../gameclock.js";
import { newRecord } from "../record.js";
import { CONNECT_FOUR, explainRules, isConnectFour, readWords } from "../words.js";
import { ClockField } from "./clockfield.js";
import { optionField, readOptions } from "./fields.js";
import { FriendForm } from "./friendform.js";
import { tellOfMore } from "./scrolling.js";
import { SeatForm } from "./seatform.js";

export class NewGameDialog {
  #dialog = findDialog("#new-dialog");
  #game = "";
  /** @type {SeatForm[]} */
  #seatForms = [];
  #rules = make("div", { class: "rule-options", oninput: () => this.#explain() });
  #explained = make("p", { class: "muted explained" });

  /** @param {Table} table @param {(record: GameRecord) => void} begin */
  constructor(table, begin) {
    this.table = table;
    this.begin = begin;
  }

  open() {
    const { hello, record } = this.table;
    if (!hello) return;
    const { game: last, options } = readWords(record.words);
    const present = hello.games.find(({ name }) => name === last) ?? hello.games[0];
    const x = new SeatForm("x", record.seats.x, hello);
    const o = new SeatForm("o", record.seats.o, hello);
    this.#seatForms = [x, o];
    const readSeats = () => ({ x: x.read(), o: o.read() });
    const seats = make("div", { class: "seat-forms" }, x.element, o.element);
    const clock = new ClockField(record.clock ?? null);
    const reseat = button("Change players only", () => {
      this.#fitSeats(present); // whatever game was chosen meanwhile
      if (form.reportValidity()) this.#reseat(readSeats());
    }, { title: "Keep the game, change who plays" });
    const friend = new FriendForm([seats, reseat]);
    const isPreset = isConnectFour(record.words);
    /** @param {Hello["games"][number]} game @param {{name: string, title: string, words?: string}} shown */
    const tile = (game, { name, title, words = "" }, checked = false) => make(
      "label", { class: "game-choice" },
      make("input", {
        type: "radio", name: "game", value: name, checked,
        onchange: () => this.#chooseRules(game, readWords(words).options),
      }),
      drawPicture(name),
      make("span", {}, title),
    );
    const games = hello.games.flatMap((game) => [
      tile(game, game, game === present && !isPreset),
      ...(game.name === "mnk" ? [tile(game, CONNECT_FOUR, isPreset)] : []),
    ]);
    const form = make(
      "form", {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (friend.chosen) this.#invite(friend.side, clock.read());
          else this.#begin(readSeats(), clock.read());
        },
      },
      make("h2", { id: "new-dialog-title" }, "New game"),
      make("fieldset", { class: "games" }, make("legend", {}, "Game"), games),
      this.#rules,
      FRIEND_PAGE ? friend.element : "", seats, clock.element,
      this.#explained, // the longest, so last: what can be chosen is to be seen without scrolling
      make(
        "div", { class: "dialog-buttons" },
        button("Cancel", () => this.#dialog.close(), { class: "quiet" }),
        reseat,
        make("button", { type: "submit", class: "primary" }, "Begin"),
      ),
    );
    this.#dialog.replaceChildren(form);
    this.#chooseRules(present, present.name === last ? options : {});
    this.#dialog.showModal();
    tellOfMore(this.#dialog, form);
  }

  /** @param {Hello["games"][number]} game @param {Record<string, string>} values */
  #chooseRules(game, values) {
    const { name, options } = game;
    this.#game = name;
    this.#fitSeats(game);
    this.#rules.replaceChildren(...options.map((option) =>
      optionField(option, values[option.name] ?? String(option.default), `rule-${option.name}`)));
    this.#explain();
  }

  /** Offer only players of this game. @param {Hello["games"][number]} game */
  #fitSeats({ unsuitable }) {
    for (const form of this.#seatForms) form.fit(unsuitable);
  }

  #words() {
    const pairs = Object.entries(readOptions(this.#rules)).map(([name, value]) => `${name}=${value}`);
    return [this.#game, ...pairs].join(" ");
  }

  #explain() {
    this.#explained.textContent = explainRules(this.#words());
  }

  /** @param {Seats} seats @param {TimeControl|null} control */
  #begin(seats, control) {
    this.#dialog.close();
    this.begin({ ...newRecord(this.#words(), seats), clock: control && newClock(control) });
  }

  /** Go to the page of a friend, which makes the room; the game here is there when one comes back.
   * @param {string} side @param {TimeControl|null} clock
   */
  #invite(side, clock) {
    this.#dialog.close();
    location.assign(FRIEND_PAGE + writeWish({ words: this.#words(), side, clock }));
  }

  /** @param {Seats} seats */
  #reseat(seats) {
    this.#dialog.close();
    this.table.seat(seats);
  }
}
