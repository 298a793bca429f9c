"""Commands, text to data and back: what a client writes, the engine reads as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine.core import Limits
from linemate.protocol.commands import format_command, parse_command
from linemate.protocol.messages import (
    LARGEST,
    QUERIES,
    Bench,
    Command,
    Debug,
    Dialect,
    Eval,
    Go,
    Help,
    IsReady,
    MessageError,
    Moves,
    NewGame,
    PonderHit,
    Query,
    Quit,
    Register,
    SetOption,
    SetPosition,
    Show,
    Stop,
    Uci,
    Ugi,
    Unknown,
)
from tests.protocol.words import KEYWORDS, counts, maybe, moves, phrases, values, words

UGI, UCI = Dialect.UGI, Dialect.UCI

names = words.filter(lambda word: "=" not in word)
limits = st.builds(
    Limits,
    movetime=maybe,
    depth=maybe,
    nodes=maybe,
    mate=maybe,
    p1time=maybe,
    p2time=maybe,
    p1inc=counts,
    p2inc=counts,
    movestogo=st.none() | st.integers(1, LARGEST),
    infinite=st.booleans(),
    ponder=st.booleans(),
)
commands: st.SearchStrategy[Command] = st.one_of(
    st.sampled_from([Ugi(), Uci(), IsReady(), Register(), Stop(), PonderHit(), Show(), Eval()]),
    st.sampled_from([Help(), Quit(), Debug(True), Debug(False)]),
    st.builds(SetOption, phrases, st.none() | values),
    st.just(NewGame()),
    st.builds(NewGame, names, st.lists(st.tuples(names, names), max_size=3).map(tuple)),
    st.builds(SetPosition, st.none() | phrases, moves),
    st.builds(Moves, moves),
    st.builds(Go, limits, moves, maybe),
    st.builds(Query, st.sampled_from(QUERIES)),
    st.builds(Bench, maybe),
    st.builds(Unknown, phrases),
)


@given(commands, st.sampled_from(Dialect))
def test_a_command_that_was_written_is_read_as_the_same(command: Command, dialect: Dialect) -> None:
    assert parse_command(format_command(command, dialect)) == command


@given(commands, st.lists(words, max_size=3), st.sampled_from(["\r\n", "\n", "  ", "\t"]))
def test_unknown_words_in_front_and_white_space_around_change_nothing(
    command: Command, noise: list[str], end: str
) -> None:
    if not isinstance(command, Unknown):
        line = "\t ".join((*noise, format_command(command)))
        assert parse_command(line + end) == command


@given(st.text() | st.lists(st.sampled_from(KEYWORDS) | words).map(" ".join))
def test_any_line_at_all_is_a_command_or_a_message_error(line: str) -> None:
    try:
        command = parse_command(line)
    except MessageError:
        return
    assert (command is None) == (not line.split())


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("joho debug on", Debug(True)),
        ("UCI", Uci()),
        ("stop right now", Stop()),
        ("hello world", Unknown("hello world")),
        ("", None),
        (" \t\r\n", None),
        ("setoption name Clear Hash", SetOption("Clear Hash")),
        ("setoption NAME  move   overhead VALUE 10", SetOption("move overhead", "10")),
        ("setoption name Log value C:\\my  file.txt ", SetOption("Log", "C:\\my  file.txt")),
        ("setoption name Log value", SetOption("Log", "")),
        ("setoption name Log value <empty>", SetOption("Log", "")),
        ("ucinewgame", NewGame()),
        ("newgame gomoku size 8", NewGame("gomoku", (("size", "8"),))),
        ("position startpos", SetPosition()),
        ("position startpos moves", SetPosition()),
        ("position fen 3/3/3  x moves a1 b2", SetPosition("3/3/3 x", ("a1", "b2"))),
        ("position the startpos please moves a1", SetPosition(None, ("a1",))),
        ("go", Go()),
        ("go wtime 5 btime 6 winc 7 binc 8", Go(Limits(p1time=5, p2time=6, p1inc=7, p2inc=8))),
        ("go p1time 5 p2time 6 p1inc 7 p2inc 8", Go(Limits(p1time=5, p2time=6, p1inc=7, p2inc=8))),
        ("go p1time -30 movetime -1", Go(Limits(p1time=0, movetime=0))),
        ("go movestogo 0", Go()),
        ("go searchmoves a1 b2 depth 3 c3", Go(Limits(depth=3), ("a1", "b2"))),
        ("go deeper infinite", Go(Limits(infinite=True))),
        ("go perft 3", Go(perft=3)),
        ("query FEN", Query("fen")),
        ("bench", Bench()),
        ("bench 5", Bench(5)),
    ],
)
def test_the_engine_reads(line: str, command: Command | None) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "echoed", "expected"),
    [
        ("bench x", "'x'", "a whole number"),
        ("bench 1.5", "'1.5'", "a whole number"),
        ("bench \u0663", "'\u0663'", "a whole number"),
        ("bench -3", "'-3'", "0 or more"),
        ("setoption Hash value 3", "'Hash value 3'", "name <name> [value <value>]"),
        ("setoption name value 3", "'name value 3'", "name <name> [value <value>]"),
        ("position nonsense", "'nonsense'", "startpos or fen"),
        ("position startpos a1", "'startpos a1'", "moves"),
        ("position fen moves a1", "'fen moves a1'", "fen <position>"),
        ("query mood", "'mood'", "legalmoves"),
        ("query", "''", "gameover"),
        ("newgame gomoku size", "'size'", "no value"),
        ("debug maybe", "'maybe'", "on or off"),
    ],
)
def test_an_error_names_the_text_and_what_would_be_accepted(
    line: str, echoed: str, expected: str
) -> None:
    with pytest.raises(MessageError) as caught:
        parse_command(line)
    assert echoed in str(caught.value)
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("line", "limits", "echoed"),
    [
        ("go wtime 1000.5 btime 900", Limits(p1time=1000, p2time=900), ["'1000.5'"]),
        ("go movetime 250.", Limits(movetime=250), ["'250.'"]),
        ("go movetime -0.5", Limits(movetime=0), ["'-0.5'"]),
        ("go nodes 7.9 depth 1e3", Limits(nodes=7), ["'7.9'", "'1e3'"]),
        ("go depth x", Limits(movetime=1000), ["'x'"]),
        ("go depth", Limits(movetime=1000), ["''"]),
        ("go depth -3", Limits(movetime=1000), ["'-3'"]),
        ("go depth -3.5", Limits(movetime=1000), ["'-3'"]),
        ("go nodes \u0663", Limits(movetime=1000), ["'\u0663'"]),
        ("go movetime nan mate inf", Limits(movetime=1000), ["'nan'", "'inf'"]),
        ("go winc x movestogo 3", Limits(movestogo=3, movetime=1000), ["'x'"]),
        ("go ponder depth x", Limits(ponder=True, movetime=1000), ["'x'"]),
        ("go infinite depth x", Limits(infinite=True), ["'x'"]),
        ("go wtime btime 900", Limits(p2time=900), ["''"]),
        ("go depth infinite", Limits(infinite=True), ["''"]),
        ("go depth 4 depth x", Limits(depth=4), ["'x'"]),
        ("go depth 4 depth 5", Limits(depth=5), []),
        ("go perft x", Limits(movetime=1000), ["'x'"]),
    ],
)
def test_a_go_takes_what_can_be_read_and_says_what_cannot(
    line: str, limits: Limits, echoed: list[str]
) -> None:
    """A `go` refused for one bad number had no `bestmove`, and its driver waited for ever."""
    command = parse_command(line)
    assert isinstance(command, Go)
    assert (command.limits, command.perft) == (limits, None)
    assert len(command.unread) == len(echoed)
    for text, problem in zip(echoed, command.unread, strict=True):
        assert text in problem
        assert "expected" in problem


@pytest.mark.parametrize("digits", [13, 25, 10_000])
def test_a_number_too_large_for_any_clock_is_cut_down(digits: int) -> None:
    assert parse_command(f"go nodes 1{'0' * digits}") == Go(Limits(nodes=LARGEST))
    assert parse_command(f"go p1time -1{'0' * digits}") == Go(Limits(p1time=0))


def test_an_error_about_a_huge_line_stays_short() -> None:
    with pytest.raises(MessageError) as caught:
        parse_command("position " + "x" * 1_000_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "command",
    [
        Moves(("a1\nquit",)),
        Moves(("a1 b1",)),
        SetPosition("3/3/3 x moves a1"),
        SetPosition(" "),
        SetOption("Hash value 3"),
        SetOption("Log", "file\nquit"),
        SetOption("Log", "file\u2028quit"),
        NewGame("a b"),
        NewGame("gomoku", (("size=8", "rule"),)),
        NewGame(None, (("size", "3"),)),
        Go(searchmoves=("infinite",)),
        Go(Limits(searchmoves=(3,))),
        Unknown("hello\nquit"),
    ],
)
def test_what_does_not_fit_into_its_line_is_not_written(command: Command) -> None:
    with pytest.raises(MessageError):
        format_command(command)


def test_each_dialect_has_its_own_words_for_clocks_and_new_games() -> None:
    go = Go(Limits(p1time=1, p2time=0, p1inc=3))
    assert format_command(go, UGI) == "go p1time 1 p2time 0 p1inc 3"
    assert format_command(go, UCI) == "go wtime 1 btime 0 winc 3"
    assert format_command(NewGame("mnk", (("row", "4"),)), UGI) == "uginewgame mnk row 4"
    assert format_command(NewGame(), UCI) == "ucinewgame"
