"""Every game with every rule option, and random positions of them, for all tests to share."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from linemate.clients.check.strategies import positions
from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game


class Variant(NamedTuple):
    name: str
    options: dict[str, str]

    @property
    def game(self) -> Game:
        return make_game(self.name, self.options)

    def __str__(self) -> str:
        return "-".join([self.name, *(f"{key}={value}" for key, value in self.options.items())])


def _mnk(width: int, height: int, row: int, **more: str) -> Variant:
    return Variant("mnk", {"width": str(width), "height": str(height), "row": str(row), **more})


VARIANTS = [
    Variant("tictactoe", {}),
    Variant("nineboard", {"full_board": "free"}),
    Variant("nineboard", {"full_board": "draw"}),
    Variant("ultimate", {"won_boards": "closed", "tiebreak": "draw"}),
    Variant("ultimate", {"won_boards": "closed", "tiebreak": "majority"}),
    Variant("ultimate", {"won_boards": "open", "tiebreak": "draw"}),
    Variant("ultimate", {"won_boards": "open", "tiebreak": "majority"}),
    Variant("qubic", {}),
    Variant("gomoku", {"size": "4"}),
    Variant("gomoku", {"size": "7", "rule": "freestyle"}),
    Variant("gomoku", {"size": "7", "rule": "standard"}),
    Variant("gomoku", {"size": "7", "rule": "renju"}),
    Variant("gomoku", {"size": "7", "rule": "caro"}),
    Variant("gomoku", {"size": "7", "rule": "caro6"}),
    Variant("gomoku", {"size": "15"}),
    _mnk(3, 3, 3),
    _mnk(1, 1, 1),
    _mnk(1, 1, 2),
    _mnk(7, 2, 2),
    _mnk(4, 5, 4),
    _mnk(9, 6, 5),
    _mnk(1, 22, 22),
    _mnk(7, 6, 4, drop="true"),
    _mnk(4, 4, 3, drop="true"),
    _mnk(1, 3, 2, drop="true"),
    _mnk(6, 1, 2, drop="true"),
    _mnk(22, 5, 6, drop="true"),
]


def move_numbers(variant: Variant) -> st.SearchStrategy[list[int]]:
    """The moves of a game from the start, finished or not."""
    return positions(variant.game).map(lambda position: position.history)


def play_out(game: Game, moves: list[int]) -> Position:
    position = game.start()
    for move in moves:
        position.play(move)
    return position


def snapshot(game: Game, position: Position) -> tuple[object, ...]:
    """Everything that can be asked of a position, to compare before and after."""
    return (
        position.cells(),
        position.to_move,
        position.key(),
        position.outcome(),
        position.legal_moves(),
        position.winning_line(),
        None if position.outcome() else position.evaluate(),
        tuple(position.history),
        game.write_position(position),
        game.diagram(position),
    )
