"""Who plays whom: round robin, gauntlet, knockout and Swiss.

A format is a function of its players, its seed and the results so far, and of nothing else: it
keeps no state, so that a match that was stopped goes on with the same pairings.

    tournament = make_format("swiss", names, seed=7)
    while pairings := tournament.next_pairings(results):
        for pairing in pairings:                      # in any order, or at the same time
            results.append(PairingResult(pairing.round, pairing.a, pairing.b, score_of_a, games))

To read: `pairings.py` has the words, `round_robin.py` the forms that are known beforehand,
`knockout.py` and `swiss.py` those that depend on results, `standings.py` who is ahead.
`schedule.py` makes games of pairings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from linemate.clients.match.tournament.knockout import Knockout
from linemate.clients.match.tournament.pairings import FormatError, Pairing, PairingResult
from linemate.clients.match.tournament.round_robin import gauntlet, round_robin
from linemate.clients.match.tournament.standings import Standing
from linemate.clients.match.tournament.swiss import Swiss

FORMATS = ("round-robin", "gauntlet", "knockout", "swiss")


class Format(Protocol):
    """A tournament of its players, whatever has been played of it."""

    name: str
    players: tuple[str, ...]  # in the order of the seeds

    @property
    def expected_pairings(self) -> int:
        """Return how many pairings there will be, tiebreaks aside."""

    def next_pairings(self, results: Iterable[PairingResult]) -> list[Pairing]:
        """Return all that can be played now and have no result yet; none when it is over.

        A pairing under way is among them until its result is known. Raises FormatError for a result
        of a pairing that was never due.
        """

    def standing(self, results: Iterable[PairingResult]) -> list[Standing]:
        """Return the places of all players, the best first."""


def make_format(
    name: str, players: Sequence[str], seed: int | None = None, rounds: int | None = None
) -> Format:
    """Return a tournament in one of FORMATS. Raises FormatError.

    For knockout and swiss the order of the players is the seeding, the strongest first; a seed
    draws lots instead. In a gauntlet the first player meets all the others; a round robin of two
    is in the first one's view. `rounds` is for swiss alone.
    """
    if name not in FORMATS:
        raise FormatError(f"unknown format {name!r}: expected one of {', '.join(FORMATS)}")
    if name == "swiss":
        return Swiss(players, seed, rounds)
    if rounds is not None:
        raise FormatError(f"{rounds} rounds of {name}: only swiss has a number of rounds to choose")
    if name == "knockout":
        return Knockout(players, seed)
    return round_robin(players) if name == "round-robin" else gauntlet(players)
