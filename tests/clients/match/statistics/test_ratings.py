"""Ratings of all players together: a textbook's example, known strengths found again."""

from __future__ import annotations

from random import Random

import pytest

from linemate.clients.match.statistics.ratings import ELO, Rating, Tallies, rate
from linemate.clients.shared.statistics import Tally, score_of_elo, tally
from tests.matches import game_chances

# Wins of the row over the column: Eastern Division of the American League, 1987.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)


def simulate(true: list[float], pairs: int, draws: float, random: Random) -> Tallies:
    """A round robin of players with these ratings."""
    tallies = {}
    for one, mine in enumerate(true):
        for other in range(one):
            chances = game_chances(score_of_elo(mine - true[other]), draws)
            scores = random.choices((0.0, 0.5, 1.0), chances, k=2 * pairs)
            tallies[str(one), str(other)] = tally(zip(scores[::2], scores[1::2], strict=True))
    return tallies


def by_name(ratings: list[Rating]) -> dict[str, Rating]:
    return {rating.player: rating for rating in ratings}


def test_the_textbook_example() -> None:
    """Agresti, Categorical Data Analysis (2nd edition), table 10.11: 1.58 to 0.68 over Baltimore.

    A season a thousand times as long makes nothing of the imagined draw. The standard errors are
    "about 0.3" each, of the difference to Baltimore.
    """
    season = {
        (team, other): Tally(1000 * WINS[row][column], 0, 1000 * WINS[column][row])
        for row, team in enumerate(TEAMS)
        for column, other in enumerate(TEAMS[:row])
    }
    ratings = rate(season)
    last = ratings[-1].elo
    assert [rating.player for rating in ratings] == list(TEAMS)
    assert [round((rating.elo - last) / ELO, 2) for rating in ratings] == [
        1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0,
    ]  # fmt: skip
    errors = [rating.error / 1.96 / ELO * 1000**0.5 for rating in ratings]
    # To the average, not to one team, and less than 0.3 * sqrt(1/2) for nearly independent ones.
    assert errors == pytest.approx([0.21] * 7, abs=0.025)


def test_two_players_differ_by_their_elo_difference() -> None:
    """So a tournament and a match speak of the same Elo, draws or not."""
    played = Tally(500, 300, 200, (50, 50, 150, 100, 150))
    one, other = rate({("A", "B"): played})
    assert one.player == "A"
    assert one.elo - other.elo == pytest.approx(played.elo, rel=0.005)
    low, high = played.elo_interval
    assert one.error + other.error == pytest.approx((high - low) / 2, rel=0.03)


def test_known_strengths_are_found_again() -> None:
    true = [-300.0, -100.0, 0.0, 50.0, 150.0, 200.0]
    ratings = by_name(rate(simulate(true, 500, 0.3, Random(1))))
    for player, elo in enumerate(true):
        assert ratings[str(player)].elo == pytest.approx(elo, abs=20)
        assert ratings[str(player)].error < 20


@pytest.mark.parametrize(
    ("pairs", "draws", "tournaments"), [(2, 0.3, 150), (10, 0.0, 100), (10, 0.7, 100)]
)
def test_the_errors_hold_the_truth(pairs: int, draws: float, tournaments: int) -> None:
    """They do in about 95 % of all ratings; those of one tournament hang together."""
    true, random = [-90.0, -30.0, 30.0, 90.0], Random(2)
    held = []
    for _ in range(tournaments):
        for rating in rate(simulate(true, pairs, draws, random)):
            held.append(abs(rating.elo - true[int(rating.player)]) <= rating.error)
    assert 0.93 < sum(held) / len(held) < 0.99


def test_draws_and_pairs_that_cancel_out_make_ratings_surer() -> None:
    decided = rate({("A", "B"): Tally(100, 0, 100)})[0].error
    drawn = rate({("A", "B"): Tally(20, 160, 20)})[0].error
    cancelled = rate({("A", "B"): Tally(100, 0, 100, (0, 0, 100, 0, 0))})[0].error
    twice = rate({("A", "B"): Tally(100, 0, 100, (50, 0, 0, 0, 50))})[0].error
    assert drawn == pytest.approx(decided * 0.2**0.5, rel=0.1)
    assert cancelled < decided / 4
    assert twice == pytest.approx(decided * 2**0.5, rel=0.05)


def test_who_won_or_lost_everything_is_rated_and_marked() -> None:
    tallies = {
        ("winner", "one"): Tally(wins=10),
        ("winner", "two"): Tally(wins=10),
        ("one", "two"): Tally(5, 2, 3),
        ("one", "loser"): Tally(wins=10),
        ("loser", "two"): Tally(losses=10),
        ("loser", "winner"): Tally(losses=10),
    }
    ratings = rate(tallies)
    assert [rating.player for rating in ratings] == ["winner", "one", "two", "loser"]
    assert [rating.unbounded for rating in ratings] == [True, False, False, True]
    assert 400 < ratings[0].elo < 1500
    assert ratings[0].error > 2 * ratings[1].error > 0


def test_the_error_of_a_perfect_score_does_not_vanish_with_many_games() -> None:
    few, many = (rate({("A", "B"): Tally(wins=games)})[0] for games in (10, 10**6))
    assert few.elo < many.elo < 3000
    assert many.error > 150


def test_two_groups_that_never_met_have_the_same_average() -> None:
    ratings = by_name(rate({("A", "B"): Tally(6, 0, 4), ("C", "D"): Tally(6, 0, 4)}))
    assert ratings["A"].elo == pytest.approx(ratings["C"].elo)
    assert ratings["A"].elo == pytest.approx(-ratings["B"].elo)


def test_ratings_average_to_zero_in_any_order_and_view() -> None:
    tallies = simulate([0, 100, 200, 300], 20, 0.2, Random(3))
    ratings = rate(tallies)
    assert sum(rating.elo for rating in ratings) == pytest.approx(0, abs=1e-6)
    turned = {(b, a): played.reversed() for (a, b), played in reversed(list(tallies.items()))}
    for rating, again in zip(ratings, rate(turned), strict=True):
        assert rating.player == again.player
        assert rating[1:3] == pytest.approx(again[1:3])


def test_all_drawn_are_equal_by_name() -> None:
    ratings = rate({("B", "A"): Tally(draws=30), ("C", "B"): Tally(draws=30)})
    assert [rating.player for rating in ratings] == ["A", "B", "C"]
    assert all(rating.elo == pytest.approx(0) and rating.error > 1 for rating in ratings)


def test_nobody_played() -> None:
    assert rate({}) == []
    assert rate({("A", "B"): Tally()}) == []
