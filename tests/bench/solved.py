"""Whether x, playing by the solution, wins qubic against everybody, and how fast he answers.

The opponents: random moves, but a win or a block where there is one; our tree search; OpenSpiel's.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter, process_time

from linemate.engine.clock import Clock
from linemate.engine.core import Limits, Position
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.registry import make_searcher
from tests.bench.open_spiel_engine import SpielPlayer

GAME = Qubic()
GAMES = 300  # against each
SAMPLES = 1000

Opponent = Callable[[LinePosition], int]


def run() -> None:
    random = Random(1)
    play("random with wins and blocks", GAMES, lambda position: block(position, random))
    mcts = make_searcher("mcts", GAME, {"Seed": 1})

    def by_mcts(position: Position) -> int:
        clock = Clock(Limits(nodes=SAMPLES), position.to_move)
        return list(mcts.search(position.copy(), clock))[-1].pv[0]

    play(f"mcts, {SAMPLES} nodes", GAMES, by_mcts)
    spiel = SpielPlayer(GAME)

    def by_spiel(position: Position) -> int:
        spiel.set_position([GAME.write_move(move) for move in position.history])
        return GAME.parse_move(spiel.choose(None, SAMPLES))

    play(f"OpenSpiel, {SAMPLES} samples", GAMES, by_spiel)


def block(position: LinePosition, random: Random) -> int:
    """A win if there is one, else a block, else anything."""
    cells = position.winning_cells(1) or position.winning_cells(0) or position.legal_moves()
    return random.choice(cells)


def play(name: str, games: int, opponent: Opponent) -> None:
    """Games as x from the empty board: the results, the growth of distances, the times."""
    searcher = make_searcher("auto", GAME, {})
    results = {0: 0, 1: 0, None: 0}
    grown = unproven = 0
    plies, seconds, walls = [], [], []
    for _ in range(games):
        searcher.clear()
        position = GAME.start()
        within = 99
        while (outcome := position.outcome()) is None:
            if position.to_move == 1:
                position.play(opponent(position))
                continue
            began, wall = process_time(), perf_counter()
            infos = searcher.search(position.copy(), Clock(Limits(movetime=2000), 0))
            info = list(infos)[-1]
            seconds.append(process_time() - began)
            walls.append(perf_counter() - wall)
            if info.score.plies is None:
                unproven += 1
            else:
                grown += info.score.plies > within
                within = info.score.plies - 2
            position.play(info.pv[0])
        results[outcome.winner] += 1
        plies.append(len(position.history))
    seconds.sort()
    print(
        f"against {name}: {games} games, {results[0]} won, {results[None]} drawn, {results[1]} "
        f"lost, {min(plies)} to {max(plies)} plies; {len(seconds)} moves, {unproven} without a "
        f"mate, {grown} times a longer one than before; milliseconds of processor time a move: "
        f"median {1000 * seconds[len(seconds) // 2]:.1f}, "
        f"99th percentile {1000 * seconds[int(0.99 * len(seconds))]:.1f}, "
        f"longest {1000 * seconds[-1]:.1f} (goal 100); longest by the wall {1000 * max(walls):.1f}",
        flush=True,
    )
