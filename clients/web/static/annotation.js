/**
 * A game as it is to be saved, with what the engine in the background says of its positions and a review
 * of its moves: PGN's sign of a mistake, and what was better as a comment.
 *
 * Of an analysed game programs expect the score of the position after a move, as x sees it, which is what the list of
 * moves shows; what a file has had of a position that nobody has looked at since is written again. Where there is
 * neither, what the mover thought before the move is written, as engines have it.
 *
 * @import { Requests } from "../messages.js"
 * @import { Review } from "./review.js"
 *
 * @typedef {Pick<Requests["write"], "moves">} Written
 */

/** What a person or a file says of a move stays as it is.
 * @template {Written} T
 * @param {T} written @param {Pick<Review, "isVisible"|"scoreOf"|"verdict">} review
 * @returns {T}
 */
export function annotate(written, review) {
  /** @type {string[][]} */
  const lines = [];
  const moves = written.moves.map((move) => {
    const before = lines[move.parent] ?? [];
    const line = [...before, move.move];
    lines.push(line);
    const evaluation = (review.isVisible && review.scoreOf(line)) || move.evaluation;
    const analysed = evaluation || (review.isVisible && review.scoreOf(before));
    const verdict = review.verdict(line);
    const said = !verdict?.nag || move.comment.includes(verdict.text) ? "" : verdict.text;
    return {
      ...move,
      score: analysed ? null : move.score,
      evaluation,
      nags: move.nags.length || !verdict?.nag ? move.nags : [verdict.nag],
      comment: [move.comment, said].filter(Boolean).join(" "),
    };
  });
  return { ...written, moves };
}
