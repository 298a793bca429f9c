"""What hostile lines are made of: pools that are drawn once from the strategies of the tests, and
words and characters in their wrong place.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.damage import PIECES
from tests.protocol.words import KEYWORDS

Drawn = TypeVar("Drawn")

NUMBERS = ("-1", "0", "1", "1000000", "10000000000000", "1.5")
CHARACTERS = "\0\t\r\x1b-/9\xff\u202e\U0001f600"
# What would end the conversation, take gigabytes, or has an answer of another kind.
UNWANTED = {"quit", "end", "hash", "max_memory", "perft"}


def pool(strategy: st.SearchStrategy[Drawn], random: Random, size: int = 200) -> list[Drawn]:
    """Draw so many values, the same ones from the same random numbers."""
    drawn: list[Drawn] = []

    @seed(random.randrange(2**32))
    @settings(
        max_examples=size,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Drawn) -> None:
        drawn.append(value)

    collect()
    return drawn


def mutate(line: str, random: Random) -> str:
    """Change some words, or characters, of a line."""
    words = line.split(" ")
    for _ in range(random.randint(1, 3)):
        place, other = random.randrange(len(words)), random.randrange(len(words))
        word = words[place]
        at = random.randrange(len(word) + 1)
        changes: tuple[list[str], ...] = (
            [],
            [word, words[other]],
            [random.choice(KEYWORDS)],
            [random.choice(PIECES), word],
            [word.swapcase()],
            [words[other]],
            [word[:at] + random.choice(CHARACTERS) + word[at + 1 :]],
            [random.choice(NUMBERS)],
        )
        words[place : place + 1] = random.choice(changes)
        words = words or [" "]
    return " ".join(words)


def is_wanted(line: bytes) -> bool:
    words = line.decode(errors="replace").lower().split()
    return UNWANTED.isdisjoint(words) and b"\n" not in line
