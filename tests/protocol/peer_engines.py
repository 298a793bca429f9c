"""Engines for the driver to cope with: one that does it right, and many that do it wrong.

Deadlines are either short ones that have to pass, or long ones that must not: no test depends
on how fast the machine is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from linemate.engine.core import Limits

PEERS = Path(__file__).parent / "peers"
PYTHON = [sys.executable, "-S"]  # starts in half the time
HONEST = [*PYTHON, str(PEERS / "honest.py")]
SOON = 0.2
NEVER = 60.0
INFINITE = Limits(infinite=True)


def broken(kind: str) -> list[str]:
    """The command of an engine that does it wrong in this way, a class of peers/broken.py."""
    return [*PYTHON, str(PEERS / "broken.py"), kind]
