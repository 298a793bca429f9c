"""Knockout: who loses is out.

The bracket of 6 players, by their seeds; the two best have no opponent in the first round:

    1 ---------+
               +--- 1
    4 --+      |
        +- 4 --+         the first two can meet in the final only,
    5 --+                the first four not before the semi-final
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from linemate.clients.match.tournament.pairings import (
    Pairing,
    PairingResult,
    not_due,
    read_results,
    seeded,
)
from linemate.clients.match.tournament.standings import Standing

# A game that both always draw must not go on for ever: then the better seed goes on.
MOST_TIEBREAKS = 10
Names = tuple[int, str, str]  # of a pairing: its round and both players


class Knockout:
    """See Format."""

    name = "knockout"

    def __init__(self, players: Sequence[str], seed: int | None = None) -> None:
        self.players = seeded(players, seed)

    @property
    def expected_pairings(self) -> int:
        return len(self.players) - 1

    def next_pairings(self, results: Iterable[PairingResult]) -> list[Pairing]:
        """Return the rest of the round; a tied pairing comes again, with the next tiebreak."""
        return self._replay(results)[0]

    def standing(self, results: Iterable[PairingResult]) -> list[Standing]:
        """Rank by rounds survived, byes too; equal ones by their seeds."""
        _, survived, byes = self._replay(results)
        places = (Standing(player, survived[player], byes[player]) for player in self.players)
        return sorted(places, key=lambda place: -place.points)

    def drawn_by_seed(self, results: Iterable[PairingResult]) -> list[Pairing]:
        """Return the last tiebreaks after which both were still tied: `a` went on all the same."""
        return [
            Pairing(*names, len(played) - 1)
            for names, played in _by_pairing(results).items()
            if len(played) > MOST_TIEBREAKS and _lead(played) == 0
        ]

    def _replay(
        self, results: Iterable[PairingResult]
    ) -> tuple[list[Pairing], dict[str, int], dict[str, dict[int, float]]]:
        """Return what is to be played now, rounds survived so far, and byes."""
        left = _by_pairing(results)
        survived = dict.fromkeys(self.players, 0)
        byes: dict[str, dict[int, float]] = {player: {} for player in self.players}
        open_now: list[Pairing] = []
        # Places in the bracket, None where there are fewer players than places.
        places = [
            self.players[seed] if seed < len(self.players) else None
            for seed in bracket(len(self.players))
        ]
        number = 0
        while len(places) > 1 and not open_now:
            number += 1
            winners: list[str | None] = []
            for one, other in zip(places[::2], places[1::2], strict=True):
                assert one is not None  # in a first round the better seed stands first
                winner: str | None = one
                if other is None:
                    byes[one][number] = 0.0
                else:
                    a, b = sorted((one, other), key=self.players.index)
                    played = left.pop((number, a, b), [])
                    winner = _winner(a, b, played)
                    if winner is None:
                        open_now.append(Pairing(number, a, b, len(played)))
                if winner is not None:
                    survived[winner] += 1
                winners.append(winner)
            places = winners
        for names in left:
            raise not_due(*names)
        return open_now, survived, byes


def bracket(players: int) -> list[int]:
    """Return seeds from 0 in the order of the bracket, filled up to a power of two."""
    seeds = [0]
    while len(seeds) < players:
        last = 2 * len(seeds) - 1
        seeds = [place for seed in seeds for place in (seed, last - seed)]
    return seeds


def _by_pairing(results: Iterable[PairingResult]) -> dict[Names, list[PairingResult]]:
    """Return what came of each pairing, its tiebreaks in order."""
    same = groupby(read_results(results), lambda result: result[:3])
    return {names: list(played) for names, played in same}


def _winner(a: str, b: str, played: Sequence[PairingResult]) -> str | None:
    """Return who goes on, None while that is open; `a` is the better seed."""
    if not played:
        return None
    lead = _lead(played)
    if lead == 0 and len(played) <= MOST_TIEBREAKS:
        return None
    return a if lead >= 0 else b


def _lead(played: Sequence[PairingResult]) -> float:
    """Return by how many points `a` is ahead."""
    return sum(2 * result.score - result.games for result in played)
