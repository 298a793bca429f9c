"""What `linemate match` costs, and whether many games at a time are fair to the clock."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from linemate.clients.__main__ import main

GAMES = 2000
AT_ONCE = 8
TIMED_GAMES = 24


def run() -> None:
    measure_own_time()
    measure_lateness(1, 4)
    measure_lateness(AT_ONCE, TIMED_GAMES)


def hold(directory: Path, *words: str) -> list[dict[str, Any]]:
    """Play a match of our own engine against itself; its games."""
    engines = ["--engine", "name=A", "--engine", "name=B"]
    with contextlib.redirect_stdout(io.StringIO()):
        main(["match", *engines, "--out", str(directory / "match"), *words])
    lines = (directory / "match" / "games.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def measure_own_time() -> None:
    """The processor time of this process, all its threads, for each move; goal: 2 ms."""
    with tempfile.TemporaryDirectory() as directory:
        began, wall = time.process_time(), time.monotonic()
        games = hold(Path(directory), "--game", "tictactoe", "--nodes", "1",
                     "--games", str(GAMES), "--first-moves")  # fmt: skip
        own, wall = time.process_time() - began, time.monotonic() - wall
    moves = sum(len(game["moves"]) for game in games)
    print(
        f"tictactoe, nodes 1, {len(games)} games, {moves} moves: {1000 * own / moves:.2f} ms of "
        f"the referee's own time a move (goal 2), {1000 * wall / moves:.2f} ms in all",
        flush=True,
    )


def measure_lateness(at_once: int, count: int) -> None:
    """Goal: no game is lost on time, however many engines think at a time."""
    with tempfile.TemporaryDirectory() as directory:
        games = hold(Path(directory), "--game", "ultimate", "--movetime", "100ms",
                     "--games", str(count), "--concurrency", str(at_once),
                     "--random-plies", "2", "--max-plies", "60")  # fmt: skip
    times = sorted(1000 * move["seconds"] for game in games for move in game["moves"])
    late = [each for each in times if each > 110]
    lost = Counter(game["reason"] for game in games)["time"]
    print(
        f"ultimate, movetime 100, {at_once} at a time on {os.cpu_count()} processors, "
        f"{len(games)} games, {len(times)} moves: {lost} lost on time; "
        f"median {times[len(times) // 2]:.1f} ms, 99th percentile "
        f"{times[len(times) * 99 // 100]:.1f}, worst {times[-1]:.1f}; {len(late)} moves beyond the "
        "margin of 10 ms that were excused",
        flush=True,
    )
