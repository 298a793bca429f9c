"""When the engine's process collects garbage: while nobody waits for a move.

What a search of three seconds has allocated takes 36 ms to look through, more than the move
overhead. The collector was once let loose as soon as a search ended, and so just before its
`bestmove`: every long answer was late.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from engine.registry import GAMES
from tests.protocol.engine_process import EngineProcess

COLLECTING = "info string collecting"
WATCHED = f"""
import gc, sys
from engine.__main__ import main
gc.callbacks.append(lambda phase, _: phase == "start" and print("{COLLECTING}", flush=True))
sys.exit(main())
"""


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    with EngineProcess(command=(sys.executable, "-c", WATCHED)) as engine:
        yield engine


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_collected_from_a_go_to_its_bestmove(engine: EngineProcess, game: str) -> None:
    """Nor in the moment between that and the next `go`, which would come too late as well."""
    engine.ask(f"newgame {game}")
    for _ in range(2):
        assert COLLECTING not in engine.search("go nodes 3000")


@pytest.mark.parametrize("command", ["newgame qubic", "setoption name Hash value 8"])
def test_a_searcher_that_is_dropped_leaves_no_memory_behind(
    engine: EngineProcess, command: str
) -> None:
    """Its parts may refer to one another: then nothing but a collection frees them."""
    engine.ask("newgame ultimate")
    engine.search("go nodes 10")
    assert COLLECTING in engine.ask(command)
