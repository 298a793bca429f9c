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
    this.list.querySelector(".empty")?.remove();
    const { thought, lines } = linesOf(table);
    if (lines.length <= (this.pinned ?? -1) || thought?.at !== this.at) this.pinned = null;
    this.at = thought?.at;
    this.list.dataset.at = this.at ?? "";
    if (lines.length <= (this.pointed ?? -1)) this.pointed = null;
    find("#figures").textContent = lines.length ? tellFigures(lines[0], table.moveSince(thought)) : "";
    while (this.list.children.length > lines.length) this.list.lastChild.remove();
    while (this.list.children.length < lines.length) this.list.append(this.#makeLine(this.list.children.length));
    lines.forEach((line, index) => this.#fillLine(this.list.children[index], line, index));
    if (!lines.length) this.list.replaceChildren(make("li", { class: "empty muted" }, this.#tellNothing(table)));
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

/** What is known of the position, or of the one before, and its best lines. */
function linesOf(table) {
  const thought = table.state && table.thoughts.about(table.state.at);
  return { thought, lines: (thought?.lines ?? []).filter((line) => line?.pv?.length) };
}

/** `before a1 \u00b7 depth 12 \u00b7 345k nodes \u00b7 120k/s \u00b7 2.9 s`. */
function tellFigures(line, played) {
  const words = played ? [`before ${played}`] : [];
  if (line.depth) words.push(`depth ${line.depth}${line.seldepth > line.depth ? `/${line.seldepth}` : ""}`);
  if (line.nodes !== undefined && line.nodes !== null) words.push(`${writeCount(line.nodes)} nodes`);
  if (line.nps) words.push(`${writeCount(line.nps)}/s`);
  if (line.time !== undefined && line.time !== null) words.push(`${(line.time / 1000).toFixed(1)} s`);
  return words.join(" \u00b7 ");
}

/** The moves of the chosen line that are still to come, with who plays each. */
export function previewOf(table, chosen) {
  const { thought, lines } = linesOf(table);
  const line = chosen === null ? null : lines[chosen];
  const played = line ? table.moveSince(thought) : null;
  if (!line || (played && line.pv[0] !== played)) return [];
  const other = table.state.toMove === "x" ? "o" : "x";
  return line.pv.slice(played ? 1 : 0, SHOWN_MOVES).map((move, index) => ({ move, player: index % 2 ? other : table.state.toMove }));
}
