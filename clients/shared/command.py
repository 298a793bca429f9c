"""What all commands of `linemate` have in common: exit statuses, and their own name."""

from __future__ import annotations

import os
import sys

OVER, FAILED, MISUSED = 0, 1, 2
INTERRUPTED = 130  # as a shell says of a program that Ctrl-C ended


def program(command: str = "") -> str:
    """Name a command of ours as it was started: `linemate play`, `python3 -m clients play`."""
    started = os.path.basename(sys.argv[0])
    if started == "__main__.py":
        package = os.path.basename(os.path.dirname(sys.argv[0]))
        inside = os.path.basename(os.path.dirname(os.path.dirname(sys.argv[0])))
        started = f"python3 -m {'linemate.' if inside == 'linemate' else ''}{package}"
    elif started not in ("linemate", "linemate.exe"):
        started = "linemate"  # called by another program, such as a test
    return f"{started.removesuffix('.exe')} {command}".strip()
