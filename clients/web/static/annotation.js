/**
 * A game as it is to be saved, with what the engine in the background says of its positions and a review
 * of its moves: PGN's sign of a mistake, and what was better as a comment.
 *
 * Of an analysed game programs expect `[%eval 1.16]` in the comment on a move: the score of the position
 * after it, as x sees it, which is what the list of moves shows; `#3` is a win of x in three moves of his.
 * Where nothing was analysed, what the mover thought before the move is written, as engines have it.
 *
 * @import { Requests, Score } from "../messages.js"
 * @import { GameRecord } from "./record.js"
 * @import { Review } from "./review.js"
 *
 * @typedef {Pick<Requests["write"], "moves">} Written
 */

import { lineTo, listPlaces } from "./tree.js";

const EVALUATION = /\[%eval (#?)([+-]?\d{1,6}(?:\.\d\d?)?)\]\s*/;

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
    const found = review.isVisible && review.standing(line)?.score;
    const analysed = found || (review.isVisible && review.standing(before));
    const verdict = review.verdict(line);
    const said = !verdict?.nag || move.comment.includes(verdict.text) ? "" : verdict.text;
    return {
      ...move,
      score: analysed ? null : move.score,
      nags: move.nags.length || !verdict?.nag ? move.nags : [verdict.nag],
      comment: [found ? writeEvaluation(found) : "", move.comment, said].filter(Boolean).join(" "),
    };
  });
  return { ...written, moves };
}

/** @param {Score} score */
function writeEvaluation({ cp = 0, mate }) {
  if (mate === undefined) return `[%eval ${(cp / 100).toFixed(2)}]`;
  return `[%eval #${Math.sign(mate) * Math.ceil(Math.abs(mate) / 2)}]`;
}

/** Take the scores out of the comments of a game that was read.
 * @param {Pick<GameRecord, "start"|"tree">} record
 * @returns {{moves: string[], score: Score}[]}
 */
export function takeEvaluations({ start, tree }) {
  const first = / o( |$)/.test(start ?? "") ? 1 : 0;
  return listPlaces(tree).flatMap((place) => {
    const found = EVALUATION.exec(place.branch.comment);
    if (!found) return [];
    place.branch.comment = place.branch.comment.replace(EVALUATION, "").trim();
    const number = Number(found[2]);
    const winner = number > 0 ? 0 : 1;
    // The last ply of a win is the winner's, so who is to move tells how many plies its moves take.
    const plies = 2 * Math.abs(number) - (winner === (first + place.at) % 2 ? 1 : 0);
    const score = found[1] ? { mate: Math.sign(number) * plies } : { cp: Math.round(100 * number) };
    return score.mate === 0 ? [] : [{ moves: lineTo(place), score }];
  });
}
