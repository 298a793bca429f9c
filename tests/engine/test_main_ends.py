"""How the engine's process ends: by itself, by a signal, and when its pipes are closed.

Every wait has a deadline that only a hang exceeds, since test machines are busy; the promise that a
signal ends the process within a second is that of LONGEST_GOODBYE, which is looked at.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from fcntl import ioctl
from termios import FIONREAD
from typing import IO

import pytest

from linemate.protocol.messages import LONGEST_LINE
from tests.protocol.engine_process import (
    DEADLINE,
    ENGINE,
    ROOT,
    EngineProcess,
    assert_ends_well,
    bestmoves,
    errors,
)
from tests.waiting import wait_until

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


# ------------------------------------------------------------------ by itself


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


# As on a machine that is very busy.
SLOW_TO_BEGIN = """
import sys, time
from linemate.engine.__main__ import main
from linemate.protocol import session
make = session.make_searcher
session.make_searcher = lambda *given: time.sleep(1) or make(*given)
sys.exit(main())
"""


@pytest.mark.parametrize("end", [EngineProcess.end_input, lambda engine: engine.send("quit")])
def test_a_search_that_has_hardly_begun_still_has_its_bestmove(
    end: Callable[[EngineProcess], None],
) -> None:
    """It was given half a second, as after a signal, and a busy machine took longer."""
    with EngineProcess(command=(sys.executable, "-c", SLOW_TO_BEGIN)) as engine:
        engine.send("go infinite")
        end(engine)
        assert len(bestmoves(assert_ends_well(engine))) == 1


def test_what_follows_quit_is_not_read(engine: EngineProcess) -> None:
    engine.send("quit", "isready")
    assert assert_ends_well(engine) == []


def test_nothing_is_left_of_it(engine: EngineProcess) -> None:
    """Not in its process group, which every child of it would share."""
    group = os.getpgid(engine.process.pid)
    engine.ask("newgame gomoku", "go infinite")
    engine.send("quit")
    assert_ends_well(engine)
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


# ------------------------------------------------------------------ signals


@each_signal
@each_work
def test_a_signal_ends_it(engine: EngineProcess, work: str, number: signal.Signals) -> None:
    engine.ask(*LONG_WORK[work])
    engine.process.send_signal(number)
    assert engine.wait() == 128 + number
    lines = assert_ends_well(engine, 128 + number)
    assert len(bestmoves(lines)) == (work in ("search", "proven", "ponder"))


def test_a_search_that_does_not_end_holds_a_signal_up_for_less_than_a_second() -> None:
    program = "from linemate.engine.__main__ import LONGEST_GOODBYE; print(LONGEST_GOODBYE)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True
    )
    assert float(done.stdout) < 1


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
            assert engine.wait() in [128 + number for number in SIGNALS]
            assert engine.stderr == ""


def test_a_signal_ends_it_quietly_at_any_moment_of_a_busy_conversation() -> None:
    """It may arrive while a search is being started, ended or waited for, or a lock is held.

    Twenty moments, six milliseconds apart.
    """
    busy = ["newgame gomoku", *["go infinite", "stop", "isready", "go depth 1", "moves"] * 300]
    for moment in range(20):
        number = SIGNALS[moment % 2]
        with EngineProcess() as engine:
            engine.ask()
            engine.send(*busy)
            time.sleep(0.006 * moment)
            engine.process.send_signal(number)
            assert engine.wait() == 128 + number, engine.stderr
            assert engine.stderr == ""


# ------------------------------------------------------------------ pipes


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
            assert any(b"readyok" in line for line in process.stdout), (
                "it ended before it was ready"
            )
            process.stdout.close()
            assert process.wait(DEADLINE) == 0
            assert process.stderr.read() == b""
        finally:
            process.kill()


def wait_until_full(pipe: IO[bytes]) -> None:
    """Return when so much waits to be read that no more comes: a pipe holds 64 kilobytes."""
    held = [0]

    def is_full() -> bool:
        time.sleep(0.05)
        held.append(int.from_bytes(ioctl(pipe, FIONREAD, bytes(4)), sys.byteorder))
        return held[-1] > 32_000 and held[-1] == held[-2]

    wait_until(is_full, "a full pipe")


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
            wait_until_full(process.stdout)  # and every thread that wants to speak waits
            process.send_signal(number)
            assert process.wait(DEADLINE) == 128 + number
            assert process.stderr.read() == b""
        finally:
            process.kill()


@pytest.mark.parametrize("descriptor", [0, 1])
def test_it_ends_quietly_when_started_with_a_closed_pipe(descriptor: int) -> None:
    """`python3 -m engine <&-` starts it so."""
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
