"""The sequential test: published ratios, and the error rates that it promises."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.match.statistics.sprt import UNSEEN, Decision, Sprt, SprtError
from linemate.clients.shared.statistics import PairCounts, Tally, score_of_elo
from tests.matches import of_pairs, pair_chances, play_pairs

counts = st.integers(0, 60)


def test_the_bounds_are_walds() -> None:
    """5 % each: plus and minus log 19 = 2.944; alpha 0.05, beta 0.1: -2.25 and 2.89.

    (-2.94,2.94) and (-2.25,2.89) are what fishtest and fastchess print for these rates.
    """
    assert Sprt().bounds == pytest.approx((-log(19), log(19)))
    assert Sprt(alpha=0.05, beta=0.1).bounds == pytest.approx((-2.25, 2.89), abs=0.005)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "llr", "pull"),
    [
        (-1.00, 3.00, (424, 2948, 5832, 3045, 460), 2.94, 2493),
        (0.00, 2.00, (1284, 17437, 55536, 18085, 1292), 2.94, 2493),
        (-0.50, 1.50, (665, 4806, 9333, 4893, 747), 2.95, 2920),
        (0.25, 1.75, (328, 4564, 15580, 4789, 371), 2.98, 2920),
        (-1.50, 0.50, (174, 2658, 10273, 2713, 178), 2.96, 3017),
        (-1.50, 0.50, (40, 1272, 12142, 1300, 30), 3.01, 3017),
        (-0.25, 1.25, (491, 7345, 29693, 7670, 465), 2.96, 3098),
        (0.25, 1.25, (53, 2220, 21459, 2445, 47), 2.97, 3098),
        (-0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94, 3209),
        (0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97, 3209),
        (0.25, 1.25, (14, 1030, 14318, 1163, 19), 2.93, 3331),
    ],
)
def test_the_ratio_of_pairs(
    elo0: float, elo1: float, pairs: PairCounts, llr: float, pull: int
) -> None:
    """It is what fishtest printed when its bounds were logistic Elo, marked by braces.

    From github.com/official-stockfish/Stockfish/pull/N, of the years 2020 and 2021.
    """
    assert Sprt(elo0, elo1).llr(of_pairs(*pairs)) == pytest.approx(llr, abs=0.0051)


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "llr"),
    [
        (-0.50, 2.50, (264, 5737, 31270, 5964, 269), 2.97),  # Stockfish, pull request 3514
        (0.50, 3.50, (29, 2205, 35000, 2392, 34), 2.94),
        (0.00, 2.00, (371, 10263, 24989, 10642, 379), 2.95),  # 4194
        (0.50, 2.50, (47, 8181, 25234, 8575, 47), 2.94),
        (-1000, -500, (77, 1, 0, 0, 0), -2.95),  # fastchess, pull request 882
        (-1000, -500, (72, 10, 0, 0, 0), -2.97),
    ],
)
def test_the_ratio_of_pairs_in_normalized_elo(
    elo0: float, elo1: float, pairs: PairCounts, llr: float
) -> None:
    """It is what fishtest printed for bounds of normalized Elo, marked by <>, and fastchess."""
    sprt = Sprt(elo0, elo1, model="normalized")
    assert sprt.llr(of_pairs(*pairs)) == pytest.approx(llr, abs=0.0051)


def greatest(likelihood: Callable[[float], float], low: float, high: float) -> float:
    """Return the greatest value between the two of a function that has one peak."""
    for _ in range(200):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        if likelihood(one) < likelihood(other):
            low = one
        else:
            high = other
    return likelihood((low + high) / 2)


def likeliest_normalized(tally: Tally, nelo: float) -> float:
    """The greatest log-likelihood of single games with this normalized Elo, by plain search.

    With a share of draws d, the lead m over one half is t times the deviation, whose square is
    (1 - d) / 4 - m * m: that leaves m to be solved for.
    """
    wins, draws, losses = (each or UNSEEN for each in (tally.wins, tally.draws, tally.losses))
    t = nelo * log(10) / 800

    def likelihood(d: float) -> float:
        lead = t * ((1 - d) / 4 / (1 + t * t)) ** 0.5
        won, lost = (1 - d) / 2 + lead, (1 - d) / 2 - lead
        if min(won, lost) <= 0:
            return -1e300
        return wins * log(won) + draws * log(d) + losses * log(lost)

    return greatest(likelihood, 1e-12, 1 - 1e-12)


@given(counts, counts, counts)
def test_the_ratio_of_single_games_in_normalized_elo(wins: int, draws: int, losses: int) -> None:
    tally, sprt = Tally(wins, draws, losses), Sprt(-10, 30, model="normalized")
    if tally.games:
        expected = likeliest_normalized(tally, 30) - likeliest_normalized(tally, -10)
        assert sprt.llr(tally) == pytest.approx(expected, abs=1e-6)


def likeliest(tally: Tally, score: float) -> float:
    """The greatest log-likelihood of single games with this expected score, by plain search.

    The share of draws d leaves score - d/2 for wins and 1 - score - d/2 for losses.
    """
    wins, draws, losses = (each or UNSEEN for each in (tally.wins, tally.draws, tally.losses))

    def likelihood(d: float) -> float:
        return wins * log(score - d / 2) + draws * log(d) + losses * log(1 - score - d / 2)

    return greatest(likelihood, 1e-12, 2 * min(score, 1 - score) - 1e-12)


@given(counts, counts, counts)
def test_the_ratio_of_single_games(wins: int, draws: int, losses: int) -> None:
    tally, sprt = Tally(wins, draws, losses), Sprt(-10, 30)
    if tally.games:
        expected = likeliest(tally, score_of_elo(30)) - likeliest(tally, score_of_elo(-10))
        assert sprt.llr(tally) == pytest.approx(expected, abs=1e-6)


@given(st.tuples(counts, counts, counts, counts, counts))
def test_the_other_view_tests_the_opposite(pairs: PairCounts) -> None:
    tally = of_pairs(*pairs)
    ratio = Sprt(-5, 20).llr(tally)
    assert Sprt(-20, 5).llr(tally.reversed()) == pytest.approx(-ratio, abs=1e-9)


def play_on(sprt: Sprt, elo: float, draws: float, level: float, random: Random) -> Decision:
    """Simulated pairs until there is a decision."""
    chances = pair_chances(score_of_elo(elo), draws, level)
    played = Tally()
    while (decision := sprt.decide(played)) is Decision.GOES_ON:
        played += play_pairs(chances, 2, random)
    return decision


@pytest.mark.parametrize(("draws", "level"), [(0.0, 0.0), (0.4, 0.0), (0.3, 0.4)])
def test_the_error_rates_are_what_was_promised(draws: float, level: float) -> None:
    """200 matches under each hypothesis; the standard error of a rate of 5 % is 1.5 %.

    Wald's bounds promise at most about 5 %, and less than a fourth of it would be a waste of games.
    """
    sprt, random = Sprt(0, 100), Random(3)
    false_h1 = [play_on(sprt, 0, draws, level, random) for _ in range(200)].count(Decision.H1)
    false_h0 = [play_on(sprt, 100, draws, level, random) for _ in range(200)].count(Decision.H0)
    assert 3 <= false_h1 <= 19
    assert 3 <= false_h0 <= 19


def test_unequal_error_rates_are_kept_apart() -> None:
    """alpha 20 %, beta 2 %: H1 is often accepted by mistake, H0 hardly ever."""
    sprt, random = Sprt(0, 120, alpha=0.2, beta=0.02), Random(4)
    false_h1 = [play_on(sprt, 0, 0.2, 0, random) for _ in range(200)].count(Decision.H1)
    false_h0 = [play_on(sprt, 120, 0.2, 0, random) for _ in range(200)].count(Decision.H0)
    assert 20 <= false_h1 <= 56
    assert false_h0 <= 8


@pytest.mark.slow
@pytest.mark.parametrize(("draws", "level"), [(0.0, 0.0), (0.6, 0.0), (0.9, 0.0), (0.3, 0.7)])
def test_the_error_rates_of_small_differences(draws: float, level: float) -> None:
    """They hold for 0 against 20 Elo, the default, too; the standard error is 0.8 %."""
    sprt, random = Sprt(0, 20), Random(5)
    false_h1 = [play_on(sprt, 0, draws, level, random) for _ in range(800)].count(Decision.H1)
    false_h0 = [play_on(sprt, 20, draws, level, random) for _ in range(800)].count(Decision.H0)
    assert false_h1 / 800 < 0.075
    assert false_h0 / 800 < 0.075


def test_one_sided_results_are_decided_too() -> None:
    """All drawn, all won, all lost: cells that were never hit must not stop the test."""
    sprt = Sprt(0, 20)
    assert sprt.decide(of_pairs(0, 0, 60, 0, 0)) is Decision.H0
    assert sprt.decide(of_pairs(0, 0, 0, 0, 60)) is Decision.H1
    assert sprt.decide(of_pairs(60, 0, 0, 0, 0)) is Decision.H0
    assert sprt.decide(of_pairs(0, 0, 0, 0, 3)) is Decision.GOES_ON
    assert sprt.decide(Tally(draws=200)) is Decision.H0


def test_a_game_waits_for_its_twin() -> None:
    sprt = Sprt()
    pairs = of_pairs(1, 2, 3, 4, 5)
    assert sprt.llr(pairs + Tally(wins=1)) == sprt.llr(pairs)
    assert sprt.llr(Tally(wins=1)) > 0
    assert sprt.llr(Tally()) == 0


def test_a_decision_is_made_at_the_bound() -> None:
    tally = of_pairs(0, 0, 2, 0, 37)
    llr = Sprt(0, 20).llr(tally)
    assert llr == pytest.approx(2.18, abs=0.005)
    exact = Sprt(0, 20, alpha=0.1, beta=0.1)
    assert exact.bounds[1] == pytest.approx(log(9))
    assert exact.decide(tally) is Decision.GOES_ON
    assert exact.decide(tally + of_pairs(0, 0, 0, 0, 1)) is Decision.H1


def test_the_line_to_print_says_whose_view_it_is() -> None:
    assert Sprt(0, 20).describe("Alice", "Bob", of_pairs(0, 0, 2, 0, 37)) == (
        "SPRT of Alice over Bob (H0 0, H1 20 Elo): LLR 2.18 (-2.94 to 2.94), goes on"
    )


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 must be less than elo1"),
        ({"elo0": 20, "elo1": 0}, "elo0 must be less than elo1"),
        ({"elo0": float("nan")}, "elo0 must be less than elo1"),
        ({"elo1": float("inf")}, "expected from -2000 to 2000"),
        ({"alpha": 0.0}, "alpha=0: expected an error rate between 0 and 0.5"),
        ({"beta": 0.5}, "beta=0.5: expected an error rate between 0 and 0.5"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused(settings: dict[str, Any], reason: str) -> None:
    with pytest.raises(SprtError, match=reason):
        Sprt(**settings)
