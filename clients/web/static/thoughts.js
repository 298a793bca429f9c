/**
 * What has been thought in this game: the search that runs or ran last, and what was found of
 * each position, so that it can be seen again.
 *
 * `listener` has `reported(info)`, `answered(answer)`, `stopped()` and `failed(purpose, error)`;
 * it is told only of the search that was asked for last.
 *
 * @typedef {object} Search
 * @property {number|null} id the server's number of it, once that is known
 * @property {"play"|"hint"|"analyse"} purpose
 * @property {number} at how many moves were on the board
 * @property {boolean} running
 * @property {object[]} lines the reports, by variation
 * @property {object[]|null} visits of each move, if they were counted
 */

export class Thoughts {
  /** @type {Search|null} */
  search = null;
  #found = new Map();

  constructor(connection, listener) {
    Object.assign(this, { connection, listener });
    connection
      .on("info", (message) => this.#informed(message))
      .on("answer", (message) => this.#answered(message))
      .on("stopped", (message) => this.#stopped(message));
  }

  /** What is to be seen at this position: what was found of it, else of the one before. */
  about(at) {
    return this.#found.get(at) ?? this.#found.get(at - 1) ?? null;
  }

  /** The search counts as running at once, so that it is asked for once; its id comes later. */
  begin(purpose, at, { options, limits }) {
    const search = { id: null, purpose, at, running: true, lines: [], visits: null };
    this.search = search;
    this.connection
      .request("think", { purpose, options, limits })
      .then((begun) => { search.id = begun.search; })
      .catch((error) => this.#fail(purpose, error));
  }

  /** An analysis ends, and what it found stays; anything else answers at once. */
  hurry() {
    this.connection.tell("stop");
  }

  /** End what runs; its answer will belong to no search that is known here. */
  quit() {
    if (this.search?.running) this.hurry();
    this.search = null;
  }

  /** The position is another, or the engine is gone: what runs has ended by itself. */
  drop() {
    this.search = null;
  }

  /** Of the positions after more moves than these: they are no longer those of the game. */
  forgetAfter(at) {
    for (const found of this.#found.keys()) if (found > at) this.#found.delete(found);
  }

  #informed(info) {
    const { search } = this;
    if (info.search !== search?.id) return;
    search.lines[(info.multipv ?? 1) - 1] = info;
    if (info.visits?.length) search.visits = info.visits;
    this.#found.set(search.at, search);
    this.listener.reported(info);
  }

  #answered(answer) {
    if (answer.search !== this.search?.id) return;
    this.search.running = false;
    this.listener.answered(answer);
  }

  /** With a reason if the engine would not think about it. */
  #stopped({ search, reason }) {
    if (search !== this.search?.id) return;
    this.search.running = false;
    if (reason) this.#fail(this.search.purpose, new Error(reason));
    else this.listener.stopped();
  }

  #fail(purpose, error) {
    this.search = null;
    this.listener.failed(purpose, error);
  }
}
