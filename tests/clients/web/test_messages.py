"""What a page may say, and everything else; and what it is told: in order, complete, and little
where it reads slowly.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.pgn import Participant
from linemate.clients.web.messages import (
    ROOM,
    Assess,
    Assessment,
    Goto,
    Judge,
    Move,
    Open,
    Outbox,
    Read,
    RequestError,
    Restart,
    Stop,
    Think,
    Write,
    WrittenMove,
    read_request,
    write_message,
)
from linemate.protocol.driver import Limits, Score

THINK = {"type": "think", "purpose": "play", "options": {}, "limits": {"nodes": 5}}
OPEN: dict[str, Any] = {"type": "open", "words": "qubic", "start": None, "moves": [], "at": 0}
LINE = {"words": "qubic", "start": None, "moves": ["000"]}
ASSESS = {"type": "assess", **LINE, "plies": [1, 0], "movetime": 500}
KNOWN = {"score": {"cp": 3}, "line": ["111"]}
JUDGE = {"type": "judge", **LINE, "assessments": [KNOWN, None], "opening": 1}
PLAYERS = {"x": {"name": "me"}, "o": {"name": "you"}}
WRITE: dict[str, Any] = {"type": "write", **PLAYERS, "comment": "", "moves": []}
MOVE = {"parent": -1, "move": "b2", "comment": "hm", "nags": [1], "score": {"cp": -5}}
SCORED: dict[str, Any] = {"nags": [], "score": None, "evaluation": {"mate": 3}}
KINDS = ("open", "move", "goto", "think", "stop", "restart", "read", "write", "assess", "judge")
NAMES = (
    "type", "seq", "words", "start", "moves", "at", "move", "purpose", "options", "limits", "text",
    "x", "o", "name", "kind", "level", "comment", "nags", "parent", "movetime", "infinite", "cp",
    "mate", "plies", "assessments", "score", "line", "opening",
)  # fmt: skip


@pytest.mark.parametrize(
    ("message", "request_"),
    [
        (OPEN, Open(0, "qubic", None, (), 0)),
        (
            OPEN | {"seq": 7, "start": "16/16/16/16 x", "moves": ["000", "111"], "at": 1},
            Open(7, "qubic", "16/16/16/16 x", ("000", "111"), 1),
        ),
        ({"type": "move", "move": "b2"}, Move(0, "b2")),
        (ASSESS, Assess(0, "qubic", None, ("000",), (1, 0), 500)),
        (
            JUDGE,
            Judge(0, "qubic", None, ("000",), (Assessment(Score(cp=3), ("111",)), None), 1),
        ),
        ({"type": "goto", "at": 3}, Goto(0, 3)),
        ({"type": "goto", "at": 1, "moves": ["b2", "a1"]}, Goto(0, 1, ("b2", "a1"))),
        (THINK, Think(0, "play", {}, Limits(nodes=5))),
        (
            THINK | {"purpose": "analyse", "options": {"A": 1}, "limits": {"infinite": True}},
            Think(0, "analyse", {"A": 1}, Limits(infinite=True)),
        ),
        (
            THINK | {"limits": {"movetime": 50, "depth": 3}},
            Think(0, "play", {}, Limits(movetime=50, depth=3)),
        ),
        ({"type": "stop"}, Stop(0)),
        ({"type": "restart", "seq": 1, "more": "is ignored"}, Restart(1)),
        ({"type": "read", "text": "3/3/3 x"}, Read(0, "3/3/3 x")),
        (
            WRITE | {"comment": "so", "moves": [MOVE, MOVE | SCORED]},
            Write(
                0,
                Participant("me"),
                Participant("you"),
                "so",
                (
                    WrittenMove(-1, "b2", "hm", (1,), Score(cp=-5)),
                    WrittenMove(-1, "b2", "hm", evaluation=Score(plies=3)),
                ),
            ),
        ),
        (
            WRITE
            | {"x": {"name": "me", "kind": "human", "level": None}}
            | {"o": {"name": "it", "kind": "program", "level": 5}},
            Write(0, Participant("me", "human"), Participant("it", "program", 5), "", ()),
        ),
        (
            WRITE | {"tags": {"Event": "Club", "White": ""}},
            Write(
                0,
                Participant("me"),
                Participant("you"),
                "",
                (),
                tags={"Event": "Club", "White": ""},
            ),
        ),
    ],
)
def test_messages_are_understood(message: dict[str, Any], request_: object) -> None:
    assert read_request(json.dumps(message)) == request_


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("NaN", "no JSON"),
        ('{"type": "goto", "at": Infinity}', "no JSON"),
        ("[" * 100_000, "no JSON"),
        ('{"a":' * 100_000, "no JSON"),
        ("1" * 100_000, "no JSON"),
        ("[]", "no object"),
        ('"stop"', "no object"),
        ("{}", "unknown message None"),
        ({"type": "hello"}, "unknown message 'hello': expected one of open, move"),
        ({"type": ["stop"]}, "unknown message list"),
        ({"type": {"stop": 1}}, "unknown message object"),
        ({"type": "move"}, "bad move None"),
        ({"type": "move", "move": 5}, "bad move 5"),
        ({"type": "move", "move": "a" * 21}, "at most 20 characters"),
        ({"type": "goto", "at": -1}, "a whole number from 0"),
        ({"type": "goto", "at": True}, "bad at True"),
        ({"type": "goto", "at": 1.5}, "bad at 1.5"),
        ({"type": "goto", "at": 10**30}, "bad at 1000"),
        (OPEN | {"words": "a" * 201}, "at most 200"),
        (WRITE | {"tags": ["Event"]}, "bad tags list"),
        (WRITE | {"tags": {"Event": 5}}, "bad Event 5"),
        (WRITE | {"tags": {'Event "': "Club"}}, "bad tag 'Event \"': expected a name"),
        (OPEN | {"start": 3}, "bad start 3"),
        (OPEN | {"start": "x" * 2001}, "at most 2000"),
        (OPEN | {"moves": "b2"}, "bad moves 'b2'"),
        (OPEN | {"moves": ["b2", None]}, "bad moves None"),
        (OPEN | {"moves": ["b2"] * 485}, "a list of at most 484"),
        (OPEN | {"moves": ["b2"], "at": 2}, "a whole number from 0 to 1"),
        (THINK | {"purpose": "win"}, "one of play, hint, analyse"),
        (THINK | {"options": []}, "bad options list"),
        (THINK | {"options": {"A": None}}, "value of option 'A'"),
        (THINK | {"options": {"A": [1]}}, "value of option 'A'"),
        (THINK | {"options": {"A": "a" * 101}}, "a shorter text"),
        (THINK | {"options": {"A" * 101: 1}}, "value of option"),
        (THINK | {"options": {str(n): n for n in range(201)}}, "at most 200"),
        (THINK | {"limits": None}, "bad limits"),
        (THINK | {"limits": {}}, "some of movetime, depth, nodes, clock, infinite"),
        (THINK | {"limits": {"mate": 3}}, "some of movetime, depth, nodes, clock, infinite"),
        (THINK | {"limits": {"nodes": 0}}, "a whole number from 1"),
        (THINK | {"limits": {"clock": 5}}, "bad clock 5"),
        (THINK | {"limits": {"clock": {"x": 1, "increment": 0}}}, "bad o None"),
        (THINK | {"limits": {"clock": {"x": 1, "o": 0, "increment": 0}}}, "bad o 0"),
        (THINK | {"limits": {"nodes": "5"}}, "bad nodes '5'"),
        (THINK | {"limits": {"infinite": False}}, "bad infinite False"),
        ({"type": "judge", **LINE, "assessments": []}, "bad opening None"),
        (JUDGE | {"opening": 2}, "bad opening 2: expected a whole number from 0 to 1"),
        ({"type": "read", "text": None}, "bad text"),
        (WRITE | {"x": {"name": "n" * 101}}, "at most 100"),
        (WRITE | {"x": "me"}, "bad x 'me': expected an object"),
        (WRITE | {"o": {"name": "it", "kind": "alien"}}, "bad kind 'alien'"),
        (WRITE | {"o": {"name": "it", "level": 11}}, "bad level 11"),
        (WRITE | {"ending": "won"}, "bad ending 'won'"),
        (WRITE | {"ending": {"winner": "z", "kind": "time", "reason": ""}}, "bad winner 'z'"),
        (WRITE | {"ending": {"winner": "x", "kind": "line", "reason": ""}}, "bad kind 'line'"),
        (WRITE | {"ending": {"winner": None, "kind": "time", "reason": ""}}, "bad kind 'time'"),
        (WRITE | {"moves": [MOVE | {"score": {"cp": 1, "mate": 2}}]}, "bad score"),
        (WRITE | {"moves": [MOVE | {"score": {"cp": "1"}}]}, "bad cp '1'"),
        (WRITE | {"moves": [MOVE | {"score": {"cp": 10**10}}]}, "bad cp 1000"),
        (WRITE | {"moves": [MOVE | {"nags": [256]}]}, "bad nags 256"),
        (WRITE | {"moves": [MOVE | {"parent": -2}]}, "bad parent -2"),
        (WRITE | {"moves": [MOVE | {"comment": None}]}, "bad comment None"),
        (WRITE | {"moves": [MOVE] * 10_001}, "a list of at most 10000"),
        (WRITE | {"moves": [5]}, "bad moves 5"),
        ({"type": "goto", "at": 2, "moves": ["b2"]}, "a whole number from 0 to 1"),
    ],
)
def test_anything_else_is_refused_with_what_is_wrong(message: object, problem: str) -> None:
    with pytest.raises(RequestError, match=problem):
        read_request(message if isinstance(message, str) else json.dumps(message))


def test_a_refusal_says_which_message_it_is_about() -> None:
    with pytest.raises(RequestError) as refused:
        read_request('{"type": "goto", "seq": 12}')
    assert refused.value.seq == 12
    with pytest.raises(RequestError) as refused:
        read_request('{"type": "goto", "seq": "twelve"}')
    assert refused.value.seq == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(kind=st.sampled_from(KINDS), fields=st.dictionaries(st.sampled_from(NAMES), JSON))
def test_no_fields_whatsoever_do_any_harm(kind: str, fields: dict[str, Any]) -> None:
    try:
        request = read_request(json.dumps(fields | {"type": kind}))
    except RequestError:
        return
    assert type(request).__name__.lower() == kind


# ------------------------------------------------------------------ the outbox


class Reader:
    """Takes messages when it is let."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.taken: list[dict[str, Any]] = []

    async def send(self, text: str) -> None:
        await self.open.wait()
        self.taken.append(json.loads(text))


def test_messages_arrive_in_order_with_the_newest_report_of_each_variation() -> None:
    async def converse() -> list[object]:
        outbox, reader = Outbox(), Reader()
        await outbox.put("searching", n=0)
        for depth in range(100):
            outbox.replace(1, "info", n=depth)
            outbox.replace(2, "info", n=-depth)
        await outbox.put("answer", n=1)
        delivering = asyncio.create_task(outbox.deliver(reader.send))
        reader.open.set()
        while len(reader.taken) < 4:
            await asyncio.sleep(0)
        delivering.cancel()
        return [message["n"] for message in reader.taken]

    assert asyncio.run(converse()) == [0, 99, -99, 1]


def test_a_page_that_does_not_read_makes_nothing_grow() -> None:
    """Reports take the place of older ones; whoever says something else has to wait."""

    async def converse() -> None:
        outbox, reader = Outbox(), Reader()
        delivering = asyncio.create_task(outbox.deliver(reader.send))
        speaking = [asyncio.create_task(outbox.put("state", n=n)) for n in range(5 * ROOM)]
        for depth in range(5 * ROOM):
            outbox.replace("report", "info", n=depth)
            await asyncio.sleep(0)
        assert len(outbox) <= ROOM + 1
        assert sum(task.done() for task in speaking) <= 2 * ROOM + 1
        reader.open.set()
        await asyncio.gather(*speaking)
        while len(outbox):
            await asyncio.sleep(0)
        states = [message["n"] for message in reader.taken if message["type"] == "state"]
        assert states == list(range(5 * ROOM))
        delivering.cancel()

    asyncio.run(converse())


def test_a_page_that_takes_nothing_for_too_long_is_given_up() -> None:
    async def converse() -> None:
        outbox, reader = Outbox(), Reader()
        await outbox.put("state")
        await outbox.deliver(reader.send, patience=0.01)
        assert not reader.taken

    asyncio.run(converse())


def test_what_is_wrong_with_the_connection_comes_through() -> None:
    async def fail(_: str) -> None:
        raise ConnectionResetError

    async def converse() -> None:
        outbox = Outbox()
        await outbox.put("state")
        await outbox.deliver(fail)

    with pytest.raises(ConnectionResetError):
        asyncio.run(converse())


def test_any_text_can_be_sent() -> None:
    text = "\ud800 \u2028 \x00 \N{PILE OF POO}"
    message = write_message("error", text=text)
    assert message.isascii()
    assert json.loads(message) == {"type": "error", "text": text}
