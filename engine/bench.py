"""A fixed amount of work for each game: its node count shows whether a change changed a search.

The count is the same on every run and machine; the time is not.
"""

from __future__ import annotations

from collections.abc import Iterator

from linemate.engine.clock import Clock
from linemate.engine.core import Limits, OptionValue
from linemate.engine.record import Record
from linemate.engine.registry import AUTO, make_game, make_searcher

# A game, its options, moves from the start, and the depth to search to.
WORK: tuple[tuple[str, dict[str, str], str, int], ...] = (
    ("tictactoe", {}, "", 9),
    ("nineboard", {}, "55 51 16 64", 16),
    ("ultimate", {}, "55 51 16 64", 9),
    ("qubic", {}, "000 111 333", 6),
    ("gomoku", {"size": "8"}, "d4 e5 d5", 7),
    ("gomoku", {}, "h8 i9 h9", 7),
    ("mnk", {"width": "5", "height": "4", "row": "4"}, "c2", 8),
    ("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}, "d1 d2", 10),
)
OPTIONS: dict[str, OptionValue] = {"Hash": 16, "Seed": 1}


class BenchResult(Record):
    name: str
    nodes: int
    seconds: float


def bench(depth: int | None, clock: Clock) -> Iterator[BenchResult]:
    """Yield a result per piece of work, to its own depth or the given one; end when cancelled."""
    for name, game_options, moves, usual_depth in WORK:
        game = make_game(name, game_options)
        position = game.start()
        for move in moves.split():
            position.play(game.read_move(position, move))
        searcher = make_searcher(AUTO, game, OPTIONS)
        timer = clock.part(Limits(depth=usual_depth if depth is None else depth))
        nodes = 0
        for info in searcher.search(position, timer):
            nodes = info.nodes
        clock.check(0)
        label = " ".join([name, *(f"{key} {value}" for key, value in game_options.items())])
        yield BenchResult(label, nodes, timer.elapsed())
