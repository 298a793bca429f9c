"""A Dask cluster on this machine: a real scheduler, and workers that are processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.clients.conftest import ROOT
from tests.waiting import PATIENCE, wait_until


class Cluster:
    """A scheduler and two workers, one game at a time each."""

    def __init__(self, directory: Path) -> None:
        self._file = directory / "scheduler.json"
        self._directory = directory
        self._processes: list[subprocess.Popen[bytes]] = []
        self._run("scheduler", "--port", "0", "--host", "127.0.0.1")
        wait_until(lambda: self._told_address() is not None, "the scheduler")
        self.address = str(self._told_address())
        self.workers = [self._run_worker() for _ in range(2)]

    def _run_worker(self) -> subprocess.Popen[bytes]:
        return self._run("worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1")

    def lose_worker(self) -> None:
        """Kill a worker, whatever it is doing."""
        lost = self.workers.pop(0)
        lost.kill()
        lost.wait(PATIENCE)

    def replace_worker(self) -> None:
        """Kill a worker, and start another in its place."""
        self.lose_worker()
        self.workers.append(self._run_worker())

    def _told_address(self) -> str | None:
        """Return what the scheduler's file says, or None while it is missing or half written."""
        try:
            return str(json.loads(self._file.read_text())["address"])
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def _run(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        log = (self._directory / f"{what}{len(self._processes)}.txt").open("wb")
        with log:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", f"distributed.cli.dask_{what}", *words),
                    *("--scheduler-file", str(self._file), "--no-dashboard"),
                ],
                cwd=self._directory,
                env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
                stdout=log,
                stderr=log,
            )
        self._processes.append(process)
        return process

    def close(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait(PATIENCE)
