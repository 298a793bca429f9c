"""The textbook searchers against plain ones: alpha-beta, and OpenSpiel's C++ tree search."""

from __future__ import annotations

import gc
from random import Random
from time import process_time

import pyspiel

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits
from linemate.engine.registry import make_game, make_searcher
from tests.reference import alphabeta, plain

DEPTH = 8
SAMPLES = 10_000
# Game, options, OpenSpiel's name of it, goal for the ratio of samples a second.
TREE_SEARCHES = [
    ("ultimate", {}, "ultimate_tic_tac_toe", 0.4),
    ("qubic", {}, "gomoku(size=4,dims=3,connect=4)", 2.0),
    ("gomoku", {"size": "8"}, "gomoku(size=8,connect=5)", 1.0),
    ("gomoku", {}, "gomoku(size=15,connect=5)", 1.0),
]


def run() -> None:
    for name in ("ultimate", "nineboard"):
        compare_alphabeta(name)
    for case in TREE_SEARCHES:
        compare_tree_search(*case)


def search(game: Game, searcher: str, limits: Limits) -> tuple[Info, float]:
    gc.disable()  # as in the engine's process
    started = process_time()
    *_, last = make_searcher(searcher, game, {"Seed": 1, "Hash": 256}).search(
        game.start(), Clock(limits)
    )
    gc.enable()
    return last, process_time() - started


def compare_alphabeta(name: str) -> None:
    """The plain one takes a minute or two."""
    game = make_game(name)
    info, seconds = search(game, "hminimax", Limits(depth=DEPTH))
    started = process_time()
    plain_score, _ = alphabeta.best_move(plain.start(name, {}), DEPTH)
    plain_seconds = process_time() - started
    assert info.score.cp == plain_score
    print(
        f"{name}: hminimax depth {DEPTH} first move: {seconds:.2f} s (goal 1), {info.nodes} nodes; "
        f"plain alpha-beta {plain_seconds:.0f} s with the same value: "
        f"{plain_seconds / seconds:.0f} times (goal 10)",
        flush=True,
    )


def compare_tree_search(name: str, options: dict[str, str], spiel: str, goal: float) -> None:
    """Alternately, and the best of three each: the machine may be busy."""
    game, theirs = make_game(name, options), pyspiel.load_game(spiel)
    ours_best = theirs_best = float("inf")
    for turn in range(3):
        _, seconds = search(game, "mcts", Limits(nodes=SAMPLES))
        ours_best = min(ours_best, seconds)
        evaluator = pyspiel.RandomRolloutEvaluator(1, Random(turn).randrange(1000))
        bot = pyspiel.MCTSBot(theirs, evaluator, 2.0, SAMPLES, 1000, True, turn, False)
        started = process_time()
        bot.step(theirs.new_initial_state())
        theirs_best = min(theirs_best, process_time() - started)
    label = " ".join([name, *options.values()])
    rates = f"{SAMPLES / ours_best:.0f} samples/s, OpenSpiel {SAMPLES / theirs_best:.0f}"
    print(f"{label}: mcts {rates}: ratio {theirs_best / ours_best:.2f} (goal {goal:g})")
