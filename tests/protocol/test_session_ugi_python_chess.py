"""An independent client: python-chess drives the engine as it would drive a chess engine.

It knows nothing of our games; what it checks is the hand-shake, every type of option, and
that the engine answers and leaves when it is asked to.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator

import chess
import chess.engine
import pytest

from tests.protocol.engine_process import DEADLINE, ROOT

COMMAND = [sys.executable, "-m", "engine"]


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=DEADLINE, cwd=ROOT) as engine:
        yield engine


def test_the_handshake_names_the_engine(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Linemate ")
    assert engine.id["author"]


def test_every_option_is_understood_with_its_type(engine: chess.engine.SimpleEngine) -> None:
    types = {name: option.type for name, option in engine.options.items()}
    assert types == types | {
        "Game": "string",
        "UCI_Variant": "combo",
        "Search": "combo",
        "Hash": "spin",
        "MultiPV": "spin",
        "Skill": "spin",
        "Move Overhead": "spin",
        "Seed": "spin",
        "Ponder": "check",
        "OwnBook": "check",
        "Clear Hash": "button",
    }
    assert set(types.values()) == {"string", "combo", "spin", "check", "button"}


def test_defaults_and_bounds_fit_together(engine: chess.engine.SimpleEngine) -> None:
    """Each default is a value that python-chess itself would accept for the option."""
    for option in engine.options.values():
        if option.type != "button":
            assert option.parse(option.default) == option.default, option
    skill = engine.options["Skill"]
    assert (skill.default, skill.min, skill.max) == (20, 0, 20)
    assert engine.options["OwnBook"].default is False
    assert "auto" in (engine.options["Search"].var or [])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("OwnBook", True),
        ("Hash", 16),
        ("Move Overhead", 0),
        ("Search", "random"),
        ("Game", "gomoku size 8"),
        ("Clear Hash", None),
    ],
    ids=["check", "spin", "spin with a space", "combo", "string", "button"],
)
def test_each_type_of_option_can_be_configured(
    engine: chess.engine.SimpleEngine, name: str, value: str | int | bool | None
) -> None:
    engine.configure({name: value})
    engine.ping()


def test_many_options_can_be_configured_at_once(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Hash": 2, "Skill": 3, "Seed": 4, "Search": "auto", "Clear Hash": None})
    engine.ping()


def test_what_the_options_do_not_allow_is_known_before_it_is_sent(
    engine: chess.engine.SimpleEngine,
) -> None:
    refused: dict[str, str | int | bool | None] = {"Hash": 0, "Skill": 21, "Search": "psychic"}
    for name, value in refused.items():
        with pytest.raises(chess.engine.EngineError):
            engine.configure({name: value})
    engine.ping()


def test_pings_are_answered(engine: chess.engine.SimpleEngine) -> None:
    for _ in range(20):
        engine.ping()


def test_quit_ends_the_process_with_success() -> None:
    async def converse() -> int:
        transport, engine = await chess.engine.popen_uci(COMMAND, cwd=ROOT)
        try:
            await asyncio.wait_for(engine.ping(), DEADLINE)
            await asyncio.wait_for(engine.quit(), DEADLINE)
            return await asyncio.wait_for(engine.returncode, DEADLINE)
        finally:
            transport.close()

    assert asyncio.run(converse()) == 0


def test_it_survives_the_positions_of_another_game(engine: chess.engine.SimpleEngine) -> None:
    """A chess position is refused, a search is of the position that the engine has."""
    with pytest.raises(chess.engine.EngineError):
        engine.play(chess.Board(), chess.engine.Limit(nodes=10))
    engine.ping()
