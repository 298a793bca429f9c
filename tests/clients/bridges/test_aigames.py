"""theaigames and riddles.io: whole games against an arena that has rules of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from linemate.clients.bridges import aigames
from linemate.clients.bridges.arena import BridgeError
from linemate.engine.registry import make_game
from linemate.protocol.driver import Limits
from tests.clients.bridges.conftest import NAME, Bridge
from tests.clients.bridges.referee import Referee
from tests.clients.bridges.stand_in import StandIn, lines

Start = Callable[..., Bridge]
GAME = make_game("ultimate")
EMPTY = ",".join("0" * 81)
ANYWHERE = ",".join(["-1"] * 9)
SETTINGS = ("settings timebank 10000", "settings time_per_move 500", "settings your_botid 1")
QUESTION = (*SETTINGS, f"update game field {EMPTY}", f"update game macroboard {ANYWHERE}")


@pytest.fixture
def player() -> StandIn:
    return StandIn()


class Arena:
    """Sends what theaigames or riddles.io would; `seat` is 0 if the bridge moves first."""

    def __init__(self, encoding: str, seat: int, seed: int) -> None:
        self.referee = Referee(seed)
        self.seat = seat
        self.is_riddles = encoding == "riddles"
        first = 0 if self.is_riddles else 1
        self.ids = {"x": str(first), "o": str(first + 1)}
        self.free = "." if self.is_riddles else "0"

    def introduction(self) -> list[str]:
        own = self.ids["xo"[self.seat]]
        return [
            "settings timebank 10000",
            "settings time_per_move 20",
            f"settings player_names player{self.ids['x']},player{self.ids['o']}",
            f"settings your_bot player{own}",
            f"settings your_botid {own}",
        ]

    def question(self, time: int) -> list[str]:
        number = self.referee.moves
        field = [self.ids.get(mark, self.free) for mark in self.referee.grid()]
        boards = [
            "-1" if board in self.referee.playable else self.ids.get(owner, self.free)
            for board, owner in enumerate(self.referee.position.owners)
        ]
        lines = [f"update game round {number // 2 + 1}", f"update game move {number + 1}"]
        return [
            *(lines[:1] if self.is_riddles else lines),
            f"update game field {','.join(field)}",
            f"update game macroboard {','.join(boards)}",
            f"action move {time}",
        ]

    def play(self, bridge: Bridge, time: int = 10_000) -> None:
        bridge.send(*self.introduction())
        while not self.referee.over:
            if self.referee.position.to_move != self.seat:
                self.referee.play_at_random()
                continue
            bridge.send(*(f"{line}\r" for line in self.question(time)))
            answer = bridge.receive()
            found = re.fullmatch(r"place_move ([0-8]) ([0-8])", answer)
            assert found, answer
            self.referee.play(int(found[2]), int(found[1]))


@pytest.mark.parametrize("encoding", ["theaigames", "riddles"])
@pytest.mark.parametrize("seat", [0, 1])
def test_whole_games_in_both_encodings_from_both_seats(
    bridge: Start, encoding: str, seat: int
) -> None:
    """Whichever name was typed, the field tells the encoding."""
    name = ("theaigames", "riddles")[seat]
    process = bridge(name, "--set", "Search=random")
    arena = Arena(encoding, seat, seed=seat + 2 * len(encoding))
    arena.play(process)
    process.end_input()
    assert process.wait() == 0
    assert process.notes == ""
    assert arena.referee.moves > 16


def test_the_real_engine_beats_a_random_player(bridge: Start) -> None:
    process = bridge("theaigames")
    arena = Arena("theaigames", 1, seed=3)
    arena.play(process, time=500)
    assert arena.referee.position.outcome() == "o"


def test_the_time_bank_is_the_clock_with_a_margin(player: StandIn) -> None:
    talk = (*QUESTION, "action move 9000", "action move 30", "action move")
    aigames.play(player, GAME, lines(*talk), 70)
    assert player.limits == [
        Limits(p1time=left, p2time=left, p1inc=500, p2inc=500) for left in (8930, 1, 9930)
    ]


def test_an_empty_time_bank_is_not_a_full_one(player: StandIn) -> None:
    """`action move 0` was taken for no time at all, and so for the whole `timebank`."""
    aigames.play(player, GAME, lines(*QUESTION, "action move 0"), 70)
    assert player.limits == [Limits(p1time=1, p2time=1, p1inc=500, p2inc=500)]


def test_the_bot_is_known_by_its_name_if_nothing_else(
    player: StandIn, capfd: pytest.CaptureFixture[str]
) -> None:
    field = EMPTY.replace("0", ".")
    talk = ("settings your_bot player0", f"update game field {field}", QUESTION[-1])
    aigames.play(player, GAME, lines(*talk, "action move 10000"), 50)
    assert capfd.readouterr().out == "place_move 0 0\n"


# ------------------------------------------------------------------ what cannot be read


UNKNOWN = ["hello", "action warmup", "Your bot said: 5", "\ufffd\x00", "action", "x" * 200]


@pytest.mark.parametrize("line", UNKNOWN)
def test_what_it_does_not_know_is_noted_and_the_game_goes_on(
    player: StandIn, line: str, capfd: pytest.CaptureFixture[str]
) -> None:
    talk = ("", line, "update game colour red", "settings", *QUESTION, "action move 10000")
    aigames.play(player, GAME, lines(*talk), 50)
    written, notes = capfd.readouterr()
    assert written == "place_move 0 0\n"
    assert notes.count("ignored ") == 2
    assert len(notes) < 400
    assert notes.isascii()


def replaced(index: int, value: str) -> str:
    values = EMPTY.split(",")
    values[index] = value
    return ",".join(values)


@pytest.mark.parametrize(
    ("talk", "problem"),
    [
        (("action move 10000",), "without an `update game field` to go by"),
        ((f"update game field {EMPTY}", "action move 1"), "without an `update game macroboard`"),
        ((*QUESTION, "update game field 1,2", "action move 1"), "2 values, expected 81"),
        ((*QUESTION, "update game macroboard", "action move 1"), "1 values, expected 9"),
        ((*QUESTION, "settings your_botid 7", "action move 1"), "your_botid is '7'"),
        ((*QUESTION[3:], "action move 1"), "which cells are ours: your_botid is ''"),
        ((*QUESTION, f"update game field {replaced(5, 'q')}", "action move 1"), "cannot read 'q'"),
        ((*QUESTION, f"update game field {replaced(5, '1')}", "action move 1"), "1 cells of ours"),
        (
            (*QUESTION, "update game macroboard 0,0,0,0,0,0,0,0,0", "action move 1"),
            "lets us play in no board, the rules of ultimate in board 1, 2,",
        ),
        (
            (*QUESTION, "update game macroboard -1,-1,0,0,0,0,0,0,0", "action move 1"),
            "lets us play in board 1, 2, the rules",
        ),
        ((*SETTINGS[2:], *QUESTION[3:], "action move soon"), "cannot read the time"),
    ],
)
def test_without_a_position_to_go_by_it_says_what_is_missing(
    player: StandIn, talk: tuple[str, ...], problem: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BridgeError) as raised:
        aigames.play(player, GAME, lines(*talk), 50)
    written, notes = capfd.readouterr()
    assert written == ""
    assert problem in notes + str(raised.value)


def test_a_field_that_no_game_leads_to_is_refused(player: StandIn) -> None:
    """Both players have a line in the first board: x x x / o o o."""
    values = EMPTY.split(",")
    for cell in (0, 1, 2):
        values[cell], values[9 + cell] = "1", "2"
    talk = (*QUESTION, f"update game field {','.join(values)}", "action move 10000")
    with pytest.raises(BridgeError, match="is no position of ultimate: bad position: board 1"):
        aigames.play(player, GAME, lines(*talk), 50)


def test_a_bridge_that_cannot_go_on_says_why_and_leaves(bridge: Start) -> None:
    process = bridge("theaigames")
    process.send(b"\xff\xfe", "x" * 200_000, "action move 10000")
    assert process.wait() == 1
    first, *long, last = process.notes.splitlines()
    assert first.startswith(rf"{NAME}: ignored '\ufffd\ufffd': expected settings, update")
    assert len(long) == 4
    assert all(len(note) < 200 for note in long)
    assert last == f"{NAME}: asked for a move without an `update game field` to go by"
    assert process.rest == []
