/**
 * What the page finds in the browser's storage: its own records, and anything else that anybody has
 * put there; and the seats that a file tells of.
 */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  isResumable, loadBefore, loadMatch, loadRecord, newRecord, recordOf, saveBefore, saveMatch, saveRecord, writtenTree,
} from "../../../clients/web/static/record.js";
import { PERSON, engineSeat, seatOf } from "../../../clients/web/static/seats.js";
import { OPENING, addLine, growTree, listTree } from "../../../clients/web/static/tree.js";
import { loadSettings } from "../../../clients/web/static/settings.js";

/** A storage of the browser, as far as the page uses it. */
class Storage {
  kept = new Map();
  getItem(key) { return this.kept.get(key) ?? null; }
  setItem(key, value) { this.kept.set(key, value); }
  removeItem(key) { this.kept.delete(key); }
}

const WHOLE = {
  ...newRecord("tictactoe", { x: PERSON, o: engineSeat(3) }), moves: ["b2", "a1"], at: 1,
  evaluations: [null, { cp: 5 }, { mate: -3 }], names: { x: "Ann", o: "Bob" }, tree: growTree(null, ["b2", "a1"]),
  origin: { tags: { White: "Ann", Event: "Club" }, line: "b2 a1" },
};
WHOLE.tree.following[0].following.push({ move: "c1", comment: "why", nags: [2], evaluation: { cp: 7 }, following: [] });
const KEPT = { ...WHOLE, tree: listTree(WHOLE.tree) };
const GAME = { ...KEPT, x: "Ann", o: "Bob", result: "*", reason: "", opening: 0 };
const GARBAGE = [0, "", "x", true, [], {}, [[]], [1], { x: 1 }, { kind: "engine" }, { x: {}, o: {} }, -1, 1.5];

let damaged;
const load = () => loadRecord(() => { damaged += 1; });

beforeEach(() => {
  damaged = 0;
  globalThis.sessionStorage = new Storage();
  globalThis.localStorage = new Storage();
});

test("a record that was kept is there again, and where none was nothing is said", () => {
  assert.equal(load(), null);
  const byLimits = { kind: "engine", level: null, options: { Search: "mcts" }, limits: { nodes: 5 } };
  for (const record of [WHOLE, { ...WHOLE, names: null, seats: { x: byLimits, o: PERSON } }]) {
    saveRecord(record);
    assert.deepEqual(load(), record);
  }
  assert.equal(damaged, 0);
});

test("a record that was kept before there were variations is read, with its moves as the main line", () => {
  const { tree, ...old } = KEPT;
  sessionStorage.setItem("linemate.record", JSON.stringify(old));
  assert.deepEqual(load().tree, growTree(null, ["b2", "a1"]));
  assert.equal(damaged, 0);
});

test("the game before this one is kept as well", () => {
  assert.equal(loadBefore(), null);
  saveBefore(WHOLE);
  assert.deepEqual(loadBefore(), WHOLE);
  sessionStorage.setItem("linemate.before", "{");
  assert.equal(loadBefore(), null);
});

test("of what is no record, or no JSON, nothing is taken, and that is said", () => {
  const records = GARBAGE.map((value) => JSON.stringify(value));
  for (const [index, text] of ["{", "undefined", ...records].entries()) {
    sessionStorage.setItem("linemate.record", text);
    assert.equal(load(), null);
    assert.equal(damaged, index + 1);
  }
});

test("no field of a record can be anything else", () => {
  const fits = { words: ["", "x"], start: ["", "x"], at: [0, -1], moves: [[]], evaluations: [[]], paused: [true] };
  for (const name of Object.keys(WHOLE)) {
    for (const value of GARBAGE.filter((each) => !fits[name]?.some((one) => JSON.stringify(one) === JSON.stringify(each)))) {
      sessionStorage.setItem("linemate.record", JSON.stringify({ ...KEPT, [name]: value }));
      assert.equal(load(), null, `${name} ${JSON.stringify(value)}`);
    }
  }
  for (const seat of GARBAGE) {
    sessionStorage.setItem("linemate.record", JSON.stringify({ ...KEPT, seats: { x: PERSON, o: seat } }));
    assert.equal(load(), null, JSON.stringify(seat));
  }
});

test("a match that was kept is there again, and anything else is none", () => {
  saveMatch({ games: [GAME, GAME], index: 1 });
  assert.equal(loadMatch().index, 1);
  const { opening, ...before } = GAME; // as it was kept before openings were told
  saveMatch({ games: [before], index: 0 });
  assert.equal(loadMatch().index, 0);
  const odd = { ...GAME, opening: "2" };
  for (const match of [...GARBAGE, { games: [odd], index: 0 }, { games: [GAME], index: 1 }, { games: [5], index: 0 }, { games: [{}], index: 0 }]) {
    saveMatch(match);
    assert.equal(loadMatch(), null, JSON.stringify(match));
  }
});

test("of settings only those are taken that can be", () => {
  const usual = { ...loadSettings() };
  for (const value of [...GARBAGE.slice(1), "dark"]) {
    const kept = Object.fromEntries(Object.keys(usual).map((name) => [name, value]));
    localStorage.setItem("linemate.settings", JSON.stringify(kept));
    const settings = loadSettings();
    for (const name of Object.keys(usual)) assert.equal(typeof settings[name], typeof usual[name]);
    assert.ok(["auto", "light", "dark"].includes(settings.theme));
    assert.ok(["off", "visits", "bound"].includes(settings.heat));
    assert.ok(settings.pace >= 0);
  }
  localStorage.setItem("linemate.settings", JSON.stringify({ theme: "light", pace: 9 }));
  assert.deepEqual({ ...loadSettings() }, { ...usual, theme: "light", pace: 9 });
});

test("a file says who sits where, and who was there stays where it does not", () => {
  const hello = { first: { level: 5 }, levels: [{ level: 7, movetime: 9 }], engine: { options: [{ name: "Skill" }] } };
  assert.deepEqual(seatOf({ kind: "human", level: null }, engineSeat(1), hello), PERSON);
  assert.deepEqual(seatOf({ kind: "program", level: 7 }, PERSON, hello), engineSeat(7));
  assert.deepEqual(seatOf({ kind: "program", level: null }, PERSON, hello), engineSeat(5));
  assert.deepEqual(seatOf({ kind: "program", level: null }, engineSeat(2), hello), engineSeat(2));
  assert.deepEqual(seatOf({ kind: null, level: null }, engineSeat(2), hello), engineSeat(2));
  const unskilled = seatOf({ kind: "program", level: 7 }, PERSON, { ...hello, engine: { options: [] } });
  assert.deepEqual(unskilled, { kind: "engine", level: null, options: {}, limits: { movetime: 9 } });
});

const CLUB = {
  ...GAME, seats: { x: { kind: null, level: null }, o: { kind: null, level: null } }, start: null, tree: null,
  tags: { Event: "Club", White: "Ann", Black: "Bob" }, ending: null, index: 0,
};

/** The mark was lost: a match's game that was saved here had its opening reviewed as the players' ever after. */
test("the opening of a match's game is kept, and saved with it", () => {
  const comments = (record) => writtenTree(record).moves.map(({ comment }) => comment);
  const record = recordOf({ ...CLUB, moves: ["b2", "a1", "c3"], opening: 2 });
  assert.deepEqual(comments(record), [OPENING, OPENING, ""]);
  saveRecord(record);
  assert.deepEqual(comments(load()), [OPENING, OPENING, ""]);
  const { opening, ...before } = CLUB; // as a match was kept before openings were told
  assert.deepEqual(comments(recordOf(before)), ["", ""]);
});

/** They were replaced by the players of the table, its event and today. */
test("what a file tells of a game is written again, until the game is played on", () => {
  const record = recordOf(CLUB);
  assert.deepEqual(record.names, { x: "Ann", o: "Bob" });
  assert.deepEqual(writtenTree(record).tags, CLUB.tags);
  addLine(record.tree, ["b2", "c3"]);
  assert.deepEqual(writtenTree(record).tags, CLUB.tags, "a variation is none of the game");
  addLine(record.tree, ["b2", "a1", "c3"]);
  assert.equal(writtenTree(record).tags, null);
  assert.equal(writtenTree(recordOf({ ...CLUB, tags: {} })).tags, null, "of a position nothing is told");
});

test("an open game of people with names is none of this table's players", () => {
  const unknown = { kind: null, level: null };
  assert.equal(isResumable(CLUB), false);
  assert.equal(isResumable({ ...CLUB, seats: { x: unknown, o: { kind: "program", level: 3 } } }), true);
  assert.equal(isResumable({ ...CLUB, tags: { White: "?", Black: "?" } }), true);
  assert.equal(isResumable({ ...CLUB, moves: [] }), true, "a position to play from");
  assert.equal(isResumable({ ...CLUB, tags: { White: "?" }, result: "1-0" }), false);
});
