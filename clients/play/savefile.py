"""Games in files: text that a person can read, one word and what belongs to it on each line.

    linemate game
    game gomoku size=15 rule=freestyle
    position start
    moves h8 i9 g7
    resigned o

`position` has a position string, or `start` for the start of the game; `moves` are in the
protocol's notation. `resigned` is there only if somebody did. A line that begins with # is a
comment. Reading refuses a file rather than guess: what comes back is the game that was saved.
"""

from __future__ import annotations

import os
from pathlib import Path

from clients.play.match import Match
from clients.words import describe_game, read_game
from engine.core import PLAYERS, LinemateError

TITLE = "linemate game"
LARGEST_FILE = 1 << 16


class SaveFileError(LinemateError):
    """A file that cannot be written or read; nothing was changed."""


def write_match(match: Match) -> str:
    lines = [
        TITLE,
        f"game {describe_game(match.game)}",
        f"position {match.start or 'start'}",
        f"moves {' '.join(match.moves)}".rstrip(),
    ]
    if match.resigned is not None:
        lines.append(f"resigned {PLAYERS[match.resigned]}")
    return "".join(f"{line}\n" for line in lines)


def read_match(text: str) -> Match:
    """The inverse of `write_match`. Raises LinemateError with what is wrong."""
    title, *lines = text.splitlines() or [""]
    if title.strip() != TITLE:
        raise SaveFileError(f"no saved game: the first line is not {TITLE!r}")
    fields: dict[str, str] = {}
    for line in lines:
        key, _, value = line.strip().partition(" ")
        if not key or key.startswith("#"):
            continue
        if key not in ("game", "position", "moves", "resigned") or key in fields:
            problem = "a second" if key in fields else "an unknown"
            raise SaveFileError(f"bad saved game: {problem} line {key[:20]!r}")
        fields[key] = value
    if "game" not in fields:
        raise SaveFileError("bad saved game: no line 'game'")
    start = fields.get("position", "start")
    match = Match(read_game(fields["game"].split()), None if start == "start" else start)
    for number, move in enumerate(fields.get("moves", "").split(), start=1):
        try:
            match.position.play(match.game.read_move(match.position, move))
        except LinemateError as error:
            raise SaveFileError(f"bad saved game: move {number}: {error}") from None
    _read_resignation(match, fields.get("resigned"))
    return match


def _read_resignation(match: Match, mark: str | None) -> None:
    if mark is None:
        return
    if mark not in ("x", "o") or match.ending is not None:
        raise SaveFileError(f"bad saved game: {mark!r} cannot have resigned")
    match.resign(PLAYERS.index(mark))


def save(match: Match, path: Path, *, overwrite: bool = False) -> None:
    """Write the game to a file. Only a saved game is ever overwritten, and never by half."""
    try:
        if path.exists():
            if not _is_saved_game(path):
                raise SaveFileError(f"cannot save: {path} exists and is no saved game")
            if not overwrite:
                advice = f"type another name, or: overwrite {path}"
                raise SaveFileError(f"not saved: {path} has a saved game; {advice}")
        _write_whole(path, write_match(match))
    except (OSError, ValueError) as error:
        raise _refusal("save", path, error) from None


def _write_whole(path: Path, text: str) -> None:
    """All of it or nothing: what the file had before is there until the new text is."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with part.open("x") as file:
        try:
            file.write(text)
            file.flush()
            os.replace(part, path)
        except OSError:
            part.unlink(missing_ok=True)
            raise


def load(path: Path) -> Match:
    """The game in a file. Raises LinemateError with what is wrong."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SaveFileError(f"cannot load {path}: no saved game is that large")
        return read_match(path.read_text())
    except (OSError, ValueError) as error:
        raise _refusal("load", path, error) from None


def _is_saved_game(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(TITLE)) == TITLE.encode()


def _refusal(verb: str, path: Path, error: Exception) -> LinemateError:
    if isinstance(error, LinemateError):
        return error
    if isinstance(error, UnicodeDecodeError):
        return SaveFileError(f"cannot {verb} {path}: it is no text")
    reason = error.strerror if isinstance(error, OSError) else error
    return SaveFileError(f"cannot {verb} {str(path)!r}: {reason}")
