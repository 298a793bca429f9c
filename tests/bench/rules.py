"""The rules against the plain reference implementation, and what building tables costs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from linemate.engine.games import lines, smallboards
from linemate.engine.perft import perft
from linemate.engine.registry import make_game
from tests.reference import plain

# Game, options, depth of the perft, goals for perft and playouts (None: no goal was set).
CASES: list[tuple[str, dict[str, str], int, float | None, float | None]] = [
    ("ultimate", {}, 5, 20, 10),
    ("ultimate", {"won_boards": "open"}, 5, None, 10),
    ("nineboard", {}, 5, 12, 10),
    ("qubic", {}, 3, None, 10),
    ("gomoku", {"size": "8"}, 3, None, 10),
    ("gomoku", {}, 2, None, 10),
    ("gomoku", {"rule": "standard"}, 2, None, 10),
]


def best_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    """The quickest of some rounds: the one that was disturbed least."""
    best = float("inf")
    for _ in range(rounds):
        started = perf_counter()
        work()
        best = min(best, perf_counter() - started)
    return best


def plain_frontier_perft(position: plain.PlainPosition, depth: int) -> int:
    """The plain rules with the last ply counted instead of played, as the engine's perft does."""
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(plain_frontier_perft(position.play(move), depth - 1) for move in moves)


def goal(value: float | None) -> str:
    return "" if value is None else f" (goal {value:g})"


def run() -> None:
    for case in CASES:
        compare(*case)
    print("tables, built on first use (goal: under 150 ms)")
    print(f"  nineboard, ultimate: {best_seconds(smallboards.BoardTables) * 1e3:.0f} ms")
    time_tables("qubic", (4, 4, 4), 4)
    time_tables("gomoku 15x15", (15, 15), 5)
    time_tables("gomoku 22x22", (22, 22), 5)
    time_tables("mnk 22x22 row 11", (22, 22), 11)


def compare(
    name: str,
    options: dict[str, str],
    depth: int,
    perft_goal: float | None,
    playout_goal: float | None,
) -> None:
    label = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
    ours, theirs = make_game(name, options).start(), plain.start(name, options)
    count = perft(ours, depth)
    fast = best_seconds(lambda: perft(ours, depth))
    slow = best_seconds(lambda: plain.perft(theirs, depth), rounds=2)
    counted = best_seconds(lambda: plain_frontier_perft(theirs, depth), rounds=2)
    print(
        f"{label}: perft {depth}: {count / fast / 1e6:.1f} M/s, {slow / fast:.0f} times plain"
        f"{goal(perft_goal)}, {counted / fast:.1f} times plain with the last ply counted"
    )
    random = Random(1)
    quick = best_seconds(lambda: [ours.playout(random) for _ in range(400)]) / 400
    tedious = best_seconds(lambda: [plain.playout(theirs, random) for _ in range(40)]) / 40
    print(
        f"{label}: playouts: {1e-3 / quick:.1f} k/s, {tedious / quick:.0f} times plain"
        f"{goal(playout_goal)}"
    )


def time_tables(label: str, shape: tuple[int, ...], row: int) -> None:
    seconds = best_seconds(lambda: lines.LineTables(shape, row, True, (0,) * row))
    print(f"  {label}: {seconds * 1e3:.0f} ms")
