/**
 * The list of moves: the main line, two to a row, and under each row what is said of its moves and
 * the variations in place of them, with those of their own in parentheses. Each move leads to its
 * position, and shows its cell.
 *
 * @import { GameRecord } from "../record.js"
 * @import { Review } from "../review.js"
 * @import { Branch, Place } from "../tree.js"
 *
 * @typedef {object} Walkable a table through whose game one can go: that of table.js, and that of a friend
 * @property {GameRecord} record
 * @property {number} heading after how many moves the position is that is on the board, or on its way there
 * @property {boolean} replaying whether the moves are being played through
 * @property {(at: number) => unknown} goTo show the position after so many moves
 * @property {(line: string[]) => void} goToLine show the one at the end of a line of the tree
 * @property {(on: boolean) => void} replay
 */

import { find, iconButton, make } from "../dom.js";
import { OPENING, branchesOf, extend, lineTo, listInOrder, signsOf } from "../tree.js";
import { writeShortScore } from "../words.js";

const TOLD_OF_OPENING = "Opening: no player has chosen this move, and no review judges it.";
const ROWS_BEFORE = 4; // that stay in sight above the current one
// What a program has noted before a comment's words: `+0.31/5 0.102s`.
const NOTED = /^[+-](M\d+|\d+\.\d\d)(\/\d+)?( [\d.]+s)?(?=\s|$)\s*/;

/** The words of a comment, without what a program has noted: of a search, or that nobody has chosen the move.
 * @param {Branch} branch
 */
export const wordsOf = ({ comment }) => (comment === OPENING ? "" : comment.replace(NOTED, ""));

/** Scores come and go with the line that is looked at, and are shown without drawing the list anew.
 * @param {string} name @param {unknown} value
 */
const withoutScores = (name, value) => (name === "score" ? undefined : value);

export class Moves {
  /** The move that is pointed at or in focus.
   * @type {string|null} */
  pointed = null;
  /** @type {Map<HTMLButtonElement, Place>} */
  #moves = new Map();
  /** What is shown of each move's score and verdict.
   * @type {WeakMap<HTMLButtonElement, string>} */
  #told = new WeakMap();
  #drawn = "";
  /** @type {Branch|null} */
  #tree = null;

  /** @param {Walkable} table @param {() => void} redraw @param {Review|null} review */
  constructor(table, redraw, review = null) {
    this.table = table;
    this.review = review;
    this.redraw = redraw;
    this.list = find("#moves");
    this.buttons = {
      first: iconButton("first", "To the start (Home)", () => table.goTo(0)),
      back: iconButton("back", "One move back (,)", () => table.goTo(table.heading - 1)),
      replay: iconButton("play", "Play through the moves (l)", () => table.replay(!table.replaying)),
      forward: iconButton("forward", "One move on (.)", () => table.goTo(table.heading + 1)),
      last: iconButton("last", "To the last move (End)", () => table.goTo(table.record.moves.length)),
    };
    find("#steps").append(...Object.values(this.buttons));
  }

  show() {
    const { record, replaying } = this.table;
    const { first, back, replay, forward, last } = this.buttons;
    const atEnd = record.at >= record.moves.length;
    first.disabled = back.disabled = record.at === 0;
    forward.disabled = last.disabled = replay.disabled = atEnd;
    replay.setAttribute("aria-pressed", String(replaying));
    const drawn = JSON.stringify([record.tree, record.start, record.ending], withoutScores);
    // The buttons know their places in the tree, so those of another one are of no use, however equal it is.
    if (drawn !== this.#drawn || record.tree !== this.#tree) this.#draw(record);
    this.#drawn = drawn;
    this.#tree = record.tree;
    const line = branchesOf(record.tree, record.moves);
    const isScored = Boolean(this.review?.isVisible);
    for (const [button, place] of this.#moves) {
      this.#mark(button, place.at, line[place.at - 1] === place.branch, record);
      this.#judge(button, place, isScored);
    }
  }

  /** @param {GameRecord} record */
  #draw({ tree, start, ending, ended }) {
    const offset = / o( |$)/.test(start ?? "") ? 1 : 0; // whose turn it was at the start
    /** @param {Place} place */
    const isFirst = ({ at }) => (at - 1 + offset) % 2 === 0; // of its turn
    /** @param {Place} place */
    const number = ({ at }) => Math.floor((at - 1 + offset) / 2) + 1;
    this.#moves = new Map();
    this.pointed = null;
    /** @type {HTMLLIElement[]} */
    const items = wordsOf(tree) ? [make("li", { class: "remark" }, wordsOf(tree))] : [];
    let row = make("li");
    /** @type {HTMLLIElement[]} */
    const under = []; // what will stand under the row
    let numbered = false; // whether the next move of o needs no number in its variation
    for (const told of listInOrder(tree)) {
      const variation = under[under.length - 1];
      if (!told.place) {
        if (told.depth > 1) variation.append(make("span", { class: "muted" }, ") "));
        numbered = false;
        continue;
      }
      const { place, depth, opens } = told;
      const words = wordsOf(place.branch);
      if (depth === 0) {
        if (place.at === 1 || isFirst(place)) {
          row = make("li", {}, make("span", { class: "turn-number muted" }, `${number(place)}.`));
          if (!isFirst(place)) row.append(make("span", { class: "muted" }, "\u2026"));
          items.push(...under.splice(0), row);
        }
        row.append(this.#makeMove(place, "move"));
        if (words) under.push(make("li", { class: "remark" }, make("b", {}, `${place.branch.move} `), words));
        continue;
      }
      const into = opens && depth === 1 ? make("li", { class: "variation" }) : variation;
      if (into !== variation) under.push(into);
      if (opens) into.append(make("span", { class: "muted", "aria-hidden": "true" }, depth > 1 ? "(" : "\u21b3 "));
      if (opens) into.append(make("span", { class: "unseen" }, "Variation: "));
      if (isFirst(place) || opens || !numbered) {
        into.append(make("span", { class: "turn-number muted" }, `${number(place)}${isFirst(place) ? "." : "\u2026"} `));
      }
      into.append(this.#makeMove(place, "branch-move"), words ? make("em", {}, ` ${words} `) : " ");
      numbered = true;
    }
    items.push(...under);
    if (ending && ended === extend(tree, []).join(" ")) items.push(make("li", { class: "remark result" }, ending.text));
    if (!items.length) items.push(make("li", { class: "empty muted" }, "No move yet."));
    this.list.replaceChildren(...items);
  }

  /** @param {Place} place @param {"move"|"branch-move"} kind */
  #makeMove(place, kind) {
    const { branch: { move }, at } = place;
    /** @param {string|null} to */
    const point = (to) => () => {
      this.pointed = to;
      this.redraw();
    };
    const button = make(
      "button",
      {
        type: "button", class: `${kind} quiet`, "data-at": at, onclick: () => this.table.goToLine(lineTo(place)),
        onmouseenter: point(move), onmouseleave: point(null), onfocus: point(move), onblur: point(null),
      },
      make("span", {}, move + signsOf(place.branch)), make("b", { class: "symbol" }),
      make("small", { class: "score muted" }),
    );
    this.#moves.set(button, place);
    return button;
  }

  /** Show what the engine in the background says of the move, and a review; signs of a file stay as they are.
   * @param {HTMLButtonElement} button @param {Place} place @param {boolean} isScored
   */
  #judge(button, place, isScored) {
    const { review } = this;
    if (!review) return;
    const line = lineTo(place);
    const score = isScored ? review.scoreOf(line) : null;
    const verdict = review.verdict(line);
    const told = [score ? writeShortScore(score) : "", verdict?.mark, verdict?.text].join();
    if (this.#told.get(button) === told) return; // hundreds of moves would be laid out anew
    this.#told.set(button, told);
    find(".score", button).textContent = score ? writeShortScore(score) : "";
    find(".symbol", button).textContent = place.branch.nags.length ? "" : verdict?.symbol ?? "";
    button.dataset.mark = verdict?.mark ?? "";
    button.title = verdict?.text ?? (place.branch.comment === OPENING ? TOLD_OF_OPENING : "");
  }

  /** @param {HTMLButtonElement} button @param {number} at @param {boolean} followed whether its line is looked at
   * @param {GameRecord} record
   */
  #mark(button, at, followed, record) {
    button.classList.toggle("ahead", followed && at > record.at);
    button.classList.toggle("aside", !followed);
    const here = followed && at === record.at;
    if (here === button.hasAttribute("aria-current")) return;
    if (!here) {
      button.removeAttribute("aria-current");
      return;
    }
    button.setAttribute("aria-current", "step");
    const row = button.closest("li") ?? button; // scrolled into the list alone, the page stays where it is
    this.list.scrollTop = row.offsetTop - this.list.offsetTop - ROWS_BEFORE * button.offsetHeight;
  }
}
