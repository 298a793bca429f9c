"""A game that the client has never heard of: one line in GAMES, and it can be played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.engine import registry
from tests.clients.play.conftest import Converse

PEERS = Path(__file__).parent / "peers"
ENGINE = f"{sys.executable} {PEERS}/countdown.py"


@pytest.fixture(autouse=True)
def new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """One file, and one line in the registry."""
    monkeypatch.syspath_prepend(str(PEERS))
    monkeypatch.setitem(registry.GAMES, "countdown", "countdown:Countdown")


def test_a_new_game_is_asked_for_explained_and_played_to_its_end(
    converse: Converse,
) -> None:
    answers = ["help", "7", "x", "1", "help", "nonsense", "s1", "hint", "moves", "undo", "redo"]
    answers += ["save game.txt", "quit"]
    shown = converse("--engine", ENGINE, answers="\n".join(answers))
    assert "  7 countdown  stones=1..9 shiny=true|false\n" in shown
    assert "  countdown  stones=1..9 shiny=true|false\n" in shown
    assert "Type moves to see what may be played.\n" in shown
    assert "stones: ....\n" in shown
    assert "X (you) to move. Type a move, as in s0.\n" in shown
    assert "expected a stone, as in 's0'" in shown
    assert "O plays s" in shown
    assert "Hint: s" in shown
    assert "Saved to game.txt." in shown


def test_a_win_without_a_line_in_a_new_game_has_a_reason(converse: Converse) -> None:
    arguments = ("countdown", "stones=3", "--as", "both", "--engine", ENGINE)
    shown = converse(*arguments, answers="s0\ns1\ns2\nquit\n")
    assert "stones: xox" in shown
    assert "X wins: by the rules of countdown.\n" in shown
    assert "  1. s0 s1  2. s2\n" in shown


def test_help_lists_the_options_of_a_new_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "  countdown  stones=1..9 shiny=true|false\n" in capsys.readouterr().out
