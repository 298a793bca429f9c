"""Scores, Elo differences and their intervals: against published figures and against chance."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, inf, prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.statistics import (
    NO_PAIRS,
    PairCounts,
    Tally,
    describe,
    elo_of_score,
    elo_text,
    score_of_elo,
    tally,
    wilson,
)
from tests.matches import of_pairs, pair_chances, play_pairs

counts = st.integers(0, 50)
encounters = st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=2))


# ---------------------------------------------------------------- published figures


def test_elo_is_the_logistic_curve() -> None:
    """100 points more are a score of 64 %, 200 are 76 %: Wikipedia, "Elo rating system"."""
    assert score_of_elo(100) == pytest.approx(0.64, abs=0.001)
    assert score_of_elo(200) == pytest.approx(0.76, abs=0.001)
    assert elo_of_score(score_of_elo(-321.0)) == pytest.approx(-321)
    assert str(elo_of_score(0.5)) == "0.0"


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo", "error"),
    [(859, 772, 1329, 10.21, 9.28), (1164, 1267, 3049, -6.53, 6.12)],
)
def test_elo_of_single_games(wins: int, losses: int, draws: int, elo: float, error: float) -> None:
    """The examples of github.com/Disservin/fastchess, tests/elo_test.cpp."""
    one = Tally(wins, draws, losses)
    low, high = one.elo_interval
    assert one.elo == pytest.approx(elo, abs=0.005)
    assert (high - low) / 2 == pytest.approx(error, abs=0.03)


@pytest.mark.parametrize(
    ("pairs", "low", "elo", "high"),
    [
        ((485, 1923, 2942, 1937, 594), 1.21, 5.11, 9.02),
        ((261, 739, 2683, 737, 253), -5.00, -0.67, 3.66),
        ((63, 252, 385, 250, 74), -7.38, 3.39, 14.17),
        ((527, 1007, 1932, 933, 511), -9.16, -3.75, 1.66),
        ((175, 305, 694, 291, 157), -14.57, -5.36, 3.85),
    ],
)
def test_elo_of_pairs(pairs: PairCounts, low: float, elo: float, high: float) -> None:
    """The examples of github.com/MortenLohne/racetrack, the tests of its stats."""
    assert of_pairs(*pairs).elo == pytest.approx(elo, abs=0.01)
    assert list(of_pairs(*pairs).elo_interval) == pytest.approx([low, high], abs=0.02)


def test_likelihood_of_superiority() -> None:
    """5975 wins and 6077 losses: exactly 0.17642 (K. Laskos, talkchess.com, 22 January 2014)."""
    assert Tally(5975, 26894, 6077).superiority == pytest.approx(0.17642, abs=2e-5)


def test_wilson_agrees_with_the_textbook() -> None:
    """8 of 10: 0.490 to 0.943, Newcombe's example of the score method with z = 1.96."""
    assert list(wilson(0.8, 10)) == pytest.approx([0.4902, 0.9433], abs=1e-4)
    assert list(wilson(0.0, 10)) == pytest.approx([0.0, 3.8415 / 13.8415], abs=1e-5)
    assert wilson(0.5, 0) == (0.0, 1.0)


@pytest.mark.parametrize("pairs", [1, 2, 5, 12, 30, 100])
@pytest.mark.parametrize("better", [(0.0, 0.5), (0.0, 1.0), (0.5, 0.5)])
def test_a_better_result_never_ends_lower(pairs: int, better: tuple[float, float]) -> None:
    """24 lost games were told as `0 % (0 to 24)` beside `2 % (0 to 12)` for 23 and a draw: the
    worse player might have been the better one by far.
    """
    matches = [
        tally([better] * count + [(0.0, 0.0)] * (pairs - count)) for count in range(pairs + 1)
    ]
    highs = [match.interval[1] for match in matches]
    assert highs == sorted(highs)
    lows = [match.reversed().interval[0] for match in matches]
    assert lows == sorted(lows, reverse=True)


# ---------------------------------------------------------------- against chance


def all_counts(total: int, kinds: int) -> Iterator[tuple[int, ...]]:
    if kinds == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in all_counts(total - first, kinds - 1):
            yield (first, *rest)


KINDS_OF_MATCH = [
    (score, draws, level)
    for score in (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
    for draws in (0.0, 0.3, 0.9)
    for level in (0.0, 0.5)
    if score <= 1 - level / 2
]


@pytest.mark.parametrize("pairs", [1, 2, 4, 8])
def test_intervals_of_a_few_pairs_hold_the_truth(pairs: int) -> None:
    """Exactly, by going through all that can happen.

    No interval can be right in just 95 % of so few matches; on the average over many kinds of
    match it is right a little more often, and for none of them much less.
    """
    outcomes = [
        (found, of_pairs(*found).interval, factorial(pairs) / prod(map(factorial, found)))
        for found in all_counts(pairs, 5)
    ]
    coverages = []
    for score, draws, level in KINDS_OF_MATCH:
        chances = pair_chances(score, draws, level)
        coverages.append(
            sum(
                ways * prod(chance**count for chance, count in zip(chances, found, strict=True))
                for found, (low, high), ways in outcomes
                if low - 1e-9 <= score <= high + 1e-9
            )
        )
    assert min(coverages) > 0.90
    assert sum(coverages) / len(coverages) > 0.95


@pytest.mark.parametrize(
    ("pairs", "score", "draws", "level"),
    [
        (30, 0.5, 0.0, 0.0),
        (30, 0.9, 0.5, 0.0),
        (100, 0.5, 0.9, 0.0),
        (100, 0.55, 0.3, 0.6),
        (100, 0.7, 0.5, 0.0),
        (300, 0.5, 0.3, 0.9),
    ],
)
def test_intervals_of_many_pairs_hold_the_truth(
    pairs: int, score: float, draws: float, level: float
) -> None:
    """They do in about 95 % of 1500 simulated matches; the standard error of that is 0.6 %."""
    random = Random(1)
    chances = pair_chances(score, draws, level)
    held = 0
    for _ in range(1500):
        low, high = play_pairs(chances, pairs, random).interval
        held += low <= score <= high
    assert 0.93 < held / 1500 < 0.985


def test_the_likelihood_of_superiority_is_one() -> None:
    """Equal players: it is below 10 % in 10 % of matches, below one half in half of them."""
    random = Random(2)
    chances = pair_chances(0.5, 0.5, 0.3)
    seen = [play_pairs(chances, 60, random).superiority for _ in range(2000)]
    for likelihood in (0.1, 0.5, 0.9):
        below = (
            sum(value < likelihood for value in seen)
            + sum(value == likelihood for value in seen) / 2
        )
        assert below / len(seen) == pytest.approx(likelihood, abs=0.03)


# ---------------------------------------------------------------- the edges


def test_all_won_is_infinitely_better_with_a_finite_lower_end() -> None:
    """20 of 20 leave no less than 20 / (20 + z^2); in ten pairs, with one more imagined that went
    together, they are worth 20 * 11 / 12 trials.
    """
    won = Tally(wins=20)
    assert won.elo == inf
    assert won.elo_interval[1] == inf
    assert won.interval == pytest.approx((20 / 23.8415, 1), abs=1e-4)
    assert of_pairs(0, 0, 0, 0, 10).interval == pytest.approx(wilson(1.0, 20 * 11 / 12))
    assert won.superiority > 0.9999
    assert elo_text(won.elo) == "+infinite"
    assert elo_text(won.reversed().elo) == "-infinite"


@pytest.mark.parametrize("drawn", [Tally(draws=20), of_pairs(0, 0, 10, 0, 0)])
def test_all_drawn_is_equal_with_some_doubt_left(drawn: Tally) -> None:
    low, high = drawn.interval
    assert (drawn.score, drawn.elo, drawn.superiority) == (0.5, 0, 0.5)
    assert 0.3 < low < 0.46
    assert low + high == pytest.approx(1)


def test_more_draws_leave_less_doubt() -> None:
    widths = [high - low for low, high in (Tally(draws=games).interval for games in (1, 10, 100))]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.03


def test_nothing_played_says_nothing() -> None:
    nothing = Tally()
    assert (nothing.score, nothing.elo, nothing.superiority) == (0.5, 0.0, 0.5)
    assert nothing.interval == (0.0, 1.0)
    assert nothing.elo_interval == (-inf, inf)
    assert describe("A", "B", nothing) == ["A against B: no games"]


def test_pairs_that_cancel_out_are_more_certain_than_their_games() -> None:
    """Every opening is won by x: as games a coin tossed, as pairs always the same."""
    games = Tally(50, 0, 50)
    pairs = Tally(50, 0, 50, (0, 0, 50, 0, 0))
    assert pairs.interval[1] - pairs.interval[0] < (games.interval[1] - games.interval[0]) / 4


def test_pairs_won_twice_are_less_certain_than_their_games() -> None:
    games = Tally(50, 0, 50)
    pairs = Tally(50, 0, 50, (25, 0, 0, 0, 25))
    width = pairs.interval[1] - pairs.interval[0]
    assert width == pytest.approx(2**0.5 * (games.interval[1] - games.interval[0]), rel=0.05)


def test_a_game_without_its_twin_is_counted_by_itself() -> None:
    mixed = tally([(1.0, 0.5)] * 20 + [(1.0,)])
    assert mixed == Tally(21, 20, 0, (0, 0, 0, 20, 0))
    assert mixed.unpaired == 1
    assert mixed.score == 31 / 41
    whole = of_pairs(0, 0, 0, 20, 0).interval
    assert mixed.interval == pytest.approx(whole, abs=0.02)


@given(encounters)
def test_every_figure_is_finite_or_openly_infinite(found: list[list[float]]) -> None:
    one = tally(found)
    low, high = one.interval
    assert 0 <= low <= one.score <= high <= 1
    assert one.elo_interval[0] <= one.elo <= one.elo_interval[1]
    assert 0 <= one.superiority <= 1
    assert all(describe("A", "B", one))


@given(encounters, encounters)
def test_tallies_add_up(first: list[list[float]], second: list[list[float]]) -> None:
    assert tally(first) + tally(second) == tally(first + second)


@given(encounters)
def test_the_other_view_is_the_mirror_image(found: list[list[float]]) -> None:
    mine, theirs = tally(found), tally([[1 - score for score in each] for each in found])
    assert mine.reversed() == theirs
    assert mine.reversed().reversed() == mine
    assert mine.elo == pytest.approx(-theirs.elo)
    assert mine.superiority == pytest.approx(1 - theirs.superiority)
    low, high = mine.interval
    assert theirs.interval == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("pairs", [(0, 0, 0, 0, 2), (1, 0, 0, 0, -1)])
def test_a_tally_of_more_pairs_than_games_is_refused(pairs: PairCounts) -> None:
    assert sum(NO_PAIRS) == 0
    with pytest.raises(ValueError, match="impossible tally"):
        Tally(3, 0, 0, pairs)


# ---------------------------------------------------------------- in print


def test_every_line_says_whose_view_it_is() -> None:
    lines = describe("Alice", "Bob", of_pairs(5, 12, 40, 23, 20))
    assert lines == [
        "Alice against Bob, as Alice sees it: +63 =115 -22 in 200 games",
        "  score of Alice: 60.2 % (54.8 % to 65.5 %)",
        "  Elo of Alice over Bob: +72.2 (+33.3 to +111.2)",
        "  likelihood that Alice is stronger than Bob: more than 99.9 %",
        "  normalized Elo of Alice over Bob: +92.7 +/- 48.2",
        "  pairs that gave Alice 0, 1/2, 1, 3/2, 2 points: 5 12 40 23 20",
    ]


def test_no_likelihood_is_rounded_to_a_certainty() -> None:
    assert describe("A", "B", Tally(losses=60))[3].endswith("less than 0.1 %")
    assert describe("A", "B", Tally(3, 0, 1))[3].endswith("84.1 %")


def test_the_infinite_is_printed_as_such() -> None:
    lines = describe("A", "B", Tally(wins=3))
    assert lines[2] == "  Elo of A over B: +infinite (-42.9 to +infinite)"
    assert lines[4] == "  normalized Elo of A over B: +infinite +/- 393.2"
    assert len(lines) == 5  # nothing about pairs where there are none


@pytest.mark.parametrize(
    ("pairs", "nelo", "error"),
    [
        ((30, 6, 18, 0, 6), -170.08, 62.16),  # fastchess, issue 807
        ((0, 1, 4, 0, 0), -122.84, 215.34),  # pull request 515
        ((5, 5, 36, 22, 22), 128.22, 50.76),  # issue 1007
        ((2, 2, 9, 0, 0), -152.04, 133.55),
        ((77, 1, 0, 0, 0), -4339.56, 54.52),  # pull request 882
        ((72, 10, 0, 0, 0), -1409.98, 53.17),
    ],
)
def test_normalized_elo_is_what_fastchess_prints(
    pairs: PairCounts, nelo: float, error: float
) -> None:
    one = of_pairs(*pairs)
    assert (one.nelo, one.nelo_error) == pytest.approx((nelo, error), abs=0.0051)
    assert one.reversed().nelo == pytest.approx(-one.nelo)


def test_normalized_elo_of_single_games_and_of_none() -> None:
    """60 wins, 40 losses: a lead of 0.1 with a deviation of 0.48990, times 347.43558."""
    assert Tally(60, 0, 40).nelo == pytest.approx(0.1 / 0.4898979486 * 347.43558552)
    assert Tally(wins=3).nelo == inf
    assert Tally(losses=3).nelo == -inf
    assert Tally(draws=3).nelo == Tally().nelo == 0.0
    assert Tally().nelo_error == inf
