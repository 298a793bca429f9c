"""Every searcher looks at the clock by time, not by nodes, however long its nodes take.

Nothing is timed: a clock of its own lets time pass with the nodes that a search has counted.
"""

from __future__ import annotations

import pytest

from linemate.engine import clock as clock_module
from linemate.engine.clock import Clock
from linemate.engine.core import Limits, OptionValue
from linemate.engine.registry import make_searcher
from tests.variants import Variant

OPTIONS: dict[str, OptionValue] = {"Hash": 1, "Seed": 1, "Depth": 9, "Solved": False}
LARGE = Variant("gomoku", {"size": "22"})


class NodeTime:
    """Stands still but for `seconds` with each node that a search of its clock has counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now = 1000.0
        self.seconds = seconds
        monkeypatch.setattr(clock_module, "perf_counter", lambda: self.now)


class CountingClock(Clock):
    """Remembers the nodes at each look."""

    def __init__(self, time: NodeTime, limits: Limits) -> None:
        super().__init__(limits)
        self.time = time
        self.looks: list[int] = [0]

    def check(self, nodes: int) -> int:
        self.time.now += self.time.seconds * max(0, nodes - self.looks[-1])
        self.looks.append(nodes)
        return super().check(nodes)

    def longest_gap(self) -> int:
        return max(
            later - sooner for sooner, later in zip(self.looks, self.looks[1:], strict=False)
        )


def test_slow_nodes_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A node of a prover on a board of 22 by 22 takes milliseconds."""
    clock = CountingClock(NodeTime(monkeypatch, 0.004), Limits(nodes=100))
    check_at = clock.next_check(0)
    for nodes in range(1, 100):
        if nodes >= check_at:
            check_at = clock.check(nodes)
    assert clock.longest_gap() == 1


def test_fast_nodes_are_not_held_up_by_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = CountingClock(NodeTime(monkeypatch, 1e-6), Limits())
    check_at = clock.next_check(0)
    for nodes in range(1, 10_000):
        if nodes >= check_at:
            check_at = clock.check(nodes)
    assert len(clock.looks) < 10_000 / 20


def test_nodes_that_become_slow_are_noticed_at_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = NodeTime(monkeypatch, 1e-6)
    clock = CountingClock(time, Limits())
    check_at = clock.next_check(0)
    for nodes in range(1, 2000):
        if nodes == 1000:
            time.seconds = 0.004
            becoming_slow = len(clock.looks)
        if nodes >= check_at:
            check_at = clock.check(nodes)
    after = clock.looks[becoming_slow + 1 :]
    assert after == list(range(after[0], 2000))


# `pvs` in qubic counts the nodes of a short search by fours, and the moves of a position, at once.
BULKS = {("qubic", "pvs"): 64}


@pytest.mark.parametrize("search", ["minimax", "alphabeta", "hminimax", "mcts", "pvs", "proof"])
@pytest.mark.parametrize(
    "variant",
    [
        Variant("tictactoe", {}),
        Variant("nineboard", {}),
        Variant("ultimate", {}),
        Variant("qubic", {}),
        LARGE,
        Variant("mnk", {"width": "6", "height": "5", "row": "4"}),
    ],
    ids=str,
)
def test_every_search_looks_at_the_clock_after_every_node_that_takes_milliseconds(
    monkeypatch: pytest.MonkeyPatch, variant: Variant, search: str
) -> None:
    """`Search proof` looked every 32 nodes: `go movetime 10` took 150 ms on a large board."""
    game = variant.game
    searcher = make_searcher(search, game, OPTIONS)
    clock = CountingClock(
        NodeTime(monkeypatch, 0.004), Limits(nodes=40 if variant is LARGE else 300)
    )
    for _ in searcher.search(game.start(), clock):
        pass
    assert len(clock.looks) > 20
    assert clock.longest_gap() <= BULKS.get((game.name, search), 1)
