"""Proof numbers, as one word of a table (words.py).

A question is "does the attacker win?". At every position the side to move has a goal: the
attacker to win, the defender to prevent it. Of a position is known

    phi     how many positions must at least be settled before its mover reaches his goal
    delta   how many before it is shown that he cannot

so phi 0 (with delta INFINITE) means that he does, delta 0 (with phi INFINITE) that he fails.
What is settled has also `plies`, within which the win is completed, and `drawn`: the
attacker's failure was shown by way of a drawn game, so it is not proven that he loses.

    bits  0 to 19  phi         bits 40 to 48  plies       bits 50 to 55  the work it took: the
    bits 20 to 39  delta       bit 49         drawn                      number of nodes, in bits
"""

from __future__ import annotations

from collections.abc import Sequence

INFINITE = (1 << 20) - 1
DELTA_SHIFT, PLIES_SHIFT, DRAWN_SHIFT = 20, 40, 49
MOST_PLIES = (1 << DRAWN_SHIFT - PLIES_SHIFT) - 1
REACHED = INFINITE << DELTA_SHIFT  # the mover's goal, phi 0
FAILED = INFINITE  # delta 0
DRAWN = 1 << DRAWN_SHIFT
UNKNOWN = 1 | 1 << DELTA_SHIFT


def reached(plies: int, drawn: int = 0) -> int:
    return REACHED | plies << PLIES_SHIFT | drawn << DRAWN_SHIFT


def failed(plies: int, drawn: int = 0) -> int:
    return FAILED | plies << PLIES_SHIFT | drawn << DRAWN_SHIFT


def phi_of(word: int) -> int:
    return word & INFINITE


def delta_of(word: int) -> int:
    return word >> DELTA_SHIFT & INFINITE


def plies_of(word: int) -> int:
    return word >> PLIES_SHIFT & MOST_PLIES


def drawn_of(word: int) -> int:
    return word >> DRAWN_SHIFT & 1


def settle(words: Sequence[int], mover_attacks: bool) -> int:
    """The word of a position whose mover reaches his goal, or has failed with every move."""
    reaching = [word for word in words if not delta_of(word)]
    if reaching:
        # A win for its own sake, and the shortest, before a draw.
        drawn, plies = min((word & DRAWN, plies_of(word)) for word in reaching)
        return REACHED | drawn | plies + 1 << PLIES_SHIFT
    drawn = max(word & DRAWN for word in words) if mover_attacks else 0
    return FAILED | drawn | max(map(plies_of, words)) + 1 << PLIES_SHIFT


def bears_out(word: int, after: int) -> bool:
    """Whether what is known after a move is part of why the position before it is settled."""
    if phi_of(word) and delta_of(word):
        return False
    if phi_of(after) if phi_of(word) else delta_of(after):
        return False
    return bool(word & DRAWN) or (not after & DRAWN and plies_of(after) < plies_of(word))
