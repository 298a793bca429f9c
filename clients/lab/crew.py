"""Several units of work at once, each in a thread with two engines of its own.

The units themselves come out the same in any company; only what they cost in time does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from queue import SimpleQueue

from linemate.clients.lab.players import Players
from linemate.clients.lab.units import Finished, Unit


class Crew:
    """Use as a context manager: when it is left, whatever is running ends, unfinished."""

    def __init__(self, jobs: int) -> None:
        self._tables = [Players() for _ in range(jobs)]
        self._free: SimpleQueue[Players] = SimpleQueue()
        for players in self._tables:
            self._free.put(players)
        self._pool = ThreadPoolExecutor(jobs)

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        with ExitStack() as stack:
            for players in self._tables:
                stack.enter_context(players)
            for players in self._tables:
                players.interrupt()
            self._pool.shutdown()

    def work(self, units: Sequence[Unit]) -> Iterator[Finished]:
        """Begin them all; each comes with its result as it ends, in any order."""
        futures = [self._pool.submit(self._do, unit) for unit in units]
        return (future.result() for future in as_completed(futures))

    @property
    def note(self) -> str:
        """How far the games are that are being played."""
        plies = [str(ply) for players in self._tables if (ply := players.ply)]
        return f"ply {', '.join(plies)}" if plies else ""

    def _do(self, unit: Unit) -> Finished:
        players = self._free.get()
        try:
            return Finished(unit, unit.run(players))
        finally:
            self._free.put(players)
