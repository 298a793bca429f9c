"""Starting engines: ours wherever the user happens to be, anybody's by its command."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from protocol.driver import Engine

ROOT = Path(__file__).resolve().parent.parent
STARTUP_SECONDS = 20.0


def start_engine(command: str | None) -> Engine:
    """By a command of the user's, run where he is; None is our engine. Raises EngineError."""
    if command is not None:
        return Engine.start(command, timeout=STARTUP_SECONDS)
    return Engine.start(our_command("engine"), timeout=STARTUP_SECONDS, env=our_environment())


def our_command(module: str) -> list[str]:
    """Runs a module of this project, in `our_environment`."""
    # -P: a directory `engine` where the user happens to be must not be taken for ours.
    return [sys.executable, "-P", "-m", module]


def our_environment() -> Mapping[str, str]:
    """The user's, in which Python finds this project, installed or not."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
