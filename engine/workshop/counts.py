"""`python3 -m engine.workshop.counts`: what a heuristic counts in positions, as JSON on stdout.

`linemate lab tune` fits constants to it. On stdin is a game a line, its moves with spaces between;
the answer has, for each, the counts of every position that was moved in, from the start on:

    {"constants": {NAME: VALUE, ...}, "scalable": BOOL, "games": [[[COUNT, ...], ...], ...]}

A heuristic adds up constants times what it counts, so a count is how much its estimate changes
with one constant. `scalable` says that twice the constants gave twice the estimate everywhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping

from engine.core import Game, OptionError, Position
from engine.registry import HEURISTICS, make_heuristic
from engine.search.heuristics.base import Heuristic
from engine.workshop import command

Constants = Mapping[str, int]


class Counter:
    """The counts of a heuristic, read off its estimates. Raises LinemateError."""

    def __init__(self, game: Game, name: str) -> None:
        if name not in HEURISTICS:
            known = ", ".join(HEURISTICS)
            raise OptionError(f"unknown heuristic {name!r}: expected one of {known}")
        self._plain = _make(game, name, {})
        self.constants: Constants = self._plain.constants
        self._doubled = _make(game, name, {key: 2 * c for key, c in self.constants.items()})
        # Changed by a tenth, so that a heuristic that is not linear is judged near by.
        self._steps = [max(1, abs(value) // 10) for value in self.constants.values()]
        self._changed = [
            _make(game, name, {**self.constants, key: self.constants[key] + step})
            for key, step in zip(self.constants, self._steps, strict=True)
        ]
        self.scalable = True  # as far as was seen

    def counts(self, position: Position) -> list[float]:
        """From the view of the side to move, in the order of the constants."""
        estimate = _estimate(self._plain, position)
        self.scalable &= _estimate(self._doubled, position) == 2 * estimate
        return [
            (_estimate(heuristic, position) - estimate) / step
            for heuristic, step in zip(self._changed, self._steps, strict=True)
        ]


def count(game: Game, heuristic: str, lines: Iterable[str]) -> dict[str, object]:
    """The document of these games. Raises LinemateError."""
    counter = Counter(game, heuristic)
    games = []
    for line in lines:
        position, counts = game.start(), []
        for text in line.split():
            move = game.read_move(position, text)
            counts.append(counter.counts(position))
            position.play(move)
        games.append(counts)
    return {"constants": counter.constants, "scalable": counter.scalable, "games": games}


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


def _make(game: Game, name: str, constants: Constants) -> Heuristic:
    text = " ".join(f"{key}={value}" for key, value in constants.items())
    return make_heuristic(game, {"Heuristic": name, "Constants": text})


def _estimate(heuristic: Heuristic, position: Position) -> int:
    heuristic.begin(position)
    return heuristic.evaluate(position)


if __name__ == "__main__":
    sys.exit(main())
