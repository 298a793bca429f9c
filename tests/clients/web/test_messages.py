"""What a page may say, and everything else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linemate.clients.web.messages import (
    Goto,
    Move,
    Open,
    Read,
    RequestError,
    Restart,
    Stop,
    Think,
    Write,
    read_request,
)
from linemate.protocol.driver import Limits, Score

THINK = {"type": "think", "purpose": "play", "options": {}, "limits": {"nodes": 5}}
OPEN: dict[str, Any] = {"type": "open", "words": "qubic", "start": None, "moves": [], "at": 0}
WRITE = {"type": "write", "x": "me", "o": "you", "evaluations": []}
KINDS = ("open", "move", "goto", "think", "stop", "restart", "read", "write")
NAMES = ("type", "seq", "words", "start", "moves", "at", "move", "purpose", "options", "limits")
NAMES += ("text", "x", "o", "evaluations", "movetime", "infinite", "cp", "mate")


@pytest.mark.parametrize(
    ("message", "request_"),
    [
        (OPEN, Open(0, "qubic", None, (), 0)),
        (
            OPEN | {"seq": 7, "start": "16/16/16/16 x", "moves": ["000", "111"], "at": 1},
            Open(7, "qubic", "16/16/16/16 x", ("000", "111"), 1),
        ),
        ({"type": "move", "move": "b2"}, Move(0, "b2")),
        ({"type": "goto", "at": 3}, Goto(0, 3)),
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
            WRITE | {"evaluations": [{"cp": -5}, None, {"mate": 3}]},
            Write(0, "me", "you", (Score(cp=-5), None, Score(plies=3))),
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
        (THINK | {"limits": {}}, "some of movetime, depth, nodes, infinite"),
        (THINK | {"limits": {"mate": 3}}, "some of movetime, depth, nodes, infinite"),
        (THINK | {"limits": {"nodes": 0}}, "a whole number from 1"),
        (THINK | {"limits": {"nodes": "5"}}, "bad nodes '5'"),
        (THINK | {"limits": {"infinite": False}}, "bad infinite False"),
        ({"type": "read", "text": None}, "bad text"),
        (WRITE | {"x": "n" * 101}, "at most 100"),
        (WRITE | {"evaluations": [{"cp": 1, "mate": 2}]}, "bad evaluations"),
        (WRITE | {"evaluations": [{"cp": "1"}]}, "bad evaluations"),
        (WRITE | {"evaluations": [{"cp": 10**10}]}, "bad evaluations"),
        (WRITE | {"evaluations": [5]}, "bad evaluations"),
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
