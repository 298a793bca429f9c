"""Every searcher looks at the clock by time, not by nodes, however long its nodes take.

Nothing is timed: a clock of its own lets time pass with the nodes that a search has counted. What
is done without counting a node, as to set up a board, is measured in function calls.
"""

from __future__ import annotations

import random
import sys
from types import FrameType

import pytest

from linemate.engine import clock as clock_module
from linemate.engine.champion.gomoku.tables import Tables, gomoku_tables
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Limits, OptionValue, Position
from linemate.engine.registry import make_core, make_searcher
from tests.variants import Variant

OPTIONS: dict[str, OptionValue] = {"Hash": 1, "Seed": 1, "Depth": 9, "Solved": False}
LARGE = Variant("gomoku", {"size": "22"})
SEARCHES = ["minimax", "alphabeta", "hminimax", "mcts", "pvs", "proof"]
GAMES = [
    Variant("tictactoe", {}),
    Variant("nineboard", {}),
    Variant("ultimate", {}),
    Variant("qubic", {}),
    LARGE,
    Variant("mnk", {"width": "6", "height": "5", "row": "4"}),
    Variant("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}),
]


class NodeTime:
    """Stands still but for `seconds` with each node that a search of its clock has counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now = 1000.0
        self.seconds = seconds
        monkeypatch.setattr(clock_module, "perf_counter", lambda: self.now)


class CountingClock(Clock):
    """Remembers the nodes at each look, at itself and at its parts."""

    def __init__(self, time: NodeTime, limits: Limits) -> None:
        super().__init__(limits)
        self.time = time
        self.looks: list[int] = [0]
        self.parts: list[CountingClock] = []

    def part(self, limits: Limits) -> CountingClock:
        self.parts.append(CountingClock(self.time, limits))
        return self.parts[-1]

    def check(self, nodes: int) -> int:
        self.time.now += self.time.seconds * max(0, nodes - self.looks[-1])
        self.looks.append(nodes)
        return super().check(nodes)

    def longest_gap(self) -> int:
        gaps = [later - sooner for sooner, later in zip(self.looks, self.looks[1:], strict=False)]
        return max(gaps + [part.longest_gap() for part in self.parts])


class CallMeter:
    """Counts the functions that are called from one look at a clock to the next."""

    def __init__(self) -> None:
        self.calls = self.most_calls = 0

    def count(self, frame: FrameType, event: str, argument: object) -> None:
        self.calls += event == "call"

    def look(self) -> None:
        self.most_calls, self.calls = max(self.most_calls, self.calls), 0


class MeteredClock(Clock):
    """Tells a meter of each look, at itself and at its parts."""

    def __init__(self, meter: CallMeter, limits: Limits) -> None:
        super().__init__(limits)
        self.meter = meter

    def part(self, limits: Limits) -> MeteredClock:
        return MeteredClock(self.meter, limits)

    def check(self, nodes: int) -> int:
        self.meter.look()
        return super().check(nodes)


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


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize("variant", GAMES, ids=str)
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


def test_a_win_by_fours_is_looked_for_with_a_look_after_every_node_that_takes_milliseconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a game is solved, that comes first, and has a part of the clock."""
    game = Variant("qubic", {}).game
    searcher = make_searcher("pvs", game, {**OPTIONS, "Solved": True})
    position = game.read_position("13x2/1o1o10x1/1x4o7o1/1x14 x")
    clock = CountingClock(NodeTime(monkeypatch, 0.004), Limits(nodes=3000))
    for _ in searcher.search(position, clock):
        pass
    assert [len(part.looks) > 100 for part in clock.parts] == [True]
    assert clock.longest_gap() <= 10  # the fours of a position are counted at once


# ------------------------------------------------------------------ work that counts no nodes


def crowded(game: Game) -> Position:
    """Return a position with a third of the cells taken in which nobody wins at once."""
    rng = random.Random(1)
    while True:
        position = game.start()
        while position.outcome() is None:
            moves = position.legal_moves()
            if len(position.history) >= game.cell_count // 3:
                if not any(map(position.wins_at_once, moves)):
                    return position
                break
            position.play(rng.choice(moves))


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    "variant", [*GAMES, Variant("gomoku", {"size": "22", "rule": "standard"})], ids=str
)
def test_no_search_works_for_long_without_a_look_at_the_clock(
    variant: Variant, search: str
) -> None:
    """`go movetime 10` took 25 ms on a large, crowded board of gomoku, which `pvs` set up stone
    by stone, with 37,000 calls, or 50,000 if rows of six do not count.
    """
    gomoku_tables.cache_clear()
    game = variant.game
    searcher, position = make_searcher(search, game, OPTIONS), crowded(game)
    meter = CallMeter()
    clock = MeteredClock(meter, Limits(nodes=100))
    before = sys.getprofile()
    sys.setprofile(meter.count)
    try:
        for _ in searcher.search(position, clock):
            pass
    finally:
        sys.setprofile(before)
    meter.look()
    assert meter.most_calls < 20_000


def test_what_a_search_meets_for_the_first_time_lets_it_look_at_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Found out by the interpreter in either build, it takes as long as a hundred compiled nodes;
    and there are hundreds between two looks.
    """
    gomoku_tables.cache_clear()
    game = LARGE.game
    searcher, position = make_searcher("pvs", game, OPTIONS), crowded(game)
    clock = CountingClock(NodeTime(monkeypatch, 1e-9), Limits(nodes=1500))
    met_since_look: list[int] = [0]
    describe, check = Tables.describe, clock.check

    def count(tables: Tables, pack: int) -> tuple[int, int, int, int, int, int]:
        met_since_look[-1] += 1
        return describe(tables, pack)

    def look(nodes: int) -> int:
        met_since_look.append(0)
        return check(nodes)

    infos = searcher.search(position, clock)
    next(infos)  # the root is set up
    met_since_look[:] = [0]
    monkeypatch.setattr(Tables, "describe", count)
    monkeypatch.setattr(clock, "check", look)
    for _ in infos:
        pass
    assert sum(met_since_look) > 300
    assert max(met_since_look) < 100


def test_moves_that_are_tried_for_a_shorter_win_are_counted_as_nodes() -> None:
    """A stop had to wait until all moves of a large board of gomoku were tried: up to 28 ms."""
    game = LARGE.game
    position, core = crowded(game), make_core(game, OPTIONS)
    core.begin(position, Clock(Limits(nodes=20)))
    moves = position.legal_moves()
    for move in moves[:19]:
        core.has_win(move, 5)
    with pytest.raises(SearchStopped):
        core.has_win(moves[19], 5)
