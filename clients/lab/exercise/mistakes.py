"""Typical mistakes, each as the program that makes it: whoever answers everything as one of them
does is told its name.

A mistake of a search gives a value and the number of positions it looks at; one of a formula a
number. The trees are small: these run in the grader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, log10, sqrt
from typing import NamedTuple

from linemate.clients.lab.exercise.state import State, read_state

WORTH = {"x": 1, "o": -1, "draw": 0}
Counted = tuple[float, int]  # the value, and the positions below the root


class Mistake(NamedTuple):
    """What it is called, what it does to the answers, and what to look for."""

    name: str
    hint: str
    answers: Callable[..., object]


def name_mistake(
    mistakes: Sequence[Mistake], questions: Sequence[Sequence[object]], answers: Sequence[object]
) -> Mistake | None:
    """Return the first mistake that gives these very answers to all questions."""
    for mistake in mistakes:
        if all(
            same(mistake.answers(*question), answer)
            for question, answer in zip(questions, answers, strict=True)
        ):
            return mistake
    return None


def same(one: object, other: object) -> bool:
    """Tell whether two answers are equal, numbers but for rounding."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) < 1e-9
    return one == other


# -------------------------------------------------------------------- minimax


def _count(search: Callable[[State], float]) -> Callable[[str], Counted]:
    def answer(position: str) -> Counted:
        state = read_state("tictactoe", position)
        value = search(state)
        return value, state.counter.plays

    return answer


def _minimax(state: State) -> float:
    ended = state.winner()
    if ended is not None:
        return WORTH[ended]
    return (max if state.player == "x" else min)(_minimax(state.play(m)) for m in state.moves())


def _maximum_for_both(state: State) -> float:
    ended = state.winner()
    if ended is not None:
        return WORTH[ended]
    return max(_maximum_for_both(state.play(move)) for move in state.moves())


def _turns_changed(state: State) -> float:
    ended = state.winner()
    if ended is not None:
        return WORTH[ended]
    return (min if state.player == "x" else max)(
        _turns_changed(state.play(move)) for move in state.moves()
    )


def _minus_without_turns(state: State) -> float:
    """Negate at every move, though the end is counted for x."""
    ended = state.winner()
    if ended is not None:
        return WORTH[ended]
    return max(-_minus_without_turns(state.play(move)) for move in state.moves())


def _ends_turned(state: State) -> float:
    """Count every end for o, though x takes the maximum."""
    ended = state.winner()
    if ended is not None:
        return -WORTH[ended]
    return (max if state.player == "x" else min)(_ends_turned(state.play(m)) for m in state.moves())


def _blind_to_wins(state: State) -> float:
    moves = state.moves()
    if not moves:
        return 0
    return (max if state.player == "x" else min)(_blind_to_wins(state.play(m)) for m in moves)


def _seen_by_mover(state: State) -> float:
    return _minimax(state) * (1 if state.player == "x" else -1)


def _played_twice(state: State) -> float:
    ended = state.winner()
    if ended is not None:
        return WORTH[ended]
    best = max if state.player == "x" else min
    for move in state.moves():
        state.play(move)
    return best(_played_twice(state.play(move)) for move in state.moves())


MINIMAX = (
    Mistake(
        "wrong sign",
        "The values are those for o: x's win is worth 1 and o's -1, whoever is to move.",
        _count(lambda state: -_minimax(state)),
    ),
    Mistake(
        "wrong sign",
        "A finished game is worth 1 where x has won it, and -1 where o has.",
        _count(_ends_turned),
    ),
    Mistake(
        "wrong point of view",
        "The value is that of the player to move; asked is what the position is worth to x.",
        _count(_seen_by_mover),
    ),
    Mistake(
        "the maximum for both players",
        "o wants the value low: take the minimum where state.player is o.",
        _count(_maximum_for_both),
    ),
    Mistake(
        "minimum and maximum exchanged",
        "x wants the value high: take the maximum where state.player is x, the minimum where it is "
        "o.",
        _count(_turns_changed),
    ),
    Mistake(
        "wrong sign",
        "It negates at every move, but the end of a game is counted for x: count it for the player "
        "to move, or take minimum and maximum in turn.",
        _count(_minus_without_turns),
    ),
    Mistake(
        "no terminal test",
        "It takes every finished game for a draw: ask state.winner() before the moves.",
        _count(_blind_to_wins),
    ),
    Mistake(
        "every move played twice",
        "The values are right; each position is made two times, once for nothing.",
        _count(_played_twice),
    ),
)


# -------------------------------------------------------------------- alpha-beta


def _alphabeta(
    state: State,
    alpha: float,
    beta: float,
    cuts: Callable[[float, float], bool],
    high: str = "x",
) -> float:
    """Search, where `high` is the player who wants the value high."""
    ended = state.winner()
    if ended is not None:
        return WORTH[ended]
    maximum = state.player == high
    best: float = -2 if maximum else 2
    for move in state.moves():
        value = _alphabeta(state.play(move), alpha, beta, cuts, high)
        if maximum:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if cuts(alpha, beta):
            break
    return best


def _cut_too_early(state: State) -> float:
    return _alphabeta(state, -1, 1, lambda alpha, beta: alpha >= beta)


ALPHABETA = (
    Mistake(
        "no pruning",
        "The values are right, and nothing is cut off: is alpha or beta changed, compared after "
        "every move, and handed on to value?",
        _count(_minimax),
    ),
    Mistake(
        "pruning at > instead of >=",
        "A move that is only as good as what the other player has elsewhere changes nothing "
        "either: cut where alpha >= beta.",
        _count(lambda state: _alphabeta(state, -2, 2, lambda alpha, beta: alpha > beta)),
    ),
    Mistake(
        "a window of -1 to 1 at the root",
        "The root is to begin with the window that it is given.",
        _count(_cut_too_early),
    ),
    Mistake(
        "minimum and maximum exchanged",
        "x wants the value high: raise alpha where state.player is x, lower beta where it is o.",
        _count(lambda state: _alphabeta(state, -2, 2, lambda alpha, beta: alpha >= beta, "o")),
    ),
    *MINIMAX,
)


# -------------------------------------------------------------------- UCT

C = 1.4
UCB = (
    Mistake(
        "UCB without the logarithm",
        "Under the root stands the logarithm of the parent's visits, log(parent_visits) / visits.",
        lambda wins, visits, parent: wins / visits + C * sqrt(parent / visits),
    ),
    Mistake(
        "the decimal logarithm",
        "Take the natural logarithm, math.log.",
        lambda wins, visits, parent: wins / visits + C * sqrt(log10(parent) / visits),
    ),
    Mistake(
        "no square root",
        "What is not known shrinks as the square root: sqrt(log(parent_visits) / visits).",
        lambda wins, visits, parent: wins / visits + C * log(parent) / visits,
    ),
    Mistake(
        "no exploration",
        "The mean alone never tries again what had bad luck at first.",
        lambda wins, visits, parent: wins / visits,
    ),
    Mistake(
        "wins that are not divided",
        "The first term is the mean: wins / visits.",
        lambda wins, visits, parent: wins + C * sqrt(log(parent) / visits),
    ),
    Mistake(
        "a constant that is not used",
        "The second term is multiplied by c.",
        lambda wins, visits, parent: wins / visits + sqrt(log(parent) / visits),
    ),
)


def _backed_up(
    worth: Callable[[str | None, str], float], visits: int = 1, deep: bool = True
) -> Callable[[list[int], str], list[list[float]]]:
    """Return what `backup` leaves along a line of moves, from its end up, by what each is worth."""

    def answer(moves: list[int], winner: str) -> list[list[float]]:
        movers = [None, *("xo"[number % 2] for number in range(len(moves)))][::-1]
        found = [[float(visits), worth(mover, winner)] for mover in movers]
        return found if deep else [found[0], *[[0.0, 0.0]] * len(moves)]

    return answer


def _worth(mover: str | None, winner: str) -> float:
    return 0.5 if winner == "draw" else float(mover == winner)


def _worth_to_other(mover: str | None, winner: str) -> float:
    return 0.5 if winner == "draw" else float(mover is not None and mover != winner)


BACKUP = (
    Mistake(
        "wrong sign",
        "wins are those of the node's mover, who has moved into it, not of the player to move.",
        _backed_up(_worth_to_other),
    ),
    Mistake(
        "wins of x in every node",
        "A node counts the wins of its own mover: compare winner with node.mover.",
        _backed_up(lambda _, winner: {"x": 1.0, "draw": 0.5}.get(winner, 0.0)),
    ),
    Mistake(
        "draws that count nothing",
        "A draw is worth one half to either.",
        _backed_up(lambda mover, winner: float(mover == winner)),
    ),
    Mistake("visits that are not counted", "Add 1 to node.visits.", _backed_up(_worth, visits=0)),
    Mistake(
        "only the last node counted",
        "Go on with node.parent until there is none.",
        _backed_up(_worth, deep=False),
    ),
)
expected_backup = _backed_up(_worth)


def expected_ucb(wins: float, visits: int, parent: int) -> float:
    """Return the textbook's bound, which is a mistake in no list."""
    return wins / visits + C * sqrt(log(parent) / visits)
