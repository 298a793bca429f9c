"""A page that is shown to whoever started it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path


def open_browser(address: str) -> None:
    """Open a browser there, if it would be one with a window: another would take the terminal."""
    if has_screen():
        # In a thread: some browsers return when they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def open_file(path: Path) -> None:
    """Open a browser at a file, likewise, and wait until it has taken it: a command that ends now
    would end before.
    """
    if has_screen():
        webbrowser.open(path.resolve().as_uri())


def has_screen() -> bool:
    """Say whether a browser would open a window."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))
