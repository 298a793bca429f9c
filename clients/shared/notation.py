"""Moves between people and the rules: what one may type, and what is shown to type.

The protocol's notation is accepted everywhere, in upper or lower case and with blanks in it.
Tic-tac-toe is shown as people number it:

    1 2 3
    4 5 6
    7 8 9
"""

from __future__ import annotations

from collections.abc import Iterable

from linemate.engine.core import Game, IllegalMoveError, Position, UnreadableMoveError
from linemate.engine.games.falling import FallingPosition
from linemate.engine.games.grid import GridGame
from linemate.engine.games.qubic import Qubic
from linemate.engine.games.smallboards import ANY, BoardsPosition

LONGEST_MOVE = 20
DIGITS = "123456789"


def read_typed_move(game: Game, position: Position, text: str) -> int:
    """Return the legal move that a person means; UnreadableMoveError or IllegalMoveError says why
    there is none.

    Besides the protocol's `b2`, `59` and `212`: `B2`, `b 2`, `5 9`, `2 1 2`, `5,9`; a digit for
    tic-tac-toe; on nine boards a single digit for a cell of the board one must play in; and where
    marks fall, a letter for a column.
    """
    compact = "".join(text.replace(",", " ").split()).lower()
    if len(compact) > LONGEST_MOVE:
        raise UnreadableMoveError(f"bad move {compact[:LONGEST_MOVE] + '...'!r}: too long")
    if len(compact) == 1:
        compact = _complete(game, position, compact)
    move = game.parse_move(compact)
    if move not in position.legal_moves():
        # As `Game.read_move` does, but with the text that was typed.
        raise IllegalMoveError(f"illegal move {text!r}: {game.why_illegal(position, move)}")
    return move


def _complete(game: Game, position: Position, letter: str) -> str:
    """Return the protocol's text for a single letter or digit, where it means something; else it
    stays as it is.
    """
    if letter.isalpha() and isinstance(position, FallingPosition):
        moves = map(game.write_move, position.legal_moves())
        return next((move for move in moves if move.startswith(letter)), f"{letter}1")
    if letter not in DIGITS:
        return letter
    if game.name == "tictactoe":
        return game.write_move(DIGITS.index(letter))
    if isinstance(position, BoardsPosition) and position.target != ANY:
        return f"{position.target + 1}{letter}"
    return letter


def how_to_type(game: Game, position: Position) -> str:
    """Say what a person who is to move here should type."""
    if game.name == "tictactoe":
        return "Type the number of a free cell."
    if isinstance(position, BoardsPosition):
        if position.target == ANY:
            return "Type board and cell, as in 59."
        example = game.write_move(position.legal_moves()[-1])
        return f"Type board and cell, as in {example}, or the cell alone."
    if isinstance(game, Qubic):
        return "Type row, column and level, as in 212."
    if isinstance(position, FallingPosition):
        middle = position.legal_moves()[len(position.legal_moves()) // 2]
        return f"Type a column, as in {game.write_move(middle)[0]}."
    if isinstance(game, GridGame):
        return f"Type column and row, as in {game.write_move(game.cell_count // 2)}."
    return f"Type a move, as in {game.write_move(position.legal_moves()[0])}."


def show_move(game: Game, move: int) -> str:
    """Return what a person types for this move."""
    return DIGITS[move] if game.name == "tictactoe" else game.write_move(move)


def show_moves(game: Game, texts: Iterable[str]) -> list[str]:
    """Return moves in the protocol's notation, such as an engine's line, as a person types them."""
    return [_show_text(game, text) for text in texts]


def _show_text(game: Game, text: str) -> str:
    try:
        return show_move(game, game.parse_move(text))
    except UnreadableMoveError:
        return text
