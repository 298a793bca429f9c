"""Position strings for the plain games: read one, write one.

The reader trusts its text, but for what would give a wrong position: it is for tests, which hold
strings that are right. What must be refused is the engine's business.
"""

import re
from collections.abc import Mapping

from tests.reference import plain
from tests.reference.nine_boards import NineboardPosition, UltimatePosition
from tests.reference.plain import QUBIC_LINES, GridPosition, LinesPosition
from tests.reference.position import DRAW, EMPTY, MARKS, THREES, PlainPosition, has_line


def read(name: str, options: Mapping[str, str], text: str) -> PlainPosition:
    """The position that `text` describes, its outcome seen from the marks alone."""
    fields = text.split(" ")
    rows = [list(re.sub("[0-9]+", spread, row)) for row in fields[0].split("/")]
    to_move = MARKS.index(fields[1])
    first = plain.start(name, options)
    if isinstance(first, NineboardPosition | UltimatePosition):
        if len(rows) != 9 or any(len(row) != 9 for row in rows):
            raise ValueError(f"not nine boards of nine cells: {text!r}")
        target = None if fields[2] == "-" else int(fields[2]) - 1
        if isinstance(first, NineboardPosition):
            return read_nineboard(first, rows, to_move, target)
        return read_ultimate(first, rows, to_move, target)
    if isinstance(first, GridPosition):
        return read_grid(first, rows, to_move)
    assert isinstance(first, LinesPosition)
    marks = [mark for row in rows for mark in row]
    if name == "qubic":
        marks = [rows[z][x * 4 + y] for x in range(4) for y in range(4) for z in range(4)]
    lines = QUBIC_LINES if name == "qubic" else THREES
    outcome = see(EMPTY not in marks, *(has_line(marks, lines, mark) for mark in MARKS))
    return LinesPosition(lines, marks, to_move, outcome)


def spread(digits: re.Match[str]) -> str:
    return EMPTY * int(digits[0])


def see(full: bool, x_wins: bool, o_wins: bool) -> str | None:
    if x_wins and o_wins:
        raise ValueError("both players have won")
    return "x" if x_wins else "o" if o_wins else DRAW if full else None


def read_grid(first: GridPosition, rows: list[list[str]], to_move: int) -> GridPosition:
    if len(rows) != len(first.rows) or any(len(row) != len(first.rows[0]) for row in rows):
        raise ValueError("the cells do not fit the board")
    winners = {
        mark
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != EMPTY and first.wins(rows, y, x)
    }
    full = all(EMPTY not in row for row in rows)
    outcome = see(full, "x" in winners, "o" in winners)
    return GridPosition(rows, first.row, first.exact, first.drop, to_move, outcome)


def read_nineboard(
    first: NineboardPosition, boards: list[list[str]], to_move: int, target: int | None
) -> NineboardPosition:
    """Allow, by the drawing rule, a full board to play in: that is how such a draw is told."""
    x, o = (any(has_line(marks, THREES, mark) for marks in boards) for mark in MARKS)
    over = all(EMPTY not in marks for marks in boards)
    if target is not None and EMPTY not in boards[target]:
        if not first.full_draws:
            raise ValueError(f"board {target + 1} is full")
        over, target = True, None
    return NineboardPosition(boards, to_move, target, see(over, x, o), first.full_draws)


def read_ultimate(
    first: UltimatePosition, boards: list[list[str]], to_move: int, target: int | None
) -> UltimatePosition:
    """Refused: a board with lines of both, since its marks do not tell which was first."""
    owners = []
    for marks in boards:
        x, o = (has_line(marks, THREES, mark) for mark in MARKS)
        if x and o:
            raise ValueError("a small board has lines of both players")
        owners.append("x" if x else "o" if o else EMPTY)
    won_open, majority = first.won_open, first.majority
    position = UltimatePosition(boards, owners, to_move, target, None, won_open, majority)
    if target is not None and not position.takes_moves(target):
        raise ValueError(f"board {target + 1} takes no move")
    x, o = (has_line(owners, THREES, mark) for mark in MARKS)
    position.result = see(False, x, o)
    if position.result is None and not any(position.takes_moves(board) for board in range(9)):
        position.result = position.break_tie()
    return position


def write(name: str, position: PlainPosition) -> str:
    """The position string of an open position: the text that `read` takes back."""
    cells = position.cells()
    side = MARKS[position.to_move]
    if name == "qubic":
        levels = [cells[z::4] for z in range(4)]
        return f"{squeeze(levels)} {side}"
    if isinstance(position, NineboardPosition | UltimatePosition):
        boards = [cells[9 * board : 9 * board + 9] for board in range(9)]
        target = "-" if position.target is None else str(position.target + 1)
        return f"{squeeze(boards)} {side} {target}"
    width = len(position.rows[0]) if isinstance(position, GridPosition) else 3
    rows = [cells[i : i + width] for i in range(0, len(cells), width)]
    return f"{squeeze(rows)} {side}"


def squeeze(rows: list[str]) -> str:
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots[0])), row) for row in rows)
