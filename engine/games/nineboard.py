"""Nine-board tic-tac-toe: a line in any small board wins. Boards and codes: smallboards.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linemate.engine.core import WINS, Option, Outcome, Position
from linemate.engine.games import notation
from linemate.engine.games.smallboards import (
    ANY,
    LINE,
    STEP,
    BoardsGame,
    BoardsPosition,
    moved_cells,
    small_worth,
)
from linemate.engine.games.tictactoe import FULL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random


class NineBoardPosition(BoardsPosition):
    """`closed` has the full boards. `full_draws`: being sent to one of them draws the game,
    and the drawn position keeps it as its target, which tells it from a free choice.
    """

    __slots__ = ("_full_draws",)

    def __init__(self, full_draws: bool) -> None:
        super().__init__()
        self._full_draws = full_draws
        self._undo: list[tuple[int, int, int]] = []

    @classmethod
    def from_cells(cls, full_draws: bool, cells: str, target: int) -> NineBoardPosition:
        position = cls(full_draws)
        position._set_cells(cells)
        winners = [
            side for side in (0, 1) if any(position.line_cells(board, side) for board in range(9))
        ]
        notation.check_finished_lines(winners, position.to_move)
        for board in range(9):
            if position._tables.taken[position.codes[board]] == FULL:
                position.closed |= 1 << board
        if full_draws and not winners and target != ANY and position.closed >> target & 1:
            position.target = target
            position._outcome = Outcome.DRAW
            return position
        position._set_target(target)
        if winners:
            position._outcome = WINS[winners[0]]
            position.target = ANY
        elif position.closed == FULL:
            position._outcome = Outcome.DRAW
        return position

    def play(self, move: int) -> None:
        board, cell = divmod(move, 9)
        side = self.to_move
        tables = self._tables
        code = self.codes[board]
        self._undo.append((code, self.target, self.closed))
        self.history.append(move)
        self.codes[board] = code = code + STEP[side][cell]
        self._key ^= tables.move_keys[side][move]
        self.to_move = 1 - side
        event = tables.event[code]
        if event & LINE:
            self._outcome = WINS[side]
            self.target = ANY
            return
        if event:
            self.closed |= 1 << board
        self.target = tables.sent_to[self.closed][cell]
        if self.target == ANY:
            if self._full_draws:
                self._outcome = Outcome.DRAW
                self.target = cell
            elif self.closed == FULL:
                self._outcome = Outcome.DRAW

    def undo(self) -> None:
        side = self.to_move = 1 - self.to_move
        move = self.history.pop()
        self.codes[move // 9], self.target, self.closed = self._undo.pop()
        self._key ^= self._tables.move_keys[side][move]
        self._outcome = None

    def copy(self) -> NineBoardPosition:
        twin = object.__new__(NineBoardPosition)
        self._copy_into(twin)
        twin._full_draws = self._full_draws
        twin._undo = self._undo[:]
        return twin

    def winning_line(self) -> tuple[int, ...]:
        if self._outcome is None or self._outcome.winner is None:
            return ()
        winner = self._outcome.winner
        return tuple(cell for board in range(9) for cell in self.line_cells(board, winner))

    def evaluate(self) -> int:
        worth = sum(map(small_worth, self.codes))
        return -worth if self.to_move else worth

    def playout(self, random: Random) -> Outcome:
        if self._outcome:
            return self._outcome
        tables = self._tables
        chosen_cell, event = tables.chosen_cell, tables.event
        codes = self.codes[:]
        side, target, closed = self.to_move, self.target, self.closed
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
                if event[code] & LINE:
                    return WINS[side]
                closed |= 1 << target
                sent_to[target] = ANY
            target = sent_to[cell]
            if target == ANY and self._full_draws:
                break
            step, other_step = other_step, step
            side ^= 1
        return Outcome.DRAW


class NineBoard(BoardsGame):
    name = "nineboard"
    OPTIONS = (Option("full_board", "combo", "free", choices=("free", "draw")),)

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(options)
        self.full_draws = self.options["full_board"] == "draw"

    def start(self) -> NineBoardPosition:
        return NineBoardPosition(self.full_draws)

    def read_position(self, text: str) -> NineBoardPosition:
        return NineBoardPosition.from_cells(self.full_draws, *self._read_fields(text))

    def transform(self, position: Position, symmetry: Sequence[int]) -> NineBoardPosition:
        assert isinstance(position, NineBoardPosition)
        return NineBoardPosition.from_cells(self.full_draws, *moved_cells(position, symmetry))
