"""The page of a match while it is played, and the file that remains of it.

Three threads meet here: the match adds games and looks in now and then (`show_game`,
`show_progress`), those who play tell each move (`follow`), and the server reads. What the server
reads is bytes that were made by the match, and only while somebody watches.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from linemate.clients.match.page.document import write_page
from linemate.clients.match.page.games import GamePacker
from linemate.clients.match.page.remote import read_event
from linemate.clients.match.page.server import PageServer
from linemate.clients.match.page.standing import describe_file, describe_match
from linemate.clients.match.settings import Settings
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.match.workers.runner import MatchPool
from linemate.clients.shared.files import write_whole
from linemate.clients.shared.game_files import StoredGame
from linemate.clients.shared.page.bundle import write_json
from linemate.clients.shared.records import GameRecord, PlayedMove, Task

LOOK_EVERY = 0.4  # seconds between two looks at the games in progress
STANDING_EVERY = 2.0  # seconds between two standings: with forty players one takes some time
MOST_GAMES = 5000  # that a page has to replay; of more, the latest
MOST_BOARDS = 64  # games in progress that are shown

Json = dict[str, Any]


class MatchPage:
    """Is told of a match as a view is; `server` is where it can be seen, once it is served."""

    def __init__(self, settings: Settings, schedule: Schedule) -> None:
        self._settings, self._schedule = settings, schedule
        names = [engine.name for engine in settings.engines]
        self._packer = GamePacker(names, settings.game)
        self._identity = uuid.uuid4().hex
        self._lock = threading.Lock()
        self._games: list[str] = []
        self._followed: dict[tuple[Any, ...], tuple[float, Sequence[PlayedMove]]] = {}
        self._playing, self._standing = "[]", "null"
        self._looked = self._described = float("-inf")
        self._is_stale = True
        self.server: PageServer | None = None

    def serve(self, port: int) -> PageServer:
        """Listen at this port, or at any with 0; the match is served within the server's context.

        Raises OSError.
        """
        page = write_page(write_json({**self._describe(), "live": self._identity}), live=True)
        self.server = PageServer(port, page.encode(), self.tell)
        return self.server

    # ---------------------------------------------------------------- what happens

    def follow(self, task: Task, moves: Sequence[PlayedMove]) -> None:
        """Take the moves of a game in progress; called by whoever plays it."""
        self._followed[task.key] = time.monotonic(), moves

    def follow_event(self, event: Sequence[Any]) -> None:
        """Take the moves of a game that is played on a cluster."""
        key, moves = read_event(event)
        self._followed[key] = time.monotonic(), moves

    def add(self, record: GameRecord) -> None:
        """Take a game that is over."""
        packed = write_json(self._packer.pack_record(record))
        with self._lock:
            self._games.append(packed)
        self._followed.pop(record.task.key, None)
        self._is_stale = True

    def show_game(self, record: GameRecord, log: str | None) -> None:
        self.add(record)

    def show_progress(self, pool: MatchPool) -> None:
        now = time.monotonic()
        if self.server is None or not self.server.is_watched or now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        self._playing = write_json(
            self._describe_playing([each.job for each in pool.in_progress()])
        )
        due = self._is_stale and now - self._described >= STANDING_EVERY
        if due and not self._schedule.is_over:  # the last one is `finish`'s to show
            self._refresh_standing()

    def finish(self) -> None:
        """Show the end to those who watch."""
        self._playing = "[]"
        self._refresh_standing()
        if self.server is not None:
            self.server.announce_end()

    def _refresh_standing(self) -> None:
        self._is_stale = False
        self._standing = write_json(describe_match(self._settings, self._schedule))
        self._described = time.monotonic()

    def _describe_playing(self, tasks: Sequence[Task]) -> list[Json]:
        playing = []
        for task in tasks[:MOST_BOARDS]:
            since, moves = self._followed.get(task.key, (None, ()))
            thinking = None if since is None else round(time.monotonic() - since, 1)
            packed = self._packer.pack_progress(self._settings.game, task, moves)
            playing.append({**packed, "thinking": thinking})
        return playing

    # ---------------------------------------------------------------- what is told

    def tell(self, known: int) -> bytes:
        """Return the state as JSON, with the games from number `known` on, or the latest."""
        with self._lock:
            count = len(self._games)
            first = max(min(known, count), count - MOST_GAMES)
            games = self._games[first:]
        text = (
            f'{{"live":"{self._identity}","standing":{self._standing},"playing":{self._playing},'
            f'"first":{first},"games":[{",".join(games)}]}}'
        )
        return text.encode()

    def _describe(self) -> Json:
        settings = self._settings
        return {
            "title": settings.game,
            "format": settings.format if len(settings.engines) > 2 else "match",
            "rules": self._packer.rules,
            "players": [
                {
                    "name": engine.name,
                    "limits": str(engine.time_control),
                    "options": " ".join(f"{name}={text}" for name, text in engine.options.items()),
                    "clock": engine.time_control.clock,
                    "increment": engine.time_control.increment,
                }
                for engine in settings.engines
            ],
        }

    def write(self, path: Path) -> None:
        """Write the file that has everything. Raises OSError."""
        games = self._games[-MOST_GAMES:]
        data = {
            **self._describe(),
            "standing": describe_match(self._settings, self._schedule),
            "first": len(self._games) - len(games),
        }
        write_whole(path, _with_games(data, games))


def write_file_page(path: Path, source: str, stored: Sequence[StoredGame]) -> None:
    """Write the page of games that were read from a file. Raises OSError."""
    shown = stored[-MOST_GAMES:]
    packer = GamePacker()
    games = [write_json(packer.pack_stored(each)) for each in shown]
    data = {
        "title": source,
        "format": "games",
        "rules": packer.rules,
        "players": [{"name": name, "limits": ""} for name in packer.players],
        "standing": describe_file((each.x, each.o, each.result) for each in stored),
        "first": len(stored) - len(shown),
    }
    write_whole(path, _with_games(data, games))


def _with_games(data: Json, games: Sequence[str]) -> str:
    """Return the page with games that are written already."""
    return write_page(f'{write_json(data)[:-1]},"games":[{",".join(games)}]}}')
