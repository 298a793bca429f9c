"""Games in files: text that a person can read, one word and what belongs to it on each line.

    linemate game
    game gomoku size=15 rule=freestyle
    humans x
    position start
    moves h8 i9 g7
    forfeit o O resigned
    end

`humans` are the sides that people play: x, o, both or none. `position` has a position string,
or `start` for the start of the game; `moves` are in the protocol's notation. `forfeit` is there
only if a player lost before the board decided it, and says who and why. Without `end` a file was
cut, and its last move may be half of one. All but `game` and `end` may be left out by those who
write such a file by hand, and a line that begins with # is a comment. Reading refuses a file
rather than guess: what comes back is the game that was saved. It is UTF-8 wherever it is written.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

from linemate.clients.play.match import Match
from linemate.clients.play.sides import read_sides, write_sides
from linemate.clients.shared.values import describe_game, read_game
from linemate.engine.core import PLAYERS, LinemateError

TITLE = "linemate game"
KEYS = ("game", "humans", "position", "moves", "forfeit", "end")
LARGEST_FILE = 1 << 16


class SaveFileError(LinemateError):
    """A file that cannot be written or read; nothing was changed."""


class SavedGame(NamedTuple):
    """A match and the sides that people play in it; None where the file does not tell."""

    match: Match
    humans: frozenset[int] | None


def write_game(match: Match, humans: frozenset[int]) -> str:
    lines = [
        TITLE,
        f"game {describe_game(match.game)}",
        f"humans {write_sides(humans)}",
        f"position {match.start or 'start'}",
        f"moves {' '.join(match.moves)}".rstrip(),
    ]
    if match.forfeited is not None:
        # The reason may be in an engine's words, and has to stay on its line.
        reason = " ".join(match.forfeited.reason.split())
        lines.append(f"forfeit {PLAYERS[match.forfeited.loser]} {reason}")
    lines.append("end")
    return "".join(f"{line}\n" for line in lines)


def read_saved(text: str) -> SavedGame:
    """The inverse of `write_game`. Raises LinemateError with what is wrong."""
    fields = _read_fields(text)
    if "game" not in fields:
        raise SaveFileError("bad saved game: no line 'game'")
    start = fields.get("position", "start")
    match = Match(read_game(fields["game"].split()), None if start == "start" else start)
    for number, move in enumerate(fields.get("moves", "").split(), start=1):
        try:
            match.position.play(match.game.read_move(match.position, move))
        except LinemateError as error:
            raise SaveFileError(f"bad saved game: move {number}: {error}") from None
    if "forfeit" in fields:
        mark, _, reason = fields["forfeit"].partition(" ")
        if not reason:
            raise SaveFileError("bad saved game: no reason in line 'forfeit'")
        match.forfeit(_read_loser(match, mark), reason)
    humans = fields.get("humans")
    return SavedGame(match, None if humans is None else read_sides(humans))


def _read_fields(text: str) -> dict[str, str]:
    title, *lines = text.splitlines() or [""]
    if title.strip() != TITLE:
        raise SaveFileError(f"no saved game: the first line is not {TITLE!r}")
    fields: dict[str, str] = {}
    for line in lines:
        key, _, value = line.strip().partition(" ")
        if not key or key.startswith("#"):
            continue
        if key not in KEYS or key in fields:
            problem = "a second" if key in fields else "an unknown"
            raise SaveFileError(f"bad saved game: {problem} line {key[:20]!r}")
        if "end" in fields:
            raise SaveFileError(f"bad saved game: a line {key[:20]!r} behind the end")
        fields[key] = value
    if "end" not in fields:
        raise SaveFileError("bad saved game: no line 'end', so a part of it is missing")
    return fields


def _read_loser(match: Match, mark: str) -> int:
    if mark not in tuple(PLAYERS) or match.ending is not None:
        raise SaveFileError(f"bad saved game: {mark!r} cannot have lost without a move")
    return PLAYERS.index(mark)


def save(match: Match, humans: frozenset[int], path: Path, *, overwrite: bool = False) -> None:
    """Write the game to a file. Only a saved game is ever overwritten, and never by half."""
    try:
        if _exists(path):
            if not _is_saved_game(path):
                raise SaveFileError(f"cannot save: {path} exists and is no saved game")
            if not overwrite:
                advice = f"type another name, or: overwrite {path}"
                raise SaveFileError(f"not saved: {path} has a saved game; {advice}")
        # A link goes on leading to the game.
        _write_whole(Path(os.path.realpath(path)), write_game(match, humans))
    except (OSError, ValueError) as error:
        raise _refusal("save", path, error) from None


def _write_whole(path: Path, text: str) -> None:
    """All of it or nothing: what the file had before is there until the new text is."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with part.open("xb") as file:
        try:
            file.write(text.encode())
            file.flush()
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def load(path: Path) -> SavedGame:
    """The game in a file. Raises LinemateError with what is wrong."""
    try:
        if not _is_regular(path):
            raise SaveFileError(f"cannot load {path}: it is no regular file")
        if path.stat().st_size > LARGEST_FILE:
            raise SaveFileError(f"cannot load {path}: no saved game is that large")
        return read_saved(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise _refusal("load", path, error) from None


def _is_saved_game(path: Path) -> bool:
    if not _is_regular(path):
        return False
    with path.open("rb") as file:
        return file.readline(LARGEST_FILE).strip() == TITLE.encode()


def _exists(path: Path) -> bool:
    """Unlike Path.exists, raises OSError where nobody can tell: a link to itself, for example."""
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def _is_regular(path: Path) -> bool:
    """Reading a terminal or a pipe would wait for somebody to write. Raises OSError."""
    return stat.S_ISREG(path.stat().st_mode)


def _refusal(verb: str, path: Path, error: Exception) -> LinemateError:
    if isinstance(error, LinemateError):
        return error
    if isinstance(error, UnicodeDecodeError):
        return SaveFileError(f"cannot {verb} {path}: it is no text")
    reason = error.strerror if isinstance(error, OSError) else error
    return SaveFileError(f"cannot {verb} {str(path)!r}: {reason}")
