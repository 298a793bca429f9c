"""The shortest win by fours: what it takes in plies depends on the position alone.

`FourSearch` returns the first win that it comes to, which may be another one for a mirrored
position, or after some other search. A distance that is announced must not grow from one move to
the next, so here the win is searched for again in fewer plies, two more at a time.
"""

from __future__ import annotations

from linemate.engine.search.threats_board import Line, State
from linemate.engine.search.threats_fours import FourSearch, OutOfNodes

# Moves with their replies in one search, a twentieth of a second: most take a thousandth.
MOST_NODES = 20_000


class ShortestFours:
    """Wins by fours in the game of a FourSearch."""

    def __init__(self, fours: FourSearch) -> None:
        self._fours = fours
        self._attacker = 0
        self._limit = 0
        # By key: there is no win in so many plies.
        self._failed: dict[int, int] = {}

    def win(self, state: State, attacker: int, most_nodes: int = MOST_NODES) -> Line:
        """The shortest win of the attacker, to move; empty if he has none by fours.

        If the nodes of one of its three searches run out, some win, or none.
        """
        fours = self._fours
        line = self.some_win(state, attacker, most_nodes)
        self._attacker = attacker
        self._limit = fours.nodes + most_nodes
        self._failed.clear()
        try:
            for plies in range(3, len(line), 2):
                shorter = self._within(state, plies)
                if shorter:
                    return shorter
        except OutOfNodes:
            pass
        return line

    def some_win(self, state: State, attacker: int, most_nodes: int) -> Line:
        """Any win of the attacker, to move; empty if none was found."""
        fours = self._fours.fours
        # The search that is not thorough misses few, and finds long ones with a tenth of the nodes.
        quick = fours(*state, attacker, most_nodes, False)
        return quick or fours(*state, attacker, most_nodes) or ()

    def _within(self, state: State, plies: int) -> Line:
        """A win in so many plies or fewer, empty if there is none."""
        mine, my_open, theirs, their_open, free, key = state
        fours = self._fours
        finishing = fours.missing(mine, my_open, free)
        if finishing:
            return (finishing.bit_length() - 1,)
        if plies < 3 or self._failed.get(key, 0) >= plies:
            return ()
        fours.nodes += 1
        if fours.nodes > self._limit:
            raise OutOfNodes
        must = fours.missing(theirs, their_open, free)
        line: Line = ()
        if not must & must - 1:
            line = fours.two_fours(mine, my_open, free, must)
            if not line and plies > 3:
                line = self._try_pairs(state, must, plies)
        if not line:
            self._failed[key] = plies
        return line

    def _try_pairs(self, state: State, must: int, plies: int) -> Line:
        """As `_within`, where one move more is needed than one that makes two fours."""
        mine, my_open, _, _, free, _ = state
        tables = self._fours.tables
        windows = (mine + tables.lack_two) & my_open
        while windows:
            top_bit = windows & -windows
            windows ^= top_bit
            pair = tables.window_cells[top_bit.bit_length()] & free
            high, low = pair.bit_length() - 1, (pair & -pair).bit_length() - 1
            for move, reply in ((low, high), (high, low)):
                if must and must != 1 << move:
                    continue
                after = self._fours.play(state, move, self._attacker)
                after = self._fours.reply(after, reply, self._attacker)
                line = self._within(after, plies - 2)
                if line:
                    return (move, reply, *line)
        return ()
