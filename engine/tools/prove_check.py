"""The independent checker of a certificate of qubic: it knows the rules and nothing of the prover.

From the empty board on, x plays as the certificate says, and o everything: after each reply the
position must be in the certificate, or x must win by fours, or he must meet a four of o, and all
that follows is checked in the same way. A win by fours is searched for plainly,
with the lines of the cube worked out anew, and then played move by move: every move of x must
leave o one cell to save himself, and o must have nothing better. Also checked: that the plies to
the win are fewer after each reply, and that no position is there for nothing.

Start reading at `Checker.check`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product

from linemate.engine.core import LinemateError
from linemate.engine.games.qubic import cube_symmetries

Marks = tuple[int, int]  # the cells of x and of o, as bits
CertifiedMove = tuple[int, int]  # a move, and within how many plies it wins
Moves = tuple[int, ...]
CELLS = 64


class GapError(LinemateError):
    """The certificate does not prove what it says; the text names the position."""


def cube_lines() -> list[int]:
    """Return the 76 lines, as bits:
    four points on which each coordinate stays, counts up or down.
    """
    found = set()
    steps = [(c, c, c, c) for c in range(4)] + [(0, 1, 2, 3), (3, 2, 1, 0)]
    for rows, columns, levels in product(steps, repeat=3):
        points = zip(rows, columns, levels, strict=True)
        cells = {16 * row + 4 * column + level for row, column, level in points}
        if len(cells) == 4:
            found.add(sum(1 << cell for cell in cells))
    return sorted(found)


LINES = cube_lines()
THROUGH = [[line for line in LINES if line >> cell & 1] for cell in range(CELLS)]


def finished(marks: int, lines: Iterable[int] = LINES) -> bool:
    return any(line & marks == line for line in lines)


def completing(mine: int, theirs: int, lines: Iterable[int] = LINES) -> int:
    """Return the cells, as bits, that finish one of the lines at once."""
    cells = 0
    for line in lines:
        if not line & theirs and (line & mine).bit_count() == 3:
            cells |= line & ~mine
    return cells


class Checker:
    """Checks one certificate, given as moves by position. Raises GapError."""

    def __init__(
        self,
        entries: Mapping[Marks, CertifiedMove],
        on_progress: Callable[[int], None] = lambda positions: None,
    ) -> None:
        self._entries = entries
        self._on_progress = on_progress
        self._lost: dict[Marks, int] = {}
        # Positions in which x has to meet a four: the plies that they were checked for, which are
        # always fewer than CELLS.
        self._blocks: dict[Marks, int] = {}
        self.leaves = 0
        self.longest = 0

    def check(self, start: Marks = (0, 0)) -> None:
        """Check all of it, from the empty board or another start."""
        if start not in self._entries:
            raise GapError(f"the start is not in the certificate: {write(start)}")
        reached = {start}
        waiting = [start]
        while waiting:
            marks = waiting.pop()
            for following in self.check_position(marks):
                if following not in reached:
                    reached.add(following)
                    waiting.append(following)
            self._on_progress(len(reached) - len(waiting))
        for marks in self._entries:
            if marks not in reached:
                raise GapError(f"the strategy never comes to {write(marks)}: why is it there?")

    def check_position(self, marks: Marks) -> list[Marks]:
        """Check every reply of o to the stored move;
        return the stored positions that are come to.
        """
        xs, os = marks
        move, within = self._entries[marks]
        if canonical(xs, os) != marks:
            raise GapError(f"{write(marks)} is not written under its smallest image")
        if xs.bit_count() != os.bit_count() or xs & os or finished(xs) or finished(os):
            raise GapError(f"{write(marks)} is no position with x to move")
        if (xs | os) >> move & 1:
            raise GapError(f"{write(marks)}: the move {move} is not legal")
        left = CELLS - (xs | os).bit_count()
        if within > left:
            raise GapError(f"{write(marks)}: {within} plies, but {left} cells are left")
        return list(self._check_replies(xs, os, move, within))

    def _check_replies(self, xs: int, os: int, move: int, within: int) -> Iterator[Marks]:
        """Check every reply of o to a move of x, who should win within that many plies."""
        where = f"{write((xs, os))}, then {move}"
        xs |= 1 << move
        self._lost.clear()
        blocks = []
        lines: list[Moves] = []  # wins by fours that refuted other replies: they may do again
        for reply in range(CELLS):
            if (xs | os) >> reply & 1:
                continue
            after = xs, os | 1 << reply
            if finished(after[1], THROUGH[reply]):
                raise GapError(f"{where}, {reply}: o has won")
            image = canonical(*after)
            if image in self._entries:
                yield image
                if self._entries[image][1] > within - 2:
                    raise GapError(f"{where}, {reply}: {self._entries[image][1]} plies, not fewer")
            elif not self._is_leaf(after, within - 2, lines):
                must = completing(after[1], after[0])
                if must.bit_count() != 1:
                    raise GapError(
                        f"{where}, {reply}: not stored, no win by fours in {within - 2} plies"
                    )
                if self._blocks.get(image, CELLS) > within - 2:
                    self._blocks[image] = within - 2
                    blocks.append((after, must))
        for (mine, theirs), must in blocks:
            # The four of o must be met, and that is not written.
            yield from self._check_replies(mine, theirs, must.bit_length() - 1, within - 2)

    def _is_leaf(self, marks: Marks, within: int, lines: list[Moves]) -> bool:
        """Return whether x wins by fours within that many plies; the win is played through."""
        xs, os = marks
        line = next((old for old in lines if len(old) <= within and wins(xs, os, old)), None)
        if line is None:
            line = self._search(xs, os, within)
            if line is None:
                return False
            if not wins(xs, os, line):
                raise GapError(f"{write(marks)}: {line} is no win by fours")
            lines.append(line)
        self.leaves += 1
        self.longest = max(self.longest, len(line))
        return True

    def _search(self, xs: int, os: int, within: int) -> Moves | None:
        """Return the shortest win by fours of x, to move, if it has no more plies than that."""
        for plies in range(1, within + 1, 2):
            line = self._search_plies(xs, os, plies, LINES, LINES)
            if line is not None:
                return line
        return None

    def _search_plies(
        self, xs: int, os: int, plies: int, mine: list[int], theirs: list[int]
    ) -> Moves | None:
        """Search for a win; `mine` and `theirs` are the lines in which x and
        o may have got a four since before.
        """
        won = completing(xs, os, mine)
        if won:
            return (won.bit_length() - 1,)
        if plies < 3 or self._lost.get((xs, os), 0) >= plies:
            return None
        must = completing(os, xs, theirs)
        if must.bit_count() < 2:
            for line in LINES:
                if line & os or (line & xs).bit_count() != 2:
                    continue
                pair = line & ~xs
                for move in (pair & -pair, pair & pair - 1):
                    if must and move != must:
                        continue
                    reply = pair ^ move
                    cells = move.bit_length() - 1, reply.bit_length() - 1
                    rest = self._search_plies(
                        xs | move, os | reply, plies - 2, THROUGH[cells[0]], THROUGH[cells[1]]
                    )
                    if rest is not None:
                        return (*cells, *rest)
        self._lost[xs, os] = plies
        return None


def wins(xs: int, os: int, line: Moves) -> bool:
    """Return whether these moves, x first, finish a line of x, every reply of o being forced."""
    dangerous: Iterable[int] = LINES  # in which o may have got a four since the last move of x
    for ply, cell in enumerate(line):
        if (xs | os) >> cell & 1:
            return False
        if ply % 2:
            os |= 1 << cell
            dangerous = THROUGH[cell]
            continue
        xs |= 1 << cell
        if ply == len(line) - 1:
            return finished(xs, THROUGH[cell])
        # Now o could finish a line, or x has no threat that the reply of the line meets.
        if completing(os, xs, dangerous):
            return False
        if not completing(xs, os, THROUGH[cell]) >> line[ply + 1] & 1:
            return False
    return False


def canonical(xs: int, os: int) -> Marks:
    """Return the smallest image under the symmetries of the cube."""
    smallest, symmetries = smallest_images(xs)
    return smallest, min(move_cells(os, symmetry) for symmetry in symmetries)


@lru_cache(maxsize=1)  # all the replies to one move have the same cells of x
def smallest_images(cells: int) -> tuple[int, list[tuple[int, ...]]]:
    """Return the smallest image of some cells, and every symmetry that gives it."""
    images = [(move_cells(cells, symmetry), symmetry) for symmetry in cube_symmetries()]
    smallest = min(image for image, _ in images)
    return smallest, [symmetry for image, symmetry in images if image == smallest]


def move_cells(cells: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << symmetry[cell] for cell in range(CELLS) if cells >> cell & 1)


def write(marks: Marks) -> str:
    """Write a position for a message: the cells of x and of o as moves are written."""
    names = []
    for player, cells in zip("xo", marks, strict=True):
        moves = [f"{c // 16}{c // 4 % 4}{c % 4}" for c in range(CELLS) if cells >> c & 1]
        names.append(f"{player} {' '.join(moves) or '-'}")
    return ", ".join(names)
