"""Games as PGN, the text that chess programs use: tags, then moves with `{score/depth time}`.

    [Variant "gomoku size=8 rule=freestyle"]     x is White, o is Black
    [Termination "line"]                         the reason, as in `record.Reason`

    1. d4 {opening} e5 {opening} 2. d5 {+0.31/5 0.102s} ... { O wins: the line ... } 0-1

Scores are the mover's own, in units; `+M3` is a proven win with the third ply from there, `-M2`
a proven loss. Games that did not begin at the start have the tags SetUp and FEN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from linemate.clients.shared.records import GameRecord, PlayedMove
from linemate.clients.shared.values import read_game
from linemate.engine.core import Score

EVENT = "Linemate match"
WIDTH = 80
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


def write_pgn(record: GameRecord, site: str = "?") -> str:
    """The game, with an empty line behind it."""
    task, opening = record.task, record.task.opening
    tags = {
        "Event": EVENT,
        "Site": site,
        "Date": record.date[:10].replace("-", "."),
        "Round": task.label,
        "White": task.x,
        "Black": task.o,
        "Result": record.result,
        "Variant": record.game,
        "Termination": record.reason.value,
        "PlyCount": str(record.plies),
        "UTCTime": record.date[11:19],
        "WhiteLimits": record.controls[0],
        "BlackLimits": record.controls[1],
    }
    if opening.position is not None:
        tags |= {"SetUp": "1", "FEN": opening.position}
    game = read_game(record.game.split())
    side = 0 if opening.position is None else game.read_position(opening.position).to_move
    moves = [(text, "opening") for text in opening.moves]
    moves += [(each.move, write_comment(each)) for each in record.moves]
    return compose(PgnGame(tags, moves, record.detail, record.result), side)


def compose(game: PgnGame, side: int) -> str:
    """The text of a game in which this side moves first, with an empty line behind it."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in game.tags.items()]
    return "\n".join([*lines, "", *_wrap(_words(game, side)), "", ""])


def _words(game: PgnGame, side: int) -> Iterator[str]:
    """The words of the move text; a comment is several."""
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
    """`+0.31/5 0.102s`; the time alone where the engine said nothing."""
    seconds = f"{move.seconds:.3f}s"
    if move.score is None:
        return seconds
    return f"{write_score(move.score)}/{move.depth or 0} {seconds}"


def write_score(score: Score) -> str:
    if score.plies is not None:
        return f"+M{score.plies}" if score.plies > 0 else f"-M{-score.plies}"
    return f"{(score.cp or 0) / 100:+.2f}"


def read_score(comment: str) -> Score | None:
    """The score that a comment begins with, as `write_score` has written it."""
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

# A comment that is never closed lasts to the end: to look for another meaning of each brace would
# take for ever.
_TOKEN = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]|\{([^}]*)\}?|([^\s{}]+)')
_SCORE = re.compile(r"([+-])(?:M(\d{1,9})|(\d{1,9})\.(\d\d))(?![^\s/])", re.ASCII)
_NUMBER = re.compile(r"\d+\.+")


@dataclass
class PgnGame:
    """A game as it stands in a file, read but not checked.

    `moves` come with the comment behind each; `remark` is the last of all comments.
    """

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[tuple[str, str]] = field(default_factory=list)
    remark: str = ""
    result: str = ""


def read_pgn(text: str) -> Iterator[PgnGame]:
    """The games of a file; of what is no PGN, nothing."""
    game = PgnGame()
    for name, value, comment, word in _TOKEN.findall(text):
        if name:
            if game.result or game.moves:
                yield game
                game = PgnGame()
            game.tags[name] = re.sub(r"\\(.)", r"\1", value)
        elif word in RESULTS:
            game.result = word
        elif word and game.tags and not _NUMBER.fullmatch(word):
            game.moves.append((word, ""))
        elif comment:
            plain = " ".join(comment.split())
            if game.moves and not game.moves[-1][1]:
                game.moves[-1] = (game.moves[-1][0], plain)
            else:
                game.remark = plain
    if game.tags:
        yield game
