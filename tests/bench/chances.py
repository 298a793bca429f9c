"""What a score is worth: games of the engine against itself, and the logistic curve that fits them.

A score of `unit` hundredths is a chance of 73 %: this is where the units of
`clients/shared/review.py` are from. A draw counts as half a win, and proven results not at all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from math import log
from random import Random

from linemate.clients.shared.review import chance_of, unit_of
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Score
from linemate.engine.registry import make_game, make_searcher

GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "ultimate": ("ultimate", {}),
    "nineboard": ("nineboard", {}),
    "qubic": ("qubic", {}),
    "gomoku": ("gomoku", {}),
    "mnk 6x6x4": ("mnk", {"width": "6", "height": "6", "row": "4"}),
    "mnk 9x9x5": ("mnk", {"width": "9", "height": "9", "row": "5"}),
    "Connect Four": ("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}),
}
MATCHES = 40
NODES = 3000  # a move
OPENING = (1, 9)  # random plies, so that games differ and one side is often ahead
UNITS = [round(5 * 1.1**step) for step in range(55)]
SUREST = (
    0.98  # no chance counts as more: one estimate that was wrong would outweigh a hundred games
)

Sample = tuple[int, float]  # a score as the mover sees it, and what the mover got of the game


def run(chosen: Sequence[str] = (), matches: int = MATCHES) -> None:
    for name in chosen or GAMES:
        kind, options = GAMES[name]
        game = make_game(kind, options)
        samples = [sample for seed in range(matches) for sample in play(game, seed)]
        if not samples:
            print(f"{name}: every score was proven", flush=True)
            continue
        fitted = min(UNITS, key=lambda unit: loss_of(samples, unit))
        gain = loss_of(samples, 10**9) - loss_of(samples, fitted)
        print(
            f"{name}: unit {fitted} from {len(samples)} scores of {matches} games "
            f"({gain:.3f} nats a score better than knowing nothing); used: {unit_of(game)}",
            flush=True,
        )


def loss_of(samples: Sequence[Sample], unit: float) -> float:
    """Return the mean logarithmic loss of the chances that this unit makes of the scores."""
    total = 0.0
    for score, result in samples:
        chance = max(1 - SUREST, min(SUREST, chance_of(Score(cp=score), unit)))
        total -= result * log(chance) + (1 - result) * log(1 - chance)
    return total / len(samples)


def play(game: Game, seed: int) -> Iterator[Sample]:
    """Yield the estimates of one game with its result."""
    rng = Random(seed)
    searcher = make_searcher("auto", game, {"Hash": 16})
    position = game.start()
    for _ in range(rng.randint(*OPENING)):
        if position.outcome() is None:
            position.play(rng.choice(game.natural_moves(position)))
    scores: list[tuple[int, int]] = []
    while (outcome := position.outcome()) is None:
        *_, last = searcher.search(position.copy(), Clock(Limits(nodes=NODES)))
        if last.score.cp is not None:
            scores.append((position.to_move, last.score.cp))
        position.play(last.pv[0])
    for side, score in scores:
        yield score, 0.5 if outcome.winner is None else float(outcome.winner == side)


if __name__ == "__main__":
    run(sys.argv[1:2], int(sys.argv[2]) if len(sys.argv) > 2 else MATCHES)
