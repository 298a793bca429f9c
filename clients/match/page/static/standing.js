/**
 * The standing: who is ahead, by how much, how sure that is, and what else is to be known.
 *
 * @import { Competitor, Rating, Sprt, Standing } from "../data.js"
 */

import { button, draw, make } from "./dom.js";

const ENDS = 4; // percent of the scale that are free at either side

/** `choose` is called with the names of two whose games are asked for.
 * @param {HTMLElement} frame @param {{standing: Standing|null, players: Competitor[]}} tournament
 * @param {(player: string, other: string) => void} choose
 */
export function showStanding(frame, { standing, players }, choose) {
  if (!standing || !standing.tables.length) {
    frame.replaceChildren(make("h2", {}, "Standing"), make("p", { class: "muted" }, "No game is finished yet."),
      drawPlayers(players));
    return;
  }
  const [first, ...others] = standing.tables;
  frame.replaceChildren(
    drawTable(first, choose),
    make("div", { class: "ratings" }, make("h2", {}, "Ratings"), drawRatings(standing.ratings)),
    ...(standing.sprt ? [drawSprt(standing.sprt)] : []),
    ...others.map((table) => drawTable(table, choose)),
    ...(standing.summary.length ? [make("pre", { class: "summary" }, standing.summary.join("\n"))] : []),
    drawPlayers(players),
    make("ul", { class: "notes muted" }, standing.notes.map((note) => make("li", {}, note))),
  );
}

/** What each player is: the options that were set, and the limits. Of games from a file neither is known.
 * @param {Competitor[]} players
 */
function drawPlayers(players) {
  const known = players.filter(({ limits }) => limits);
  return make("details", { class: "players", hidden: !known.length }, make("summary", {}, "The players"), make(
    "ul", { class: "notes" },
    known.map(({ name, limits, options }) => make("li", {}, make("strong", {}, name), `: ${options || "as it comes"}; ${limits}`)),
  ));
}

/** @param {Standing["tables"][number]} table @param {(player: string, other: string) => void} choose */
function drawTable({ title, players, heads, cells, notes }, choose) {
  /** @param {string} text @param {string} player @param {string} other */
  const drawPoints = (text, player, other) => (!/\d/.test(text) ? text : button(text, () => choose(player, other), {
    class: "quiet points", "aria-label": `${text}: games of ${player} and ${other}`, title: `Games of ${player} and ${other}`,
  }));
  const head = make("tr", {}, make("th", { scope: "col" }, "#"), make("th", { scope: "col", class: "name" }, "player"),
    heads.map((text) => make("th", { scope: "col" }, text)));
  const rows = players.map((player, place) => make(
    "tr", {}, make("td", { class: "place" }, place + 1),
    make("th", { scope: "row", class: "name", title: player }, player),
    cells[place].map((text, column) => make(
      "td", { class: text.trim() === "-" ? "self" : "" },
      title === "Crosstable" ? drawPoints(text.trim(), player, players[column]) : text.trim(),
    )),
  ));
  return make(
    "div", { class: "table-block" },
    make("h2", {}, title),
    make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": title },
      make("table", { class: "figures" }, make("thead", {}, head), make("tbody", {}, rows))),
    notes.map((note) => make("p", { class: "note muted" }, note)),
  );
}

/** A point for each rating, with a bar as long as its error: where two bars overlap, nobody knows.
 * @param {Rating[]} ratings
 */
function drawRatings(ratings) {
  const least = Math.min(...ratings.map(({ elo, error }) => elo - error));
  const most = Math.max(...ratings.map(({ elo, error }) => elo + error));
  const span = Math.max(most - least, 1);
  /** @param {number} elo */
  const place = (elo) => `${(ENDS + ((elo - least) / span) * (100 - 2 * ENDS)).toFixed(2)}%`;
  const marks = pickMarks(least, most);
  const scale = () => marks.map((elo) => draw("line", { class: "scale", x1: place(elo), x2: place(elo), y1: 0, y2: "100%" }));
  const rows = ratings.map(({ player, elo, error, unbounded }) => {
    const told = `${Math.round(elo)} \u00b1 ${Math.round(error)} Elo${unbounded ? ", without a limit" : ""}`;
    const [from, to] = [place(elo - error), place(elo + error)];
    return make(
      "li", {}, make("span", { class: "name", title: player }, player),
      draw("svg", { class: unbounded ? "unbounded" : "", role: "img", "aria-label": told },
        draw("title", {}, `${player}: ${told}`), ...scale(),
        draw("line", { class: "error", x1: from, x2: to, y1: "50%", y2: "50%" }),
        ...[from, to].map((end) => draw("line", { class: "error end", x1: end, x2: end, y1: "28%", y2: "72%" })),
        draw("circle", { cx: place(elo), cy: "50%", r: "0.28em" })),
    );
  });
  const numbers = marks.map((elo) => draw("text", { x: place(elo), y: "70%" }, elo > 0 ? `+${elo}` : elo));
  const foot = make("li", { "aria-hidden": "true" }, make("span", { class: "name" }), draw("svg", { class: "numbers" }, ...numbers));
  return make("ol", { class: "chart" }, rows, foot);
}

/** Round numbers on the scale, about five. @param {number} least @param {number} most */
function pickMarks(least, most) {
  const step = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((each) => (most - least) / each <= 5) ?? 10000;
  const marks = [];
  for (let elo = Math.ceil(least / step) * step; elo <= most; elo += step) marks.push(elo);
  return marks;
}

/** @param {Sprt} sprt */
function drawSprt({ llr, low, high, decision, text }) {
  const share = Math.min(Math.max((llr - low) / (high - low), 0), 1);
  return make(
    "div", { class: "sprt" },
    make("h2", {}, `SPRT: ${decision}`),
    draw("svg", { viewBox: "0 0 400 18", role: "img", "aria-label": text },
      draw("rect", { class: "track", x: 0, y: 5, width: 400, height: 8, rx: 4 }),
      draw("line", { class: "zero", x1: (400 * -low) / (high - low), x2: (400 * -low) / (high - low), y1: 1, y2: 17 }),
      draw("circle", { cx: 8 + share * 384, cy: 9, r: 7 })),
    make("p", { class: "note muted" }, text),
  );
}
