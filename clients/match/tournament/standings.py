"""Who is ahead: the share of the points, and then tiebreaks, which have their names from FIDE.

Points are those of the games: a pairing of 8 games has 8 of them to give. In order of weight:

    BH-C1   Buchholz cut 1: the points of all opponents but the one with the fewest
    BH      Buchholz: the points of all opponents
    SB      Sonneborn-Berger: the points of each opponent, by the share that was won of him
    DE      direct encounter: the points against those who are equal so far, if all have met
    WIN     pairings won, that is with more than half of their points

Whoever is still equal is in the order of the seeds. A bye is in all of this what FIDE's dummy is,
an opponent with as many points as one has oneself, and gives half of a pairing's points. FIDE
gives all of them unless a tournament says otherwise, and this one does: where pairings are of
several games, hardly anybody wins them all, and a bye would be the best result of the event.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from linemate.clients.match.tournament.pairings import PairingResult

TIEBREAKS = {
    "BH-C1": "Buchholz cut 1",
    "BH": "Buchholz",
    "SB": "Sonneborn-Berger",
    "DE": "direct encounter",
    "WIN": "pairings won",
}
Byes = Mapping[int, float]  # the rounds in which a player had one, and the points it gave


class Standing(NamedTuple):
    """A player's place in a tournament; `tiebreaks` are in the order of TIEBREAKS, if any are."""

    player: str
    points: float
    byes: Byes
    tiebreaks: tuple[float, ...] = ()


class Scores:
    """What everybody has after some results. No two have met twice."""

    def __init__(
        self,
        players: Sequence[str],
        results: Iterable[PairingResult],
        byes: Mapping[str, Byes] | None = None,
    ) -> None:
        self.players = players
        self.byes: dict[str, Byes] = {player: {} for player in players} | dict(byes or {})
        self.met: dict[str, dict[str, PairingResult]] = {player: {} for player in players}
        for result in results:
            self.met[result.a][result.b] = result
            self.met[result.b][result.a] = result.reversed()
        self.points = {
            player: sum(result.score for result in self.met[player].values())
            + sum(self.byes[player].values())
            for player in players
        }

    def rank(self) -> list[Standing]:
        """Return the places of all players, the best first."""
        shares = {player: self._share(player) for player in self.players}
        ties: dict[tuple[float, ...], list[str]] = {}
        for player in self.players:
            ties.setdefault((shares[player], *self._by_opponents(player)), []).append(player)
        places = [
            Standing(
                player,
                self.points[player],
                self.byes[player],
                (*equal[1:], self._direct_encounter(player, tied), self._pairings_won(player)),
            )
            for equal, tied in ties.items()
            for player in tied
        ]
        order = {player: seed for seed, player in enumerate(self.players)}
        places.sort(key=lambda place: order[place.player])
        return sorted(
            places, key=lambda place: (shares[place.player], place.tiebreaks), reverse=True
        )

    def _share(self, player: str) -> float:
        """Return the share of the points: not all have played equally many games at any time."""
        played = sum(result.games for result in self.met[player].values())
        games = played + 2 * sum(self.byes[player].values())
        return self.points[player] / games if games else 0.5

    def _by_opponents(self, player: str) -> tuple[float, float, float]:
        """Return Buchholz cut 1, Buchholz, and Sonneborn-Berger."""
        met = [(self.points[other], won.share) for other, won in self.met[player].items()]
        met += [(self.points[player], 0.5)] * len(self.byes[player])
        buchholz = sum(points for points, _ in met)
        least = min((points for points, _ in met), default=0.0)
        # Thirds of a point, where games are missing, must not make equal sums unequal.
        berger = round(sum(points * share for points, share in met), 9)
        return buchholz - least, buchholz, berger

    def _direct_encounter(self, player: str, tied: Sequence[str]) -> float:
        if not all(other in self.met[one] for one, other in combinations(tied, 2)):
            return 0.0
        return sum(self.met[player][other].score for other in tied if other != player)

    def _pairings_won(self, player: str) -> int:
        return sum(result.share > 0.5 for result in self.met[player].values())
