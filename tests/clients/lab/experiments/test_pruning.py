"""What is concluded about pruning: every row as a whole."""

from __future__ import annotations

from linemate.clients.lab.units import (
    Result,
    SearchUnit,
)
from tests.clients.lab.experiments.concluding import conclude


def test_pruning_tells_positions_and_mean_times() -> None:
    """Repeats took 1, 2, ... 5 seconds: their mean is 3, their longest 5."""

    def result(unit: SearchUnit) -> Result:
        nodes = {"minimax": 549_946, "alphabeta": 61_418}[str(unit.player.options["Search"])]
        return {"seconds": float(unit.repeat), "nodes": nodes}

    how = "mean of 5, longest 5 s"
    findings = conclude("pruning", result, quick=False)
    assert [tuple(row) for row in findings.rows] == [
        ("3x3, first move, minimax: positions", "004: 549,945", "549,946", "1", "Search=minimax"),
        *(
            ("3x3, first move, minimax: time", theirs, "3 s", ratio, f"Search=minimax; {how}")
            for theirs, ratio in (("004: 0.125 s", "24"), ("002: 18 s", "0.167"))
        ),
        ("3x3, second move, minimax: positions", "-", "549,946", "-", "Search=minimax"),
        (
            "3x3, second move, minimax: time",
            *("002: 1.8 s", "3 s", "1.67", f"Search=minimax; {how}"),
        ),
        (
            "3x3, first move, alphabeta: positions",
            *("004: 30,709", "61,418", "2", "Search=alphabeta"),
        ),
        *(
            ("3x3, first move, alphabeta: time", theirs, "3 s", ratio, f"Search=alphabeta; {how}")
            for theirs, ratio in (("004: 18 ms", "167"), ("000: 16 ms", "188"))
        ),
        ("3x3, second move, alphabeta: positions", "-", "61,418", "-", "Search=alphabeta"),
        ("3x3, second move, alphabeta: time", "-", "3 s", "-", f"Search=alphabeta; {how}"),
    ]
