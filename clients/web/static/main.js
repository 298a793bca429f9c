/**
 * The page: joins the table to what shows it. Start reading here, then table.js.
 *
 * Everything that is to be seen follows from the table; `render` shows it all, at most once a
 * frame, and every part redraws only what has changed.
 *
 * @import { State } from "../messages.js"
 * @import { Actions } from "./keys.js"
 * @import { GameRecord } from "./record.js"
 */

import { Assessments } from "./assessments.js";
import { Connection, ConnectionLost } from "./connection.js";
import { ExchangeDialog } from "./dialogs/exchange.js";
import { openLook } from "./dialogs/look.js";
import { NewGameDialog } from "./dialogs/newgame.js";
import { PuzzlesDialog } from "./dialogs/puzzles.js";
import { drawIcon, find } from "./dom.js";
import { openSocket } from "./endpoint.js";
import { Frame, inNextFrame } from "./frame.js";
import { takeGame } from "./given.js";
import { bindKeys, openHelp } from "./keys.js";
import { isLink, openLink } from "./link.js";
import { Announcer, messageOf, showNotice, showTrouble } from "./messages.js";
import { Branches } from "./panel/branches.js";
import { Controls } from "./panel/controls.js";
import { showEvaluation } from "./panel/evaluation.js";
import { Graph } from "./panel/graph.js";
import { heatOf, showLegend } from "./panel/heat.js";
import { Lines, previewOf } from "./panel/lines.js";
import { Match } from "./panel/match.js";
import { Moves } from "./panel/moves.js";
import { PuzzleCard } from "./panel/puzzle.js";
import { ReviewPanel, betterLine } from "./panel/review.js";
import { Tools } from "./panel/tools.js";
import { ViewTools } from "./panel/viewtools.js";
import { Progress, Solving } from "./puzzles.js";
import { firstRecord, loadRecord, newRecord } from "./record.js";
import { Review } from "./review.js";
import { PERSON } from "./seats.js";
import { applyBoard, bindTheme, loadSettings } from "./settings.js";
import { Sounds } from "./sound.js";
import { Table } from "./table.js";
import { CONNECT_FOUR, isConnectFour, tellOptions } from "./words.js";

/** What these open is known from the server: a click before that would be lost. */
const NEED_SERVER = ["#new-button", "#puzzles-button", "#exchange-button"];
const schedule = inNextFrame(render);
const settings = loadSettings();
const sounds = new Sounds(settings);
const connection = new Connection(openSocket);
const damaged = () => showNotice("What this page had kept is no game. This is a new one.");
const record = loadRecord(damaged) ?? newRecord("", { x: PERSON, o: PERSON }); // until the server has said hello
const table = new Table(connection, record, settings, { changed, notice: showNotice });
const assessments = new Assessments();
const review = new Review(connection, table, settings, assessments, { changed: schedule, notice: showNotice });

const frame = new Frame(table, settings, sounds);
/** The game that was last offered to be gone back to.
 * @type {GameRecord|null} */
let offered = table.before;
/** The link that is being opened. */
let followed = "";
const controls = new Controls(table, settings, begin);
const lines = new Lines(settings, schedule);
const graph = new Graph((at) => table.goTo(at));
const moves = new Moves(table, schedule, review);
const branches = new Branches(table, render, showNotice);
const reviewPanel = new ReviewPanel(table, review);
const tools = new Tools(table, settings, schedule);
const viewTools = new ViewTools(settings, schedule);
const match = new Match(table, showNotice);
const announcer = new Announcer();
const exchange = new ExchangeDialog(table, review, (games) => match.open(games).then(() => offerBack()), showNotice);
const newGame = new NewGameDialog(table, begin);
const solving = new Solving(table, new Progress());
review.isSecret = () => solving.open;
const puzzles = new PuzzlesDialog(solving, { begun: () => { match.close(); focusBoard(); }, notice: showNotice });
const puzzleCard = new PuzzleCard(solving, { choose: () => puzzles.open(), notice: showNotice, focus: focusBoard });

function focusBoard() {
  render();
  frame.focus();
}

/** @param {string} [why] another game is on the board; without it that is told once of each game */
function offerBack(why) {
  if (!table.before || (table.before === offered && !why)) {
    if (why) showNotice(why);
    return;
  }
  offered = table.before;
  const back = () => table.takeBack().catch((error) => showNotice(messageOf(error)));
  showNotice(why ?? "Another game is on the board now.", ["Back to the one before", back]);
}

/** Open the game of the address, once: from then on it is a game as any other. The address has it until the page
 * keeps it, or a reload in between would lose it.
 */
async function followLink() {
  const { hash } = location;
  if (!table.hello || !isLink(hash) || hash === followed) return;
  followed = hash;
  /** @type {string|undefined} */
  let why;
  try {
    try {
      await table.open(await openLink(hash, connection));
    } catch (error) {
      if (error instanceof ConnectionLost) return; // until it is there again
      why = `The link cannot be opened: ${messageOf(error).replace(/^game 1: /, "")}. This is a new game.`;
      await table.open(firstRecord(table.hello)).catch(() => {});
    }
    if (location.hash === hash) history.replaceState(null, "", location.pathname + location.search);
    match.close();
    offerBack(why);
  } finally {
    followed = "";
  }
}

/** @param {GameRecord} fresh */
async function begin(fresh) {
  try {
    await table.open(fresh);
    focusBoard();
    match.close();
    offerBack();
  } catch (error) {
    showNotice(messageOf(error));
  }
}

/** @param {string} search */
function useTreeSearch(search) {
  Object.assign(settings, { search });
  table.refreshAnalysis();
  table.analyse(true);
}

function changed() {
  review.follow();
  schedule();
}

/** @param {State} state */
function titleOf({ game, words }) {
  if (isConnectFour(words)) return CONNECT_FOUR.title;
  return table.hello?.games.find(({ name }) => name === game)?.title ?? game;
}

function render() {
  solving.observe();
  const { state } = table;
  showTrouble(table, () => newGame.open());
  lines.show(table);
  if (state) {
    const heat = heatOf(table, settings.heat);
    frame.renew(state, titleOf(state)).show({
      state,
      playable: table.playable,
      hint: (!state.outcome && table.hint?.move) || null,
      pointed: moves.pointed,
      preview: review.shown ? betterLine(table, review) : previewOf(table, lines.chosen),
      heat: heat?.cells ?? null,
      threes: settings.threes,
    });
    showLegend(table, settings.heat, heat, useTreeSearch);
    find("#title").textContent = [titleOf(state), ...tellOptions(state.words)].join(" \u00b7 ");
    document.title = `${titleOf(state)} - Linemate`;
  }
  showEvaluation(table, review);
  controls.show();
  puzzleCard.show();
  tools.show(table);
  viewTools.show(state, frame.board);
  graph.show(table, review);
  reviewPanel.show();
  moves.show();
  branches.show();
  announcer.tell(table);
  sounds.tell(state);
  document.body.dataset.game = state?.words ?? "";
  document.body.dataset.ready = String(Boolean(state) && !table.trouble);
}

/** @type {Actions} */
const actions = {
  u: ["undo", () => table.undo()],
  r: ["redo", () => table.redo()],
  ",": ["one move back", () => table.goTo(table.heading - 1)],
  ".": ["one move on", () => table.goTo(table.heading + 1)],
  Home: ["to the start", () => table.goTo(0)],
  End: ["to the last move", () => table.goTo(table.record.moves.length)],
  l: ["play through the moves, or stop", () => table.replay(!table.replaying)],
  v: ["the next variation of this move", () => table.variations.goToNext() || showNotice("This move has no variation.")],
  h: ["hint", () => solving.hint() || table.askHint()],
  a: ["analyse, or stop", () => table.analyse(!table.analysing)],
  p: ["move now, pause, play on, or play again", () => find("#go-button").click()],
  w: ["review the game", () => review.start()],
  m: ["the next mistake of a review", () => review.goToMistake(1)],
  M: ["the mistake before", () => review.goToMistake(-1)],
  s: ["switch sides", () => table.switchSides()],
  b: ["go to the board", () => frame.focus()],
  t: ["qubic: lines of three", () => viewTools.toggle("threes")],
  f: ["qubic: flat or cube", () => viewTools.toggle("flat")],
  n: ["new game", () => newGame.open()],
  o: ["open & save", () => exchange.open()],
  z: ["puzzles", () => puzzles.open()],
  "?": ["this help", () => openHelp(actions, table.record.words)],
};

bindKeys(actions);
bindTheme(find("#theme-button"), settings);
applyBoard(settings);
find("#seats").addEventListener("hurry", () => sounds.play("hurry"));
find("#look-button").append(drawIcon("look"));
find("#look-button").addEventListener("click", () => openLook(settings, sounds));
find("#new-button").addEventListener("click", () => newGame.open());
find("#puzzles-button").addEventListener("click", () => puzzles.open());
find("#exchange-button").addEventListener("click", () => exchange.open());
find("#help-button").addEventListener("click", () => openHelp(actions, table.record.words));
window.addEventListener("resize", schedule);
window.addEventListener("hashchange", followLink);
window.addEventListener("pagehide", () => assessments.save());
let given = takeGame();
connection.on("hello", () => {
  for (const id of NEED_SERVER) find(id).removeAttribute("disabled");
  if (given) begin(given);
  given = null;
  followLink();
});
connection.connect();
render();
