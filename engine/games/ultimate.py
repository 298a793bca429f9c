"""Ultimate tic-tac-toe: three small boards in a row win. Boards and codes: smallboards.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from linemate.engine.core import PLAYERS, WINS, Option, Outcome, Position, PositionError
from linemate.engine.games import notation
from linemate.engine.games.smallboards import (
    ANY,
    CELLS_IN,
    FILLED,
    LINE,
    STEP,
    BoardsGame,
    BoardsPosition,
    line_worth,
    moved_cells,
    small_worth,
)
from linemate.engine.games.tictactoe import FULL, HAS_LINE, LINES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

# A line of the big board against the same line of a small one.
BIG_WORTH = 8


class UltimatePosition(BoardsPosition):
    """`owned` has each player's won boards. `closed` has the full boards and, unless
    `won_open`, the won ones.
    """

    __slots__ = ("_majority", "_won_open", "owned")

    def __init__(self, won_open: bool, majority: bool) -> None:
        super().__init__()
        self._won_open = won_open
        self._majority = majority
        self.owned = [0, 0]
        self._undo: list[tuple[int, int, int, int, int]] = []

    @classmethod
    def from_cells(
        cls, won_open: bool, majority: bool, cells: str, target: int, owners: Mapping[int, int]
    ) -> UltimatePosition:
        """Make a position; `owners` says who won each board that holds lines of both players."""
        position = cls(won_open, majority)
        position._set_cells(cells)
        for board in range(9):
            position._settle_board(board, owners)
        winners = [side for side in (0, 1) if HAS_LINE[position.owned[side]]]
        notation.check_finished_lines(winners, position.to_move)
        position._set_target(target)
        if winners:
            position._outcome = WINS[winners[0]]
            position.target = ANY
        elif position.closed == FULL:
            position._outcome = full_result(position.owned, majority)
        return position

    def _settle_board(self, board: int, owners: Mapping[int, int]) -> None:
        """Find the owner of a board just read, and whether it is closed."""
        sides = [side for side in (0, 1) if self.line_cells(board, side)]
        if len(sides) == 2:
            if not self._won_open:
                raise PositionError(
                    f"bad position: board {board + 1} has a line of both players, "
                    "but the first one closes it"
                )
            if board not in owners:
                raise PositionError(
                    f"bad position: board {board + 1} has a line of both players: "
                    f"expected a fourth field that names its owner, as in '{board + 1}x'"
                )
            sides = [owners[board]]
        elif board in owners:
            raise PositionError(
                f"bad position: owner named for board {board + 1}, "
                "which does not have a line of both players"
            )
        for side in sides:
            self.owned[side] |= 1 << board
            self._key ^= self._tables.owner_keys[side][board]
        full = self._tables.taken[self.codes[board]] == FULL
        if full or (sides and not self._won_open):
            self.closed |= 1 << board

    def play(self, move: int) -> None:
        board, cell = divmod(move, 9)
        side = self.to_move
        tables = self._tables
        owned = self.owned
        code = self.codes[board]
        self._undo.append((code, self.target, self.closed, owned[side], self._key))
        self.history.append(move)
        self.codes[board] = code = code + STEP[side][cell]
        self._key ^= tables.move_keys[side][move]
        self.to_move = 1 - side
        event = tables.event[code]
        if event:
            bit = 1 << board
            if event & LINE and not (owned[0] | owned[1]) & bit:
                owned[side] |= bit
                self._key ^= tables.owner_keys[side][board]
                if HAS_LINE[owned[side]]:
                    self._outcome = WINS[side]
                    self.target = ANY
                    return
            if event & FILLED or not self._won_open:
                self.closed |= bit
        self.target = tables.sent_to[self.closed][cell]
        if self.closed == FULL:
            self._outcome = full_result(owned, self._majority)

    def undo(self) -> None:
        side = self.to_move = 1 - self.to_move
        board = self.history.pop() // 9
        self.codes[board], self.target, self.closed, self.owned[side], self._key = self._undo.pop()
        self._outcome = None

    def copy(self) -> UltimatePosition:
        twin = object.__new__(UltimatePosition)
        self._copy_into(twin)
        twin._won_open = self._won_open
        twin._majority = self._majority
        twin.owned = self.owned[:]
        twin._undo = self._undo[:]
        return twin

    def contested(self) -> dict[int, int]:
        """Return the boards with lines of both players, whose owner the cells do not tell."""
        return {
            board: self.owned[1] >> board & 1
            for board in range(9)
            if self.line_cells(board, 0) and self.line_cells(board, 1)
        }

    def winning_line(self) -> tuple[int, ...]:
        if self._outcome is None or self._outcome.winner is None:
            return ()
        winner = self._outcome.winner
        owned = self.owned[winner]
        boards = 0
        for line in LINES:
            if owned & line == line:
                boards |= line
        return tuple(cell for board in CELLS_IN[boards] for cell in self.line_cells(board, winner))

    def evaluate(self) -> int:
        won = self.owned[0] | self.owned[1]
        worth = big_worth(self.owned[0], self.owned[1], self.closed & ~won)
        worth += sum(map(small_worth, self.codes))
        return -worth if self.to_move else worth

    def playout(self, random: Random) -> Outcome:
        if self._outcome:
            return self._outcome
        tables = self._tables
        chosen_cell, event = tables.chosen_cell, tables.event
        codes = self.codes[:]
        side, target, closed = self.to_move, self.target, self.closed
        mine, theirs = self.owned[side], self.owned[1 - side]
        step, other_step = STEP[side], STEP[1 - side]
        sent_to = tables.sent_to[closed][:]
        for byte in random.randbytes(81):
            if target != ANY:
                code = codes[target]
                cell = chosen_cell[code][byte]
            elif closed == FULL:
                break
            else:
                target, cell = tables.choose_move(FULL ^ closed, codes, random)
                code = codes[target]
            codes[target] = code = code + step[cell]
            if event[code]:
                bit = 1 << target
                if event[code] & LINE and not (mine | theirs) & bit:
                    mine |= bit
                    if HAS_LINE[mine]:
                        return WINS[step is STEP[1]]
                if event[code] & FILLED or not self._won_open:
                    closed |= bit
                    sent_to[target] = ANY
            target = sent_to[cell]
            step, other_step = other_step, step
            mine, theirs = theirs, mine
        owned = (mine, theirs) if step is STEP[0] else (theirs, mine)
        return full_result(owned, self._majority)


def full_result(owned: Sequence[int], majority: bool) -> Outcome:
    """Return how a game ends that has no legal move left and no line."""
    lead = owned[0].bit_count() - owned[1].bit_count() if majority else 0
    return Outcome.DRAW if lead == 0 else WINS[lead < 0]


@cache
def big_worth(x_boards: int, o_boards: int, drawn: int) -> int:
    """Return the worth of the big board to x; a line through a drawn board is worth nothing."""
    alive = [line for line in LINES if not line & drawn]
    return BIG_WORTH * line_worth(x_boards, o_boards, alive)


class Ultimate(BoardsGame):
    name = "ultimate"
    OPTIONS = (
        Option("won_boards", "combo", "closed", choices=("closed", "open")),
        Option("tiebreak", "combo", "draw", choices=("draw", "majority")),
    )

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.won_open = self.options["won_boards"] == "open"
        self.majority = self.options["tiebreak"] == "majority"

    def start(self) -> UltimatePosition:
        return UltimatePosition(self.won_open, self.majority)

    def write_position(self, position: Position) -> str:
        assert isinstance(position, UltimatePosition)
        owners = "".join(f"{n + 1}{PLAYERS[side]}" for n, side in position.contested().items())
        return f"{super().write_position(position)} {owners}".rstrip()

    def read_position(self, text: str) -> UltimatePosition:
        fields = text.split()
        owners = {}
        if self.won_open and len(fields) > 3:
            if len(fields) > 4:
                raise PositionError(f"bad position {text!r}: {len(fields)} fields, expected 3 or 4")
            owners = self._read_owners(fields.pop())
        cells, target = self._read_fields(" ".join(fields))
        return UltimatePosition.from_cells(self.won_open, self.majority, cells, target, owners)

    def _read_owners(self, field: str) -> dict[int, int]:
        """Read `3x7o`: board 3 was won by x first, board 7 by o, though both have a line there."""
        pairs = [field[start : start + 2] for start in range(0, len(field), 2)]
        if not all(
            len(pair) == 2 and pair[0] in "123456789" and pair[1] in PLAYERS for pair in pairs
        ):
            raise PositionError(
                f"bad position: owners {field!r}: expected a board and its owner, as in '3x7o'"
            )
        owners = {int(pair[0]) - 1: PLAYERS.index(pair[1]) for pair in pairs}
        if len(owners) < len(pairs):
            raise PositionError(f"bad position: owners {field!r}: expected each board once")
        return owners

    def transform(self, position: Position, symmetry: Sequence[int]) -> UltimatePosition:
        assert isinstance(position, UltimatePosition)
        cells, target = moved_cells(position, symmetry)
        owners = {symmetry[9 * board] // 9: side for board, side in position.contested().items()}
        return UltimatePosition.from_cells(self.won_open, self.majority, cells, target, owners)

    def _foot(self, position: BoardsPosition) -> str:
        """Write, for below the boards, who owns which, `=` for a drawn one."""
        assert isinstance(position, UltimatePosition)
        owners = "".join(
            "x" if position.owned[0] >> board & 1
            else "o" if position.owned[1] >> board & 1
            else "=" if position.closed >> board & 1
            else "."
            for board in range(9)
        )  # fmt: skip
        big = " / ".join(owners[start : start + 3] for start in (0, 3, 6))
        return f"boards won: {big}\n{super()._foot(position)}"
