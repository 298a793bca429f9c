"""docs/match.md is true: its commands and its file are understood, its tables are complete."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest

from linemate.clients.match.options import collect, make_parser
from linemate.clients.match.settings import Settings, read_settings
from linemate.clients.match.tournament.formats import FORMATS
from linemate.clients.replay.command import make_parser as make_replay_parser
from linemate.clients.shared.command import EXIT_STATUSES
from linemate.clients.shared.records import Reason
from tests.transcripts import ROOT

TEXT = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
PARSERS = {"match": make_parser, "replay": make_replay_parser}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, flags=re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """The words of each command, without `linemate`."""
    text = "".join(blocks("console")).replace("\\\n", " ")
    return [
        shlex.split(line[2:])[1:] for line in text.splitlines() if line.startswith("$ linemate")
    ]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_commands_are_understood(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class.toml").write_text(blocks("toml")[0])
    options = PARSERS[words[0]]().parse_args(words[1:])
    if words[0] == "match" and not {"--resume", "--from"} & set(words):
        assert isinstance(read_settings(collect(options)), Settings)


def test_every_option_that_is_named_exists() -> None:
    known = make_parser().format_help() + make_replay_parser().format_help()
    for option in set(re.findall(r"--[a-z][a-z-]*", TEXT)):
        assert re.search(rf"{option}\b", known), option


def test_every_reason_format_and_exit_status_is_there() -> None:
    for word in (*(reason.value for reason in Reason), *FORMATS):
        assert f"`{word}`" in TEXT, word
    listed = re.findall(r"^  (\d+) ", EXIT_STATUSES, flags=re.MULTILINE)
    assert listed == ["0", "1", "2", "130"]
    for status in listed:
        assert re.search(rf"^\| {status}\b", TEXT, flags=re.MULTILINE), status


def test_the_files_of_a_directory_are_those_that_are_listed() -> None:
    module = ROOT / "clients" / "match" / "directory.py"
    for name in (
        "games.jsonl",
        "games.pgn",
        "interrupted.pgn",
        "standing.txt",
        "log",
        "match.json",
    ):
        assert f'"{name}"' in module.read_text(encoding="utf-8"), name
        assert f"| `{name}{'' if '.' in name else os.sep}`" in TEXT, name
