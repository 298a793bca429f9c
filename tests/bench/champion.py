"""How strong `auto` is: matches at equal time, both colours, openings of two random plies.

    python -m tests.bench.champion                                   every match, which takes hours
    python -m tests.bench.champion open-spiel/ultimate --movetime 100ms --games 100
    python -m tests.bench.champion hminimax/gomoku8-empty --movetime 500ms

The opponents are OpenSpiel's tree search in C++ and the textbook searchers of this project. Where
the question is whether `auto` ever loses, games begin with the empty board, and all searchers have
a try at it: those that look no further than a fixed depth with the greatest that half a second
allows on 8x8. A match that was interrupted goes on where it was; one that is over is only reported.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from pathlib import Path

from linemate.clients.__main__ import main as linemate

TESTS = Path(__file__).resolve().parent.parent

GAMES = {
    "tictactoe": ["tictactoe"],
    "nineboard": ["nineboard"],
    "ultimate": ["ultimate"],
    "qubic": ["qubic"],
    "gomoku8": ["gomoku", "size=8"],
    "gomoku8-empty": ["gomoku", "size=8"],
    "gomoku15": ["gomoku"],
    "mnk": ["mnk", "width=11", "height=9", "row=5"],
    "connect-four": ["mnk", "width=7", "height=6", "row=4", "drop=true"],
}
FROM_THE_EMPTY_BOARD = ("tictactoe", "gomoku8-empty")
OPEN_SPIEL = f"{sys.executable} {TESTS / 'bench' / 'open_spiel_engine.py'}"
OPPONENTS = {
    "open-spiel": ["name=open-spiel", f"cmd={OPEN_SPIEL}"],
    "hminimax": ["name=hminimax", "option.Search=hminimax"],
    "mcts": ["name=mcts", "option.Search=mcts"],
    "proof": ["name=proof", "option.Search=proof"],
    "alphabeta": ["name=alphabeta", "option.Search=alphabeta", "option.Depth=3"],
    "minimax": ["name=minimax", "option.Search=minimax", "option.Depth=2"],
    "random": ["name=random", "option.Search=random"],
}
# What is asked for: at one second a move, and where no loss is allowed, at half a second.
GOALS = {
    "open-spiel/tictactoe": "no loss",
    "open-spiel/ultimate": "99 %",
    "open-spiel/qubic": "90 %",
    "open-spiel/gomoku8": "90 %",
    "open-spiel/gomoku15": "98 %",
    **{
        f"{opponent}/{game}": "90 %"
        for opponent in ("hminimax", "mcts")
        for game in GAMES
        if game not in FROM_THE_EMPTY_BOARD
    },
    **{
        f"{opponent}/gomoku8-empty": "no loss" for opponent in OPPONENTS if opponent != "open-spiel"
    },
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.champion",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("match", nargs="*", help=f"some of {', '.join(GOALS)}")
    parser.add_argument("--movetime", default="1s", help="for each move (%(default)s)")
    parser.add_argument("--games", default="100", help="of each match (%(default)s)")
    parser.add_argument("--concurrency", default="1", help="games at a time (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path("lab-results/champion"),
                        help="for the records (%(default)s)")  # fmt: skip
    options = parser.parse_args()
    unknown = [name for name in options.match if name not in GOALS]
    if unknown:
        parser.error(f"unknown match {unknown[0]!r}: expected some of {', '.join(GOALS)}")
    for name in options.match or GOALS:
        directory = options.out / options.movetime / name.replace("/", "-")
        play(name, directory, options.movetime, options.games, options.concurrency)
        score = (directory / "standing.txt").read_text().split("\n\n")[0]
        print(f"{name}, {options.movetime} a move, goal {GOALS[name]}\n{score}\n", flush=True)
    return 0


def play(name: str, directory: Path, movetime: str, games: str, concurrency: str) -> None:
    words = ["--resume", str(directory)]
    if not (directory / "match.json").exists():
        opponent, _, game = name.partition("/")
        words = ["--game", *GAMES[game], "--out", str(directory), "--games", games]
        # A busy machine shall decide nothing: an answer may be late by a tenth of a second. And
        # OpenSpiel can only guess how many samples fit into the time: it may take twice as long.
        margin = movetime if opponent == "open-spiel" else "100ms"
        words += ["--movetime", movetime, "--margin", margin]
        if game not in FROM_THE_EMPTY_BOARD:
            words += ["--random-plies", "2"]
        words += ["--engine", "name=auto", "--engine", *OPPONENTS[opponent]]
    with contextlib.redirect_stdout(io.StringIO()):
        linemate(["match", *words, "--concurrency", concurrency])


sys.exit(main())
