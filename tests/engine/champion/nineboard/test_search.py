"""Proven scores of nineboard: the shortest win and the longest loss, whatever the tables hold."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.nineboard.core import NineBoardCore
from linemate.engine.champion.nineboard.search import (
    BOUND_SHIFT,
    MOVE_SHIFT,
    NO_MOVE,
    PROOF_DEPTH,
    SCORE_OFFSET,
)
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.proof.dfpn import QUESTION_KEYS, failed, reached
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import AT_LEAST, AT_MOST, RANK_SHIFT, PackedTable
from tests.claims import any_true_entry, check_claims, length, worth_a_search
from tests.nineboards import filled_position, is_safe, safe_position
from tests.reference.minimax import Value, values_of_moves

RULES = pytest.mark.parametrize("rule", ["free", "draw"])


def true_word(score: int, rng: Random) -> int:
    entry = any_true_entry(score, rng)
    if entry is None:
        return 0
    depth, claim, bound, _ = entry
    return claim + SCORE_OFFSET | bound << BOUND_SHIFT | NO_MOVE << MOVE_SHIFT | depth << RANK_SHIFT


def true_proof(score: int, rng: Random) -> int:
    """That a position is won or lost within so many plies, or more than need be; 0 if neither."""
    if abs(score) < PROVEN:
        return 0
    plies = length(score) + rng.choice((0, 2, 4, 8))
    return (reached(plies) if score > 0 else failed(plies)) | 1 << RANK_SHIFT


def with_proofs(game: NineBoard, position: NineBoardPosition) -> tuple[NineBoardCore, PackedTable]:
    """A core at this position, and the table that it takes for a prover's."""
    core, proofs = NineBoardCore(game, 0.1), PackedTable(0.1)
    core.use_proofs(proofs)
    core.begin(position.copy(), Clock(Limits()))
    return core, proofs


def after_a_safe_move() -> tuple[NineBoardCore, PackedTable, int, NineBoardPosition]:
    """A core and its proofs before a move, the move, and the position after it."""
    game = NineBoard()
    position = safe_position(game, 12, Random(2))
    core, proofs = with_proofs(game, position)
    move = next(move for move in position.legal_moves() if is_safe(position, move))
    position.play(move)
    return core, proofs, move, position


@RULES
@pytest.mark.parametrize("source", ["search", "prover"])
def test_results_within_the_depth_are_exact_whatever_true_the_tables_hold(
    rule: str, source: str
) -> None:
    """A longer win than there is was taken from either table and hid the shorter one, so that
    the loser had a move that seemed to last longer than it did."""
    game, rng = NineBoard({"full_board": rule}), Random(1)
    tried = 0
    while tried < 25:
        position = filled_position(game, rng.randrange(10, 16), rng)
        memory: dict[int, Value] = {}
        scores = values_of_moves(position, memory)
        if not worth_a_search(scores):
            continue
        tried += 1
        for _ in range(25):
            core, proofs = with_proofs(game, position)
            for key, (result, plies) in memory.items():
                score = result * (WIN - plies)
                if source == "search":
                    table, place, word = core._table, key, true_word(score, rng)
                else:
                    place = key ^ QUESTION_KEYS[position.to_move]
                    table, word = proofs, true_proof(score, rng)
                if word:
                    table.store(place, word)
            check_claims(core, scores, 5, rng)


@pytest.mark.parametrize(
    ("proof", "score", "bound"),
    [(reached(21), WIN - 22, AT_LEAST), (failed(20), 21 - WIN, AT_MOST)],
)
def test_a_proof_of_a_result_beyond_the_depth_is_told_as_the_bound_it_is(
    proof: int, score: int, bound: int
) -> None:
    """The proof is of the position after a move; `score` counts from the one before."""
    core, proofs, move, position = after_a_safe_move()
    proofs.store(position.key() ^ QUESTION_KEYS[1 - position.to_move], proof | 1 << RANK_SHIFT)
    assert core.search_move(move, PROOF_DEPTH + 1, -WIN, WIN) == -score
    assert core._table.probe(position.key()) >> BOUND_SHIFT & 3 == bound


@pytest.mark.parametrize(
    ("proof", "score", "bound"),
    [(reached(21), 23 - WIN, AT_MOST), (failed(20), WIN - 22, AT_LEAST)],
)
def test_what_follows_from_proofs_beyond_the_depth_is_a_bound_too(
    proof: int, score: int, bound: int
) -> None:
    """The same proof of all positions after a move and a reply."""
    core, proofs, move, position = after_a_safe_move()
    for reply in position.legal_moves():
        position.play(reply)
        proofs.store(position.key() ^ QUESTION_KEYS[position.to_move], proof | 1 << RANK_SHIFT)
        position.undo()
    assert core.search_move(move, PROOF_DEPTH + 2, -WIN, WIN) == -score
    assert core._table.probe(position.key()) >> BOUND_SHIFT & 3 == bound
