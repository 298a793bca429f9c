/**
 * The page: joins the table to what shows it. Start reading here, then table.js.
 *
 * Everything that is to be seen follows from the table; `render` shows it all, at most once a
 * frame, and every part redraws only what has changed.
 *
 * @import { Board } from "./boards/board.js"
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
import { renewBoard } from "./frame.js";
import { takeGame } from "./given.js";
import { bindKeys, openHelp } from "./keys.js";
import { isLink, openLink } from "./link.js";
import { Announcer, messageOf, remind, showNotice, showTrouble } from "./messages.js";
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
const settings = loadSettings();
const sounds = new Sounds(settings);
const connection = new Connection(openSocket);
const damaged = () => showNotice("What this page had kept is no game. This is a new one.");
const record = loadRecord(damaged) ?? newRecord("", { x: PERSON, o: PERSON }); // until the server has said hello
const table = new Table(connection, record, settings, { changed, notice: showNotice });
const assessments = new Assessments();
const review = new Review(connection, table, settings, assessments, { changed: schedule, notice: showNotice });

/** @type {Board|null} */
let board = null;
let scheduled = false;
/** The game that was last offered to be gone back to.
 * @type {GameRecord|null} */
let offered = table.before;
const controls = new Controls(table, settings, begin);
const lines = new Lines(schedule);
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
  board?.focus(board.focused);
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

/** Open the game of the address, once: from then on it is a game as any other. */
async function followLink() {
  const { hash } = location;
  if (!table.hello || !isLink(hash)) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await table.open(await openLink(hash, connection));
    match.close();
    offerBack();
  } catch (error) {
    if (error instanceof ConnectionLost) {
      history.replaceState(null, "", hash); // for when it is there again
      return;
    }
    await table.open(firstRecord(table.hello)).catch(() => {});
    match.close();
    offerBack(`The link cannot be opened: ${messageOf(error).replace(/^game 1: /, "")}. This is a new game.`);
  }
}

/** @param {GameRecord} fresh */
async function begin(fresh) {
  try {
    await table.open(fresh);
    render();
    board?.focus(board.focused);
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

function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(render);
}

/** @param {string} move */
function choose(move) {
  if (table.playable && table.state?.legal.includes(move)) table.play(move);
  else if (board) {
    sounds.play("refused");
    remind(find("#caption"), board.element);
  }
}

/** @param {State} state */
function titleOf({ game, words }) {
  if (isConnectFour(words)) return CONNECT_FOUR.title;
  return table.hello?.games.find(({ name }) => name === game)?.title ?? game;
}

function render() {
  scheduled = false;
  solving.observe();
  const { state } = table;
  showTrouble(table, () => newGame.open());
  lines.show(table);
  if (state) {
    const heat = heatOf(table, settings.heat);
    board = renewBoard(board, state, { title: titleOf(state), flat: settings.flat, choose });
    board.show({
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
  viewTools.show(state, board);
  graph.show(table, review);
  reviewPanel.show();
  moves.show();
  branches.show();
  announcer.tell(table);
  sounds.tell(state);
  document.body.dataset.game = state?.words ?? "";
  document.body.dataset.ready = String(Boolean(state) && !table.trouble);
}

/** @param {"threes"|"flat"} name */
const toggle = (name) => () => {
  settings[name] = !settings[name];
  schedule();
};
/** @type {Actions} */
const actions = {
  u: ["undo", () => table.undo()],
  r: ["redo", () => table.redo()],
  ",": ["one move back", () => table.goTo(table.heading - 1)],
  ".": ["one move on", () => table.goTo(table.heading + 1)],
  Home: ["to the start", () => table.goTo(0)],
  End: ["to the last move", () => table.goTo(table.record.moves.length)],
  l: ["play through the moves, or stop", () => table.replay(!table.replaying)],
  v: ["the next variation of this move", () => table.variations.goToNext()],
  h: ["hint", () => solving.hint() || table.askHint()],
  a: ["analyse, or stop", () => table.analyse(!table.analysing)],
  p: ["move now, pause, play on, or play again", () => find("#go-button").click()],
  w: ["review the game", () => review.start()],
  m: ["the next mistake of a review", () => review.goToMistake(1)],
  M: ["the mistake before", () => review.goToMistake(-1)],
  s: ["switch sides", () => table.switchSides()],
  b: ["go to the board", () => board?.focus(board.focused)],
  t: ["qubic: lines of three", toggle("threes")],
  f: ["qubic: flat or cube", toggle("flat")],
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
