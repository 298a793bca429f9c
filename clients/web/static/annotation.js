/**
 * A game as it is to be saved, with what the engine in the background says of its positions and a review
 * of its moves: PGN's sign of a mistake, and what was better as a comment.
 *
 * @import { Requests } from "../messages.js"
 * @import { Review } from "./review.js"
 *
 * @typedef {Pick<Requests["write"], "moves">} Written
 */

/** What a person or a file says of a move stays as it is.
 * @template {Written} T
 * @param {T} written @param {Pick<Review, "isVisible"|"standing"|"verdict">} review
 * @returns {T}
 */
export function annotate(written, review) {
  /** @type {string[][]} */
  const lines = [];
  const moves = written.moves.map((move) => {
    const before = lines[move.parent] ?? [];
    const line = [...before, move.move];
    lines.push(line);
    const score = (review.isVisible && review.standing(before)?.score) || move.score;
    const verdict = review.verdict(line);
    if (!verdict?.nag) return { ...move, score };
    const nags = move.nags.length ? move.nags : [verdict.nag];
    const comment = move.comment.includes(verdict.text) ? move.comment : `${move.comment} ${verdict.text}`.trim();
    return { ...move, score, nags, comment };
  });
  return { ...written, moves };
}
