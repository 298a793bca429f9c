"""Processors of their own for the engines of each game, so that games at a time do not disturb each
other.

Both engines of a game have the same ones, as they think in turn. Where two processors are one core,
the second is given away only when every core has a game.
"""

from __future__ import annotations

import os

from linemate.engine.core import LinemateError

SIBLINGS = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


class AffinityError(LinemateError):
    """Engines cannot be pinned to processors as it was asked for."""


def share_processors(games: int, each: int) -> list[tuple[int, ...]]:
    """Return the processors of every game that is played at a time. Raises AffinityError."""
    if not hasattr(os, "sched_setaffinity"):
        raise AffinityError("affinity: this system cannot pin processes to processors (Linux can)")
    ours = sorted(os.sched_getaffinity(0), key=lambda number: (_place_in_core(number), number))
    if games * each > len(ours):
        raise AffinityError(
            f"affinity: {games} games at a time with {each} processors each need {games * each}, "
            f"and {len(ours)} are there: fewer with --concurrency or --affinity"
        )
    return [tuple(ours[first : first + each]) for first in range(0, games * each, each)]


def _place_in_core(processor: int) -> int:
    """Return how many processors of the same core come before this one; 0 where nobody tells."""
    try:
        with open(SIBLINGS.format(processor), encoding="ascii") as file:
            return file.read().strip().replace("-", ",").split(",").index(str(processor))
    except (OSError, ValueError):
        return 0
