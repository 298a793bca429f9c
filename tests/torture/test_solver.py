"""The solver that mates are checked with, against plain minimax."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.registry import make_game
from tests.reference.minimax import Value, solve
from tests.torture import solver
from tests.torture.solver import is_mate, winning_lines

BOARDS = {
    "tictactoe": {},
    "mnk": {"width": "4", "height": "3", "row": "3"},
    "gomoku": {"size": "5"},
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_mate_is_one_exactly_from_its_shortest_length_on(name: str) -> None:
    game, random, known = make_game(name, BOARDS[name]), Random(1), dict[int, Value]()
    assert winning_lines(game)
    checked = 0
    while checked < 50:
        position = game.start()
        for _ in range(random.randrange(game.cell_count - 10, game.cell_count)):
            if position.outcome() is None:
                position.play(random.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        result, plies = solve(position, known)
        for within in range(1, 10):
            assert is_mate(game, position, within, ()) is (result == 1 and plies <= within)
            assert is_mate(game, position, -within, ()) is (result == -1 and plies <= within)
        checked += 1


@pytest.mark.parametrize("rule", ["standard", "renju", "caro", "caro6"])
def test_the_solver_for_other_rules_agrees_with_minimax(
    rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it says anything: on few cells, which are otherwise left to an exhaustive search."""
    monkeypatch.setattr(solver, "FEW_CELLS", 2)
    game, random, known = (
        make_game("gomoku", {"size": "6", "rule": rule}),
        Random(2),
        dict[int, Value](),
    )
    answers: list[bool] = []
    while len(answers) < 200:
        position = game.start()
        for _ in range(random.randrange(26, 31)):
            if position.outcome() is None:
                position.play(random.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        result, plies = solve(position, known)
        for within in range(1, 6):
            truth = result == 1 and plies <= within
            assert is_mate(game, position, within, ()) in (truth, None)
            loss = result == -1 and plies <= within
            assert is_mate(game, position, -within, ()) in (loss, None)
            answers += [truth, loss]
    assert answers.count(True) > 10
