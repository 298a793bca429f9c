"""Records as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import GameRecord, Reason, RecordError, from_json, to_json

Make = Callable[..., GameRecord]
OPENING = Opening("3/1x1/3 o", ("a1", "c3"))


def test_a_record_survives_json(record: Make) -> None:
    for each in (
        record(3, "B", Reason.CRASH, opening=OPENING, tiebreak=2, round=5),
        record(0, None, Reason.INTERRUPTED, moves=""),
        replace(record(0, "A"), replays=2),
    ):
        line = to_json(each)
        assert "\n" not in line
        assert from_json(line) == each


def test_json_has_what_programs_want(record: Make) -> None:
    fields = json.loads(to_json(record(1, "A", moves="b2 a1")))
    assert (fields["x"], fields["o"], fields["result"], fields["winner"]) == ("B", "A", "0-1", "o")
    assert fields["moves"][0] == {
        "move": "b2",
        "cp": 3,
        "depth": 4,
        "nodes": 5,
        "seconds": 0.01,
    }


@pytest.mark.parametrize(
    "name", ["round", "tiebreak", "number", "seconds", "cp", "mate", "depth", "nodes", "move"]
)
@pytest.mark.parametrize("value", ["1e999", "-1e999", "NaN", "true", "[]", "{}", "10" * 20])
def test_a_number_that_is_none_is_refused_and_named(record: Make, name: str, value: str) -> None:
    """1e999 is JSON, and read as infinite: it was a traceback in every client."""
    line = to_json(record(0, "A"))
    was = {"round": "1", "seconds": "1.5", "depth": "4", "nodes": "5", "cp": "3"}.get(name, "0")
    old = f'"{name}": {was}'
    if name in ("mate", "move"):
        old, name = '"cp": 3', name
    assert old in line
    with pytest.raises(RecordError, match=r"no record of a game: .*(bad|no JSON)"):
        from_json(line.replace(old, f'"{name}": {value}', 1))


@pytest.mark.parametrize(("name", "value"), [("x", "B"), ("o", "A"), ("result", "0-1")])
def test_what_a_record_says_twice_is_the_same(record: Make, name: str, value: str) -> None:
    fields = json.loads(to_json(record(0, "A"))) | {name: value}
    with pytest.raises(RecordError, match=f"bad {name} '{value}': expected '.*', as the rest"):
        from_json(json.dumps(fields))


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", "{", '{"round": "x"}', "\x00"])
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="no record of a game"):
        from_json(line)
