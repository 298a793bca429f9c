"""Numbers of the cube that the qubic core looks up; built when the first core is made.

The worth of a position is a sum over the 76 lines. So is what a mark on a cell would gain: the
sum over the lines through it, each of which adds the same to all of its cells. All gains stand
in one big int, a byte for each cell and player, plus one so that a free cell is never 0:

    bytes 0 to 63     what x would gain on each cell
    bytes 64 to 127   what o would gain

A line is a code, 1 for each mark of x and 5 for each of o, in a list of 76. A mark changes the
codes of the 4 or 7 lines through its cell, and for each of them one number, looked up by code,
is added to the gains. Bytes of occupied cells go on being counted, and are masked out.
"""

from __future__ import annotations

from functools import lru_cache

from linemate.engine.games.lines import LineTables

CELLS = 64
PLANE_BITS = 8 * CELLS
ALL_CELLS = (1 << PLANE_BITS) - 1
ONES = ALL_CELLS // 255  # a 1 in every byte of a plane
TOPS = ONES << 7
CODES = 25
MARKS = X_MARK, O_MARK = 1, 5
LINES = 76
SHIFTS = 0, PLANE_BITS  # by player, where his plane begins

# Worth of a line by its marks, if they are all of one player. Three are worth little more than
# two: they are answered at once. With seven lines through a cell no gain exceeds a byte, nor 127
# where nobody has three in a line, so that all bytes of a plane can be compared at once.
WORTH = (0, 3, 14, 20)

Change = tuple[int, list[int]]  # a line, and by its code what is added to the gains


class QubicTables:
    def __init__(self, lines: LineTables) -> None:
        windows = [window for window in lines.windows if window]
        through: list[list[int]] = [[] for _ in range(CELLS)]
        for number, window in enumerate(windows):
            for cell in window:
                through[cell].append(number)
        masks = [sum(1 << 8 * cell for cell in window) for window in windows]
        gains = [[_gain(code % 5, code // 5) for code in range(CODES)]]
        gains.append([_gain(code // 5, code % 5) for code in range(CODES)])
        self.start_gains = sum(
            mask * (gains[0][0] | gains[1][0] << PLANE_BITS) for mask in masks
        ) + (ONES | ONES << PLANE_BITS)
        # By player who marks and cell: how the gains of both players change, and, for the last
        # ply but one, those of the other player alone.
        self.changes: list[list[tuple[Change, ...]]] = []
        self.other_changes: list[list[tuple[Change, ...]]] = []
        for mark, other in ((X_MARK, 1), (O_MARK, 0)):
            steps = [_steps(plane, mark) for plane in gains]
            both: list[Change] = []
            only: list[Change] = []
            for number, mask in enumerate(masks):
                both.append(
                    (number, [mask * (x + (o << PLANE_BITS)) for x, o in zip(*steps, strict=True)])
                )
                only.append((number, [mask * step for step in steps[other]]))
            self.changes.append([tuple(both[line] for line in cell) for cell in through])
            self.other_changes.append([tuple(only[line] for line in cell) for cell in through])
        self.without = [ALL_CELLS ^ 255 << 8 * cell for cell in range(CELLS)]
        # Added to a plane, the number at n sets the top bit of every byte that is n or more.
        self.reaching = [ONES * (128 - least) for least in range(1, 129)]
        self.reaching.insert(0, self.reaching[0])
        # By cell, as bits: the cells whose gain a mark on it can change, itself included.
        self.near = [
            sum({1 << other for line in cell for other in windows[line]}) for cell in through
        ]


def _gain(mine: int, theirs: int) -> int:
    """Return what a mark in such a line is worth to its player, were there room for one."""
    if theirs == 0 and mine < 3:
        return WORTH[mine + 1] - WORTH[mine]
    return WORTH[theirs] if mine == 0 and theirs < 4 else 0


def _steps(gains: list[int], mark: int) -> list[int]:
    """Return, by code before, how the gain of a cell in the line changes with a mark beside it."""
    return [
        gains[code + mark] - gain if code + mark < CODES and code % 5 < 4 else 0
        for code, gain in enumerate(gains)
    ]


@lru_cache(maxsize=1)
def qubic_tables(lines: LineTables) -> QubicTables:
    return QubicTables(lines)
