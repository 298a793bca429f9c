"""Positions as jobs: a process of the engine's solves them, and ends when it should."""

from __future__ import annotations

import subprocess
import threading

import pytest

from linemate.clients.prove.solving import SolverSettings, SolvingJob
from linemate.clients.shared.worker_pool import JobError
from tests.waiting import wait_until

WON = SolvingJob("1o7/3x2x1o/3o2o2/4oo2x/7x1/1xx4o1/x1xo5/3x1o3/5xo2 x 4", 100_000)
ENDLESS = SolvingJob("9/9/9/9/9/9/9/9/9 x -", 10**12)
SETTINGS = SolverSettings("free", 1)


def test_one_process_solves_one_position_after_the_other() -> None:
    with SETTINGS.make_worker() as worker:
        for _ in range(2):
            solved = worker.play(WON)
            assert solved.job == WON
            assert solved.line is not None
            assert solved.line["value"] == "x"
            assert worker.ply == 20
        process = worker._process
    assert process is not None
    assert process.returncode == 0


def test_a_job_that_is_cancelled_ends_and_the_next_one_is_done() -> None:
    with SETTINGS.make_worker() as worker:
        found = []
        thread = threading.Thread(target=lambda: found.append(worker.play(ENDLESS)))
        thread.start()
        wait_until(lambda: worker.nodes > 0, "a report")
        worker.cancel(ENDLESS)
        thread.join()
        assert found[0].line is None
        assert worker.play(WON).line is not None


def test_a_line_that_a_cancelled_process_has_not_finished_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A proof may be longer than what a pipe holds; Ctrl-C in the middle ended in a traceback."""
    script = 'printf \'{"nodes": 1}\\n{"nodes": 2, "line": [0, 1\'; exec sleep 60'
    with SETTINGS.make_worker() as worker:
        monkeypatch.setattr(worker, "_start", lambda: start("sh", "-c", script))
        found = []
        thread = threading.Thread(target=lambda: found.append(worker.play(ENDLESS)))
        thread.start()
        wait_until(lambda: worker.nodes == 1, "a report")
        worker.cancel(ENDLESS)
        thread.join()
        assert [solved.line for solved in found] == [None]


def start(*command: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_what_is_wrong_with_a_position_is_told() -> None:
    with (
        SETTINGS.make_worker() as worker,
        pytest.raises(JobError, match="board to play in '0'"),
    ):
        worker.play(SolvingJob("9/9/9/9/9/9/9/9/9 x 0", 1))


def test_a_machine_without_problems_has_none() -> None:
    assert SETTINGS.find_problems() == []
    assert "full-board" in SolverSettings("nonsense", 1).find_problems()[0]
