"""Whether an announced mate is one: a solver for games of lines that shares nothing with a search.

`Lines` is for boards on which a full line of one's own wins, wherever it is: tictactoe, mnk, qubic
and gomoku freestyle. It looks at every move, but for what the rules force, and for one shortcut:
where the defender has a free move, the attacker must win even if he passes, since a stone of the
defender helps nobody else. For all other rules there is the exhaustive search of `linemate check`.
Both give up after so many nodes, and then say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from linemate.clients.check.properties.mates import UnansweredError, is_real
from linemate.engine.core import Game, Position
from tests.reference.plain import QUBIC_LINES

NODES = 15_000  # of Lines, a second or two on a large board
PLAIN_NODES = 300_000


def is_mate(game: Game, position: Position, plies: int, line: Sequence[int]) -> bool | None:
    """Tell whether the side to move wins within `plies`, or loses within -`plies`; None where that
    takes too long to tell. `line` is the engine's own, which is tried first.
    """
    lines = winning_lines(game)
    if not lines:
        return is_real(position, plies, line, PLAIN_NODES)
    side = position.to_move
    board = Lines(lines, position.cells())
    try:
        if plies > 0:
            return board.wins(side, plies, line)
        return board.loses(side, -plies)
    except UnansweredError:
        return None


def winning_lines(game: Game) -> list[list[int]]:
    """Return the lines any of which wins when full; none where the rules are not so simple."""
    options = dict(game.options)
    match game.name:
        case "qubic":
            return QUBIC_LINES
        case "tictactoe":
            width = height = row = 3
        case "gomoku" if options["rule"] == "freestyle":
            width = height = int(options["size"])
            row = 5
        case "mnk" if not options["drop"]:
            width, height, row = (int(options[name]) for name in ("width", "height", "row"))
        case _:
            return []
    found = []
    for y in range(height):
        for x in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(y + down * step, x + right * step) for step in range(row)]
                if all(0 <= a < height and 0 <= b < width for a, b in cells):
                    found.append([a * width + b for a, b in cells])
    return found


class Lines:
    """A board as the lines see it: `_open[side][n]` are those with n stones of this side alone."""

    def __init__(self, lines: Sequence[Sequence[int]], cells: str) -> None:
        self._lines, self._row = lines, len(lines[0])
        self._through: list[list[int]] = [[] for _ in cells]
        for number, line in enumerate(lines):
            for cell in line:
                self._through[cell].append(number)
        self._counts = [[0] * len(lines), [0] * len(lines)]
        every = set(range(len(lines)))
        self._open = [[set(every), *(set[int]() for _ in range(self._row))] for _ in range(2)]
        self._free = set(range(len(cells)))
        self._stones = [0, 0]
        self._nodes = NODES
        self._known: dict[tuple[int, int, int, int], bool] = {}
        self._favourites: dict[int, int] = {}
        for cell, mark in enumerate(cells):
            if mark != ".":
                self._play(cell, "xo".index(mark))

    def _play(self, cell: int, side: int) -> None:
        own, other = self._counts[side], self._counts[1 - side]
        for line in self._through[cell]:
            if not other[line]:
                self._open[side][own[line]].remove(line)
                self._open[side][own[line] + 1].add(line)
            if not own[line]:
                self._open[1 - side][other[line]].remove(line)
            own[line] += 1
        self._free.remove(cell)
        self._stones[side] |= 1 << cell

    def _undo(self, cell: int, side: int) -> None:
        own, other = self._counts[side], self._counts[1 - side]
        for line in self._through[cell]:
            own[line] -= 1
            if not other[line]:
                self._open[side][own[line] + 1].remove(line)
                self._open[side][own[line]].add(line)
            if not own[line]:
                self._open[1 - side][other[line]].add(line)
        self._free.add(cell)
        self._stones[side] &= ~(1 << cell)

    def _cells(self, side: int, missing: int) -> set[int]:
        """Return the free cells of lines that so many stones of this side would fill."""
        lines = self._open[side][self._row - missing] if missing <= self._row else set()
        return {cell for line in lines for cell in self._lines[line] if cell in self._free}

    def wins(self, side: int, plies: int, hints: Sequence[int] = ()) -> bool:
        """Tell whether this side, to move, wins within so many plies."""
        if self._cells(side, 1):
            return plies >= 1
        threats = self._cells(1 - side, 1)
        if plies < 3 or len(threats) > 1:
            return False
        key = (self._stones[0], self._stones[1], side, plies)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._finds_win(side, plies, threats, hints)
        return known

    def _finds_win(self, side: int, plies: int, threats: set[int], hints: Sequence[int]) -> bool:
        # Within three plies the first move must threaten to win at once.
        moves = threats or (self._cells(side, 2) if plies < 5 else self._free)
        for move in self._in_order(moves, side, (*hints[:1], self._favourites.get(plies, -1))):
            self._nodes -= 1
            if self._nodes < 0:
                raise UnansweredError
            self._play(move, side)
            won = self.loses(1 - side, plies - 1)
            self._undo(move, side)
            if won:
                self._favourites[plies] = move
                return True
        return False

    def loses(self, side: int, plies: int) -> bool:
        """Tell whether this side, to move, loses within so many plies."""
        if self._cells(side, 1) or plies < 2:
            return False
        attacks = self._cells(1 - side, 1)
        if len(attacks) > 1:
            return True
        if not attacks and (plies < 4 or not self.wins(1 - side, plies - 1)):
            return False
        for move in list(attacks) or self._in_order(self._free, 1 - side, ()):
            self._play(move, side)
            lost = self.wins(1 - side, plies - 1)
            self._undo(move, side)
            if not lost:
                return False
        return bool(self._free)

    def _in_order(self, moves: Iterable[int], side: int, first: Sequence[int]) -> list[int]:
        """Return the moves with those first that are hinted at, or are on full lines of a side."""
        counts, other = self._counts[side], self._counts[1 - side]

        def promise(move: int) -> int:
            lines = self._through[move]
            return sum(4 ** counts[line] for line in lines if not other[line])

        return sorted(moves, key=lambda move: (move not in first, -promise(move)))
