"""Gomoku's rules `renju` and `caro`, by the words of their sources and nothing else.

Renju: the Renju International Federation's "International Rules of Renju", sections 3 and 9. Caro:
the manager of Gomocup. See PROTOCOL.md. Every question is answered by putting stones on the board
and counting the row that comes of it.
"""

from collections.abc import Iterator

from tests.reference.position import DRAW, EMPTY, MARKS, PlainPosition, run

Rows = list[list[str]]
Point = tuple[int, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def is_inside(rows: Rows, y: int, x: int) -> bool:
    return 0 <= y < len(rows) and 0 <= x < len(rows[0])


def with_mark(rows: Rows, y: int, x: int, mark: str) -> Rows:
    copied = [marks.copy() for marks in rows]
    copied[y][x] = mark
    return copied


def row_through(rows: Rows, y: int, x: int, down: int, right: int) -> list[Point]:
    """The cells of the unbroken row that holds this mark."""
    before, after = run(rows, y, x, -down, -right), run(rows, y, x, down, right)
    return [(y + down * step, x + right * step) for step in range(-before, after + 1)]


def free_cells(rows: Rows) -> list[Point]:
    return [(y, x) for y, marks in enumerate(rows) for x, mark in enumerate(marks) if mark == EMPTY]


class FivePosition(PlainPosition):
    """Rows of marks; how a row wins is the rule's."""

    def __init__(self, rows: Rows, to_move: int, outcome: str | None) -> None:
        self.rows = rows
        self.to_move = to_move
        self.result = outcome

    def legal_moves(self) -> list[int]:
        if self.result is not None:
            return []
        return [y * len(self.rows) + x for y, x in free_cells(self.rows) if self.is_allowed(y, x)]

    def is_allowed(self, y: int, x: int) -> bool:
        return True

    def wins(self, rows: Rows, y: int, x: int) -> bool:
        raise NotImplementedError

    def after(self, rows: Rows, outcome: str | None) -> "FivePosition":
        return type(self)(rows, 1 - self.to_move, outcome)

    def play(self, move: int) -> "FivePosition":
        y, x = divmod(move, len(self.rows))
        mark = MARKS[self.to_move]
        rows = with_mark(self.rows, y, x, mark)
        if self.wins(rows, y, x):
            return self.after(rows, mark)
        return self.after(rows, None if free_cells(rows) else DRAW)

    def outcome(self) -> str | None:
        return self.result

    def cells(self) -> str:
        return "".join("".join(marks) for marks in self.rows)


class CaroPosition(FivePosition):
    """A five with a mark of the other player at both ends is none; of six or more, see `exact`."""

    def __init__(self, rows: Rows, to_move: int, outcome: str | None, exact: bool) -> None:
        super().__init__(rows, to_move, outcome)
        self.exact = exact

    def after(self, rows: Rows, outcome: str | None) -> "CaroPosition":
        return CaroPosition(rows, 1 - self.to_move, outcome, self.exact)

    def wins(self, rows: Rows, y: int, x: int) -> bool:
        other = MARKS[1 - self.to_move]
        for down, right in DIRECTIONS:
            row = row_through(rows, y, x, down, right)
            ends = [(row[0][0] - down, row[0][1] - right), (row[-1][0] + down, row[-1][1] + right)]
            blocks = [rows[a][b] for a, b in ends if is_inside(rows, a, b)]
            if len(row) == 5 and blocks != [other, other]:
                return True
            if len(row) > 5 and not self.exact:
                return True
        return False


class RenjuPosition(FivePosition):
    """x must not make an overline, two fours or two threes; five always wins."""

    def wins(self, rows: Rows, y: int, x: int) -> bool:
        lengths = [len(row_through(rows, y, x, *step)) for step in DIRECTIONS]
        return 5 in lengths or (rows[y][x] == "o" and max(lengths) > 5)

    def is_allowed(self, y: int, x: int) -> bool:
        return self.to_move == 1 or not is_forbidden(self.rows, y, x)

    def after(self, rows: Rows, outcome: str | None) -> "RenjuPosition":
        position = RenjuPosition(rows, 1 - self.to_move, outcome)
        if outcome is None and not position.legal_moves():
            position.result = "o"
        return position


def makes_five(rows: Rows, y: int, x: int) -> bool:
    """Whether x completes five in any direction, by a mark on this free cell."""
    after = with_mark(rows, y, x, "x")
    return any(len(row_through(after, y, x, *step)) == 5 for step in DIRECTIONS)


def is_forbidden(rows: Rows, y: int, x: int) -> bool:
    if makes_five(rows, y, x):
        return False
    after = with_mark(rows, y, x, "x")
    if any(len(row_through(after, y, x, *step)) > 5 for step in DIRECTIONS):
        return True
    fours = sum(len(set(fours_at(after, y, x, *step))) for step in DIRECTIONS)
    threes = sum(len(set(threes_at(after, y, x, *step))) for step in DIRECTIONS)
    return fours > 1 or threes > 1


def additions(rows: Rows, y: int, x: int, down: int, right: int) -> Iterator[tuple[Point, Rows]]:
    """The free cells of this line that are near, each with the board once x has it."""
    for step in range(-4, 5):
        a, b = y + down * step, x + right * step
        if is_inside(rows, a, b) and rows[a][b] == EMPTY:
            yield (a, b), with_mark(rows, a, b, "x")


def fours_at(rows: Rows, y: int, x: int, down: int, right: int) -> Iterator[frozenset[Point]]:
    """Rows of four marks, this one among them, that one more makes five."""
    for cell, after in additions(rows, y, x, down, right):
        row = row_through(after, *cell, down, right)
        if len(row) == 5 and (y, x) in row:
            yield frozenset(row) - {cell}


def threes_at(rows: Rows, y: int, x: int, down: int, right: int) -> Iterator[frozenset[Point]]:
    """Rows of three marks, this one among them, that x may make a straight four of."""
    for cell, after in additions(rows, y, x, down, right):
        row = row_through(after, *cell, down, right)
        if len(row) != 4 or (y, x) not in row:
            continue
        longer_rows = [
            row_through(longer, *end, down, right)
            for end, longer in additions(after, *cell, down, right)
        ]
        ways = [longer for longer in longer_rows if set(row) < set(longer) and len(longer) == 5]
        if len(ways) == 2 and not makes_five(rows, *cell) and not is_forbidden(rows, *cell):
            yield frozenset(row) - {cell}
