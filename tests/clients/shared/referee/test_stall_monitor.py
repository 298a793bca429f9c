"""Gaps in the referee's own time, by a clock that the test sets."""

from __future__ import annotations

import pytest
from linemate.clients.shared.referee import stall_monitor
from linemate.clients.shared.referee.stall_monitor import LATE, TICK, Pulse


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_lost_while_it_beats() -> None:
    clock = Clock()
    own = Pulse(clock)
    for _ in range(9):
        own.beat()
        clock.now += TICK + LATE - 0.001
    assert own.lost(0.0, 200.0) == 0.0


def test_a_gap_is_lost_as_far_as_it_is_in_the_time_asked_for() -> None:
    clock = Clock()
    own = Pulse(clock)
    own.beat()
    clock.now = 103.0
    own.beat()
    assert own.lost(99.0, 104.0) == pytest.approx(3.0)
    assert own.lost(102.0, 104.0) == pytest.approx(1.0)
    assert own.lost(99.0, 101.0) == pytest.approx(1.0)
    assert own.lost(103.0, 104.0) == 0.0


def test_who_is_woken_up_before_the_pulse_is_told_as_well() -> None:
    clock = Clock()
    own = Pulse(clock)
    own.beat()
    clock.now = 103.0
    assert own.lost(99.0, 103.0) == pytest.approx(3.0)


def test_there_is_one_for_the_process() -> None:
    assert stall_monitor.pulse() is stall_monitor.pulse()
