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
        nodes = {
            "minimax": 549_946,
            "alphabeta": 20_866,
            "alphabeta-results": 18_297,
            "alphabeta-2018": 30_710,
        }
        return {
            "seconds": float(unit.repeat),
            "move": "a3",
            "nodes": nodes[str(unit.player.options["Search"])],
        }

    how, results = "mean of 5, longest 5 s", "Search=alphabeta-results"
    findings = conclude("pruning", result, quick=False)
    assert [tuple(row) for row in findings.rows] == [
        (
            "3x3, first move, minimax: positions",
            "Hashim 2018: 549,945",
            "549,945",
            "1",
            "Search=minimax",
        ),
        *(
            ("3x3, first move, minimax: time", theirs, "3 s", ratio, f"Search=minimax; {how}")
            for theirs, ratio in (("Hashim 2018: 0.125 s", "24"), ("Qi: 18 s", "0.167"))
        ),
        ("3x3, second move, minimax: positions", "-", "549,945", "-", "Search=minimax"),
        (
            "3x3, second move, minimax: time",
            *("Qi: 1.8 s", "3 s", "1.67", f"Search=minimax; {how}"),
        ),
        ("3x3, first move, alphabeta: positions", "-", "20,865", "-", "Search=alphabeta"),
        (
            "3x3, first move, alphabeta: time",
            *("Cui 2018: 16 ms", "3 s", "188", f"Search=alphabeta; {how}"),
        ),
        ("3x3, second move, alphabeta: positions", "-", "20,865", "-", "Search=alphabeta"),
        ("3x3, second move, alphabeta: time", "-", "3 s", "-", f"Search=alphabeta; {how}"),
        *(
            (f"3x3, {turn} move, alphabeta-results: positions", "-", "18,296", "-", results)
            for turn in ("first", "second")
        ),
        (
            "3x3, first move, alphabeta-2018: positions",
            *("Hashim 2018: 30,709", "30,709", "1", "Search=alphabeta-2018"),
        ),
        (
            "3x3, first move, alphabeta-2018: time",
            *("Hashim 2018: 18 ms", "3 s", "167", f"Search=alphabeta-2018; {how}"),
        ),
        (
            "3x3, second move, alphabeta-2018: positions",
            *("-", "30,709", "-", "Search=alphabeta-2018"),
        ),
        (
            "3x3, first move played",
            *("Cui 2018: cell 9, that is c1", "a3", "-"),
            "Search=alphabeta, the first of equals; all nine are draws",
        ),
    ]
