"""The process of ours that tells by how much the machine makes anybody late."""

from __future__ import annotations

import pytest

from linemate.clients.check import reference
from linemate.clients.check.reference import Reference
from tests.waiting import is_reaped


def test_it_is_as_late_as_its_answer_is_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = reference.PROGRAM.replace("float(line)", "float(line) + 0.05")
    monkeypatch.setattr(reference, "PROGRAM", late)
    with Reference() as ours:
        pid = ours._process.pid
        for seconds in (0.01, 0.0):
            ours.ask(seconds)
            assert ours.lateness() >= 0.05
    assert is_reaped(pid)
