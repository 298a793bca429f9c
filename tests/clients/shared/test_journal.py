"""What was added is there, whatever ended the run that added it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from linemate.clients.shared.journal import BusyError, LinesFile, read_lines


def test_what_was_added_is_there_for_the_next_run(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with LinesFile(path) as file:
        assert file.read() == []
        file.append("one")
        file.append("zwölf")
        assert read_lines(path) == file.read() == [b"one", "zwölf".encode()]
    with LinesFile(path) as file:
        file.append("three")
        assert file.read() == [b"one", "zwölf".encode(), b"three"]


def test_a_file_that_is_not_there_has_no_lines_and_is_not_made_by_reading(tmp_path: Path) -> None:
    assert read_lines(tmp_path / "a.jsonl") == []
    assert not (tmp_path / "a.jsonl").exists()


@pytest.mark.parametrize("tail", [b"tw", b"\xff\xfe"])
@pytest.mark.parametrize("before", [b"", b"one\n"])
def test_a_line_that_was_cut_off_is_not_seen_and_the_next_does_not_continue_it(
    tmp_path: Path, before: bytes, tail: bytes
) -> None:
    """The machine stopped while the last line was written."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(before + tail)
    assert read_lines(path) == before.split()
    assert path.read_bytes() == before + tail
    with LinesFile(path) as file:
        assert path.read_bytes() == before
        file.append("two")
    assert path.read_bytes() == before + b"two\n"


def test_a_file_has_one_writer_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "a.jsonl"
    with LinesFile(path) as file:
        file.append("one")
        with pytest.raises(BusyError, match=r"a\.jsonl is being written to by another process"):
            LinesFile(path)
        assert read_lines(path) == [b"one"]
    LinesFile(path).close()


def test_who_waits_gets_the_file_when_the_other_is_done(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "a.jsonl"
    program = (
        "import pathlib, sys; from linemate.clients.shared.journal import LinesFile\n"
        "print('waiting', flush=True)\n"
        "with LinesFile(pathlib.Path(sys.argv[1]), wait=True) as file: file.append('second')\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    with LinesFile(path) as file, subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"waiting\n"
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(timeout=0.2)
        file.append("first")
        file.close()
        assert other.wait(timeout=60) == 0
    assert read_lines(path) == [b"first", b"second"]
