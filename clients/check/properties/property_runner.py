"""Running a property: random examples, the smallest failure, and whether it happens again.

Hypothesis draws and shrinks. It keeps no files and prints nothing; the answers of the engine are
remembered (`exam.py`), so that it sees a world that does not change under it.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Flaky

from linemate.clients.check.properties.catalogue import (
    AND_MOVES_BACK,
    AND_WORD,
    GAMES,
    QUIET,
    Property,
)
from linemate.clients.check.properties.exam import Exam, OutOfTime
from linemate.clients.check.raw_connection import Fault
from linemate.clients.check.strategies import BACK, games, move_texts, quiet_games
from linemate.engine.core import Game, LinemateError

SHRINK_SECONDS = 20.0  # at most, once there is a failure: an engine that hangs is slow to ask
DONE_BEFORE = (
    "it did not happen again in a new process: it depends on time, chance or what came before"
)
AGAIN = "it happened again in a new process"


def run_property(
    prop: Property, exam: Exam, number: int, examples: int, advance: Callable[[], None]
) -> tuple[Fault, str] | None:
    """Put the property to so many examples, drawn with the seed `number`.

    Return the smallest failure, and in words whether it happens again; None if it holds.
    """
    smallest: list[tuple[tuple[int, str], Fault, Any]] = []

    def check(example: Any) -> None:
        advance()
        if smallest and time.monotonic() > exam.until:
            return  # even to set up a question takes its time, on a large board
        try:
            prop.check(exam, example)
        except OutOfTime:
            return
        except Fault as fault:
            if not smallest:
                exam.until = time.monotonic() + SHRINK_SECONDS
            smallest.append((_size(example), fault, example))
            smallest.sort(key=lambda entry: entry[0])
            del smallest[1:]
            raise

    _search(prop, exam, check, number, examples)
    if not smallest:
        return None
    exam.until = time.monotonic() + SHRINK_SECONDS
    _shorten(check, smallest[0][2])
    _, fault, example = smallest[0]
    return fault, AGAIN if _happens_again(prop, exam, example) else DONE_BEFORE


def _search(
    prop: Property, exam: Exam, check: Callable[[Any], None], number: int, examples: int
) -> None:
    run = settings(
        max_examples=examples,
        derandomize=False,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        print_blob=False,
        report_multiple_bugs=False,
    )(given(EXAMPLES[prop.examples](exam.game))(check))
    with _no_files():
        try:
            seed(number)(run)()
        except (Fault, Flaky):
            return  # a flaky one is known to us all the same


EXAMPLES: dict[str, Callable[[Game], st.SearchStrategy[Any]]] = {
    GAMES: games,
    AND_WORD: lambda game: st.tuples(games(game), move_texts(game)),
    AND_MOVES_BACK: lambda game: st.tuples(games(game), st.integers(1, BACK)),
    QUIET: quiet_games,
}


@contextmanager
def _no_files() -> Iterator[None]:
    """Keep the tables that Hypothesis writes, database or not, from where the user is."""
    with TemporaryDirectory() as directory:
        set_hypothesis_home_dir(directory)
        try:
            yield
        finally:
            set_hypothesis_home_dir(None)


def _shorten(check: Callable[[Any], None], example: Any) -> None:
    """Leave out moves as long as it still fails.

    Hypothesis makes a game simple; where the order of its moves matters little, it can often be
    shorter still.
    """

    def fails(candidate: Any) -> bool:
        with suppress(LinemateError):  # it is no legal game
            try:
                check(candidate)
            except Fault:
                return True
        return False

    while (shorter := next(filter(fails, _shorter(example)), None)) is not None:
        example = shorter


def _shorter(example: Any) -> Iterator[Any]:
    """Yield the same without some moves: many at first, then any two, then any one."""
    if isinstance(example, tuple):
        yield from ((moves, *example[1:]) for moves in _shorter(example[0]))
        return
    size = len(example) // 2
    while size > 1:
        yield from (example[:at] + example[at + size :] for at in range(len(example) - size + 1))
        size //= 2
    for one, two in itertools.combinations(range(len(example)), 2):
        yield example[:one] + example[one + 1 : two] + example[two + 1 :]
    yield from (example[:at] + example[at + 1 :] for at in range(len(example)))


def _happens_again(prop: Property, exam: Exam, example: Any) -> bool:
    exam.forget_answers()
    exam.close()
    exam.until = time.monotonic() + SHRINK_SECONDS
    with suppress(OutOfTime):
        try:
            prop.check(exam, example)
        except Fault:
            return True
    return False


def _size(example: Any) -> tuple[int, str]:
    """Return what orders failures: the shorter is the smaller."""
    text = repr(example)
    return len(text), text
