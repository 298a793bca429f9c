"""Games as PGN, the text that chess programs use: tags, then moves with `{score/depth time}`.

    [Variant "gomoku size=8 rule=freestyle"]     x is White, o is Black
    [Termination "line"]                         the reason, as in `records.Reason`
    [WhiteType "human"]  [BlackType "program"]   who sat where, if that is known
    [BlackLevel "5"]                             how strong an engine was to play, 1 to 10
    [TerminationDetails "X resigned"]            instead of the last comment, see `describe`

    1. d4 {opening} e5 {opening} 2. d5 {+0.31/5 0.102s} ... { O wins: the line ... } 0-1

The referee's records, the games that people save in the terminal and those of the page are all
written by `compose`. Scores are the mover's own, in units; `+M3` is a proven win with the third
ply from there, `-M2` a proven loss. Games that did not begin at the start have the tags SetUp and
FEN. The result `*` is that of a game that is not finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.records import (
    DRAW,
    UNFINISHED,
    WINS,
    Ending,
    GameRecord,
    PlayedMove,
    Reason,
    utc_now,
)
from linemate.clients.shared.values import read_game
from linemate.engine.core import Score

WIDTH = 80
RESULTS = (*WINS, DRAW, UNFINISHED)
DETAILS = "TerminationDetails"
HUMAN, PROGRAM = "human", "program"  # PGN's own words for who sits at a side


@dataclass
class PgnGame:
    """A game as it stands in a file, read but not checked.

    `moves` come with the comment behind each; `remark` is the last of all comments. `result` is
    the one behind the moves, empty if there is none: then the file was cut.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)
    remark: str = ""
    result: str = ""


class Participant(NamedTuple):
    """Who plays a side. `kind` is HUMAN or PROGRAM, None if that is not known; so is `level`,
    how strong an engine is to play; `limits` are what the referee of a match gave it, in words.
    """

    name: str
    kind: str | None = None
    level: int | None = None
    limits: str | None = None


class Occasion(NamedTuple):
    """When a game was played, and in which round; `date` is of ISO 8601, in UTC."""

    event: str
    date: str
    round: str = "-"


def today(event: str) -> Occasion:
    return Occasion(event, utc_now())


def write_pgn(record: GameRecord) -> str:
    """Write the record of a match's game, with an empty line behind it."""
    return compose(describe_record(record))


def describe_record(record: GameRecord) -> PgnGame:
    """Return the game of a match, those moves that were its opening too."""
    task = record.task
    opening = [(text, "opening") for text in task.opening.moves]
    return describe(
        record.game,
        task.opening.position,
        opening + [(each.move, write_comment(each)) for each in record.moves],
        (
            Participant(task.x, limits=record.controls[0]),
            Participant(task.o, limits=record.controls[1]),
        ),
        record.ending,
        Occasion("Linemate match", record.date, task.label),
    )


def describe(
    words: str,
    start: str | None,
    moves: Sequence[tuple[str, str]],
    participants: tuple[Participant, Participant],
    ending: Ending | None,
    occasion: Occasion,
) -> PgnGame:
    """Return any game with the tags that tell of it; `words` are those that `read_game` reads.

    `start` is a position string, None for the start of the game; `moves` come with their
    comments. Without an ending the game is unfinished. The detail of an ending is the last comment;
    behind a move that has none it would be taken for the move's, and is a tag.
    """
    ending = ending or Ending(None, Reason.INTERRUPTED)
    x, o = participants
    tags = {
        "Event": occasion.event,
        "Site": "?",
        "Date": occasion.date[:10].replace("-", "."),
        "Round": occasion.round,
        "White": x.name,
        "Black": o.name,
        "Result": ending.result,
        "Variant": words,
        "Termination": ending.reason,
        "PlyCount": str(len(moves)),
        "UTCTime": occasion.date[11:19],
        "WhiteType": x.kind,
        "BlackType": o.kind,
        "WhiteLevel": x.level,
        "BlackLevel": o.level,
        "WhiteLimits": x.limits,
        "BlackLimits": o.limits,
        "SetUp": None if start is None else "1",
        "FEN": start,
        DETAILS: (ending.detail or None) if moves and not moves[-1][1] else None,
    }
    known = {name: str(value) for name, value in tags.items() if value is not None}
    remark = "" if DETAILS in known else ending.detail
    return PgnGame(known, list(moves), remark, known["Result"])


def compose(game: PgnGame) -> str:
    """Return the text of a game, with an empty line behind it."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in game.tags.items()]
    side = 0
    if "FEN" in game.tags:
        side = read_game(game.tags["Variant"].split()).read_position(game.tags["FEN"]).to_move
    return harmless("\n".join([*lines, "", *_wrap(_words(game, side)), "", ""]))


def _words(game: PgnGame, side: int) -> Iterator[str]:
    """Yield the words of the move text; a comment is several."""
    for index, (text, comment) in enumerate(game.moves):
        number = (index + side) // 2 + 1
        if (index + side) % 2 == 0:
            yield f"{number}."
        elif index == 0:
            yield f"{number}..."
        yield text
        yield from _comment(comment)
    yield from _comment(game.remark)
    yield game.result


def _comment(text: str) -> list[str]:
    plain = " ".join(text.split()).replace("{", "(").replace("}", ")")
    return f"{{{plain}}}".split() if plain else []


def write_comment(move: PlayedMove) -> str:
    """Write `+0.31/5 0.102s`; the time alone where the engine said nothing."""
    seconds = f"{move.seconds:.3f}s"
    if move.score is None:
        return seconds
    return f"{write_score(move.score)}/{move.depth or 0} {seconds}"


def write_score(score: Score) -> str:
    if score.plies is not None:
        return f"+M{score.plies}" if score.plies > 0 else f"-M{-score.plies}"
    return f"{(score.cp or 0) / 100:+.2f}"


def read_score(comment: str) -> Score | None:
    """Return the score that a comment begins with, as `write_score` has written it."""
    found = _SCORE.match(comment)
    if found is None:
        return None
    sign, plies, units, hundredths = found.groups()
    factor = -1 if sign == "-" else 1
    if plies is not None:
        return Score(plies=factor * int(plies))
    return Score(cp=factor * (100 * int(units) + int(hundredths)))


def _wrap(words: Iterator[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line


def _escape(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


# ------------------------------------------------------------------ reading

# Nothing is looked at twice, whatever the text: a value that is never closed gives back none of its
# characters (`++`), each of which would be remembered in hundreds of bytes, and a comment that is
# never closed lasts to the end.
_TOKEN = re.compile(
    r'\[(\w++)\s++"((?:[^"\\]++|\\.)*+)"\s*+\]|\{([^}]*+)\}?|([^\s{}]++)', re.DOTALL
)
_SCORE = re.compile(r"([+-])(?:M(\d{1,9})|(\d{1,9})\.(\d\d))(?![^\s/])", re.ASCII)
_NUMBER = re.compile(r"\d+\.+")


def read_pgn(text: str) -> Iterator[PgnGame]:
    """Yield the games of a file; of what is no PGN, nothing."""
    game = PgnGame()
    for token in _TOKEN.finditer(text):
        name, value, comment, word = token.groups("")
        if name:
            if game.result or game.moves:
                yield game
                game = PgnGame()
            game.tags[name] = re.sub(r"\\(.)", r"\1", value)
        elif word in RESULTS:
            game.result = word
        elif word and game.tags and not _NUMBER.fullmatch(word):
            game.moves.append((word, ""))
            game.result = ""  # if there was one, it was not the end
        elif comment:
            plain = " ".join(comment.split())
            if game.moves and not game.moves[-1][1]:
                game.moves[-1] = (game.moves[-1][0], plain)
            else:
                game.remark = plain
    if game.tags:
        yield game
