"""Our own engine in the Gomocup dialect: a real match, refereed, against itself in UGI."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import pytest

from linemate.clients.match.settings import read_settings
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import GameRecord, Reason, Task
from tests.clients.conftest import ROOT, play_once

ENGINE = shlex.join([sys.executable, "-m", "engine"])
PLAYED = {Reason.LINE, Reason.FULL_BOARD}


def play(opening: Opening, game: str, number: int, **limits: Any) -> GameRecord:
    engines = [
        {"name": "judge's", "cmd": ENGINE, "protocol": "gomocup", "dir": str(ROOT)},
        {"name": "ours"},
    ]
    settings = read_settings({"game": game, "engine": engines, "margin": "10s", **limits})
    return play_once(settings, Task(1, "judge's", "ours", 0, number, opening)).record


@pytest.mark.parametrize(("number", "rule"), [(0, "freestyle"), (1, "standard")])
def test_a_whole_game_of_either_colour_ends_on_the_board(number: int, rule: str) -> None:
    record = play(
        Opening(None, ("d4", "a1")), f"gomoku size=7 rule={rule}", number, movetime="20ms"
    )
    assert record.ending.reason in PLAYED, record.ending.detail


def test_a_game_on_a_clock_ends_on_the_board() -> None:
    record = play(Opening(), "gomoku size=8", 0, clock="500ms+10ms")
    assert record.ending.reason in PLAYED, record.ending.detail


def test_a_game_from_a_position_in_which_the_second_player_is_to_move() -> None:
    record = play(Opening("6/6/2xo2/2x3/6/6 o", ()), "gomoku size=6", 1, movetime="20ms")
    assert record.ending.reason in PLAYED, record.ending.detail
