"""Positions as students see them."""

from __future__ import annotations

from random import Random

import pytest

from linemate.clients.lab.exercise.state import read_state


def test_a_state_is_not_changed_by_playing_and_counts_what_was_looked_at() -> None:
    state = read_state("tictactoe", "x1x/oo1/3 x")
    assert (state.player, state.winner(), state.moves()) == ("x", None, [1, 5, 6, 7, 8])
    won = state.play(1)
    assert (won.winner(), won.moves(), won.player) == ("x", [], "o")
    assert (state.cells, won.cells) == ("x.xoo....", "xxxoo....")
    assert state.play(5).play(1).counter.plays == 3
    assert won.playout(Random(1)) == "x"
    with pytest.raises(ValueError, match="0 cannot be played here"):
        state.play(0)


def test_lines_are_all_that_win() -> None:
    assert len(read_state("tictactoe").lines) == 8
    lines = read_state("mnk width=5 height=5 row=4").lines
    assert len(lines) == len(set(lines)) == 10 + 10 + 8
    assert (3, 7, 11, 15) in lines
