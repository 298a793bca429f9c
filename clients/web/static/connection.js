/**
 * The connection to whoever knows the rules and has an engine; it comes back by itself after it
 * was lost. What is at its other end only endpoint.js knows.
 *
 * `request` sends a message and promises the reply that carries its number. What arrives unasked
 * goes to the listeners of its type; `down` tells that the connection is lost.
 *
 * @import { Replies, Requests, Told } from "../messages.js"
 *
 * @typedef {{asks: Requests, replies: Replies, told: Told}} PageTalk what is said with an engine;
 *   that with a friend is in rooms.d.ts
 * @typedef {Pick<WebSocket, "addEventListener"|"close"|"readyState"|"send">} Socket what is used of one
 */

const DELAYS = [500, 1000, 2000, 4000, 8000]; // milliseconds until the next attempt

/** @template {{asks: any, replies: any, told: any}} [Talk=PageTalk] */
export class Connection {
  /** @type {Socket|null} */
  #socket = null;
  #sequence = 0;
  /** @type {Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {Map<string, ((message: any) => void)[]>} */
  #listeners = new Map();
  #attempts = 0;
  #timer = 0;
  /** What the server said of its own accord against this page, as that it is busy.
   * @type {string|null} */
  #refusal = null;

  /** @param {() => Socket} open */
  constructor(open) {
    this.open = open;
  }

  /**
   * @template {keyof Talk["told"] & string} Type
   * @param {Type} type
   * @param {(message: Talk["told"][Type]) => void} listener
   */
  on(type, listener) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    return this;
  }

  /** @param {string} type @param {object} message */
  #tell(type, message) {
    for (const listener of this.#listeners.get(type) ?? []) listener(message);
  }

  /** Connect, now; also what the button "Reconnect" does. What was asked before is not answered any more. */
  connect() {
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#giveUp();
    const socket = this.open();
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lose();
    });
  }

  /** @param {{type: string, seq?: number, about?: number, text?: string}} message */
  #receive(message) {
    const { type, seq, about, text } = message;
    if (type === "hello" || type === "welcome") this.#attempts = 0;
    if (type === "error" && !about) this.#refusal = text ?? null;
    const asked = (type === "error" ? about : seq) ?? 0;
    const waiting = this.#waiting.get(asked);
    this.#waiting.delete(asked);
    if (type === "error") waiting?.reject(new Error(text));
    else waiting?.resolve(message);
    this.#tell(type, message);
  }

  #giveUp() {
    for (const { reject } of this.#waiting.values()) reject(new ConnectionLost());
    this.#waiting.clear();
  }

  #lose() {
    this.#giveUp();
    const delay = DELAYS[Math.min(this.#attempts, DELAYS.length - 1)];
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.connect(), delay);
    const reason = this.#refusal;
    this.#refusal = null;
    this.#tell("down", { reason });
  }

  /**
   * The reply to this message; rejects with what the server found wrong with it.
   *
   * @template {keyof Talk["asks"] & keyof Talk["replies"] & string} Type
   * @param {Type} type
   * @param {Talk["asks"][Type]} fields
   * @returns {Promise<Talk["replies"][Type]>}
   */
  request(type, fields) {
    const seq = this.#send(type, fields);
    if (!seq) return Promise.reject(new ConnectionLost());
    return new Promise((resolve, reject) => this.#waiting.set(seq, { resolve, reject }));
  }

  /** End the search that runs: an analysis just ends, any other answers at once. */
  stop() {
    this.#send("stop", {});
  }

  /** The number that the message got, 0 if it could not be sent. @param {string} type @param {object} fields */
  #send(type, fields) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return 0;
    this.#sequence += 1;
    this.#socket.send(JSON.stringify({ type, seq: this.#sequence, ...fields }));
    return this.#sequence;
  }
}

export class ConnectionLost extends Error {
  constructor() {
    super("the connection is lost");
  }
}
