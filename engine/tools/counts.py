"""`python3 -m engine.tools.counts`: what a heuristic counts in positions, as JSON on stdout.

`linemate lab tune` fits constants to it. On stdin is a game a line, its moves with spaces between;
the answer has, for each, the counts of every position that was moved in, from the start on:

    {"constants": {NAME: VALUE, ...}, "idle": [NAME, ...], "scalable": BOOL,
     "games": [[[COUNT, ...], ...], ...]}

A heuristic adds up constants times what it counts, so a count is how much its estimate changes
with one constant. Those that never count in this game, as far as random games show, are `idle`
and have no part in anything else. `scalable` says that twice the constants gave twice the
estimate everywhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping
from random import Random

from linemate.engine.core import Game, Position
from linemate.engine.registry import HEURISTICS, make_heuristic
from linemate.engine.textbook.heuristics.base import Heuristic
from linemate.engine.tools import command

Constants = Mapping[str, int]
RANDOM_GAMES = 30  # in which a constant that counts at all has counted


class Counter:
    """The counts of a heuristic, read off its estimates. Raises LinemateError."""

    def __init__(self, game: Game, name: str) -> None:
        self._plain = _make(game, name, {})
        live = _live(game, name, self._plain)
        self.constants: Constants = {key: self._plain.constants[key] for key in live}
        self.idle = [key for key in self._plain.constants if key not in live]
        self._doubled = _make(game, name, {key: 2 * c for key, c in self.constants.items()})
        self._steps = [_step(value) for value in self.constants.values()]
        self._changed = [_change(game, name, key, c) for key, c in self.constants.items()]
        self.scalable = True  # as far as was seen

    def counts(self, position: Position) -> list[float]:
        """Return the counts from the view of the side to move, in the order of the constants."""
        estimate = _estimate(self._plain, position)
        self.scalable &= _estimate(self._doubled, position) == 2 * estimate
        return [
            (_estimate(heuristic, position) - estimate) / step
            for heuristic, step in zip(self._changed, self._steps, strict=True)
        ]


def count(game: Game, heuristic: str, lines: Iterable[str]) -> dict[str, object]:
    """Return the document of these games. Raises LinemateError."""
    counter = Counter(game, heuristic)
    games = []
    for line in lines:
        position, counts = game.start(), []
        for text in line.split():
            move = game.read_move(position, text)
            counts.append(counter.counts(position))
            position.play(move)
        games.append(counts)
    return {
        "constants": counter.constants,
        "idle": counter.idle,
        "scalable": counter.scalable,
        "games": games,
    }


def main() -> int:
    arguments = make_parser().parse_args()
    return command.answer(
        lambda: count(command.named_game(arguments), arguments.heuristic, sys.stdin)
    )


def make_parser() -> argparse.ArgumentParser:
    parser = command.make_parser(
        "counts", "Print what a heuristic counts in the positions of the games on stdin, as JSON."
    )
    parser.add_argument("--heuristic", required=True, help=", ".join(HEURISTICS))
    return parser


def _live(game: Game, name: str, plain: Heuristic) -> list[str]:
    """Return the constants that change an estimate somewhere in
    some random games, always the same.
    """
    changed = {key: _change(game, name, key, value) for key, value in plain.constants.items()}
    live: set[str] = set()
    random = Random(1)
    for _ in range(RANDOM_GAMES):
        position = game.start()
        while position.outcome() is None and len(live) < len(changed):
            estimate = _estimate(plain, position)
            live |= {key for key, each in changed.items() if _estimate(each, position) != estimate}
            position.play(random.choice(position.legal_moves()))
    return [key for key in plain.constants if key in live]


def _change(game: Game, name: str, key: str, value: int) -> Heuristic:
    return _make(game, name, {key: value + _step(value)})


def _step(value: int) -> int:
    """Return a tenth, so that a heuristic that is not linear is judged near by."""
    return max(1, abs(value) // 10)


def _make(game: Game, name: str, constants: Constants) -> Heuristic:
    text = " ".join(f"{key}={value}" for key, value in constants.items())
    return make_heuristic(game, {"Heuristic": name, "Constants": text})


def _estimate(heuristic: Heuristic, position: Position) -> int:
    heuristic.begin(position)
    return heuristic.evaluate(position)


if __name__ == "__main__":
    sys.exit(main())
