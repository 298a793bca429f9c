"""What a search may claim, and leave in a table, of a position whose exact score is known."""

from __future__ import annotations

from random import Random

from linemate.engine.champion.core import Core
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import AT_LEAST, AT_MOST, Entry

# More plies than any search here looks ahead.
UNDECIDED = 1000


def length(score: int) -> int:
    """Return the plies that a win or loss takes; UNDECIDED if it is neither."""
    return WIN - abs(score) if abs(score) > PROVEN else UNDECIDED


def any_window(score: int, rng: Random) -> tuple[int, int]:
    """The full one, or a narrow one: around the score, another result or an estimate."""
    plies = rng.randrange(2, 13)
    middle = rng.choice((score, WIN - plies, plies - WIN, rng.randrange(-300, 300)))
    alpha = middle - rng.randrange(3)
    return rng.choice(((-WIN, WIN), (alpha, alpha + 1), (alpha, alpha + rng.randrange(2, 9))))


def is_true(claim: int, score: int, depth: int, alpha: int, beta: int) -> bool:
    """Tell whether a search of this depth and window may say so.

    Within the depth a result is exact, or the bound that the window asks for. Further off it may
    be missed, or taken for a longer one, but nothing is called a win or a loss that is not.
    """
    if claim > PROVEN and alpha < claim and score < claim:
        return False
    if claim < -PROVEN and claim < beta and claim < score:
        return False
    if length(score) > depth:
        return True
    if claim >= beta:
        return claim <= score
    return score <= claim if claim <= alpha else claim == score


def worth_a_search(scores: dict[int, int]) -> list[int]:
    """The moves that win or lose, but not at once."""
    return [move for move in scores if 2 < length(scores[move]) < UNDECIDED]


def check_claims(core: Core, scores: dict[int, int], least_depth: int, rng: Random) -> None:
    """Demand that what is said of every move worth it, in some depth and window, is true."""
    for move in worth_a_search(scores):
        depth = rng.randrange(least_depth, 11)
        alpha, beta = any_window(scores[move], rng)
        claim = core.search_move(move, depth, alpha, beta)
        assert is_true(claim, scores[move], depth, alpha, beta), (move, claim, alpha, beta)


def any_true_entry(score: int, rng: Random) -> Entry | None:
    """What a search of some depth may have left of a position; None if that would be false.

    That a win or loss takes so many plies at most is true at any depth; that it takes so many at
    least, only if there is none within the depth that takes fewer.
    """
    depth, plies = rng.randrange(1, 10), rng.randrange(2, 13)
    claim, bound = rng.choice((WIN - plies, plies - WIN)), rng.choice((AT_LEAST, AT_MOST))
    holds = claim <= score if bound == AT_LEAST else score <= claim
    so_long_at_least = bound == (AT_MOST if claim > 0 else AT_LEAST)
    if holds or (so_long_at_least and length(score) > depth):
        return depth, claim, bound, 0
    return None
