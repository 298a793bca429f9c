"""The words that all forms of tournament share: who is to meet whom, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from linemate.engine.core import LinemateError


class FormatError(LinemateError):
    """A tournament that cannot be played, or results that are not of this tournament."""


@dataclass(frozen=True)
class Pairing:
    """Two players who are to meet. `a` is x in the first game of each pair, and in a single game.

    `tiebreak` 0 is the pairing proper, with as many games as the match says. A knockout that was
    tied goes on with tiebreak 1, 2, ...: one more pair of games each, with further openings.
    """

    round: int  # from 1
    a: str
    b: str
    tiebreak: int = 0


class PairingResult(NamedTuple):
    """What came of one finished Pairing: there is one for each, tiebreaks too, in any order."""

    round: int
    a: str
    b: str
    score: float  # of a, in points: a win counts 1, a draw 1/2
    games: int

    @property
    def share(self) -> float:
        """Return the share of the points that a has; one half where nothing was played."""
        return self.score / self.games if self.games else 0.5

    def reversed(self) -> PairingResult:
        """Return the same in the view of the other player."""
        return PairingResult(self.round, self.b, self.a, self.games - self.score, self.games)


def seeded(players: Sequence[str], seed: int | None) -> tuple[str, ...]:
    """Return the players in the order given, or drawn by lot.

    Raises FormatError for a useless list.
    """
    for player, count in Counter(players).items():
        if count > 1:
            raise FormatError(f"{count} players are named {player!r}: expected different names")
    if len(players) < 2:
        raise FormatError(f"{len(players)} players: expected at least 2")
    order = list(players)
    if seed is not None:
        Random(seed).shuffle(order)
    return tuple(order)


def read_results(results: Iterable[tuple[int, str, str, float, int]]) -> list[PairingResult]:
    """Make PairingResults of plain tuples, in an order that does not depend on theirs."""
    return sorted(PairingResult(*result) for result in results)


def open_pairings(due: Sequence[Pairing], results: Iterable[PairingResult]) -> list[Pairing]:
    """Return those that have no result yet. Raises FormatError for a result that is not due."""
    finished = Counter((result.round, result.a, result.b) for result in results)
    known = {(pairing.round, pairing.a, pairing.b) for pairing in due}
    for names, count in finished.items():
        if names not in known or count > 1:
            raise not_due(*names)
    return [pairing for pairing in due if (pairing.round, pairing.a, pairing.b) not in finished]


def not_due(number: int, a: str, b: str) -> FormatError:
    """Return the error that a result of a pairing is which was never to be played."""
    return FormatError(
        f"a result of {a} against {b} in round {number}: no such pairing is due there; "
        "were players, seed or format changed?"
    )
