"""The core that the faster ones are held to: its proven scores are those of plain minimax."""

from __future__ import annotations

from random import Random

import pytest
from claims import UNDECIDED, any_true_entry, any_window, is_true, length
from reference.minimax import Value, values_of_moves

from engine.clock import Clock
from engine.core import Game, Limits, Position
from engine.registry import make_game
from engine.search.cores.plain import PlainCore
from engine.search.scores import WIN


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
        searched = [move for move in scores if 2 < length(scores[move]) < UNDECIDED]
        tried += bool(searched)
        for _ in range(10 if searched else 0):
            core = PlainCore(game, 1)
            core.begin(position.copy(), Clock(Limits()))
            for key, (result, plies) in memory.items():
                entry = any_true_entry(result * (WIN - plies), rng)
                if entry is not None and rng.random() < 0.3:
                    core._table.store(key, entry)
            for move in 3 * searched:
                depth = rng.randrange(2, 11)
                alpha, beta = any_window(scores[move], rng)
                claim = core.search_move(move, depth, alpha, beta)
                assert is_true(claim, scores[move], depth, alpha, beta), (claim, alpha, beta)
