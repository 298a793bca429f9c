"""Wins within a number of plies, against trying everything out."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.qubic.exact import ExactWins
from linemate.engine.champion.vcf import FourSearch
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from tests.reference.cube import random_game, wins_within

GAME = Qubic()
PLENTY = 1_000_000
# Not by fours alone, which is rare: position, attacker (as if to move), plies of the shortest win.
QUIET_WINS = [
    ("1o1x1x3o3o2/1o7o3o1x/xx2ox2xo2x3/1o3o3xo1x2x x", 0, 7),
    ("3x1o3o3o2/3x9o2/2xo9o2/oxxx8xx2 o", 0, 5),
    ("x1ooo1x1xxxoxoxx/9oo1xxo1/2o9xox1/12ooxo x", 1, 7),
    ("x8o2x2o/9ooo2x1/7x1xx2x2/3o4o3x3 o", 0, 7),
    ("3o3o3o4/6xo1x6/3xo1xo3o2xo/7x1x2oxxx o", 0, 7),
]


@pytest.mark.parametrize(("text", "attacker", "shortest"), QUIET_WINS)
def test_a_win_that_begins_with_a_quiet_move_is_found(
    text: str, attacker: int, shortest: int
) -> None:
    position = GAME.read_position(text)
    threats = FourSearch(GAME)
    assert threats.fours(*threats.state(position, attacker), attacker, PLENTY) == ()
    assert compare(position, shortest, {attacker}) == [shortest]


def compare(position: LinePosition, most_plies: int, attackers: set[int]) -> list[int]:
    """The plies of the shortest wins; what is said of any number of plies is so."""
    threats = FourSearch(GAME)
    exact = ExactWins(threats, lambda: None)
    sets = [sum(1 << c for c, mark in enumerate(position.cells()) if mark == m) for m in "xo"]
    found = []
    for attacker in attackers:
        state = threats.state(position, attacker)
        for plies in range(1, most_plies + 1, 2):
            truth = wins_within(sets[attacker], sets[1 - attacker], plies)
            assert bool(exact.wins(state, attacker, plies)) == truth, position.cells()
            if truth:
                found.append(plies)
                # What it remembers of the win makes none of fewer plies.
                assert not any(exact.wins(state, attacker, n) for n in range(1, plies, 2))
                break
    return found


def compare_many(games: int, seed: int, most_plies: int) -> int:
    """Both sides of random positions, as if to move; how many wins there were."""
    random, wins = Random(seed), 0
    for _ in range(games):
        position = GAME.start()
        for move in random_game(random, random.randint(12, 40)):
            position.play(move)
        wins += len(compare(position, most_plies, {0, 1}))
    return wins


def test_a_win_is_found_exactly_when_there_is_one() -> None:
    assert compare_many(games=40, seed=1, most_plies=5) > 20


@pytest.mark.slow
def test_a_win_of_seven_plies_is_found_exactly_when_there_is_one() -> None:
    assert compare_many(games=300, seed=2, most_plies=7) > 150
