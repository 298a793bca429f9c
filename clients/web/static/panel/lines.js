/**
 * What the engine finds: its figures, and its best lines, which show on the board what they mean
 * while they are pointed at, in focus, or pinned by a click.
 *
 * @import { Info, Player } from "../../messages.js"
 * @import { Settings } from "../settings.js"
 * @import { Table } from "../table.js"
 */

import { button, find, make } from "../dom.js";
import { otherThan } from "../turns.js";
import { writeCount, writeScore, writeShortScore } from "../words.js";

const SHOWN_MOVES = 12;

export class Lines {
  /** The number of the line that was clicked.
   * @type {number|null} */
  #pinned = null;
  /** The number of the one that is pointed at or in focus.
   * @type {number|null} */
  #pointed = null;
  /** After how many moves they begin.
   * @type {number|null} */
  #at = null;

  /** @param {Settings} settings @param {() => void} redraw */
  constructor(settings, redraw) {
    this.settings = settings;
    this.redraw = redraw;
    this.list = find("#lines");
    const toggle = () => {
      settings.details = !settings.details;
      redraw();
    };
    this.details = button("Details", toggle, { class: "quiet", title: "How deep and how far the engine looks, and by which search" });
    find("#figures").after(this.details);
  }

  /** The line that is to be seen on the board now, if any. */
  get chosen() {
    return this.#pointed ?? this.#pinned;
  }

  /** @param {Table} table */
  show(table) {
    this.list.querySelector(".empty")?.remove();
    const { thought, lines } = linesOf(table);
    const at = thought?.at ?? null;
    if (lines.length <= (this.#pinned ?? -1) || at !== this.#at) this.#pinned = null;
    this.#at = at;
    this.list.dataset.at = String(at ?? "");
    if (lines.length <= (this.#pointed ?? -1)) this.#pointed = null;
    const played = thought && lines.length ? table.moveSince(thought) : null;
    const figures = this.settings.details && lines.length ? tellFigures(lines[0]) : [];
    find("#figures").textContent = [...(played ? [`before ${played}`] : []), ...figures].join(" \u00b7 ");
    this.details.setAttribute("aria-pressed", String(this.settings.details));
    while (this.list.children.length > lines.length) this.list.lastChild?.remove();
    while (this.list.children.length < lines.length) this.list.append(this.#makeLine(this.list.children.length));
    lines.forEach((line, index) => this.#fillLine(this.list.children[index], line, index));
    if (!lines.length) this.list.replaceChildren(make("li", { class: "empty muted" }, this.#tellNothing(table)));
  }

  /** @param {Table} table */
  #tellNothing(table) {
    if (table.state?.outcome) return "The game is over.";
    if (table.isFair && [null, "play"].includes(table.purpose)) return "By the clock the opponent keeps to himself what he thinks.";
    if (table.purpose) return "Beginning to think \u2026";
    return "Nothing is being thought about. Analyse shows the best lines here.";
  }

  /** @param {number} index */
  #makeLine(index) {
    /** @param {boolean} on */
    const point = (on) => () => {
      this.#pointed = on ? index : null;
      this.redraw();
    };
    const pin = () => {
      this.#pinned = this.#pinned === index ? null : index;
      this.redraw();
    };
    return make(
      "li", {},
      make(
        "button",
        {
          type: "button", class: "line quiet", onclick: pin,
          onmouseenter: point(true), onmouseleave: point(false), onfocus: point(true), onblur: point(false),
        },
        make("span", { class: "score", title: "As x sees it: above 0 is good for x" }), " ", make("span", { class: "pv" }),
      ),
    );
  }

  /** @param {Element} item @param {Info} line @param {number} index */
  #fillLine(item, line, index) {
    const button = find("button", item);
    const moves = line.pv.slice(0, SHOWN_MOVES).join(" ") + (line.pv.length > SHOWN_MOVES ? " \u2026" : "");
    const score = line.score ? writeShortScore(line.score) : "?";
    const bound = line.bound ? { lowerbound: "\u2265", upperbound: "\u2264" }[line.bound] : "";
    find(".score", button).textContent = bound + score;
    find(".pv", button).textContent = moves;
    button.setAttribute("aria-pressed", String(this.#pinned === index));
    const proven = line.score?.mate === undefined ? "" : `, ${writeScore(line.score)}`;
    button.setAttribute("aria-label", `Line ${index + 1}: ${bound}${score} ${moves}${proven}`); // what is seen, and more
  }
}

/** What is known of the position, or of the one before, and its best lines.
 * @param {Table} table
 */
function linesOf(table) {
  const { thought } = table;
  return { thought, lines: (thought?.lines ?? []).filter((line) => line?.pv.length) };
}

/** `depth 12`, `345k nodes`, `120k/s`, `2.9 s`. @param {Info} line */
function tellFigures(line) {
  const words = [];
  if (line.depth) words.push(`depth ${line.depth}${(line.seldepth ?? 0) > line.depth ? `/${line.seldepth}` : ""}`);
  if (line.nodes !== null) words.push(`${writeCount(line.nodes)} nodes`);
  if (line.nps) words.push(`${writeCount(line.nps)}/s`);
  if (line.time !== null) words.push(`${(line.time / 1000).toFixed(1)} s`);
  return words;
}

/** The moves of the chosen line that are still to come, with who plays each.
 * @param {Table} table @param {number|null} chosen
 * @returns {{move: string, player: Player}[]}
 */
export function previewOf(table, chosen) {
  const { thought, lines } = linesOf(table);
  const line = chosen === null ? null : lines[chosen];
  const mover = table.state?.toMove;
  const played = thought && table.moveSince(thought);
  if (!line || !mover || (played && line.pv[0] !== played)) return [];
  const ahead = line.pv.slice(played ? 1 : 0, SHOWN_MOVES);
  return ahead.map((move, index) => ({ move, player: index % 2 ? otherThan(mover) : mover }));
}
