"""Scores inside a search: nearer wins are greater, and the table's view is the node's."""

from __future__ import annotations

import pytest

from linemate.engine.core import Outcome, Score
from linemate.engine.scores import (
    LARGEST_CP,
    LARGEST_ESTIMATE,
    WIN,
    from_table,
    terminal_score,
    to_report,
    to_table,
)


def test_nearer_wins_and_farther_losses_are_greater() -> None:
    near, far = (terminal_score(Outcome.X_WINS, 0, ply) for ply in (3, 5))
    assert near > far > 0
    assert terminal_score(Outcome.X_WINS, 1, 5) == -far > -near
    assert terminal_score(Outcome.DRAW, 0, 5) == 0


@pytest.mark.parametrize("score", [WIN - 9, 9 - WIN, 35, -35, 0])
def test_the_table_counts_from_the_position_and_back(score: int) -> None:
    assert from_table(to_table(score, 4), 4) == score


def test_a_stored_win_keeps_its_distance_from_the_position() -> None:
    stored = to_table(WIN - 9, ply=4)  # nine plies from the root, five from the position
    assert to_report(from_table(stored, ply=0)) == Score(plies=5)


def test_reports_tell_proven_results_from_estimates() -> None:
    assert to_report(WIN - 3) == Score(plies=3)
    assert to_report(4 - WIN) == Score(plies=-4)
    assert to_report(-120) == Score(cp=-120)


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_as_good_as_certain_is_reported_as_a_number_that_people_can_read(sign: int) -> None:
    """Gomoku leaves moves out, so its losses are estimates; they were told as 999989999."""
    assert to_report(sign * LARGEST_ESTIMATE) == Score(cp=sign * LARGEST_CP)
