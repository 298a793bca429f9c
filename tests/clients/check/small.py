"""Engines to check, and a small check of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from linemate.clients.check.engine_under_test import EngineUnderTest, get_acquainted
from linemate.clients.check.raw_connection import Fault
from linemate.clients.check.runner import Plan, Result, check, fail_the_handshake
from linemate.clients.check.steps.fixture import Pace
from linemate.engine.registry import make_game
from linemate.protocol.driver import Dialect

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
TIMEOUT = 5.0  # seconds that a fault which hangs costs; who has none is given more
HOLD = 0.05  # seconds in which a quiet machine shows a search that ends too soon
EXAMPLES = 60


def command(fault: str | None = None) -> list[str]:
    """The good engine, or one with a fault. It starts faster without site packages."""
    script = HERE / ("good_engine.py" if fault is None else "broken_engine.py")
    return [sys.executable, "-S", "-E", str(script), *([fault] if fault else [])]


def run_check(
    words: Sequence[str],
    only: Sequence[int] = (),
    *,
    game: str = "tictactoe",
    examples: int = EXAMPLES,
    dialect: Dialect | None = None,
    go: str = "movetime 5",
    hold: float = HOLD,
    timeout: float = TIMEOUT,
    seed: int = 0,
) -> list[Result]:
    """What `linemate check` finds, at a small size; no property runs out of time."""
    plan = Plan(
        [make_game(game)],
        seed=seed,
        examples=examples,
        go=go,
        only=only,
        pace=Pace(movetime=20, hold=hold),
        property_seconds=600,
    )
    engine = EngineUnderTest(list(words), timeout)
    try:
        engine = get_acquainted(engine, dialect)
    except Fault as fault:
        return fail_the_handshake(fault, plan)
    return list(check(engine, plan, lambda *_: None))
