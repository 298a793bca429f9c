"""Files that are never there by half."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from linemate.clients.shared.files import append_whole, write_whole


def test_a_file_is_replaced_as_a_whole_and_a_link_goes_on_leading_to_it(tmp_path: Path) -> None:
    path, link = tmp_path / "game", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    write_whole(link, "new \N{GREEK SMALL LETTER PI}")
    assert path.read_text("utf-8") == "new \N{GREEK SMALL LETTER PI}"
    assert link.is_symlink()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game", "link"]


def test_what_was_there_stays_where_the_new_content_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="full"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["game"]


def test_half_a_line_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"first\n")
    write = os.write

    def half(descriptor: int, data: bytes) -> int:
        if len(data) < 4:
            raise OSError("the disk is full")
        return write(descriptor, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", half)
    with path.open("ab", buffering=0) as file, pytest.raises(OSError, match="full"):
        append_whole(file.fileno(), b"second\n")
    assert path.read_bytes() == b"first\n"
