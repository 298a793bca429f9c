"""What a page is told, as the fields of messages, in the notation of the protocol.

`describe_state` tells of the game that it looks at and `describe_games` of those in a text;
everything there comes from the rules. `describe_server` tells what there is to choose from, and
`describe_info` what an engine reports: scores as x sees them, moves checked, and nothing that an
engine may say makes it fail.
"""

from __future__ import annotations

import math
import re

from linemate import __version__
from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.guide import NAMES
from linemate.clients.shared.levels import DEFAULT_LEVEL, LEVELS, scale_skill
from linemate.clients.shared.pgn import OPENING, split_evaluation
from linemate.clients.shared.player import list_visits
from linemate.clients.shared.review import SOLVED, read_line
from linemate.clients.shared.states import (
    Json,
    clip,
    describe_position,
    describe_settled,
    list_evaluations,
    score_for_x,
)
from linemate.clients.shared.values import describe_game
from linemate.clients.shared.variations import list_nodes
from linemate.clients.web.engines import EngineFacts, ServerState
from linemate.clients.web.games import CurrentGame, FoundGames
from linemate.clients.web.messages import LARGEST_MESSAGE, MOST
from linemate.engine.core import PLAYERS, Game, Option, Position, Score, read_integer
from linemate.engine.registry import GAMES, MADE_FOR, SOLVED_GAMES, make_game
from linemate.protocol.driver import InfoLine

OPTION_FIELDS = ("name", "kind", "default", "minimum", "maximum", "choices")
_NOTED = re.compile(rf"({OPENING}|[+-][M\d.]+(/\d+)?( [\d.]+s)?|[\d.]+s)?", re.ASCII)
NUMBERS = ("depth", "seldepth", "nodes", "nps", "time", "hashfull")

# ------------------------------------------------------------------ games


def describe_state(current: CurrentGame) -> Json:
    """Return the message `state`, but for its type and number."""
    game, position = current.game, current.position
    return {
        "game": game.name,
        "words": describe_game(game),
        "start": current.start,
        "moves": current.move_texts,
        "at": current.at,
        **describe_position(game, position),
    }


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
            "opening": shown.opening_plies,
            "evaluations": list_evaluations(shown),
            "ending": describe_claim(shown),
            "tree": describe_tree(shown),
            "tags": dict(shown.tags),
        }
        for index, shown in enumerate(found.games)
    ]
    return {"games": games, "more": found.more}


def describe_claim(shown: StoredGame) -> Json | None:
    """Say how a game ended that by the rules is open; None of any other."""
    if shown.ending is None or shown.position().outcome() is not None:
        return None
    return describe_settled(shown.ending)


def describe_tree(shown: StoredGame) -> Json | None:
    """Return the variations, comments, scores and signs of a game; None where there is
    nothing but what the referee of a match notes behind each move.
    """
    root, rows = shown.root, list_nodes(shown.root)
    noted = all(_NOTED.fullmatch(row.node.comment) and not row.node.nags for row in rows)
    if noted and not root.comment and len(rows) == len(shown.moves):
        return None
    movers: list[int] = []  # in the position after each move
    moves: list[Json] = []
    for parent, node in rows:
        movers.append(1 - (movers[parent] if parent >= 0 else shown.position(0).to_move))
        score, comment = split_evaluation(node.comment)
        evaluation = _describe_evaluation(score, movers[-1])
        said = {"move": node.move, "comment": comment, "nags": node.nags, "evaluation": evaluation}
        moves.append({"parent": parent, **said})
    return {"comment": root.comment, "moves": moves}


def _describe_evaluation(score: Score | None, to_move: int) -> Json | None:
    """Return the score that a file has of a position, as x sees it. A win counts the winner's
    moves there: from where the other one is to move it takes a ply more.
    """
    if score is not None and score.plies is not None and (score.plies > 0) == bool(to_move):
        score = Score(plies=score.plies + (1 if score.plies > 0 else -1))
    return score_for_x(score, 0)


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
        "engine": {"name": engine.name, "options": options, "solved": list_solved(engine)},
        "levels": list_levels(engine.skill),
    }


def list_games() -> list[Json]:
    """Return every game with its options and the searches that do not play it, for the page to
    offer or not.
    """
    return [
        {
            "name": name,
            "title": NAMES.get(name, name),
            "options": [describe_option(option) for option in make_game(name).OPTIONS],
            "unsuitable": [search for search, game in MADE_FOR.items() if game != name],
        }
        for name in GAMES
    ]


def list_solved(engine: EngineFacts) -> list[str]:
    """Return the games that an engine plays by their solution where a page does not forbid it."""
    option = engine.offered.get(SOLVED)
    return list(SOLVED_GAMES) if option is not None and option.default is True else []


def list_levels(skill: Option | None) -> list[Json]:
    """Return what each level means for an engine whose skill is this option, if it has one."""
    return [
        {
            "level": number,
            "skill": None if skill is None else scale_skill(skill, level.skill),
            "movetime": level.movetime,
            "name": level.name,
            "sees": level.sees,
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
        **{name: None if number is None else clip(number) for name, number in numbers.items()},
        "multipv": clip(info.multipv or 1),
        "score": score_for_x(info.score, position.to_move),
        "bound": _bound_for_x(info.bound, position.to_move),
        "pv": list(info.pv[: len(read_line(game, position, info.pv))]),
        "visits": describe_visits(game, position, info),
    }


def _bound_for_x(bound: str | None, to_move: int) -> str | None:
    """Turn a bound: at least so much for o is at most so much for x."""
    other = {"lowerbound": "upperbound", "upperbound": "lowerbound"}
    return other[bound] if bound is not None and to_move else bound


def describe_visits(game: Game, position: Position, info: InfoLine) -> list[Json]:
    """Return what makes sense of the visits: a legal move, how often it was tried, and its upper
    confidence bound, None where there is no such number.
    """
    legal = {game.write_move(move) for move in position.legal_moves()}
    found = []
    for move, count, bound in list_visits(info):
        visits = read_integer(count, least=0, most=10**19)
        if move in legal and visits is not None:
            found.append({"move": move, "visits": clip(visits), "bound": _read_bound(bound)})
    return found


def _read_bound(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None
