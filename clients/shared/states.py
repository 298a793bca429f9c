"""A position as a page draws it, as the fields of a message: clients/shared/page/states.d.ts.

Everything comes from the rules, in the notation of the protocol; scores are as x sees them.
"""

from __future__ import annotations

from typing import Any

from linemate.clients.shared.endings import find_owner, judge_board
from linemate.clients.shared.fields import LARGEST_NUMBER
from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.pgn import read_score, split_evaluation
from linemate.clients.shared.records import Ending
from linemate.engine.core import PLAYERS, Game, Position, Score
from linemate.engine.games.falling import FallingPosition
from linemate.engine.games.grid import GridGame
from linemate.engine.games.lines import line_tables
from linemate.engine.games.qubic import SHAPE, SIDE, WORTH, Qubic
from linemate.engine.games.smallboards import BoardsPosition

Json = dict[str, Any]


def describe_position(game: Game, position: Position) -> Json:
    """Return what of a `State` does not depend on how the game goes on."""
    outcome, last = position.outcome(), position.last_move
    write = game.write_move
    return {
        "position": game.write_position(position),
        "toMove": None if outcome is not None else PLAYERS[position.to_move],
        "cells": position.cells(),
        "names": [write(cell) for cell in range(game.cell_count)],
        "legal": [write(move) for move in position.legal_moves()],
        "last": None if last is None else write(last),
        "board": describe_board(game, position),
        "outcome": describe_ending(game, position),
        "line": [write(cell) for cell in position.winning_line()],
    }


def describe_ending(game: Game, position: Position) -> Json | None:
    """Say how the game has ended; None while it goes on."""
    ending = judge_board(game, position)
    if ending is None:
        return None
    winner = None if ending.winner is None else PLAYERS[ending.winner]
    return {"winner": winner, "reason": ending.detail, "text": str(ending)}


def describe_settled(ending: Ending) -> Json:
    """Say how a game ended that by the rules is open: somebody gave it up, or ran out of time."""
    winner = None if ending.winner is None else PLAYERS[ending.winner]
    reason = ending.detail or ending.reason
    return {"winner": winner, "reason": reason, "text": str(ending), "kind": ending.reason}


def describe_board(game: Game, position: Position) -> Json:
    """Return what the drawing of this kind of board needs."""
    if isinstance(position, BoardsPosition):
        return describe_boards(position)
    if isinstance(game, GridGame):
        falls = {"falls": True} if isinstance(position, FallingPosition) else {}
        return {"width": game.width, "height": game.height, **falls}
    if isinstance(game, Qubic):
        return {"threes": list_threes(game, position)}
    return {}


def describe_boards(position: BoardsPosition) -> Json:
    """Return the boards, by their numbers from 1, where one may play and those that are decided:
    who has won each, or `draw` for one that is full and nobody's.
    """
    forced = sorted({move // 9 + 1 for move in position.legal_moves()})
    won: dict[str, str] = {}
    cells = position.cells()
    for board in range(9):
        if owner := find_owner(position, board):
            won[str(board + 1)] = owner
        elif "." not in cells[9 * board : 9 * board + 9]:
            won[str(board + 1)] = "draw"
    return {"forced": forced, "won": won}


def list_threes(game: Qubic, position: Position) -> list[Json]:
    """Return the lines of the cube with three marks of one player and the fourth cell free."""
    cells, threes = position.cells(), []
    for line in filter(None, line_tables(SHAPE, SIDE, False, WORTH).windows):
        marks = "".join(cells[cell] for cell in line)
        for player in PLAYERS:
            if marks.count(player) == SIDE - 1 and "." in marks:
                names = [game.write_move(cell) for cell in line]
                empty = names[marks.index(".")]
                threes.append({"player": player, "cells": names, "empty": empty})
    return threes


def list_evaluations(shown: StoredGame) -> list[Json | None]:
    """Return a score as x sees it for each move, None where its comment has none."""
    first = shown.position(0).to_move
    scores = [read_score(split_evaluation(comment)[1]) for comment in shown.comments]
    return [score_for_x(score, (first + ply) % 2) for ply, score in enumerate(scores)]


def score_for_x(score: Score | None, to_move: int) -> Json | None:
    """Return `cp`, or `mate` in plies; more than 0 is good for x.

    There is none for a loss in no plies: the game is still open.
    """
    if score is None or score.plies == 0:
        return None
    sign = -1 if to_move else 1
    if score.plies is not None:
        return {"mate": sign * clip(score.plies, -LARGEST_NUMBER)}
    return {"cp": sign * clip(score.cp or 0, -LARGEST_NUMBER)}


def clip(number: int, least: int = 0) -> int:
    """Return the nearest number that a page can read."""
    return max(least, min(number, LARGEST_NUMBER))
