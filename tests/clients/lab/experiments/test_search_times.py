"""What is concluded about times of a move: every row as a whole."""

from __future__ import annotations

from linemate.clients.lab.units import (
    Result,
    SearchUnit,
    Unit,
)
from tests.clients.lab.experiments.concluding import conclude, rows


def test_the_times_of_hminimax_tell_free_turns_from_those_with_the_board_set() -> None:
    """First moves take 9 s; in a game the turns take 1 and 3 s set and 5 and 7 s free."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 9.0, "free": False}
        return {"seconds": [1.0, 5.0, 3.0, 7.0], "free": [False, True, False, True]}

    found = rows(conclude("hminimax-time", result, quick=False))
    how, first = "Heuristic=adjacent-boards, Depth=5", "mean of 3, longest 9 s"
    for game in ("nineboard", "ultimate"):
        place = f"{game}, depth 5"
        both = [found[f"{place}, {turns}"] for turns in ("first move", "board set", "free turns")]
        # 004's rows have the same names, and came later; they have no figures for the means.
        assert [theirs for theirs, *_ in both] == ["-", "-", "-"]
        assert found[f"{place}, board set, longest"] == (
            *("004: at most 1 s", "3 s", "3"),
            "Heuristic=powers-of-two, Depth=5; of 80",
        )
    assert found["nineboard, depth 8, first move"] == (
        *("000: 9.13 s", "9 s", "0.986", f"Heuristic=block-danger, Depth=8; {first}"),
    )
    mean = "Heuristic=block-danger, Depth=8; mean of"
    set_turns = found["nineboard, depth 8, board set"]
    assert set_turns == ("-", "2 s", "-", f"{mean} 80, longest 3 s")
    free_turns = found["nineboard, depth 8, free turns"]
    assert free_turns == ("-", "6 s", "-", f"{mean} 80, longest 7 s")
    assert found["nineboard, depth 8, all turns"] == (
        *("000: about 2 s", "4 s", "2", f"{mean} 160, longest 7 s"),
    )
    assert found["ultimate, depth 8, free turns, longest"] == (
        *("000: over 10 s", "7 s", "0.7", "Heuristic=big-board-threats, Depth=8; of 80"),
    )
    assert "ultimate, depth 8, all turns" not in found
    of_002 = [
        (row.theirs, row.ours, row.ratio)
        for row in conclude("hminimax-time", result, quick=False).rows
        if row.settings.startswith(how)
    ]
    expected = [("002: 60 s", "9 s", "0.15"), ("002: 6 s", "2 s", "0.333")]
    assert of_002 == 2 * [*expected, ("002: 50 s", "6 s", "0.12")]


def test_the_times_of_mcts_are_means() -> None:
    """Ten searches of 1 to 10 s."""
    how = "Search=mcts, Samples=10000, Exploration=140; mean of 10, longest 10 s"
    found = conclude("mcts-time", lambda unit: {"seconds": float(unit.repeat)}, quick=False)
    assert rows(found) == {
        "nineboard, first move, 10,000 samples": ("000: 2.24 s", "5.5 s", "2.46", how),
        "ultimate, first move, 10,000 samples": ("000: 6.38 s", "5.5 s", "0.862", how),
    }
