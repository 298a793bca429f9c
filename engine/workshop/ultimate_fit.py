"""Fit the weights of ultimate's evaluation to games: sparse logistic regression with Adagrad.

An example is a position with the chance that the mover wins: a quarter of it is how the game
ended, the rest what the search thought. Its features are numbers of weights with a sign, one
flat numbering for all of them; the big boards get theirs when they are first met.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from math import exp, sqrt
from random import Random

from engine.games.smallboards import ANY
from engine.games.ultimate import Ultimate, UltimatePosition
from engine.search.cores.ultimate_folds import LEVELS, PLACE_OF, folds, levels
from engine.search.cores.ultimate_weights import (
    PAIR_NUMBER,
    STEPS_PER_LOGIT,
    SWAPPED_PATTERNS,
    Weights,
    free_number,
    patterns,
    signed,
)

RESULT_SHARE = 0.25
RATE = 0.03
# Adagrad divides by what it has seen of a weight: this much to begin with, so that the first
# examples of a rare one do not throw it about.
SEEN_AT_FIRST = 0.3


class Features:
    """The flat numbering: dense blocks first, then big boards as they are met."""

    def __init__(self) -> None:
        empty, shapes = Weights(), folds().shapes
        self._shapes = shapes
        self._place_starts = []
        self._contexts = 0
        start = shapes * len(empty.contexts)
        for row in empty.places:
            self._place_starts.append(start)
            start += len(row)
        self._targets = start
        start += shapes * len(empty.targets)
        self._lines = start
        start += len(empty.lines)
        self._free_lines = start
        start += len(empty.free_lines)
        self._dense = start
        self.bigs: dict[int, int] = {}
        self.frees: dict[int, int] = {}
        self._of_big: dict[tuple[int, int, int], list[int]] = {}
        self._of_free: dict[tuple[int, int, int], list[int]] = {}

    def __len__(self) -> int:
        return self._dense + len(self.bigs) + len(self.frees)

    def of(self, position: UltimatePosition) -> list[int]:
        """1 + the number of each feature, negative where it counts against the mover."""
        counts = folds()
        side = position.to_move
        own, other = position.owned[side], position.owned[1 - side]
        closed = position.closed
        drawn = closed & ~(own | other)
        own_levels, other_levels = levels(own, other | drawn), levels(other, own | drawn)
        found = []
        for board in range(9):
            if closed >> board & 1:
                continue
            code = position.codes[board]
            opposite = counts.swapped[code]
            if side:
                code, opposite = opposite, code
            shape, swapped = counts.shape[code], counts.shape[opposite]
            a, b = own_levels[board], other_levels[board]
            if a == b:
                shape, sign = signed(shape, swapped)
            elif a > b:
                sign = 1
            else:
                shape, sign = swapped, -1
            if sign:
                pair = PAIR_NUMBER[max(a, b), min(a, b)]
                found.append(sign * (1 + pair * self._shapes + shape))
            numbers = counts.placed[board]
            shape, sign = signed(numbers[code], numbers[opposite])
            if sign:
                found.append(sign * (1 + self._place_starts[PLACE_OF[board]] + shape))
        big = own, other, drawn
        found += self._of_big.get(big) or self._number_big(own, other, drawn)
        if position.target == ANY:
            found += self._of_free.get(big) or self._number_free(own, other, drawn)
        else:
            board = position.target
            code = position.codes[board]
            shape = counts.shape[counts.swapped[code] if side else code]
            row = LEVELS * own_levels[board] + other_levels[board]
            found.append(1 + self._targets + row * self._shapes + shape)
        return found

    def _number_big(self, own: int, other: int, drawn: int) -> list[int]:
        number, sign = signed(free_number(own, other, drawn), free_number(other, own, drawn))
        found = []
        if sign:
            found.append(sign * (1 + self.bigs.setdefault(number, len(self))))
        for pattern in patterns(own, other, drawn):
            number, sign = signed(pattern, SWAPPED_PATTERNS[pattern])
            if sign:
                found.append(sign * (1 + self._lines + number))
        self._of_big[own, other, drawn] = found
        return found

    def _number_free(self, own: int, other: int, drawn: int) -> list[int]:
        number = free_number(own, other, drawn)
        found = [1 + self.frees.setdefault(number, len(self))]
        found += [1 + self._free_lines + n for n in patterns(own, other, drawn)]
        self._of_free[own, other, drawn] = found
        return found

    def flatten(self, weights: Weights) -> list[float]:
        """In logits; big boards that were never met are left out."""
        blocks = [*weights.contexts, *weights.places, *weights.targets]
        blocks += [weights.lines, weights.free_lines]
        flat = [worth / STEPS_PER_LOGIT for block in blocks for worth in block]
        flat += [0.0] * (len(self) - len(flat))
        for numbers, known in ((self.bigs, weights.bigs), (self.frees, weights.frees)):
            for number, index in numbers.items():
                flat[index] = known.get(number, 0) / STEPS_PER_LOGIT
        return flat

    def unflatten(self, flat: list[float]) -> Weights:
        """In whole steps."""
        worths = [round(STEPS_PER_LOGIT * worth) for worth in flat]
        weights = Weights()
        start = 0
        for rows in (weights.contexts, weights.places, weights.targets):
            for number, row in enumerate(rows):
                rows[number] = worths[start : start + len(row)]
                start += len(row)
        weights.lines = worths[self._lines : self._free_lines]
        weights.free_lines = worths[self._free_lines : self._dense]
        weights.bigs = {number: worths[index] for number, index in self.bigs.items()}
        weights.frees = {number: worths[index] for number, index in self.frees.items()}
        return weights


class Examples:
    """Features and chances of many positions, packed."""

    def __init__(self) -> None:
        self.features = Features()
        self._indices = array("i")
        self._starts = array("i", [0])
        self._chances = array("d")

    def __len__(self) -> int:
        return len(self._chances)

    def add_games(self, lines: Iterable[str]) -> None:
        """Lines as `ultimate_selfplay` writes them."""
        game = Ultimate()
        for line in lines:
            words, _, result = line.partition("|")
            position, to_x = game.start(), int(result)
            for word in words.split():
                move, _, thought = word.partition(":")
                if thought:
                    ended = (1 + (-to_x if position.to_move else to_x)) / 2
                    chance = 1 / (1 + exp(-int(thought) / STEPS_PER_LOGIT))
                    self._indices.extend(self.features.of(position))
                    self._starts.append(len(self._indices))
                    self._chances.append(RESULT_SHARE * ended + (1 - RESULT_SHARE) * chance)
                position.play(int(move))

    def fit(self, weights: Weights, epochs: int, random: Random) -> tuple[Weights, list[float]]:
        """Weights that begin as the given ones, and the mean squared error of each epoch."""
        flat = self.features.flatten(weights)
        seen = [SEEN_AT_FIRST] * len(flat)
        order = list(range(len(self)))
        errors = []
        indices, starts, chances = self._indices, self._starts, self._chances
        for epoch in range(epochs):
            random.shuffle(order)
            rate = RATE * (1 - epoch / epochs)
            squares = 0.0
            for number in order:
                features = indices[starts[number] : starts[number + 1]]
                worth = 0.0
                for feature in features:
                    worth += flat[feature - 1] if feature > 0 else -flat[-feature - 1]
                error = 1 / (1 + exp(-worth)) - chances[number] if worth > -700 else 0.0
                square = error * error
                squares += square
                push = rate * error
                for feature in features:
                    if feature > 0:
                        seen[feature - 1] += square
                        flat[feature - 1] -= push / sqrt(seen[feature - 1])
                    else:
                        seen[-feature - 1] += square
                        flat[-feature - 1] += push / sqrt(seen[-feature - 1])
            errors.append(squares / max(1, len(order)))
        return self.features.unflatten(flat), errors
