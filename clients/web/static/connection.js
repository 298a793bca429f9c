/**
 * The WebSocket to the server, which comes back by itself after it was lost.
 *
 * `request` sends a message and promises the reply that carries its number. What arrives unasked
 * goes to the listeners of its type; `down` tells that the connection is lost.
 */

const DELAYS = [500, 1000, 2000, 4000, 8000]; // milliseconds until the next attempt

export class Connection {
  #socket = null;
  #sequence = 0;
  #waiting = new Map();
  #listeners = new Map();
  #attempts = 0;
  #timer = null;

  constructor(address) {
    this.address = address;
  }

  on(type, listener) {
    this.#listeners.set(type, [...(this.#listeners.get(type) ?? []), listener]);
    return this;
  }

  #tell(type, message) {
    for (const listener of this.#listeners.get(type) ?? []) listener(message);
  }

  /** Connect, now; also what the button "Reconnect" does. */
  connect() {
    clearTimeout(this.#timer);
    this.#socket?.close();
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lose();
    });
  }

  #receive(message) {
    if (message.type === "hello") this.#attempts = 0;
    const asked = message.type === "error" ? message.about : message.seq;
    const waiting = this.#waiting.get(asked);
    if (waiting) {
      this.#waiting.delete(asked);
      if (message.type === "error") waiting.reject(new Error(message.text));
      else waiting.resolve(message);
    }
    this.#tell(message.type, message);
  }

  #lose() {
    for (const { reject } of this.#waiting.values()) reject(new ConnectionLost());
    this.#waiting.clear();
    const delay = DELAYS[Math.min(this.#attempts, DELAYS.length - 1)];
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.connect(), delay);
    this.#tell("down");
  }

  /** The reply to this message; rejects with what the server found wrong with it. */
  request(type, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new ConnectionLost());
    this.#sequence += 1;
    const seq = this.#sequence;
    this.#socket.send(JSON.stringify({ type, seq, ...fields }));
    return new Promise((resolve, reject) => this.#waiting.set(seq, { resolve, reject }));
  }

  /** For a message that has no reply of its own. */
  tell(type, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#sequence += 1;
    this.#socket.send(JSON.stringify({ type, seq: this.#sequence, ...fields }));
  }
}

export class ConnectionLost extends Error {
  constructor() {
    super("the connection is lost");
  }
}
