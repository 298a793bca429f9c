"""The six games once more, written only to be obvious: the oracle of the engine's tests.

Nothing here is shared with the engine. A position is a list of marks that is never changed;
`play` copies it. The engine is compared with it move by move, and timed against it.

    grids               cell = row from the top * width + column
    nineboard, ultimate cell = board * 9 + cell, both 0 to 8 in reading order
    qubic               cell = x * 16 + y * 4 + z

Start reading at `PlainPosition`; `start` names the classes. The two games of nine boards are in
`reference.nine_boards`, more rules of gomoku in `reference.five`, the common ground of all these
files in `reference.position`, and `reference.strings` reads position strings.
"""

from collections.abc import Mapping
from random import Random

from tests.reference.five import CaroPosition, RenjuPosition
from tests.reference.nine_boards import NineboardPosition, UltimatePosition
from tests.reference.position import DRAW, EMPTY, MARKS, THREES, PlainPosition, has_line, run

__all__ = ["DEFAULTS", "DRAW", "EMPTY", "MARKS", "PlainPosition", "perft", "playout", "start"]

DEFAULTS: dict[str, dict[str, str]] = {
    "tictactoe": {},
    "nineboard": {"full_board": "free"},
    "ultimate": {"won_boards": "closed", "tiebreak": "draw"},
    "qubic": {},
    "gomoku": {"size": "15", "rule": "freestyle"},
    "mnk": {"width": "3", "height": "3", "row": "3", "drop": "false"},
}


def list_qubic_lines() -> list[list[int]]:
    """The 76 lines: from every cell, four steps in every direction that stay in the cube."""
    lines = []
    steps = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]
    forward = [step for step in steps if step > (0, 0, 0)]  # each line from one end only
    for x in range(4):
        for y in range(4):
            for z in range(4):
                for a, b, c in forward:
                    line = [(x + a * i, y + b * i, z + c * i) for i in range(4)]
                    if all(0 <= coordinate <= 3 for cell in line for coordinate in cell):
                        lines.append([i * 16 + j * 4 + k for i, j, k in line])
    return lines


QUBIC_LINES = list_qubic_lines()


class LinesPosition(PlainPosition):
    """tictactoe and qubic: a list of marks, and the list of all the lines that win."""

    def __init__(
        self, lines: list[list[int]], marks: list[str], to_move: int, outcome: str | None
    ) -> None:
        self.lines = lines
        self.marks = marks
        self.to_move = to_move
        self.result = outcome

    def legal_moves(self) -> list[int]:
        if self.result is not None:
            return []
        return [cell for cell, mark in enumerate(self.marks) if mark == EMPTY]

    def play(self, move: int) -> "LinesPosition":
        player = MARKS[self.to_move]
        marks = self.marks.copy()
        marks[move] = player
        outcome = None
        # A line that is new must hold the cell just played.
        if has_line(marks, [line for line in self.lines if move in line], player):
            outcome = player
        elif EMPTY not in marks:
            outcome = DRAW
        return LinesPosition(self.lines, marks, 1 - self.to_move, outcome)

    def outcome(self) -> str | None:
        return self.result

    def cells(self) -> str:
        return "".join(self.marks)


class GridPosition(PlainPosition):
    """gomoku and mnk: rows of marks; a win is looked for around the last move.

    `exact` is gomoku's standard rule: a row longer than `row` does not win. With `drop` a mark
    needs one below it, or the bottom.
    """

    def __init__(
        self,
        rows: list[list[str]],
        row: int,
        exact: bool,
        drop: bool,
        to_move: int,
        outcome: str | None,
    ) -> None:
        self.rows = rows
        self.row = row
        self.exact = exact
        self.drop = drop
        self.to_move = to_move
        self.result = outcome

    def legal_moves(self) -> list[int]:
        if self.result is not None:
            return []
        width = len(self.rows[0])
        return [
            y * width + x
            for y, marks in enumerate(self.rows)
            for x, mark in enumerate(marks)
            if mark == EMPTY and (not self.drop or self.is_supported(y, x))
        ]

    def is_supported(self, y: int, x: int) -> bool:
        return y + 1 == len(self.rows) or self.rows[y + 1][x] != EMPTY

    def play(self, move: int) -> "GridPosition":
        y, x = divmod(move, len(self.rows[0]))
        rows = [marks.copy() for marks in self.rows]
        rows[y][x] = MARKS[self.to_move]
        outcome = None
        if self.wins(rows, y, x):
            outcome = MARKS[self.to_move]
        elif all(EMPTY not in marks for marks in rows):
            outcome = DRAW
        return GridPosition(rows, self.row, self.exact, self.drop, 1 - self.to_move, outcome)

    def wins(self, rows: list[list[str]], y: int, x: int) -> bool:
        """Tell whether the mark at row `y`, column `x` is part of a winning row."""
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1 + run(rows, y, x, down, right) + run(rows, y, x, -down, -right)
            if length == self.row or (length > self.row and not self.exact):
                return True
        return False

    def outcome(self) -> str | None:
        return self.result

    def cells(self) -> str:
        return "".join("".join(marks) for marks in self.rows)


def start(name: str, options: Mapping[str, str]) -> PlainPosition:
    """The start of a game; an option left out has the default of `DEFAULTS`."""
    unknown = [option for option in options if option not in DEFAULTS[name]]
    if unknown:
        raise ValueError(f"{name} has no option {unknown[0]!r}")
    chosen = {**DEFAULTS[name], **options}
    if name == "tictactoe":
        return LinesPosition(THREES, [EMPTY] * 9, 0, None)
    if name == "qubic":
        return LinesPosition(QUBIC_LINES, [EMPTY] * 64, 0, None)
    if name == "gomoku":
        size, rule = int(chosen["size"]), chosen["rule"]
        rows = [[EMPTY] * size for _ in range(size)]
        if rule == "renju":
            return RenjuPosition(rows, 0, None)
        if rule in ("caro", "caro6"):
            return CaroPosition(rows, 0, None, exact=rule == "caro")
        return start_grid(size, size, 5, exact=rule == "standard")
    if name == "mnk":
        width, height, row = (int(chosen[name]) for name in ("width", "height", "row"))
        return start_grid(width, height, row, drop=chosen["drop"] == "true")
    boards = [[EMPTY] * 9 for _ in range(9)]
    if name == "nineboard":
        return NineboardPosition(boards, 0, None, None, chosen["full_board"] == "draw")
    won_open, majority = chosen["won_boards"] == "open", chosen["tiebreak"] == "majority"
    return UltimatePosition(boards, [EMPTY] * 9, 0, None, None, won_open, majority)


def start_grid(
    width: int, height: int, row: int, exact: bool = False, drop: bool = False
) -> GridPosition:
    return GridPosition([[EMPTY] * width for _ in range(height)], row, exact, drop, 0, None)


def perft(position: PlainPosition, depth: int) -> int:
    """The positions exactly `depth` plies below; a finished game has none."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def playout(position: PlainPosition, random: Random) -> str:
    """The outcome of a game played on at random."""
    outcome = position.outcome()
    while outcome is None:
        position = position.play(random.choice(position.legal_moves()))
        outcome = position.outcome()
    return outcome
