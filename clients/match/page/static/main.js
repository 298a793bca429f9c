/**
 * The page of a match: the standing, the games in progress, and those that are over, to be replayed.
 * While the match is played it asks its server what is new; as a file it has everything in it.
 *
 * @import { Data, Update } from "../data.js"
 */

import { drawShading } from "./boards/pieces.js";
import { draw, drawIcon, find } from "./dom.js";
import { GameList } from "./games.js";
import { PlayingBoards } from "./playing.js";
import { Replay } from "./replay.js";
import { showStanding } from "./standing.js";
import { Tournament } from "./tournament.js";
import { tellOptions } from "./words.js";

const ASK_EVERY = 1000; // milliseconds
const TICK_EVERY = 250;
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @type {Data} */
const data = JSON.parse(document.querySelector("#data")?.textContent ?? "");
const tournament = new Tournament(data);
const boards = new PlayingBoards();
const list = new GameList(tournament);
const replay = new Replay((at) => {
  const here = location.hash.replace(/\/.*$/, "");
  history.replaceState(null, "", `${here}/${at}`);
});
let standing = "";

function show() {
  const text = JSON.stringify(tournament.standing);
  if (text !== standing) {
    standing = text;
    showStanding(find("#standing"), tournament, (player, other) => list.choose(player, other));
  }
  boards.show(tournament);
  list.show();
  find("#progress").textContent = tellProgress();
}

function tellProgress() {
  const { standing: now, live } = tournament;
  const format = { match: "", games: "" }[tournament.format] ?? `${tournament.format}, `;
  if (!now) return `${format}about to begin`;
  const games = `${now.played}${now.over ? "" : ` of ${now.expected}`} game${now.played === 1 && now.over ? "" : "s"}`;
  const playing = live && tournament.playing.length ? `, ${tournament.playing.length} being played` : "";
  return `${format}${games}${playing}${now.over ? ", over" : live ? "" : ", not over"}`;
}

/** What the address says: `#game-17/12` is the game of this number after twelve plies. */
function route() {
  const found = /^#game-(\d+)(?:\/(\d+))?$/.exec(location.hash);
  const game = found ? tournament.games[Number(found[1]) - tournament.first] : undefined;
  find("#overview").hidden = Boolean(game);
  find("#replay").hidden = !game;
  find("#back-button").hidden = !game;
  find("#keys").textContent = game
    ? "Keys: \u2190 \u2192 step, Home and End, space plays, m the next mark, n and p other games, Esc all games, w wall, t theme"
    : "Keys: w for a wall, t theme";
  if (game && found) {
    replay.open(tournament, game, Number(found[2] ?? 0));
    window.scrollTo(0, 0);
  } else replay.stop();
}

/** The next of the games that are listed, or the one before. @param {number} step */
function otherGame(step) {
  const here = Number(/^#game-(\d+)/.exec(location.hash)?.[1] ?? -1) - tournament.first;
  const { found } = list;
  const next = found[found.indexOf(here) + step];
  if (found.includes(here) && next !== undefined) location.hash = `#game-${tournament.first + next}/0`;
}

/** @param {boolean} [wanted] */
function toggleWall(wanted) {
  const on = document.body.classList.toggle("wall", wanted);
  find("#wall-button").setAttribute("aria-pressed", String(on));
}

let theme = 0;
/** @param {number} step */
function turnTheme(step) {
  theme = (theme + step) % THEMES.length;
  const root = document.documentElement;
  if (THEMES[theme] === "auto") delete root.dataset.theme;
  else root.dataset.theme = THEMES[theme];
  const button = find("#theme-button");
  button.replaceChildren(drawIcon(THEMES[theme]));
  button.title = `Theme: ${THEMES[theme]} (t)`;
  button.setAttribute("aria-label", button.title);
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
  const isReplay = !find("#replay").hidden;
  if (isReplay && replay.key(event)) return;
  /** @type {Record<string, () => void>} */
  const keys = { w: () => toggleWall(), t: () => turnTheme(1) };
  if (isReplay) Object.assign(keys, { n: () => otherGame(1), p: () => otherGame(-1), Escape: leave });
  keys[event.key]?.();
}

function leave() {
  location.hash = "#";
}

/** @param {string} text @param {boolean} calm */
function announce(text, calm) {
  const banner = find("#banner");
  banner.hidden = false;
  banner.classList.toggle("calm", calm);
  banner.textContent = text;
}

/** Ask until the match is over, or its server is gone; what was told stays. */
async function ask() {
  try {
    const answer = await fetch(`/state?games=${tournament.known}`);
    /** @type {Update} */
    const update = await answer.json();
    if (!tournament.take(update)) {
      location.reload(); // it is another match's
      return;
    }
    show();
    if (tournament.standing?.over) {
      announce("The match is over. This page is also a file, beside the records of the match.", true);
      return;
    }
    find("#banner").hidden = true;
  } catch {
    announce("The match does not answer any more: what is here was true when it last did.", false);
    tournament.playing = [];
    boards.show(tournament);
  }
  setTimeout(ask, ASK_EVERY);
}

function begin() {
  // Boards share it; within one that is hidden it could not be found.
  document.body.prepend(draw("svg", { class: "shading", "aria-hidden": "true" }, drawShading()));
  const [name] = data.title.split(" ");
  const options = data.format === "games" ? [] : tellOptions(data.title);
  find("#title").textContent = data.format === "games" ? data.title : [name, ...options].join(", ");
  document.title = `${find("#title").textContent} \u2013 Linemate`;
  document.body.dataset.game = data.title;
  find("#back-button").addEventListener("click", leave);
  find("#wall-button").addEventListener("click", () => toggleWall());
  find("#theme-button").addEventListener("click", () => turnTheme(1));
  document.addEventListener("keydown", pressKey);
  window.addEventListener("hashchange", route);
  turnTheme(0);
  toggleWall(/[?&]wall\b/.test(location.search));
  show();
  route();
  if (tournament.live) {
    ask();
    setInterval(() => boards.tick(), TICK_EVERY);
  }
}

begin();
