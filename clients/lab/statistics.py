"""What the games of a match say of its subject. The arithmetic is `clients.match.statistics`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from linemate.clients.lab.units import DRAW, Finished, GameUnit
from linemate.clients.shared.statistics import Tally, tally


def tally_of(games: Iterable[Finished]) -> Tally:
    """How the subject of these games did; games at fault are left out.

    The two games of a pair are one observation. A player against itself plays single games:
    there are no colours to be changed.
    """
    encounters: dict[object, list[float]] = {}
    for game in games:
        unit = game.unit
        if isinstance(unit, GameUnit) and "winner" in game.result:
            key = unit.key if unit.x == unit.o else unit.pair
            encounters.setdefault(key, []).append(worth(game.result, unit.subject))
    return tally(encounters.values())


def text(tally: Tally) -> str:
    """`+5 =2 -3: 60 % (31 to 83)`, with where the true score lies in brackets."""
    low, high = tally.interval
    return f"{counts(tally)} ({100 * low:.0f} to {100 * high:.0f})"


def counts(tally: Tally) -> str:
    """`+5 =2 -3: 60 %`"""
    return f"+{tally.wins} ={tally.draws} -{tally.losses}: {100 * tally.score:.0f} %"


def worth(result: Mapping[str, Any], side: str) -> float:
    """Of a finished game to `x` or `o`."""
    if result["winner"] == DRAW:
        return 0.5
    return 1.0 if result["winner"] == side else 0.0
