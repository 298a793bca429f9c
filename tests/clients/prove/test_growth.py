"""What exact values cost, and what follows from that."""

from __future__ import annotations

from typing import Any

import pytest

from linemate.clients.prove.growth import costs_by_ply, describe_growth

AFTER_TWO = "xo7/9/9/9/9/9/9/9/9 x 2"
AFTER_FOUR = "xoxo5/9/9/9/9/9/9/9/9 x 4"


def line(position: str, value: str, nodes: int) -> dict[str, Any]:
    return {"position": position, "value": value, "nodes": nodes, "seconds": nodes / 1e6}


def test_costs_are_medians_by_ply_to_the_mover() -> None:
    lines = [
        line(AFTER_FOUR, "x", 100),
        line(AFTER_FOUR, "o", 300),
        line(AFTER_FOUR, "draw", 200),
        line(AFTER_TWO, "open", 900),
    ]
    later, earlier = costs_by_ply(lines)
    assert (later.ply, later.count, later.wins, later.losses, later.draws) == (4, 3, 1, 1, 1)
    assert later.nodes == 200
    assert later.seconds == pytest.approx(0.0002)
    assert (earlier.ply, earlier.open, earlier.is_known) == (2, 1, False)


def test_what_follows_from_others_counts_as_more_than_was_allowed() -> None:
    (cost,) = costs_by_ply([line(AFTER_TWO, "x", 50), line(AFTER_TWO, "o", 0)])
    assert (cost.wins, cost.losses, cost.open) == (1, 1, 0)
    assert not cost.is_known


def test_the_growth_is_told_and_extrapolated_to_the_empty_board() -> None:
    """100 nodes at ply 4 and 400 at ply 2 are twice as many a ply, and 1600 at the beginning."""
    told = describe_growth(costs_by_ply([line(AFTER_FOUR, "x", 100), line(AFTER_TWO, "o", 400)]))
    assert "each ply earlier takes 2.00 times the nodes" in told
    assert "2e+03 nodes, at 1.0 million a second" in told


def test_of_one_ply_no_growth_is_told() -> None:
    assert "takes two plies" in describe_growth(costs_by_ply([line(AFTER_TWO, "o", 400)]))
