"""Solving a position as a job: by a process of the engine's, here or on another machine.

The process is `engine/tools/prove_nineboard.py`. It is out of reach of a terminal's Ctrl-C, and
ends by itself when nobody reads its reports any more.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from typing import Any

from linemate.clients.shared.worker_pool import JobError
from linemate.protocol.driver import our_command, our_environment

MODULE = "linemate.engine.tools.prove_nineboard"
END_SECONDS = 5.0  # for a process to end when its input does

Line = dict[str, Any]  # of a certificate


@dataclass(frozen=True)
class SolvingJob:
    """A position, and the most nodes that its value may take."""

    position: str
    nodes: int

    @property
    def key(self) -> tuple[str, int]:
        return self.position, self.nodes

    @property
    def label(self) -> str:
        return self.position


@dataclass(frozen=True)
class Solved:
    """What came of a job: a line of the certificate, None if the job was cancelled."""

    job: SolvingJob
    line: Line | None


@dataclass(frozen=True)
class SolverSettings:
    """What all jobs have in common: the rule on full boards, and megabytes for the table."""

    full_board: str
    megabytes: int

    def make_worker(self) -> SolverWorker:
        return SolverWorker(self)

    def find_problems(self) -> list[str]:
        """Return what keeps positions from being solved here."""
        job = SolvingJob("9/9/9/9/9/9/9/9/9 x -", 1)
        try:
            with self.make_worker() as worker:
                worker.play(job)
        except (JobError, OSError) as error:
            return [str(error)]
        return []


class SolverWorker:
    """See `Worker`. Its process is started with the first job."""

    def __init__(self, settings: SolverSettings) -> None:
        self._settings = settings
        self._process: subprocess.Popen[str] | None = None
        self._cancelled: SolvingJob | None = None
        self.ply = 0  # of the position that is being solved
        self.nodes = 0  # that it has taken

    def __enter__(self) -> SolverWorker:
        return self

    def __exit__(self, *_: object) -> None:
        process = self._process
        if process is not None:
            assert process.stdin is not None
            process.stdin.close()
            try:
                process.wait(END_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
            with process:  # which closes what is left of it, and waits
                pass

    def play(self, job: SolvingJob) -> Solved:
        """Solve a position. Raises JobError if the process fails."""
        boards = job.position.split(" ")[0]
        self.ply = boards.count("x") + boards.count("o")
        self.nodes = 0
        process = self._process = self._process or self._start()
        if job == self._cancelled:
            process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"position": job.position, "nodes": job.nodes}) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            pass  # why it has ended is told below
        for text in process.stdout:
            if not text.endswith("\n"):
                break  # it was ended in the middle of a line
            report = json.loads(text)
            self.nodes = report["nodes"]
            if report.get("done"):
                return Solved(job, report["line"])
        self._process = None
        with process:
            assert process.stderr is not None
            problem = process.stderr.read().strip()
        if job == self._cancelled:
            return Solved(job, None)
        raise JobError(f"solving {job.label}: {problem or f'status {process.returncode}'}")

    def cancel(self, job: SolvingJob) -> None:
        self._cancelled = job
        process = self._process
        if process is not None:
            process.kill()

    def _start(self) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        settings = self._settings
        words = ["--solve", "--full-board", settings.full_board, "--hash", str(settings.megabytes)]
        return subprocess.Popen(
            [*our_command(MODULE), *words],
            stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8",
            env=our_environment(), start_new_session=True,
        )  # fmt: skip
