"""The limits of a match, and those of an engine over them."""

from __future__ import annotations

from linemate.clients.shared.time_control import TimeControl


def test_limits_of_an_engine_take_the_place_of_those_of_the_match() -> None:
    match = TimeControl(movetime=100, depth=5)
    assert TimeControl().over(match) == match
    assert TimeControl(clock=1000, increment=10).over(match) == TimeControl(None, 1000, 10, 5)
    assert TimeControl(depth=3).over(match) == TimeControl(movetime=100, depth=3)
    assert TimeControl(movetime=50).over(match) == TimeControl(movetime=50, depth=5)
    assert str(TimeControl(None, 60_000, 500, 3, 7)) == "clock 1min+500ms, depth 3, nodes 7"
