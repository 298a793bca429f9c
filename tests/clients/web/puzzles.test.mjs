/** Solving puzzles: puzzles.js with a table that does as it is told. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.sessionStorage = { setItem() {}, getItem: () => null, removeItem() {} };

const { Progress, Solving, judge, movesOf, select } = await import("../../../clients/web/static/puzzles.js");
const { newRecord } = await import("../../../clients/web/static/record.js");
const { PERSON } = await import("../../../clients/web/static/seats.js");
const { Memory } = await import("../../../clients/web/static/storage.js");
const { addLine } = await import("../../../clients/web/static/tree.js");

// x wins in three moves: a1, then a2 or b2 as well, then what finishes the row.
const PUZZLE = {
  id: "one", words: "tictactoe", claim: "only", plies: 5, grade: 3, position: "3/3/3 x", toMove: "x",
  steps: [["a1"], ["c3"], ["a2", "b2"], ["b3"], ["a3", "c1"]], look: "the left column",
};
const OTHER = { ...PUZZLE, id: "two", words: "gomoku size=15 rule=freestyle", grade: 5, plies: 9 };
const WON = { winner: "x" };
const standing = (moves, outcome = null, scores = []) => {
  const { verdict, at } = judge(PUZZLE, moves, outcome, scores);
  return verdict === "wrong" ? `wrong ${at}` : verdict;
};

test("nothing is judged before the first move", () => {
  assert.equal(standing([]), "begin");
  assert.equal(movesOf(PUZZLE), 3);
});

test("only the solution is right at first, whatever the engine thinks of another move", () => {
  assert.equal(standing(["a1"]), "right");
  assert.equal(standing(["b1"]), "wrong 0");
  assert.equal(standing(["b1", "c3"], null, [null, { mate: 3 }]), "wrong 0");
});

test("on the proven line a later move is right if it is one of those that win in time", () => {
  assert.equal(standing(["a1", "c3", "a2"]), "right");
  assert.equal(standing(["a1", "c3", "b2"]), "right");
  assert.equal(standing(["a1", "c3", "c2"]), "wrong 2");
  assert.equal(judge(PUZZLE, ["a1", "c3", "a2"], null, []).onLine, true);
  assert.equal(judge(PUZZLE, ["a1", "c3", "b2"], null, []).onLine, false);
});

test("off the line a proven score tells, once the move was answered", () => {
  const moves = ["a1", "c2", "b1"];
  assert.equal(standing(moves, null, [null, null, null, { mate: 4 }]), "right", "the engine still thinks");
  assert.equal(standing([...moves, "c1"], null, [null, null, null, { mate: 2 }]), "right");
  assert.equal(standing([...moves, "c1"], null, [null, null, null, { mate: 4 }]), "wrong 2");
  assert.equal(standing([...moves, "c1"], null, [null, null, null, { mate: -3 }]), "wrong 2");
  assert.equal(standing([...moves, "c1"], null, [null, null, null, { cp: 5 }]), "right", "nothing is proven");
});

test("a score is taken as the solver sees it", () => {
  const puzzle = { ...PUZZLE, toMove: "o" };
  const moves = ["a1", "c2", "b1", "c1"];
  assert.equal(judge(puzzle, moves, null, [null, null, null, { mate: -2 }]).verdict, "right");
  assert.equal(judge(puzzle, moves, null, [null, null, null, { mate: 2 }]).verdict, "wrong");
});

test("a win in time solves it, and nothing else does", () => {
  assert.equal(standing(["a1", "c3", "a2", "b3", "a3"], WON), "solved");
  assert.equal(standing(["a1", "c3", "a2", "b3", "c1"], WON), "solved");
  assert.equal(standing(["a1", "c2", "b1", "b2", "c1"], WON), "solved", "off the line");
  assert.equal(standing(["a1", "c2", "b1", "b2", "c1"]), "wrong 4", "the last move, and no win");
  assert.equal(standing(["a1", "c2", "b1", "b2"], { winner: "o" }), "wrong 3");
  assert.equal(standing(["a1", "c2", "b1", "b2", "c1"], { winner: null }), "wrong 4", "a draw");
});

const FIRST = newRecord("ultimate", { x: PERSON, o: PERSON });
addLine(FIRST.tree, ["55"]);

/** A table that notes what it is told, and whose server knows these puzzles. */
class FakeTable {
  told = [];
  record = FIRST;
  before = null;
  state = { moves: [], at: 0, toMove: "x", outcome: null };
  purpose = null;
  hint = null;
  analysing = false;
  connection = { request: async () => ({ puzzles: [PUZZLE, OTHER] }) };

  async open(record) {
    this.told.push("open");
    if (this.record.tree.following.length) this.before = this.record;
    this.record = record;
    this.show(record.moves, record.at);
  }

  /** Have these moves on the board. */
  show(moves, at = moves.length, outcome = null) {
    this.record.moves = moves;
    this.state = { moves, at, toMove: outcome ? null : at % 2 ? "o" : "x", outcome };
    this.hint = null;
  }

  changed() {}
  pause() { this.told.push("pause"); }
  play(move) { this.told.push(`play ${move}`); }
  replay(on) { this.told.push(`replay ${on}`); }
  askHint() { this.told.push("askHint"); }
}

/** What a browser keeps. */
class FakeStorage {
  kept = new Map();
  getItem = (key) => this.kept.get(key) ?? null;
  setItem = (key, value) => this.kept.set(key, value);
}

let storage, table, progress, solving;
beforeEach(async () => {
  storage = new FakeStorage();
  table = new FakeTable();
  progress = new Progress(new Memory(() => storage));
  solving = new Solving(table, progress);
  await solving.begin({ game: "tictactoe", grade: 0 });
});
const see = (moves, outcome = null) => {
  table.show(moves, moves.length, outcome);
  solving.observe();
};
const SOLVED = ["a1", "c3", "a2", "b3", "a3"];

test("a puzzle is opened with the person on the side that wins, against an engine", () => {
  assert.equal(table.record.start, PUZZLE.position);
  assert.equal(table.record.seats.x.kind, "person");
  assert.deepEqual(table.record.seats.o.limits, { movetime: 3000 });
});

test("on the line its reply is played at once, and once, in place of the engine's", () => {
  table.purpose = "play";
  see(["a1"]);
  solving.observe();
  assert.deepEqual(table.told, ["open", "pause", "play c3"]);
});

test("off the line, after a mistake and in the past the engine is left alone", () => {
  table.purpose = "play";
  see(["b1"]);
  see(["a1", "c3", "b2"]);
  table.show(["a1", "c3"], 1);
  solving.observe();
  assert.deepEqual(table.told, ["open"]);
});

test("one solved without help makes the streak longer, and is counted once", () => {
  see(SOLVED, WON);
  solving.observe();
  assert.deepEqual([progress.streak, progress.best, [...progress.solved]], [1, 1, ["one"]]);
  assert.equal(solving.open, false);
});

test("a wrong move ends the streak; solved afterwards it counts as solved alone", async () => {
  progress.streak = 4;
  see(["b1"]);
  assert.equal(progress.streak, 0);
  await solving.tryAgain();
  solving.observe();
  assert.equal(solving.judgement.verdict, "begin");
  see(SOLVED, WON);
  assert.deepEqual([progress.streak, progress.solved.size], [0, 1]);
});

test("an analysis tells the solution, so it ends the streak", () => {
  progress.streak = 4;
  table.analysing = true;
  see([]);
  assert.equal(progress.streak, 0);
});

test("the first hint says where to look and costs nothing, the second is the move", () => {
  progress.streak = 4;
  assert.equal(solving.hint(), true);
  assert.deepEqual([solving.looked, table.hint, progress.streak], [true, null, 4]);
  solving.hint();
  assert.deepEqual([table.hint.move, progress.streak], ["a1", 0]);
  see(["a1", "c3"]);
  solving.hint();
  assert.equal(table.hint.move, "a2");
});

test("off the line the engine is asked for a hint, and without a puzzle nobody is", () => {
  see(["a1", "c2"]);
  solving.hint();
  assert.equal(table.told.at(-1), "askHint");
  see(SOLVED, WON);
  assert.equal(solving.hint(), false);
});

test("the solution is shown as a game to look at, and judged no more", async () => {
  await solving.giveUp();
  assert.equal(table.told.at(-1), "replay true");
  assert.deepEqual(table.record.moves, SOLVED);
  see(SOLVED, WON);
  assert.deepEqual([solving.shown, progress.solved.size], [true, 0]);
  await solving.tryAgain();
  assert.equal(solving.open, true);
});

/** It was told as shown, and the streak was over, before anything had been asked for. */
test("a solution that could not be shown, as the connection is lost, costs nothing", async () => {
  progress.streak = 4;
  table.open = async () => { throw new Error("the connection is lost"); };
  await assert.rejects(solving.giveUp(), /lost/);
  assert.deepEqual([solving.shown, solving.missed, solving.open, progress.streak], [false, false, true, 4]);
});

test("what one can go back to is the game before all puzzles", async () => {
  table.record.moves = ["b1"];
  await solving.next();
  await solving.giveUp();
  assert.equal(table.before, FIRST);
});

test("a game without a move does not take the place of the one before", async () => {
  await table.open(newRecord("tictactoe", { x: PERSON, o: PERSON }));
  solving.observe();
  await solving.next();
  assert.equal(table.before, FIRST);
});

test("an engine that plays the side that wins ends the streak", () => {
  progress.streak = 4;
  const { x, o } = table.record.seats;
  table.record.seats = { x: o, o: x };
  see(SOLVED, WON);
  assert.equal(progress.streak, 0);
});

test("another game on the table ends the puzzle", async () => {
  await table.open(newRecord("tictactoe", { x: PERSON, o: PERSON }));
  solving.observe();
  assert.equal(solving.puzzle, null);
});

test("after a reload the puzzle on the table goes on", async () => {
  const again = new Solving(table, new Progress(new Memory(() => storage)));
  again.observe();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(again.puzzle?.id, "one");
  assert.equal(again.missed, false);
});

test("after a reload a solution that was shown is not counted as found", async () => {
  await solving.giveUp();
  const again = new Solving(table, new Progress(new Memory(() => storage)));
  again.observe();
  await new Promise((resolve) => setImmediate(resolve));
  table.show(SOLVED, SOLVED.length, WON);
  again.observe();
  assert.deepEqual([again.shown, again.progress.solved.size], [true, 0]);
});

test("what was solved in another tab meanwhile is not forgotten", () => {
  const other = new Progress(new Memory(() => storage));
  progress.solve("one", true);
  other.solve("two", false);
  const { solved, best } = new Progress(new Memory(() => storage));
  assert.deepEqual([[...solved].sort(), best], [["one", "two"], 1]);
});

test("what is not solved comes first, and never the same twice running", () => {
  const all = [PUZZLE, OTHER];
  assert.equal(progress.choose(all, "one").id, "two");
  progress.solve("two", true);
  assert.equal(progress.choose(all, "two").id, "one");
  progress.solve("one", true);
  assert.equal(progress.choose(all, "one").id, "two");
  assert.equal(progress.choose([PUZZLE], "one").id, "one");
  assert.equal(progress.choose([], ""), null);
});

test("puzzles are chosen by game and grade", async () => {
  const ids = (choice) => select([PUZZLE, OTHER], choice).map(({ id }) => id);
  assert.deepEqual(ids({ game: "", grade: 0 }), ["one", "two"]);
  assert.deepEqual(ids({ game: "gomoku", grade: 0 }), ["two"]);
  assert.deepEqual(ids({ game: "", grade: 3 }), ["one"]);
  await assert.rejects(solving.begin({ game: "gomoku", grade: 1 }), /no such puzzles/);
});

test("what was done is kept, and what is no progress is forgotten", () => {
  progress.solve("one", true);
  const again = new Progress(new Memory(() => storage));
  assert.deepEqual([again.streak, again.best, [...again.solved], again.choice.game], [1, 1, ["one"], "tictactoe"]);
  storage.setItem("linemate.puzzles", '{"solved": 3, "streak": -1, "choice": 7}');
  assert.equal(new Progress(new Memory(() => storage)).streak, 0);
  storage.setItem("linemate.puzzles", "what?");
  assert.equal(new Progress(new Memory(() => storage)).solved.size, 0);
});
