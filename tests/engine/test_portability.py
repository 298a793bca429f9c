"""The engine where a system lacks what Linux has: Windows its signals, a browser its threads.

Each process here runs on an interpreter from which those things were taken away; PROTOCOL.md, "The
process", says what is lost without them.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest

from linemate.engine.registry import GAMES, make_game
from tests.protocol.engine_process import (
    EngineProcess,
    assert_ends_well,
    bestmoves,
    errors,
    is_bestmove,
)

# Of these modules, what Windows does not have, or not for pipes.
WINDOWS = """
import os, select, signal, socket
for module, names in (
    (signal, "pthread_sigmask sigwait sigwaitinfo sigtimedwait sigpending pthread_kill SIGKILL "
             "SIGALRM SIGHUP SIGUSR1 SIGUSR2 SIGPIPE setitimer alarm pause siginterrupt"),
    (os, "set_blocking get_blocking fork killpg getpgid setsid setpgid sched_getaffinity "
         "memfd_create"),
    (socket, "send_fds recv_fds AF_UNIX"),
    (select, "poll epoll"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
def refuse(*arguments):
    raise OSError("not a socket")
select.select = refuse
"""
# As Pyodide: the module is there, but nothing can be started with it; nor is there shared memory.
BROWSER = (
    WINDOWS
    + """
import mmap, threading, _thread
def refuse(*arguments, **options):
    raise RuntimeError("can't start new thread")
threading.Thread.start = _thread.start_new_thread = refuse
def refuse_memory(*arguments, **options):
    raise OSError("no such device")
mmap.mmap = refuse_memory
"""
)
MAIN = """
import sys
from linemate.engine.__main__ import main
sys.exit(main())
"""
SYSTEMS = {"windows": WINDOWS, "browser": BROWSER}


@pytest.fixture(params=SYSTEMS)
def engine(request: pytest.FixtureRequest) -> Iterator[EngineProcess]:
    with EngineProcess(command=(sys.executable, "-c", SYSTEMS[request.param] + MAIN)) as engine:
        yield engine


@pytest.fixture
def threadless() -> Iterator[EngineProcess]:
    with EngineProcess(command=(sys.executable, "-c", BROWSER + MAIN)) as engine:
        yield engine


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_through_pipes(engine: EngineProcess, game: str) -> None:
    made = make_game(game)
    position = made.start()
    engine.send("ugi")
    engine.until("ugiok".__eq__)
    engine.ask(f"newgame {game}")
    moves: list[str] = []
    while position.outcome() is None and len(moves) < 8:
        engine.send(f"position startpos moves {' '.join(moves)}")
        lines = engine.search("go nodes 60")
        assert not errors(lines)
        moves.append(lines[-1].split()[1])
        position.play(made.read_move(position, moves[-1]))
    engine.send("quit")
    assert_ends_well(engine)


def test_threads_are_one_where_there_is_no_way_to_share_memory(engine: EngineProcess) -> None:
    said = engine.ask("newgame ultimate", "setoption name Threads value 4")
    assert len(said) == 1
    assert said[0].startswith("info string Threads: 1 of 4 processes search (this system ")
    assert not errors(engine.search("go nodes 300"))
    assert engine.ask("newgame ultimate") == []
    engine.send("quit")
    assert_ends_well(engine)


def test_a_signal_still_ends_it(engine: EngineProcess) -> None:
    engine.ask()
    engine.process.send_signal(signal.SIGTERM)
    assert engine.wait() == 128 + signal.SIGTERM


def test_a_signal_ends_a_search_with_its_bestmove(engine: EngineProcess) -> None:
    engine.ask("newgame gomoku")
    engine.send("go movetime 60000")
    engine.until(lambda line: line.startswith("info depth"))
    engine.process.send_signal(signal.SIGINT)
    assert bestmoves(engine.until(is_bestmove))
    assert engine.wait() == 128 + signal.SIGINT


@pytest.mark.parametrize("limits", ["infinite", "ponder", "ponder movetime 50", ""])
def test_without_threads_no_search_waits_for_a_word_that_cannot_be_read(
    threadless: EngineProcess, limits: str
) -> None:
    threadless.ask("newgame gomoku")
    lines = threadless.search(f"go {limits}")
    assert any("cannot be stopped" in line for line in lines)
    assert threadless.ask("stop", "ponderhit") == []


def test_without_threads_other_limits_hold(threadless: EngineProcess) -> None:
    lines = threadless.search("go depth 3")
    assert lines[-2].startswith("info depth 3 ")
    assert threadless.ask("go perft 2")[-1] == "Nodes searched: 72"
    assert threadless.ask("bench 1")[-1].startswith("Nodes/second: ")


def test_without_threads_gomocup_is_spoken(threadless: EngineProcess) -> None:
    threadless.send("START 15", "INFO timeout_turn 50", "BEGIN")
    assert threadless.until(lambda line: line[:1].isdigit())[-1] == "7,7"
    threadless.send("TURN 0,0")
    threadless.until(lambda line: line[:1].isdigit())
