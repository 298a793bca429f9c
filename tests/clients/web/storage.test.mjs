/** What the page keeps in the browser, where that is allowed, and where it is not. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Assessments } from "../../../clients/web/static/assessments.js";
import { loadSeat, saveSeat } from "../../../clients/web/static/friend/seat.js";
import { giveGame, takeGame } from "../../../clients/web/static/given.js";
import { Progress } from "../../../clients/web/static/puzzles.js";
import { loadMatch, loadRecord, newRecord, saveMatch, saveRecord } from "../../../clients/web/static/record.js";
import { PERSON } from "../../../clients/web/static/seats.js";
import { loadSettings } from "../../../clients/web/static/settings.js";
import { BROWSER, TAB } from "../../../clients/web/static/storage.js";

const RECORD = newRecord("tictactoe", { x: PERSON, o: PERSON });
const NAMES = ["sessionStorage", "localStorage"];

/** A storage with room for so many characters. */
class Storage {
  kept = new Map();

  constructor(room) {
    this.room = room;
  }

  getItem(key) { return this.kept.get(key) ?? null; }
  removeItem(key) { this.kept.delete(key); }
  setItem(key, value) {
    if (value.length > this.room) throw new Error("QuotaExceededError");
    this.kept.set(key, value);
  }
}

const allow = (room = Infinity) => {
  for (const name of NAMES) Object.defineProperty(globalThis, name, { configurable: true, value: new Storage(room) });
};
const forbid = () => {
  const get = () => { throw new Error("SecurityError"); };
  for (const name of NAMES) Object.defineProperty(globalThis, name, { configurable: true, get });
};

beforeEach(() => allow());

test("what is kept is there again, for the tab or for the browser, until it is forgotten", () => {
  assert.ok(TAB.write("name", { one: 1 }));
  assert.deepEqual(TAB.read("name"), { one: 1 });
  assert.equal(BROWSER.read("name"), null);
  TAB.forget("name");
  assert.equal(TAB.read("name"), null);
});

test("what is no JSON is told from what is not there", () => {
  sessionStorage.setItem("name", "{");
  assert.equal(TAB.read("name"), undefined);
});

test("what is too long is not kept, and what is there stays", () => {
  allow(10);
  assert.ok(TAB.write("name", "short"));
  assert.ok(!TAB.write("name", "too long for this"));
  assert.ok(!TAB.write("name", "longer", 5));
  assert.equal(TAB.read("name"), "short");
});

/**
 * The page never started: the record could not be written, and to remove it then failed as well. The page of a
 * game with a friend failed at the seat, where the storage was named outside of what may fail.
 */
test("a page that may keep nothing has all that it keeps elsewhere, until it is closed", () => {
  forbid();
  const damaged = () => assert.fail("nothing is damaged where nothing may be kept");
  saveRecord(RECORD);
  assert.equal(loadRecord(damaged), null);
  saveMatch({ games: [], index: 0 });
  assert.equal(loadMatch(), null);
  assert.equal(giveGame(RECORD), false);
  assert.equal(takeGame(), null);
  saveSeat("room", "secret");
  assert.deepEqual(loadSeat("room"), { token: null, kept: true });
  const settings = loadSettings();
  settings.theme = "dark";
  assert.equal(settings.theme, "dark");
  const progress = new Progress();
  progress.solve("one", true);
  assert.equal(progress.streak, 1);
  const assessments = new Assessments();
  assert.ok(assessments.note({ ...RECORD, moves: ["b2"] }, { score: { cp: 1 }, line: ["a1"], effort: 1 }));
  assessments.save();
  assert.equal(assessments.about(RECORD, ["b2"]).effort, 1);
});

test("a game that is too long to be kept is not taken for the one before it after a reload", () => {
  allow(1000);
  saveRecord(RECORD);
  saveRecord({ ...RECORD, moves: Array.from({ length: 400 }, () => "b2") });
  assert.equal(loadRecord(() => {}), null);
});
