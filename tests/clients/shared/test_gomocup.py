"""Brains that speak Gomocup play against engines that speak UGI."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from linemate.clients.match.settings import Settings, read_settings
from linemate.clients.match.trial import try_engines
from linemate.clients.shared import player
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.player import Question, start_player
from linemate.clients.shared.records import GameRecord, Reason, Task
from linemate.clients.shared.values import read_game
from linemate.clients.shared.worker_pool import RefusedError
from linemate.protocol.driver import Limits
from tests.clients.conftest import play_once

BRAIN = Path(__file__).parents[1] / "peers" / "brain.py"


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "GRACE", 0.3)


def describe(words: str = "", other: str = "", **more: Any) -> Settings:
    engines = [
        {
            "name": name,
            "protocol": "gomocup",
            "cmd": shlex.join([sys.executable, "-S", "-E", str(BRAIN), *behaviour.split()]),
        }
        for name, behaviour in (("A", words), ("B", other))
    ]
    limits = {} if "clock" in more else {"movetime": "10s"}
    return read_settings({"game": "gomoku size=6", "engine": engines, **limits, **more})


def play(settings: Settings, opening: Opening | None = None) -> GameRecord:
    return play_once(settings, Task(1, "A", "B", 0, 0, opening or Opening())).record


def test_a_game_of_brains(tmp_path: Path) -> None:
    """Each takes the first free cell from the top left, so x gets every other one:

    6 [x]o  x  o  x  o
    5  x  o  x  o  x  o        and the diagonal from a6 to e2 comes first
    """
    record = play(describe(f"log={tmp_path / 'log'}"))
    assert record.moves[0].move == "a6"
    assert record.moves[1].move == "b6"
    assert record.ending.reason is Reason.LINE
    lines = (tmp_path / "log").read_text().splitlines()
    assert lines[:3] == ["START 6", "INFO rule 0", "INFO game_type 1"]
    assert "INFO timeout_turn 10000" in lines
    assert "BEGIN" in lines
    assert "TURN 1,0" in lines
    assert lines[-1] == "END"


def test_the_clock_is_told(tmp_path: Path) -> None:
    play(describe(f"log={tmp_path / 'log'}", clock="60s"))
    lines = (tmp_path / "log").read_text().splitlines()
    assert "INFO timeout_match 60000" in lines
    left = [int(line.split()[2]) for line in lines if line.startswith("INFO time_left")]
    assert left[0] == 60_000
    assert left == sorted(left, reverse=True)
    assert left[-1] < 60_000


@pytest.mark.parametrize(("moves", "left"), [((), 111), (("a1",), 222)])
def test_each_side_is_told_its_own_clock(moves: tuple[str, ...], left: int, tmp_path: Path) -> None:
    setting = describe(f"log={tmp_path / 'log'}", clock="60s").engines[0]
    brain = start_player(setting, read_game(["gomoku", "size=6"]))
    try:
        limits = Limits(p1time=111, p2time=222)
        brain.think(Question(None, moves, limits, 60.0))
    finally:
        brain.close()
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line for line in lines if "time_left" in line] == [f"INFO time_left {left}"]


def test_an_opening_is_a_board(tmp_path: Path) -> None:
    settings = describe(f"log={tmp_path / 'log'}")
    record = play(settings, Opening("6/6/2xo2/6/6/6 x", ("a1", "b1")))
    assert record.moves[0].move == "a6"
    text = (tmp_path / "log").read_text()
    assert "BOARD\n2,2,1\n3,2,2\n0,5,1\n1,5,2\nDONE\n" in text
    assert text.count("BOARD") == 1  # from then on it is told one move at a time
    assert "TURN 1,0" in text


@pytest.mark.parametrize(
    ("behaviour", "reason", "detail"),
    [
        ("crash", Reason.CRASH, "exited with code 4"),
        ("stall", Reason.STALL, "for a move"),
        ("outside", Reason.ILLEGAL_MOVE, "99,99"),
    ],
)
def test_what_a_brain_does_wrong_costs_it_the_game(
    behaviour: str, reason: Reason, detail: str
) -> None:
    limits = {"clock": "300ms"} if behaviour == "stall" else {}
    record = play(describe("", behaviour, **limits))
    assert (record.ending.result, record.ending.reason) == ("1-0", reason)
    assert detail in record.ending.detail


def test_a_board_that_the_brain_does_not_play_on_keeps_the_match_from_starting() -> None:
    with pytest.raises(RefusedError, match="does not play on 6x6: ERROR unsupported size 6"):
        try_engines(describe("refuse"), 2)
    try_engines(describe(), 2)
