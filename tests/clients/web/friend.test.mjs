/** The table of a game with a friend, with a room that the test tells; and what the page keeps of it. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Connection, ConnectionLost } from "../../../clients/web/static/connection.js";
import { loadSeat, saveSeat } from "../../../clients/web/static/friend/seat.js";
import { FriendTable } from "../../../clients/web/static/friend/table.js";
import { readWish, writeWish } from "../../../clients/web/static/friend/wish.js";

/** The memory of a tab or a browser. */
class Memory {
  kept = {};
  getItem = (key) => this.kept[key] ?? null;
  setItem = (key, value) => { this.kept[key] = value; };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
let server;
let notices;

beforeEach(() => {
  globalThis.sessionStorage = new Memory();
  globalThis.localStorage = new Memory();
  notices = [];
  server = {
    listeners: {}, asked: [],
    on(type, listener) {
      this.listeners[type] = listener;
      return this;
    },
    request(type, fields) {
      return new Promise((resolve, reject) => this.asked.push({ type, fields, resolve, reject }));
    },
    async tell(type, message) {
      this.listeners[type](message);
      await settled();
    },
    async reply(answer) {
      const { resolve, reject } = this.asked.shift();
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
      await settled();
    },
  };
});

/** A room after these moves, in which one is x. */
function room(moves, changes = {}) {
  const state = { words: "tictactoe", moves, at: moves.length, toMove: moves.length % 2 ? "o" : "x", outcome: null };
  return {
    number: 1, phase: "playing", side: "x", here: { x: true, o: true }, clock: null, offers: {}, declined: [], claim: null, ...changes,
    state: { ...state, ...changes.state },
  };
}

async function tableIn(told, address = { id: "room", wish: null }) {
  const page = { changed() {}, notice: (text) => notices.push(text), entered() {} };
  const table = new FriendTable(server, address, page);
  await server.tell("welcome", { others: null });
  await server.reply({ room: "room", token: "secret" });
  await server.tell("room", told);
  return table;
}

test("one moves when it is one's turn, in the last position, and once", async () => {
  const table = await tableIn(room([]));
  assert.ok(table.playable);
  table.play("b2");
  table.play("a1");
  assert.deepEqual(server.asked.map(({ fields }) => fields), [{ move: "b2", ply: 0 }]);
  await server.tell("room", room(["b2"]));
  await server.reply({});
  assert.ok(!table.playable);
  await server.tell("room", room(["b2", "a1"], { side: null }));
  assert.ok(!table.playable);
});

test("one looks at an earlier position until somebody moves", async () => {
  const table = await tableIn(room(["b2", "a1"]));
  table.goTo(1);
  await server.reply({ at: 1, moves: ["b2", "a1"], toMove: "o", outcome: null });
  assert.deepEqual([table.state.at, table.live, table.playable], [1, false, false]);
  await server.tell("room", room(["b2", "a1"], { here: { x: true, o: false } }));
  assert.equal(table.state.at, 1);
  const outcome = { winner: "x", reason: "O resigned", text: "X wins: O resigned.", kind: "resignation" };
  await server.tell("room", room(["b2", "a1"], { phase: "over", state: { outcome, toMove: null } }));
  assert.deepEqual([table.state.at, table.record.ending, table.record.ended], [1, outcome, "b2 a1"]);
  await server.tell("room", room([], { number: 2 }));
  assert.deepEqual([table.live, table.record.moves, table.record.ending], [true, [], null]);
});

test("what is refused is told, and a lost connection comes back to the same seat", async () => {
  const table = await tableIn(room([]));
  table.play("b2");
  await server.reply(new Error("it is not your turn"));
  assert.deepEqual(notices, ["it is not your turn"]);
  assert.ok(table.playable);
  table.play("b2");
  await server.reply(new ConnectionLost());
  await server.tell("down", { reason: null });
  assert.deepEqual([table.playable, table.trouble.final, notices.length], [false, false, 1]);
  await server.tell("welcome", { others: null });
  assert.deepEqual(server.asked[0].fields, { room: "room", token: "secret", kept: false });
  await server.reply({ room: "room", token: "secret" });
  assert.equal(table.trouble, null);
  assert.ok(table.playable);
});

test("one can move again after a connection that had died unnoticed with a move on its way", async () => {
  const sockets = [];
  globalThis.WebSocket = { OPEN: 1 };
  const connection = new Connection(() => {
    const listeners = {};
    sockets.push({
      readyState: 1, sent: [], close() {}, addEventListener: (type, listener) => { listeners[type] = listener; },
      send(text) { this.sent.push(JSON.parse(text)); },
      tell: (message) => listeners.message({ data: JSON.stringify(message) }),
    });
    return sockets.at(-1);
  });
  const table = new FriendTable(connection, { id: "room", wish: null }, { changed() {}, notice() {}, entered() {} });
  const arrive = async () => {
    connection.connect();
    await settled();
    const socket = sockets.at(-1);
    socket.tell({ type: "welcome", others: null });
    socket.tell({ type: "seated", seq: socket.sent[0].seq, room: "room", token: "secret" });
    socket.tell({ type: "room", ...room([]) });
    await settled();
  };
  await arrive();
  table.play("b2");
  assert.ok(!table.playable);
  await arrive();
  assert.ok(table.playable);
});

test("a room that is gone is told for good, and its clock stands", async () => {
  const clock = { base: 60_000, increment: 0, left: { x: 50_000, o: 60_000 }, running: "x" };
  const table = await tableIn(room([], { clock }));
  await server.tell("welcome", { others: null });
  await server.reply(new Error("there is no such game any more"));
  await server.tell("down", { reason: null });
  assert.deepEqual(table.trouble, { text: "there is no such game any more", final: true });
  assert.equal(table.timeLeft("x"), 50_000);
});

test("whoever opens his own link may play both sides, and then has a secret for each window", async () => {
  saveSeat("room", "mine");
  globalThis.sessionStorage = new Memory();
  server.connect = () => server.tell("welcome", { others: null });
  const table = new FriendTable(server, { id: "room", wish: null }, { changed() {}, notice() {}, entered() {} });
  await server.connect();
  assert.deepEqual(server.asked[0].fields, { room: "room", token: "mine", kept: true });
  await server.reply({ room: "room", token: null });
  table.playBoth();
  assert.deepEqual(server.asked[0].fields, { room: "room", token: null, kept: false });
  await server.reply({ room: "room", token: "the other" });
  assert.deepEqual(loadSeat("room"), { token: "the other", kept: false });
});

test("the secret of a seat is the tab's, and the browser's for a tab that was closed", () => {
  assert.deepEqual(loadSeat("room"), { token: null, kept: true });
  saveSeat("room", "mine");
  assert.deepEqual(loadSeat("room"), { token: "mine", kept: false });
  globalThis.sessionStorage = new Memory();
  assert.deepEqual(loadSeat("room"), { token: "mine", kept: true });
  saveSeat("room", "that of the friend in another tab");
  globalThis.sessionStorage = new Memory();
  assert.deepEqual(loadSeat("room"), { token: "mine", kept: true });
  for (let room = 0; room < 30; room += 1) saveSeat(`room ${room}`, "other");
  assert.equal(loadSeat("room").token, null);
  for (const kept of ["no json", "5", "null", '{"room": 5}']) {
    globalThis.sessionStorage.kept["linemate.seats"] = kept;
    assert.equal(loadSeat("room").token, null);
  }
});

test("a wish for a game is read as it was written", () => {
  for (const clock of [null, { base: 300_000, increment: 5000 }]) {
    const wish = { words: "gomoku size=9 rule=renju", side: "chance", clock };
    assert.deepEqual(readWish(writeWish(wish)), wish);
  }
  assert.equal(readWish("#AbC-_123"), null);
  assert.equal(readWish(""), null);
});
