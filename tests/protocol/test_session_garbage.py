"""When the engine's process collects garbage: while nobody waits for a move.

What a search of three seconds has allocated takes 36 ms to look through, more than the move
overhead. The collector was once let loose as soon as a search ended, and so just before its
`bestmove`: every long answer was late.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.registry import GAMES, make_game, make_searcher
from linemate.protocol.session_ugi import OPTIONS
from tests.protocol.engine_process import PAIRS, EngineProcess

COLLECTING = "info string collecting"
WATCHED = f"""
import gc, sys
from linemate.engine.__main__ import main
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


@pytest.mark.parametrize(("search", "game"), PAIRS)
def test_a_search_leaves_nothing_to_collect(search: str, game: str) -> None:
    """Otherwise the memory of a process that does not collect would grow with every move.

    What was there before is frozen: it is none of the search's, and takes long to look through.
    """
    options = {option.name: option.default for option in OPTIONS}
    made = make_game(game)
    searcher = make_searcher(search, made, options)
    gc.disable()
    gc.freeze()
    try:
        for _ in range(2):
            list(searcher.search(made.start(), Clock(Limits(nodes=300, depth=3))))
        assert gc.collect() == 0
    finally:
        gc.unfreeze()
        gc.enable()
