/**
 * A packed game, and its positions as a board draws them.
 *
 * Marks go on cells, in turns; what only the rules can tell is in the game, see games.py.
 *
 * @import { Player, Score, State } from "../states.js"
 * @import { PackedGame, PackedMoves, Rules } from "../data.js"
 */

/** @param {string|undefined} text */
const words = (text) => (text ? text.split(" ") : []);

/** @param {string} word @returns {Score|null} */
function readScore(word) {
  if (!word || word === "-") return null;
  return word.startsWith("M") ? { mate: Number(word.slice(1)) } : { cp: Number(word) };
}

export class Course {
  /** @param {Rules} rules @param {PackedMoves} game */
  constructor(rules, game) {
    this.rules = rules;
    this.game = game;
    this.moves = words(game.moves);
    /** Of each move, as x sees it. */
    this.scores = this.#each(game.scores).map(readScore);
    this.times = this.#each(game.times).map((word) => (word ? Number(word) : null));
    this.depths = this.#each(game.depths).map((word) => (word && word !== "-" ? Number(word) : null));
    /** @type {Map<number, string>} by the ply before the move */
    this.marks = new Map(words("marks" in game ? /** @type {PackedGame} */ (game).marks : "").map((word) => {
      const sign = word.replace(/^\d+/, "");
      return [Number.parseInt(word, 10), sign];
    }));
  }

  /** A word for each move. @param {string|undefined} text */
  #each(text) {
    const found = words(text);
    return this.moves.map((_, ply) => found[ply] ?? "");
  }

  /** Who makes the move after so many. @param {number} at @returns {Player} */
  moverAt(at) {
    const first = this.game.start?.toMove === "o" ? 1 : 0;
    return (first + at) % 2 ? "o" : "x";
  }

  /** How it ended; null of a game that is being played. @returns {State["outcome"]} */
  get outcome() {
    if (!("result" in this.game)) return null;
    const { result, text, reason } = /** @type {PackedGame} */ (this.game);
    if (result === "*") return null;
    return { winner: result === "1-0" ? "x" : result === "0-1" ? "o" : null, reason, text };
  }

  /** The position after so many moves. @param {number} at @returns {State} */
  stateAt(at) {
    const { names, words: spoken, game } = this.rules;
    const cells = [...(this.game.start?.cells ?? ".".repeat(names.length))];
    for (let ply = 0; ply < at; ply += 1) cells[names.indexOf(this.moves[ply])] = this.moverAt(ply);
    const isEnd = at === this.moves.length;
    const outcome = isEnd ? this.outcome : null;
    return {
      game, words: spoken, start: null, moves: this.moves, at, position: "",
      toMove: outcome ? null : this.moverAt(at),
      cells: cells.join(""), names, legal: [],
      last: at ? this.moves[at - 1] : null,
      board: { ...this.rules.board, ...this.#boardsAt(at) },
      outcome,
      line: isEnd ? words(this.game.line) : [],
    };
  }

  /** The chance of x at this score, 0 to 1. @param {Score} score */
  chanceOfX(score) {
    if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
    return 1 / (1 + Math.exp(-score.cp / this.rules.unit));
  }

  /** Of nine boards, those that may be played in and those that are decided. @param {number} at */
  #boardsAt(at) {
    if (!this.game.forced) return {};
    const forced = words(this.game.forced)[at] ?? "-";
    /** @type {Record<string, Player|"draw">} */
    const won = {};
    for (const word of words(this.game.won)) {
      const [ply, board] = word.split(":");
      const owner = board[1] === "d" ? "draw" : /** @type {Player} */ (board[1]);
      if (Number(ply) <= at) won[board[0]] = owner;
    }
    return { forced: forced === "-" ? [] : [...forced].map(Number), won };
  }

  /** Milliseconds that a side has taken for its first moves of the game, up to this one.
   * @param {Player} side @param {number} at
   */
  timeOf(side, at) {
    return this.times.reduce((sum, time, ply) => (
      /** @type {number} */ (sum) + (ply < at && this.moverAt(ply) === side ? time ?? 0 : 0)
    ), 0) ?? 0;
  }

  /** How many moves of its own a side has made, without the opening. @param {Player} side @param {number} at */
  countOf(side, at) {
    return this.moves.filter((_, ply) => ply >= this.game.opening && ply < at && this.moverAt(ply) === side).length;
  }
}
