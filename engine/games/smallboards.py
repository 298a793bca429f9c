"""Nine small boards of nine cells: what `nineboard` and `ultimate` share.

Boards and cells are numbered 0 to 8 in reading order (1 to 9 in text); a move is 9 * board +
cell, and sends the opponent to board `cell`. A small board is one number, its *code*: the sum
over its cells of 3**cell times 0 (empty), 1 (x) or 2 (o). Everything one wants to know of a
board is then a table with 19,683 entries:

    0 1 2        code 1 = x in the top left corner
    3 4 5        code 2 * 3**4 = o in the centre
    6 7 8
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from linemate.engine.core import (
    PLAYERS,
    Game,
    Outcome,
    Position,
    PositionError,
    UnreadableMoveError,
)
from linemate.engine.games import notation
from linemate.engine.games.grid import grid_symmetries, permute
from linemate.engine.games.keys import random_keys
from linemate.engine.games.tictactoe import FULL, HAS_LINE, LINE_WORTH, LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

ANY = 9  # the target of a player who may choose the board
LINE, FILLED = 1, 2  # what a move can do to its board, apart from marking a cell
STEP = tuple(tuple(mark * 3**cell for cell in range(9)) for mark in (1, 2))
LINES_THROUGH = tuple(sum(line >> cell & 1 for line in LINES) for cell in range(9))
CELLS_IN = tuple(tuple(cell for cell in range(9) if mask >> cell & 1) for mask in range(512))


class BoardTables:
    """Tables over all codes; building them takes some ten milliseconds, so it waits for a game."""

    def __init__(self) -> None:
        x_marks, o_marks = [0], [0]
        for cell in range(9):
            bit = 1 << cell
            x_marks = [*x_marks, *(marks | bit for marks in x_marks), *x_marks]
            o_marks = [*o_marks, *o_marks, *(marks | bit for marks in o_marks)]
        self.marks = (x_marks, o_marks)
        both = list(zip(x_marks, o_marks, strict=True))
        self.taken = [x | o for x, o in both]
        self.event = bytes(
            (HAS_LINE[x] | HAS_LINE[o]) * LINE | (x | o == FULL) * FILLED for x, o in both
        )
        free = [CELLS_IN[FULL ^ taken] for taken in range(512)]
        self.free_cells = [free[taken] for taken in self.taken]
        self.free_count = bytes(map(len, self.free_cells))
        # By code, then by a random byte: a free cell, each with its chance to within 1/256.
        spread = [bytes(byte * count >> 8 for byte in range(256)) for count in range(10)]
        chosen = [spread[len(cells)].translate(bytes(cells).ljust(256)) for cells in free]
        self.chosen_cell = [chosen[taken] for taken in self.taken]
        # By board, then by its taken cells: the moves there.
        self.moves = [
            [[9 * board + cell for cell in cells] for cells in free] for board in range(9)
        ]
        # By closed boards, then by cell: where that cell sends the opponent.
        self.sent_to = [
            [ANY if closed >> cell & 1 else cell for cell in range(9)] for closed in range(512)
        ]
        keys = random_keys(2 * 81 + 10 + 18, stream=2)
        self.move_keys = (keys[:81], keys[81:162])
        self.target_keys = keys[162:172]
        self.owner_keys = (keys[172:181], keys[181:])

    def moves_in(self, boards: int, codes: Sequence[int]) -> list[int]:
        """Return the moves in a set of boards, ascending."""
        found: list[int] = []
        for board in CELLS_IN[boards]:
            found += self.moves[board][self.taken[codes[board]]]
        return found

    def choose_move(self, boards: int, codes: Sequence[int], random: Random) -> tuple[int, int]:
        """Return the board and the cell of a random move in a set of boards, which has some.

        Each move is as likely as another; without the list of them all, which takes longer.
        """
        count, total = self.free_count, 0
        for board in CELLS_IN[boards]:
            total += count[codes[board]]
        index = int(random.random() * total)
        for board in CELLS_IN[boards]:
            code = codes[board]
            if index < count[code]:
                return board, self.free_cells[code][index]
            index -= count[code]
        raise AssertionError("no move in these boards")


@cache
def board_tables() -> BoardTables:
    return BoardTables()


@cache
def small_worth(code: int) -> int:
    """Return the worth of a small board to x: its open lines, as tic-tac-toe counts them.

    Nothing, once it is won: what it is worth then is for the game to say.
    """
    tables = board_tables()
    x_marks, o_marks = tables.marks
    if tables.event[code] & LINE:
        return 0
    return line_worth(x_marks[code], o_marks[code], LINES)


def line_worth(x: int, o: int, lines: Sequence[int]) -> int:
    """Return what two sets of marks without a finished line are worth to x."""
    value = 0
    for line in lines:
        if not o & line:
            value += LINE_WORTH[(x & line).bit_count()]
        elif not x & line:
            value -= LINE_WORTH[(o & line).bit_count()]
    return value


class BoardsPosition(Position):
    """Nine codes, and the board that the mover must play in.

    `closed` has a bit for each board that takes no more moves. A finished game has target ANY,
    unless the rules say otherwise, so that equal positions have equal keys.
    """

    __slots__ = ("_key", "_outcome", "_tables", "_undo", "closed", "codes", "target")

    def __init__(self) -> None:
        self._tables = board_tables()
        self.codes = [0] * 9
        self.target = ANY
        self.closed = 0
        self._key = 0
        self._outcome: Outcome | None = None
        self.to_move = 0
        self.history = []

    def legal_moves(self) -> list[int]:
        if self._outcome:
            return []
        tables, target = self._tables, self.target
        if target == ANY:
            return tables.moves_in(FULL ^ self.closed, self.codes)
        return tables.moves[target][tables.taken[self.codes[target]]][:]

    def outcome(self) -> Outcome | None:
        return self._outcome

    def key(self) -> int:
        return self._key ^ self._tables.target_keys[self.target]

    def _copy_into(self, twin: BoardsPosition) -> None:
        twin._tables = self._tables
        twin.codes = self.codes[:]
        twin.target = self.target
        twin.closed = self.closed
        twin._key = self._key
        twin._outcome = self._outcome
        twin.to_move = self.to_move
        twin.history = self.history[:]

    def cells(self) -> str:
        x_marks, o_marks = self._tables.marks
        return "".join(
            "x" if x_marks[code] >> cell & 1 else "o" if o_marks[code] >> cell & 1 else "."
            for code in self.codes
            for cell in range(9)
        )

    def _set_cells(self, cells: str) -> None:
        """Place marks on the empty boards, and set the side to move."""
        for move, mark in enumerate(cells):
            if mark in PLAYERS:
                side = PLAYERS.index(mark)
                self.codes[move // 9] += STEP[side][move % 9]
                self._key ^= self._tables.move_keys[side][move]
        self.to_move = notation.side_to_move(cells)

    def _set_target(self, target: int) -> None:
        """Set the target. Refuses a board that takes no move."""
        if target != ANY and self.closed >> target & 1:
            raise PositionError(
                f"bad position: board {target + 1} cannot take a move: "
                "expected an open board, or - for any"
            )
        self.target = target

    def line_cells(self, board: int, side: int) -> list[int]:
        """Return the cells of all this player's finished lines in a small board."""
        marks = self._tables.marks[side][self.codes[board]]
        won = 0
        for line in LINES:
            if marks & line == line:
                won |= line
        return [9 * board + cell for cell in CELLS_IN[won]]


class BoardsGame(Game):
    """Text and symmetries of a game on nine small boards."""

    @property
    def cell_count(self) -> int:
        return 81

    def parse_move(self, text: str) -> int:
        if len(text) == 2 and all(digit in "123456789" for digit in text):
            return 9 * (int(text[0]) - 1) + int(text[1]) - 1
        raise UnreadableMoveError(
            f"bad move {text!r}: expected a board and a cell, two digits 1 to 9, as in '59'"
        )

    def write_move(self, move: int) -> str:
        return f"{move // 9 + 1}{move % 9 + 1}"

    def appeal(self, move: int) -> int:
        """Prefer the cells that lie on most lines of their board, and then the boards that do."""
        board, cell = divmod(move, 9)
        return 10 * LINES_THROUGH[cell] + LINES_THROUGH[board]

    def why_illegal(self, position: Position, move: int) -> str:
        assert isinstance(position, BoardsPosition)
        board = move // 9
        if position.outcome() is None:
            if position.target not in (ANY, board):
                return f"must play in board {position.target + 1}"
            if position.closed >> board & 1:
                choice = ", ".join(str(open_board + 1) for open_board in open_boards(position))
                return f"board {board + 1} takes no more moves; open boards: {choice}"
        return super().why_illegal(position, move)

    def write_position(self, position: Position) -> str:
        assert isinstance(position, BoardsPosition)
        cells = position.cells()
        boards = (notation.write_cells(cells[start : start + 9]) for start in range(0, 81, 9))
        target = "-" if position.target == ANY else str(position.target + 1)
        return f"{'/'.join(boards)} {PLAYERS[position.to_move]} {target}"

    def _read_fields(self, text: str) -> tuple[str, int]:
        """Return the cells and the target of a position string."""
        names = ("boards", "side to move", "board to play in")
        boards, side, named = notation.split_fields(text, names, "9/9/9/9/9/9/9/9/9 x -")
        parts = notation.split_parts(boards, 9, "board")
        cells = "".join(notation.read_cells(part, 9, "board") for part in parts)
        notation.check_side(cells, side)
        if named == "-":
            return cells, ANY
        if len(named) != 1 or named not in "123456789":
            raise PositionError(
                f"bad position: board to play in {named!r}: expected 1 to 9, or - for any"
            )
        return cells, int(named) - 1

    def diagram(self, position: Position) -> str:
        """Free cells of the boards to play in show their number, the others a dot."""
        assert isinstance(position, BoardsPosition)
        cells = notation.draw_cells(position)
        for move in position.legal_moves():
            cells[move] = f" {move % 9 + 1} "
        lines = []
        for row in range(9):
            if row in (3, 6):
                lines.append("-" * 9 + "+" + "-" * 9 + "+" + "-" * 9)
            starts = [27 * (row // 3) + 9 * board + 3 * (row % 3) for board in range(3)]
            lines.append("|".join("".join(cells[start : start + 3]) for start in starts).rstrip())
        return "\n".join([*lines, self._foot(position)])

    def _foot(self, position: BoardsPosition) -> str:
        state = notation.status(position.outcome(), position.to_move)
        if position.outcome() is not None:
            return state
        where = "any open board" if position.target == ANY else f"board {position.target + 1}"
        return f"{state} in {where}"

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        """A reflection or rotation moves the boards, and the cells within each, alike."""
        return tuple(
            tuple(9 * small[board] + small[cell] for board in range(9) for cell in range(9))
            for small in grid_symmetries(3, 3)
        )


def open_boards(position: BoardsPosition) -> tuple[int, ...]:
    return CELLS_IN[FULL ^ position.closed]


def moved_cells(position: BoardsPosition, symmetry: Sequence[int]) -> tuple[str, int]:
    """Return cells and target of a position after a symmetry."""
    target = position.target
    moved_target = ANY if target == ANY else symmetry[9 * target] // 9
    return permute(position.cells(), symmetry), moved_target
