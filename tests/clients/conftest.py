"""Fake engines, records made up, matches as a user starts them, and a browser."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from linemate.clients.match.settings import Settings, read_settings
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import Ending, GameRecord, PlayedMove, Reason, Task
from linemate.clients.shared.referee.table import FinishedGame
from linemate.engine.core import Game, Position, Score
from tests.browsers import NoBrowserError, launch
from tests.needs import lack
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
FAKE = Path(__file__).parent / "peers" / "fake.py"


def fake_command(*words: str) -> str:
    # -S -E: half the time to start.
    return shlex.join([sys.executable, "-S", "-E", str(FAKE), *words])


@pytest.fixture
def fake() -> Callable[..., str]:
    """The command of a fake engine that behaves so."""
    return fake_command


@pytest.fixture
def settings() -> Callable[..., Settings]:
    """A match of tic-tac-toe between fakes, A and B, with these words as their behaviour."""

    def make(a: str = "", b: str = "", **more: Any) -> Settings:
        engines = [
            {"name": name, "cmd": fake_command(*words.split())}
            for name, words in (("A", a), ("B", b))
        ]
        limits = {} if {"movetime", "clock", "depth"} & more.keys() else {"nodes": 1}
        renamed = {name.replace("_", "-"): value for name, value in more.items()}
        return read_settings({"game": "tictactoe", "engine": engines, **limits, **renamed})

    return make


def play_once(settings: Settings, task: Task) -> FinishedGame:
    """Play a game; again if nobody could judge it on a busy machine."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with settings.make_table() as table:
            finished = table.play(task)
        if finished.record.ending.reason is not Reason.UNJUDGED or time.monotonic() > deadline:
            return finished


# Games that end with a line of x, with one of o, and with neither.
ENDS = {0: "a1 a2 b1 b2 c1", 1: "a1 a2 b1 b2 c3 c2", None: "b2 a1 c3 b3 b1 c1 a3 c2 a2"}


def make_record(
    number: int = 0,
    winner: str | None = None,
    reason: Reason | None = None,
    a: str = "A",
    b: str = "B",
    round: int = 1,
    tiebreak: int = 0,
    moves: str | None = None,
    opening: Opening | None = None,
) -> GameRecord:
    """Make up the record of a game, which by the rules could have been so; `winner` is a name or
    None.
    """
    task = Task(round, a, b, tiebreak, number, opening or Opening())
    side = None if winner is None else (task.x, task.o).index(winner)
    if moves is None:  # who loses otherwise than by the board is to move
        moves = ENDS[side] if reason is None else "b2" if side == 0 else "b2 a1"
    reason = reason or (Reason.FULL_BOARD if side is None else Reason.LINE)
    played = tuple(PlayedMove(move, 0.01, Score(cp=3), 4, 5) for move in moves.split())
    limits = ("nodes 1", "nodes 1")
    date = "2025-06-01T12:00:00+00:00"
    ending = Ending(side, reason, "because")
    return GameRecord(task, "tictactoe", played, ending, limits, date, 1.5)


@pytest.fixture
def record() -> Callable[..., GameRecord]:
    """The maker of records."""
    return make_record


@pytest.fixture
def linemate(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start `linemate ARGUMENTS` in an empty directory."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "clients", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.fixture
def random_game() -> Callable[[Game], Iterator[Position]]:
    """The positions of a random game, the same each time; the last one is its end."""

    def positions(game: Game) -> Iterator[Position]:
        choose = Random(game.name).choice
        position = game.start()
        yield position
        while moves := position.legal_moves():
            position.play(choose(moves))
            yield position

    return positions


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    """Open a browser for this module alone: no other event loop can run in the thread meanwhile."""
    try:
        with launch() as window:
            yield window
    except NoBrowserError as error:
        lack(str(error))
