"""A whole check: our own engine passes it."""

from __future__ import annotations

import pytest

from linemate.clients.check.runner import Verdict, numbered_properties, numbered_steps
from linemate.engine.registry import GAMES
from linemate.protocol.driver import our_command
from tests.clients.check.small import run_check
from tests.waiting import PATIENCE


@pytest.mark.parametrize("name", GAMES)
def test_our_own_engine_plays_every_game_correctly(name: str) -> None:
    """It is given nodes: what it finds in a given time depends on who else is using the machine."""
    properties = [number for number, _ in numbered_properties()]
    engine = our_command("linemate.engine")
    results = run_check(
        engine, properties, game=name, examples=15, go="nodes 500", timeout=PATIENCE
    )
    assert len(results) == len(properties)
    assert not [result for result in results if result.verdict is Verdict.FAILED]
    tried = {result.name for result in results if result.verdict is Verdict.PASSED}
    assert tried >= {"answers", "legal", "pv", "finished", "state", "moves", "fen", "any-move"}


def test_our_own_engine_keeps_to_the_protocol() -> None:
    steps = [number for number, _ in numbered_steps()]
    results = run_check(our_command("linemate.engine"), steps, timeout=PATIENCE)
    assert [result.name for result in results if result.verdict is not Verdict.PASSED] == []
