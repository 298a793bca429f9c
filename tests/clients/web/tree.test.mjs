/**
 * The moves of a game as a tree, and what a person does with it.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { followLine, newRecord, writtenTree } from "../../../clients/web/static/record.js";
import { PERSON } from "../../../clients/web/static/seats.js";
import {
  OPENING, addLine, countOpening, extend, findBranch, growTree, isTree, lastFork, listPlaces, listTree, lineTo, newBranch, promote, remove, restore,
  signsOf,
} from "../../../clients/web/static/tree.js";

/** The tree of these lines, each as words. */
function treeOf(...lines) {
  const root = newBranch();
  for (const line of lines) addLine(root, line.split(" "));
  return root;
}

/** Every line to its end, the main line first. */
const ends = (root) => listPlaces(root)
  .filter(({ branch }) => !branch.following.length).map((place) => lineTo(place).join(" "));

const LINES = ["b2 a1 c3", "b2 a1 c1", "b2 b1", "a1"];

test("a line that is there already is followed, and a new one comes behind it or in its place", () => {
  const root = treeOf(...LINES, "b2 a1", "b2 a1 c3");
  assert.deepEqual(ends(root), LINES);
  addLine(root, ["b2", "c2"], ["b2", "a1", "c3"]);
  assert.deepEqual(ends(root), ["b2 c2", ...LINES]);
  addLine(root, ["b2", "a2"], ["b2", "b1"]);
  assert.deepEqual(ends(root), ["b2 c2", "b2 a1 c3", "b2 a1 c1", "b2 a2", "b2 b1", "a1"]);
});

test("the opening of a line are the moves that it begins with and nobody has chosen", () => {
  const root = treeOf(...LINES);
  assert.equal(countOpening(root, ["b2", "a1", "c3"]), 0);
  for (const line of [["b2"], ["b2", "a1"], ["b2", "b1"]]) findBranch(root, line).comment = OPENING;
  assert.equal(countOpening(root, ["b2", "a1", "c3"]), 2);
  assert.equal(countOpening(root, ["b2"]), 1);
  assert.equal(countOpening(root, ["a1"]), 0);
  findBranch(root, ["b2"]).comment = "opening with the middle"; // said by a person, of a move that he has chosen
  assert.equal(countOpening(root, ["b2", "a1", "c3"]), 0);
});

test("a line goes on with the main move at each", () => {
  const root = treeOf(...LINES);
  assert.deepEqual(extend(root, []), ["b2", "a1", "c3"]);
  assert.deepEqual(extend(root, ["b2", "b1"]), ["b2", "b1"]);
  assert.equal(findBranch(root, ["b2", "c2"]), null);
});

test("where a variation begins is known, the last one of several", () => {
  const root = treeOf(...LINES, "b2 b1 a2", "b2 b1 c2");
  assert.equal(lastFork(root, ["b2", "a1", "c3"]), null);
  assert.equal(lastFork(root, []), null);
  assert.equal(lastFork(root, ["b2", "b1", "a2"]), 1);
  assert.equal(lastFork(root, ["b2", "b1", "c2"]), 2);
  assert.equal(lastFork(root, ["a1"]), 0);
});

test("a variation becomes the main line, and the others keep their order", () => {
  const root = treeOf(...LINES);
  promote(root, ["b2", "a1", "c1"]);
  assert.deepEqual(ends(root), ["b2 a1 c1", "b2 a1 c3", "b2 b1", "a1"]);
  promote(root, ["a1"]);
  assert.deepEqual(ends(root), ["a1", "b2 a1 c1", "b2 a1 c3", "b2 b1"]);
});

test("what is deleted comes back where it was, with what was said of it", () => {
  const root = treeOf(...LINES);
  findBranch(root, ["b2", "b1"]).comment = "why";
  const removed = remove(root, ["b2", "b1"]);
  assert.deepEqual(ends(root), ["b2 a1 c3", "b2 a1 c1", "a1"]);
  restore(root, removed);
  assert.deepEqual(ends(root), LINES);
  assert.equal(findBranch(root, ["b2", "b1"]).comment, "why");
});

test("what is deleted comes back into a tree that has changed, and nothing is lost", () => {
  const root = treeOf(...LINES);
  Object.assign(findBranch(root, ["b2", "a1", "c1"]), { comment: "why", evaluation: { cp: 7 } });
  const removed = remove(root, ["b2", "a1"]);
  addLine(root, ["b2", "a1", "a3"]);
  restore(root, removed);
  assert.deepEqual(ends(root), ["b2 b1", "b2 a1 a3", "b2 a1 c3", "b2 a1 c1", "a1"]);
  const { comment, evaluation } = findBranch(root, ["b2", "a1", "c1"]);
  assert.deepEqual([comment, evaluation], ["why", { cp: 7 }]);
  restore(newBranch(), removed);
});

test("a tree is listed and grown again, and a list of moves is a tree", () => {
  const root = treeOf(...LINES);
  root.comment = "first";
  Object.assign(findBranch(root, ["b2", "b1"]), { comment: "so", nags: [5, 14] });
  const list = listTree(root);
  assert.ok(isTree(list));
  assert.deepEqual(list.moves.map(({ parent }) => parent), [-1, 0, 1, 1, 0, -1]);
  assert.deepEqual(growTree(JSON.parse(JSON.stringify(list)), []), root);
  assert.deepEqual(growTree(null, ["b2", "a1"]), treeOf("b2 a1"));
  assert.equal(signsOf(findBranch(root, ["b2", "b1"])), "!?$14");
});

test("what is no list of a tree is not taken for one", () => {
  const list = listTree(treeOf(...LINES));
  for (const value of [0, "", null, [], {}, { moves: [] }, { comment: "", moves: 5 }]) assert.ok(!isTree(value));
  for (const change of [{ parent: 0 }, { parent: -2 }, { parent: 0.5 }, { move: 5 }, { comment: null }, { nags: [256] }, { nags: 1 }, { evaluation: 5 }]) {
    assert.ok(!isTree({ ...list, moves: [{ ...list.moves[0], ...change }] }), JSON.stringify(change));
  }
});

test("a game of hundreds of moves may branch at each of them, in one another", () => {
  const root = newBranch();
  const line = Array.from({ length: 484 }, (_, index) => `m${index}`);
  line.forEach((_, at) => addLine(root, [...line.slice(0, at), "other"]));
  addLine(root, line);
  assert.equal(listPlaces(root).length, 968);
  assert.equal(lastFork(root, line), 483);
  assert.deepEqual(growTree(listTree(root), []), root);
  promote(root, line);
  assert.deepEqual(extend(root, []), line);
});

test("what is written of a game has the score of each position behind the main move there", () => {
  const record = {
    ...newRecord("tictactoe", { x: PERSON, o: PERSON }), tree: treeOf(...LINES), moves: ["b2", "a1"],
    evaluations: [{ cp: 1 }, { cp: 2 }, { cp: 3 }],
  };
  const scores = () => writtenTree(record).moves.map(({ move, score }) => [move, score?.cp ?? null]);
  const expected = [["b2", 1], ["a1", 2], ["c3", 3], ["c1", null], ["b1", null], ["a1", null]];
  assert.deepEqual(scores(), expected);
  followLine(record, ["b2", "b1"]);
  assert.deepEqual(record.evaluations, [{ cp: 1 }, { cp: 2 }, null]);
  assert.deepEqual(scores(), expected);
});
