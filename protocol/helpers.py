"""The engine's helpers: processes that search with it, on other cores (the option Threads).

    Session  ->  Helpers.make_searcher  ->  Helped: the engine's own searcher, and in front of it
    who tells the helpers (engine/helper.py) what to search, and when to stop

They are started when a searcher is first made that has a use for them, and kept from game to game.
Each has the other end of a socket for its standard input, and ends when ours is closed: so none
outlives the engine, however that ends.
"""

from __future__ import annotations

import json
import socket
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from threading import Lock

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, OptionValue, Position, Searcher
from linemate.engine.crew import Crew, SharedMemory
from linemate.engine.registry import can_share, make_game, make_searcher
from linemate.protocol.ours import our_command, our_environment
from linemate.protocol.reaper import describe

# For a helper that was killed to be gone.
LONGEST_END = 5.0


class Helper:
    """A process, and our end of the socket to it."""

    def __init__(self) -> None:
        """Start it. Raises OSError where that cannot be done."""
        if not hasattr(socket, "send_fds"):
            raise OSError("this system cannot pass memory on to a process")
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            try:
                self.process = subprocess.Popen(
                    our_command("linemate.engine.helper"),
                    env=our_environment(),
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            except OSError:
                self._socket.close()
                raise
        # It reads whatever it is doing: one that does not is no help, and not worth a wait.
        self._socket.setblocking(False)

    def tell(self, order: Mapping[str, object], *descriptors: int) -> None:
        """Send an order. Raises OSError if it does not listen."""
        line = json.dumps(order).encode() + b"\n"
        if socket.send_fds(self._socket, [line], list(descriptors)) < len(line):
            raise OSError("it does not listen")

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def kill(self) -> None:
        self._socket.close()
        self.process.kill()

    def end(self) -> str:
        """End it, and return how it ended."""
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            return describe(self.process.wait(LONGEST_END))
        return "cannot be killed"


class Helpers:
    """All helpers of a session. Its methods may be called from any thread."""

    def __init__(self, remark: Callable[[str], None]) -> None:
        """Make a pool of none; `remark` tells of those that are lost."""
        self._remark = remark
        self._lock = Lock()
        self._allowed = 0
        self._helpers: list[Helper] = []

    def allow(self, count: int) -> None:
        """Have no more than so many from now on, and start no more."""
        with self._lock:
            self._allowed = count
            self._end_all_but(count)

    def make_searcher(self, name: str, game: Game, options: Mapping[str, OptionValue]) -> Searcher:
        """Make a searcher as the registry does, with as many helpers as are allowed if it has a use
        for any. Where they cannot be had, its notices say so.
        """
        with self._lock:
            wanted = self._allowed if can_share(name, game, options) else 0
            for helper in [helper for helper in self._helpers if helper.has_ended()]:
                self._helpers.remove(helper)
                helper.end()
            self._end_all_but(wanted)
            problem = self._start(wanted)
            helpers = list(self._helpers)
        searcher = None
        if helpers:
            try:
                searcher = self._make_for_all(helpers, name, game, options)
            except OSError as error:  # memory to share may be scarcer than memory
                problem = f"Threads: 1 of {1 + wanted} processes search ({error})"
        searcher = searcher or make_searcher(name, game, options)
        if problem:
            searcher.notices = (*searcher.notices, problem)
        return searcher

    def _make_for_all(
        self, helpers: list[Helper], name: str, game: Game, options: Mapping[str, OptionValue]
    ) -> Searcher:
        memory = SharedMemory()
        try:
            crew = Crew(0, 1 + len(helpers), memory)
            searcher = make_searcher(name, game, options, crew)
            order = {
                "search": name,
                "game": game.name,
                "rules": game.settings,
                "options": dict(options),
            }
            for number, helper in enumerate(helpers, start=1):
                with suppress(OSError):  # it is told of when it is missed
                    made = {**order, "number": number, "size": crew.size}
                    helper.tell({"make": made}, memory.descriptor)
        finally:
            memory.close()
        # They read positions as our games are written, whatever the conversation is held in.
        return Helped(searcher, make_game(game.name, game.settings), crew, self)

    def tell(self, order: Mapping[str, object]) -> None:
        """Send an order to all; who is gone is told of, and replaced with the next searcher."""
        ends = []
        with self._lock:
            for helper in list(self._helpers):
                try:
                    helper.tell(order)
                except OSError:
                    self._helpers.remove(helper)
                    ends.append(helper.end())
        for end in ends:
            self._remark(f"a helper {end}: the search goes on without it")

    def close(self) -> None:
        """End all of them, for good."""
        self.allow(0)

    def _start(self, count: int) -> str:
        """Start those that are missing; return what prevents it, if anything."""
        try:
            while len(self._helpers) < count:
                self._helpers.append(Helper())
        except OSError as error:
            return f"Threads: {1 + len(self._helpers)} of {1 + count} processes search ({error})"
        return ""

    def _end_all_but(self, count: int) -> None:
        surplus = self._helpers[count:]
        del self._helpers[count:]
        # All at once: with many of them on few processors each takes a while to be gone.
        for helper in surplus:
            helper.kill()
        for helper in surplus:
            helper.end()


class Helped(Searcher):
    """The engine's searcher, which helpers search with whenever it does."""

    name = "helped"

    def __init__(self, searcher: Searcher, game: Game, crew: Crew, helpers: Helpers) -> None:
        self._searcher = searcher
        self._game = game
        self._crew = crew
        self._helpers = helpers
        self.notices = searcher.notices

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        clock.count_with(self._crew.nodes_of_helpers)
        start = position.copy()
        for _ in position.history:
            start.undo()
        order = {
            "go": self._crew.begin(),
            "start": self._game.write_position(start),
            "moves": position.history,
            "searchmoves": clock.limits.searchmoves,
        }
        try:
            self._helpers.tell(order)
            yield from self._searcher.search(position, clock)
        finally:
            self._crew.end()

    def nodes_of_helpers(self) -> int:
        """Return how many nodes the helpers have visited for the last search."""
        return self._crew.nodes_of_helpers()

    def evaluate(self, position: Position) -> int | None:
        return self._searcher.evaluate(position)

    def describe(self) -> str:
        return self._searcher.describe()

    def clear(self) -> None:
        self._searcher.clear()
        self._helpers.tell({"clear": True})
