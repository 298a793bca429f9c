"""The evaluations of one line of moves, made to agree with each other where something is proven.

Each position was searched by itself, so one search may have proven what the next one, a move
later, has not seen: `x wins in 9`, `+0.20`, `x wins in 7`. What is proven of a position holds for
its neighbours:

    a lost position       every move loses: the opponent has won after it, a ply sooner
    a won position        the move that wins keeps the win, a ply sooner
    a move into a loss    of the opponent: it wins, so the position before it is won, a ply later
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linemate.clients.shared.review import Evaluation, is_lost, is_won, seen_before
from linemate.engine.core import Position
from linemate.protocol.driver import Score


def agree(
    start: Position, moves: Sequence[int], evaluations: Mapping[int, Evaluation]
) -> dict[int, Evaluation]:
    """Return the evaluations, by the number of moves played before each position, with all that
    follows from those that are proven. `start` is left as it is; finished positions have none.
    """
    positions = [start.copy()]
    for move in moves:
        positions.append(positions[-1].copy())
        positions[-1].play(move)
    agreed = {ply: each for ply, each in evaluations.items() if ply < len(positions)}
    _look_back(positions, moves, agreed)
    _look_ahead(positions, moves, agreed)
    return agreed


def _look_back(
    positions: Sequence[Position], moves: Sequence[int], agreed: dict[int, Evaluation]
) -> None:
    """Let a move that wins be known in the position before it, from the last to the first."""
    for ply in range(len(moves) - 1, -1, -1):
        known, then = agreed.get(ply), _after(positions, ply, agreed)
        if then is None or (known is not None and known.score.plies is not None):
            continue
        score = seen_before(then.score)
        if is_won(score):
            agreed[ply] = Evaluation(score, (moves[ply], *then.line))


def _after(
    positions: Sequence[Position], ply: int, agreed: Mapping[int, Evaluation]
) -> Evaluation | None:
    """Return what is known of the position after the move, which may have lost the game for the
    one who would be next.
    """
    outcome = positions[ply + 1].outcome()
    if outcome is None:
        return agreed.get(ply + 1)
    return Evaluation(Score(plies=0)) if outcome.winner == positions[ply].to_move else None


def _look_ahead(
    positions: Sequence[Position], moves: Sequence[int], agreed: dict[int, Evaluation]
) -> None:
    """Let what is proven of a position be known after the move, from the first to the last."""
    for ply, move in enumerate(moves):
        known, then = agreed.get(ply), agreed.get(ply + 1)
        is_open = positions[ply + 1].outcome() is None
        if known is None or not is_open or (then is not None and then.score.plies is not None):
            continue
        plies = known.score.plies
        is_best = known.line[:1] == (move,)
        line = known.line[1:] if is_best else ()
        # A win or a loss in one ply would have ended the game: then the engine was wrong.
        if plies is not None and is_won(known.score) and is_best and plies > 1:
            agreed[ply + 1] = Evaluation(Score(plies=1 - plies), line)
        elif plies is not None and is_lost(known.score) and plies < -1:
            own = () if then is None else then.line
            agreed[ply + 1] = Evaluation(Score(plies=-plies - 1), line or own)
