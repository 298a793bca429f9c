"""Matches and proofs on a Dask cluster: a real scheduler, workers that are processes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.clients.dask_cluster import Cluster
from tests.waiting import PATIENCE, is_running, wait_until

# It takes a second to import, and only the processes need it.
pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None and not os.environ.get("CI"),
    reason="no distributed here",
)

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """They take seconds to start."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


def games(directory: Path) -> list[dict[str, object]]:
    path = directory / "m" / "games.jsonl"
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def pids(directory: Path) -> list[int]:
    lines = (directory / "log").read_text().splitlines() if (directory / "log").exists() else []
    return [int(line.split()[1]) for line in lines if line.startswith("started")]


def test_a_match_on_a_cluster_survives_the_loss_of_a_worker_and_a_kill_of_the_referee(
    cluster: Cluster, linemate: Start, fake: Callable[..., str], tmp_path: Path
) -> None:
    """A worker is killed in mid-game, then the referee; the match is resumed and ends."""
    slow = fake("late=40", f"log={tmp_path / 'log'}")
    match = linemate(
        *("match", "--game", "tictactoe", "--movetime", "1ms", "--margin", "10s"),
        *("--engine", "name=A", f"cmd={slow}", "--engine", "name=B", f"cmd={slow}"),
        *("--games", "8", "--first-moves", "--out", str(tmp_path / "m")),
        *("--dask", cluster.address),
    )
    wait_until(lambda: len(games(tmp_path)) >= 2 or match.poll() is not None, "two games")
    cluster.lose_worker()
    after = len(games(tmp_path))
    wait_until(lambda: len(games(tmp_path)) > after or match.poll() is not None, "one more")
    match.kill()
    shown, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == -signal.SIGKILL, shown + errors
    kept = games(tmp_path)
    assert 3 <= len(kept) < 8
    again = linemate("match", "--resume", str(tmp_path / "m"))
    shown, errors = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0, errors
    assert games(tmp_path)[: len(kept)] == kept
    assert sorted(game["number"] for game in games(tmp_path)) == list(range(8))  # type: ignore[type-var]
    assert "in 8 games" in shown
    assert {game["reason"] for game in games(tmp_path)} <= {"line", "full board"}
    wait_until(lambda: not any(map(is_running, pids(tmp_path))), "the end of the engines")


@pytest.mark.slow
def test_an_interrupt_ends_the_games_on_the_workers(
    cluster: Cluster, linemate: Start, fake: Callable[..., str], tmp_path: Path
) -> None:
    slow = fake("late=40", f"log={tmp_path / 'log'}")
    match = linemate(
        *("match", "--game", "tictactoe", "--movetime", "1ms", "--margin", "10s"),
        *("--engine", "name=A", f"cmd={slow}", "--engine", "name=B", f"cmd={slow}"),
        *("--games", "100", "--out", str(tmp_path / "m"), "--dask", cluster.address),
    )
    wait_until(lambda: len(games(tmp_path)) >= 1 or match.poll() is not None, "a game")
    match.send_signal(signal.SIGINT)
    shown, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 130, errors
    assert "--resume" in shown
    wait_until(lambda: not any(map(is_running, pids(tmp_path))), "the end of the engines")


@pytest.mark.slow
def test_an_engine_that_a_worker_does_not_have_keeps_the_match_from_starting(
    cluster: Cluster, linemate: Start, tmp_path: Path
) -> None:
    match = linemate(
        *("match", "--game", "tictactoe", "--nodes", "1", "--out", str(tmp_path / "m")),
        *("--engine", "name=A", "--engine", "name=B", "cmd=/no/such/engine"),
        *("--dask", cluster.address),
    )
    _, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 2
    assert "engine B: cannot start engine '/no/such/engine'" in errors
    assert "worker tcp://" in errors


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_told(linemate: Start, tmp_path: Path) -> None:
    match = linemate(
        *("match", "--game", "tictactoe", "--nodes", "1", "--out", str(tmp_path / "m")),
        *("--engine", "name=A", "--engine", "name=B", "--dask", "nonsense://x"),
    )
    _, errors = match.communicate(timeout=PATIENCE)
    assert match.returncode == 2
    assert "no Dask cluster at 'nonsense://x'" in errors


def test_positions_are_proven_on_a_cluster(
    cluster: Cluster, linemate: Start, tmp_path: Path
) -> None:
    """A worker is killed on the way; another one has its place."""
    out = tmp_path / "certificate.jsonl"
    proof = linemate(
        *("prove", "nineboard", "--from", "34", "--positions", "6", "--hash", "1"),
        *("--out", str(out), "--dask", cluster.address),
    )
    wait_until(lambda: out.exists() and out.read_text().count("\n") > 2, "a position")
    cluster.replace_worker()
    shown, errors = proof.communicate(timeout=PATIENCE)
    assert proof.returncode == 0, errors
    assert "6 of 6 positions proven" in shown
    verified = linemate("prove", "--verify", str(out))
    shown, errors = verified.communicate(timeout=PATIENCE)
    assert verified.returncode == 0, errors
    assert "checked: 6 of 6 positions" in shown


def test_moves_that_are_played_on_a_cluster_are_on_the_page(
    cluster: Cluster, linemate: Start, fake: Callable[..., str], tmp_path: Path
) -> None:
    """The second engine waits with its first move; what the first has played is seen meanwhile."""
    gate = tmp_path / "gate"
    match = linemate(
        *("match", "--game", "tictactoe", "--nodes", "1", "--page", "--out", "m"),
        *("--engine", "name=A", f"cmd={fake()}"),
        *("--engine", "name=B", f"cmd={fake(f'gate={gate}')}"),
        *("--concurrency", "1", "--dask", cluster.address),
    )
    assert match.stdout is not None
    address = next(
        found[1] for line in match.stdout if (found := re.search(r"The page is at (\S+)", line))
    )

    def state() -> Any:
        with urlopen(f"{address}state", timeout=PATIENCE) as answer:
            return json.load(answer)

    wait_until(lambda: [game["moves"] for game in state()["playing"]] == ["a1"], "the first move")
    gate.touch()
    wait_until(lambda: (state()["standing"] or {}).get("over"), "the end")
    assert match.wait(PATIENCE) == 0
