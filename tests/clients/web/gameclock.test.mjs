/** The clock of a game at the page, with a table that is where the test says, at a time of ours. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { writeClock } from "../../../clients/web/static/clocks.js";
import { ClockKeeper, isClock, newClock, timeLeft } from "../../../clients/web/static/gameclock.js";
import { PERSON, askForMove, engineSeat } from "../../../clients/web/static/seats.js";

const MINUTE = 60_000;
let alarms;
globalThis.setTimeout = (act, delay) => alarms.push({ act, delay });
globalThis.clearTimeout = (alarm) => delete alarms[alarm - 1];
const alarm = () => alarms.filter(Boolean).at(-1);
let time;
Date.now = () => time;

beforeEach(() => {
  alarms = [];
  time = 1_000_000;
});

/** A table with a clock of five minutes and two seconds a move; o is the engine unless said otherwise. */
function tableOf(seats = { x: PERSON, o: engineSeat(1) }) {
  const clock = newClock({ base: 5 * MINUTE, increment: 2000 });
  const table = {
    record: { moves: [], at: 0, seats, clock, ending: null },
    state: { toMove: "x", outcome: null }, live: true, trouble: null, purpose: null, activity: { kind: "waiting" },
    finished: [],
    finish(ending) {
      table.finished.push(ending);
    },
  };
  const keeper = new ClockKeeper(table);
  keeper.follow();
  return {
    table, clock, keeper,
    left: (player) => timeLeft(table.record.clock, player),
    /** A move after so many milliseconds; the next to move then thinks, if it is an engine. */
    move(after = 0) {
      time += after;
      table.record.moves.push("a1");
      table.state = { toMove: table.state.toMove === "x" ? "o" : "x", outcome: null };
      table.purpose = seats[table.state.toMove].kind === "engine" ? "play" : null;
      keeper.follow();
    },
  };
}

test("it runs from the first move on, and a move adds to it", () => {
  const game = tableOf();
  game.move(10 * MINUTE);
  assert.equal(game.left("x"), 5 * MINUTE);
  game.move(3000);
  assert.equal(game.left("o"), 5 * MINUTE - 1000);
  time += 4000;
  assert.equal(game.left("x"), 5 * MINUTE - 4000);
  assert.equal(game.left("o"), 5 * MINUTE - 1000);
});

test("whoever runs out of time has lost, and not before", () => {
  const game = tableOf();
  game.move();
  game.move();
  const { act, delay } = alarm();
  assert.ok(delay >= 5 * MINUTE && delay < 5 * MINUTE + 1000);
  time += MINUTE;
  act();
  assert.deepEqual(game.table.finished, []);
  time += 4 * MINUTE;
  alarm().act();
  const [ending] = game.table.finished;
  assert.deepEqual(ending, { winner: "o", reason: "X ran out of time", text: "O wins: X ran out of time.", kind: "time" });
  game.table.record.ending = ending;
  game.keeper.follow();
  assert.equal(game.keeper.isOn, false);
  assert.equal(game.left("x"), 0);
});

test("a move that was made in time counts, although it is not there yet when the time is over", () => {
  const game = tableOf();
  game.move();
  game.move();
  game.table.activity = { kind: "changing" };
  time += 5 * MINUTE + 10;
  alarm().act();
  assert.deepEqual(game.table.finished, []);
  game.table.activity = { kind: "thinking" };
  game.move();
  assert.deepEqual([game.left("x"), game.clock.running], [2000, "o"]);
});

test("an engine's time stands while it does not think, and a person's when nothing can be done", () => {
  const game = tableOf();
  game.move();
  time += 1000;
  game.table.purpose = null; // it has found its move, or is paused
  game.keeper.follow();
  time += MINUTE;
  assert.equal(game.left("o"), 5 * MINUTE - 1000);
  assert.equal(game.keeper.isEngines, true);
  game.move();
  time += 1000;
  game.table.trouble = { kind: "connection" };
  game.keeper.follow();
  time += MINUTE;
  assert.equal(game.left("x"), 5 * MINUTE - 1000);
  game.table.trouble = null;
  game.keeper.follow();
  time += 1000;
  assert.equal(game.left("x"), 5 * MINUTE - 2000);
});

test("time away counts for a person, and not for an engine", () => {
  const game = tableOf();
  const reload = () => {
    game.table.record.clock = JSON.parse(JSON.stringify(game.table.record.clock));
    assert.ok(isClock(game.table.record.clock));
    time += MINUTE;
    game.keeper.restEngine();
    game.keeper.follow();
  };
  game.move();
  reload();
  assert.equal(game.left("o"), 5 * MINUTE);
  game.move();
  reload();
  assert.equal(game.left("x"), 4 * MINUTE);
});

test("one who looks at an earlier position has his time run on", () => {
  const game = tableOf();
  game.move();
  game.move();
  Object.assign(game.table, { live: false, state: { toMove: "o", outcome: null } });
  game.keeper.follow();
  time += 1000;
  assert.equal(game.left("x"), 5 * MINUTE - 1000);
  assert.equal(game.keeper.isEngines, false);
});

test("the end by the rules ends it", () => {
  const game = tableOf();
  game.move();
  game.table.record.moves.push("b1");
  game.table.state = { toMove: null, outcome: { winner: "o" } };
  game.keeper.follow();
  assert.equal(game.keeper.isOn, false);
  assert.equal(alarm(), undefined);
});

test("an engine gets the clock, a level its usual time while that lasts", () => {
  const hello = {
    levels: [{ level: 1, skill: 1, movetime: 300 }, { level: 2, skill: 20, movetime: 5000 }],
    engine: { options: [{ name: "Skill" }, { name: "Search" }] },
  };
  const clock = { x: 9000, o: 5900, increment: 0 };
  assert.deepEqual(askForMove(engineSeat(1), hello, { left: 9000, clock }).limits, { movetime: 300 });
  assert.deepEqual(askForMove(engineSeat(1), hello, { left: 5900, clock }), { options: { Skill: "1" }, limits: { clock } });
  assert.deepEqual(askForMove(engineSeat(2), hello, { left: 9000, clock }).limits, { clock });
  const custom = { kind: "engine", level: null, options: { Search: "mcts" }, limits: { depth: 3 } };
  assert.deepEqual(askForMove(custom, hello, { left: 9000, clock }).limits, { clock, depth: 3 });
  assert.deepEqual(askForMove(custom, hello).limits, { depth: 3 });
});

test("time is written as clocks do", () => {
  const shown = [[300_000, "5:00"], [59_999, "0:59"], [9_450, "0:09.4"], [-5, "0:00.0"], [3_723_000, "1:02:03"]];
  for (const [milliseconds, text] of shown) assert.equal(writeClock(milliseconds), text);
});
