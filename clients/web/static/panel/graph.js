/**
 * The evaluation over the game, by the engine in the background: one column for each position, with a
 * mark where a review has found a mistake; a click goes there.
 *
 * @import { Verdict } from "../../messages.js"
 * @import { GameRecord } from "../record.js"
 * @import { Review, Standing } from "../review.js"
 * @import { Table } from "../table.js"
 */

import { draw, find, make } from "../dom.js";
import { writeScore } from "../words.js";

const WIDTH = 400;
const HEIGHT = 90;
/** @param {number} chance of x */
const heightOf = (chance) => HEIGHT * (1 - chance * 0.94 - 0.03);

export class Graph {
  /** @param {(at: number) => void} goTo */
  constructor(goTo) {
    this.goTo = goTo;
    this.frame = find("#graph");
    this.drawn = "";
  }

  /** @param {Table} table @param {Review} review */
  show({ record }, review) {
    const standings = Array.from({ length: record.moves.length + 1 }, (_, at) => review.standing(record.moves.slice(0, at)));
    const { isVisible, mistakes } = review;
    const key = JSON.stringify([standings, record.at, isVisible, mistakes]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.frame.hidden = !isVisible || record.moves.length === 0 || !standings.some((standing) => standing?.score);
    if (this.frame.hidden) return;
    this.frame.replaceChildren(
      make("div", { class: "graph-names muted", "aria-hidden": "true" }, make("span", {}, "x"), make("span", {}, "o")),
      this.#draw(standings, record, new Map(mistakes.map((verdict) => [verdict.ply + 1, verdict]))),
    );
  }

  /** @param {(Standing|null)[]} standings @param {GameRecord} record @param {Map<number, Verdict>} mistakes by place */
  #draw(standings, record, mistakes) {
    const step = WIDTH / Math.max(record.moves.length, 1);
    const points = standings.flatMap((standing, at) => (standing ? [[at * step, heightOf(standing.chance)]] : []));
    const path = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [first, last] = [points[0], points[points.length - 1]];
    const marks = [...mistakes].map(([at, { mark }]) => {
      const place = `M${(at * step).toFixed(1)} ${heightOf(standings[at]?.chance ?? 0.5).toFixed(1)}h0`;
      return draw("path", { class: "mistake", "data-mark": mark, d: place });
    });
    const columns = standings.map((standing, at) => {
      const told = standing?.score ? writeScore(standing.score) : standing ? "the end" : "not evaluated";
      const move = at ? `after ${at} ${record.moves[at - 1]}${mistakes.get(at)?.symbol ?? ""}` : "start";
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
        role: "img", "aria-label": `Evaluation over the game${mistakes.size ? `, ${mistakes.size} mistakes` : ""}`,
      },
      draw("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      draw("path", { class: "area", d: `M${first[0]} ${HEIGHT / 2}L${path}L${last[0]} ${HEIGHT / 2}z` }),
      draw("path", { class: "curve", d: `M${path}` }),
      draw("path", { class: "points", d: points.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`).join("") }),
      ...marks,
      ...columns,
      draw("line", { class: "cursor", x1: record.at * step, x2: record.at * step, y1: 0, y2: HEIGHT }),
    );
  }
}
