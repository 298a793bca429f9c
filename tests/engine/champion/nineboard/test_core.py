"""The fast core and the prover of nineboard against the plain rules and plain minimax."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion import proving
from linemate.engine.champion.flat import INNER_PROVEN, outward
from linemate.engine.champion.folds import CODES
from linemate.engine.champion.nineboard.core import NineBoardCore
from linemate.engine.champion.nineboard.prover import NineBoardProver
from linemate.engine.champion.nineboard.tables import (
    CELL_MASK,
    GAINS,
    KEEPS,
    NEW_SHIFT,
    NineBoardTables,
    nineboard_tables,
)
from linemate.engine.champion.nineboard.weights import MOST, Weights
from linemate.engine.champion.proving import ProvingCore
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Limits
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.games.tictactoe import HAS_LINE
from linemate.engine.proof.dfpn import QUESTION_KEYS, UNKNOWN, ProofGoal, failed, reached
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import RANK_SHIFT, PackedTable
from tests.nineboards import filled_position, safe_position
from tests.reference.minimax import Value, solve, values_of_moves

RULES = pytest.mark.parametrize("rule", ["free", "draw"])
NO_LIMIT = Limits()


def game_with(rule: str) -> NineBoard:
    return NineBoard({"full_board": rule})


def started(game: NineBoard, position: NineBoardPosition) -> NineBoardCore:
    """A core at this position that leaves nothing out."""
    core = NineBoardCore(game, 1, exhaustive=True)
    core.begin(position.copy(), Clock(NO_LIMIT))
    return core


def with_prover(
    game: NineBoard,
    position: NineBoardPosition,
    limits: Limits = NO_LIMIT,
    exhaustive: bool = False,
) -> ProvingCore:
    core = ProvingCore(NineBoardCore(game, 1, exhaustive=exhaustive), NineBoardProver(game, 1))
    core.begin(position.copy(), Clock(limits))
    return core


# ------------------------------------------------------------------ tables


def test_tables_agree_with_the_rules() -> None:
    """Whoever is said to be dangerous in a board can finish a line there, and nobody else."""
    tables, game, rng = nineboard_tables(), game_with("free"), Random(1)
    for _ in range(100):
        position = safe_position(game, rng.randrange(30), rng)
        target, side, mine, theirs, closed, key = tables.situation(position)
        assert (target, side, closed) == (position.target, position.to_move, position.closed)
        assert key ^ tables.target_keys[target] == position.key()
        cells = position.cells()
        for player, mask in ((side, mine), (1 - side, theirs)):
            for board in range(9):
                part = cells[9 * board : 9 * board + 9]
                marks = sum(1 << n for n in range(9) if part[n] == "xo"[player])
                can = any(part[n] == "." and HAS_LINE[marks | 1 << n] for n in range(9))
                assert mask >> board & 1 == can


def test_offers_are_the_moves_of_a_board_best_first() -> None:
    tables, rng = nineboard_tables(), Random(2)
    offered = 0
    for code in rng.sample(range(CODES), 4000):
        for side in (0, 1):
            first = tables.first[CODES * side + code]
            offers = tables.offers[first : tables.offers.index(0, first)]
            if not offers:
                continue
            offered += 1
            cells = [offer & CELL_MASK for offer in offers]
            assert sorted(cells) == [n for n in range(9) if tables.free[code] >> n & 1]
            codes = [offer >> NEW_SHIFT for offer in offers]
            assert codes == [code + tables.step[9 * side + cell] for cell in cells]
            for offer, new in zip(offers, codes, strict=True):
                dangers = tables.dangers[new] >> side & 1, tables.dangers[new] >> 1 - side & 1
                assert dangers == (offer & GAINS > 0, offer & KEEPS > 0)
            worth = tables.worth[CODES * side :]
            gains = [worth[new] - worth[code] for new in codes]
            assert gains == sorted(gains, reverse=True)
            assert gains == tables.gains[first : first + len(gains)]
            # The last two plies count on it.
            assert tables.least_harm[CODES * side + code] == -min(gains)
    assert offered > 1000


def test_no_estimate_looks_like_a_proven_result_whatever_the_weights() -> None:
    weights = Weights()
    weights.shapes, weights.tempo = [MOST] * len(weights.shapes), MOST
    tables = NineBoardTables(weights)
    assert 9 * max(map(abs, tables.worth)) + tables.tempo < INNER_PROVEN


# ------------------------------------------------------------------ values


@RULES
def test_moves_have_their_exact_value_when_the_end_is_in_sight(rule: str) -> None:
    """Shortest win, longest loss, draw."""
    game, rng = game_with(rule), Random(3)
    seen = set()
    for _ in range(200):
        position = filled_position(game, rng.randrange(6, 15), rng)
        core = started(game, position)
        memory: dict[int, Value] = {}
        free_cells = position.cells().count(".")
        for move, score in values_of_moves(position, memory).items():
            assert core.search_move(move, free_cells, -WIN, WIN) == score
            seen.add(0 if not score else 1 if score > 0 else -1)
    assert seen == {-1, 0, 1} or rule == "free"


@RULES
def test_nothing_false_is_ever_claimed(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prover works far more than usual, and shallow searches see little."""
    monkeypatch.setattr(proving, "LEAST_WORK", 3)
    monkeypatch.setattr(proving, "FIRST_DEPTH", 2)
    game, rng = game_with(rule), Random(4)
    for number in range(200):
        position = filled_position(game, rng.randrange(8, 15), rng)
        exhaustive = number % 2 == 0
        core = with_prover(game, position, exhaustive=exhaustive)
        exact = values_of_moves(position, {})
        for depth in range(1, 7):
            for move, score in exact.items():
                claim = core.search_move(move, depth, -WIN, WIN)
                if claim > PROVEN:
                    assert score >= claim
                elif claim < -PROVEN:
                    assert score <= claim
                # Shorter wins are for `has_win` to find, where late moves are reduced.
                within = abs(claim) > PROVEN and WIN - abs(claim) <= depth
                if within and (exhaustive or claim < 0):
                    assert claim == score


@RULES
def test_windows_bound_the_value(rule: str) -> None:
    game, rng = game_with(rule), Random(5)
    for _ in range(40):
        position = safe_position(game, rng.randrange(4, 30), rng)
        for move in position.legal_moves():
            depth = rng.randrange(1, 7)
            value = started(game, position).search_move(move, depth, -WIN, WIN)
            alpha = rng.choice([value, rng.randrange(-300, 300)])
            score = started(game, position).search_move(move, depth, alpha, alpha + 1)
            assert (score > alpha) == (value > alpha)


@RULES
def test_what_wins_and_loses_within_some_plies_is_exact(rule: str) -> None:
    game, rng = game_with(rule), Random(6)
    for _ in range(200):
        position = filled_position(game, rng.randrange(8, 15), rng)
        core = started(game, position)
        for move, score in values_of_moves(position, {}).items():
            for plies in range(1, 13):
                assert core.has_win(move, plies) == (score >= WIN - plies)
                assert core.loses_within(move, plies) == (score <= plies - WIN)


# ------------------------------------------------------------------ the root


def test_moves_that_a_symmetry_makes_equal_are_equal() -> None:
    """The empty board has 15 of its 81 moves searched, and the lines fit each of them."""
    game = game_with("free")
    core = started(game, game.start())
    scores: dict[int, set[int]] = {}
    nodes = []
    for move in range(81):
        before = core.nodes
        score = core.search_move(move, 5, -WIN, WIN)
        nodes.append(core.nodes - before)
        lowest = min(symmetry[move] for symmetry in game.symmetries())
        scores.setdefault(lowest, set()).add(score)
        position = game.start()
        for step in [move, *core.line()]:
            assert step in position.legal_moves()
            position.play(step)
        assert core.line()
    assert len(scores) == 15
    assert all(len(equal) == 1 for equal in scores.values())
    assert sum(count > 3 for count in nodes) <= 15


def test_only_allowed_moves_count_for_the_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win that may not be played does not spoil the search of the others."""
    monkeypatch.setattr(proving, "LEAST_WORK", 1)
    game, rng = game_with("free"), Random(7)
    tried = 0
    while tried < 5:
        position = safe_position(game, 30, rng)
        scores = values_by_proof(game, position)
        losing = tuple(move for move, won in scores.items() if not won)
        if not losing or len(losing) == len(scores):
            continue
        tried += 1
        core = with_prover(game, position, Limits(searchmoves=losing))
        for depth in range(1, 9):
            assert all(core.search_move(move, depth, -WIN, WIN) < PROVEN for move in losing)


def values_by_proof(game: NineBoard, position: NineBoardPosition) -> dict[int, bool]:
    prover = NineBoardProver(game, 1)
    prover.begin(position.copy(), Clock(NO_LIMIT))
    won = {}
    for move in position.legal_moves():
        question = ProofGoal(position.to_move, [move])
        prover.survey(question)
        prover.work_on(question, 10**9)
        won[move] = question.is_reached
    return won


def test_a_node_limit_is_kept() -> None:
    game = game_with("free")
    for plies in (0, 24):
        position = safe_position(game, plies, Random(8))
        for limit in (1, 40, 700):
            core = with_prover(game, position, Limits(nodes=limit))
            core.order(position.legal_moves())
            with pytest.raises(SearchStopped):
                search_for_ever(core, position)
            assert core.nodes <= limit


def search_for_ever(core: ProvingCore, position: NineBoardPosition) -> None:
    for depth in range(1, 80):
        for move in position.legal_moves():
            core.search_move(move, depth, -WIN, WIN)


# ------------------------------------------------------------------ the prover


@RULES
def test_both_questions_are_answered_truly(rule: str) -> None:
    """And in pieces, however small the budget."""
    game, rng = game_with(rule), Random(9)
    answers = set()
    for _ in range(250):
        position = filled_position(game, rng.randrange(8, 15), rng)
        result, plies = solve(position, {})
        prover = NineBoardProver(game, 1)
        prover.begin(position.copy(), Clock(NO_LIMIT))
        for attacker in (position.to_move, 1 - position.to_move):
            question = ProofGoal(attacker, position.legal_moves())
            prover.survey(question)
            while not question.is_settled:
                prover.work_on(question, rng.choice((1, 7, 200)))
            mover_attacks = attacker == position.to_move
            assert question.is_reached == (result == 1 if mover_attacks else result >= 0)
            if result:
                assert question.is_drawn or question.plies >= plies
            else:
                assert question.is_drawn
            answers.add((mover_attacks, question.is_reached, question.is_drawn))
    assert len(answers) >= (5 if rule == "draw" else 4)


def test_the_prover_sees_the_end_of_a_real_game() -> None:
    """What it says at ply 30 of safe play, the alpha-beta of depth 12 never contradicts."""
    game, rng = game_with("free"), Random(10)
    for _ in range(8):
        position = safe_position(game, 30, rng)
        prover = NineBoardProver(game, 1)
        prover.begin(position.copy(), Clock(NO_LIMIT))
        question = ProofGoal(position.to_move, position.legal_moves())
        prover.survey(question)
        prover.work_on(question, 10**9)
        assert not question.is_drawn
        replay = position.copy()
        line = prover.line(question, question.best)
        for move in line:
            assert move in replay.legal_moves()
            replay.play(move)
        assert len(line) <= question.plies
        core = started(game, position)
        for move in position.legal_moves():
            score = core.search_move(move, 8, -WIN, WIN)
            if not question.is_reached:
                assert score < PROVEN


def test_of_what_is_proven_only_wins_and_losses_are_taken_over() -> None:
    """That the attacker fails by way of a draw is no loss of his."""
    game = NineBoard()
    proofs, core = PackedTable(0.01), NineBoardCore(game, 0.01)
    core.use_proofs(proofs)
    core.begin(game.start(), Clock(Limits()))
    expected = {
        reached(5): WIN - 7,
        failed(4): 6 - WIN,
        reached(5, 1): 0,
        failed(4, 1): 0,
        UNKNOWN: 0,
    }
    for word, score in expected.items():
        proofs.store(1 ^ QUESTION_KEYS[0], word | 1 << RANK_SHIFT)
        assert outward(core._search.proven(1, 2)) == score
