"""Games in files: PGN, lines of JSON from a match, and what `linemate play` once wrote.

`read_games` reads all that a file or the directory of a match has, to be shown. `load_game` reads
one that is to be played on, and refuses what may not be the game that was saved: one that was cut,
or whose result is not the board's. `save_game` writes one, and overwrites nothing else.
"""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from linemate.clients.shared.endings import check_ending, judge_board
from linemate.clients.shared.fields import shorten
from linemate.clients.shared.files import explain, write_whole
from linemate.clients.shared.levels import read_level
from linemate.clients.shared.pgn import (
    DETAILS,
    HUMAN,
    PROGRAM,
    RESULTS,
    UNKNOWN,
    Participant,
    PgnGame,
    count_opening,
    describe_record,
    read_pgn,
)
from linemate.clients.shared.records import (
    FAILURES,
    FORFEIT,
    UNFINISHED,
    WINS,
    Ending,
    GameRecord,
    Reason,
    RecordError,
    from_json,
)
from linemate.clients.shared.values import WordError, read_game
from linemate.clients.shared.variations import Node, check_tree, make_line
from linemate.engine.core import PLAYERS, Game, LinemateError, Position, Score

IN_DIRECTORY = "games.jsonl"
LARGEST_FILE = 1 << 24  # bytes of a file that a game is loaded from
LONGEST_ERROR = 500  # characters: errors echo what was wrong, and that may be a whole file
UNTOLD = "no reason is told"  # why a game ended


class GameFileError(RecordError):
    """A file that cannot be written or read; nothing was changed."""


@dataclass(frozen=True)
class StoredGame:
    """A game with its rules settled and its moves checked, those of its variations too.

    `moves` are those that were played; they follow `root`, with comments, signs and variations.
    `label` is its round and number in a match; `-` or `?` where there is none. `result` is PGN's;
    `termination` is how the game ended or, if it is not finished, why it was left. `tags` are all
    that tell of the game, those that are none of ours too.
    """

    participants: tuple[Participant, Participant]
    label: str
    game: Game
    start: str | None
    moves: tuple[int, ...]
    result: str
    termination: Ending
    root: Node = field(default_factory=Node, compare=False)
    tags: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def x(self) -> str:
        return self.participants[0].name

    @property
    def o(self) -> str:
        return self.participants[1].name

    @property
    def comments(self) -> tuple[str, ...]:
        """Return one for each move that was played, empty where there is none."""
        return tuple(node.comment for node in self.root.main_line)

    @property
    def opening_plies(self) -> int:
        """Return how many moves the referee has made for the players, as the file says."""
        return count_opening(self.comments)

    @property
    def ending(self) -> Ending | None:
        """Say how it ended, as the file has it; None for a game that is not finished."""
        return None if self.result == UNFINISHED else self.termination

    @property
    def explanation(self) -> str:
        """Say why it ended, or that it did not: `time (took 120 ms)`."""
        return self.termination.explanation

    @property
    def title(self) -> str:
        label = "" if self.label in ("-", "?") else f"{self.label}  "
        return f"{label}{self.x} (x) against {self.o} (o), {self.result}: {self.explanation}"

    def position(self, plies: int | None = None) -> Position:
        """Return the position after so many moves, by default after all."""
        position = self.game.start() if self.start is None else self.game.read_position(self.start)
        for move in self.moves[:plies]:
            position.play(move)
        return position


# ------------------------------------------------------------------ to be shown


def read_games(path: Path) -> list[StoredGame]:
    """Read all games of a file. Raises RecordError, which names the file and the game."""
    if path.is_dir():
        path = path / IN_DIRECTORY
    try:
        games = list(read_text(path.read_text(encoding="utf-8")))
    except LinemateError as error:
        raise RecordError(f"{path}, {shorten(str(error), LONGEST_ERROR)}") from None
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot read {path}: {explain(error)}") from None
    if not games:
        raise RecordError(f"no games in {path}: expected PGN, or lines of JSON from a match")
    return games


def read_text(text: str) -> Iterator[StoredGame]:
    """Yield the games of a file's text, one after the other. Raises LinemateError, which names
    the game.
    """
    if text.lstrip().startswith("{"):
        return _read_lines(text)
    return iter([read_old_game(text)]) if is_old_game(text) else _read_pgn(text)


def _read_lines(text: str) -> Iterator[StoredGame]:
    # A last line without an end is being written, or was cut off.
    seen: dict[str, int] = {}
    for number, line in enumerate(text.split("\n")[:-1] or [text], start=1):
        if line.strip():
            try:
                if seen.setdefault(line, number) != number:
                    raise RecordError(f"it is line {seen[line]} again")
                yield check_record(from_json(line))
            except LinemateError as error:
                raise RecordError(f"line {number}: {error}") from None


def _read_pgn(text: str) -> Iterator[StoredGame]:
    for number, game in enumerate(read_pgn(text), start=1):
        try:
            yield check_game(game)
        except LinemateError as error:
            raise RecordError(f"game {number}: {error}") from None


def check_record(record: GameRecord) -> StoredGame:
    """Return the game of a record, replayed: its moves, its end and who has lost by what hold by
    the rules and by what was said. Raises LinemateError.
    """
    stored = check_game(describe_record(record))
    ending, moves = record.ending, record.moves
    to_move = (stored.position(0).to_move + len(stored.moves)) % 2
    if moves and ending.reason in FAILURES and ending.winner == to_move:
        raise RecordError(f"{PLAYERS[1 - to_move]} lost by {ending.reason}, and was not to move")
    if ending.reason == Reason.ADJUDICATED_WIN:
        score = (moves[-1].score if moves else None) or Score(cp=0)
        lead = score.cp if score.cp is not None else (score.plies or -1)
        if lead == 0 or (lead < 0) == (ending.winner != to_move):
            raise RecordError("it ends by an adjudicated win, and the last score is another's")
    return stored


def check_game(pgn: PgnGame) -> StoredGame:
    """Return the game with every move and its end checked; what others' tags say that is none of
    ours is not known. Raises LinemateError.
    """
    tags = pgn.tags
    if "Variant" not in tags:
        raise RecordError("no tag Variant: expected one that names the game, as in 'ultimate'")
    game, start = read_game(tags["Variant"].split()), tags.get("FEN")
    if pgn.fault:
        raise RecordError(pgn.fault)
    position = game.start() if start is None else game.read_position(start)
    root = check_tree(game, position, pgn.root)
    for node in root.main_line:
        position.play(game.read_move(position, node.move))
    told = tags.get("Result", UNFINISHED)
    result = pgn.result or (told if told in RESULTS else UNFINISHED)
    if "Result" in tags and told != result and told in RESULTS:
        raise RecordError(f"it ends {result}, and the tag Result says {told}")
    check_ending(game, position, result, tags.get("Termination", UNTOLD))
    reason = tags.get("Termination") or _find_reason(game, position, result)
    winner = WINS.index(result) if result in WINS else None
    return StoredGame(
        (_participant(tags, "White"), _participant(tags, "Black")),
        tags.get("Round", "?"),
        game,
        # In our words: anything that passes for a blank may stand between the fields.
        None if start is None else game.write_position(game.read_position(start)),
        tuple(position.history),
        result,
        Ending(winner, reason, tags.get(DETAILS, pgn.remark)),
        root,
        tags,
    )


def _find_reason(game: Game, position: Position, result: str) -> str:
    """Say why a game ended of which the file does not tell, as far as the board does."""
    if result == UNFINISHED:
        return "not finished"
    board = judge_board(game, position)
    return UNTOLD if board is None else board.reason


def _participant(tags: dict[str, str], colour: str) -> Participant:
    kind = tags.get(f"{colour}Type")
    try:
        level = read_level(tags.get(f"{colour}Level", ""))
    except WordError:
        level = None
    return Participant(tags.get(colour, "?"), kind if kind in (HUMAN, PROGRAM) else None, level)


# ------------------------------------------------------------------ to be played on


def load_game(path: Path, number: int | None = None) -> StoredGame:
    """Read the only game of a file, or the one of this number, counted from 1.

    It is the game that was saved, or LinemateError says why it may not be. Nobody waits for a
    terminal or a pipe, and no file is read that is larger than LARGEST_FILE.
    """
    try:
        return _load(_read_regular(path), number)
    except (OSError, ValueError) as error:
        raise GameFileError(f"cannot load {path}: {explain(error)}") from None


def _load(text: str, number: int | None) -> StoredGame:
    if is_old_game(text) and number in (None, 1):
        return read_old_game(text)
    found = list(islice(read_pgn(text), number or 2))
    if not found:
        raise GameFileError("no saved game: expected PGN with a tag Variant")
    if number is None and len(found) > 1:
        raise GameFileError("there are several games: `--load FILE --game N` takes one of them")
    if number is not None and number > len(found):
        raise GameFileError(f"no game {number}: there are {len(found)}")
    return read_complete(found[-1])


def read_complete(pgn: PgnGame) -> StoredGame:
    """Return a game of which nothing is missing and nothing contradicts the rest.

    Raises LinemateError.
    """
    if not pgn.result and not pgn.fault:
        raise GameFileError("bad game: no result behind the moves, so a part of it is missing")
    stored = check_game(pgn)
    plies = pgn.tags.get("PlyCount", str(len(stored.moves)))
    if plies != str(len(stored.moves)):
        raise GameFileError(f"bad game: {len(stored.moves)} moves, and PlyCount says {plies!r}")
    return stored


def save_game(path: Path, text: str, *, overwrite: bool = False) -> None:
    """Write the PGN of a game to a file, all of it or nothing.

    A file that has one saved game and nothing else is overwritten if that is wanted, and any other
    never. Raises GameFileError.
    """
    try:
        if _exists(path):
            if not _has_one_game(path):
                raise GameFileError("it exists and is no saved game")
            if not overwrite:
                advice = f"type another name, or: overwrite {path}"
                raise GameFileError(f"it has a saved game; {advice}")
        write_whole(path, text)
    except (OSError, ValueError) as error:
        raise GameFileError(f"cannot save {path}: {explain(error)}") from None


def _has_one_game(path: Path) -> bool:
    try:
        _load(_read_regular(path), None)
    except (LinemateError, UnicodeDecodeError):
        return False
    return True


def _read_regular(path: Path) -> str:
    """Read a file of a sensible size. Raises OSError, UnicodeDecodeError and GameFileError."""
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise GameFileError("it is no regular file")
    if found.st_size > LARGEST_FILE:
        raise GameFileError("no saved game is that large")
    return path.read_text("utf-8")


def _exists(path: Path) -> bool:
    """Tell as Path.exists does, but raise OSError where nobody can: at a link to itself, say."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


# ------------------------------------------------------------------ what was saved before PGN
#
# linemate game
# game gomoku size=15 rule=freestyle
# humans x
# position start
# moves h8 i9 g7
# forfeit o O resigned
# end
#
# `humans` are the sides that people play: x, o, both or none; `forfeit` says who lost before the
# board decided it, and why. Without `end` a file was cut. All but `game` and `end` may be left out,
# and a line that begins with # is a comment.

TITLE = "linemate game"
KEYS = ("game", "humans", "position", "moves", "forfeit", "end")
HUMANS = {
    "x": (HUMAN, PROGRAM),
    "o": (PROGRAM, HUMAN),
    "both": (HUMAN,) * 2,
    "none": (PROGRAM,) * 2,
}


def is_old_game(text: str) -> bool:
    return text.partition("\n")[0].strip() == TITLE


def read_old_game(text: str) -> StoredGame:
    """Read a game that `linemate play` saved before it wrote PGN. Raises LinemateError."""
    fields = _read_keys(text)
    tags = {**UNKNOWN, "Round": "-", "White": "x", "Black": "o", "Variant": fields["game"]}
    if "humans" in fields:
        if fields["humans"] not in HUMANS:
            problem = f"bad side {fields['humans']!r}: expected one of {', '.join(HUMANS)}"
            raise GameFileError(f"bad saved game: {problem}")
        tags["WhiteType"], tags["BlackType"] = HUMANS[fields["humans"]]
    if fields.get("position", "start") != "start":
        tags |= {"SetUp": "1", "FEN": fields["position"]}
    tags["Termination"] = Reason.INTERRUPTED
    line = make_line((move, "") for move in fields.get("moves", "").split())
    stored = check_game(PgnGame(tags, line))
    ending = judge_board(stored.game, stored.position())
    if "forfeit" in fields:
        mark, _, reason = fields["forfeit"].partition(" ")
        if mark not in tuple(PLAYERS) or ending is not None:
            raise GameFileError(f"bad saved game: {mark!r} cannot have lost without a move")
        if not reason:
            raise GameFileError("bad saved game: no reason in line 'forfeit'")
        ending = Ending(1 - PLAYERS.index(mark), FORFEIT, reason)
    if ending is None:
        return stored
    tags |= {"Result": ending.result, "Termination": ending.reason, DETAILS: ending.detail}
    return check_game(PgnGame(tags, line))


def _read_keys(text: str) -> dict[str, str]:
    """Return what stands behind the first word of each line, by that word."""
    fields: dict[str, str] = {}
    for line in text.splitlines()[1:]:
        key, _, value = line.strip().partition(" ")
        if not key or key.startswith("#"):
            continue
        if key not in KEYS or key in fields:
            problem = "a second" if key in fields else "an unknown"
            raise GameFileError(f"bad saved game: {problem} line {key[:20]!r}")
        if "end" in fields:
            raise GameFileError(f"bad saved game: a line {key[:20]!r} behind the end")
        fields[key] = value
    for key in ("end", "game"):
        if key not in fields:
            raise GameFileError(f"bad saved game: no line {key!r}, so a part of it is missing")
    return fields
