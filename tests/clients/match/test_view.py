"""What one sees of a match while it is played."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import pytest
from rich.console import Console

from linemate.clients.match import view as views
from linemate.clients.match.settings import Settings
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.match.view import LineView, LiveView
from linemate.clients.match.workers.runner import MatchPool
from linemate.clients.shared.openings import Opening, start_position
from linemate.clients.shared.records import GameRecord, Reason, Task
from linemate.clients.shared.worker_pool import Progress
from tests.clients.conftest import ROOT
from tests.waiting import PATIENCE

Make = Callable[..., GameRecord]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Busy:
    """A worker pool with games in progress."""

    def __init__(self, count: int) -> None:
        self._count = count

    def in_progress(self) -> Sequence[Progress[Task]]:
        return [
            Progress(Task(1, "A", "B", 0, each, Opening()), each) for each in range(self._count)
        ]


@pytest.fixture
def schedule(settings: Callable[..., Settings]) -> Schedule:
    return Schedule(settings(games=20, sprt={"elo0": 0, "elo1": 20}), start_position())


def show(view: LineView | LiveView, schedule: Schedule, *records: GameRecord) -> None:
    for record in records:
        schedule.add(record)
        view.show_game(record, "log/1.txt" if record.at_fault else None)
        view.show_progress(cast(MatchPool, Busy(12)))


def test_without_a_terminal_there_is_a_line_for_each_game(
    settings: Callable[..., Settings],
    schedule: Schedule,
    record: Make,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(views, "LINE_EVERY", 0.0)
    view = LineView(settings(games=20), schedule)
    show(view, schedule, record(0, "A"), record(1, "A", Reason.CRASH))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1/20  1.1: A - B 1-0, line, 5 plies"
    assert "2/20  1.2: B - A 0-1, crash of B: because (see log/1.txt)" in lines
    assert any("2 of 20 games" in line and "to go" in line for line in lines)
    assert any("score of A: 100.0 %" in line for line in lines)


def test_a_terminal_has_the_standing_the_games_the_pace_and_the_sprt(
    settings: Callable[..., Settings],
    schedule: Schedule,
    record: Make,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(views, "REDRAW_EVERY", 0.0)
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=80, height=50)
    sprt = settings(games=20, sprt={"elo0": 0, "elo1": 20})
    with LiveView(sprt, schedule, console) as view:
        show(view, schedule, record(0, "A"), record(1, "A", Reason.TIME))
    text = ESCAPES.sub("", shown.getvalue())
    assert "score of A: 100.0 %" in text
    assert "playing 1.3: A - B, ply 2" in text
    assert "and 2 more" in text
    assert "2 of at most 20 games" in text
    assert "a minute" in text
    assert "to go" in text
    assert "LLR" in text
    assert "failures: 1" in text
    assert "time of B: because" in text
    assert max(map(len, re.split(r"[\r\n]+", text))) <= 80


def test_a_match_on_a_real_terminal_is_drawn_and_then_summed_up(
    fake: Callable[..., str], tmp_path: Path
) -> None:
    master, slave = pty.openpty()
    words = [
        *("match", "--game", "tictactoe", "--movetime", "1ms", "--margin", "10s", "--games", "2"),
        *("--engine", "name=A", f"cmd={fake('late=150')}", "--engine", "name=B", f"cmd={fake()}"),
        *("--out", str(tmp_path / "m")),
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "clients", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(slave)
    data = b""
    while True:
        try:
            chunk = os.read(master, 1 << 16)
        except OSError:  # the other side is closed
            break
        data += chunk
    os.close(master)
    assert process.wait(PATIENCE) == 0
    raw = data.decode()
    assert "\x1b[" in raw
    assert "playing 1." in raw
    assert "A against B, as A sees it" in raw.rpartition("playing")[2]
