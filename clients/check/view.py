"""Watching a check: results as they come, and on a terminal a bar below them."""

from __future__ import annotations

import io
import sys
from types import TracebackType

from linemate.clients.check import runner
from linemate.clients.check.report import describe_group, describe_result
from linemate.clients.check.verdict import Result, Verdict
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

COLOURS = {Verdict.FAILED: "bold red", Verdict.NOT_TRIED: "yellow"}


class View:
    """Results go to standard output, the bar to standard error; where both are the same terminal
    the one has to know of the other.
    """

    def __init__(self, total: int) -> None:
        self._group = ""
        if isinstance(sys.stdout, io.TextIOWrapper):
            # What an engine says may be beyond what the terminal can show.
            sys.stdout.reconfigure(errors="replace")
        self._out = _console(sys.stdout)
        errors = _console(sys.stderr)
        self._has_bar = errors.is_terminal
        bar_console = self._out if self._out.is_terminal else errors
        self._bar = Progress(
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=bar_console,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> View:
        if self._has_bar:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._has_bar:
            self._bar.stop()

    def watch(self, progress: runner.Progress) -> None:
        count = f" ({progress.examples})" if progress.examples else ""
        self._bar.update(self._task, description=f"{progress.title}{count}")

    def show(self, result: Result) -> None:
        if (group := describe_group(result)) != self._group:
            self.say("", group)
            self._group = group
        first, *rest = describe_result(result)
        self._out.print(first, style=COLOURS.get(result.verdict), soft_wrap=True)
        self.say(*rest)
        self._bar.advance(self._task)

    def say(self, *lines: str) -> None:
        for line in lines:
            self._out.print(line, soft_wrap=True)
        self._out.file.flush()


def _console(stream: object) -> Console:
    return Console(
        file=stream,  # type: ignore[arg-type]
        highlight=False,
        markup=False,
        emoji=False,
    )
