"""Tournaments whose pairings are all known beforehand: round robin and gauntlet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linemate.clients.match.tournament.pairings import (
    Pairing,
    PairingResult,
    open_pairings,
    read_results,
    seeded,
)
from linemate.clients.match.tournament.standings import Scores, Standing


class FixedPairings:
    """A tournament whose pairings are known before the first result."""

    def __init__(self, name: str, players: Sequence[str], pairings: list[Pairing]) -> None:
        self.name = name
        self.players = tuple(players)
        self._pairings = pairings

    @property
    def expected_pairings(self) -> int:
        return len(self._pairings)

    def next_pairings(self, results: Iterable[PairingResult]) -> list[Pairing]:
        return open_pairings(self._pairings, read_results(results))

    def standing(self, results: Iterable[PairingResult]) -> list[Standing]:
        finished = read_results(results)
        open_pairings(self._pairings, finished)
        return Scores(self.players, finished).rank()


def round_robin(players: Sequence[str]) -> FixedPairings:
    """Let everybody meet everybody, in the order of Berger's tables.

    In round r all but the last player are on a circle around one of them, the middle, who meets
    the last; those as far from the middle on either side meet each other. The middle moves on by
    half the circle. With an odd number of players, who would meet the last has nobody to meet.

        round 1 of 6:  1-6  2-5  3-4        round 2:  6-4  5-3  1-2
    """
    order = seeded(players, None)
    even = len(order) + len(order) % 2
    circle = even - 1
    pairings = []
    for number in range(circle):
        middle = number * even // 2 % circle
        if even == len(order):
            # The last player alternates between first and second, as all the others nearly do.
            first, second = (middle, circle) if number % 2 == 0 else (circle, middle)
            pairings.append(Pairing(number + 1, order[first], order[second]))
        for distance in range(1, even // 2):
            a, b = (middle + distance) % circle, (middle - distance) % circle
            pairings.append(Pairing(number + 1, order[a], order[b]))
    return FixedPairings("round-robin", order, pairings)


def gauntlet(players: Sequence[str]) -> FixedPairings:
    """Let the first player meet all the others, one a round."""
    first, *others = seeded(players, None)
    pairings = [Pairing(number, first, other) for number, other in enumerate(others, 1)]
    return FixedPairings("gauntlet", (first, *others), pairings)
