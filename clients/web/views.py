"""What a page is told, as the fields of messages, in the notation of the protocol.

`describe_state` tells of the game that it looks at and `describe_games` of those in a text;
everything there comes from the rules. `describe_server` tells what there is to choose from, and
`describe_info` what an engine reports: scores as x sees them, moves checked, and nothing that an
engine may say makes it fail.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from linemate import __version__
from linemate.clients.shared.endings import find_owner, judge_board
from linemate.clients.shared.fields import LARGEST_NUMBER
from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.guide import NAMES
from linemate.clients.shared.levels import DEFAULT_LEVEL, LEVELS, scale_skill
from linemate.clients.shared.pgn import read_score
from linemate.clients.shared.player import list_visits
from linemate.clients.shared.values import describe_game
from linemate.clients.web.engines import EngineFacts, ServerState
from linemate.clients.web.games import CurrentGame, FoundGames
from linemate.clients.web.messages import LARGEST_MESSAGE, MOST
from linemate.engine.core import PLAYERS, Game, LinemateError, Option, Position, read_integer
from linemate.engine.games.falling import FallingPosition
from linemate.engine.games.grid import GridGame
from linemate.engine.games.lines import line_tables
from linemate.engine.games.qubic import SHAPE, SIDE, WORTH, Qubic
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.registry import GAMES, make_game
from linemate.protocol.driver import InfoLine, Score

OPTION_FIELDS = ("name", "kind", "default", "minimum", "maximum", "choices")
NUMBERS = ("depth", "seldepth", "nodes", "nps", "time", "hashfull")
Json = dict[str, Any]

# ------------------------------------------------------------------ games


def describe_state(current: CurrentGame) -> Json:
    """Return the message `state`, but for its type and number."""
    game, position = current.game, current.position
    outcome, last = position.outcome(), position.last_move
    write = game.write_move
    return {
        "game": game.name,
        "words": describe_game(game),
        "start": current.start,
        "moves": current.move_texts,
        "at": current.at,
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
    for board in range(9):
        if owner := find_owner(position, board):
            won[str(board + 1)] = owner
        elif "." not in position.cells()[9 * board : 9 * board + 9]:
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


def describe_games(found: FoundGames) -> Json:
    """Return the message `games`, but for its type and number."""
    games = [
        {
            "index": index,
            "x": shown.x,
            "o": shown.o,
            "seats": {
                mark: {"kind": who.kind, "level": who.level}
                for mark, who in zip(PLAYERS, shown.participants, strict=True)
            },
            "result": shown.result,
            "reason": shown.explanation,
            "words": describe_game(shown.game),
            "start": shown.start,
            "moves": [shown.game.write_move(move) for move in shown.moves],
            "evaluations": list_evaluations(shown),
        }
        for index, shown in enumerate(found.games)
    ]
    return {"games": games, "more": found.more}


def list_evaluations(shown: StoredGame) -> list[Json | None]:
    """Return a score as x sees it for each move, None where its comment has none."""
    first = shown.position(0).to_move
    scores = [read_score(comment) for comment in shown.comments]
    return [score_for_x(score, (first + ply) % 2) for ply, score in enumerate(scores)]


# ------------------------------------------------------------------ what there is to choose from


def describe_server(server: ServerState, engine: EngineFacts) -> Json:
    """Return the message `hello`, but for its type and number."""
    options = [describe_option(option) for option in engine.offered.values()]
    return {
        "version": __version__,
        "games": list_games(),
        "first": {"words": server.first, "level": DEFAULT_LEVEL},
        "limits": {
            **MOST,
            "infinite": round(server.longest_search * 1000),
            "message": LARGEST_MESSAGE,
        },
        "engine": {"name": engine.name, "options": options},
        "levels": list_levels(engine.skill),
    }


def list_games() -> list[Json]:
    """Return every game with its options, for the page to offer."""
    return [
        {
            "name": name,
            "title": NAMES.get(name, name),
            "options": [describe_option(option) for option in make_game(name).OPTIONS],
        }
        for name in GAMES
    ]


def list_levels(skill: Option | None) -> list[Json]:
    """Return what each level means for an engine whose skill is this option, if it has one."""
    return [
        {
            "level": number,
            "skill": None if skill is None else scale_skill(skill, level.skill),
            "movetime": level.movetime,
        }
        for number, level in LEVELS.items()
    ]


def describe_option(option: Option) -> Json:
    return {name: getattr(option, name) for name in OPTION_FIELDS}


# ------------------------------------------------------------------ what an engine reports


def describe_info(game: Game, position: Position, info: InfoLine) -> Json:
    """Return the message `info`, but for its type and its search; this is the position searched."""
    numbers = {name: getattr(info, name) for name in NUMBERS}
    return {
        **{name: None if number is None else _clip(number) for name, number in numbers.items()},
        "multipv": _clip(info.multipv or 1),
        "score": score_for_x(info.score, position.to_move),
        "bound": _bound_for_x(info.bound, position.to_move),
        "pv": legal_part(game, position, info.pv),
        "visits": describe_visits(game, position, info),
    }


def score_for_x(score: Score | None, to_move: int) -> Json | None:
    """Return `cp`, or `mate` in plies; more than 0 is good for x.

    There is none for a loss in no plies: the game is still open.
    """
    if score is None or score.plies == 0:
        return None
    sign = -1 if to_move else 1
    if score.plies is not None:
        return {"mate": sign * _clip(score.plies, -LARGEST_NUMBER)}
    return {"cp": sign * _clip(score.cp or 0, -LARGEST_NUMBER)}


def _bound_for_x(bound: str | None, to_move: int) -> str | None:
    """Turn a bound: at least so much for o is at most so much for x."""
    other = {"lowerbound": "upperbound", "upperbound": "lowerbound"}
    return other[bound] if bound is not None and to_move else bound


def legal_part(game: Game, position: Position, texts: Sequence[str]) -> list[str]:
    """Return the moves of a line up to the first that the rules forbid."""
    ahead, legal = position.copy(), []
    for text in texts:
        try:
            ahead.play(game.read_move(ahead, text))
        except LinemateError:
            break
        legal.append(text)
    return legal


def describe_visits(game: Game, position: Position, info: InfoLine) -> list[Json]:
    """Return what makes sense of the visits: a legal move, how often it was tried, and its upper
    confidence bound, None where there is no such number.
    """
    legal = {game.write_move(move) for move in position.legal_moves()}
    found = []
    for move, count, bound in list_visits(info):
        visits = read_integer(count, least=0, most=10**19)
        if move in legal and visits is not None:
            found.append({"move": move, "visits": _clip(visits), "bound": _read_bound(bound)})
    return found


def _read_bound(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _clip(number: int, least: int = 0) -> int:
    """Return the nearest number that a page can read."""
    return max(least, min(number, LARGEST_NUMBER))
