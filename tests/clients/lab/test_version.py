"""Which engine measured something: every change of what plays is another version of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from linemate.clients.lab import version
from linemate.clients.lab.version import engine_version


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of an engine that can be changed."""
    engine, protocol = tmp_path / "engine", tmp_path / "protocol"
    monkeypatch.setattr(version, "PARTS", (engine, protocol))
    for name in ("core.py", "textbook/mcts.py", "data/weights.json", "tools/trace.py"):
        write(engine / name, "as it was")
    write(protocol / "session.py", "as it was")
    return engine


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_it_is_the_same_until_something_changes(player: Path) -> None:
    before = engine_version()
    assert engine_version() == before
    (player / "core.py").touch()
    assert engine_version() == before, "saved again as it was"


@pytest.mark.parametrize(
    "name",
    [
        *("core.py", "textbook/mcts.py", "new.py"),
        *("data/weights.json", "data/new.bin"),
        "../protocol/session.py",
    ],
)
def test_a_file_that_play_may_read_makes_another_version(player: Path, name: str) -> None:
    before = engine_version()
    write(player / name, "as it is now")
    assert engine_version() != before


def test_a_file_that_is_gone_or_has_another_name_makes_another_version(player: Path) -> None:
    before = engine_version()
    (player / "core.py").rename(player / "kernel.py")
    renamed = engine_version()
    (player / "kernel.py").unlink()
    assert len({before, renamed, engine_version()}) == 3


@pytest.mark.parametrize(
    "name",
    [
        *("tools/trace.py", "__pycache__/core.pyc", "py.typed"),
        *("x.swp", ".core.py", "core.py~", "data/weights.json.bak", "data/.weights.json.swp"),
        "../protocol/PROTOCOL.md",
    ],
)
def test_what_play_never_reads_makes_none(player: Path, name: str) -> None:
    before = engine_version()
    write(player / name, "as it is now")
    assert engine_version() == before


def test_a_file_that_moves_from_the_engine_to_the_protocol_makes_another_version(
    player: Path,
) -> None:
    before = engine_version()
    (player / "core.py").rename(player.parent / "protocol" / "core.py")
    assert engine_version() != before


def test_the_protocol_is_part_of_the_engine_that_runs() -> None:
    assert [part.name for part in version.PARTS] == ["engine", "protocol"]
    assert all((part / "__init__.py").exists() for part in version.PARTS)


def test_the_engine_here_has_one() -> None:
    assert len(engine_version()) == 8
