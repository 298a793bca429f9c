"""Cute Chess's way of writing moves and positions: stones are pawns that are dropped from the hand.

It plays n in a row as variants of chess, and asks for one with the option UCI_Variant:

    move        P@b2, of either player: a stone of his hand, to b2
    position    3/1P1/3[PPPPpppp] b - - 0 1: rows from the top, P for x and p for o; in brackets the
                stones in hand, which fill the board, - for none; w (x) or b (o) to move; then what
                chess needs, which says nothing here

Each variant is a game of ours with another text, so that nothing else in the engine has to know of
it. Start reading at `make_variant`.
"""

from __future__ import annotations

from contextlib import suppress

from linemate.engine.core import PLAYERS, Game, Position, PositionError, UnreadableMoveError
from linemate.engine.games.gomoku import Gomoku
from linemate.engine.games.grid import COLUMNS, GridGame
from linemate.engine.games.mnk import Mnk
from linemate.engine.games.notation import write_cells
from linemate.engine.games.tictactoe import TicTacToe

STONES = "Pp"
SIDES = "wb"
DROP = "P@"


class DropNotation(GridGame):
    """What comes before a game of ours among the bases of a class: it takes over the text."""

    def parse_move(self, text: str) -> int:
        stone, cell = text[: len(DROP)], text[len(DROP) :]
        if stone.upper() == DROP:
            with suppress(UnreadableMoveError):
                return super().parse_move(cell)
        raise UnreadableMoveError(
            f"bad move {text!r}: expected P@ with a column a to {COLUMNS[self.width - 1]} "
            f"and a row 1 to {self.height}, as in 'P@a1'"
        )

    def write_move(self, move: int) -> str:
        return DROP + super().write_move(move)

    def write_position(self, position: Position) -> str:
        cells, width = position.cells(), self.width
        rows = [write_cells(cells[start : start + width]) for start in range(0, len(cells), width)]
        board = "/".join(rows).translate(str.maketrans(PLAYERS, STONES))
        turn = (len(cells) - cells.count(".")) // 2 + 1
        return f"{board}[{self._hand(cells)}] {SIDES[position.to_move]} - - 0 {turn}"

    def _hand(self, cells: str) -> str:
        """Return the stones that are not on the board yet, of x first."""
        of_x = (len(cells) + 1) // 2 - cells.count("x")
        of_o = len(cells) // 2 - cells.count("o")
        return STONES[0] * of_x + STONES[1] * of_o or "-"

    def read_position(self, text: str) -> Position:
        board, bracket, rest = text.partition("[")
        hand, closed, rest = rest.partition("]")
        side = rest.split()[:1]
        if not (bracket and closed) or side not in ([SIDES[0]], [SIDES[1]]):
            raise PositionError(
                f"bad position {text!r}: expected rows, stones in hand and w or b, "
                f"as in {self.write_position(self.start())!r}"
            )
        for mark in board:
            if mark not in f"{STONES}/0123456789":
                raise PositionError(
                    f"bad position: {mark!r} in {board!r}: "
                    "expected P, p, a number for a run of empty cells, or /"
                )
        rows = board.translate(str.maketrans(STONES, PLAYERS))
        position = super().read_position(f"{rows} {PLAYERS[SIDES.index(side[0])]}")
        expected = self._hand(position.cells())
        if sorted(hand.strip("-")) != sorted(expected.strip("-")):
            raise PositionError(
                f"bad position: {hand.count(STONES[0])} P and {hand.count(STONES[1])} p in hand: "
                f"expected {expected.count(STONES[0])} and {expected.count(STONES[1])}, "
                "as many as fill the board"
            )
        return position


class DroppingTicTacToe(DropNotation, TicTacToe):
    pass


class DroppingGomoku(DropNotation, Gomoku):
    pass


class DroppingMnk(DropNotation, Mnk):
    pass


VARIANTS: dict[str, tuple[type[DropNotation], dict[str, str]]] = {
    "tictactoe": (DroppingTicTacToe, {}),
    # Ours of that name is freestyle by default, Cute Chess's is not.
    "gomoku": (DroppingGomoku, {"size": "15", "rule": "standard"}),
    "gomokufreestyle": (DroppingGomoku, {"size": "15", "rule": "freestyle"}),
    "cfour": (DroppingMnk, {"width": "7", "height": "6", "row": "4", "drop": "true"}),
}


def make_variant(name: str) -> Game:
    """Return the game of a variant of Cute Chess, which reads and writes as that does."""
    kind, options = VARIANTS[name]
    return kind(options)
