"""Games as text, in and out: position strings, PGN, and the records of a match.

Nothing here opens a file: the page sends the text and is sent the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from linemate.clients.shared.game_files import ShownGame
from linemate.clients.shared.game_files import read_text as read_recorded
from linemate.clients.shared.pgn import PgnGame, compose, read_score, write_score
from linemate.clients.shared.records import Reason, RecordError
from linemate.clients.shared.referee.game import describe_outcome
from linemate.clients.shared.values import describe_game, read_game
from linemate.clients.web.messages import Write
from linemate.clients.web.reports import score_for_x
from linemate.clients.web.table import Table, set_up
from linemate.engine.core import Game, LinemateError, Score
from linemate.engine.registry import GAMES, make_game

EVENT = "Linemate web"
MOST_GAMES = 1000
RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


def read_text(text: str, present: Game) -> dict[str, Any]:
    """The message `games`, but for its type and number: what the text holds.

    A position string is a game without moves, of the present game if that can be. Raises
    LinemateError, which says what is wrong, in which game.
    """
    text = text.strip().removeprefix("\ufeff")
    if text.startswith(("{", "[")):
        found = read_recorded(text + "\n")
    else:
        found = iter([_read_position(" ".join(text.split()), present)])
    games = list(islice(found, MOST_GAMES))
    if not games:
        raise RecordError("no games: expected a position, PGN, or lines of JSON from a match")
    more = next(found, None) is not None
    return {"games": [_describe(index, game) for index, game in enumerate(games)], "more": more}


def _describe(index: int, shown: ShownGame) -> dict[str, Any]:
    first = set_up(shown.game, shown.start).to_move
    scores = [read_score(comment) for comment in shown.comments]
    return {
        "index": index,
        "x": shown.x,
        "o": shown.o,
        "result": shown.result,
        "reason": shown.ending,
        "words": describe_game(shown.game),
        "start": shown.start,
        "moves": [shown.game.write_move(move) for move in shown.moves],
        "evaluations": [score_for_x(score, (first + ply) % 2) for ply, score in enumerate(scores)],
    }


# ------------------------------------------------------------------ positions


def _read_position(text: str, present: Game) -> ShownGame:
    """`gomoku size=9 9/9/...`, or the position alone: then it may be of any game."""
    errors: list[LinemateError] = []
    for game, position in _candidates(text, present):
        try:
            start = game.write_position(game.read_position(position))
        except LinemateError as error:
            errors.append(error)
        else:
            return ShownGame("x", "o", "-", game, start, (), (), "*", "position")
    raise errors[0]


def _candidates(text: str, present: Game) -> Iterator[tuple[Game, str]]:
    """Games that a position may be of, the likeliest first, each with its position string."""
    words = text.split(" ")
    if words[0].lower() in GAMES:
        settings = [word for word in words[1:] if "=" in word]
        game = read_game([words[0], *settings])
        yield game, " ".join(words[1 + len(settings) :])
        return
    yield present, text
    for name in GAMES:
        yield make_game(name), text
    rows = str(words[0].count("/") + 1)
    if rows in map(str, range(4, 23)):
        yield make_game("gomoku", {"size": rows}), text


# ------------------------------------------------------------------ writing


def write_text(table: Table, request: Write) -> str:
    """The whole record as PGN, with an evaluation for each move that has one."""
    game = table.game
    side = set_up(game, table.start).to_move
    verdict = describe_outcome(game, set_up(game, table.start, table.moves))
    now = datetime.now(UTC)
    tags = {
        "Event": EVENT,
        "Site": "?",
        "Date": f"{now:%Y.%m.%d}",
        "Round": "-",
        "White": request.x,
        "Black": request.o,
        "Result": "*" if verdict is None else RESULTS[verdict.winner],
        "Variant": describe_game(game),
        "Termination": (Reason.INTERRUPTED if verdict is None else verdict.reason).value,
        "PlyCount": str(len(table.moves)),
        "UTCTime": f"{now:%H:%M:%S}",
    }
    if table.start is not None:
        tags |= {"SetUp": "1", "FEN": table.start}
    moves = []
    for ply, text in enumerate(table.move_texts):
        score = request.evaluations[ply] if ply < len(request.evaluations) else None
        moves.append((text, _write_evaluation(score, (side + ply) % 2)))
    remark = "" if verdict is None else verdict.detail
    return compose(PgnGame(tags, moves, remark, tags["Result"]), side)


def _write_evaluation(score: Score | None, mover: int) -> str:
    """PGN has scores as the mover sees them, the page as x does."""
    if score is None:
        return ""
    if not mover:
        return write_score(score)
    if score.plies is not None:
        return write_score(Score(plies=-score.plies))
    return write_score(Score(cp=-(score.cp or 0)))
