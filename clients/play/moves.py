"""Moves between people and the rules: what one may type, and what is shown to type.

The protocol's notation is accepted everywhere, in upper or lower case and with blanks in it.
Tic-tac-toe is shown as people number it:

    1 2 3
    4 5 6
    7 8 9
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core import Game, IllegalMoveError, Position, UnreadableMoveError
from engine.games.smallboards import ANY, BoardsPosition

LONGEST_MOVE = 20
DIGITS = "123456789"


def read_typed_move(game: Game, position: Position, text: str) -> int:
    """The legal move that a person means; UnreadableMoveError or IllegalMoveError says why not.

    Besides the protocol's `b2`, `59` and `212`: `B2`, `b 2`, `5 9`, `2 1 2`, `5,9`; a digit for
    tic-tac-toe; and on nine boards a single digit for a cell of the board one must play in.
    """
    compact = "".join(text.replace(",", " ").split()).lower()
    if len(compact) > LONGEST_MOVE:
        raise UnreadableMoveError(f"bad move {compact[:LONGEST_MOVE] + '...'!r}: too long")
    if len(compact) == 1 and compact in DIGITS:
        compact = _complete(game, position, compact)
    move = game.parse_move(compact)
    if move not in position.legal_moves():
        # As `Game.read_move` does, but with the text that was typed.
        raise IllegalMoveError(f"illegal move {text!r}: {game.why_illegal(position, move)}")
    return move


def _complete(game: Game, position: Position, digit: str) -> str:
    """The protocol's text for a single digit, where it means something; else the digit."""
    if game.name == "tictactoe":
        return game.write_move(DIGITS.index(digit))
    if isinstance(position, BoardsPosition) and position.target != ANY:
        return f"{position.target + 1}{digit}"
    return digit


def show_move(game: Game, move: int) -> str:
    """What a person types for this move."""
    return DIGITS[move] if game.name == "tictactoe" else game.write_move(move)


def show_moves(game: Game, texts: Iterable[str]) -> str:
    """Moves in the protocol's notation, such as an engine's line, as a person types them."""
    return " ".join(_show_text(game, text) for text in texts)


def _show_text(game: Game, text: str) -> str:
    try:
        return show_move(game, game.parse_move(text))
    except UnreadableMoveError:
        return text


HOW_TO_TYPE = {
    "tictactoe": "Type the number of a free cell.",
    "nineboard": "Type board and cell, as in 59.",
    "ultimate": "Type board and cell, as in 59.",
    "qubic": "Type row, column and level, as in 212.",
    "gomoku": "Type column and row, as in h8.",
    "mnk": "Type column and row, as in a1.",
}

RULES = {
    "tictactoe": "Three in a row win.",
    "nineboard": (
        "A line in any small board wins. Playing cell 9 of a board sends the other player to "
        "board 9."
    ),
    "ultimate": (
        "Three small boards in a row win. Playing cell 9 of a board sends the other player to "
        "board 9."
    ),
    "qubic": "Four in a row win, in any direction through the four levels of the cube.",
    "gomoku": "Five in a row win.",
    "mnk": "A row wins.",
}


def describe_rules(game: Game) -> str:
    """The rules in a line or two, with what the options of this game settle."""
    options = game.options
    text = RULES[game.name]
    if game.name == "mnk":
        text = f"{options['row']} in a row win."
    if options.get("rule") == "standard":
        text = "Exactly five in a row win; six or more do not."
    if options.get("full_board") == "draw":
        text += " Being sent to a full board draws the game."
    if options.get("won_boards") == "open":
        text += " A won board goes on taking moves until it is full."
    if options.get("tiebreak") == "majority":
        text += " With no moves left, more small boards win."
    return text
