"""The engine's tools, asked from here: each is started as a process.

So no client knows a search, and what a tool refuses is refused here in its own words.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from typing import Any

from linemate.engine.core import LinemateError
from linemate.protocol.driver import our_command, our_environment

# Seconds. A million samples of the slowest game take about as long, and nothing else does.
LONGEST_WAIT = 600


class ToolError(LinemateError):
    """A tool refused, with its reason."""


def ask_tool(command: str, arguments: Iterable[str], text: str = "") -> dict[str, Any]:
    """Return the document that `engine.tools.COMMAND` prints, with `text` as its input.

    Raises ToolError.
    """
    try:
        run = subprocess.run(
            [*our_command(f"linemate.engine.tools.{command}"), *arguments],
            input=text,
            capture_output=True,
            encoding="utf-8",
            env={**our_environment(), "PYTHONIOENCODING": "utf-8"},
            timeout=LONGEST_WAIT,
        )
    except subprocess.TimeoutExpired:
        raise ToolError(f"no answer after {LONGEST_WAIT} seconds: ask for less") from None
    if run.returncode:
        lines = run.stderr.strip().splitlines() or [f"the engine ended with {run.returncode}"]
        raise ToolError(lines[-1])
    document: dict[str, Any] = json.loads(run.stdout)
    return document
