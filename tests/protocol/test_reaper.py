"""Nothing is left behind: however an engine, or the program that uses it, comes to its end."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from linemate.engine.core import Limits
from linemate.protocol import driver
from linemate.protocol.driver import Dialect, Engine, EngineDiedError
from linemate.protocol.process import EngineProcess
from linemate.protocol.reaper import MARK
from tests.protocol.peer_engines import HONEST, NEVER, SOON, broken
from tests.waiting import is_reaped, is_running, wait_until_gone


def test_quit_is_enforced_on_an_engine_that_ignores_it() -> None:
    engine = Engine.start(broken("Stubborn"), timeout=NEVER, grace=SOON)
    assert engine.quit() == -signal.SIGKILL
    assert not is_running(engine.process.pid)


def test_an_exception_in_the_block_ends_the_engine() -> None:
    with (
        pytest.raises(KeyError),
        Engine.start(broken("Stubborn"), timeout=NEVER, grace=SOON) as engine,
    ):
        raise KeyError
    assert not is_running(engine.process.pid)


def test_an_interrupt_from_the_keyboard_at_the_handshake_ends_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[Engine] = []

    def interrupted(engine: Engine, dialect: Dialect | None) -> None:
        started.append(engine)
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "shake_hands", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Engine.start(broken("Stubborn"))
    assert not is_running(started[0].process.pid)


def test_a_forgotten_engine_is_ended_by_the_garbage_collector() -> None:
    engine = Engine.start(broken("Stubborn"), timeout=NEVER)
    pid = engine.process.pid
    assert is_running(pid)
    del engine
    gc.collect()
    assert not is_running(pid)


def test_the_children_of_an_engine_end_with_it() -> None:
    with Engine.start(broken("Parent"), timeout=NEVER) as engine:
        child = int(engine.name)
        assert is_running(child)
    wait_until_gone(child)


def test_a_child_that_holds_the_pipe_does_not_hide_the_death_of_its_parent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("linemate.protocol.process.LINGER", SOON)
    with Engine.start(broken("Parent"), timeout=NEVER) as engine:
        child = int(engine.name)
        with pytest.raises(EngineDiedError, match="code 5"):
            engine.play(Limits(depth=1))
        wait_until_gone(child)


ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere they live on, as said")


@pytest.fixture
def deserter() -> Iterator[Callable[[str], int]]:
    """Return who reads the number of a child that has left its engine; in the end it is gone."""
    found: list[int] = []

    def read(name: str) -> int:
        found.append(int(name))
        assert is_running(found[-1])
        return found[-1]

    yield read
    for child in found:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


@ON_LINUX
def test_a_child_that_left_the_session_ends_with_its_engine(deserter: Callable[[str], int]) -> None:
    with Engine.start(broken("Deserter"), timeout=NEVER) as engine:
        child = deserter(engine.name)
    wait_until_gone(child)


@ON_LINUX
def test_a_child_that_left_the_session_ends_when_its_engine_is_killed(
    monkeypatch: pytest.MonkeyPatch, deserter: Callable[[str], int]
) -> None:
    monkeypatch.setattr("linemate.protocol.process.LINGER", SOON)
    with Engine.start(broken("Deserter"), timeout=NEVER) as engine:
        child = deserter(engine.name)
        os.kill(engine.process.pid, signal.SIGKILL)
        with pytest.raises(EngineDiedError, match="SIGKILL"):
            engine.play(Limits(depth=1))
        wait_until_gone(child)


@ON_LINUX
def test_a_child_that_left_the_session_ends_when_the_program_is_killed(
    deserter: Callable[[str], int],
) -> None:
    with careless("Deserter") as program:
        assert program.stdout is not None
        engine = int(program.stdout.readline())
        child = deserter(program.stdout.readline())
        program.kill()
        wait_until_gone(engine, child)


@ON_LINUX
def test_the_children_of_other_engines_are_left_alone(deserter: Callable[[str], int]) -> None:
    """Each engine is known by a mark of its own, and by those of programs around it."""
    with Engine.start(broken("Deserter"), timeout=NEVER) as other:
        child = deserter(other.name)
        with Engine.start(broken("Deserter"), timeout=NEVER) as engine:
            lost = deserter(engine.name)
        wait_until_gone(lost)
        assert is_running(child)


@ON_LINUX
def test_an_engine_within_an_engine_is_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MARK, "outer")
    with Engine.start(HONEST, timeout=NEVER) as engine:
        environment = Path(f"/proc/{engine.process.pid}/environ").read_bytes().split(b"\0")
    (marks,) = [each for each in environment if each.startswith(f"{MARK}=".encode())]
    assert marks.startswith(f"{MARK}=outer ".encode())


CARELESS = """
import sys
from linemate.protocol.driver import Engine
engine = Engine.start(sys.argv[1:], timeout=60)
print(engine.process.pid, flush=True)
if {"Parent", "Deserter"} & set(sys.argv):
    print(engine.name, flush=True)
    sys.stdin.read()
"""


def careless(kind: str) -> subprocess.Popen[str]:
    """A program that starts an engine and does not care what becomes of it."""
    return subprocess.Popen(
        [sys.executable, "-c", CARELESS, *broken(kind)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(driver.__file__).parent.parent,
    )


def test_an_engine_ends_when_the_program_that_started_it_exits() -> None:
    with careless("Stubborn") as program:
        output, _ = program.communicate(timeout=NEVER)
    assert program.returncode == 0
    assert not is_running(int(output))


def test_an_engine_and_its_children_end_when_the_program_is_killed() -> None:
    """SIGKILL, of which the program notices nothing; a child that sleeps notices nothing too."""
    with careless("Parent") as program:
        assert program.stdout is not None
        pids = [int(program.stdout.readline()) for _ in range(2)]
        assert all(map(is_running, pids))
        program.kill()
        wait_until_gone(*pids)


def test_ctrl_c_while_an_engine_is_being_started_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It strikes between the new process and the note that it has to be ended."""
    started: list[int] = []

    def interrupted(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        process = Popen(*arguments, **options)
        started.append(process.pid)
        os.kill(os.getpid(), signal.SIGINT)
        return process

    Popen = subprocess.Popen  # noqa: N806 - the class
    monkeypatch.setattr("linemate.protocol.process.subprocess.Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Engine.start(broken("Stubborn"), timeout=NEVER)
    assert not is_running(started[0])


def test_ctrl_c_just_behind_the_start_leaves_none_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the exception was kept, so was the process."""
    started: list[int] = []

    def interrupted(process: EngineProcess) -> None:
        listen(process)
        started.append(process.pid)
        raise KeyboardInterrupt

    listen = EngineProcess._listen
    monkeypatch.setattr(EngineProcess, "_listen", interrupted)
    with pytest.raises(KeyboardInterrupt) as kept:
        Engine.start(broken("Stubborn"), timeout=NEVER)
    assert kept.value.__traceback__ is not None
    assert is_reaped(started[0])


@pytest.mark.parametrize("works", [True, False])
def test_ctrl_c_while_an_engine_takes_long_to_launch_waits_for_it_and_ends_it(
    monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """It was an AttributeError: an interrupted `join` takes the thread to be over. Twice,
    because the second strikes while the first is dealt with.
    """
    started: list[int] = []

    def slow(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
        if not works:
            raise FileNotFoundError
        process = Popen(*arguments, **options)
        started.append(process.pid)
        return process

    Popen = subprocess.Popen  # noqa: N806 - the class
    monkeypatch.setattr("linemate.protocol.process.subprocess.Popen", slow)
    with pytest.raises(KeyboardInterrupt):
        Engine.start(broken("Stubborn"), timeout=NEVER)
    assert not any(map(is_running, started))
