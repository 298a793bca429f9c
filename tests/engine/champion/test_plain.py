"""The core that the faster ones are held to: its proven scores are those of plain minimax."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.plain import PlainCore
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.registry import make_game
from linemate.engine.scores import WIN
from linemate.engine.transposition import certain
from tests.claims import any_true_entry, check_claims, worth_a_search
from tests.reference.minimax import Value, values_of_moves


def late_position(game: Game, rng: Random) -> Position:
    while True:
        position = game.start()
        plies = game.cell_count - rng.randrange(6, 11)
        while position.outcome() is None and len(position.history) < plies:
            position.play(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            return position


@pytest.mark.parametrize(("width", "height"), [(4, 3), (5, 3)])
def test_results_within_the_depth_are_exact_whatever_true_the_table_holds(
    width: int, height: int
) -> None:
    """It holds results from before the last moves of a game, which may be longer than need be."""
    game = make_game("mnk", {"width": str(width), "height": str(height), "row": "3"})
    rng, tried = Random(1), 0
    while tried < 10:
        position = late_position(game, rng)
        memory: dict[int, Value] = {}
        scores = values_of_moves(position, memory)
        if not worth_a_search(scores):
            continue
        tried += 1
        for _ in range(10):
            core = PlainCore(game, 1)
            core.begin(position.copy(), Clock(Limits()))
            for key, (result, plies) in memory.items():
                entry = any_true_entry(result * (WIN - plies), rng)
                if entry is not None and rng.random() < 0.3:
                    core._table.store(key, entry)
            for _ in range(3):
                check_claims(core, scores, 2, rng)
            kept = [entry for key in memory if (entry := core._table.probe(key)) is not None]
            assert kept
            assert all(certain(entry) == entry for entry in kept)
