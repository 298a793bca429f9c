"""OpenSpiel, which nobody here wrote, agrees with our rules at every ply of random games."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from linemate.engine.core import Outcome, Position
from linemate.engine.registry import make_game

RETURNS = {Outcome.X_WINS: [1.0, -1.0], Outcome.O_WINS: [-1.0, 1.0], Outcome.DRAW: [0.0, 0.0]}
SINGLE_ACTION_GAMES = [
    ("tic_tac_toe", "tictactoe", {}, 60),
    ("gomoku(size=4,dims=3,connect=4)", "qubic", {}, 30),
    ("gomoku(size=15,connect=5)", "gomoku", {}, 12),
    ("gomoku(size=8,connect=5)", "gomoku", {"size": "8"}, 30),
    ("gomoku(size=4,connect=5)", "gomoku", {"size": "4"}, 10),
    ("mnk(m=3,n=3,k=3)", "mnk", {}, 30),
    ("mnk(m=5,n=4,k=4)", "mnk", {"width": "5", "height": "4", "row": "4"}, 30),
    ("mnk(m=4,n=6,k=3)", "mnk", {"width": "4", "height": "6", "row": "3"}, 30),
]


def returns(position: Position) -> list[float]:
    """What a finished game is worth to both players, as OpenSpiel says it."""
    outcome = position.outcome()
    assert outcome is not None
    return RETURNS[outcome]


@pytest.mark.parametrize(("theirs", "ours", "options", "games"), SINGLE_ACTION_GAMES)
def test_open_spiel_agrees(theirs: str, ours: str, options: dict[str, str], games: int) -> None:
    """Their actions are our cell numbers: both count in reading order."""
    rng = random.Random(theirs)
    spiel, game = pyspiel.load_game(theirs), make_game(ours, options)
    for _ in range(games):
        state, position = spiel.new_initial_state(), game.start()
        while position.outcome() is None:
            assert not state.is_terminal()
            assert state.current_player() == position.to_move
            assert state.legal_actions() == position.legal_moves()
            move = rng.choice(position.legal_moves())
            state.apply_action(move)
            position.play(move)
        assert state.is_terminal()
        assert state.returns() == returns(position)


def is_board_choice(state: Any) -> bool:
    """Theirs is one action (the cell) in a forced board, two (board, then cell) in a free one."""
    child = state.clone()
    child.apply_action(state.legal_actions()[0])
    return not child.is_terminal() and child.current_player() == state.current_player()


def test_open_spiel_agrees_on_ultimate() -> None:
    rng = random.Random("ultimate")
    spiel, game = pyspiel.load_game("ultimate_tic_tac_toe"), make_game("ultimate")
    for _ in range(40):
        state, position = spiel.new_initial_state(), game.start()
        while position.outcome() is None:
            assert not state.is_terminal()
            assert state.current_player() == position.to_move
            legal = position.legal_moves()
            boards = sorted({move // 9 for move in legal})
            free_choice = is_board_choice(state)
            assert free_choice or len(boards) == 1
            if free_choice:
                assert state.legal_actions() == boards
            move = rng.choice(legal)
            if free_choice:
                state.apply_action(move // 9)
            cells = [cell % 9 for cell in legal if cell // 9 == move // 9]
            assert state.legal_actions() == cells
            state.apply_action(move % 9)
            position.play(move)
        assert state.is_terminal()
        assert state.returns() == returns(position)
