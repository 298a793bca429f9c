"""Plain minimax, the truth that every search is held to. Only a win in one makes it stop early."""

from __future__ import annotations

from linemate.engine.core import Position, Score
from linemate.engine.scores import WIN

# A result for the side to move: (1, n) wins in n plies, (0, 0) draws, (-1, n) loses in n.
Value = tuple[int, int]


def solve(position: Position, memory: dict[int, Value]) -> Value:
    """The result of best play: the shortest win or else a draw or else the longest loss."""
    key = position.key()
    if key not in memory:
        memory[key] = _solve(position, memory)
    return memory[key]


def _solve(position: Position, memory: dict[int, Value]) -> Value:
    outcome = position.outcome()
    if outcome is not None:
        # With `tiebreak majority` the last move can lose the game for its maker.
        return (
            (0, 0)
            if outcome.winner is None
            else (1 if outcome.winner == position.to_move else -1, 0)
        )
    results = []
    for move in position.legal_moves():
        position.play(move)
        result, plies = solve(position, memory)
        position.undo()
        if (result, plies) == (-1, 0):
            return 1, 1
        results.append((-result, plies + 1))
    wins = [plies for result, plies in results if result == 1]
    if wins:
        return 1, min(wins)
    if any(result == 0 for result, _ in results):
        return 0, 0
    return -1, max(plies for _, plies in results)


def values_of_moves(position: Position, memory: dict[int, Value]) -> dict[int, int]:
    """The exact score of every move to its mover, as a searcher's core gives it."""
    scores = {}
    for move in position.legal_moves():
        position.play(move)
        result, plies = solve(position, memory)
        position.undo()
        scores[move] = -result * (WIN - plies - 1)
    return scores


def as_score(value: Value) -> Score:
    result, plies = value
    return Score(cp=0) if result == 0 else Score(plies=result * plies)
