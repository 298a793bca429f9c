"""How strong `auto` is against an earlier version of itself, at equal processor time.

    git worktree add ../earlier b12a10e
    python -m tests.bench.earlier ../earlier ultimate --movetime 100 --games 200
    python -m tests.bench.earlier ../earlier gomoku --plies 4 8 --level 100
    python -m tests.bench.earlier . nineboard --nodes 400000 20000
    python -m tests.bench.earlier ../earlier qubic --unsolved
    python -m tests.bench.earlier . qubic --search hminimax --second --plies 2 2

Both think in processes of their own whose clocks count processor time alone, so that a busy machine
does no harm. Openings are random, each is played with both colours; a win that its own player has
proven ends a game, as a loss may yet be escaped. Where most openings are won for whoever moves,
`--level` takes only those that both versions think level. With `--nodes` they have nodes in place
of time, this version so many and the earlier one so many: against itself that tells what more nodes
are worth. With `--search` the other plays with another searcher, and with `--second` it has the
first side in every game. With LINEMATE_INTERPRETED set, this version plays without what is
compiled.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random

from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game

ROOT = Path(__file__).resolve().parents[2]
OPENINGS_BETWEEN_REPORTS = 10
# Runs in the folder of either version, of which the first had no `linemate`. It reads the moves of
# a game, or `new`, and answers with a move, its distance to the end if that is proven, its score,
# and nodes.
THINKER = """
import os, sys, time
from importlib import import_module
sys.path.insert(0, os.getcwd())
engine = "linemate.engine" if os.path.isdir("linemate") else "engine"
parts = ("clock", "core", "registry")
clock, core, registry = (import_module(f"{engine}.{part}") for part in parts)
clock.perf_counter = time.thread_time
search, kind, limit, solved, name, *options = sys.argv[1:]
limits = {kind: int(limit)}
game = registry.make_game(name, dict(option.split("=") for option in options))
searcher = registry.make_searcher(search, game, {"Solved": solved == "solved"})
for line in sys.stdin:
    if line.strip() == "new":
        searcher.clear()
        continue
    position = game.start()
    for move in line.split():
        position.play(int(move))
    for last in searcher.search(position, clock.Clock(core.Limits(**limits))):
        pass
    print(last.pv[0], last.score.plies or 0, last.score.cp or 0, last.nodes, flush=True)
"""


@dataclass
class Player:
    """One version, in a process of its own."""

    folder: Path
    arguments: list[str]
    moves: int = 0
    nodes: int = 0
    process: subprocess.Popen[str] = field(init=False)

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", THINKER, *self.arguments],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def think(self, position: Position) -> tuple[int, int, int]:
        """Return the move, in how many plies it wins (below 0: loses) if that is proven, and its
        score if it is not.
        """
        assert self.process.stdout is not None
        self.tell(" ".join(map(str, position.history)))
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"the version in {self.folder} has died")
        move, plies, score, nodes = map(int, answer.split())
        self.moves += 1
        self.nodes += nodes
        return move, plies, score

    def thinks_level(self, position: Position, most: int) -> bool:
        """Return whether it sees no win, and nobody ahead by more than this."""
        self.tell("new")
        _, plies, score = self.think(position)
        return not plies and abs(score) <= most


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.earlier", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("folder", type=Path, help="a checkout of the earlier version")
    add("game", nargs="+", help="its name and options, as in: gomoku size=8")
    add("--movetime", type=int, default=100, help="milliseconds of the processor (100)")
    add("--nodes", type=int, nargs=2, help="of this version and of the earlier, in place of time")
    add("--games", type=int, default=200, help="an even number (200)")
    add("--seed", type=int, default=1, help="of the openings (1)")
    add("--plies", type=int, nargs=2, default=[2, 6], help="of an opening, from and to (2 6)")
    add("--level", type=int, help="the most centipawns that either sees in an opening")
    add("--search", default="auto", help="what the earlier version plays with (auto)")
    add("--second", action="store_true", help="this version has the second side in every game")
    add("--unsolved", action="store_true", help="both think for themselves in a solved game")
    arguments = parser.parse_args()
    name, *options = arguments.game
    game = make_game(name, dict(option.split("=") for option in options))
    limits = [("movetime", arguments.movetime)] * 2
    if arguments.nodes:
        limits = [("nodes", nodes) for nodes in arguments.nodes]
    solved = "unsolved" if arguments.unsolved else "solved"
    players = [
        Player(folder, [search, kind, str(limit), solved, *arguments.game])
        for folder, search, (kind, limit) in zip(
            (ROOT, arguments.folder), ("auto", arguments.search), limits, strict=True
        )
    ]
    random = Random(arguments.seed)
    results: list[tuple[int, ...]] = []
    openings = arguments.games if arguments.second else arguments.games // 2
    while len(results) < openings:
        opening = random_opening(game, random, *arguments.plies)
        level = arguments.level
        if level is not None and not all(one.thinks_level(opening, level) for one in players):
            continue
        as_second = -play(opening, players[::-1])
        results.append((as_second,) if arguments.second else (play(opening, players), as_second))
        if len(results) % OPENINGS_BETWEEN_REPORTS == 0 or len(results) == openings:
            report(results, players)
    return 0


def random_opening(game: Game, random: Random, fewest: int, most: int) -> Position:
    while True:
        position = game.start()
        for _ in range(random.randint(fewest, most)):
            if position.outcome() is None:
                position.play(random.choice(game.natural_moves(position)))
        if position.outcome() is None:
            return position


def play(opening: Position, players: list[Player]) -> int:
    """Return the result to the first of two players: 1, 0 or -1."""
    position = opening.copy()
    for player in players:
        player.tell("new")
    while (outcome := position.outcome()) is None:
        mover = position.to_move
        move, plies, _ = players[mover].think(position)
        if plies > 0:
            return 1 if mover == 0 else -1
        position.play(move)
    return 0 if outcome.winner is None else 1 if outcome.winner == 0 else -1


def report(results: Sequence[tuple[int, ...]], players: list[Player]) -> None:
    nodes = [player.nodes / max(1, player.moves) for player in players]
    print(f"{score_of(results)}, {nodes[0]:,.0f} nodes a move against {nodes[1]:,.0f}", flush=True)


def score_of(results: Sequence[tuple[int, ...]]) -> str:
    """Return the score with its 95 % error bar; openings are independent of each other, the games
    of one are not.
    """
    games = [game for opening in results for game in opening]
    shares = [(sum(opening) / len(opening) + 1) / 2 for opening in results]
    mean = sum(shares) / len(shares)
    deviation = sqrt(sum((share - mean) ** 2 for share in shares) / len(shares))
    error = 1.96 * deviation / sqrt(len(shares))
    return f"+{games.count(1)} ={games.count(0)} -{games.count(-1)}: {mean:.1%} (+-{error:.1%})"


if __name__ == "__main__":
    sys.exit(main())
