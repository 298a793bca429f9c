"""The engine in one file (`make pyz`), started as its user would, away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from linemate import Engine, Limits, __version__
from linemate.engine.registry import GAMES

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def pyz(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("pyz"))


def build(folder: Path) -> Path:
    path = folder / "linemate-engine.pyz"
    command = ["make", "pyz", f"PYZ={path}", f"PYTHON={sys.executable}"]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return path


def command(pyz: Path) -> list[str]:
    """Start it without what is installed, where this checkout would be found."""
    return [sys.executable, "-I", "-S", str(pyz)]


@pytest.fixture
def engine(pyz: Path, tmp_path: Path) -> Iterator[Engine]:
    with Engine.start(command(pyz), cwd=tmp_path) as engine:
        yield engine


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game(engine: Engine, game: str) -> None:
    engine.newgame(game)
    engine.ping()
    moves: list[str] = []
    for _ in range(3):
        engine.position(moves)
        answer = engine.play(Limits(nodes=200))
        assert answer.move in engine.query("legalmoves").split()
        moves.append(answer.move)


def test_it_has_the_solution_of_qubic(engine: Engine) -> None:
    engine.newgame("qubic")
    engine.ping()
    engine.position(["000", "333"])
    answer = engine.play(Limits(nodes=200))
    assert answer.info is not None
    assert answer.info.score is not None
    assert (answer.info.score.plies or 0) > 0


@pytest.mark.skipif(sys.platform != "linux", reason="children are looked for as Linux tells them")
def test_its_helpers_come_out_of_the_same_file(engine: Engine, pyz: Path) -> None:
    engine.newgame("ultimate")
    engine.configure({"Threads": 2})
    engine.ping()
    engine.play(Limits(nodes=2000))
    own = engine.process.pid
    (helper,) = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    assert str(pyz) in Path(f"/proc/{helper}/environ").read_text()


def test_it_names_itself_as_it_was_started(pyz: Path, tmp_path: Path) -> None:
    def told(*arguments: str) -> str:
        done = subprocess.run(
            [*command(pyz), *arguments], cwd=tmp_path, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    assert told("--version") == f"Linemate {__version__}\n"
    assert f"{pyz}: unknown game 'chess'" in told("chess")


def test_the_same_source_makes_the_same_file(pyz: Path, tmp_path: Path) -> None:
    assert build(tmp_path).read_bytes() == pyz.read_bytes()
