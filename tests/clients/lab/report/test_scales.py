"""Axes: every value has its place, and ticks are round numbers."""

from __future__ import annotations

import pytest

from linemate.clients.lab.report.scales import make_scale, write_tick


@pytest.mark.parametrize(
    ("values", "logarithmic"),
    [([0.0, 100.0], False), ([3.0, 3.0], False), ([0.2, 7_000_000.0], True), ([5.0], True)],
)
def test_all_values_and_ticks_lie_on_the_axis(values: list[float], logarithmic: bool) -> None:
    scale = make_scale(values, 10, 200, logarithmic)
    assert scale.ticks
    for value in (*values, *scale.ticks):
        assert 10 - 1e-9 <= scale.place(value) <= 200 + 1e-9


def test_ticks_are_round_and_few_values_of_x_are_all_named() -> None:
    assert make_scale([0, 100], 0, 1, False).ticks == [0, 20, 40, 60, 80, 100]
    assert make_scale([30, 40_000], 0, 1, True).ticks == [10, 100, 1_000, 10_000, 100_000]
    samples = [100.0, 300.0, 1_000.0]
    assert make_scale(samples, 0, 1, True, named=True).ticks == samples
    assert [write_tick(value) for value in (0.5, 20_000, 3_000_000)] == [
        *("0.5", "20,000", "3 million"),
    ]


def test_a_logarithmic_axis_has_as_much_room_for_every_tenfold() -> None:
    scale = make_scale([1, 100], 0, 100, True)
    assert [round(scale.place(value)) for value in (1, 10, 100)] == [0, 50, 100]
