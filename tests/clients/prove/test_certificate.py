"""The certificate of nineboard as the memory of the work."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.prove.certificate import Certificate
from linemate.clients.shared.journal import BusyError
from linemate.engine.core import LinemateError

START = "9/9/9/9/9/9/9/9/9 x -"
OPEN = {"position": START, "value": "open", "nodes": 5}
PROVEN = {"position": START, "value": "x", "nodes": 7}


def test_a_proven_line_counts_and_then_the_latest(tmp_path: Path) -> None:
    with Certificate(tmp_path / "c", "free") as certificate:
        certificate.add(OPEN)
        certificate.add(OPEN | {"nodes": 6})
        assert certificate.lines[START]["nodes"] == 6
        certificate.add(PROVEN)
        certificate.add(OPEN)
    with Certificate(tmp_path / "c", "free") as again:
        assert again.lines == {START: PROVEN}


def test_what_a_power_cut_has_left_of_a_line_is_gone(tmp_path: Path) -> None:
    with Certificate(tmp_path / "c", "free") as certificate:
        certificate.add(PROVEN)
    with (tmp_path / "c").open("a") as file:
        file.write('{"position": "9/9')
    with Certificate(tmp_path / "c", "free") as again:
        again.add(OPEN | {"position": "another"})
        assert len(again.lines) == 2


def test_another_file_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    with Certificate(tmp_path / "c", "draw"):
        pass
    for path, text in [("c", None), ("d", "hello\n"), ("e", '{"certificate": 1}\n')]:
        if text is not None:
            (tmp_path / path).write_text(text)
        before = (tmp_path / path).read_text()
        with pytest.raises(LinemateError, match=f"{path}, line 1: expected"):
            Certificate(tmp_path / path, "free")
        assert (tmp_path / path).read_text() == before


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    with Certificate(tmp_path / "c", "free"):
        pass
    with (tmp_path / "c").open("a") as file:
        file.write('{"value": "x"}\n')
    with pytest.raises(LinemateError, match="line 2: damaged"):
        Certificate(tmp_path / "c", "free")


def test_two_cannot_write_it_at_a_time(tmp_path: Path) -> None:
    with Certificate(tmp_path / "c", "free"), pytest.raises(BusyError):
        Certificate(tmp_path / "c", "free")
