"""A page that somebody has asked for, around the match: served while it is played, then written."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from linemate.clients.match.options import PageRequest
from linemate.clients.match.page.document import TITLE
from linemate.clients.match.page.live import MatchPage
from linemate.clients.match.settings import Settings, SettingsError
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.files import explain
from linemate.clients.shared.harmless import say
from linemate.clients.shared.page.browser import open_browser

PAGE = "page.html"  # in the directory of a match
POLL = 0.2  # seconds between looks at whether it is still wanted


def refuse_file(path: Path) -> None:
    """Raise SettingsError where no page can be written, or something else would be lost."""
    try:
        if not path.absolute().parent.is_dir():
            raise SettingsError(f"no page can be written to {path}: there is no such folder")
        if path.exists() and not _is_page(path):
            raise SettingsError(f"no page is written to {path}: it has something else in it")
    except OSError as error:
        raise SettingsError(f"no page can be written to {path}: {explain(error)}") from None


def _is_page(path: Path) -> bool:
    """Tell whether it is a page of ours; from what is no regular file one might wait for ever."""
    return path.is_file() and TITLE in path.read_text(encoding="utf-8", errors="replace")


class WatchedPage:
    """The page of one match; `page` is what is told of it."""

    def __init__(self, request: PageRequest, settings: Settings, schedule: Schedule) -> None:
        """Take the port and look at the file: a match whose page cannot be does not begin.

        Raises SettingsError.
        """
        if request.file is not None:
            refuse_file(request.file)
        self._request = request
        self.page = MatchPage(settings, schedule)
        try:
            self._server = self.page.serve(request.port)
        except OSError as error:
            reason = explain(error)
            raise SettingsError(f"no page can be served at port {request.port}: {reason}") from None

    @contextmanager
    def shown(self, directory: Path, is_interrupted: Callable[[], bool]) -> Iterator[None]:
        """Serve the page meanwhile; in the end write it, and keep serving it if that was asked.

        Raises OSError where it cannot be written.
        """
        with self._server:
            say(f"The page is at {self._server.address} while the match is played.")
            if self._request.opens:
                open_browser(self._server.address)
            yield
            self.page.finish()
            path = self._request.file or directory / PAGE
            self.page.write(path)
            say(f"\nThe page is in {path}")
            if self._request.stays and not is_interrupted():
                say(f"and stays at {self._server.address} until Ctrl-C.")
                while not is_interrupted():
                    time.sleep(POLL)
