"""Replies, text to data and back: what the engine writes, a client reads as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine.core import Option, Score
from linemate.protocol.messages import (
    BestMove,
    Dialect,
    Id,
    InfoLine,
    MessageError,
    OptionLine,
    ReadyOk,
    Response,
    UciOk,
    UgiOk,
    Unknown,
)
from linemate.protocol.replies import (
    format_bestmove,
    format_error,
    format_info,
    format_option,
    format_response,
    parse_reply,
)
from tests.protocol.words import KEYWORDS, maybe, moves, phrases, values, words

UGI, UCI = Dialect.UGI, Dialect.UCI

# What both dialects can say: they count a proven score in plies and in moves, and a win comes
# with a ply of the mover's own, a loss with one of the opponent's.
scores = st.one_of(
    st.builds(Score, cp=st.integers(-(10**6), 10**6)),
    st.builds(Score, plies=st.integers(1, 300).map(lambda n: 2 * n - 1)),
    st.builds(Score, plies=st.integers(-300, 0).map(lambda n: 2 * n)),
)
infos = st.builds(
    InfoLine,
    depth=maybe,
    seldepth=maybe,
    multipv=maybe,
    score=scores,
    bound=st.none() | st.sampled_from(["lowerbound", "upperbound"]),
    nodes=maybe,
    nps=maybe,
    hashfull=maybe,
    time=maybe,
    extras=st.lists(st.tuples(st.just("tbhits"), words), max_size=1).map(tuple),
    pv=moves,
    string=st.none() | values,
)
options = st.one_of(
    st.builds(Option, phrases, st.just("button")),
    st.builds(Option, phrases, st.just("check"), st.booleans()),
    st.builds(Option, phrases, st.just("string"), phrases | st.just("")),
    st.builds(
        Option,
        phrases,
        st.just("spin"),
        st.integers(-50, 50),
        st.integers(-100, -50),
        st.integers(50, 10**12),
    ),
    st.builds(
        lambda name, choices: Option(name, "combo", choices[0], choices=tuple(choices)),
        phrases,
        st.lists(phrases, min_size=1, max_size=4),
    ),
)


@given(infos, st.sampled_from(Dialect))
def test_a_report_that_was_written_is_read_as_the_same(info: InfoLine, dialect: Dialect) -> None:
    assert parse_reply(format_info(info, dialect), dialect) == info


@given(options)
def test_an_option_that_was_written_is_read_as_the_same(option: Option) -> None:
    assert parse_reply(format_option(option)) == OptionLine(option)


@given(st.text() | st.lists(st.sampled_from(KEYWORDS) | words | st.just("7")).map(" ".join))
def test_reading_a_reply_never_fails(line: str) -> None:
    for dialect in Dialect:
        reply = parse_reply(line, dialect)
        if isinstance(reply, Unknown):
            assert reply.text == line.strip()


@pytest.mark.parametrize(
    ("plies", "ugi", "uci"),
    [(1, 1, 1), (2, 2, 1), (3, 3, 2), (0, 0, 0), (-1, -1, -1), (-2, -2, -1), (-4, -4, -2)],
)
def test_a_mate_is_in_plies_in_ugi_and_in_moves_in_uci(plies: int, ugi: int, uci: int) -> None:
    info = InfoLine(score=Score(plies=plies))
    assert format_info(info, UGI) == f"info score mate {ugi}"
    assert format_info(info, UCI) == f"info score mate {uci}"


def test_a_full_report_has_the_order_that_interfaces_expect() -> None:
    info = InfoLine(3, 5, 1, Score(cp=-20), "upperbound", 40, 1000, 7, 40, pv=("a1", "b2"))
    assert format_info(info) == (
        "info depth 3 seldepth 5 multipv 1 score cp -20 upperbound "
        "nodes 40 nps 1000 hashfull 7 time 40 pv a1 b2"
    )


@pytest.mark.parametrize(
    ("option", "line"),
    [
        (Option("Hash", "spin", 16, 1, 64), "type spin default 16 min 1 max 64"),
        (Option("Hash", "check", False), "type check default false"),
        (Option("Hash", "combo", "a", choices=("a", "b")), "type combo default a var a var b"),
        (Option("Hash", "string"), "type string default <empty>"),
        (Option("Hash", "button"), "type button"),
    ],
)
def test_options_are_written_as_uci_has_them(option: Option, line: str) -> None:
    assert format_option(option) == f"option name Hash {line}"


def test_a_best_move_has_two_words_in_ugi_and_its_ponder_move_in_uci() -> None:
    assert format_bestmove("a1", "b2", UGI) == "bestmove a1"
    assert format_bestmove("a1", "b2", UCI) == "bestmove a1 ponder b2"
    assert format_bestmove("a1", None, UCI) == "bestmove a1"
    assert format_bestmove(None, None, UGI) == "bestmove none"
    assert format_bestmove(None, None, UCI) == "bestmove (none)"


def test_a_response_says_yes_and_no_in_lower_case() -> None:
    assert format_response(True) == "response true"
    assert format_response("3/3/3 x") == "response 3/3/3 x"


@given(st.text(st.characters()))
def test_an_error_is_one_printable_line_and_is_read_as_an_error(text: str) -> None:
    line = format_error(text)
    assert line.isprintable()
    reply = parse_reply(line)
    assert isinstance(reply, InfoLine)
    assert reply.error is not None


def test_an_error_keeps_its_text() -> None:
    assert format_error(MessageError("bad\nword\0")) == "info string error: bad word?"
    assert parse_reply("info string error: no such game") == InfoLine(string="error: no such game")
    assert InfoLine(string="error: no such game").error == "no such game"
    assert InfoLine(string="no error: really").error is None


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("ugiok", UgiOk()),
        ("uciok", UciOk()),
        ("readyok\r", ReadyOk()),
        ("id name Deep  Thought 2", Id("name", "Deep  Thought 2")),
        ("id author", Id("author", "")),
        ("id shoe-size 43", Unknown("id shoe-size 43")),
        ("bestmove a1", BestMove("a1")),
        ("bestmove a1 ponder b2", BestMove("a1", "b2")),
        ("bestmove (none) ponder (none)", BestMove(None)),
        ("bestmove none", BestMove(None)),
        ("bestmove", BestMove(None)),
        ("response p1win", Response("p1win")),
        ("response", Response("")),
        ("Unknown command: ugi", Unknown("Unknown command: ugi")),
        ("info depth banana seldepth nodes 5 score cp", InfoLine(nodes=5)),
        ("info nodes " + "9" * 10_000, InfoLine(nodes=10**20)),
        ("info wdl 1 2 3 currmove a1", InfoLine(extras=(("wdl", "1 2 3"), ("currmove", "a1")))),
        ("info pv a1 string b2  pv", InfoLine(pv=("a1",), string="b2  pv")),
        ("option name X type spin default 3 min 0 max 9", OptionLine(Option("X", "spin", 3, 0, 9))),
        ("option name X type spin default x", Unknown("option name X type spin default x")),
        ("option name X type slider", Unknown("option name X type slider")),
        ("option of mine", Unknown("option of mine")),
    ],
)
def test_a_client_reads(line: str, reply: object) -> None:
    assert parse_reply(line) == reply


def test_a_mate_in_moves_is_read_as_plies() -> None:
    assert parse_reply("info score mate 2", UCI) == InfoLine(score=Score(plies=3))
    assert parse_reply("info score mate -2", UCI) == InfoLine(score=Score(plies=-4))
    assert parse_reply("info score mate 2", UGI) == InfoLine(score=Score(plies=2))


def test_a_choice_may_be_called_default() -> None:
    """The option Heuristic has one, and no client could set it back to that."""
    option = Option("Heuristic", "combo", "default", choices=("default", "000-1"))
    assert parse_reply(format_option(option)) == OptionLine(option)
