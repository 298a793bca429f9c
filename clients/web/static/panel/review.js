/**
 * The review: the button that begins it, how far it is, what came of it, and what is to be said of the move on
 * the board. It stands under the graph, and has the place beside the board while there is one; on a phone it is under
 * the board, or one would step through mistakes without seeing any.
 *
 * @import { Player, Verdict } from "../../messages.js"
 * @import { Review } from "../review.js"
 * @import { Table } from "../table.js"
 */

import { button, find, make } from "../dom.js";
import { otherThan } from "../turns.js";
import { namePlayer } from "../words.js";

/** The marks that blame somebody, with their signs. */
const BLAMED = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const SHOWN_MOVES = 12;
/** Where the panel is below the board, as layout.css has it. */
const NARROW = matchMedia("(max-width: 860px)");

export class ReviewPanel {
  /** @param {Table} table @param {Review} review */
  constructor(table, review) {
    this.table = table;
    this.review = review;
    this.begin = button("Review", () => review.start(), { title: "Find the mistakes of this game (w)" });
    this.cancel = button("Cancel", () => review.cancel());
    this.bar = make("progress", { "aria-label": "Review" });
    this.told = make("span", { class: "muted" });
    this.previous = button("\u2039 Mistake", () => review.goToMistake(-1), { title: "The mistake before this (M)" });
    this.next = button("Mistake \u203a", () => review.goToMistake(1), { title: "The next mistake (m)" });
    this.summary = make("dl", { class: "accuracy" });
    this.sentence = make("p", { class: "verdict-text", "aria-live": "polite" });
    this.better = button("Show it", () => this.#toggleBetter());
    this.verdict = make("div", { class: "verdict" }, this.sentence, this.better);
    this.row = make("div", { class: "review-row" }, this.previous, this.next, this.bar, this.told, this.cancel);
    find("#review").append(this.begin);
    const arrange = () => find(NARROW.matches ? "#review-below" : "#review").append(this.row, this.verdict, this.summary);
    NARROW.addEventListener("change", arrange);
    arrange();
  }

  #toggleBetter() {
    this.review.showBetter(this.review.shown ? null : this.#current());
  }

  /** The verdict on the move that led to the position, or whose better line is to be seen. */
  #current() {
    const { moves, at } = this.table.record;
    return this.review.shown ?? (at ? this.review.verdict(moves.slice(0, at)) : null);
  }

  show() {
    const { review } = this;
    const { progress, mistakes, accuracy } = review;
    this.begin.hidden = Boolean(progress || accuracy) || review.isSecret();
    this.begin.disabled = !review.isReviewable;
    this.#giveRoom(Boolean(progress || accuracy) && !this.table.analysing);
    this.previous.hidden = this.next.hidden = !mistakes.length || Boolean(progress);
    this.bar.hidden = this.cancel.hidden = !progress;
    this.bar.max = progress?.total ?? 1;
    this.bar.value = progress?.done ?? 0;
    this.told.textContent = progress
      ? `${progress.done} of ${progress.total} positions`
      : accuracy && !mistakes.length ? "No mistakes were found." : review.problem ?? "";
    this.#showVerdict(this.#current());
    this.#showSummary(accuracy, mistakes);
  }

  /** Have the place beside the board, which is that of the engine's lines at other times.
   * @param {boolean} wanted
   */
  #giveRoom(wanted) {
    const { dataset } = document.body;
    if (dataset.review === String(wanted)) return;
    dataset.review = String(wanted);
    if (wanted && NARROW.matches) find("#seats").scrollIntoView(); // the button was far below
  }

  /** @param {Verdict|null} verdict */
  #showVerdict(verdict) {
    this.verdict.hidden = !verdict?.text;
    if (!verdict?.text) return;
    const { shown } = this.review;
    const text = shown ? `Better was ${shown.line.slice(0, SHOWN_MOVES).join(" ")}` : verdict.text;
    if (this.sentence.textContent !== text) this.sentence.textContent = text;
    this.verdict.dataset.mark = verdict.mark;
    this.better.hidden = !verdict.symbol;
    this.better.textContent = shown ? "Back to the move" : "Show it";
    this.better.title = shown ? "The move that was played" : "The better line on the board";
  }

  /** @param {Record<Player, number|null>|null} accuracy @param {Verdict[]} mistakes */
  #showSummary(accuracy, mistakes) {
    this.summary.hidden = !accuracy;
    if (!accuracy) return;
    const rows = /** @type {Player[]} */ (["x", "o"]).flatMap((player) => {
      const counts = Object.entries(BLAMED).map(([mark, symbol]) => {
        const count = mistakes.filter((verdict) => verdict.player === player && verdict.mark === mark).length;
        return make("span", { "data-mark": mark, title: `${count} times: ${mark}` }, `${symbol} ${count}`);
      });
      const percent = accuracy[player];
      return [
        make("dt", {}, `Accuracy of ${namePlayer(this.table.state?.game ?? "", player)}`),
        make("dd", {}, make("strong", {}, percent === null ? "no choice" : `${Math.round(percent)} %`), ...counts),
      ];
    });
    const key = rows.map((row) => row.textContent).join();
    if (this.summary.dataset.shown === key) return;
    this.summary.dataset.shown = key;
    this.summary.replaceChildren(...rows);
  }
}

/** The moves of the better line that is to be seen on the board, with who plays each.
 * @param {Table} table @param {Review} review
 * @returns {{move: string, player: Player}[]}
 */
export function betterLine(table, { shown }) {
  if (!shown || table.state?.at !== shown.ply) return [];
  const { player, line } = shown;
  return line.slice(0, SHOWN_MOVES).map((move, index) => ({ move, player: index % 2 ? otherThan(player) : player }));
}
