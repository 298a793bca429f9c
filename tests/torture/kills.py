"""Matches of every form that are killed and resumed: nothing is lost, doubled, changed or left.

The players are deterministic, so a match that was killed at any moment, and resumed until it ends,
has the games and the standing of one that nobody touched. Where an engine is killed, its game is a
crash; a lost worker of a cluster costs nothing. No process may outlive its match.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

from linemate.clients.match.directory import MatchDirectory
from linemate.clients.match.tournament.formats import FORMATS
from linemate.clients.shared.game_files import read_games
from linemate.clients.shared.pgn import read_pgn
from tests.clients.conftest import ROOT, fake_command
from tests.clients.dask_cluster import Cluster
from tests.torture.harness import Findings, Options
from tests.waiting import PATIENCE, is_running, wait_until, wait_until_gone

AT_A_TIME = 2
KILLS = 100  # of the referee, in each form; of engines, as many in all
KILLS_OF_A_PART = 20
WORKERS_KILLED = 10
# From this ply on each engine plays what is not legal: one is stronger than the next.
BLUNDERS = (99, 7, 5, 4, 2)
SETTINGS = {
    "round-robin": (4, "--games 20"),
    "gauntlet": (4, "--games 40"),
    "knockout": (4, "--games 40"),
    "swiss": (5, "--games 20 --rounds 3"),
    "sprt": (2, "--games 120 --sprt elo0=0 elo1=600"),
}

Part = tuple[str, str]


def parts(options: Options) -> list[Part]:
    count = max(1, round(KILLS * options.scale / KILLS_OF_A_PART))
    assert set(FORMATS) < SETTINGS.keys()
    forms = list(SETTINGS)
    referees = [("referee", form) for form in forms for _ in range(count)]
    return [
        *referees,
        *(("engine", forms[n % len(forms)]) for n in range(count)),
        ("worker", "swiss"),
    ]


def torture(part: Part, random: Random, options: Options) -> Findings:
    victim, form = part
    found = Findings()
    wanted = WORKERS_KILLED if victim == "worker" else KILLS_OF_A_PART
    kill = {"referee": kill_referees, "engine": kill_engines, "worker": kill_workers}[victim]
    killed = 0
    while killed < wanted:
        with tempfile.TemporaryDirectory() as directory:
            match = Match(Path(directory), form, draw_words(form, random))
            killed += kill(match, random, wanted - killed)
    found.count("kills", killed)
    found.count(f"of a {victim}" if victim != "engine" else "of an engine", killed)
    return found


def draw_words(form: str, random: Random) -> list[str]:
    """Return how a match of this form is held, without its engines."""
    # Which pair an SPRT counts last depends on which of two games ends first.
    at_a_time = 1 if form == "sprt" else random.choice((1, 2))
    words = f"{SETTINGS[form][1]} --random-plies 2 --seed {random.randrange(1000)}"
    words += f" --concurrency {at_a_time}"
    return [*words.split(), *(["--format", form] if form in FORMATS else [])]


class Match:
    """A match of fakes in a directory of its own; `log` there has the processes of its engines."""

    def __init__(self, directory: Path, form: str, words: list[str]) -> None:
        self.directory, self._form, self._words = directory, form, words
        self.path, self._log = directory / "m", directory / "log"
        directory.mkdir(exist_ok=True)

    def untouched(self) -> Match:
        """Hold the same match once more, and let it be."""
        whole = Match(self.directory / "whole", self._form, self._words)
        whole.end(whole.start(), 0)
        return whole

    def start(self, *more: str) -> subprocess.Popen[str]:
        """Begin it, or go on with it if it was begun."""
        words = ["--resume", str(self.path)]
        if not (self.path / "match.json").exists():
            shutil.rmtree(self.path, ignore_errors=True)
            words = ["--game", "tictactoe", "--nodes", "1", "--out", str(self.path), *self._words]
            for number in range(SETTINGS[self._form][0]):
                behaviour = ("illegal=z9", f"at={BLUNDERS[number]}", f"log={self._log}")
                words += ["--engine", f"name=E{number}", f"cmd={fake_command(*behaviour)}"]
        return subprocess.Popen(
            [sys.executable, "-m", "clients", "match", *words, *more],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.directory,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONSAFEPATH": "1"},
        )

    def end(self, process: subprocess.Popen[str], *statuses: int) -> str:
        """Wait for the end of it, with one of these statuses, and for that of its engines."""
        shown, errors = process.communicate(timeout=10 * PATIENCE)
        assert process.returncode in statuses, f"{process.returncode}: {shown}{errors}"
        assert process.returncode < 0 or errors == "", errors
        wait_until_gone(*self.engines())
        return shown

    def engines(self) -> list[int]:
        lines = self._log.read_text().splitlines() if self._log.exists() else []
        return [int(line.split()[1]) for line in lines if line.startswith("started ")]

    def records(self) -> bytes:
        """Return the whole lines of the records."""
        games = self.path / "games.jsonl"
        return games.read_bytes().rpartition(b"\n")[0] if games.exists() else b""

    def count(self) -> int:
        return self.records().count(b"\n")

    def wait_for_games(self, more: int, process: subprocess.Popen[str]) -> None:
        """Wait until so many more games are over, or all of them."""
        enough = self.count() + more
        wait_until(lambda: self.count() >= enough or process.poll() is not None, "more games")

    def standing(self) -> str:
        """Return the standing, but for what it says of games that were played again."""
        lines = (self.path / "standing.txt").read_text().splitlines()
        return "\n".join(line for line in lines if not line.startswith("Played again"))

    def results(self) -> dict[object, object]:
        """Return what was played in each game: by the rules, each once, and in both files."""
        with MatchDirectory(self.path) as directory:
            records = directory.take_records()
        assert len(records) == len(read_games(self.path))
        assert len(records) == len(list(read_pgn((self.path / "games.pgn").read_text())))
        assert len(records) == self.records().count(b"\n") + 1
        return {
            each.task.key: (each.task, [played.move for played in each.moves], each.ending)
            for each in records
        }


def kill_referees(match: Match, random: Random, wanted: int) -> int:
    """Kill it again and again, also while it begins, and compare what is left with a whole one."""
    killed = 0
    while killed < wanted:
        before = match.records()
        process = match.start()
        if random.random() < 0.4:
            time.sleep(random.uniform(0, 1.5))
        else:
            match.wait_for_games(random.randint(1, 8), process)
            time.sleep(random.uniform(0, 0.03))
        process.kill()
        match.end(process, -signal.SIGKILL, 0)
        assert match.records().startswith(before), "a record was changed"
        if process.returncode == 0:
            break
        killed += 1
    shown = match.end(match.start(), 0)
    whole = match.untouched()
    assert match.results() == whole.results(), "other games than in a match that nobody killed"
    # Killed after its last game, it never wrote a standing; but it shows it.
    for line in whole.standing().splitlines():
        assert line in shown, f"{line!r} is not in {shown}"
    return killed


def kill_engines(match: Match, random: Random, wanted: int) -> int:
    """Kill engines while it runs; a game is then a crash, and a pairing may be stopped."""
    process = match.start()
    killed = 0
    while killed < wanted and process.poll() is None:
        time.sleep(random.uniform(0.05, 0.3))
        alive = [pid for pid in match.engines() if is_running(pid)] if match.records() else []
        if alive:
            os.kill(random.choice(alive), signal.SIGKILL)
            killed += 1
    match.end(process, 0, 1)
    before, results = match.records(), match.results()
    match.end(match.start(), process.returncode)
    assert (match.records(), match.results()) == (before, results), (
        "a match that was over has changed"
    )
    return killed


def kill_workers(match: Match, random: Random, wanted: int) -> int:
    """Kill workers of a cluster, one after the other, each of which is replaced."""
    with ExitStack() as stack:
        cluster = Cluster(match.directory)
        stack.callback(cluster.close)
        process = match.start("--dask", cluster.address)
        killed = 0
        while killed < wanted and process.poll() is None:
            match.wait_for_games(1, process)
            cluster.replace_worker()
            killed += 1
        match.end(process, 0)
    assert match.results() == match.untouched().results(), "other games than without a cluster"
    return killed
