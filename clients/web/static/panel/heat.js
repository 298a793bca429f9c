/**
 * The heat map: how often tree search tried each move, or the upper confidence bound it gave it.
 *
 * @import { Settings } from "../settings.js"
 * @import { Table } from "../table.js"
 * @import { Heat } from "../boards/board.js"
 *
 * @typedef {object} HeatMap
 * @property {Map<string, Heat>} cells
 * @property {string} least
 * @property {string} most
 * @property {string|null} before the move that was played since, if it is of the position before
 */

import { button, find, make } from "../dom.js";
import { findOption } from "../seats.js";
import { writeCount } from "../words.js";

export const KINDS = { off: "Off", visits: "Visits", bound: "UCB" };
const TREE_SEARCH = "mcts";

/**
 * For every move that was tried: its share of the largest, and what to write on its cell. What an
 * opponent has counted stays there until something is known of the position after his move.
 *
 * @param {Pick<Table, "thought"|"moveSince">} table
 * @param {Settings["heat"]} kind
 * @returns {HeatMap|null}
 */
export function heatOf(table, kind) {
  const { thought } = table;
  if (kind === "off" || !thought?.visits) return null;
  const counted = thought.visits.flatMap((each) => {
    const amount = each[kind];
    return amount === null ? [] : [{ move: each.move, amount }];
  });
  const amounts = counted.map(({ amount }) => amount);
  const most = Math.max(...amounts);
  const least = kind === "visits" ? 0 : Math.min(...amounts);
  const spread = most - least || 1;
  /** @param {number} amount */
  const write = (amount) => (kind === "visits" ? writeCount(amount) : amount.toFixed(decimalsFor(most - least)));
  const cells = new Map(counted.map(({ move, amount }) => [move, { share: (amount - least) / spread, text: write(amount) }]));
  return { cells, least: write(least), most: write(most), before: table.moveSince(thought) };
}

/** As many as tell the ends of a range of bounds apart, from 2 to 4. @param {number} range */
function decimalsFor(range) {
  return range >= 0.1 ? 2 : range >= 0.01 ? 3 : 4;
}

/** What the colours mean; or, if there is nothing to colour, how to get it.
 * @param {Table} table @param {Settings["heat"]} kind @param {HeatMap|null} heat
 * @param {(name: string) => void} useTreeSearch
 */
export function showLegend(table, kind, heat, useTreeSearch) {
  const legend = find("#heat-legend");
  legend.hidden = kind === "off";
  if (heat) {
    legend.replaceChildren(
      make("span", { class: "number-text" }, heat.least),
      make("span", { class: "ramp", "aria-hidden": "true" }),
      make("span", { class: "number-text" }, heat.most),
      make(
        "span", { class: "muted" },
        kind === "visits" ? "visits of each move" : "upper confidence bound",
        heat.before ? `, before ${heat.before}` : "",
      ),
    );
    return;
  }
  const able = table.hello && findOption(table.hello, "Search")?.choices?.includes(TREE_SEARCH);
  const counts = table.settings.search === TREE_SEARCH;
  const idle = counts ? "Press Analyse to count visits." : "Only tree search counts visits.";
  legend.replaceChildren(
    make("span", { class: "muted" }, counts && table.analysing ? "Counting \u2026" : idle),
    able && !counts
      ? button(`Analyse with ${TREE_SEARCH}`, () => useTreeSearch(TREE_SEARCH))
      : "",
  );
}
