"""What a page is told of a game: `describe_table`, in the words of the protocol's notation.

Pure functions; everything comes from the rules.
"""

from __future__ import annotations

from typing import Any

from linemate.clients.shared.endings import Ending
from linemate.clients.shared.guide import NAMES
from linemate.clients.shared.referee.game import describe_outcome
from linemate.clients.shared.values import describe_game
from linemate.clients.web.table import Table
from linemate.engine.core import PLAYERS, Game, Option, Position
from linemate.engine.games.grid import GridGame
from linemate.engine.games.lines import line_tables
from linemate.engine.games.qubic import SHAPE, SIDE, WORTH, Qubic
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.registry import GAMES, make_game

Fields = dict[str, Any]


def describe_table(table: Table) -> Fields:
    """The message `state`, but for its type and number."""
    game, position = table.game, table.position
    outcome, last = position.outcome(), position.last_move
    write = game.write_move
    return {
        "game": game.name,
        "words": describe_game(game),
        "start": table.start,
        "moves": table.move_texts,
        "at": table.at,
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


def describe_ending(game: Game, position: Position) -> Fields | None:
    """None while the game goes on."""
    verdict = describe_outcome(game, position)
    if verdict is None:
        return None
    winner = None if verdict.winner is None else PLAYERS[verdict.winner]
    text = str(Ending(verdict.winner, verdict.detail))
    return {"winner": winner, "reason": verdict.detail, "text": text}


def describe_board(game: Game, position: Position) -> Fields:
    """What the drawing of this kind of board needs."""
    if isinstance(position, BoardsPosition):
        return describe_boards(position)
    if isinstance(game, GridGame):
        return {"width": game.width, "height": game.height}
    if isinstance(game, Qubic):
        return {"threes": list_threes(game, position)}
    return {}


def describe_boards(position: BoardsPosition) -> Fields:
    """Boards by their numbers from 1: where one may play, and whose they are.

    `draw` is one that is full and nobody's.
    """
    forced = sorted({move // 9 + 1 for move in position.legal_moves()})
    won: dict[str, str] = {}
    for board in range(9):
        if owner := _owner(position, board):
            won[str(board + 1)] = owner
    return {"forced": forced, "won": won}


def _owner(position: BoardsPosition, board: int) -> str | None:
    for side, mark in enumerate(PLAYERS):
        if isinstance(position, UltimatePosition):
            if position.owned[side] >> board & 1:
                return mark
        elif position.line_cells(board, side):
            return mark
    cells = position.cells()[9 * board : 9 * board + 9]
    return "draw" if "." not in cells else None


def list_threes(game: Qubic, position: Position) -> list[Fields]:
    """The lines of the cube with three marks of one player and the fourth cell free."""
    cells, threes = position.cells(), []
    for line in filter(None, line_tables(SHAPE, SIDE, False, WORTH).windows):
        marks = "".join(cells[cell] for cell in line)
        for player in PLAYERS:
            if marks.count(player) == SIDE - 1 and "." in marks:
                names = [game.write_move(cell) for cell in line]
                empty = names[marks.index(".")]
                threes.append({"player": player, "cells": names, "empty": empty})
    return threes


def list_games() -> list[Fields]:
    """Every game with its options, for the page to offer."""
    return [
        {
            "name": name,
            "title": NAMES.get(name, name),
            "options": [describe_option(option) for option in make_game(name).OPTIONS],
        }
        for name in GAMES
    ]


def describe_option(option: Option) -> Fields:
    return {
        "name": option.name,
        "kind": option.kind,
        "default": option.default,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "choices": list(option.choices),
    }
