"""A game that nothing but the contract knows, and, run as a program, an engine that plays it.

Stones lie in a row; each player takes one, and who takes the last one wins. So a win has no
line, and the board is neither a rectangle nor anything else that the client has a drawing for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[4]))

from linemate.engine.core import (
    WINS,
    Game,
    Option,
    Outcome,
    Position,
    PositionError,
    UnreadableMoveError,
)


class CountdownPosition(Position):
    def __init__(self, stones: int) -> None:
        self.stones = stones
        self.to_move = 0
        self.history = []

    def legal_moves(self) -> list[int]:
        return [stone for stone in range(self.stones) if stone not in self.history]

    def play(self, move: int) -> None:
        self.history.append(move)
        self.to_move = 1 - self.to_move

    def undo(self) -> None:
        self.history.pop()
        self.to_move = 1 - self.to_move

    def outcome(self) -> Outcome | None:
        return None if self.legal_moves() else WINS[1 - self.to_move]

    def key(self) -> int:
        return sum(1 << move for move in self.history)

    def copy(self) -> CountdownPosition:
        twin = CountdownPosition(self.stones)
        twin.to_move, twin.history = self.to_move, self.history[:]
        return twin

    def evaluate(self) -> int:
        return 0

    def cells(self) -> str:
        taken = {move: "xo"[ply % 2] for ply, move in enumerate(self.history)}
        return "".join(taken.get(stone, ".") for stone in range(self.stones))

    def winning_line(self) -> tuple[int, ...]:
        return ()


class Countdown(Game):
    name = "countdown"
    OPTIONS = (Option("stones", "spin", 4, 1, 9), Option("shiny", "check", False))

    @property
    def cell_count(self) -> int:
        return int(self.options["stones"])

    def start(self) -> CountdownPosition:
        return CountdownPosition(self.cell_count)

    def read_position(self, text: str) -> CountdownPosition:
        raise PositionError(f"bad position {text!r}: expected the start")

    def write_position(self, position: Position) -> str:
        return f"{position.cells()} {'xo'[position.to_move]}"

    def parse_move(self, text: str) -> int:
        if text[:1] == "s" and text[1:].isascii() and text[1:].isdigit():
            return int(text[1:])
        raise UnreadableMoveError(f"bad move {text!r}: expected a stone, as in 's0'")

    def write_move(self, move: int) -> str:
        return f"s{move}"

    def diagram(self, position: Position) -> str:
        return f"stones: {position.cells()}\n{'xo'[position.to_move]} to move"

    def symmetries(self) -> Sequence[tuple[int, ...]]:
        return [tuple(range(self.cell_count))]

    def transform(self, position: Position, symmetry: Sequence[int]) -> Position:
        return position.copy()


if __name__ == "__main__":
    from linemate.engine.__main__ import main
    from linemate.engine.registry import GAMES

    GAMES["countdown"] = "countdown:Countdown"
    sys.exit(main())
