/**
 * Where the board is in the game, if not at its end, and what can be done with a variation: to go
 * back to the main line, make it that, delete it and bring it back; and what is said of a move.
 *
 * @import { Table } from "../table.js"
 */

import { button, find, make } from "../dom.js";
import { findBranch } from "../tree.js";
import { wordsOf } from "./moves.js";

const LONGEST_COMMENT = 2000;

/** That it is an earlier position, or one of a variation; empty at the end of the main line.
 * @param {Table} table
 */
export function tellPlace({ record: { at, moves, tree }, fork }) {
  const past = at < moves.length;
  const place = at === 0 ? `The start of ${count(moves.length)}` : `After ${at} of ${count(moves.length)}`;
  if (fork === null) return past ? `An earlier position. ${place}.` : "";
  const instead = findBranch(tree, moves.slice(0, fork))?.following[0].move;
  return `A variation in place of ${instead}.${past ? ` ${place}.` : ""}`;
}

/** @param {number} moves */
const count = (moves) => (moves === 1 ? "1 move" : `${moves} moves`);

export class Branches {
  /** Of which position the field is open.
   * @type {string|null} */
  #commented = null;

  /**
   * @param {Table} table
   * @param {() => void} redraw
   * @param {(text: string, offer: [string, () => void]) => void} notice
   */
  constructor(table, redraw, notice) {
    this.table = table;
    // Both buttons are gone then, and the focus must not be lost with them.
    const promote = () => {
      table.variations.promote();
      redraw();
      find("#moves [aria-current]").focus();
    };
    const remove = () => {
      table.variations.delete();
      redraw();
      this.restore.focus();
      notice("The variation is deleted.", ["Bring it back", () => table.variations.bringBack()]);
    };
    this.told = make("span", {});
    this.toEnd = button("To the last move", () => table.goTo(table.record.moves.length), { title: "To the last move (End)" });
    this.toMain = button("To the main line", () => table.variations.goToMainLine());
    this.place = make("p", { id: "place", class: "place", hidden: true }, this.told, this.toEnd, this.toMain);
    find("#below-controls").prepend(this.place);
    this.promote = button("Make main line", promote);
    this.remove = button("Delete variation", remove);
    this.restore = button("Bring back", () => table.variations.bringBack(), { title: "Bring back the variation that was deleted last" });
    this.say = button("Comment", () => { this.#commented = this.#key; redraw(); this.field.focus(); });
    const finish = () => {
      this.#commented = null;
      redraw();
      this.say.focus();
    };
    this.done = button("Done", finish, { title: "Close the comment (Ctrl+Enter)" });
    this.field = make("textarea", {
      id: "comment", rows: 3, maxlength: LONGEST_COMMENT, "aria-label": "Comment on this position",
      oninput: () => table.variations.comment(this.field.value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish();
      },
    });
    find("#moves").after(
      make("div", { id: "branch-tools", class: "tools start", role: "toolbar", "aria-label": "Variations" },
        this.promote, this.remove, this.restore, this.say, this.done),
      this.field,
    );
  }

  /** Which position it is. */
  get #key() {
    return this.table.line.join(" ");
  }

  show() {
    const { table } = this;
    const { record, fork, branch } = table;
    const told = tellPlace(table);
    this.told.textContent = told;
    this.place.hidden = !told;
    this.toEnd.hidden = record.at >= record.moves.length;
    this.toMain.hidden = this.promote.hidden = this.remove.hidden = fork === null;
    this.restore.hidden = !table.variations.removed.length;
    find("#board").classList.toggle("past", record.at < record.moves.length);
    const words = branch ? wordsOf(branch) : "";
    if (this.#commented !== this.#key) this.#commented = null;
    this.say.textContent = words ? "Edit comment" : "Comment";
    this.say.hidden = this.#commented !== null || !branch;
    this.field.hidden = this.done.hidden = this.#commented === null;
    if (document.activeElement !== this.field || this.field.dataset.of !== this.#key) this.field.value = branch?.comment ?? "";
    this.field.dataset.of = this.#key;
  }
}
