"""A browser for the tests that need one: Debian's Chromium, or a relative of it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.waiting import PATIENCE

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
TRIAL = "<html><body><script>document.body.textContent = 6 * 7</script></body></html>"


def find_browser(directory: Path) -> str | None:
    """The path of one that works here: some may not read our files, or have no rights to start.

    What it leaves behind is in `directory`.
    """
    for path in filter(None, map(shutil.which, NAMES)):
        try:
            if "42" in print_page(path, TRIAL, directory):
                return path
        except (OSError, subprocess.TimeoutExpired):
            continue
    return None


def print_page(browser: str, page: str, directory: Path, fragment: str = "") -> str:
    """The page as a browser leaves it when its scripts have run."""
    path = directory / "page.html"
    path.write_text(page, encoding="utf-8")
    home = f"--user-data-dir={directory / 'browser'}"
    return subprocess.run(
        [browser, "--headless", "--dump-dom", *FLAGS, home, path.as_uri() + fragment],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    ).stdout
