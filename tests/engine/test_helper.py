"""A helper's process: what it does as it is told, and that it ends with the engine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from linemate.engine import helper as helper_module
from linemate.engine.clock import SearchStopped
from linemate.engine.core import Limits
from linemate.engine.crew import Crew, SharedMemory
from linemate.engine.helper import HelperClock, read_orders
from linemate.engine.registry import SEARCH_OPTIONS, make_game, make_searcher
from linemate.protocol.helpers import Helper
from tests.waiting import PATIENCE, is_running, wait_until, wait_until_gone

OPTIONS = {option.name: option.default for option in SEARCH_OPTIONS} | {"Hash": 1}
MAKE = {
    "search": "auto",
    "game": "ultimate",
    "rules": {"won_boards": "open"},
    "options": OPTIONS,
    "number": 1,
    "size": 2,
}


class Engine:
    """The other end: a crew with a real helper in it."""

    def __init__(self) -> None:
        self.helper = Helper()
        self.game = make_game("ultimate", {"won_boards": "open"})
        memory = SharedMemory()
        self.crew = Crew(0, 2, memory)
        self.searcher = make_searcher("auto", self.game, OPTIONS, self.crew)
        self.helper.tell({"make": MAKE}, memory.descriptor)
        memory.close()

    def go(self) -> None:
        start = self.game.write_position(self.game.start())
        order = {"start": start, "moves": [40, 36], "searchmoves": []}
        self.helper.tell({"go": self.crew.begin(), **order})

    def go_until_it_helps(self) -> None:
        self.go()
        wait_until(self.crew.nodes_of_helpers, "a helper that searches")

    @property
    def pid(self) -> int:
        return self.helper.process.pid


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.helper.end()


def is_still(engine: Engine) -> bool:
    """Tell whether its count has stopped: of one that searches it grows by the millisecond."""
    before = engine.crew.nodes_of_helpers()
    time.sleep(0.05)
    return engine.crew.nodes_of_helpers() == before


def test_it_searches_from_its_order_to_the_end_of_the_search(engine: Engine) -> None:
    for _ in range(2):
        engine.go_until_it_helps()
        engine.crew.end()
        wait_until(lambda: is_still(engine), "the end of the helper's search")
    assert is_running(engine.pid)


def test_it_ends_when_the_engine_is_gone_whatever_it_does(engine: Engine) -> None:
    engine.go_until_it_helps()
    engine.helper._socket.close()
    wait_until_gone(engine.pid)
    assert engine.helper.process.wait(PATIENCE) == 0


def test_it_ends_when_the_engine_is_gone_before_anything_was_said() -> None:
    helper = Helper()
    helper._socket.close()
    assert helper.process.wait(PATIENCE) == 0


def test_an_interrupt_is_not_for_it_and_a_termination_is(engine: Engine) -> None:
    """Ctrl-C in a terminal goes to it as well; the engine decides what comes of that."""
    engine.go_until_it_helps()
    os.kill(engine.pid, signal.SIGINT)
    engine.crew.end()
    engine.go_until_it_helps()
    os.kill(engine.pid, signal.SIGTERM)
    assert engine.helper.process.wait(PATIENCE) == -signal.SIGTERM


def test_a_termination_reaches_it_though_the_engine_lets_signals_wait() -> None:
    signals = {signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        engine = Engine()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    engine.go_until_it_helps()
    os.kill(engine.pid, signal.SIGTERM)
    assert engine.helper.process.wait(PATIENCE) == -signal.SIGTERM
    engine.helper.end()


def test_one_that_does_not_listen_is_not_waited_for(engine: Engine) -> None:
    os.kill(engine.pid, signal.SIGSTOP)

    def go_on() -> None:
        for _ in range(100_000):
            engine.go()

    with pytest.raises(OSError, match=r"temporarily unavailable|does not listen"):
        go_on()
    assert engine.helper.end() == "was killed by SIGKILL"


def test_how_it_ended_is_told(engine: Engine) -> None:
    assert isinstance(engine.helper.process, subprocess.Popen)
    os.kill(engine.pid, signal.SIGKILL)
    engine.helper.process.wait(PATIENCE)
    assert engine.helper.end() == "was killed by SIGKILL"


# -------------------------------------------------------------- its parts


def test_its_clock_counts_and_ends_with_the_search() -> None:
    memory = SharedMemory()
    engine = Crew(0, 2, memory)
    helper = Crew(1, 2, SharedMemory(memory.descriptor))
    memory.close()
    helper.join(engine.begin())
    clock = HelperClock(Limits(infinite=True), helper)
    assert clock.check(12) > 12
    assert engine.nodes_of_helpers() == 12
    engine.end()
    with pytest.raises(SearchStopped):
        clock.check(40)
    assert engine.nodes_of_helpers() == 40


def test_orders_are_read_however_they_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines arrive in pieces and together; each descriptor goes with its own."""
    ends: list[int] = []
    monkeypatch.setattr("linemate.engine.helper.os._exit", ends.append)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    files = [os.memfd_create(name) for name in ("a", "b")]
    with ours, theirs:
        socket.send_fds(ours, [b'{"clear": true}\n{"make": {"number'], files[:1])
        ours.send(b'": 1}}\n{"go": 1}\n')
        socket.send_fds(ours, [b'{"make": {"number": 2}}\n'], files[1:])
        ours.shutdown(socket.SHUT_WR)
        orders: SimpleQueue[tuple[helper_module.Order, int]] = SimpleQueue()
        read_orders(theirs, orders)
    read = [orders.get_nowait() for _ in range(4)]
    assert [order for order, _ in read] == [
        {"clear": True}, {"make": {"number": 1}}, {"go": 1}, {"make": {"number": 2}},
    ]  # fmt: skip
    assert [descriptor == -1 for _, descriptor in read] == [True, False, True, False]
    for (_, descriptor), file in zip(read[1::2], files, strict=True):
        assert os.path.sameopenfile(descriptor, file)
        os.close(descriptor)
        os.close(file)
    assert ends == [0], "nothing more can come"
