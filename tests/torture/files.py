"""Damaged records, PGN, saved games and settings, through every reader there is.

A reader may refuse with an error of its own, a LinemateError, and with nothing else; what it
accepts can be shown, and nothing that a terminal obeys comes out.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from unittest import mock

from linemate.clients.__main__ import main
from linemate.clients.match.directory import GAMES, SETTINGS, MatchDirectory, read_raw
from linemate.clients.match.settings import read_settings
from linemate.clients.play import played
from linemate.clients.shared.command import MISUSED, OVER
from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.pgn import write_pgn
from linemate.clients.shared.records import Reason, to_json
from linemate.clients.web import games as page
from linemate.clients.web.messages import Write, WrittenMove
from linemate.clients.web.views import describe_games
from linemate.engine.core import LinemateError
from tests.clients.conftest import make_record
from tests.clients.shared.test_game_files import LINES, VALID
from tests.clients.web.test_games import ME, PRESENT, YOU
from tests.damage import damaged
from tests.torture.harness import Findings, Options
from tests.torture.sentences import pool
from tests.variants import VARIANTS

AT_A_TIME = 2
FILES = 100_000
FILES_OF_A_PART = 2_000
# One file in so many is read by each of those who need a directory, or a screen.
LOADED, RESUMED, SHOWN = 3, 3, 10

MATCH = {
    "game": "tictactoe",
    "games": 4,
    "format": "swiss",
    "rounds": 1,
    "movetime": "10ms",
    "draw": ["score=10", "plies=8"],
    "engine": [{"name": "A", "option": {"Hash": 16}}, {"name": "B", "clock": "1s+10ms"}],
}


def parts(options: Options) -> list[int]:
    return list(range(max(1, round(FILES * options.scale / FILES_OF_A_PART))))


def torture(part: int, random: Random, options: Options) -> Findings:
    found = Findings()
    good = [*VALID, *LINES, *random_games(random)]
    for reason in (Reason.TIME, Reason.CRASH, Reason.ADJUDICATED_WIN):
        good += [write_pgn(make_record(0, "A", reason)), to_json(make_record(0, "A", reason))]
    with tempfile.TemporaryDirectory() as directory:
        readers = Readers(Path(directory), random)
        for text in pool(damaged(good), random, FILES_OF_A_PART):
            found.count("files")
            for reader in readers.of_games():
                attempt(reader, text, found)
        for text in pool(damaged([json.dumps(MATCH, indent=1)]), random, FILES_OF_A_PART // 5):
            found.count("settings")
            attempt(readers.resume_settings, text, found)
    return found


def attempt(reader: Callable[[str], object], text: str, found: Findings) -> None:
    try:
        reader(text)
    except LinemateError:
        found.count("refused")
    except Exception as error:
        found.faults.append(f"{reader.__name__}: {error!r} of {text!r}")
    else:
        found.count("accepted")


def random_games(random: Random) -> Iterator[str]:
    """Yield a game of each variant, as the page saves it."""
    for variant in VARIANTS:
        position = variant.game.start()
        for _ in range(random.randrange(variant.game.cell_count + 1)):
            if position.legal_moves():
                position.play(random.choice(position.legal_moves()))
        current = page.CurrentGame()
        words = " ".join([variant.name, *(f"{k}={v}" for k, v in variant.options.items())])
        moves = [variant.game.write_move(move) for move in position.history]
        current.open(words, None, moves, 0)
        line = tuple(WrittenMove(ply - 1, move) for ply, move in enumerate(moves))
        yield page.write_text(current, Write(0, ME, YOU, "", line))


class Readers:
    """What the clients do with a file, in a directory."""

    def __init__(self, directory: Path, random: Random) -> None:
        self._directory, self._random = directory, random
        self._match = directory / "match"
        self._match.mkdir()

    def of_games(self) -> list[Callable[[str], object]]:
        """Return who reads a file: the page always, the others by lot."""
        others = {self.load: LOADED, self.resume_games: RESUMED, self.replay: SHOWN}
        chosen = [each for each, share in others.items() if self._random.randrange(share) == 0]
        return [self.show_on_page, *chosen]

    def _write(self, path: Path, text: str) -> None:
        """Write it, now and then with a byte that makes it no UTF-8."""
        data = bytearray(text.encode())
        if data and self._random.randrange(5) == 0:
            data[self._random.randrange(len(data))] = self._random.randrange(256)
        path.write_bytes(data)

    def show_on_page(self, text: str) -> None:
        json.dumps(describe_games(page.read_text(text, PRESENT)), allow_nan=False)

    def load(self, text: str) -> None:
        """Load it as `linemate play --load` does."""
        path = self._directory / "game"
        self._write(path, text)
        played.load(path)

    def resume_games(self, text: str) -> None:
        """Open the records as `linemate match --resume` does."""
        self._write(self._match / GAMES, text)
        with MatchDirectory(self._match) as directory:
            directory.take_records()

    def resume_settings(self, text: str) -> None:
        self._write(self._match / SETTINGS, text)
        read_settings(read_raw(self._match))

    def replay(self, text: str) -> None:
        """Show it by `linemate replay`, which takes the file for what it finds in it."""
        path = self._directory / "games"
        self._write(path, text)
        printed = io.BytesIO()
        screen = io.TextIOWrapper(printed, encoding="utf-8", write_through=True)
        with (
            mock.patch("sys.stdin", io.StringIO("l\ne\nq\n")),
            contextlib.redirect_stdout(screen),
            contextlib.redirect_stderr(screen),
        ):
            status = main(["replay", str(path)])
        text = printed.getvalue().decode()
        assert harmless(text) == text, f"a terminal obeys {text!r}"
        assert status in (OVER, MISUSED), status
        if status == MISUSED:
            raise LinemateError(text)
