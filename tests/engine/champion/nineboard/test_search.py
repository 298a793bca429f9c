"""What the search of nineboard may leave out, and what it may not: against searches that do not."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.flat import inward
from linemate.engine.champion.nineboard.core import NineBoardCore
from linemate.engine.champion.nineboard.search import BOUND_SHIFT, NO_MOVE, PROOF_DEPTH
from linemate.engine.champion.nineboard.tables import nineboard_tables
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.proof.dfpn import QUESTION_KEYS, failed, reached
from linemate.engine.scores import PROVEN, WIN, terminal_score
from linemate.engine.transposition import AT_LEAST, AT_MOST, RANK_SHIFT, PackedTable
from tests.claims import any_true_entry, check_claims, length, worth_a_search
from tests.nineboards import (
    filled_position,
    is_safe,
    position_with_last_cells,
    safe_position,
    winning_moves,
)
from tests.reference.minimax import Value, values_of_moves

RULES = pytest.mark.parametrize("rule", ["free", "draw"])


# ------------------------------------------------------------------ few plies


def plain_value(position: NineBoardPosition, depth: int, ply: int) -> int:
    """Every move to the depth; a win at once is seen at any depth."""
    outcome = position.outcome()
    if outcome is not None:
        return terminal_score(outcome, position.to_move, ply)
    if winning_moves(position):
        return WIN - ply - 1
    if depth == 0:
        tables = nineboard_tables()
        return tables.worth_of(position) + tables.tempo
    values = []
    for move in position.legal_moves():
        position.play(move)
        values.append(-plain_value(position, depth - 1, ply + 1))
        position.undo()
    return max(values)


def check_values(game: NineBoard, position: NineBoardPosition, deepest: int) -> None:
    core = NineBoardCore(game, 1, exhaustive=True)
    core.begin(position.copy(), Clock(Limits()))
    for move in position.legal_moves():
        for depth in range(1, deepest + 1):
            position.play(move)
            expected = -plain_value(position, depth - 1, 1)
            position.undo()
            found = core.search_move(move, depth, -WIN, WIN)
            assert found == expected, (depth, game.write_position(position))


@RULES
def test_values_of_few_plies_are_those_of_a_plain_search(rule: str) -> None:
    game, rng = NineBoard({"full_board": rule}), Random(1)
    for _ in range(6):
        check_values(game, safe_position(game, rng.randrange(10, 30), rng), deepest=3)


@RULES
def test_values_are_so_where_moves_fill_their_board(rule: str) -> None:
    """Who fills a board may thereby be sent to it, or send there: a free choice, or a draw."""
    game, rng = NineBoard({"full_board": rule}), Random(2)
    for make in (filled_position, position_with_last_cells):
        for _ in range(100):
            check_values(game, make(game, rng.randrange(5, 14), rng), deepest=5)


# ------------------------------------------------------------------ late moves, far-off estimates


def begun(game: NineBoard, position: NineBoardPosition, exhaustive: bool) -> NineBoardCore:
    core = NineBoardCore(game, 1, exhaustive=exhaustive)
    core.begin(position.copy(), Clock(Limits()))
    return core


@pytest.mark.parametrize("width", [1, 3])
def test_a_late_move_that_looks_good_is_searched_again_to_the_full_depth(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replies to a move are reduced, once; none may refute it that does not at full depth."""
    monkeypatch.setattr("linemate.engine.champion.nineboard.search.FUTILE_DEPTH", 0)
    monkeypatch.setattr("linemate.engine.champion.nineboard.search.EXTENDED_DEPTH", 99)
    game, rng = NineBoard(), Random(3)
    for _ in range(12):
        position = safe_position(game, rng.randrange(4, 30), rng)
        full, core = begun(game, position, True), begun(game, position, False)
        for move in position.legal_moves():
            value = full.search_move(move, 5, -WIN, WIN)
            core.clear()
            assert core.search_move(move, 5, value - width, value) >= value


@RULES
def test_what_a_search_with_reductions_calls_proven_is_true_at_every_depth(rule: str) -> None:
    """A shorter win may be missed; a loss is looked at again, and has its true length."""
    game, rng, claims = NineBoard({"full_board": rule}), Random(4), set()
    for _ in range(60):
        position = filled_position(game, rng.randrange(10, 16), rng)
        core, truth = begun(game, position, False), values_of_moves(position, {})
        cells = position.cells().count(".")
        for depth in range(1, cells + 1):
            for move, value in truth.items():
                score = core.search_move(move, depth, -WIN, WIN)
                if score > PROVEN:
                    assert score <= value
                elif score < -PROVEN:
                    assert score == value
                elif depth == cells:
                    assert value == score == 0
                claims.add((score > PROVEN, score < -PROVEN))
    assert len(claims) == 3


def test_no_estimate_hides_a_win_within_five_plies() -> None:
    """Where the window is among proven scores, an estimate is no answer however far off it is."""
    game, rng, found = NineBoard(), Random(5), 0
    for _ in range(150):
        position = safe_position(game, rng.randrange(30, 45), rng)
        core = begun(game, position, False)
        for move in position.legal_moves():
            if core.has_win(move, 5) and not core.has_win(move, 1):
                found += 1
                assert core.search_move(move, 6, PROVEN, PROVEN + 1) > PROVEN
    assert found > 10


# ------------------------------------------------------------------ what the tables hold


def remember_something_true(core: NineBoardCore, key: int, score: int, rng: Random) -> None:
    entry = any_true_entry(score, rng)
    if entry is not None:
        depth, claim, bound, _ = entry
        core._search.store_score(key, depth, inward(claim), bound, NO_MOVE, 0)


def true_proof(score: int, rng: Random) -> int:
    """That a position is won or lost within so many plies, or more than need be; 0 if neither."""
    if abs(score) < PROVEN:
        return 0
    plies = length(score) + rng.choice((0, 2, 4, 8))
    return (reached(plies) if score > 0 else failed(plies)) | 1 << RANK_SHIFT


def with_proofs(game: NineBoard, position: NineBoardPosition) -> tuple[NineBoardCore, PackedTable]:
    """A core at this position, and the table that it takes for a prover's."""
    core, proofs = NineBoardCore(game, 0.1, exhaustive=True), PackedTable(0.1)
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
                    remember_something_true(core, key, score, rng)
                elif proof := true_proof(score, rng):
                    proofs.store(key ^ QUESTION_KEYS[position.to_move], proof)
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
    assert core._search.remembered(position.key()) >> BOUND_SHIFT & 3 == bound


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
    assert core._search.remembered(position.key()) >> BOUND_SHIFT & 3 == bound
