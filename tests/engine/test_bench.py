"""The signature of the searches: one node count per game, the same on every run and machine."""

from __future__ import annotations

from linemate.engine.bench import bench
from linemate.engine.clock import Clock
from linemate.engine.core import Limits

# Whoever changes a search on purpose changes these, and tells the new sum in the commit. A change
# that was meant to change nothing is caught here.
NODES = {
    "tictactoe": 7_270,
    "nineboard": 65_830,
    "ultimate": 3_138,
    "qubic": 82_568,
    "gomoku size 8": 11_479,
    "gomoku": 7_702,
    "mnk width 5 height 4 row 4": 8_881,
    "mnk width 7 height 6 row 4 drop true": 78_820,
}


def test_every_game_takes_as_many_nodes_as_it_did_when_its_search_was_last_changed() -> None:
    results = bench(None, Clock(Limits(infinite=True)))
    assert {result.name: result.nodes for result in results} == NODES
