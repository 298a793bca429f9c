/**
 * "Open & save": the position and the game as text, out and in, by copying or as a file.
 *
 * @import { Player, ReadGame } from "../../messages.js"
 * @import { Review } from "../review.js"
 * @import { Table } from "../table.js"
 */

import { annotate } from "../annotation.js";
import { button, findDialog, make } from "../dom.js";
import { writeLink } from "../link.js";
import { messageOf } from "../messages.js";
import { endingOf, newRecord, writtenTree } from "../record.js";
import { describeSeat, kindOfSeat } from "../seats.js";

const LONGEST_NAME = 100; // of a player, as the server takes it

export class ExchangeDialog {
  #pgn = make("textarea", { id: "pgn-out", readonly: true, rows: 7, "aria-label": "This game as PGN" });
  #wrong = make("p", { class: "wrong", role: "alert" });

  /**
   * @param {Table} table
   * @param {Review} review what it says is saved as well
   * @param {(games: ReadGame[]) => Promise<void>} openGames takes what the server found in a text
   * @param {(text: string) => void} notice
   */
  constructor(table, review, openGames, notice) {
    this.table = table;
    this.review = review;
    this.openGames = openGames;
    this.notice = notice;
    this.dialog = findDialog("#exchange-dialog");
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#openFile(event.dataTransfer?.files[0]);
    });
  }

  async open() {
    const { table } = this;
    if (!table.state) return;
    this.#pgn.value = "";
    this.#wrong.hidden = true;
    const input = make("textarea", {
      id: "text-in", rows: 4, "aria-label": "Text to open",
      placeholder: "A position string, a PGN with one game or many, or the lines of a match's games.jsonl",
    });
    const position = make("input", {
      id: "position-out", readonly: true, value: table.state.position, "aria-label": "Position string",
    });
    const file = make("input", {
      id: "file-in", type: "file", accept: ".pgn,.jsonl,.txt", class: "unseen", "aria-label": "File to open",
      onchange: () => this.#openFile(file.files?.[0]),
    });
    this.dialog.replaceChildren(
      make("h2", { id: "exchange-dialog-title" }, "Open & save"),
      make("h3", {}, "This position"),
      make("div", { class: "pair" }, position, copier(position)),
      ...this.#offerLink(table.state.position),
      make("h3", {}, "This game"),
      this.#pgn,
      make(
        "div", { class: "dialog-buttons start" },
        copier(this.#pgn),
        button("Download PGN", () => this.#download()),
      ),
      make("h3", {}, "Open"),
      input, this.#wrong, file,
      make(
        "div", { class: "dialog-buttons start" },
        button("Open this text", () => this.#read(input.value), { class: "primary" }),
        button("Open a file \u2026", () => file.click()),
        table.before ? button("Back to the game before", () => this.#takeBack()) : "",
      ),
      make("div", { class: "dialog-buttons" }, button("Close", () => this.dialog.close(), { class: "quiet" })),
    );
    this.dialog.showModal();
    try {
      this.#pgn.value = await this.#write();
    } catch (error) {
      this.#complain(messageOf(error));
    }
  }

  /** The address of this game at this position, or of the position alone.
   * @param {string} position
   */
  #offerLink(position) {
    const { record, state, hello } = this.table;
    const isOver = Boolean(endingOf(record) || state?.outcome || this.review.isFinished);
    const names = isOver ? { x: describeSeat(record, "x", hello), o: describeSeat(record, "o", hello) } : null;
    const link = make("input", { id: "link-out", readonly: true, "aria-label": "Link" });
    const told = make("p", { class: "muted" });
    const alone = make("input", { id: "link-alone", type: "checkbox", onchange: () => fill() });
    const fill = () => {
      const shown = alone.checked ? newRecord(record.words, record.seats, position) : record;
      const { hash, whole } = writeLink(shown, alone.checked ? null : names);
      link.value = location.href.replace(/#.*$/, "") + hash;
      told.textContent = whole ? "Whoever opens it sees this game at this position; comments are not in it."
        : "The variations are not in it, as it would be too long; a file has them.";
      told.hidden = alone.checked;
    };
    fill();
    return [
      make("h3", {}, "Link"),
      make("div", { class: "pair" }, link, copier(link, "Copy link")),
      make("label", { class: "inline" }, alone, "only this position"),
      told,
    ];
  }

  async #takeBack() {
    try {
      await this.table.takeBack();
      this.dialog.close();
    } catch (error) {
      this.#complain(messageOf(error));
    }
  }

  async #write() {
    const { connection, record, hello } = this.table;
    /** @param {Player} player */
    const who = (player) => ({
      name: describeSeat(record, player, hello).slice(0, LONGEST_NAME), ...kindOfSeat(record, player),
    });
    const { text } = await connection.request("write", {
      x: who("x"), o: who("o"), ...annotate(writtenTree(record), this.review),
    });
    return text;
  }

  #download() {
    const address = URL.createObjectURL(new Blob([this.#pgn.value], { type: "application/x-chess-pgn" }));
    make("a", { href: address, download: `${this.table.state?.game}.pgn` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** @param {File} [file] */
  async #openFile(file) {
    if (file) this.#read(await file.text());
  }

  /** @param {string} text */
  async #read(text) {
    const message = this.table.hello?.limits.message ?? 0;
    if (2 * text.length > message) { // room for what a character takes in JSON
      this.#complain(`This text is too long: ${text.length} characters, at most ${message / 2} can be opened.`);
      return;
    }
    try {
      const { games, more } = await this.table.connection.request("read", { text });
      await this.openGames(games);
      this.dialog.close();
      if (more) this.notice(`There are more games in it: these are the first ${games.length}.`);
    } catch (error) {
      this.#complain(messageOf(error));
    }
  }

  /** @param {string} text */
  #complain(text) {
    if (!this.dialog.open) {
      this.notice(text);
      return;
    }
    this.#wrong.textContent = text;
    this.#wrong.hidden = false;
  }
}

/** A button that copies what is in this field.
 * @param {HTMLInputElement|HTMLTextAreaElement} field
 */
export function copier(field, label = "Copy") {
  const made = button(label, async () => {
    field.select();
    try {
      // A page of another machine, by http, has no clipboard, but may copy what is selected.
      const copied = navigator.clipboard ? await navigator.clipboard.writeText(field.value) : document.execCommand("copy");
      if (copied === false) throw new Error("not copied");
      made.textContent = "Copied";
    } catch {
      made.textContent = "Selected: copy it with Ctrl+C";
    }
  });
  return made;
}
