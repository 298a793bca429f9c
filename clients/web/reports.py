"""What an engine reports, as a page is told it: scores as x sees them, moves checked.

Pure functions; nothing that an engine may say makes them fail.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from linemate.clients.web.messages import LARGEST_NUMBER
from linemate.engine.core import Game, LinemateError, Position
from linemate.protocol.driver import InfoLine, Score

NUMBERS = ("depth", "seldepth", "nodes", "nps", "time", "hashfull")


def describe_info(game: Game, position: Position, info: InfoLine) -> dict[str, Any]:
    """The message `info`, but for its type and its search; the position is that searched."""
    fields: dict[str, Any] = {name: _clip(getattr(info, name)) for name in NUMBERS}
    return {
        **fields,
        "multipv": _clip(info.multipv or 1),
        "score": score_for_x(info.score, position.to_move),
        "bound": _bound_for_x(info.bound, position.to_move),
        "pv": legal_part(game, position, info.pv),
        "visits": read_visits(game, position, dict(info.extras).get("visits", "")),
    }


def score_for_x(score: Score | None, to_move: int) -> dict[str, int] | None:
    """`cp`, or `mate` in plies; more than 0 is good for x.

    None for none, and for a loss in no plies: the game is still open.
    """
    if score is None or score.plies == 0:
        return None
    sign = -1 if to_move else 1
    if score.plies is not None:
        return {"mate": sign * _within(score.plies)}
    return {"cp": sign * _within(score.cp or 0)}


def _bound_for_x(bound: str | None, to_move: int) -> str | None:
    """At least so much for o is at most so much for x."""
    other = {"lowerbound": "upperbound", "upperbound": "lowerbound"}
    return other[bound] if bound is not None and to_move else bound


def legal_part(game: Game, position: Position, texts: Sequence[str]) -> list[str]:
    """The moves of a line up to the first that the rules forbid."""
    ahead, legal = position.copy(), []
    for text in texts:
        try:
            ahead.play(game.read_move(ahead, text))
        except LinemateError:
            break
        legal.append(text)
    return legal


def read_visits(game: Game, position: Position, text: str) -> list[dict[str, Any]]:
    """Of `b1 3 0.9 a1 247 0.512` the triples that make sense: a legal move, how often it was
    tried, and its upper confidence bound, None where there is no such number.
    """
    legal = {game.write_move(move) for move in position.legal_moves()}
    words, found = text.split(), []
    for move, count, bound in zip(words[::3], words[1::3], words[2::3], strict=False):
        if move in legal and count.isascii() and count.isdigit() and len(count) < 20:
            visits = _clip(int(count))
            found.append({"move": move, "visits": visits, "bound": _read_bound(bound)})
    return found


def _read_bound(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _clip(number: int | None) -> int | None:
    return None if number is None else max(0, min(number, LARGEST_NUMBER))


def _within(number: int) -> int:
    return max(-LARGEST_NUMBER, min(number, LARGEST_NUMBER))
