"""How a game ended, in words, and the list of its moves."""

from __future__ import annotations

from typing import NamedTuple

from linemate.clients.shared.notation import show_move
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.games.tictactoe import LINES
from linemate.engine.games.ultimate import UltimatePosition

MOVE_LIST_WIDTH = 78


class Ending(NamedTuple):
    """How a game ended and why; `winner` is None for a draw."""

    winner: int | None
    reason: str

    def __str__(self) -> str:
        if self.winner is None:
            return f"Draw: {self.reason}."
        return f"{PLAYERS[self.winner].upper()} wins: {self.reason}."


def describe_end(game: Game, position: Position) -> str:
    """Why a finished game is finished."""
    if isinstance(position, UltimatePosition):
        return _describe_end_of_boards(position)
    if line := position.winning_line():
        return f"the line {' '.join(show_move(game, cell) for cell in line)}"
    outcome = position.outcome()
    if outcome is not None and outcome.winner is None:
        if "." not in position.cells():
            return "the board is full"
        if isinstance(position, BoardsPosition):
            return "a player was sent to a full board"
    return f"by the rules of {game.name}"


def _describe_end_of_boards(position: UltimatePosition) -> str:
    if boards := winning_boards(position):
        return f"boards {' '.join(str(board + 1) for board in sorted(boards))} in a row"
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return "no moves are left, and nobody has three boards in a row"
    won = sorted((owned.bit_count() for owned in position.owned), reverse=True)
    return f"no moves are left, and {won[0]} small boards to {won[1]}"


def list_moves(game: Game, position: Position) -> list[str]:
    """The moves of a game, numbered by pairs, in lines that fit into MOVE_LIST_WIDTH columns.

    `...` stands for a first move that x did not make.
    """
    texts = [show_move(game, move) for move in position.history]
    if (len(texts) + position.to_move) % 2:
        texts.insert(0, "...")
    pairs = [" ".join(texts[start : start + 2]) for start in range(0, len(texts), 2)]
    width = max(map(len, pairs), default=0)
    entries = [f"{number:>3}. {pair:<{width}}" for number, pair in enumerate(pairs, start=1)]
    columns = MOVE_LIST_WIDTH // (width + 5)
    return [
        "".join(entries[start : start + columns]).rstrip()
        for start in range(0, len(entries), columns)
    ]


def winning_boards(position: BoardsPosition) -> set[int]:
    """The boards on the winner's lines of boards; empty where the game was not won so."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None or not isinstance(position, UltimatePosition):
        return set()
    owned = position.owned[outcome.winner]
    lines = [line for line in LINES if owned & line == line]
    return {board for line in lines for board in range(9) if line >> board & 1}
