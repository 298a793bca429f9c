/**
 * The table of the page goes from one activity to the next: table.js with a server that answers
 * what a test says, when the test says it.
 */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ConnectionLost } from "../../../clients/web/static/connection.js";
import { tellTimeout } from "../../../clients/web/static/endings.js";
import { newClock } from "../../../clients/web/static/gameclock.js";
import { newRecord, writtenTree } from "../../../clients/web/static/record.js";
import { PERSON, engineSeat } from "../../../clients/web/static/seats.js";
import { growTree, lineTo, listPlaces } from "../../../clients/web/static/tree.js";
import { Table } from "../../../clients/web/static/table.js";

globalThis.sessionStorage = { setItem() {}, getItem: () => null, removeItem() {} };

const CELLS = "a3 b3 c3 a2 b2 c2 a1 b1 c1".split(" ");
const ENGINE = engineSeat(1);
const HELLO = {
  games: [], first: { words: "tictactoe", level: 5 }, limits: {}, levels: [{ level: 1, skill: 1, movetime: 300 }],
  engine: { name: "Engine", options: [{ name: "Skill" }, { name: "MultiPV" }] },
};
const PACE = 400;

/** What it was asked is in `asked`, and in `heard` by the types alone; `stop` has no reply. */
class Server {
  listeners = {};
  asked = [];
  heard = [];
  searches = 0;

  on(type, listener) {
    this.listeners[type] = listener;
    return this;
  }

  request(type, fields) {
    this.heard.push(type === "think" ? `think ${fields.purpose}` : type);
    return new Promise((resolve, reject) => this.asked.push({ type, fields, resolve, reject }));
  }

  stop() {
    this.heard.push("stop");
  }

  /** Say something unasked. */
  async tell(type, message = {}) {
    this.listeners[type](message);
    await settled();
  }

  /** Reply to what was asked first, which must be this. */
  async reply(type, answer) {
    const { type: asked, resolve, reject } = this.asked.shift();
    assert.equal(asked, type);
    if (answer instanceof Error) reject(answer);
    else resolve(answer);
    await settled();
  }

  /** Announce the search that was asked for; its number. */
  async begin() {
    this.searches += 1;
    await this.reply("think", { search: this.searches });
    return this.searches;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A position of tic-tac-toe after the first `at` of these moves; over, if that is said. */
function state(moves, at = moves.length, outcome = null) {
  const toMove = outcome ? null : at % 2 ? "o" : "x";
  const cells = CELLS.map((name) => {
    const index = moves.indexOf(name);
    return index < 0 || index >= at ? "." : index % 2 ? "o" : "x";
  }).join("");
  const legal = CELLS.filter((_, index) => cells[index] === ".");
  return { words: "tictactoe", moves, at, toMove, cells, names: CELLS, legal, last: moves[at - 1] ?? null, outcome };
}

let server;
let notices;
let timers;

globalThis.setTimeout = (act, delay) => timers.push({ act, delay }) - 1;
globalThis.clearTimeout = (timer) => delete timers[timer];

/** A table at which these sit, after these moves, when the server has shown the position. */
async function tableOf(seats, moves = [], changes = {}) {
  const tree = growTree(null, moves);
  const record = { ...newRecord("tictactoe", seats), moves, at: moves.length, tree, ...changes };
  const page = { changed() {}, notice: (text) => notices.push(text) };
  const table = new Table(server, record, { search: "auto", lines: 3, pace: PACE }, page);
  assert.equal(table.activity.kind, "connecting");
  await server.tell("hello", HELLO);
  await server.reply("open", state(moves, record.at));
  server.heard.length = 0;
  return table;
}

const byHand = (moves, changes) => tableOf({ x: PERSON, o: PERSON }, moves, changes);
const againstEngine = (moves, changes) => tableOf({ x: PERSON, o: ENGINE }, moves, changes);
const doing = (table) => table.purpose ?? table.trouble?.kind ?? table.activity.kind;

/** Let so much time pass for the page; nobody has to wait for it. */
async function pass(milliseconds) {
  for (const [timer, { act, delay }] of Object.entries(timers)) {
    timers[timer] = { act, delay: delay - milliseconds };
    if (delay > milliseconds) continue;
    clearTimeout(timer);
    act();
  }
  await settled();
}

beforeEach(() => {
  server = new Server();
  notices = [];
  timers = [];
});

test("an engine answers a person at once, and then it is his turn again", async () => {
  const table = await againstEngine();
  assert.equal(doing(table), "waiting");
  table.play("b2");
  assert.equal(doing(table), "changing");
  assert.ok(!table.playable);
  await server.reply("move", state(["b2"]));
  assert.equal(doing(table), "play");
  await server.tell("answer", { search: await server.begin(), move: "a1" });
  assert.equal(doing(table), "moving");
  await pass(0);
  assert.deepEqual(server.asked[0].fields, { move: "a1" });
  await server.reply("move", state(["b2", "a1"]));
  assert.equal(doing(table), "waiting");
  assert.ok(table.playable);
  assert.deepEqual(server.heard, ["move", "think play", "move"]);
});

test("two engines go at the pace that was set, and wait in a pause", async () => {
  const table = await tableOf({ x: ENGINE, o: ENGINE });
  await server.tell("answer", { search: await server.begin(), move: "b2" });
  await pass(PACE - 1);
  assert.equal(doing(table), "moving");
  table.pause();
  await pass(PACE);
  assert.equal(doing(table), "waiting");
  assert.ok(table.playable, "a person may move in the place of a paused engine");
  table.playOn();
  assert.equal(doing(table), "play");
  await server.tell("answer", { search: await server.begin(), move: "b2" });
  await pass(PACE);
  assert.equal(doing(table), "changing");
});

test("what an engine answers after it was left is not played", async () => {
  const table = await againstEngine(["b2"]);
  const search = await server.begin();
  table.goTo(0);
  await server.tell("answer", { search, move: "a1" });
  await server.reply("goto", state(["b2"], 0));
  await pass(PACE);
  assert.deepEqual(server.heard, ["stop", "goto"]);
  assert.equal(doing(table), "waiting");
});

test("new players take over from those that think", async () => {
  const table = await againstEngine(["b2"]);
  await server.begin();
  table.switchSides();
  assert.deepEqual(server.heard, ["stop"]);
  assert.equal(doing(table), "waiting");
  table.switchSides();
  assert.equal(doing(table), "play");
});

test("nothing follows from a finished game", async () => {
  const table = await againstEngine(["b2"], { paused: true });
  table.analyse(true);
  await server.begin();
  table.goTo(0);
  await server.reply("goto", state(["b2"], 1, { winner: "x" }));
  assert.equal(doing(table), "waiting");
  assert.ok(!table.playable && !table.hintable);
});

test("only the last of the positions asked for is settled in", async () => {
  const table = await byHand(["b2", "a1"]);
  table.analyse(true);
  await server.begin();
  table.goTo(1);
  table.goTo(0);
  await server.reply("goto", state(["b2", "a1"], 1));
  assert.equal(doing(table), "changing");
  await server.reply("goto", state(["b2", "a1"], 0));
  assert.equal(doing(table), "analyse");
  assert.deepEqual(server.heard, ["think analyse", "stop", "goto", "goto", "think analyse"]);
});

test("steps that follow each other faster than the server answers are all taken", async () => {
  const moves = ["b2", "a1", "c3", "a3"];
  const table = await againstEngine(moves);
  const asked = () => server.asked.map(({ fields }) => fields.at);
  table.undo();
  table.undo();
  assert.deepEqual(asked(), [2, 0]);
  table.goTo(table.heading + 1);
  table.goTo(table.heading);
  table.goTo(0);
  table.redo();
  table.redo();
  assert.deepEqual(asked(), [2, 0, 1, 0, 2, 4]);
  for (const at of asked()) await server.reply("goto", state(moves, at));
  assert.equal(table.record.at, 4);
  assert.equal(table.heading, 4);
});

test("an analysis that is ended and begun again in one breath goes on", async () => {
  const table = await byHand();
  table.analyse(true);
  const first = await server.begin();
  table.analyse(false);
  table.analyse(true);
  assert.deepEqual(server.heard, ["think analyse", "stop", "think analyse"]);
  const second = await server.begin();
  await server.tell("stopped", { search: first, reason: null });
  await server.tell("info", { search: second, at: 0, multipv: 1, score: { cp: 7 }, pv: ["b2"], visits: [] });
  assert.equal(doing(table), "analyse");
  assert.deepEqual(table.record.evaluations, [{ cp: 7 }]);
});

test("an analysis waits for the moves of an engine and does not disturb them", async () => {
  const table = await againstEngine(["b2"]);
  const search = await server.begin();
  table.analyse(true);
  table.askHint();
  assert.equal(doing(table), "play");
  await server.tell("answer", { search, move: "a1" });
  table.askHint();
  await pass(0);
  await server.reply("move", state(["b2", "a1"]));
  assert.equal(doing(table), "analyse");
  assert.deepEqual(server.heard, ["move", "think analyse"]);
});

test("a hint interrupts an analysis, which then goes on", async () => {
  const table = await byHand();
  table.analyse(true);
  await server.begin();
  table.askHint();
  const search = await server.begin();
  assert.equal(doing(table), "hint");
  await server.tell("answer", { search, move: "b2" });
  assert.deepEqual(table.hint, { move: "b2", line: ["b2"] });
  assert.equal(doing(table), "analyse");
});

test("an analysis that the server has ended is over, and is not begun again", async () => {
  const table = await byHand();
  table.analyse(true);
  await server.tell("answer", { search: await server.begin(), move: "b2", limited: true });
  assert.equal(doing(table), "waiting");
  assert.ok(!table.analysing);
  assert.match(notices[0], /The analysis was ended/);
});

test("what an engine would not think about is told and not asked again", async () => {
  const table = await againstEngine(["b2"]);
  await server.tell("stopped", { search: await server.begin(), reason: "no such option" });
  assert.equal(doing(table), "waiting");
  assert.ok(table.record.paused);
  table.analyse(true);
  await server.reply("think", new Error("no such search"));
  assert.equal(doing(table), "waiting");
  assert.ok(!table.analysing);
  assert.deepEqual(notices, ["no such option", "no such search"]);
});

test("the moves are played through to the end, and then an analysis goes on", async () => {
  const moves = ["b2", "a1"];
  const table = await byHand(moves, { at: 0 });
  table.analyse(true);
  await server.begin();
  table.replay(true);
  await pass(PACE);
  assert.ok(table.replaying, "also while the next position is on its way");
  await server.reply("goto", state(moves, 1));
  assert.equal(doing(table), "replaying");
  await pass(PACE);
  await server.reply("goto", state(moves, 2));
  assert.ok(!table.replaying);
  assert.equal(doing(table), "analyse");
});

test("playing through the moves stops where it is told to", async () => {
  const moves = ["b2", "a1"];
  const table = await byHand(moves, { at: 0 });
  table.replay(true);
  table.replay(false);
  await pass(10 * PACE);
  assert.deepEqual(server.heard, []);
  table.replay(true);
  await pass(PACE);
  table.replay(false);
  await server.reply("goto", state(moves, 1));
  await pass(10 * PACE);
  assert.deepEqual(server.heard, ["goto"]);
  assert.equal(doing(table), "waiting");
});

test("a dead engine is told, one may look through the game, and a new one goes on", async () => {
  const table = await againstEngine(["b2"]);
  await server.begin();
  await server.tell("lost", { reason: "killed", dialogue: ["! oh"] });
  assert.equal(doing(table), "engine");
  assert.ok(!table.playable && !table.hintable);
  table.goTo(0);
  await server.reply("goto", state(["b2"], 0));
  assert.equal(table.state.at, 0);
  assert.equal(doing(table), "engine");
  table.goTo(1);
  await server.reply("goto", state(["b2"], 1));
  table.playOn();
  assert.equal(doing(table), "starting");
  await server.reply("restart", HELLO);
  await server.tell("hello", HELLO);
  await server.reply("open", state(["b2"]));
  assert.equal(doing(table), "play");
});

test("an engine that dies while a position is on its way leaves the trouble to be seen", async () => {
  const table = await againstEngine();
  table.play("b2");
  await server.tell("lost", { reason: "killed", dialogue: [] });
  await server.reply("move", state(["b2"]));
  assert.deepEqual(table.record.moves, ["b2"]);
  assert.equal(doing(table), "engine");
});

test("a lost connection is told with what the server said, and the game goes on after it", async () => {
  const table = await againstEngine();
  table.play("b2");
  server.asked.shift().reject(new ConnectionLost());
  await server.tell("down", { reason: "the server is busy" });
  assert.equal(table.trouble.text, "the server is busy; it is tried again and again");
  await server.tell("down", { reason: null });
  assert.match(table.trouble.text, /^The connection to the server is lost/);
  await server.tell("hello", HELLO);
  assert.equal(doing(table), "connecting");
  await server.reply("open", state([]));
  assert.equal(doing(table), "waiting");
  assert.deepEqual(notices, []);
});

test("in place of a record that is no game of this server there is a new game, and that is told", async () => {
  const table = await tableOf({ x: PERSON, o: PERSON }, ["b2"], { words: "chess" });
  await server.tell("hello", HELLO);
  await server.reply("open", new Error("unknown game"));
  assert.deepEqual(server.asked[0].fields, { words: "tictactoe", start: null, moves: [], at: 0 });
  await server.reply("open", state([]));
  assert.equal(doing(table), "waiting");
  assert.deepEqual(table.record.seats, { x: PERSON, o: engineSeat(5) });
  assert.match(notices[0], /cannot be shown: unknown game. This is a new one/);
});

test("a game that cannot be opened leaves the one before, which goes on", async () => {
  const table = await againstEngine(["b2"]);
  await server.begin();
  const opened = table.open(newRecord("chess", { x: PERSON, o: PERSON }));
  await Promise.all([assert.rejects(opened, /unknown game/), server.reply("open", new Error("unknown game"))]);
  assert.equal(table.record.words, "tictactoe");
  assert.equal(doing(table), "play");
});

/**
 * The server took a step behind `open` in the new game, and the page took the answer for the old one: that got
 * the moves of the new one, and was on the table again in place of the names and seats of the new one.
 */
test("a step while a game is being opened leaves both games alone", async () => {
  const table = await byHand(["a3", "b3", "c3"]);
  const before = table.record;
  const moves = ["b2", "a1"];
  const opened = { ...newRecord("tictactoe", { x: PERSON, o: ENGINE }), moves, at: 2, names: { x: "Ann", o: "Bob" }, paused: true };
  const opening = table.open(opened);
  for (const step of [() => table.goTo(1), () => table.undo(), () => table.goToLine([]), () => table.variations.goToMainLine()]) step();
  assert.deepEqual(server.heard, ["open"]);
  await server.reply("open", state(moves));
  await opening;
  assert.deepEqual(linesOf(before), ["a3 b3 c3"]);
  assert.equal(table.before, before);
  assert.equal(table.record, opened);
  assert.deepEqual(linesOf(opened), ["b2 a1"]);
  table.goTo(1);
  await server.reply("goto", state(moves, 1));
  assert.equal(table.record.at, 1);
});

test("a variation cannot be deleted while another game is being opened, as its line could not be left", async () => {
  const table = await inThePast();
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  const opening = table.open(newRecord("tictactoe", { x: PERSON, o: PERSON }));
  table.variations.delete();
  await server.reply("open", state([]));
  await opening;
  assert.deepEqual(linesOf(table.before), ["b2 a1 c3", "b2 c1"]);
});

test("a game that cannot be opened leaves steps to the one before, with an engine that is gone as well", async () => {
  const table = await byHand(["b2", "a1"]);
  await server.tell("lost", { search: null, reason: "it has ended", dialogue: [] });
  const opened = table.open(newRecord("chess", { x: PERSON, o: PERSON }));
  table.goTo(1);
  await Promise.all([assert.rejects(opened, /unknown game/), server.reply("open", new Error("unknown game"))]);
  assert.deepEqual(server.heard, ["open"]);
  table.goTo(1);
  await server.reply("goto", state(["b2", "a1"], 1));
  assert.equal(table.state.at, 1);
});

const linesOf = (record) => listPlaces(record.tree)
  .filter(({ branch }) => !branch.following.length).map((place) => lineTo(place).join(" "));
const lines = (table) => linesOf(table.record);

/** A table by hand after b2 a1 c3, with the first move alone on the board. */
async function inThePast() {
  const table = await byHand(["b2", "a1", "c3"]);
  table.goTo(1);
  await server.reply("goto", state(["b2", "a1", "c3"], 1));
  return table;
}

test("a move from the past opens a variation, and nothing is lost", async () => {
  const table = await inThePast();
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  assert.deepEqual(lines(table), ["b2 a1 c3", "b2 c1"]);
  assert.equal(table.fork, 1);
  table.variations.goToMainLine();
  assert.deepEqual(server.asked[0].fields, { at: 1, moves: ["b2", "a1", "c3"] });
  await server.reply("goto", state(["b2", "a1", "c3"], 1));
  assert.equal(table.fork, null);
});

test("the same move as before follows what is there", async () => {
  const table = await inThePast();
  table.play("a1");
  assert.deepEqual(server.asked[0].fields, { at: 2 });
  await server.reply("goto", state(["b2", "a1", "c3"], 2));
  assert.deepEqual(lines(table), ["b2 a1 c3"]);
  table.goTo(1);
  await server.reply("goto", state(["b2", "a1", "c3"], 1));
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  table.goTo(1);
  await server.reply("goto", state(["b2", "c1"], 1));
  table.play("a1");
  assert.deepEqual(server.asked[0].fields, { at: 2, moves: ["b2", "a1", "c3"] });
});

test("after undo another move takes the place of what was taken back, which becomes a variation", async () => {
  const table = await byHand(["b2", "a1"]);
  table.undo();
  await server.reply("goto", state(["b2", "a1"], 1));
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  assert.deepEqual(lines(table), ["b2 c1", "b2 a1"]);
  assert.equal(table.fork, null);
});

/** "Undo" at the start does nothing; but the next move then took the place of the main line. */
test("where nothing was taken back another move begins a variation", async () => {
  const moves = ["b2", "a1"];
  const table = await byHand(moves);
  table.goTo(0);
  await server.reply("goto", state(moves, 0));
  table.undo();
  table.play("c1");
  await server.reply("move", state(["c1"]));
  assert.deepEqual(lines(table), ["b2 a1", "c1"]);
});

test("a game that was recorded elsewhere stays the main line, after undo too", async () => {
  const table = await byHand(["b2", "a1"], { names: { x: "Ann", o: "Bob" } });
  table.undo();
  await server.reply("goto", state(["b2", "a1"], 1));
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  assert.deepEqual(lines(table), ["b2 a1", "b2 c1"]);
});

test("a game against an engine goes on in the variation that was begun", async () => {
  const table = await againstEngine(["b2", "a1", "c3", "a3"]);
  table.goTo(2);
  await server.reply("goto", state(["b2", "a1", "c3", "a3"], 2));
  table.play("c2");
  await server.reply("move", state(["b2", "a1", "c2"]));
  assert.equal(doing(table), "play");
  await server.tell("answer", { search: await server.begin(), move: "a2" });
  await pass(0);
  await server.reply("move", state(["b2", "a1", "c2", "a2"]));
  assert.deepEqual(lines(table), ["b2 a1 c3 a3", "b2 a1 c2 a2"]);
});

test("a variation is made the main line, deleted, and brought back", async () => {
  const table = await inThePast();
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  table.variations.comment("why not");
  table.variations.delete();
  assert.deepEqual(server.asked[0].fields, { at: 1, moves: ["b2", "a1", "c3"] });
  await server.reply("goto", state(["b2", "a1", "c3"], 1));
  assert.deepEqual(lines(table), ["b2 a1 c3"]);
  table.variations.bringBack();
  await server.reply("goto", state(["b2", "c1"]));
  assert.deepEqual(lines(table), ["b2 a1 c3", "b2 c1"]);
  assert.equal(table.branch.comment, "why not");
  table.variations.promote();
  assert.deepEqual(lines(table), ["b2 c1", "b2 a1 c3"]);
  table.variations.delete();
  assert.deepEqual(lines(table).length, 2, "the main line cannot be deleted");
  table.variations.goToNext();
  await server.reply("goto", state(["b2", "a1", "c3"], 2));
  assert.equal(table.fork, 1);
});

test("a game that was given up has ended there, and goes on elsewhere", async () => {
  const table = await byHand(["b2", "a1", "c3"]);
  table.resign();
  assert.equal(table.state.outcome.winner, "x");
  table.goTo(1);
  await server.reply("goto", state(["b2", "a1", "c3"], 1));
  assert.equal(table.state.outcome, null);
  table.play("c1");
  await server.reply("move", state(["b2", "c1"]));
  assert.equal(table.state.outcome, null);
  assert.equal(writtenTree(table.record).ending.winner, "x", "the main line is written with its end");
  table.goToLine(["b2", "a1", "c3"]);
  await server.reply("goto", state(["b2", "a1", "c3"]));
  assert.equal(table.state.outcome.winner, "x");
});

test("what was thought of a position stays with it when other moves lead elsewhere", async () => {
  const table = await byHand(["b2", "a1"], { evaluations: [{ cp: 1 }, { cp: 2 }, { cp: 3 }] });
  table.goTo(1);
  await server.reply("goto", state(["b2", "a1"], 1));
  table.play("c3");
  await server.reply("move", state(["b2", "c3"]));
  assert.deepEqual(table.record.evaluations, [{ cp: 1 }, { cp: 2 }, null]);
  table.goToLine(["b2", "a1"]);
  await server.reply("goto", state(["b2", "a1"]));
  assert.deepEqual(table.record.evaluations, [{ cp: 1 }, { cp: 2 }, { cp: 3 }]);
});

test("who resigns has lost, the engine stops, and only from an earlier position the game goes on", async () => {
  const table = await againstEngine(["b2"]);
  await server.begin();
  assert.equal(table.resigner, "x");
  table.resign();
  assert.equal(doing(table), "waiting");
  assert.equal(table.state.outcome.text, "O wins: X resigned.");
  assert.deepEqual([table.state.toMove, table.state.legal, table.resigner], [null, [], null]);
  assert.deepEqual(server.heard, ["stop"]);
  table.goTo(0);
  await server.reply("goto", state(["b2"], 0));
  assert.equal(table.state.outcome, null);
  table.goTo(1);
  await server.reply("goto", state(["b2"]));
  assert.equal(table.state.outcome.kind, "resignation");
});

test("by the clock nothing is taken back or played from an earlier position, and an engine is not kept waiting", async () => {
  const clock = newClock({ base: 60_000, increment: 0 });
  const table = await againstEngine(["b2", "a1"], { clock: { ...clock, moves: 2, running: "x" } });
  table.undo();
  assert.deepEqual(server.heard, []);
  table.goTo(0);
  await server.reply("goto", state(["b2", "a1"], 0));
  assert.ok(!table.playable);
  table.goTo(2);
  await server.reply("goto", state(["b2", "a1"]));
  assert.ok(table.playable);
  table.play("c3");
  await server.reply("move", state(["b2", "a1", "c3"]));
  assert.deepEqual(server.asked[0].fields.limits.clock?.increment, 0);
  await server.begin();
  table.goTo(0);
  assert.equal(doing(table), "play");
  await pass(60_100);
  assert.equal(doing(table), "play", "an alarm looks at the clock again");
});

test("whoever runs out of time while he looks at an earlier position sees that", async () => {
  const clock = { ...newClock({ base: 60_000, increment: 0 }), moves: 2, running: "x" };
  const table = await againstEngine(["b2", "a1"], { clock });
  table.goTo(0);
  await server.reply("goto", state(["b2", "a1"], 0));
  table.finish(tellTimeout("x"));
  await server.reply("goto", state(["b2", "a1"]));
  assert.equal(table.state.outcome.text, "O wins: X ran out of time.");
});

test("by the clock an opponent's thoughts are not to be seen until the end, and no engine helps", async () => {
  const clock = { ...newClock({ base: 60_000, increment: 0 }), moves: 1, running: "o" };
  const table = await againstEngine(["b2"], { clock });
  const report = { multipv: 1, score: { cp: 5 }, pv: ["a1"], visits: [] };
  await server.tell("info", { ...report, search: await server.begin(), at: 1 });
  assert.equal(table.thought, null);
  table.settings.scores = "always";
  assert.equal(table.thought.at, 1);
  table.settings.scores = "casual";
  await server.tell("answer", { search: server.searches, move: "a1" });
  await pass(0);
  await server.reply("move", state(["b2", "a1"]));
  table.askHint();
  table.analyse(true);
  assert.equal(doing(table), "waiting");
  table.thoughts.note({ purpose: "play", at: 1, lines: [], visits: null }, report);
  table.resign();
  assert.equal(table.thought.purpose, "play");
});

test("by the clock nobody moves for an engine that waits", async () => {
  const clock = { ...newClock({ base: 60_000, increment: 0 }), moves: 1, running: "o" };
  const table = await againstEngine(["b2"], { clock, paused: true });
  assert.deepEqual([table.state.toMove, table.playable], ["o", false]);
});

test("without its players a game goes on without its clock", async () => {
  const table = await againstEngine(["b2", "a1"], { clock: newClock({ base: 60_000, increment: 0 }) });
  table.switchSides();
  assert.ok(table.clock.isOn, "a key does not end what the button would not");
  table.seat({ x: PERSON, o: PERSON });
  assert.equal(table.record.clock, null);
  assert.match(notices[0], /clock is off/);
});
