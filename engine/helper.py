"""`python3 -m linemate.engine.helper`: a process that helps the engine to search.

`protocol/helpers.py` starts it, with a socket for its standard input, and sends it orders, a JSON
object on a line each:

    {"make": {...}}     make a searcher, in the memory whose descriptor comes with the line
    {"go": 7, ...}      search a position until the crew's search number 7 is over
    {"clear": true}     forget what the searcher has learned

It says nothing: what it finds is in the memory that it shares with the engine. When the socket is
closed the engine is gone, however it went, and so the helper ends, whatever it is doing.
"""

from __future__ import annotations

import gc
import json
import os
import signal
from queue import SimpleQueue
from socket import recv_fds, socket
from threading import Thread

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Limits, Searcher
from linemate.engine.crew import Crew, SharedMemory
from linemate.engine.record import Record
from linemate.engine.registry import make_game, make_searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Order = dict[str, Any]

LONGEST_READING = 1 << 16  # bytes
MOST_DESCRIPTORS = 16


class Member(Record):
    """This helper as one of a crew that plays a game."""

    crew: Crew
    game: Game
    searcher: Searcher


class HelperClock(Clock):
    """Runs until the crew's search is over, and lets the engine know of the nodes."""

    def __init__(self, limits: Limits, crew: Crew) -> None:
        super().__init__(limits)
        self._crew = crew

    def check(self, nodes: int) -> int:
        self._crew.count(nodes)
        if not self._crew.is_searching():
            raise SearchStopped
        return super().check(nodes)


def main() -> None:
    """Obey orders until the engine is gone."""
    # Ctrl-C in a terminal is for the engine, which decides what comes of it. The engine itself
    # lets signals wait, and who is started by it would do so as well.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    gc.disable()  # as in the engine
    orders: SimpleQueue[tuple[Order, int]] = SimpleQueue()
    Thread(target=read_orders, args=(socket(fileno=0), orders), daemon=True).start()
    member = None
    while True:
        order, descriptor = orders.get()
        if "make" in order:
            member = None  # its memory goes first
            gc.collect()
            member = make_member(order["make"], descriptor)
        elif member is not None and "go" in order:
            search(member, order)
        elif member is not None:
            member.searcher.clear()


def read_orders(connection: socket, orders: SimpleQueue[tuple[Order, int]]) -> None:
    """Take up orders, each with its descriptor if it has one; when none can come, end."""
    pending, descriptors = b"", []
    try:
        while True:
            data, received, _, _ = recv_fds(connection, LONGEST_READING, MOST_DESCRIPTORS)
            if not data:
                break
            descriptors += received
            *lines, pending = (pending + data).split(b"\n")
            for order in map(json.loads, lines):
                orders.put((order, descriptors.pop(0) if "make" in order else -1))
    finally:
        os._exit(0)


def make_member(order: Order, descriptor: int) -> Member:
    """Make the searcher that the engine has made, in the same memory."""
    memory = SharedMemory(descriptor)
    crew = Crew(order["number"], order["size"], memory)
    game = make_game(order["game"], order["rules"])
    searcher = make_searcher(order["search"], game, order["options"], crew)
    memory.close()
    return Member(crew, game, searcher)


def search(member: Member, order: Order) -> None:
    """Search a position for as long as the engine does."""
    crew, game = member.crew, member.game
    crew.join(order["go"])
    if not crew.is_searching():
        return
    position = game.read_position(order["start"])
    for move in order["moves"]:
        position.play(move)
    limits = Limits(infinite=True, searchmoves=tuple(order["searchmoves"]))
    for _ in member.searcher.search(position, HelperClock(limits, crew)):
        pass  # what there is to know is in the memory of the crew


if __name__ == "__main__":
    main()
