"""The engine as an operating system sees it: bytes, pipes, signals, the end of input.

Every wait has a deadline that only a hang exceeds. `A_SECOND_OR_SO` is the one promise about
time that is held here: a signal ends the process within a second, and tests add another for
the machine.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.registry import GAMES, make_game
from protocol.stdio import LONGEST_LINE
from tests.protocol.engine_process import (
    DEADLINE,
    ENGINE,
    PAIRS,
    ROOT,
    EngineProcess,
    bestmoves,
    errors,
    is_bestmove,
)

A_SECOND_OR_SO = 2.0
SIGNALS = [signal.SIGINT, signal.SIGTERM]
each_signal = pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
# What the engine can be in the middle of; all of it lasts until it is ended.
LONG_WORK = {
    "idle": [],
    "search": ["newgame gomoku", "go infinite"],
    "proven": ["go infinite"],
    "ponder": ["newgame qubic", "go ponder movetime 1000"],
    "perft": ["newgame gomoku", "go perft 9"],
    "bench": ["bench 40"],
}
each_work = pytest.mark.parametrize("work", LONG_WORK)


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    with EngineProcess() as engine:
        yield engine


def assert_ends_well(engine: EngineProcess, status: int = 0) -> list[str]:
    """It ends by itself, without a complaint; what it still had to say."""
    lines = engine.rest()
    assert engine.wait() == status
    assert engine.stderr == ""
    return lines


def run(*command: str, text: bytes, cwd: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=text, capture_output=True, cwd=cwd, timeout=DEADLINE)


# ------------------------------------------------------------------ starting


def test_it_needs_nothing_but_the_standard_library(tmp_path: Path) -> None:
    """Two directories and a bare interpreter: no site-packages, no environment, no user site."""
    for package in ("engine", "protocol"):
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
        (["MNK", "width=4", "height", "5", "row=3"], "mnk width 4 height 5 row 3"),
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


def test_help_and_version_are_printed_without_a_conversation() -> None:
    assert run(*ENGINE, "--help", text=b"ugi\n").stdout.startswith(b"usage: ")
    assert run(*ENGINE, "--version", text=b"ugi\n").stdout.startswith(b"Linemate ")


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
    answer = engine.ask()
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


# ------------------------------------------------------------------ the end


@pytest.mark.parametrize(
    ("text", "last"),
    [
        (b"isready", "readyok"),
        (b"isready\nquery p1turn", "response true"),
        (b"isready\nqui", "info string error: unknown command 'qui': try help"),
        (b"go depth 3", "bestmove"),
        (b"newgame gomoku\ngo infinite", "bestmove"),
        (b"a" * (LONGEST_LINE + 1), "info string error: line too long"),
    ],
)
def test_half_a_line_at_the_end_of_input_is_a_line(
    engine: EngineProcess, text: bytes, last: str
) -> None:
    engine.send_bytes(text)
    engine.end_input()
    assert assert_ends_well(engine)[-1].startswith(last)


@each_work
@pytest.mark.parametrize("end", ["quit", "end of input"])
def test_it_ends_at_once_whatever_it_does_and_with_its_bestmove(
    engine: EngineProcess, work: str, end: str
) -> None:
    engine.ask(*LONG_WORK[work])
    if end == "quit":
        engine.send("quit")
    else:
        engine.end_input()
    lines = assert_ends_well(engine)
    assert len(bestmoves(lines)) == (work in ("search", "proven", "ponder"))
    assert not errors(lines)


def test_go_and_quit_in_one_breath_still_has_its_bestmove(engine: EngineProcess) -> None:
    engine.send("newgame gomoku", "go infinite", "quit")
    assert len(bestmoves(assert_ends_well(engine))) == 1


def test_what_follows_quit_is_not_read(engine: EngineProcess) -> None:
    engine.send("quit", "isready")
    assert assert_ends_well(engine) == []


@each_signal
@each_work
def test_a_signal_ends_it_within_a_second(
    engine: EngineProcess, work: str, number: signal.Signals
) -> None:
    engine.ask(*LONG_WORK[work])
    engine.process.send_signal(number)
    assert engine.wait(A_SECOND_OR_SO) == 128 + number
    lines = assert_ends_well(engine, 128 + number)
    assert len(bestmoves(lines)) == (work in ("search", "proven", "ponder"))


@pytest.mark.parametrize("work", ["idle", "search"])
def test_several_signals_at_once_end_it_as_quietly_as_one(work: str) -> None:
    """Ctrl-C reaches the whole group, and then the driver terminates its engine as well.

    Five times, since it depends on the moment.
    """
    for _ in range(5):
        with EngineProcess() as engine:
            engine.ask(*LONG_WORK[work])
            for number in SIGNALS * 3:
                engine.process.send_signal(number)
            assert engine.wait(A_SECOND_OR_SO) in [128 + number for number in SIGNALS]
            assert engine.stderr == ""


def test_a_signal_ends_it_quietly_at_any_moment_of_a_busy_conversation() -> None:
    """It may arrive while a search is being started, ended or waited for, or a lock is held.

    Forty moments, three milliseconds apart.
    """
    busy = ["newgame gomoku", *["go infinite", "stop", "isready", "go depth 1", "moves"] * 300]
    for moment in range(40):
        number = SIGNALS[moment % 2]
        with EngineProcess() as engine:
            engine.ask()
            engine.send(*busy)
            time.sleep(0.003 * moment)
            engine.process.send_signal(number)
            assert engine.wait(A_SECOND_OR_SO) == 128 + number, engine.stderr
            assert engine.stderr == ""


def raw_engine() -> subprocess.Popen[bytes]:
    """One whose pipes a test reads, leaves unread or closes as it likes."""
    return subprocess.Popen(
        ENGINE,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )


@pytest.mark.parametrize("work", ["search", "proven"])
def test_it_ends_by_itself_when_nobody_listens_any_more(work: str) -> None:
    """Its input stays open, but its output is closed in mid-search."""
    with raw_engine() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        try:
            process.stdin.write("\n".join([*LONG_WORK[work], "isready\n"]).encode())
            while b"readyok" not in process.stdout.readline():
                pass
            process.stdout.close()
            assert process.wait(DEADLINE) == 0
            assert process.stderr.read() == b""
        finally:
            process.kill()


def babble_in_search() -> bytes:
    """Each of these is two kilobytes of reports; a pipe holds sixty-four."""
    return b"position fen 3/3/x2 o\ngo\nmoves\n" * 400


def babble_in_reader() -> bytes:
    return b"help\n" * 400


def babble_in_both() -> bytes:
    return b"newgame gomoku\ngo infinite\n" + b"help\n" * 400


@each_signal
@pytest.mark.parametrize("babble", [babble_in_search, babble_in_reader, babble_in_both])
def test_a_signal_ends_it_even_while_nobody_reads_what_it_says(
    babble: Callable[[], bytes], number: signal.Signals
) -> None:
    with raw_engine() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        try:
            process.stdin.write(b"isready\n")
            assert process.stdout.readline() == b"readyok\n"
            process.stdin.write(babble())
            time.sleep(1)  # the pipe is full, and every thread that wants to speak waits
            process.send_signal(number)
            assert process.wait(A_SECOND_OR_SO) == 128 + number
            assert process.stderr.read() == b""
        finally:
            process.kill()


def test_a_late_reader_misses_nothing(engine: EngineProcess) -> None:
    """Far more than fits into a pipe, asked for in one breath."""
    engine.send(*["help", "isready"] * 500)
    for _ in range(500):
        engine.until("readyok".__eq__)


@pytest.mark.parametrize("descriptor", [0, 1])
def test_it_ends_quietly_when_started_with_a_closed_pipe(descriptor: int) -> None:
    """As in `python3 -m engine <&-`."""
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, sys; os.close(int(sys.argv[1])); os.execv(sys.argv[2], sys.argv[2:])",
            str(descriptor),
            *ENGINE,
        ],
        cwd=ROOT,
        **streams,  # type: ignore[call-overload]
    ) as process:
        _, complaints = process.communicate(b"ugi\n", timeout=DEADLINE)
        assert complaints == b""
        assert process.returncode == 0


def test_nothing_is_left_of_it(engine: EngineProcess) -> None:
    """Not in its process group, which every child of it would share."""
    group = os.getpgid(engine.process.pid)
    engine.ask("newgame gomoku", "go infinite")
    engine.send("quit")
    assert_ends_well(engine)
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


# ------------------------------------------------------------------ reader and search


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
