"""Simulated matches, for the tests of statistics."""

from __future__ import annotations

from random import Random

from linemate.clients.shared.statistics import Tally


def of_pairs(*pairs: int) -> Tally:
    """So many pairs with 0, 1/2, 1, 3/2, 2 points; those with one are taken for two draws."""
    none, half, one, more, two = pairs
    wins, draws, losses = 2 * two + more, half + 2 * one + more, 2 * none + half
    return Tally(wins, draws, losses, (none, half, one, more, two))


def game_chances(score: float, draws: float) -> tuple[float, float, float]:
    """Return those of a loss, draw, win; `draws` is from 0, none, to 1, all the score allows."""
    drawn = draws * 2 * min(score, 1 - score)
    return 1 - score - drawn / 2, drawn, score - drawn / 2


def pair_chances(score: float, draws: float, level: float) -> list[float]:
    """Return those of 0 to 2 points; a share of `level` openings gives one to each anyway.

    In the others both games are independent.
    """
    game = game_chances((score - level / 2) / (1 - level), draws)
    chances = [0.0] * 5
    for one, chance in enumerate(game):
        for other, second in enumerate(game):
            chances[one + other] += (1 - level) * chance * second
    chances[2] += level
    return chances


def play_pairs(chances: list[float], pairs: int, random: Random) -> Tally:
    found = [0] * 5
    for points in random.choices(range(5), chances, k=pairs):
        found[points] += 1
    return of_pairs(*found)
