"""Text to data and back: what one side writes, the other reads as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import Limits, Option, Score
from protocol.commands import format_command, parse_command
from protocol.messages import (
    LARGEST,
    QUERIES,
    Bench,
    BestMove,
    Command,
    Debug,
    Dialect,
    Eval,
    Go,
    Help,
    Id,
    InfoLine,
    IsReady,
    MessageError,
    Moves,
    NewGame,
    OptionLine,
    PonderHit,
    Query,
    Quit,
    ReadyOk,
    Register,
    Response,
    SetOption,
    SetPosition,
    Show,
    Stop,
    Uci,
    UciOk,
    Ugi,
    UgiOk,
    Unknown,
)
from protocol.replies import (
    format_bestmove,
    format_error,
    format_info,
    format_option,
    format_response,
    parse_reply,
)

UGI, UCI = Dialect.UGI, Dialect.UCI

KEYWORDS = [
    *("ugi", "uci", "isready", "debug", "register", "setoption", "name", "value", "newgame"),
    *("uginewgame", "ucinewgame", "position", "startpos", "fen", "moves", "go", "stop", "d"),
    *("ponderhit", "query", "eval", "bench", "help", "quit", "infinite", "ponder", "movetime"),
    *("depth", "nodes", "mate", "p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc"),
    *("binc", "movestogo", "perft", "searchmoves", "info", "score", "cp", "lowerbound", "pv"),
    *("upperbound", "string", "seldepth", "multipv", "nps", "hashfull", "time", "wdl"),
    *("currmove", "currmovenumber", "currline", "refutation", "tbhits", "cpuload", "option"),
    *("type", "default", "min", "max", "var", "bestmove", "readyok", "response", "id", "ugiok"),
    *("uciok", "author", "error:", "none", "(none)", "NULL", "0000", "<empty>"),
]


def is_plain(text: str) -> bool:
    return text.split() == [text] and text.lower() not in map(str.lower, KEYWORDS)


words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=6).filter(
    is_plain
)
names = words.filter(lambda word: "=" not in word)
phrases = st.lists(words, min_size=1, max_size=4).map(" ".join)
moves = st.lists(words, max_size=5).map(tuple)
counts = st.integers(0, LARGEST)
maybe = st.none() | counts
# Inside a value any spacing is kept.
values = st.lists(words, max_size=3).map("  ".join)

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
        ("go depth banana", "'banana'", "a whole number"),
        ("go depth", "go depth", "a whole number"),
        ("go movetime 1.5", "'1.5'", "a whole number"),
        ("go nodes \u0663", "'\u0663'", "a whole number"),
        ("go nodes -3", "'-3'", "0 or more"),
        ("bench x", "'x'", "a whole number"),
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


# ------------------------------------------------------------------ replies

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
