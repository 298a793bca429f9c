"""The engine as an operating system sees it: how it is started, bytes, and its two threads.

Every wait has a deadline that only a hang exceeds. `test_main_ends.py` has how it ends.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from linemate.engine.registry import GAMES, make_game
from linemate.protocol.messages import LONGEST_LINE
from tests.protocol.engine_process import (
    DEADLINE,
    ENGINE,
    PAIRS,
    ROOT,
    EngineProcess,
    assert_ends_well,
    bestmoves,
    errors,
    is_bestmove,
)


def run(*command: str, text: bytes, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=text, capture_output=True, cwd=cwd, timeout=DEADLINE)


# ------------------------------------------------------------------ starting


def test_it_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """Three directories and a bare interpreter: no site-packages, no environment, no user site."""
    for package in ("linemate", "engine", "protocol"):
        shutil.copytree(ROOT / package, tmp_path / package)
    bare = (sys.executable, "-E", "-s", "-S")
    path = run(*bare, "-c", "import sys; print(sys.path)", text=b"", cwd=tmp_path).stdout
    assert b"site-packages" not in path
    done = run(*bare, "-W", "error", "-m", "engine", text=b"ugi\nbench 1\n", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\nugiok\n" in done.stdout


def test_every_game_and_searcher_works_in_a_bare_interpreter() -> None:
    text = "".join(
        f"newgame {game}\nsetoption name Search value {search}\ngo nodes 50\nmoves\n"
        for search, game in PAIRS
    )
    done = run(sys.executable, "-E", "-s", "-S", "-m", "engine", text=text.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    answers = done.stdout.decode().splitlines()
    assert len(bestmoves(answers)) == len(PAIRS)
    assert errors(answers) == []


@pytest.mark.parametrize(
    ("arguments", "game"),
    [
        ([], "tictactoe"),
        (["ultimate"], "ultimate won_boards closed tiebreak draw"),
        (["gomoku", "size=8"], "gomoku size 8 rule freestyle"),
        (["MNK", "width=4", "height", "5", "row=3"], "mnk width 4 height 5 row 3 drop false"),
    ],
)
def test_the_command_line_chooses_the_game(arguments: list[str], game: str) -> None:
    with EngineProcess(*arguments) as engine:
        assert engine.query("game") == game
        engine.send("newgame")
        assert engine.query("game") == game


@pytest.mark.parametrize(
    "arguments", [["chess"], ["gomoku", "size=99"], ["gomoku", "size"], ["-x"]]
)
def test_a_command_line_that_cannot_be_used_is_refused(arguments: list[str]) -> None:
    done = run(*ENGINE, *arguments, text=b"ugi\n")
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"usage: " in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["--bogus"], ["gomoku", "-x"]])
def test_an_option_that_there_is_not_is_not_taken_for_a_game(arguments: list[str]) -> None:
    """`--bogus` was an unknown game."""
    problem = run(*ENGINE, *arguments, text=b"ugi\n").stderr.splitlines()[0].decode()
    expected = "expected --protocol, --help or --version"
    assert problem.endswith(f": unknown option {arguments[-1]!r}: {expected}")


def test_help_and_version_are_printed_without_a_conversation() -> None:
    assert run(*ENGINE, "--help", text=b"ugi\n").stdout.startswith(b"usage: ")
    assert run(*ENGINE, "--version", text=b"ugi\n").stdout.startswith(b"Linemate ")


def test_help_says_what_the_options_of_every_game_take() -> None:
    """It said drop=0..0 of the one that is true or false."""
    told = run(*ENGINE, "--help", text=b"").stdout
    assert b"  mnk width=1..22 height=1..22 row=1..22 drop=true|false\n" in told
    assert b"  nineboard full_board=free|draw\n" in told


# ------------------------------------------------------------------ whatever bytes arrive


@pytest.mark.parametrize("length", [LONGEST_LINE + 1, 3 * LONGEST_LINE, 5_000_000])
@pytest.mark.parametrize("begin", [b"", b"position startpos moves ", b"go depth "])
def test_an_over_long_line_is_refused_and_nothing_else(
    engine: EngineProcess, length: int, begin: bytes
) -> None:
    engine.send("position startpos moves b2")
    engine.send_bytes(begin + b"a" * length + b"\n")
    answer = engine.ask()
    assert len(answer) == 1
    assert "line too long" in errors(answer)[0]
    assert engine.query("fen") == "3/1x1/3 o"


def test_a_long_line_that_can_be_read_is_answered(engine: EngineProcess) -> None:
    engine.send_bytes(b" " * (LONGEST_LINE - 7) + b"isready\n")
    assert engine.until("readyok".__eq__) == ["readyok"]
    engine.send_bytes(b"position startpos moves" + b" a1" * 20_000 + b"\n")
    assert len(errors(engine.ask())) == 1


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00",
        b"\x00" * 1000,
        b"go\x00depth 3",
        b"\xff\xfe\xfd",
        b"\xc3",
        b"setoption name \xf0\x9f value \x00",
        b"position fen \xff\xff\xff x",
        b"newgame \x80",
        b"moves \xed\xa0\x80",
        "position startpos moves \u0661\u0662".encode(),
        "go depth \u0665".encode(),
        b"\x1b[31mred\x1b[0m",
        b"%s%n{0}{}\\",
    ],
)
def test_garbage_is_answered_with_one_printable_error_line(
    engine: EngineProcess, garbage: bytes
) -> None:
    engine.send_bytes(garbage + b"\n")
    # A bad number is left out, and what is left of `go` is done: it may be at it already.
    answer = [line for line in engine.ask() if not line.startswith(("info depth", "bestmove"))]
    assert errors(answer) == answer
    assert len(answer) == 1
    assert answer[0].isprintable()
    assert engine.query("gameover") == ("true" if b"moves" in garbage else "false")
    engine.end_input()
    assert_ends_well(engine)


def test_lines_may_end_with_cr_lf(engine: EngineProcess) -> None:
    engine.send_bytes(b"ugi\r\nposition startpos moves b2\r\ngo depth 2\r\n")
    assert not errors(engine.until(is_bestmove))
    engine.send_bytes(b"query p1turn\r\nquit\r\n")
    assert assert_ends_well(engine) == ["response false"]


def test_output_has_plain_line_feeds_and_is_ascii() -> None:
    done = run(*ENGINE, text=b"ugi\r\nhelp\r\nd\r\nmoves \xff\r\ngo depth 3\r\nquit\r\n")
    assert b"\r" not in done.stdout
    assert b"\x00" not in done.stdout
    assert done.stdout.endswith(b"\n")


# ------------------------------------------------------------------ reader and search


def test_a_late_reader_misses_nothing(engine: EngineProcess) -> None:
    """Far more than fits into a pipe, asked for in one breath."""
    engine.send(*["help", "isready"] * 500)
    for _ in range(500):
        engine.until("readyok".__eq__)


def test_a_thousand_immediate_stops_give_exactly_a_thousand_bestmoves(
    engine: EngineProcess,
) -> None:
    """All in one breath, so that reader and search meet at every possible moment."""
    engine.send("newgame gomoku size 8")
    engine.send(*["go infinite", "stop"] * 1000)
    engine.send("quit")
    lines = assert_ends_well(engine)
    assert len(bestmoves(lines)) == 1000
    assert not errors(lines)


def test_a_thousand_stops_one_by_one_give_one_bestmove_each(engine: EngineProcess) -> None:
    engine.send("newgame ultimate")
    legal = engine.query("legalmoves").split()
    for _ in range(1000):
        engine.send("go infinite", "stop")
        lines = engine.until(is_bestmove)
        assert lines[-1].split()[1] in legal
        assert lines[-2].startswith("info depth ")
    assert engine.ask() == []


def test_isready_is_answered_during_a_search_which_goes_on(engine: EngineProcess) -> None:
    engine.send("newgame gomoku", "go infinite")
    for _ in range(50):
        assert not bestmoves(engine.ask())
    engine.send("stop")
    assert len(bestmoves(engine.until(is_bestmove))) == 1


@pytest.mark.parametrize("game", GAMES)
def test_two_engines_play_a_whole_game(game: str) -> None:
    """Each is told the moves of the other; a referee of ours knows the rules."""
    rules = make_game(game)
    position = rules.start()
    with EngineProcess(game) as x, EngineProcess(game) as o:
        for engine in (x, o):
            engine.ask("ugi", "setoption name Seed value 1")
        moves: list[str] = []
        while (outcome := position.outcome()) is None:
            engine = (x, o)[position.to_move]
            assert engine.query("gameover") == "false"
            lines = engine.search("go nodes 150")
            assert not errors(lines)
            move = lines[-1].removeprefix("bestmove ")
            position.play(rules.read_move(position, move))
            moves.append(move)
            x.send("position startpos moves " + " ".join(moves))
            o.send(f"moves {move}")
        result = {0: "p1win", 1: "p2win", None: "draw"}[outcome.winner]
        for engine in (x, o):
            assert engine.query("fen") == rules.write_position(position)
            assert engine.query("gameover") == "true"
            assert engine.query("result") == result
            assert engine.search("go")[-1] == "bestmove none"
            engine.send("quit")
            assert_ends_well(engine)
