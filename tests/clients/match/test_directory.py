"""The directory of a match keeps what it is given, whatever happens."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings

from linemate.clients.match.directory import MatchDirectory, create_directory, read_raw
from linemate.clients.match.settings import SettingsError, read_settings
from linemate.clients.shared.pgn import read_pgn, write_pgn
from linemate.clients.shared.records import GameRecord, Reason, RecordError
from linemate.clients.shared.referee.table import FinishedGame
from linemate.engine.core import LinemateError
from tests.clients.conftest import ROOT
from tests.damage import damaged

Make = Callable[..., GameRecord]


def test_a_directory_keeps_what_it_is_given(record: Make, tmp_path: Path) -> None:
    with create_directory(tmp_path / "m", {"game": "tictactoe"}) as directory:
        directory.add(record(0, "A"))
        directory.add(record(1, "B"))
    assert read_raw(tmp_path / "m") == {"game": "tictactoe"}
    with MatchDirectory(tmp_path / "m") as again:
        assert again.take_records() == [record(0, "A"), record(1, "B")]
    games = list(read_pgn((tmp_path / "m" / "games.pgn").read_text()))
    assert [game.tags["Round"] for game in games] == ["1.1", "1.2"]


def test_a_line_that_was_cut_off_is_forgotten_and_the_pgn_made_whole(
    record: Make, tmp_path: Path
) -> None:
    """A power cut leaves them so: half a record, and a PGN that is behind or ahead."""
    with create_directory(tmp_path / "m", {}) as directory:
        directory.add(record(0, "A"))
        directory.add(record(1, "B"))
    whole = (tmp_path / "m" / "games.pgn").read_text()
    lines = (tmp_path / "m" / "games.jsonl").read_bytes()
    for cut in (1, len(lines) // 4):
        (tmp_path / "m" / "games.jsonl").write_bytes(lines[:-cut])
        (tmp_path / "m" / "games.pgn").write_text(whole[:-30])
        with MatchDirectory(tmp_path / "m") as directory:
            assert directory.take_records() == [record(0, "A")]
            assert (tmp_path / "m" / "games.pgn").read_text() == write_pgn(record(0, "A"))
            directory.add(record(1, "B"))
        assert (tmp_path / "m" / "games.jsonl").read_bytes() == lines
        assert (tmp_path / "m" / "games.pgn").read_text() == whole


def test_a_damaged_line_in_the_middle_is_refused_not_skipped(record: Make, tmp_path: Path) -> None:
    with create_directory(tmp_path / "m", {}) as directory:
        directory.add(record(0, "A"))
    path = tmp_path / "m" / "games.jsonl"
    path.write_text("garbage\n" + path.read_text())
    with pytest.raises(RecordError, match=r"games\.jsonl, line 1: .*garbage"):
        MatchDirectory(tmp_path / "m")
    path.write_text(path.read_text().partition("\n")[2] + "\n{}\n")
    with pytest.raises(RecordError, match="line 3: "):
        MatchDirectory(tmp_path / "m")


def test_a_game_that_is_there_twice_is_named(record: Make, tmp_path: Path) -> None:
    """It was counted twice."""
    with create_directory(tmp_path / "m", {}) as directory:
        for each in (record(0, "A"), record(1, "A"), record(0, "B")):
            directory.add(each)
    with pytest.raises(
        RecordError, match=r"games\.jsonl, line 3: game 1\.1 is there a second time"
    ):
        MatchDirectory(tmp_path / "m")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"move": "c1"', '"move": "c3"', r"it ends 1-0 \(line\), but by the rules it is open"),
        ('"move": "c1"', '"move": "a1"', "move 5: illegal move 'a1'"),
        ('"winner": "x"', '"winner": "o"', "bad result '1-0': expected '0-1'"),
        ('"seconds": 1.5', '"seconds": 1e999', "bad seconds inf"),
        ('"number": 0', '"number": 1e999', "bad number inf"),
    ],
)
def test_a_game_that_was_changed_is_named(
    old: str, new: str, problem: str, record: Make, tmp_path: Path
) -> None:
    """A changed move or winner was believed, and a number that is none ended in a traceback."""
    with create_directory(tmp_path / "m", {}) as directory:
        directory.add(record(0, "A"))
    path = tmp_path / "m" / "games.jsonl"
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(RecordError, match=rf"games\.jsonl, line 1: .*{problem}"):
        MatchDirectory(tmp_path / "m")


def test_a_full_disk_leaves_no_half_line(
    record: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it is written, then there is no space left; later games find some again."""
    write = os.write
    with create_directory(tmp_path / "m", {}) as directory:
        directory.add(record(0, "A"))
        before = (tmp_path / "m" / "games.jsonl").read_bytes()
        calls = iter([lambda fd, data: write(fd, data[:50]), _no_space])
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", lambda fd, data: next(calls)(fd, data))
            with pytest.raises(OSError, match="No space"):
                directory.add(record(1, "B"))
        assert (tmp_path / "m" / "games.jsonl").read_bytes() == before
        directory.add(record(2, "A"))
    with MatchDirectory(tmp_path / "m") as again:
        assert again.take_records() == [record(0, "A"), record(2, "A")]


def _no_space(descriptor: int, data: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_game_is_on_the_disk_when_it_is_kept(
    record: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    path = tmp_path / "m" / "games.jsonl"
    with create_directory(tmp_path / "m", {}) as directory:
        monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(path.read_bytes()))
        directory.add(record(0, "A"))
    assert synced == [path.read_bytes()]


def test_a_directory_with_anything_in_it_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "something").touch()
    with pytest.raises(SettingsError, match="not empty"):
        create_directory(tmp_path, {})


def test_two_referees_cannot_use_one_directory(tmp_path: Path) -> None:
    with create_directory(tmp_path / "m", {}):
        program = (
            "import sys, pathlib; from linemate.clients.match.directory import MatchDirectory\n"
            "MatchDirectory(pathlib.Path(sys.argv[1]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / "m")],
            capture_output=True,
            text=True,
            timeout=60,
            env={"PYTHONPATH": str(ROOT)},
        )
    assert "is being played" in done.stderr


def test_the_openings_are_copied(tmp_path: Path) -> None:
    """The file may be changed or gone when the match is resumed."""
    path = tmp_path / "openings"
    path.write_text("a1 b2\n")
    create_directory(tmp_path / "m", {"openings": str(path)}).close()
    path.unlink()
    raw = read_raw(tmp_path / "m")
    assert Path(raw["openings"]).read_text() == "a1 b2\n"


def test_a_directory_without_a_match_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"match\.json: No such file"):
        read_raw(tmp_path)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[]", "it is no object"),
        ("null", "it is no object"),
        ("{", "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ('{"openings": 1e999}', None),
        ('{"openings": []}', "expected text or a number"),
        ("\xff", "it is no JSON"),
    ],
)
def test_settings_that_are_none_cannot_be_resumed(
    text: str, problem: str | None, tmp_path: Path
) -> None:
    (tmp_path / "match.json").write_text(text)
    if problem is None:
        assert read_raw(tmp_path) == {"openings": str(tmp_path / "inf")}
        return
    with pytest.raises(SettingsError, match=rf"cannot resume .*match\.json: .*{problem}"):
        read_raw(tmp_path)


GOOD = json.dumps(
    {"game": "gomoku size=8", "engine": [{"cmd": "./a", "option": {"Hash": 1}}, {"name": "b"}]}
    | {"games": 4, "movetime": "50ms", "sprt": {"elo0": 0, "elo1": 5}, "draw": "score=5 plies=3"}
)


@settings(max_examples=250)
@given(damaged([GOOD]))
def test_of_damaged_settings_nothing_but_a_documented_error_comes(text: str) -> None:
    with tempfile.TemporaryDirectory() as directory, suppress(LinemateError):
        Path(directory, "match.json").write_text(text)
        read_settings(read_raw(Path(directory)))


def test_a_dialogue_has_a_file_that_tells_what_it_is_of(record: Make, tmp_path: Path) -> None:
    with create_directory(tmp_path / "m", {}) as directory:
        failed = record(2, "B", Reason.CRASH, a="My/Bot", b="B")
        path = directory.add_dialogue(FinishedGame(failed, "what was said\n"))
        assert directory.add_dialogue(FinishedGame(failed, None)) is None
    assert path is not None
    assert path.name == "1.3-My_Bot-B-crash.txt"
    assert "crash: because" in path.read_text()
    assert path.read_text().endswith("what was said\n")
