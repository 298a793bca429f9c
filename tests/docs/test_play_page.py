"""docs/play.md is true: its commands are understood, its game can be loaded."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from linemate.clients.play.command import make_parser, read_plan
from linemate.clients.play.played import SIDES, load
from linemate.clients.play.prompt import COMMANDS
from tests.transcripts import ROOT

PAGE = (ROOT / "docs" / "play.md").read_text("utf-8")
EXAMPLES = re.findall(r"(?m)^(?:\$ )?linemate play (.*?)(?:   +.*)?$", PAGE)


@pytest.mark.parametrize("words", EXAMPLES)
def test_every_command_line_is_understood(words: str) -> None:
    read_plan(make_parser().parse_intermixed_args(shlex.split(words)))


def test_every_command_is_named_and_no_other() -> None:
    assert len(EXAMPLES) >= 6
    table = PAGE.partition("## What can be said")[2].partition("\n\n## ")[0]
    named = re.findall(r"`([a-z]+)", "".join(re.findall(r"(?m)^\| (`.*?) \|", table)))
    assert sorted(named) == sorted(COMMANDS.keys() - {"go"})  # which a pause asks for


def test_the_saved_game_is_one(tmp_path: Path) -> None:
    [game] = re.findall(r"(?ms)^\[White .*?0-1$", PAGE)
    (tmp_path / "game.pgn").write_text(game)
    saved = load(tmp_path / "game.pgn")
    assert (saved.humans, saved.levels) == (SIDES["x"], (None, 3))
    assert str(saved.played.ending) == "O wins: X resigned."
