"""What is concluded about 001's player of qubic: every row as a whole."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.qubic import FIRST_DEPTH
from linemate.clients.lab.units import (
    GameUnit,
    Result,
    SearchUnit,
    Unit,
)
from linemate.clients.shared.openings import START
from linemate.engine.textbook import cube_2019
from tests.clients.lab.experiments.concluding import MOVES, conclude, rows, winner


def test_qubic_is_told_as_001_tells_it() -> None:
    """The subject draws with random, x loses to itself, 130 wins every pair by 3/2."""

    def result(unit: GameUnit) -> Result:
        if unit.group.startswith("itself"):
            return {"winner": "o", "moves": MOVES * 3}
        if unit.group == "shortest":
            return {"winner": "x", "moves": MOVES}
        worth = 0.5 if unit.group == "random" or unit.subject == "o" else 1
        return {"winner": winner(unit, worth), "moves": [unit.subject]}

    findings = conclude("qubic", result)
    found = rows(findings)
    match = found["qubic, cube-2019, 130 for a three against 150"]
    assert match[0] == "Tan et al. 2019: +74 =0 -26: 74 %"
    assert match[1].startswith("+5 =5 -0: 75 % (")
    assert match[2:] == ("1.01", "Search=cube-2019, nodes=300")
    assert found["qubic, cube-2019, against random"][1].startswith("+0 =10 -0: 50 % (")
    assert found["qubic, cube-2019, against random"][2] == "0.5"
    told = [row for row in findings.rows if row.what == "qubic, cube-2019 against itself: x"]
    assert [row.settings.partition("nodes=")[2] for row in told] == ["100", "1000", "5000"]
    assert {row[1:4] for row in told} == {
        ("Tan et al. 2019: +32 =0 -68: 32 %", "+0 =0 -10: 0 % (0 to 28)", "0")
    }
    assert found["qubic, cube-2019 against itself: length"][:2] == (
        *("Tan et al. 2019: 45 plies (one game)", "9 plies on average, 9 to 9"),
    )
    assert found["qubic, hminimax, cube-lines-130, against itself: length"][1] == (
        "3 plies on average, 3 to 3"
    )
    assert found["qubic, drawn games"][:2] == ("Tan et al. 2019: no draw exists", "15 of 60")
    [plot] = findings.plots
    [series] = plot.series
    assert (series.xs, series.ys, plot.level) == (
        *([100, 1_000, 5_000], [0, 0, 0], (32, "Tan et al. 2019, 10 s a move")),
    )


def test_hminimax_begins_with_a_centre_point_for_each_player_and_the_program_by_itself() -> None:
    """The printed game does so, and the heuristic reads the report so too. All 56 are played."""
    units = list(EXPERIMENTS["qubic"].plan(False, 1))
    openings = {unit.opening for unit in units if unit.group == "shortest"}
    assert len(openings) == 56
    assert all(len(opening.moves) == 2 for opening in openings)
    assert {cell for opening in openings for point in opening.moves for cell in point} == {"1", "2"}
    assert {unit.opening for unit in units if unit.group != "shortest"} == {START}


def test_every_figure_of_qubic_says_how_deep_it_was_and_whether_that_is_as_its_authors_did() -> (
    None
):
    """Scores with up to 200,000 nodes, which are 1 to 3 plies, stood beside those of the report,
    whose first look takes millions; and the game lengths said nothing of what they refute.
    """

    def result(unit: Unit, depth: int) -> Result:
        moves = MOVES * (4 if unit.group == "shortest" else 3)
        # A move made at once, a searched one, and one of the random player.
        return {"winner": "x", "moves": moves, "nodes": [0, 900, 1], "depths": [1, depth, 1]}

    findings = conclude("qubic", lambda unit: result(unit, 2))
    assert findings.conclusion[0].startswith("The program, 2 deep (its authors': 5), scores")
    settings = rows(findings)["qubic, cube-2019, against random"][3]
    assert settings == "Search=cube-2019, nodes=300; depth 2, 2.0 on average"
    remarks = " ".join(findings.remarks)
    assert "It is finished at 0 of the 50 moves that were searched here: so no score" in remarks
    assert "Its games are not longer than those of hminimax" in remarks
    assert "9 plies on average against 12." in remarks
    deep = " ".join(conclude("qubic", lambda unit: result(unit, 6)).remarks)
    assert "It is finished at 50 of the 50 moves that were searched here." in deep
    conclusion = " ".join(conclude("qubic-deep", lambda unit: result(unit, 6)).conclusion)
    assert "was finished at 2 of the 2 moves that it searched" in conclusion
    assert "Of 2 games x won 2 and lost 0" in conclusion


def test_who_profits_from_moving_first_is_told_of_the_fewest_nodes_and_of_the_most() -> None:
    """Where x won at every budget, it was said not to profit at every one."""

    def tell(winner: Callable[[Unit], str]) -> str:
        findings = conclude("qubic", lambda unit: {"winner": winner(unit), "moves": MOVES})
        return findings.conclusion[1]

    always = tell(lambda _: "x")
    assert always.endswith("with 5,000 (Tan et al. 2019: 32 %): the first player profits.")
    changing = tell(lambda unit: "x" if unit.group.endswith("5000") else "o")
    assert changing.endswith(": there the second player profits, here the first player profits.")
    turns = cycle("xo")
    even = tell(lambda unit: next(turns) if unit.group.endswith(" 100") else "x")
    assert ": there so many games do not tell who profits, here the first" in even


def test_the_first_look_is_as_deep_as_that_of_the_searcher() -> None:
    assert FIRST_DEPTH == cube_2019.FIRST_DEPTH


def test_qubic_on_the_clock_is_told_by_the_shallowest_search_and_the_mean_game() -> None:
    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"depth": 3 + unit.repeat}
        return {"winner": "x", "seconds": [1.0, 2.0, float(unit.seed)]}

    how = "Search=cube-2019, movetime=10s; "
    assert rows(conclude("qubic-time", result, quick=False)) == {
        "qubic, depth, its own move and the plies looked ahead": (
            *("Tan et al. 2019: at least 5 plies", "4 plies", "0.8"),
            how + "third move, fewest of 5 openings",
        ),
        "qubic, a game against random": (
            *("Tan et al. 2019: 19.3 s", "4.5 s", "0.233", how + "mean of 2, longest 5 s"),
        ),
    }
