"""What the ready-made answers of ultimate forget, and that a search never waits for it.

To free all of them at once takes up to 60 ms, and came in the middle of timed searches: of 120 at
75 ms a move three met it, and one answered after 104 ms, which on CodinGame loses the game.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from weakref import WeakSet

import pytest

from linemate.engine.champion.ultimate import tables as module
from linemate.engine.champion.ultimate.core import UltimateCore
from linemate.engine.champion.ultimate.tables import Situation, Tables
from linemate.engine.champion.ultimate.weights import shipped
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.ultimate import Ultimate
from linemate.engine.scores import WIN


@pytest.fixture
def living(monkeypatch: pytest.MonkeyPatch) -> Iterator[WeakSet[Situation]]:
    """Every situation that is made, until it is freed; nothing is collected, as in a search."""
    living: WeakSet[Situation] = WeakSet()
    make = Situation.__init__

    def noted(situation: Situation, *arguments: object) -> None:
        living.add(situation)
        make(situation, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Situation, "__init__", noted)
    gc.disable()
    yield living
    gc.enable()


def test_moves_are_forgotten_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 500
    monkeypatch.setattr(module, "MOST_OFFERS", most)
    tables, random = Tables(False, False, shipped()), Random(1)
    kept = []
    for code in random.sample(range(3**9), 300):
        for board in range(9):
            here = tables.situation(board % 2, (0, 0), 0)
            here.offer(board, code)
            kept.append(sum(len(offers) for offers, _, _ in tables.views.values()))
    assert max(kept) <= most
    assert min(kept[most:]) > most / 2


def test_big_boards_are_forgotten_a_few_at_a_time(
    living: WeakSet[Situation], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_SITUATIONS", 100)
    tables = Tables(False, False, shipped())
    for owned in range(101):
        tables.situation(0, (owned, 0), owned)
    before = len(living)
    assert tables.forget_if_many()
    counts = [len(living)]
    while counts[-1]:
        tables.free_some()
        counts.append(len(living))
    assert counts[0] == before
    assert max(more - less for more, less in pairwise(counts)) < before / 4


def test_a_search_frees_the_big_boards_that_it_has_forgotten(
    living: WeakSet[Situation], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_SITUATIONS", 20)
    game, random = Ultimate(), Random(3)
    core = UltimateCore(game, megabytes=1)
    counts = []
    for _ in range(10):  # of which each makes some 40
        position = game.start()
        while len(position.history) < 30 and position.outcome() is None:
            position.play(random.choice(position.legal_moves()))
        core.begin(position.copy(), Clock(Limits(infinite=True)))
        for depth in (1, 2, 3, 4):
            for move in position.legal_moves():
                core.search_move(move, depth, -WIN, WIN)
        counts.append(len(living))
    assert max(counts) < 150
