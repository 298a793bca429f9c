"""Gomoku's rules `caro` and `caro6`: a five between two stones of the opponent does not win.

The edge of the board blocks nothing. That is what Piskvork, the manager of the Gomocup
tournaments, does with bit 8 of `INFO rule` (`doMove1` in its `source/game.cpp`); `caro` is that
together with bit 1, exactly five, and under `caro6` a row of six or more wins, blocked or not.
"""

from __future__ import annotations

from linemate.engine.core import PLAYERS, WINS, Outcome
from linemate.engine.games.lines import LinePosition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

_MARKS = PLAYERS.encode()


class CaroPosition(LinePosition):
    __slots__ = ()

    def _finished(self, side: int, counter: int) -> int:
        return self._unblocked(self._tables.finished(counter), self._board, _MARKS[1 - side])

    def _unblocked(self, full: int, board: bytearray, other: int) -> int:
        """Return those of these top bits of which not both ends are marks of the other player.

        The windows before and after one in its line begin and end with the cells beside it.
        """
        tables = self._tables
        left = full
        while left:
            top_bit = 1 << left.bit_length() - 1
            left ^= top_bit
            index = (left ^ top_bit).bit_length() // tables.field_bits - 1
            before, after = tables.windows[index - 1][:1], tables.windows[index + 1][-1:]
            if before and after and board[before[0]] == board[after[0]] == other:
                full ^= top_bit
        return full

    def playout(self, random: Random) -> Outcome:
        if self._outcome:
            return self._outcome
        tables, board, cells = self._tables, self._board[:], self._empty[:]
        side, counters = self.to_move, self._counters[:]
        random.shuffle(cells)
        for cell in cells:
            board[cell] = _MARKS[side]
            counters[side] += tables.add[cell]
            full = counters[side] & tables.won and tables.finished(counters[side])
            if full and self._unblocked(full, board, _MARKS[1 - side]):
                return WINS[side]
            side ^= 1
        return Outcome.DRAW
