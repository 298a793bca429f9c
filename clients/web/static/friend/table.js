/**
 * The table of a game with a friend: the room as the server tells it, and what one looks at.
 *
 * The server owns the game. What a person does comes in by the methods here and goes to the server,
 * which tells everybody in the room what came of it; after every change `changed` is called. The
 * list of moves shows this table as it shows that of table.js, as both are `Walkable`.
 *
 * @import { Player, State } from "../../messages.js"
 * @import { Offer, Room, RoomTalk, TimeControl } from "../../rooms.js"
 * @import { Connection } from "../connection.js"
 * @import { Walkable } from "../panel/moves.js"
 * @import { GameRecord } from "../record.js"
 *
 * @typedef {{words: string, side: string, clock: TimeControl|null}} Wish the game of a new room
 */

import { ConnectionLost } from "../connection.js";
import { newRecord } from "../record.js";
import { PERSON } from "../seats.js";
import { growTree } from "../tree.js";
import { loadSeat, saveSeat } from "./seat.js";

const STALE = 50_000; // milliseconds; a room is told at least every 20 s, so then nothing arrives any more
const NOBODY = { token: null, kept: false };
const LOST = "The connection to the server is lost; it is tried again and again. The game goes on there.";

/** @implements {Walkable} */
export class FriendTable {
  /** @type {Room|null} */
  room = null;
  /** The position on the board.
   * @type {State|null} */
  state = null;
  /** What keeps the game from going on: that it is lost for good, or for now.
   * @type {{text: string, final: boolean}|null} */
  trouble = null;
  /** The address by which other machines reach the server, if this page's is not one.
   * @type {string|null} */
  others = null;
  /** @type {GameRecord} */
  record = newRecord("", { x: PERSON, o: PERSON });
  replaying = false;
  #toldAt = 0; // when the room was last told, on the clock of this page
  #asking = false;
  #newcomer = false; // whether one comes as somebody who has no seat

  /**
   * @param {Pick<Connection<RoomTalk>, "on"|"request"|"connect">} connection
   * @param {{id: string|null, wish: Wish|null}} address the room, or the one to be made
   * @param {{changed: () => void, notice: (text: string) => void, entered: (id: string) => void}} page
   */
  constructor(connection, address, { changed, notice, entered }) {
    this.connection = connection;
    this.address = address;
    this.changed = changed;
    this.notice = notice;
    this.entered = entered;
    connection
      .on("welcome", ({ others }) => this.#enter(others))
      .on("room", (room) => this.#told(room))
      .on("closed", ({ text }) => this.#fail(text))
      .on("down", ({ reason }) => this.#lose(reason));
  }

  // What is to be seen of it.

  get live() {
    return this.record.at === this.record.moves.length;
  }

  /** Whether one may move now. */
  get playable() {
    const { room, state } = this;
    return Boolean(room && !this.trouble && !this.#asking && this.live && state?.toMove && state.toMove === room.side
      && room.phase === "playing");
  }

  /** Whether the connection is gone although nobody has said so, as after a change of networks. */
  get isStale() {
    return Boolean(this.room && !this.trouble && performance.now() - this.#toldAt > STALE);
  }

  /** Milliseconds left to a player now; null without a clock. @param {Player} player */
  timeLeft(player) {
    const clock = this.room?.clock;
    if (!clock) return null;
    const runs = clock.running === player && !this.trouble?.final;
    const spent = runs ? performance.now() - this.#toldAt : 0;
    return Math.max(0, clock.left[player] - spent);
  }

  /** After how many moves the position is that the board shows, or will as soon as it is known. */
  get heading() {
    return this.record.at;
  }

  // What a person does.

  /** @param {string} move */
  play(move) {
    if (this.playable) this.#ask("move", { move, ply: this.record.at });
  }

  /** Show the position after so many moves.
   * @param {number} at
   */
  async goTo(at) {
    const wanted = Math.min(Math.max(at, 0), this.record.moves.length);
    if (!this.room || wanted === this.record.at) return;
    this.record.at = wanted;
    if (wanted === this.record.moves.length) {
      this.state = this.room.state;
      this.changed();
      return;
    }
    try {
      const state = await this.connection.request("look", { at: wanted });
      if (this.record.at === wanted && !this.live) this.state = state;
    } catch (error) {
      this.#complain(error);
    }
    this.changed();
  }

  /** Show the position at the end of a line: there is only one. @param {string[]} line */
  goToLine(line) {
    this.goTo(line.length);
  }

  /** Step through the moves is what the buttons do; nothing plays by itself in a game that goes on. */
  replay() {
    this.goTo(this.record.at + 1);
  }

  /** Sit down on the seat that is free, although one sits on the other in another window. */
  playBoth() {
    this.#newcomer = true;
    this.connection.connect();
  }

  resign() {
    this.#ask("resign", {});
  }

  claim() {
    this.#ask("claim", {});
  }

  /** @param {Offer} offer */
  offer(offer) {
    this.#ask("offer", { offer });
  }

  /** Take what the friend offers. @param {Offer} offer */
  accept(offer) {
    this.#ask("accept", { offer });
  }

  /** Say no to it, or withdraw it. @param {Offer} offer */
  decline(offer) {
    this.#ask("decline", { offer });
  }

  /**
   * @template {"move"|"resign"|"claim"|"offer"|"accept"|"decline"} Type
   * @param {Type} type
   * @param {RoomTalk["asks"][Type]} fields
   */
  async #ask(type, fields) {
    this.#asking = true;
    try {
      await this.connection.request(type, fields);
    } catch (error) {
      this.#complain(error);
    }
    this.#asking = false;
    this.changed();
  }

  // What the server says.

  /** @param {string|null} others */
  async #enter(others) {
    const { id, wish } = this.address;
    this.others = others;
    try {
      if (!id && !wish) throw new Error("There is no game at this address: ask your friend for the whole link");
      const seated = id
        ? await this.connection.request("join", { room: id, ...(this.#newcomer ? NOBODY : loadSeat(id)) })
        : await this.connection.request("create", /** @type {Wish} */ (wish));
      this.address = { id: seated.room, wish: null };
      this.#newcomer = false;
      if (seated.token) saveSeat(seated.room, seated.token);
      this.entered(seated.room);
      this.trouble = null;
    } catch (error) {
      if (!(error instanceof ConnectionLost)) this.#fail(/** @type {Error} */ (error).message);
    }
    this.changed();
  }

  /** @param {Room} room */
  #told(room) {
    const before = this.room;
    const { state } = room;
    this.#toldAt = performance.now();
    this.room = room;
    const same = before && before.number === room.number && before.state.moves.join() === state.moves.join();
    if (!same) {
      this.record = {
        ...newRecord(state.words, { x: PERSON, o: PERSON }), moves: state.moves, at: state.moves.length,
        tree: growTree(null, state.moves),
        names: { x: nameOf(room, "x"), o: nameOf(room, "o") },
      };
    }
    if (this.live) this.state = state;
    const ending = state.outcome?.kind ? state.outcome : null;
    Object.assign(this.record, { ending, ended: state.moves.join(" ") });
    this.changed();
  }

  /** @param {string|null} reason */
  #lose(reason) {
    if (!this.trouble?.final) this.trouble = { text: reason ?? LOST, final: false };
    this.changed();
  }

  /** @param {string} text */
  #fail(text) {
    this.trouble = { text, final: true };
    this.changed();
  }

  /** @param {unknown} error */
  #complain(error) {
    if (!(error instanceof ConnectionLost)) this.notice(/** @type {Error} */ (error).message);
  }
}

/** Who plays a side, as one sees it. @param {Room} room @param {Player} player */
export function nameOf(room, player) {
  if (room.side === null) return `Player ${player}`;
  return room.side === player ? "You" : "Friend";
}
