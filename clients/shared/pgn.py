"""Games as PGN, the text that chess programs use: tags, then moves with `{score/depth time}`.

    [Variant "gomoku size=8 rule=freestyle"]     x is White, o is Black
    [Termination "line"]                         the reason, as in `records.Reason`
    [WhiteType "human"]  [BlackType "program"]   who sat where, if that is known
    [BlackLevel "5"]                             how strong an engine was to play, 1 to 10
    [TerminationDetails "X resigned"]            instead of the last comment, see `describe`

    1. d4 {opening} e5 {opening} 2. d5 {+0.31/5 0.102s} (2. c3 $1) ... { O wins: the line ... } 0-1

The referee's records, the games that people save in the terminal and those of the page are all
written by `compose`. Scores are the mover's own, in units; `+M3` is a proven win with the third
ply from there, `-M2` a proven loss. A game that was analysed on the page has `[%eval 1.16]`: the
score of the position after the move, as x sees it; `#-3` is a proven win of o in three moves. Games
that did not begin at the start have the tags SetUp and FEN. The result `*` is that of a game that
is not finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.movetext import MovetextReader, list_words, split_comment
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
from linemate.clients.shared.variations import Node, make_line
from linemate.engine.core import Score

WIDTH = 80
RESULTS = (*WINS, DRAW, UNFINISHED)
DETAILS = "TerminationDetails"
# Of the tags that PGN wants in every file, in its order, those that a file may not know.
UNKNOWN = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
}
# The tags that the game itself tells.
OF_THE_GAME = ("Result", "Variant", "PlyCount", "SetUp", "FEN", DETAILS)
OPENING = "opening"  # said of a move that no player has chosen
HUMAN, PROGRAM = "human", "program"  # PGN's own words for who sits at a side


@dataclass
class PgnGame:
    """A game as it stands in a file, read but not checked.

    `root` is what the moves follow, see `variations.py`; `remark` is a comment on the end. `result`
    is the one behind the moves, empty if there is none: then the file was cut. `fault` is what is
    wrong with the variations; a game that has one is not read to its end.
    """

    tags: dict[str, str] = field(default_factory=dict)
    root: Node = field(default_factory=Node)
    remark: str = ""
    result: str = ""
    fault: str = ""

    @property
    def moves(self) -> list[tuple[str, str]]:
        """Return the moves of the main line with their comments."""
        return [(node.move, node.comment) for node in self.root.main_line]


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
    opening = [(text, OPENING) for text in task.opening.moves]
    return describe(
        record.game,
        task.opening.position,
        make_line(opening + [(each.move, write_comment(each)) for each in record.moves]),
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
    root: Node,
    participants: tuple[Participant, Participant],
    ending: Ending | None,
    occasion: Occasion,
) -> PgnGame:
    """Return any game with the tags that tell of it; `words` are those that `read_game` reads.

    `start` is a position string, None for the start of the game; the moves follow `root`. Without
    an ending the game is unfinished. The detail of an ending is the last comment; where that would
    be taken for the last move's, or the first comment for it, it is a tag.
    """
    ending = ending or Ending(None, Reason.INTERRUPTED)
    x, o = participants
    moves = root.main_line
    needs_tag = (ending.detail and not moves[-1].comment) if moves else root.comment
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
        DETAILS: ending.detail if needs_tag else None,
    }
    known = {name: str(value) for name, value in tags.items() if value is not None}
    remark = "" if DETAILS in known else ending.detail
    return PgnGame(known, root, remark, known["Result"])


def keep_tags(game: PgnGame, tags: Mapping[str, str]) -> PgnGame:
    """Return the game as a file with these tags tells of it: nobody has played it here, today. What
    the game itself tells stays its own, whatever the file has said.
    """
    kept = {name: value for name, value in tags.items() if name not in OF_THE_GAME}
    own = {name: game.tags[name] for name in OF_THE_GAME if name in game.tags}
    first = {**UNKNOWN, "Result": game.result, "Termination": game.tags["Termination"]}
    return PgnGame({**first, **kept, **own}, game.root, game.remark, game.result)


def compose(game: PgnGame) -> str:
    """Return the text of a game, with an empty line behind it."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in game.tags.items()]
    side = 0
    if "FEN" in game.tags:
        side = read_game(game.tags["Variant"].split()).read_position(game.tags["FEN"]).to_move
    words = [*list_words(game.root, side), *split_comment(game.remark), game.result]
    return harmless("\n".join([*lines, "", *_wrap(words), "", ""]))


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


def split_evaluation(comment: str) -> tuple[Score | None, str]:
    """Return what an analysis says of the position after a move, as x sees it, and the rest of the
    comment. The plies of a proven win are those with the winner to move.
    """
    found = _EVALUATION.search(comment)
    if found is None:
        return None, comment
    kind, number = found.groups()
    rest = f"{comment[: found.start()]}{comment[found.end() :]}".strip()
    if not kind:
        return Score(cp=round(100 * float(number))), rest
    moves = int(float(number))
    if not moves:
        return None, comment  # a win in no moves says nothing of a game that goes on
    return Score(plies=2 * moves - (1 if moves > 0 else -1)), rest


def count_opening(comments: Iterable[str]) -> int:
    """Return how many moves the referee of a match has made for the players, by what is said of the
    moves of a line. An analysis may have told of their positions since.
    """
    said = (split_evaluation(comment)[1] for comment in comments)
    return sum(1 for _ in takewhile(OPENING.__eq__, said))


def write_evaluation(score: Score) -> str:
    """Write what an analysis says of the position after a move, as x sees it."""
    if score.plies is None:
        return f"[%eval {(score.cp or 0) / 100:.2f}]"
    moves = (abs(score.plies) + 1) // 2
    return f"[%eval #{moves if score.plies > 0 else -moves}]"


def _wrap(words: Iterable[str]) -> Iterator[str]:
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
    r'\[(\w++)\s++"((?:[^"\\]++|\\.)*+)"\s*+\]|\{([^}]*+)\}?|;([^\n]*+)|([()]|[^\s{}();]++)',
    re.DOTALL,
)
_EVALUATION = re.compile(r"\[%eval\s(#?)([+-]?\d{1,6}(?:\.\d\d?)?)\]", re.ASCII)
_SCORE = re.compile(r"([+-])(?:M(\d{1,9})|(\d{1,9})\.(\d\d))(?![^\s/])", re.ASCII)


def read_pgn(text: str) -> Iterator[PgnGame]:
    """Yield the games of a file; of what is no PGN, nothing."""
    game, moves = PgnGame(), MovetextReader()
    for token in _TOKEN.finditer(text):
        name, value, comment, to_line_end, word = token.groups("")
        if name:
            if game.result or moves.begun:
                yield _finish(game, moves)
                game, moves = PgnGame(), MovetextReader()
            game.tags[name] = re.sub(r"\\(.)", r"\1", value)
        elif word in RESULTS:
            game.result = game.result if moves.nested else word
        elif word and game.tags:
            if moves.add_word(word):
                game.result = ""  # if there was one, it was not the end
        elif comment or to_line_end:
            moves.add_comment(comment or to_line_end)
    if game.tags:
        yield _finish(game, moves)


def _finish(game: PgnGame, moves: MovetextReader) -> PgnGame:
    game.remark = moves.finish(detailed=DETAILS in game.tags)
    game.root, game.fault = moves.root, moves.fault
    return game
