/**
 * A game in an address: what is written is read again, and nothing else is.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { tellResignation } from "../../../clients/web/static/endings.js";
import { isLink, openLink, readLink, writeLink } from "../../../clients/web/static/link.js";
import { newRecord } from "../../../clients/web/static/record.js";
import { PERSON } from "../../../clients/web/static/seats.js";
import { addLine, growTree } from "../../../clients/web/static/tree.js";

/** A game of these lines, the first of which is looked at, with so many moves on the board. */
function recordOf(words, lines, at, start = null) {
  const record = newRecord(words, { x: PERSON, o: PERSON }, start);
  for (const line of lines) addLine(record.tree, line.split(" "));
  return { ...record, moves: lines[0]?.split(" ") ?? [], at };
}

/** A server that reads the main line of what it is sent, as it is. */
const server = (moves, tree = null) => ({
  asked: [],
  async request(type, { text }) {
    this.asked.push(type, text);
    return { games: [{ words: "tictactoe", start: null, moves, tree, evaluations: [], result: "*", x: "?", o: "?", ending: null }] };
  },
});

test("a link is short and can be read by people", () => {
  const words = "gomoku size=9 rule=standard";
  assert.equal(writeLink(recordOf(words, [], 0)).hash, "#game=gomoku&size=9&rule=standard&moves=&at=0");
  const record = recordOf(words, ["d4 e5 f6", "d4 d5 e4", "d4 d5 a1"], 2, "9/9/9/9/9/9/9/9/9 x");
  assert.equal(
    writeLink(record).hash,
    "#game=gomoku&size=9&rule=standard&start=9/9/9/9/9/9/9/9/9+x&moves=d4.e5(d5.e4(a1)).f6&at=2",
  );
  const inside = { ...record, moves: ["d4", "d5", "a1"], at: 3 };
  assert.match(writeLink(inside).hash, /&line=d4\.d5\.a1$/);
});

test("what is written is read as PGN, and the position with it", () => {
  const record = recordOf("gomoku size=9 rule=standard", ["d4 e5 f6", "d4 d5 e4"], 2, "9/9 x");
  const { hash, whole } = writeLink(record);
  assert.ok(whole && isLink(hash));
  const { pgn, line, at } = readLink(hash);
  assert.deepEqual([line, at], [null, 2]);
  assert.equal(
    pgn, '[Variant "gomoku size=9 rule=standard"]\n[Termination "interrupted"]\n[FEN "9/9 x"]\n\nd4 e5(d5 e4) f6 *\n',
  );
  assert.deepEqual(readLink("#game=tictactoe&line=b2.a1").line, ["b2", "a1"]);
});

test("a game that is over has its players and how it ended with it, and no more than that can be claimed", async () => {
  const record = { ...recordOf("tictactoe", ["b2 a1", "b2 c3"], 2), ending: tellResignation("x"), ended: "b2 a1" };
  const { hash } = writeLink(record, { x: "You", o: 'Linemate "1" \u202e, level 3 (Easy)' });
  assert.equal(
    hash, "#game=tictactoe&x=You&o=Linemate+1+%2C+level+3+(Easy)&result=0-1&reason=resignation&moves=b2.a1(c3)&at=2",
  );
  assert.equal(readLink(hash).pgn, [
    '[Variant "tictactoe"]', '[Termination "resignation"]', '[TerminationDetails "X resigned"]',
    '[White "You"]', '[Black "Linemate 1 , level 3 (Easy)"]', "", "b2 a1(c3) 0-1\n",
  ].join("\n"));
  assert.doesNotMatch(writeLink({ ...record, ended: "b2 c3" }).hash, /result/);
  const opened = await openLink(hash, server(["b2", "a1"]));
  assert.deepEqual(opened.names, { x: "?", o: "?" }, "as the server has read them");
  for (const bad of ["result=2-0", "result=1-0", "reason=time", 'x=a"]', "o=", `x=${"a".repeat(61)}`, "x=%E2%80%AE"]) {
    assert.throws(() => readLink(`#game=tictactoe&${bad}`), /is not understood|only a part/, bad);
  }
});

test("variations that would make a link too long are left out, and that is told", () => {
  const lines = Array.from({ length: 400 }, (_, index) => `a1 b${index} c${index} d${index}`);
  const { hash, whole } = writeLink(recordOf("mnk", ["a1 b2 c3", ...lines], 3));
  assert.ok(!whole);
  assert.equal(hash, "#game=mnk&moves=a1.b2.c3&at=3");
});

test("of a damaged link what is wrong with it is told", () => {
  for (const hash of [
    "#game=", "#game=a b", "#game=tictactoe&", "#game=tictactoe&moves", "#game=tictactoe&moves=b2<script>",
    '#game=tictactoe&start=3/3/3"]', "#game=tictactoe&at=x", "#game=tictactoe&at=1000", "#game=tictactoe&game=qubic",
    "#game=tictactoe&moves=%", "#game=tictactoe&moves=%E0%A4%A", "#game=tictactoe&size=9]", "#game=tictactoe&Size=9",
    `#game=tictactoe&moves=${"a1.".repeat(30_000)}`, "#game=tictactoe&moves=b2%0A[x",
  ]) {
    assert.throws(() => readLink(hash), /is not understood|too long/, hash);
  }
  assert.match(readLink("#game=tictactoe&__proto__=a").pgn, /^\[Variant "tictactoe __proto__=a"\]/);
});

test("a link leads to its position, in a variation too, or says that there is none", async () => {
  const tree = { comment: "", moves: [
    { parent: -1, move: "b2", comment: "", nags: [] }, { parent: 0, move: "a1", comment: "", nags: [] },
    { parent: 0, move: "c1", comment: "", nags: [] }, { parent: 2, move: "c3", comment: "", nags: [] },
  ] };
  const read = (hash) => openLink(hash, server(["b2", "a1"], tree));
  const last = await read("#game=tictactoe&moves=b2.a1");
  assert.deepEqual([last.moves, last.at, last.names], [["b2", "a1"], 2, null]);
  assert.equal((await read("#game=tictactoe&moves=b2.a1&at=0")).at, 0);
  const inside = await read("#game=tictactoe&line=b2.c1");
  assert.deepEqual([inside.moves, inside.at], [["b2", "c1", "c3"], 2]);
  await assert.rejects(read("#game=tictactoe&at=3"), /it has 2 moves, not 3/);
  await assert.rejects(read("#game=tictactoe&line=a1"), /'a1' is none of its lines/);
  assert.deepEqual(last.tree, growTree(tree, []));
});

test("other addresses are left alone", () => {
  for (const hash of ["", "#", "#step=12", "#abcdef", "#moves=b2"]) assert.ok(!isLink(hash));
});
