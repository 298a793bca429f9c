/**
 * What the engine finds: its figures, and its best lines, which show on the board what they mean
 * while they are pointed at, in focus, or pinned by a click.
 */

import { find, make } from "../dom.js";
import { writeCount, writeScore, writeShortScore } from "../words.js";

const SHOWN_MOVES = 12;

export class Lines {
  /** `preview` is called with the number of a line, or null. */
  constructor(preview) {
    this.preview = preview;
    this.list = find("#lines");
    this.pinned = null;
    this.pointed = null;
  }

  /** The line that is to be seen on the board now, if any. */
  get chosen() {
    return this.pointed ?? this.pinned;
  }

  show(table) {
    const lines = this.#linesOf(table);
    if (lines.length <= (this.pinned ?? -1) || table.search === null) this.pinned = null;
    if (lines.length <= (this.pointed ?? -1)) this.pointed = null;
    find("#figures").textContent = tellFigures(table, lines[0]);
    while (this.list.children.length > lines.length) this.list.lastChild.remove();
    while (this.list.children.length < lines.length) this.list.append(this.#makeLine(this.list.children.length));
    lines.forEach((line, index) => this.#fillLine(this.list.children[index], line, index));
    if (!lines.length) this.list.replaceChildren(make("li", { class: "empty muted" }, this.#tellNothing(table)));
  }

  #linesOf(table) {
    const empty = this.list.querySelector(".empty");
    if (empty) empty.remove();
    return (table.search?.lines ?? []).filter((line) => line?.pv?.length);
  }

  #tellNothing(table) {
    if (table.state?.outcome) return "The game is over.";
    if (table.search?.running) return "Beginning to think \u2026";
    return "Nothing is being thought about. Analyse shows the best lines here.";
  }

  #makeLine(index) {
    const point = (on) => () => {
      this.pointed = on ? index : null;
      this.preview();
    };
    const pin = () => {
      this.pinned = this.pinned === index ? null : index;
      this.preview();
    };
    return make(
      "li", {},
      make(
        "button",
        {
          type: "button", class: "line quiet", onclick: pin,
          onmouseenter: point(true), onmouseleave: point(false), onfocus: point(true), onblur: point(false),
        },
        make("span", { class: "score", title: "As x sees it: above 0 is good for x" }), make("span", { class: "pv" }),
      ),
    );
  }

  #fillLine(item, line, index) {
    const button = item.firstChild;
    const moves = line.pv.slice(0, SHOWN_MOVES).join(" ") + (line.pv.length > SHOWN_MOVES ? " \u2026" : "");
    const score = line.score ? writeShortScore(line.score) : "?";
    const bound = { lowerbound: "\u2265", upperbound: "\u2264" }[line.bound] ?? "";
    find(".score", button).textContent = bound + score;
    find(".pv", button).textContent = moves;
    button.setAttribute("aria-pressed", String(this.pinned === index));
    button.setAttribute("aria-label", `Line ${index + 1}: ${line.score ? writeScore(line.score) : ""}: ${moves}`);
  }
}

/** `depth 12 \u00b7 345k nodes \u00b7 120k/s \u00b7 2.9 s`. */
function tellFigures(table, line) {
  if (!line) return "";
  const words = [];
  if (line.depth) words.push(`depth ${line.depth}${line.seldepth > line.depth ? `/${line.seldepth}` : ""}`);
  if (line.nodes !== undefined && line.nodes !== null) words.push(`${writeCount(line.nodes)} nodes`);
  if (line.nps) words.push(`${writeCount(line.nps)}/s`);
  if (line.time !== undefined && line.time !== null) words.push(`${(line.time / 1000).toFixed(1)} s`);
  return words.join(" \u00b7 ");
}

/** The moves of the chosen line with who plays each, as the board wants them. */
export function previewOf(table, chosen) {
  const line = chosen === null ? null : (table.search?.lines ?? []).filter((each) => each?.pv?.length)[chosen];
  if (!line || line.at !== table.state.at) return [];
  const other = table.state.toMove === "x" ? "o" : "x";
  return line.pv.slice(0, SHOWN_MOVES).map((move, index) => ({ move, player: index % 2 ? other : table.state.toMove }));
}
