"""Tic-tac-toe: a whole game on one screen, and the one to copy.

A player's marks are nine bits, one per cell in reading order (see grid.py for the numbers):

    0 1 2        marks = (x's bits, o's bits)
    3 4 5        the eight lines are eight masks
    6 7 8
"""

from __future__ import annotations

from linemate.engine.core import PLAYERS, WINS, Outcome, Position
from linemate.engine.games import notation
from linemate.engine.games.grid import GridGame

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111
# Of any set of marks: whether it holds a line.
HAS_LINE = bytes(any(marks & line == line for line in LINES) for marks in range(512))
# Worth of a line that holds this many marks of one player and none of the other.
LINE_WORTH = (0, 10, 60)


class TicTacToePosition(Position):
    __slots__ = ("marks",)

    def __init__(self) -> None:
        self.marks = [0, 0]
        self.to_move = 0
        self.history = []

    def legal_moves(self) -> list[int]:
        if self.outcome() is not None:
            return []
        taken = self.marks[0] | self.marks[1]
        return [cell for cell in range(9) if not taken >> cell & 1]

    def play(self, move: int) -> None:
        self.marks[self.to_move] |= 1 << move
        self.to_move = 1 - self.to_move
        self.history.append(move)

    def undo(self) -> None:
        self.to_move = 1 - self.to_move
        self.marks[self.to_move] ^= 1 << self.history.pop()

    def outcome(self) -> Outcome | None:
        # Only the player who has just moved can have finished a line.
        last_mover = 1 - self.to_move
        if HAS_LINE[self.marks[last_mover]]:
            return WINS[last_mover]
        return Outcome.DRAW if self.marks[0] | self.marks[1] == FULL else None

    def key(self) -> int:
        return self.marks[0] | self.marks[1] << 9

    def copy(self) -> TicTacToePosition:
        twin = TicTacToePosition()
        twin.marks = self.marks[:]
        twin.to_move = self.to_move
        twin.history = self.history[:]
        return twin

    def evaluate(self) -> int:
        mine, theirs = self.marks[self.to_move], self.marks[1 - self.to_move]
        value = 0
        for line in LINES:
            if not theirs & line:
                value += LINE_WORTH[(mine & line).bit_count()]
            elif not mine & line:
                value -= LINE_WORTH[(theirs & line).bit_count()]
        return value

    def cells(self) -> str:
        x, o = self.marks
        return "".join("x" if x >> n & 1 else "o" if o >> n & 1 else "." for n in range(9))

    def winning_line(self) -> tuple[int, ...]:
        marks = self.marks[1 - self.to_move]
        won = 0
        for line in LINES:
            if marks & line == line:
                won |= line
        return tuple(cell for cell in range(9) if won >> cell & 1)


class TicTacToe(GridGame):
    name = "tictactoe"
    width = height = 3

    def start(self) -> TicTacToePosition:
        return TicTacToePosition()

    def from_cells(self, cells: str) -> TicTacToePosition:
        position = TicTacToePosition()
        for cell, mark in enumerate(cells):
            if mark in PLAYERS:
                position.marks[PLAYERS.index(mark)] |= 1 << cell
        position.to_move = notation.side_to_move(cells)
        winners = [side for side in (0, 1) if HAS_LINE[position.marks[side]]]
        notation.check_finished_lines(winners, position.to_move)
        return position
