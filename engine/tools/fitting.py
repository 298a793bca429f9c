"""Fit the weights of an evaluation to games: sparse logistic regression with Adagrad.

An example is a position with the chance that the mover wins, as the search thought; in a game
a quarter of it is how that ended. Its features are numbers of weights with a sign.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable
from math import exp
from random import Random

from linemate.engine.builds import hot_module
from linemate.engine.core import Game, Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.tools.descent import descend
else:
    descend = hot_module("tools.descent").descend

RESULT_SHARE = 0.25
RATE = 0.05
# Adagrad divides by what it has seen of a weight: this much to begin with, so that the first
# examples of a rare one do not throw it about.
SEEN_AT_FIRST = 0.3

# Weights, as the bytes of their file. None is what learning begins with: hand-picked ones.
File = bytes | None


class Features(ABC):
    """One flat numbering for all weights of a game."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def of(self, position: Position) -> list[int]:
        """Return 1 + the number of each feature, negative where it counts against the mover; empty
        for positions that are never judged.
        """

    @abstractmethod
    def flatten(self, file: File) -> list[float]:
        """Return the weights in logits, by number."""

    @abstractmethod
    def unflatten(self, flat: list[float]) -> bytes:
        """Return the bytes of a file with these weights, in whole steps."""


class Examples:
    """Features and chances of many positions, packed."""

    def __init__(self, game: Game, features: Features, steps_per_logit: int) -> None:
        self.features = features
        self._game = game
        self._steps_per_logit = steps_per_logit
        self._indices = array("i")
        self._starts = array("i", [0])
        self._chances = array("d")

    def __len__(self) -> int:
        return len(self._chances)

    def add_games(self, lines: Iterable[str]) -> None:
        """Add the positions of games and their asides, in lines as `selfplay.py` writes them."""
        for line in lines:
            words, result, *asides = line.split("|")
            position = self._game.start()
            self._add_line(position, words.split(), int(result))
            moves = position.history
            for aside in asides:
                kept, *departure = aside.split()
                self._add_line(position_after(self._game, moves[: int(kept)]), departure, None)

    def _add_line(self, position: Position, words: Iterable[str], to_x: int | None) -> None:
        """Play these moves; add the positions on the way that a search has thought about."""
        for word in words:
            move, _, thought = word.partition(":")
            if thought:
                self._add(position, int(thought), to_x)
            position.play(int(move))

    def _add(self, position: Position, thought: int, to_x: int | None) -> None:
        """Add a position, and how its game ended for x, if it is of one that was played on."""
        features = self.features.of(position)
        if not features:
            return
        chance = 1 / (1 + exp(-thought / self._steps_per_logit))
        if to_x is not None:
            ended = (1 + (-to_x if position.to_move else to_x)) / 2
            chance += RESULT_SHARE * (ended - chance)
        self._indices.extend(features)
        self._starts.append(len(self._indices))
        self._chances.append(chance)

    def fit(self, weights: File, epochs: int, random: Random) -> tuple[bytes, list[float]]:
        """Return weights that begin as the given ones, and the mean squared error of each epoch."""
        flat = array("d", self.features.flatten(weights))
        seen = array("d", [SEEN_AT_FIRST] * len(flat))
        order = array("i", range(len(self)))
        errors = []
        for epoch in range(epochs):
            random.shuffle(order)
            rate = RATE * (1 - epoch / epochs)
            squares = descend(flat, seen, self._indices, self._starts, self._chances, order, rate)
            errors.append(squares / max(1, len(order)))
        return self.features.unflatten(list(flat)), errors


def position_after(game: Game, moves: Iterable[int]) -> Position:
    position = game.start()
    for move in moves:
        position.play(move)
    return position
