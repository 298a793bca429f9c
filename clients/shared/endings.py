"""How a game ended, in words, and the list of its moves."""

from __future__ import annotations

from collections.abc import Callable

from linemate.clients.shared.notation import show_move
from linemate.clients.shared.records import (
    BROKEN_OFF,
    DRAW,
    DRAWN,
    UNFINISHED,
    WON,
    Ending,
    Reason,
    RecordError,
)
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.games.tictactoe import LINES
from linemate.engine.games.ultimate import UltimatePosition

MOVE_LIST_WIDTH = 78


def judge_board(
    game: Game, position: Position, write: Callable[[int], str] | None = None
) -> Ending | None:
    """Return what the board says of the game; None while it is open.

    `write` gives the cells of a line their names: those of the protocol, as records have them,
    unless somebody looks at a board that has others.
    """
    outcome = position.outcome()
    if outcome is None:
        return None
    if isinstance(position, UltimatePosition):
        has_line, detail = bool(winning_boards(position)), _describe_end_of_boards(position)
    else:
        has_line = outcome.winner is not None
        detail = _describe_end(game, position, write or game.write_move)
    return Ending(outcome.winner, Reason.LINE if has_line else Reason.FULL_BOARD, detail)


def check_ending(game: Game, position: Position, result: str, reason: str) -> None:
    """Raise RecordError where the rules contradict what a file says of the end of a game: its
    result, as PGN has it, and the reason, which may be one that we do not know.
    """
    is_ours, is_finished = reason in tuple(Reason), result != UNFINISHED
    board = judge_board(game, position) if is_finished else None
    claim = f"it ends {result} ({reason})"
    if (
        (is_ours and is_finished == (reason in BROKEN_OFF))
        or (reason in DRAWN and result != DRAW)
        or (reason in WON and result == DRAW)
    ):
        raise RecordError(f"{claim}, which cannot be")
    if board is None and is_finished and reason in (Reason.LINE, Reason.FULL_BOARD):
        raise RecordError(f"{claim}, but by the rules it is open")
    if board is not None and (result != board.result or (is_ours and reason != board.reason)):
        raise RecordError(f"{claim}, but by the rules {board.result}: {board.explanation}")


def _describe_end(game: Game, position: Position, write: Callable[[int], str]) -> str:
    if line := position.winning_line():
        return f"the line {' '.join(map(write, line))}"
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
    """Return the moves of a game, numbered by pairs, in lines of at most MOVE_LIST_WIDTH columns.

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
    """Return the boards on the winner's lines of boards; none where the game was not won so."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None or not isinstance(position, UltimatePosition):
        return set()
    owned = position.owned[outcome.winner]
    lines = [line for line in LINES if owned & line == line]
    return {board for line in lines for board in range(9) if line >> board & 1}


def find_owner(position: BoardsPosition, board: int) -> str | None:
    """Return `x` or `o` for a small board that somebody has won."""
    for side, mark in enumerate(PLAYERS):
        if isinstance(position, UltimatePosition):
            if position.owned[side] >> board & 1:
                return mark
        elif position.line_cells(board, side):
            return mark
    return None
