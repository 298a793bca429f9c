/**
 * The evaluation over the game: one column for each position; a click goes there.
 *
 * @import { Score } from "../../messages.js"
 * @import { GameRecord } from "../record.js"
 * @import { Table } from "../table.js"
 */

import { draw, find, make } from "../dom.js";
import { shareOf, writeScore } from "../words.js";
import { scoreOfEnd } from "./evaluation.js";

const WIDTH = 400;
const HEIGHT = 90;

export class Graph {
  /** @param {(at: number) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.frame = find("#graph");
    this.drawn = "";
  }

  /** @param {Table} table */
  show(table) {
    const { record } = table;
    const evaluations = Array.from({ length: record.moves.length + 1 }, (_, at) => record.evaluations[at] ?? null);
    const result = table.state?.outcome && record.at === record.moves.length ? table.state.outcome.winner : undefined;
    const key = JSON.stringify([evaluations, record.at, result]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (result !== undefined) evaluations[record.moves.length] = scoreOfEnd(result);
    const known = evaluations.some(Boolean);
    this.frame.hidden = !known || record.moves.length === 0;
    if (this.frame.hidden) return;
    this.frame.replaceChildren(
      make("div", { class: "graph-names muted", "aria-hidden": "true" }, make("span", {}, "x"), make("span", {}, "o")),
      this.#draw(evaluations, record),
    );
  }

  /** @param {(Score|null)[]} evaluations @param {GameRecord} record */
  #draw(evaluations, record) {
    const step = WIDTH / Math.max(record.moves.length, 1);
    /** @param {Score} score */
    const height = (score) => HEIGHT * (1 - shareOf(score) * 0.94 - 0.03);
    const points = evaluations.flatMap((score, at) => (score ? [[at * step, height(score)]] : []));
    const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [first, last] = [points[0], points[points.length - 1]];
    const columns = evaluations.map((score, at) => {
      const told = score ? writeScore(score) : "not evaluated";
      const move = at ? `after ${at} ${record.moves[at - 1]}` : "start";
      return draw(
        "rect",
        {
          class: `column${at === record.at ? " here" : ""}`, x: (at - 0.5) * step, width: step, y: 0, height: HEIGHT,
          "data-at": at, onclick: () => this.goTo(at),
        },
        draw("title", {}, `${move}: ${told}`),
      );
    });
    return draw(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none",
        role: "img", "aria-label": "Evaluation over the game",
      },
      draw("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      draw("path", { class: "area", d: `M${first[0]} ${HEIGHT / 2}L${path}L${last[0]} ${HEIGHT / 2}z` }),
      draw("path", { class: "curve", d: `M${path}` }),
      draw("path", { class: "points", d: points.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join("") }),
      ...columns,
      draw("line", { class: "cursor", x1: record.at * step, x2: record.at * step, y1: 0, y2: HEIGHT }),
    );
  }
}
