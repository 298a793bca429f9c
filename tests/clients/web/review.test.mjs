/**
 * The engine in the background, as the page sees it: what it is asked, what is kept of its answers,
 * and what they mean for the game; review.js with a server that answers what a test says.
 */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { annotate } from "../../../clients/web/static/annotation.js";
import { Assessments } from "../../../clients/web/static/assessments.js";
import { newRecord, writtenTree } from "../../../clients/web/static/record.js";
import { GLANCE, REVIEW, Review } from "../../../clients/web/static/review.js";
import { PERSON, engineSeat } from "../../../clients/web/static/seats.js";
import { OPENING, addLine, findBranch, newBranch } from "../../../clients/web/static/tree.js";

/** @type {Record<string, string>} */
let memory = {};
globalThis.sessionStorage = {
  setItem(key, text) { memory[key] = text; }, getItem: (key) => memory[key] ?? null, removeItem(key) { delete memory[key]; },
};

const settled = () => new Promise((resolve) => setImmediate(resolve));
const TIMES = 4; // as long, where the server doubts
const EVEN = { score: { cp: 0 }, line: ["c3"] };

class Server {
  listeners = {};
  asked = [];

  on(type, listener) {
    this.listeners[type] = listener;
    return this;
  }

  request(type, fields) {
    return new Promise((resolve) => this.asked.push({ type, fields, resolve }));
  }

  /** What was asked for last, of this type. */
  last(type) {
    return this.asked.filter((asked) => asked.type === type).at(-1);
  }

  count(type) {
    return this.asked.filter((asked) => asked.type === type).length;
  }
}

let server, table, settings, assessments, review;

/** A table with these moves, all of them on the board. */
function sit(moves = "", seats = { x: PERSON, o: PERSON }) {
  memory = {};
  server = new Server();
  settings = { scores: "always", search: "auto" };
  const record = { ...newRecord("tictactoe", seats), moves: moves.split(" ").filter(Boolean) };
  record.at = record.moves.length;
  addLine(record.tree, record.moves);
  table = {
    record, hello: { engine: { options: [], solved: ["qubic"] } }, state: { at: record.at }, trouble: null, activity: { kind: "waiting" },
    clock: { isOn: false },
    analyse() {}, goTo(at) { record.at = at; },
  };
  assessments = new Assessments();
  review = new Review(server, table, settings, assessments, { changed() {}, notice() {} });
  review.follow();
}

/** The engine has found this of the position after so many moves. */
function find(at, { score = { cp: 0 }, line = ["c3"], effort = GLANCE } = {}) {
  const { words, start, moves } = table.record;
  server.listeners.assessment({ words, start, moves: moves.slice(0, at), score, line, effort });
}

/** Judge what was asked for last: `marks` by the number of moves before each, the end by its chance, and which
 * positions need longer.
 */
async function judge({ marks = {}, end = null, longer = [] } = {}) {
  const { fields, resolve } = server.last("judge");
  const positions = fields.assessments.map((known) => known && { score: known.score, chance: 0.5 });
  if (end !== null) positions[positions.length - 1] = { score: null, chance: end };
  const verdicts = Object.entries(marks).map(([ply, symbol]) => (
    { ply: Number(ply), player: "x", mark: symbol ? "blunder" : "best", symbol, nag: symbol ? 4 : null, text: "Better: c3.", line: ["c3"] }
  ));
  resolve({ positions, verdicts, longer: { plies: longer, times: TIMES }, accuracy: { x: 50, o: null } });
  await settled();
}

beforeEach(() => sit("a1 b2"));

test("the position on the board is asked for first, then those before it and those to come", () => {
  assert.deepEqual(server.last("assess").fields, {
    words: "tictactoe", start: null, moves: ["a1", "b2"], plies: [2, 1, 0], movetime: GLANCE,
  });
  table.record.at = 1;
  review.follow();
  assert.deepEqual(server.last("assess").fields.plies, [1, 0, 2]);
});

test("nothing is asked for twice", () => {
  review.follow();
  find(2);
  review.follow();
  assert.equal(server.count("assess"), 1);
});

test("a search that was cut short is wanted again, and its score is shown meanwhile", async () => {
  find(2, { effort: 50 });
  assert.equal(assessments.about(table.record, ["a1", "b2"]).effort, 50);
  assert.equal(server.count("assess"), 1); // the server has it still on its list
});

test("the bar knows what the judgement says, and nothing before", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  sit("a1 b2");
  assert.equal(review.standing(["a1", "b2"]), null);
  find(2, { score: { cp: 30 } });
  context.mock.timers.tick(1000); // judgements are not asked for all the time
  await judge();
  assert.deepEqual(review.standing(["a1", "b2"]), { score: { cp: 30 }, chance: 0.5 });
  assert.equal(review.standing(["a1"]), null);
});

test("scores can be switched off, and while a person plays an engine", async () => {
  sit("a1 b2", { x: PERSON, o: engineSeat(3) });
  settings.scores = "after";
  review.follow();
  assert.deepEqual(server.last("assess").fields.plies, []);
  assert.equal(review.isOpen, false);
  await judge({ end: 1 });
  assert.equal(review.isOpen, true);
  assert.deepEqual(server.last("assess").fields.plies, [1, 0]); // the end needs no engine
  settings.scores = "never";
  assert.equal(review.isOpen, false);
});

test("by default a game by the clock is played without them", async () => {
  sit("a1 b2", { x: PERSON, o: engineSeat(3) });
  settings.scores = "casual";
  assert.equal(review.isOpen, true);
  review.isSecret = () => true; // as in a puzzle
  assert.equal(review.isOpen, false);
  review.isSecret = () => false;
  table.clock.isOn = true;
  assert.equal(review.isOpen, false);
  table.record.seats = { x: engineSeat(3), o: engineSeat(3) }; // whose time it would take
  assert.equal(review.isOpen, false);
  table.clock.isOn = false;
  assert.equal(review.isOpen, true);
});

test("what a weak opponent thinks is not overheard, what an analysis finds is", () => {
  const info = { search: 4, at: 2, multipv: 1, score: { cp: 90 }, bound: null, pv: ["c3"], time: 700 };
  table.activity = { kind: "thinking", search: { id: 4, purpose: "play" } };
  server.listeners.info(info);
  assert.equal(assessments.about(table.record, ["a1", "b2"]), null);
  table.activity.search.purpose = "analyse";
  server.listeners.info(info);
  assert.deepEqual(assessments.about(table.record, ["a1", "b2"]), { score: { cp: 90 }, line: ["c3"], effort: 700 });
});

/**
 * A hint in qubic is of its solution, which proves a win of x at the first move and nothing of him who leaves it:
 * the search that followed could not take its place, and perfect moves were told as a win given up.
 */
test("what is known by the solution of a game is not overheard: it is judged by searching", () => {
  table.record.words = "qubic";
  table.activity = { kind: "thinking", search: { id: 4, purpose: "hint" } };
  server.listeners.info({ search: 4, at: 2, multipv: 1, score: { mate: 51 }, bound: null, pv: ["000"], time: 1 });
  assert.equal(assessments.about(table.record, ["a1", "b2"]), null);
  find(2, { score: { cp: 15 }, effort: REVIEW });
  assert.deepEqual(assessments.about(table.record, ["a1", "b2"]).score, { cp: 15 });
});

test("a review asks for every position from the end, and ends when all are there", async () => {
  review.start();
  assert.deepEqual(server.last("assess").fields.plies, [2, 1, 0]);
  assert.equal(server.last("assess").fields.movetime, REVIEW);
  for (const at of [2, 1]) find(at, { effort: REVIEW });
  assert.deepEqual(review.progress, { done: 2, total: 3 });
  assert.equal(review.verdict(["a1"]), null);
  find(0, { effort: REVIEW });
  assert.ok(review.running, "where to look longer is not known yet");
  await judge({ marks: { 0: "??", 1: "" } });
  assert.equal(review.running, null);
  assert.equal(review.verdict(["a1"]).symbol, "??");
  assert.deepEqual(review.mistakes.map(({ ply }) => ply), [0]);
  assert.deepEqual(review.accuracy, { x: 50, o: null });
  review.goToMistake(1);
  assert.equal(table.record.at, 1);
  review.showBetter(review.verdict(["a1"]));
  assert.equal(table.record.at, 0);
  review.follow();
  assert.deepEqual(review.shown.line, ["c3"]);
  table.record.at = 2; // elsewhere, and back: it is over
  review.follow();
  table.record.at = 0;
  review.follow();
  assert.equal(review.shown, null);
});

test("a review can be cancelled, and marks nothing", async () => {
  review.start();
  review.cancel();
  find(2, { effort: REVIEW });
  await judge({ marks: { 0: "??" } });
  assert.equal(review.verdict(["a1"]), null);
  assert.equal(server.last("assess").fields.movetime, GLANCE);
});

test("a review ends with its game, also where the next one is of the same kind", async () => {
  review.start();
  const late = server.last("judge");
  table.record = { ...table.record, moves: ["a1"], at: 1, tree: newBranch() };
  review.follow();
  assert.equal(review.progress, null);
  assert.deepEqual(server.last("assess").fields.moves, ["a1"]);
  late.resolve({ positions: [null, null, { score: null, chance: 1 }], verdicts: [], longer: { plies: [], times: TIMES }, accuracy: { x: 1, o: 1 } });
  await settled();
  assert.equal(review.standing(["a1", "b2"]), null);
});

test("a puzzle is not reviewed before it is solved", async () => {
  review.isSecret = () => true;
  review.start();
  assert.equal(review.running, null);
  review.isSecret = () => false;
  review.start();
  for (const at of [2, 1, 0]) find(at, { effort: REVIEW });
  await judge({ marks: { 0: "??" } });
  assert.ok(review.isVisible && review.verdict(["a1"]));
  review.isSecret = () => true;
  assert.ok(!review.isVisible && !review.verdict(["a1"]));
});

test("what was judged before the review was done is not its result", async () => {
  const early = server.last("judge");
  review.start();
  for (const at of [2, 1, 0]) find(at, { effort: REVIEW });
  early.resolve({ positions: [null, null, null], verdicts: [], longer: { plies: [], times: TIMES }, accuracy: { x: 100, o: 100 } });
  await settled();
  assert.equal(review.accuracy, null);
  await judge({ marks: { 0: "??" } });
  assert.deepEqual(review.accuracy, { x: 50, o: null });
});

test("a review looks longer where the server says so, and is over then", async () => {
  review.start();
  for (const at of [2, 1, 0]) find(at, { effort: REVIEW });
  await judge({ longer: [2] });
  assert.deepEqual(review.progress, { done: 2, total: 3 });
  const { plies, movetime } = server.last("assess").fields;
  assert.deepEqual([plies, movetime], [[2], TIMES * REVIEW]);
  find(2, { score: { cp: 5 }, effort: TIMES * REVIEW });
  assert.ok(review.running);
  await judge({ longer: [2] }); // still not proven, but it was looked at
  assert.equal(review.running, null);
  assert.deepEqual(review.accuracy, { x: 50, o: null });
});

test("a review ends although another line is looked at meanwhile", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  sit("a1 b2");
  review.start();
  addLine(table.record.tree, ["a1", "c1"]);
  table.record.moves = ["a1", "c1"];
  for (const at of [2, 1, 0]) server.listeners.assessment({ ...review.running, moves: ["a1", "b2"].slice(0, at), ...EVEN, effort: REVIEW });
  assert.deepEqual(server.last("judge").fields.moves, ["a1", "b2"]);
  await judge({ marks: { 1: "??" } });
  assert.equal(review.running, null);
  assert.equal(review.accuracy, null);
  assert.equal(review.verdict(["a1", "b2"]).symbol, "??");
  context.mock.timers.tick(1000);
  assert.deepEqual(server.last("judge").fields.moves, ["a1", "c1"]);
});

/** The first moves of a game were drawn by lot. @param {number} count */
function draw(count) {
  for (let at = 1; at <= count; at += 1) findBranch(table.record.tree, table.record.moves.slice(0, at)).comment = OPENING;
}

/** They had marks, and players who had never moved by themselves an accuracy of 3 %. */
test("a review judges no move that the referee has made, and looks at no position before it", async () => {
  sit("a1 b2 c3");
  draw(2);
  review.start();
  assert.deepEqual(server.last("assess").fields.plies, [3, 2]);
  assert.deepEqual(review.progress, { done: 0, total: 2 });
  find(3, { effort: REVIEW });
  find(2, { effort: REVIEW });
  const { moves, opening } = server.last("judge").fields;
  assert.deepEqual([moves, opening], [["a1", "b2", "c3"], 2]);
  await judge({ marks: { 2: "??" } });
  assert.equal(review.running, null);
  assert.deepEqual(review.mistakes.map(({ ply }) => ply), [2]);
  assert.deepEqual(review.accuracy, { x: 50, o: null });
});

test("the positions of an opening have their scores, as all others", () => {
  sit("a1 b2 c3");
  draw(2);
  review.follow();
  assert.deepEqual(server.last("assess").fields.plies, [3, 2, 1, 0]);
});

test("a variation in place of a move of the opening is a player's", async () => {
  sit("a1 b2");
  draw(2);
  addLine(table.record.tree, ["a1", "c1"]);
  table.record.moves = ["a1", "c1"];
  review.start();
  for (const at of [2, 1]) find(at, { effort: REVIEW });
  assert.deepEqual([server.last("judge").fields.moves, server.last("judge").fields.opening], [["a1", "c1"], 1]);
});

test("of a move that turns out to be the referee's the mark is gone", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  sit("a1 b2");
  review.start();
  for (const at of [2, 1, 0]) find(at, { effort: REVIEW });
  await judge({ marks: { 0: "??", 1: "?" } });
  assert.deepEqual(review.mistakes.map(({ ply }) => ply), [0, 1]);
  draw(1); // a person says so, by a comment
  context.mock.timers.tick(1000);
  review.follow();
  assert.equal(server.last("judge").fields.opening, 1);
  await judge({ marks: { 1: "?" } });
  assert.deepEqual(review.mistakes.map(({ ply }) => ply), [1]);
});

test("a review is still there after a reload, and not in a new game that begins the same", async () => {
  review.start();
  for (const at of [2, 1, 0]) find(at, { effort: REVIEW });
  await judge({ marks: { 0: "??" } });
  assessments.save();
  assert.deepEqual(new Assessments().reviewed(table.record), ["a1 b2"]);
  assert.ok(review.verdict(["a1"]));
  Object.assign(table.record, { moves: ["a1"], tree: newBranch() });
  assert.equal(review.verdict(["a1"]), null);
});

test("a review is saved with its game, and what a person has said stays", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  sit("a1 b2");
  review.start();
  for (const at of [2, 1, 0]) find(at, { score: { cp: 10 * at }, effort: REVIEW });
  context.mock.timers.tick(1000);
  await judge({ marks: { 0: "??", 1: "??" } });
  const [first, second] = annotate({
    moves: [
      { parent: -1, move: "a1", comment: "", nags: [], score: null, evaluation: null },
      { parent: 0, move: "b2", comment: "Alas!", nags: [6], score: null, evaluation: { cp: 99 } },
    ],
  }, review).moves;
  assert.deepEqual([first.nags, first.comment, first.evaluation], [[4], "Better: c3.", { cp: 10 }]);
  assert.deepEqual([second.nags, second.comment, second.evaluation], [[6], "Alas! Better: c3.", { cp: 20 }]);
});

test("an engine that cannot be had is not asked for again and again", () => {
  server.listeners.unassessed({ reason: "busy" });
  review.follow();
  review.follow();
  assert.equal(server.count("assess"), 1);
  assert.equal(review.problem, "busy");
  table.record.at = 1;
  review.follow();
  assert.equal(server.count("assess"), 2);
});

test("a proven score stays, and a longer search takes the place of a shorter one", () => {
  const line = { words: "tictactoe", start: null, moves: ["a1"] };
  assert.ok(assessments.note(line, { ...EVEN, effort: 100 }));
  assert.ok(!assessments.note(line, { ...EVEN, effort: 50 }));
  assert.ok(assessments.note(line, { score: { mate: 5 }, line: [], effort: 100 }));
  assert.ok(!assessments.has(line, ["a1"], REVIEW), "a win of a file, of which a review wants to know the line");
  assert.ok(assessments.note(line, { score: { mate: 5 }, line: ["c3"], effort: 10 }));
  assert.ok(!assessments.note(line, { ...EVEN, effort: 9000 }));
  assert.ok(assessments.has(line, ["a1"], 60_000));
});

test("what is kept leaves room for the games themselves: those that were asked for last stay", () => {
  const [long, short] = ["gomoku size=22", "tictactoe"].map((words) => ({ words, start: null, moves: ["a1"] }));
  for (let at = 0; at < 300; at += 1) assessments.note({ ...long, moves: [`${at}`.padStart(10_000, "a")] }, { ...EVEN, effort: 1 });
  assessments.save();
  assert.deepEqual(memory, {});
  assessments.note(short, { ...EVEN, effort: 1 });
  assessments.save();
  assert.ok(new Assessments().about(short, ["a1"]));
});

test("what is kept of another page, or damaged, does no harm", () => {
  memory["linemate.assessments"] = '[["tictactoe|", {"found": {"": {"score": {}}}, "reviewed": []}], 5]';
  assert.equal(new Assessments().about({ words: "tictactoe", start: null }, []), null);
});

/** A game of a file is opened, with a variation and these scores by line, and this for when scores are to be seen. */
async function openFile(scores, when) {
  settings.scores = when;
  const record = { ...newRecord("tictactoe", table.record.seats), moves: ["a1", "b2", "c3"], at: 3 };
  for (const line of [["a1", "b2", "c3"], ["a1", "c3"]]) addLine(record.tree, line);
  for (const [line, score] of Object.entries(scores)) findBranch(record.tree, line.split(" ")).evaluation = score;
  table.record = record;
  review.follow();
  return record;
}

test("the scores of a file are those that were saved, and are not found out again", async () => {
  const scores = { a1: { cp: -116 }, "a1 b2": { mate: 3 }, "a1 b2 c3": { mate: -3 }, "a1 c3": { cp: 250 } };
  const record = await openFile(scores, "always");
  for (const [line, score] of Object.entries(scores)) assert.deepEqual(assessments.about(record, line.split(" ")).score, score);
  assert.deepEqual(server.last("assess").fields.plies, [0]);
});

/** They came only once a move of the variation was clicked on, and were gone again after a reload. */
test("moves of a variation have their scores before it is looked at, and after a reload", async () => {
  await openFile({ "a1 c3": { cp: 250 } }, "always");
  assert.deepEqual(review.scoreOf(["a1", "c3"]), { cp: 250 });
  assert.equal(review.scoreOf(["a1", "b2"]), null);
  find(2, { score: { cp: 30 } });
  assessments.save();
  review = new Review(server, table, settings, new Assessments(), { changed() {}, notice() {} });
  table.record.moves = ["a1", "c3"];
  review.follow();
  assert.deepEqual(review.scoreOf(["a1", "b2"]), { cp: 30 });
  await judge({ end: 1 });
  assert.equal(review.scoreOf(["a1", "c3"]), null, "the game ends there");
});

/** They were taken out of the comments, and only those came back that the list showed when the game was saved. */
test("the scores of a file are saved again, whether they are looked at or not", async () => {
  for (const when of ["always", "never"]) {
    const record = await openFile({ a1: { cp: 10 }, "a1 c3": { cp: 250 } }, when);
    const saved = annotate(writtenTree(record), review).moves.map(({ move, evaluation }) => [move, evaluation]);
    assert.deepEqual(saved, [["a1", { cp: 10 }], ["b2", null], ["c3", null], ["c3", { cp: 250 }]], when);
  }
});

test("what a longer search has found of a position of a file stays after a reload", async () => {
  const record = await openFile({ a1: { mate: 5 }, "a1 b2": { mate: 3 } }, "always");
  find(1, { score: { cp: 30 }, effort: REVIEW });
  find(2, { score: { mate: 3 }, line: ["c3"], effort: 5 });
  table.record = { ...record };
  review.follow();
  assert.deepEqual(assessments.about(record, ["a1"]).score, { cp: 30 });
  assert.deepEqual(assessments.about(record, ["a1", "b2"]).line, ["c3"]);
});
