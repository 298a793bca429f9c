"""The directory of a match: what it was told to do, and every game as soon as it is over.

    match.json      the settings, as `read_settings` takes them
    openings.txt    a copy of the openings file, if there is one
    games.jsonl     one record a line: this is the memory of the match
    games.pgn       the same games as PGN; made anew from the records where they differ
    interrupted.pgn games that were interrupted or that nobody could judge; not counted
    standing.txt    the standing when the match last ended
    log/            dialogues

A record is on the disk before the match takes notice of it (`shared/journal.py`): of a game that a
power cut left half written nothing is known, and it is played again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linemate.clients.match.settings import SettingsError
from linemate.clients.shared.fields import read_object
from linemate.clients.shared.files import append_whole, explain, make_directory, write_whole
from linemate.clients.shared.game_files import check_record
from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.journal import BusyError, LinesFile
from linemate.clients.shared.pgn import write_pgn
from linemate.clients.shared.records import GameRecord, RecordError, from_json, to_json
from linemate.clients.shared.referee.table import FinishedGame
from linemate.clients.shared.values import to_text
from linemate.engine.core import LinemateError

SETTINGS = "match.json"
OPENINGS = "openings.txt"
GAMES = "games.jsonl"
PGN = "games.pgn"


class MatchDirectory:
    """Use as a context manager; while it is open, no other referee can open the directory."""

    def __init__(self, path: Path) -> None:
        """Open the directory of a match that was begun. Raises RecordError for games that cannot be
        read, SettingsError if another referee is at it, OSError.
        """
        self.path = path
        try:
            self._games = LinesFile(path / GAMES)
        except BusyError:
            problem = f"{path} is the directory of a match that is being played"
            raise SettingsError(problem) from None
        try:
            self._records = self._read()
            self._restore_pgn(self._records)
        except BaseException:
            self._games.close()
            raise

    def __enter__(self) -> MatchDirectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._games.close()

    def take_records(self) -> list[GameRecord]:
        """Return the games that were there when it was opened; only once, for they may be many."""
        records, self._records = self._records, []
        return records

    def add(self, record: GameRecord) -> None:
        """Keep a finished game; it is on the disk when this returns."""
        self._games.append(to_json(record))
        self._append_pgn(PGN, record)

    def add_interrupted(self, record: GameRecord) -> None:
        """Keep a game that was broken off and does not count, if anything was played of it."""
        if record.moves:
            self._append_pgn("interrupted.pgn", record)

    def add_dialogue(self, finished: FinishedGame) -> Path | None:
        """Keep the dialogue of a game, if there is one, and return its file."""
        if finished.dialogue is None:
            return None
        record, ending = finished.record, finished.record.ending
        names = re.sub(r"[^\w.-]+", "_", f"{record.task.x}-{record.task.o}")[:80]
        end = "" if record.at_fault is None else f"-{ending.reason.replace(' ', '-')}"
        folder = self.path / "log"
        folder.mkdir(exist_ok=True)
        path = folder / f"{record.task.label}-{names}{end}.txt"
        header = f"{record.task.x} (x) against {record.task.o} (o), game {record.task.label}"
        how = f"{ending.result}, {ending.reason}: {ending.detail}"
        text = f"# {header}\n# {how}\n{finished.dialogue}"
        path.write_text(harmless(text), encoding="utf-8")
        return path

    def write_standing(self, text: str) -> None:
        """Keep the standing, in place of an older one."""
        write_whole(self.path / "standing.txt", harmless(text))

    # ---------------------------------------------------------------- what is there

    def _read(self) -> list[GameRecord]:
        """Return the records, replayed by the rules of their games. Raises RecordError."""
        records: dict[tuple[object, ...], GameRecord] = {}
        for number, line in enumerate(self._games.read(), 1):
            try:
                if line.strip():
                    record = from_json(line.decode(errors="replace"))
                    check_record(record)
                    if records.setdefault(record.task.key, record) is not record:
                        raise RecordError(f"game {record.task.label} is there a second time")
            except LinemateError as error:
                raise RecordError(f"{self.path / GAMES}, line {number}: {error}") from None
        return list(records.values())

    def _restore_pgn(self, records: list[GameRecord]) -> None:
        """Make the PGN anew where it differs from the records."""
        text = "".join(map(write_pgn, records))
        path = self.path / PGN
        if not path.exists() or path.read_text(encoding="utf-8", errors="replace") != text:
            write_whole(path, text)

    def _append_pgn(self, name: str, record: GameRecord) -> None:
        with (self.path / name).open("ab", buffering=0) as file:
            append_whole(file.fileno(), write_pgn(record).encode())


def create_directory(directory: Path, raw: Mapping[str, Any]) -> MatchDirectory:
    """Make a directory, or take an empty one, for a match with these settings.

    Raises SettingsError and OSError.
    """
    make_directory(directory)
    if any(directory.iterdir()):
        raise SettingsError(
            f"{directory} is not empty: choose another with --out, or go on with --resume"
        )
    kept = dict(raw)
    if "openings" in raw:
        text = Path(raw["openings"]).read_text(encoding="utf-8")
        write_whole(directory / OPENINGS, text)
        kept["openings"] = OPENINGS
    write_whole(directory / SETTINGS, json.dumps(kept, indent=2) + "\n")
    return MatchDirectory(directory)


def read_raw(directory: Path) -> dict[str, Any]:
    """Return the settings of a match that is to be resumed. Raises SettingsError."""
    try:
        raw = read_object((directory / SETTINGS).read_text(encoding="utf-8")).values
        if "openings" in raw:
            raw["openings"] = str(directory / to_text(raw["openings"]))
    except (OSError, ValueError) as error:
        reason = explain(error)
        raise SettingsError(f"cannot resume {str(directory)!r}: {SETTINGS}: {reason}") from None
    return raw
