"""Gaps in the referee's monitor time, by a clock that the test sets."""

from __future__ import annotations

import pytest

from linemate.clients.shared.referee import stall_monitor
from linemate.clients.shared.referee.stall_monitor import LATE, TICK, StallMonitor


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_lost_while_it_beats() -> None:
    clock = Clock()
    monitor = StallMonitor(clock)
    for _ in range(9):
        monitor.tick()
        clock.now += TICK + LATE - 0.001
    assert monitor.lost(0.0, 200.0) == 0.0


def test_a_gap_is_lost_as_far_as_it_is_in_the_time_asked_for() -> None:
    clock = Clock()
    monitor = StallMonitor(clock)
    monitor.tick()
    clock.now = 103.0
    monitor.tick()
    assert monitor.lost(99.0, 104.0) == pytest.approx(3.0)
    assert monitor.lost(102.0, 104.0) == pytest.approx(1.0)
    assert monitor.lost(99.0, 101.0) == pytest.approx(1.0)
    assert monitor.lost(103.0, 104.0) == 0.0


def test_who_is_woken_up_before_the_monitor_is_told_as_well() -> None:
    clock = Clock()
    monitor = StallMonitor(clock)
    monitor.tick()
    clock.now = 103.0
    assert monitor.lost(99.0, 103.0) == pytest.approx(3.0)


def test_there_is_one_for_the_process() -> None:
    assert stall_monitor.stall_monitor() is stall_monitor.stall_monitor()
