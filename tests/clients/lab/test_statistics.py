"""Scores and error bars, against examples worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clients.lab.games import Finished, GameUnit, pair_of_games
from clients.lab.players import Setting
from clients.lab.statistics import (
    FEWEST_PAIRS,
    Tally,
    error_of_mean,
    pair_error,
    tally_of,
    wilson,
)

A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})
AS_X, AS_O = pair_of_games("tictactoe", A, B, (), "", 0, 1)


def played(unit: GameUnit, winner: str, pair: int = 0) -> Finished:
    return Finished(replace(unit, pair=pair), {"winner": winner})


def test_a_draw_counts_one_half() -> None:
    tally = Tally(wins=5, draws=2, losses=3)
    assert tally.games == 10
    assert tally.score == 0.6
    assert tally.text == "+5 =2 -3: 60 % (31 to 83)"


def test_wilson_agrees_with_the_textbook() -> None:
    """8 of 10: 0.490 to 0.943, Newcombe's example of the score method with z = 1.96."""
    low, high = wilson(0.8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)


def test_wilson_never_claims_certainty() -> None:
    """0 of 10 leaves everything up to z^2 / (n + z^2) = 3.8416 / 13.8416."""
    assert list(wilson(0.0, 10)) == pytest.approx([0.0, 3.8416 / 13.8416])
    assert list(wilson(1.0, 10)) == pytest.approx([10 / 13.8416, 1.0])
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_what_was_seen_is_never_outside_of_its_interval() -> None:
    """100 wins of 100 once ended at 0.9999999999999999, and no figure could be drawn of it."""
    for games in range(1, 301):
        for wins in {0, 1, games // 2, games - 1, games}:
            low, high = wilson(wins / games, games)
            assert 0 <= low <= wins / games <= high <= 1


def test_a_player_is_counted_with_both_colours() -> None:
    games = [played(AS_X, "x"), played(AS_O, "x"), played(AS_O, "o"), played(AS_X, "draw")]
    assert tally_of(games) == Tally(wins=2, draws=1, losses=1)
    assert [(unit.player, unit.opponent) for unit in (AS_X, AS_O)] == [(A, B), (A, B)]


def test_games_at_fault_count_for_nobody() -> None:
    broken = Finished(GameUnit("tictactoe", A, B), {"fault": "x (a): died", "moves": []})
    assert tally_of([broken]).games == 0
    assert Tally().score == 0.5


def test_the_error_of_a_mean() -> None:
    """0 and 1: standard deviation sqrt(1/2), of the mean sqrt(1/2) / sqrt(2) = 1/2."""
    assert error_of_mean([0.0, 1.0]) == pytest.approx(1.96 / 2)


def test_pairs_that_cancel_out_are_more_certain_than_their_games() -> None:
    """Every opening is won by x but for one that A wins twice: the pairs hardly differ.

    Ten pairs with means 1/2, ..., 1/2, 1: deviation sqrt(0.025), of the mean sqrt(0.0025).
    """
    games = [played(AS_X, "x", pair) for pair in range(FEWEST_PAIRS)]
    games += [played(AS_O, "x", pair) for pair in range(1, FEWEST_PAIRS)]
    games.append(played(AS_O, "o", 0))
    error = pair_error(games) or 0.0
    assert error == pytest.approx(1.96 * 0.05)
    low, high = tally_of(games).interval
    assert error < (high - low) / 2


def test_too_few_or_equal_pairs_have_no_error_bar() -> None:
    few = [played(AS_X, "x", 0), played(AS_O, "o", 0), played(AS_X, "x", 1), played(AS_O, "x", 1)]
    assert pair_error(few) is None
    alike = [played(AS_X, "x", pair) for pair in range(FEWEST_PAIRS)]
    alike += [played(AS_O, "o", pair) for pair in range(FEWEST_PAIRS)]
    assert pair_error(alike) is None
