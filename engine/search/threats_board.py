"""The numbers that the threat searches work on, made from a position and changed by moves.

They are described in `threats.py`.
"""

from __future__ import annotations

from linemate.engine.core import PLAYERS, Game
from linemate.engine.games.lines import LinePosition
from linemate.engine.search.threats_tables import threat_tables

# The six numbers; and a line of play, the attacker's moves and the replies to them.
State = tuple[int, int, int, int, int, int]
Line = tuple[int, ...]


class ThreatBoard:
    """What can be read off the six numbers in one game."""

    def __init__(self, game: Game) -> None:
        position = game.start()
        assert isinstance(position, LinePosition), game.name
        self.tables = threat_tables(position._tables)

    def state(self, position: LinePosition, attacker: int) -> State:
        """The six numbers of a position that is not finished."""
        tables = self.tables
        counters = [tables.bias, tables.bias]
        still_open = [tables.won, tables.won]
        free = 0
        for cell, mark in enumerate(position.cells()):
            if mark == ".":
                free |= 1 << cell
                continue
            side = PLAYERS.index(mark)
            counters[side] += tables.add[cell]
            still_open[1 - side] &= tables.keep[cell]
        mine, theirs = attacker, 1 - attacker
        return (
            *(counters[mine], still_open[mine]),
            *(counters[theirs], still_open[theirs]),
            *(free, position.key()),
        )

    def play(self, state: State, cell: int, attacker: int) -> State:
        """The attacker plays there."""
        mine, my_open, theirs, their_open, free, key = state
        tables = self.tables
        return (
            mine + tables.add[cell],
            my_open,
            theirs,
            their_open & tables.keep[cell],
            free ^ 1 << cell,
            key ^ tables.keys[attacker][cell],
        )

    def reply(self, state: State, cell: int, attacker: int) -> State:
        """The defender plays there."""
        mine, my_open, theirs, their_open, free, key = state
        tables = self.tables
        return (
            mine,
            my_open & tables.keep[cell],
            theirs + tables.add[cell],
            their_open,
            free ^ 1 << cell,
            key ^ tables.keys[1 - attacker][cell],
        )

    def missing(self, counter: int, still_open: int, free: int) -> int:
        """The free cells, as bits, that would finish a window."""
        return self.cells_of((counter + self.tables.lack_one) & still_open, free)

    def cells_of(self, windows: int, free: int) -> int:
        """The free cells, as bits, of windows that are given as top bits."""
        window_cells = self.tables.window_cells
        cells = 0
        while windows:
            top_bit = windows & -windows
            windows ^= top_bit
            cells |= window_cells[top_bit.bit_length()]
        return cells & free
