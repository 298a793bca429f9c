"""What all threat searches on one board share: numbers by cell, by window and by marks lacking.

How they are used is told in `threats.py`.
"""

from __future__ import annotations

from functools import lru_cache

from linemate.engine.games.lines import LineTables


class ThreatTables:
    """Get it from `threat_tables`.

    The counters are those of `games/lines.py`, but without gaps between the lines of the board.
    """

    def __init__(self, lines: LineTables) -> None:
        assert not lines.exact, "a window of a longer row must win"
        row = max(map(len, lines.windows), default=0)
        self.keys = lines.keys
        # By bit length of a window's top bit: its cells, as bits.
        self.window_cells = [0]
        self.add = [0] * lines.cell_count
        # By cell: the top bits of the windows through it.
        self.through = [0] * lines.cell_count
        # By cell, as bits: all cells of the windows through it.
        self.near = [0] * lines.cell_count
        lowest = 0
        for window in lines.windows:
            if not window:
                continue
            field = 1 << len(self.window_cells) - 1
            top_bit = field << lines.count_bits
            lowest |= field
            cells = sum(1 << cell for cell in window)
            self.window_cells += [0] * lines.count_bits + [cells]
            for cell in window:
                self.add[cell] |= field
                self.through[cell] |= top_bit
                self.near[cell] |= cells
        self.won = lowest << lines.count_bits
        self.bias = lowest * ((1 << lines.count_bits) - row)
        # Added to a counter, these set the top bit of windows that lack at most one and two
        # marks. (A row of one mark lacks no more than its length.)
        self.lack_one, self.lack_two = (lowest * min(lacking, row) for lacking in (1, 2))
        # By cell: the windows that stay open when the other player has marked it.
        self.keep = [self.won ^ closed for closed in self.through]


@lru_cache(maxsize=8)
def threat_tables(lines: LineTables) -> ThreatTables:
    return ThreatTables(lines)
