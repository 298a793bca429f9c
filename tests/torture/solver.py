"""Whether an announced mate is one: a solver for games of lines that shares nothing with a search.

`Lines` is for boards on which a full line of one's own wins, wherever it is: tictactoe, mnk, qubic
and gomoku freestyle; `Fives` for the other rules of gomoku. They look at every move, but for what
the rules force, and for one shortcut: where the defender has a free move, the attacker must win
even if he passes, since a stone of the defender helps nobody else. (Where it might, as few cells
are left and some rules make a stone do harm, nothing is said.) For all other rules there is the
exhaustive search of `linemate check`. All give up after so many nodes, and then say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from linemate.clients.check.properties.mates import UnansweredError, is_real
from linemate.engine.core import Game, Position
from linemate.engine.games.renju import renju_tables
from tests.reference.plain import QUBIC_LINES

NODES = 15_000  # of Lines, a second or two on a large board
PLAIN_NODES = 300_000
FEW_CELLS = 12  # with so few of them left one may be better off without a move


def is_mate(
    game: Game, position: Position, plies: int, line: Sequence[int], nodes: int = NODES
) -> bool | None:
    """Tell whether the side to move wins within `plies`, or loses within -`plies`; None where that
    takes too long to tell. `line` is the engine's own, which is tried first.
    """
    lines = winning_lines(game)
    if not lines or (has_rule(game) and position.cells().count(".") <= FEW_CELLS):
        return is_real(position, plies, line, PLAIN_NODES)
    side = position.to_move
    cells = position.cells()
    board = Fives(lines, cells, game) if has_rule(game) else Lines(lines, cells)
    board.nodes = nodes
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
        case "gomoku":
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


def has_rule(game: Game) -> bool:
    """Tell whether a line of five does not always win, or not every free cell may be taken."""
    return game.name == "gomoku" and game.options["rule"] != "freestyle"


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
        self.nodes = NODES
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
        if self._completing(side):
            return plies >= 1
        if plies < 3:
            return False
        key = (self._stones[0], self._stones[1], side, plies)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._finds_win(side, plies, hints)
        return known

    def _finds_win(self, side: int, plies: int, hints: Sequence[int]) -> bool:
        threats = self._completing(1 - side)
        # Within three plies the first move must threaten to win at once.
        moves = self._cells(side, 2) if plies < 5 else self._free
        moves = self._stopping(side, threats) if threats else self._allowed(side, moves)
        for move in self._in_order(moves, side, (*hints[:1], self._favourites.get(plies, -1))):
            self.nodes -= 1
            if self.nodes < 0:
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
        if self._completing(side) or plies < 2:
            return False
        attacks = self._completing(1 - side)
        if attacks:
            moves: Iterable[int] = self._stopping(side, attacks)
            if not moves:
                return True
        else:
            if plies < 4 or not self.wins(1 - side, plies - 1):
                self._give_up_if_passing_helps()
                return False
            moves = self._in_order(self._allowed(side, self._free), 1 - side, ())
        for move in moves:
            self._play(move, side)
            lost = self.wins(1 - side, plies - 1)
            self._undo(move, side)
            if not lost:
                return False
        return bool(self._free)

    # What other rules than `a full line wins` have in their own way.

    def _completing(self, side: int) -> set[int]:
        """Return the free cells where this side wins at once."""
        return self._cells(side, 1)

    def _stopping(self, side: int, threats: set[int]) -> set[int]:
        """Return the cells where this side prevents that the other wins at once."""
        return threats if len(threats) == 1 else set()

    def _allowed(self, side: int, cells: set[int]) -> set[int]:
        """Return those of the free cells that this side may move to."""
        return cells

    def _give_up_if_passing_helps(self) -> None:
        """Raise UnansweredError where it may be better to pass than to put a stone anywhere."""

    def _in_order(self, moves: set[int], side: int, first: Sequence[int]) -> Iterator[int]:
        """Yield the moves: those that are hinted at, those on lines that lack two of this side,
        the others; each kind with the fullest lines first. Only what is asked for is sorted.
        """
        counts, other = self._counts[side], self._counts[1 - side]

        def promise(move: int) -> int:
            lines = self._through[move]
            return -sum(1 << 2 * counts[line] for line in lines if not other[line])

        hinted = [move for move in dict.fromkeys(first) if move in moves]
        yield from hinted
        strong = (self._cells(side, 2) & moves).difference(hinted)
        yield from sorted(strong, key=promise)
        yield from sorted(moves.difference(hinted, strong), key=promise)


class Fives(Lines):
    """The rules of gomoku under which not every line of five wins, or some cells are forbidden."""

    def __init__(self, lines: Sequence[Sequence[int]], cells: str, game: Game) -> None:
        size, rule = int(game.options["size"]), game.options["rule"]
        self._exact = (rule in ("standard", "caro", "renju"), rule in ("standard", "caro"))
        self._closed_is_none = rule in ("caro", "caro6")
        self._renju = renju_tables(size) if rule == "renju" else None
        self._board = bytearray(b"." * len(cells))
        self._ends = [_ends(line, size) for line in lines]
        super().__init__(lines, cells)

    def _play(self, cell: int, side: int) -> None:
        super()._play(cell, side)
        self._board[cell] = b"xo"[side]

    def _undo(self, cell: int, side: int) -> None:
        super()._undo(cell, side)
        self._board[cell] = ord(".")

    def _completing(self, side: int) -> set[int]:
        own, other = b"xo"[side], b"ox"[side]
        found = set[int]()
        for line in self._open[side][self._row - 1]:
            ends = [self._board[end] for end in self._ends[line]]
            longer = self._exact[side] and own in ends
            closed = self._closed_is_none and ends == [other, other]
            if not longer and not closed:
                found.update(cell for cell in self._lines[line] if cell in self._free)
        return found

    def _stopping(self, side: int, threats: set[int]) -> set[int]:
        cells = set(threats)
        if self._closed_is_none:
            ready = self._open[1 - side][self._row - 1]
            cells |= {end for line in ready for end in self._ends[line]} & self._free
        return {cell for cell in self._allowed(side, cells) if self._stops(side, cell)}

    def _stops(self, side: int, cell: int) -> bool:
        self._play(cell, side)
        stopped = not self._completing(1 - side)
        self._undo(cell, side)
        return stopped

    def _allowed(self, side: int, cells: set[int]) -> set[int]:
        if self._renju is None or side == 1:
            return cells
        board, stones = self._board, self._stones[0]
        return {cell for cell in cells if not self._renju.is_forbidden(cell, board, stones)}

    def _give_up_if_passing_helps(self) -> None:
        if len(self._free) <= 2 * FEW_CELLS:
            raise UnansweredError


def _ends(line: Sequence[int], size: int) -> list[int]:
    """Return the cells beside a line in its direction, as far as there are any."""
    points = [divmod(cell, size) for cell in line]
    down, right = points[1][0] - points[0][0], points[1][1] - points[0][1]
    beside = [
        (points[0][0] - down, points[0][1] - right),
        (points[-1][0] + down, points[-1][1] + right),
    ]
    return [y * size + x for y, x in beside if 0 <= y < size and 0 <= x < size]
