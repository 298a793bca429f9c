"""Forced wins of nineboard within a number of plies: exactly whether, and nothing else.

Without evaluation and windows this is faster than the search of the same depth. What is known of
a position is a word in the search's table, under a key of its own.
"""

from __future__ import annotations

from linemate.engine.champion.nineboard.tables import (
    BITS,
    COUNT,
    OTHERS,
    NineBoardTables,
    Situation,
)
from linemate.engine.clock import Clock
from linemate.engine.games.keys import random_keys
from linemate.engine.games.smallboards import ANY, CELLS_IN, STEP
from linemate.engine.games.tictactoe import FULL
from linemate.engine.transposition import RANK_SHIFT, PackedTable

(WINS_KEY,) = random_keys(1, stream=6)
# A word: within how many plies the mover is known to lose (0: not known), within how many he is
# known not to, and the latest of them as the rank.
PLIES_MASK = 127
NOT_SHIFT = 7
# Below this many plies a look at the table costs more than the search.
TABLE_PLIES = 6
# The number of safe replies when somebody will choose his board: then it takes a closer look.
UNSURE = 10

Choice = tuple[int, int, int, Situation]  # safe replies, board, its code after, what follows


class NineBoardWins:
    nodes = 0

    def __init__(self, tables: NineBoardTables, table: PackedTable, full_draws: bool) -> None:
        self._tables = tables
        self._table = table
        self._full_draws = full_draws

    def begin(self, codes: list[int], clock: Clock, nodes: int) -> None:
        """Begin with a position; `codes` is its own list, changed and restored."""
        self._codes = codes
        self._clock = clock
        self.nodes = nodes
        self._next_check = clock.next_check(nodes)

    def is_lost(self, situation: Situation, plies: int) -> bool:
        """Return whether the mover, who cannot win at once, loses within so many plies."""
        if plies < 2:
            return False
        if plies < TABLE_PLIES:
            return self._is_lost(situation, plies)
        entry_key = situation[5] ^ self._tables.target_keys[situation[0]] ^ WINS_KEY
        known = self._table.probe(entry_key)
        lost, not_lost = known & PLIES_MASK, known >> NOT_SHIFT & PLIES_MASK
        if 0 < lost <= plies:
            return True
        if not_lost >= plies:
            return False
        if self._is_lost(situation, plies):
            lost = plies
        else:
            not_lost = plies
        self._table.store(entry_key, lost | not_lost << NOT_SHIFT | plies << RANK_SHIFT)
        return lost == plies

    def _is_lost(self, situation: Situation, plies: int) -> bool:
        choices, can_draw = self._choices(situation)
        if can_draw:
            return False
        if plies < 4:
            return not choices
        codes = self._codes
        for _, board, new, following in choices:
            code = codes[board]
            codes[board] = new
            answered = self._is_won(following, plies - 1)
            codes[board] = code
            if not answered:
                return False
        return True

    def _is_won(self, situation: Situation, plies: int) -> bool:
        """Return whether the mover, who cannot win at once, wins within so many plies."""
        choices, _ = self._choices(situation)
        if choices and not choices[0][0]:
            return True
        codes = self._codes
        for replies, board, new, following in choices:
            if plies < 5 and replies != UNSURE:
                continue  # he has a safe reply: that is the end of it
            code = codes[board]
            codes[board] = new
            won = self.is_lost(following, plies - 1)
            codes[board] = code
            if won:
                return True
        return False

    def _choices(self, situation: Situation) -> tuple[list[Choice], bool]:
        """Return the safe moves that go on, fewest safe replies first, and whether one draws."""
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._next_check = self._clock.check(self.nodes)
        target, side, mine, theirs, closed, key = situation
        tables, codes = self._tables, self._codes
        free, danger, other_step = tables.free, tables.danger[side], STEP[1 - side]
        choices: list[Choice] = []
        can_draw = False
        for board in (target,) if target != ANY else CELLS_IN[FULL ^ closed]:
            code, move_keys = codes[board], tables.move_keys[side][board]
            for cell, new, gains, keeps in tables.offers[side][code]:
                their_danger = theirs if keeps else theirs & OTHERS[board]
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | BITS[board] if gains else mine
                full = closed if free[new] else closed | BITS[board]
                sent, replies = cell, UNSURE
                if full >> cell & 1:
                    if self._full_draws or full == FULL:
                        can_draw = True
                        continue
                    if their_danger:
                        continue
                    sent = ANY
                else:
                    there = new if cell == board else codes[cell]
                    cells = free[there]
                    replies = COUNT[cells & ~(my_danger | full)]
                    if my_danger & cells & BITS[cell] and not danger[there + other_step[cell]]:
                        replies += 1  # he stays in this board and stops me there
                    # A reply may send me to a full board, or to the one that it fills.
                    if cells == BITS[cell] or (not replies and cells & ~my_danger):
                        replies = UNSURE
                following = (sent, 1 - side, their_danger, my_danger, full, key ^ move_keys[cell])
                choices.append((replies, board, new, following))
        choices.sort()
        return choices, can_draw
