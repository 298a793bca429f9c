"""Records behave as frozen dataclasses do."""

from __future__ import annotations

import pytest

from linemate.engine.record import Record


class Point(Record):
    x: int
    y: int = 0


class Named(Point):
    name: str = ""


def test_fields_are_given_by_position_or_by_name() -> None:
    assert Point(1) == Point(x=1, y=0)
    assert Named(1, 2, name="a").y == 2
    assert repr(Named(1)) == "Named(x=1, y=0, name='')"


def test_equality_needs_the_same_class() -> None:
    assert Point(1) != Named(1)
    assert hash(Point(1)) == hash(Point(1, 0))
    assert len({Point(1), Point(1, 0), Point(2)}) == 2


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), ((1, 2, 3), {}), ((1,), {"z": 1}), ((1,), {"x": 1})]
)
def test_missing_surplus_unknown_and_doubled_fields_are_refused(
    values: tuple[int, ...], named: dict[str, int]
) -> None:
    with pytest.raises(TypeError, match="Point"):
        Point(*values, **named)


def test_a_record_cannot_be_changed_but_copied_with_changes() -> None:
    point = Point(1, 2)
    with pytest.raises(AttributeError, match="frozen"):
        point.x = 5
    assert point.replace(y=7) == Point(1, 7)
