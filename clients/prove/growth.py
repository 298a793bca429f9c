"""What exact values cost, ply by ply, and what that says of earlier plies.

The work for a position grows by about the same factor with every ply earlier. So the logarithm of
the median is fitted by a line, over the plies at which most positions were solved; what the line
says of a ply far before these is an extrapolation, no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, inf, isinf, log
from statistics import median

from linemate.clients.prove.certificate import DRAW, OPEN
from linemate.clients.prove.solving import Line

SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class PlyCost:
    """What the positions of one ply have cost; an open one counts as more than any other."""

    ply: int
    wins: int  # of the mover
    losses: int
    draws: int
    open: int
    nodes: float  # the median
    seconds: float  # likewise, of a processor

    @property
    def count(self) -> int:
        return self.wins + self.losses + self.draws + self.open

    @property
    def is_known(self) -> bool:
        """Return whether there is a median: of more than half the cost is known."""
        return not isinf(self.nodes)


def costs_by_ply(lines: Iterable[Line]) -> list[PlyCost]:
    """Return what these positions have cost, the latest ply first."""
    by_ply: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        boards = line["position"].split(" ")[0]
        by_ply[boards.count("x") + boards.count("o")].append(line)
    return [_cost(ply, by_ply[ply]) for ply in sorted(by_ply, reverse=True)]


def _cost(ply: int, lines: list[Line]) -> PlyCost:
    movers = [line["position"].split(" ")[1] for line in lines]
    values = [line["value"] for line in lines]
    draws, left_open = values.count(DRAW), values.count(OPEN)
    wins = sum(value == mover for value, mover in zip(values, movers, strict=True))
    nodes, seconds = ([_spent(line, what) for line in lines] for what in ("nodes", "seconds"))
    losses = len(lines) - wins - draws - left_open
    return PlyCost(ply, wins, losses, draws, left_open, median(nodes), median(seconds))


def _spent(line: Line, what: str) -> float:
    """Return what solving a position took at one go: more than was allowed where it is open, or
    follows from others, which has no nodes of its own.
    """
    return inf if line["value"] == OPEN or not line["nodes"] else float(line[what])


def describe_growth(costs: list[PlyCost]) -> str:
    """Return the growth of the costs in words, and what it leads to expect of the whole game."""
    known = [cost for cost in costs if cost.is_known]
    if len(known) < 2:
        return "To tell how the work grows takes two plies at which most positions are solved."
    middle = sum(cost.ply for cost in known) / len(known)
    level = sum(log(cost.nodes) for cost in known) / len(known)
    spread = sum((cost.ply - middle) ** 2 for cost in known)
    slope = sum((cost.ply - middle) * log(cost.nodes) for cost in known) / spread
    speed = sum(cost.nodes for cost in known) / max(1e-9, sum(cost.seconds for cost in known))
    nodes = exp(level - slope * middle)
    days = nodes / speed / SECONDS_A_DAY
    first, last = known[-1].ply, known[0].ply
    return (
        f"From ply {last} to {first} each ply earlier takes {exp(-slope):.2f} times the nodes. "
        f"Extrapolated to the empty board, over {first} plies: {nodes:.1g} nodes, at "
        f"{speed / 1e6:.1f} million a second {days:,.3g} days of one processor."
    )
