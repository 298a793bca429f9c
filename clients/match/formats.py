"""Who plays whom: round robin, gauntlet, knockout and Swiss.

A format is a function of its players, its seed and the results so far, and of nothing else: it
keeps no state, so that a match that was stopped goes on with the same pairings.

    tournament = make_format("swiss", names, seed=7)
    while pairings := tournament.next_pairings(results):
        for pairing in pairings:                      # in any order, or at the same time
            results.append(Result(pairing.round, pairing.a, pairing.b, score_of_a, games))

To read: `pairings.py` has the words, `roundrobin.py` the forms that are known beforehand,
`knockout.py` and `swiss.py` those that depend on results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from linemate.clients.match.knockout import Knockout
from linemate.clients.match.pairings import FormatError, Pairing, Result, Standing
from linemate.clients.match.roundrobin import gauntlet, round_robin
from linemate.clients.match.swiss import Swiss

__all__ = ["FORMATS", "Format", "FormatError", "Pairing", "Result", "Standing", "make_format"]
FORMATS = ("round-robin", "gauntlet", "knockout", "swiss")


class Format(Protocol):
    name: str
    players: tuple[str, ...]  # in the order of the seeds

    def next_pairings(self, results: Iterable[Result]) -> list[Pairing]:
        """All that can be played now and have no result yet; empty when the tournament is over.

        A pairing under way is among them until its result is. Raises FormatError for a result
        of a pairing that was never due.
        """
        ...

    def standing(self, results: Iterable[Result]) -> list[Standing]:
        """The best first."""
        ...


def make_format(
    name: str, players: Sequence[str], seed: int | None = None, rounds: int | None = None
) -> Format:
    """One of FORMATS. Raises FormatError.

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
