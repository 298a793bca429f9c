"""Ten thousand mates that `auto` announces in gomoku, under every rule, and whether they are true.

Games against itself with few nodes, from random openings and with random moves now and then, so
that there are threats on both sides: whatever win or loss it tells on the way is checked by the
solver (`solver.py`). `make fast` makes the games quick; the solver is what takes time.
"""

from __future__ import annotations

from random import Random

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.registry import make_game, make_searcher
from tests.torture.harness import Findings, Options
from tests.torture.mates import is_true, near, sharpest

AT_A_TIME = 1
CLAIMS = 10_000
CLAIMS_OF_A_PART = 100
NODES = (100, 500, 2000)
SOLVER_NODES = 5_000  # a third of what the solver has for the mates of other games
OPENING = (3, 14)  # plies at random
ASTRAY = 0.15  # of the moves are any next to a stone
BOARDS = [
    (rule, size)
    for size in (15, 9, 7, 20, 11)
    for rule in ("freestyle", "standard", "renju", "caro", "caro6")
]

Part = tuple[str, int]


def parts(options: Options) -> list[Part]:
    count = max(1, round(CLAIMS * options.scale / CLAIMS_OF_A_PART))
    return [BOARDS[number % len(BOARDS)] for number in range(count)]


def torture(part: Part, random: Random, options: Options) -> Findings:
    rule, size = part
    game = make_game("gomoku", {"size": str(size), "rule": rule})
    found = Findings()
    while found.counts[f"{rule} claims"] < CLAIMS_OF_A_PART:
        check_game(game, random, found)
    return found


def check_game(game: Game, random: Random, found: Findings) -> None:
    """Play a game, and check what is claimed in it."""
    lines = random.choice((1, 1, 1, 2))
    searcher = make_searcher("auto", game, {"Hash": 1, "MultiPV": lines})
    rule, position = game.options["rule"], opening(game, random)
    while position.outcome() is None:
        nodes = random.choice(NODES)
        infos = list(searcher.search(position.copy(), Clock(Limits(nodes=nodes))))
        for info in sharpest(infos):
            real = is_true(game, position, info, SOLVER_NODES)
            found.count(f"{rule} not decided" if real is None else f"{rule} claims")
            if real is False:
                where = f"{dict(game.options)} MultiPV {lines} nodes {nodes}"
                found.faults.append(f"{where}: {game.write_position(position)}: {info}")
        best = [info for info in infos if info.multipv == 1][-1].pv[0]
        others = near(game, position) if random.random() < ASTRAY else []
        position.play(random.choice(others or [best]))


def opening(game: Game, random: Random) -> Position:
    position = game.start()
    position.play(game.cell_count // 2)
    for _ in range(random.randint(*OPENING)):
        if position.outcome() is None:
            position.play(random.choice(near(game, position) or position.legal_moves()))
    return position
