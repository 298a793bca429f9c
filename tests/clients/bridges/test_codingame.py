"""CodinGame: whole games against an arena that has rules of its own."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from linemate.clients.bridges import codingame
from linemate.clients.bridges.arena import ArenaLine, BridgeError
from linemate.engine.registry import make_game
from linemate.protocol.driver import Limits
from tests.clients.bridges.conftest import NAME, Bridge
from tests.clients.bridges.referee import PLACES, Referee
from tests.clients.bridges.stand_in import StandIn, lines

Start = Callable[..., Bridge]
GAME = make_game("ultimate", {"tiebreak": "majority"})
EVERY_MOVE = [f"{row} {column}" for row, column in sorted(PLACES)]
FIRST_TURN = ("-1 -1", "81", *EVERY_MOVE)
BEGAN = 1000.0


@pytest.fixture
def player() -> StandIn:
    return StandIn()


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codingame, "time", SimpleNamespace(monotonic=lambda: 1000.01))


def converse(process: Bridge, seat: int, seed: int) -> Referee:
    """A whole game, which the bridge begins if `seat` is 0."""
    referee = Referee(seed, tiebreak="majority")
    last = (-1, -1)
    while not referee.over:
        if referee.position.to_move != seat:
            last = referee.play_at_random()
            continue
        legal = referee.legal_places()
        process.send(f"{last[0]} {last[1]}", str(len(legal)), *(f"{r} {c}" for r, c in legal))
        answer = process.receive()
        found = re.fullmatch(r"([0-8]) ([0-8])", answer)
        assert found, answer
        referee.play(int(found[1]), int(found[2]))
    return referee


@pytest.mark.parametrize("seat", [0, 1])
def test_whole_games_from_both_seats(bridge: Start, seat: int) -> None:
    process = bridge("codingame", "--set", "Search=random")
    referee = converse(process, seat, seed=seat)
    process.end_input()
    assert process.wait() == 0
    assert process.notes == ""
    assert referee.moves > 16


def test_the_real_engine_beats_a_random_player(bridge: Start) -> None:
    process = bridge("codingame", "--margin", "70ms")
    assert converse(process, 0, seed=5).position.outcome() == "x"


def test_the_engine_is_told_that_most_boards_win(bridge: Start, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    engine = f"tee {shlex.quote(str(heard))} | {shlex.quote(sys.executable)} -m engine"
    process = bridge("codingame", "--engine", shlex.join(["sh", "-c", engine]))
    process.end_input()
    assert process.wait() == 0
    (game,) = re.findall("^uginewgame (.*)$", heard.read_text(), re.MULTILINE)
    assert game == "ultimate won_boards closed tiebreak majority"


# ------------------------------------------------------------------ time


def test_the_first_turn_has_a_second_less_what_the_start_took(player: StandIn) -> None:
    """The start of Python has 300 ms of the first, and here 310 went by since then."""
    codingame.play(player, GAME, lines(*FIRST_TURN), 25, BEGAN - 0.3)
    assert player.limits == [Limits(movetime=1000 - 300 - 25 - 310)]


def test_who_waits_for_the_opponents_first_move_has_a_second_from_then_on(
    player: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was charged for the opponent's time, and answered its first question in a hurry."""
    ticks = iter([1000.0, 1000.81])
    monkeypatch.setattr(codingame, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    centre = [f"{row} {column}" for row in (3, 4, 5) for column in (3, 4, 5) if row * column != 16]
    talk = [ArenaLine(text, 1000.8) for text in ("4 4", "8", *centre)]
    codingame.play(player, GAME, iter(talk), 25, began=999.6)
    assert player.limits == [Limits(movetime=1000 - 25 - 10)]


def test_later_turns_count_from_their_first_line(player: StandIn) -> None:
    """The stand-in plays 0 0, the opponent 0 1 in the same board, which sends it to the second."""
    second = [f"{row} {column}" for row in range(3) for column in (3, 4, 5)]
    talk = [
        *(ArenaLine(text, BEGAN - 99) for text in FIRST_TURN),
        *(ArenaLine(text, BEGAN) for text in ("0 1", "9", *second)),
    ]
    codingame.play(player, GAME, iter(talk), 25, BEGAN - 99)
    assert player.limits[1] == Limits(movetime=100 - 25 - 10)


def test_with_no_time_left_it_still_asks(player: StandIn) -> None:
    codingame.play(player, GAME, lines(*FIRST_TURN), 60_000, BEGAN)
    assert player.limits == [Limits(movetime=1)]


# ------------------------------------------------------------------ what cannot be read


@pytest.mark.parametrize(
    ("talk", "problem"),
    [
        (("hello",), "cannot read 'hello': expected a row and a column"),
        (("--1 0",), "cannot read '--1 0'"),
        (("1 2 3",), "cannot read '1 2 3'"),
        (("9 0",), "cannot read '9 0': expected a row and a column from 0 to 8"),
        (("-1 0",), "cannot read '-1 0'"),
        (("-1 -1",), "the input ended in the middle of a turn"),
        (("-1 -1", "many"), "cannot read 'many': expected the number of legal moves"),
        (("-1 -1", "9" * 5000), "expected the number of legal moves"),
        (("-1 -1", "2", "0 0"), "the input ended in the middle of a turn"),
        (("-1 -1", "1", "x y"), "cannot read 'x y'"),
        (("-1 -1", "1", "99 99"), "1 legal moves, the rules of ultimate 81"),
        (("-1 -1", "9", *EVERY_MOVE[:9]), "this is another game, or another league of it"),
        ((*FIRST_TURN, "-1 -1"), "the opponent has not moved, in mid-game"),
        ((*FIRST_TURN, "0 0"), "'0 0' is illegal: the cell is taken"),
        ((*FIRST_TURN, "8 8"), "'8 8' is illegal: must play in board 1"),
    ],
)
def test_what_cannot_be_read_is_said(player: StandIn, talk: tuple[str, ...], problem: str) -> None:
    with pytest.raises(BridgeError) as raised:
        codingame.play(player, GAME, lines(*talk), 25, BEGAN)
    assert problem in str(raised.value)
    assert len(str(raised.value)) < 300


def test_empty_lines_between_turns_do_no_harm(player: StandIn) -> None:
    codingame.play(player, GAME, lines("", *FIRST_TURN, "", ""), 25, BEGAN)
    assert len(player.limits) == 1


def test_a_bridge_that_cannot_go_on_says_why_and_leaves(bridge: Start) -> None:
    process = bridge("codingame")
    process.send("hello")
    assert process.wait() == 1
    problem = "cannot read 'hello': expected a row and a column, as in '4 8'"
    assert process.notes == f"{NAME}: {problem}\n"
