"""Simulated annealing over the constants of a heuristic, scored by matches.

From the constants as they are, each step changes one or two of them a little, plays a match
against the original constants, and keeps the change if the score is better, or, with a chance
that falls as the temperature does, if it is worse:

    chance = exp((new score - old score) / temperature)

Every match has the same openings, with both colours, at a fixed depth and with a fixed seed: so
a score is a function of the constants, and the whole walk one of the seed. Each game is stored
as it ends; a walk that is started again finds its games there and comes to where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp
from random import Random

Constants = Mapping[str, int]
Score = Callable[[Constants], float]

HOT, COLD = 0.10, 0.01  # temperatures, as differences of score
# A constant changes by up to this share of itself at the start, and by at least 1.
WIDE, NARROW = 0.6, 0.1


@dataclass(frozen=True)
class Contender:
    """Constants that were tried, their score, and whether the walk went on from them."""

    constants: Constants
    score: float
    accepted: bool


def anneal(start: Constants, score: Score, steps: int, seed: int) -> list[Contender]:
    """Return the walk; the constants at the start have a score of one half against themselves.

    `score` is asked once for each step, in the same order for the same arguments.
    """
    random = Random(seed)
    here = Contender(dict(start), 0.5, True)
    walk = [here]
    for number in range(steps):
        progress = number / max(1, steps - 1)
        width = WIDE + (NARROW - WIDE) * progress
        candidate = neighbour(here.constants, width, random)
        value = score(candidate)
        temperature = HOT * (COLD / HOT) ** progress
        accepted = value >= here.score or random.random() < exp((value - here.score) / temperature)
        walk.append(Contender(candidate, value, accepted))
        if accepted:
            here = walk[-1]
    return walk


def best_of(walk: list[Contender]) -> Contender:
    """Return the candidate with the highest score, the first of them if there are several."""
    return max(walk, key=lambda candidate: candidate.score)


def neighbour(constants: Constants, width: float, random: Random) -> dict[str, int]:
    """Return the same with one or two constants changed, by up to `width` of themselves.

    A constant keeps its sign, and never becomes 0: what a heuristic counts for a player must
    not come to count against him.
    """
    changed = dict(constants)
    names = random.sample(sorted(changed), min(len(changed), random.choice((1, 2))))
    for name in names:
        size = abs(changed[name])
        step = max(1, round(size * width * random.random()))
        down = size > step and random.random() < 0.5
        sign = -1 if changed[name] < 0 else 1
        changed[name] = sign * (size - step if down else size + step)
    return changed
