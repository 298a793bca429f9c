"""A browser for the tests that need one: Debian's Chromium, or a relative of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Error, Playwright, expect, sync_playwright

from tests.waiting import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


class NoBrowserError(Exception):
    """None of those that are known can be started here."""


@contextmanager
def launch() -> Iterator[Browser]:
    """Run a browser without a window, for as long as this lasts."""
    with sync_playwright() as playwright:
        browser = start_any(playwright)
        expect.set_options(timeout=PATIENCE * 1000)
        yield browser
        browser.close()


def start_any(playwright: Playwright) -> Browser:
    """Start the first that can be: some are not there, or have no rights to start."""
    for path in filter(None, map(shutil.which, NAMES)):
        try:
            return playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        except Error:
            continue
    raise NoBrowserError(f"none of {', '.join(NAMES)} works here")
