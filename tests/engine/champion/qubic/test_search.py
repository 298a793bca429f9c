"""The tree of the qubic core where the other side threatens to win by fours."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from linemate.engine.champion.qubic.core import QubicCore
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.scores import PROVEN, WIN
from tests.reference.cube import bits, random_game, wins_within

GAME = Qubic()


def quiet_positions(number: int, plies: tuple[int, int], seed: int) -> Iterator[LinePosition]:
    """Yield those of games in which nobody overlooks a line; nobody can finish one at once."""
    random = Random(seed)
    while number:
        position = GAME.start()
        for move in random_game(random, random.randint(*plies)):
            position.play(move)
        if not position.winning_cells(0) and not position.winning_cells(1):
            number -= 1
            yield position


def marks(position: LinePosition, side: int) -> int:
    return sum(1 << cell for cell, mark in enumerate(position.cells()) if mark == "xo"[side])


def begun(position: LinePosition) -> QubicCore:
    core = QubicCore(GAME, 1)
    core.begin(position.copy(), Clock(Limits()))
    return core


def test_a_move_that_is_no_answer_to_a_threat_loses_as_soon_as_that_is_carried_out() -> None:
    """So much is certain before any answer is searched, and no less is claimed."""
    threats_met = 0
    for position in quiet_positions(40, (10, 24), seed=1):
        core, side = begun(position), position.to_move
        node, own, other = core._root, marks(position, side), marks(position, 1 - side)
        pass_state = (*node[2:4], *node[:2], *node[4:6])
        threat = core._win_by_fours(pass_state, 1 - side)
        if not threat or len(threat) != 3:
            continue
        threats_met += 1
        answers = core._threats.answers(pass_state, threat)
        for move in bits(node[4] & ~answers):
            assert wins_within(other, own | move, 3), GAME.write_position(position)
        nodes, loss = core.nodes, 4 - WIN
        score, _ = core._answer(node, side, 3, loss - 1, loss, 0, threat)
        assert (score, core.nodes) == (loss, nodes)
    assert threats_met > 5


def test_what_a_move_is_worth_does_not_depend_on_the_moves_searched_before_it() -> None:
    """But for what the tables remember. A win by fours in one branch shows which answers
    are no good there; in the next branch that would leave out answers that are."""
    scores = set()
    for position in quiet_positions(12, (9, 13), seed=2):
        core = begun(position)
        for move in position.legal_moves():
            core.clear()
            before = core.nodes
            score = core.search_move(move, 5, -WIN, WIN)
            fresh = begun(position)
            assert fresh.search_move(move, 5, -WIN, WIN) == score, GAME.write_position(position)
            assert fresh.nodes == core.nodes - before
            scores.add(score)
    assert min(scores) < -PROVEN
    assert max(scores) > PROVEN
