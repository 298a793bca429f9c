"""Records as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import GameRecord, Reason, RecordError, from_json, to_json

Make = Callable[..., GameRecord]
OPENING = Opening("3/1x1/3 o", ("a1", "c3"))


def test_a_record_survives_json(record: Make) -> None:
    for each in (
        record(3, "B", Reason.CRASH, opening=OPENING, tiebreak=2, round=5),
        record(0, None, Reason.INTERRUPTED, moves=""),
    ):
        line = to_json(each)
        assert "\n" not in line
        assert from_json(line) == each


def test_json_has_what_programs_want(record: Make) -> None:
    fields = json.loads(to_json(record(1, "A")))
    assert (fields["x"], fields["o"], fields["result"], fields["winner"]) == ("B", "A", "0-1", "o")
    assert fields["moves"][0] == {
        "move": "b2",
        "cp": 3,
        "depth": 4,
        "nodes": 5,
        "seconds": 0.01,
    }


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", "{", '{"round": "x"}', "\x00"])
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="no record of a game"):
        from_json(line)
