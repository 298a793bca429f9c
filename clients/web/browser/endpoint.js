/**
 * The other end of a page without a server: a worker with the session of this tab, see tab.py.
 *
 * @import { Socket } from "../static/connection.js"
 */

/** A worker, spoken to as if it were a WebSocket. */
class WorkerSocket extends EventTarget {
  #worker = new Worker(new URL("../browser/tab.js", import.meta.url), { type: "module" });
  /** @type {number} */
  readyState = WebSocket.OPEN;

  constructor() {
    super();
    this.#worker.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
    this.#worker.addEventListener("error", () => this.close());
  }

  /** @param {string} text */
  send(text) {
    this.#worker.postMessage(text);
  }

  close() {
    this.#worker.terminate();
    this.readyState = WebSocket.CLOSED;
    queueMicrotask(() => this.dispatchEvent(new Event("close"))); // as a WebSocket does: later
  }
}

/** @returns {Socket} */
export const openSocket = () => /** @type {any} */ (new WorkerSocket());

/** There is no server at which two could meet. */
export const FRIEND_PAGE = null;

// From the next visit on it is there without a network, and its searches can be stopped in place.
navigator.serviceWorker?.register(new URL("../service.js", import.meta.url), { updateViaCache: "none" })
  .catch(() => {}); // as on a host without https: then it is loaded each time
