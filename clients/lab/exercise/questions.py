"""What is asked of each exercise exactly: values and positions where the theory fixes them.

Values and counts of searches are those of the engine's own textbook searchers, asked through the
protocol; formulas are computed. What is answered otherwise is compared with the known mistakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from linemate.clients.lab.exercise.asking import StudentFile, TroubleError
from linemate.clients.lab.exercise.catalogue import Exercise
from linemate.clients.lab.exercise.grading import Task, WrongError
from linemate.clients.lab.exercise.mistakes import (
    ALPHABETA,
    BACKUP,
    MINIMAX,
    UCB,
    Counted,
    Mistake,
    expected_backup,
    expected_ucb,
    name_mistake,
    same,
)
from linemate.engine.core import Limits
from linemate.protocol.driver import Engine

# Small trees of tic-tac-toe: both to move; won, drawn and lost; one that is over.
POSITIONS = (
    "xox/oox/1x1 o",
    "x1o/1x1/2o x",
    "xo1/1x1/2o x",
    "xox/1o1/2x o",
    "o1x/1x1/1o1 x",
    "xo1/3/3 x",
    "xxx/oo1/3 o",
)
EMPTY_BOARD = "3/3/3 x"
SEARCHERS = {"minimax": "minimax", "alphabeta": "alphabeta-results"}
BOUNDS = ((3, 5, 20), (0, 1, 7), (2.5, 4, 100), (10, 10, 11), (1, 30, 1000))
LINES = (([4, 0, 8], "x"), ([4, 0], "o"), ([4], "draw"), ([0, 1, 2, 3], "o"))
# The middle of x's line of three is free: the one move that wins at once.
WIN_IN_ONE = ("x1x/oo1/3 x", 1)
SAMPLES = 400


def make_questions(exercise: Exercise, file: StudentFile) -> list[Task]:
    """Return the exact tasks of an exercise, easiest first."""
    loads = Task("the file runs", 0, lambda: _load(exercise, file))
    if exercise.name == "heuristic":
        return [loads, *_ask_heuristic(file)]
    if exercise.name == "uct":
        return [loads, *_ask_uct(file)]
    return [loads, *_ask_search(exercise, file)]


def _load(exercise: Exercise, file: StudentFile) -> str:
    functions = file.ask(do="load")["functions"]
    missing = [name for name in (*exercise.functions, "choose") if name not in functions]
    if missing:
        raise WrongError(
            f"there is no function {missing[0]}", hint="`new` makes a file that has it."
        )
    return f"it has {' and '.join(exercise.functions)}"


# -------------------------------------------------------------------- minimax, alpha-beta


def _ask_search(exercise: Exercise, file: StudentFile) -> list[Task]:
    mistakes = MINIMAX if exercise.name == "minimax" else ALPHABETA
    search = SEARCHERS[exercise.name]

    def ask(position: str) -> Counted:
        try:
            answer = file.ask(do="call", function="value", position=position)
        except TroubleError as error:
            if "empty" not in error.trouble.message:
                raise
            known = error.trouble._replace(
                mistake="no terminal test",
                hint="A finished game has no moves: ask state.winner() before looking at them.",
            )
            raise TroubleError(known) from None
        return answer["result"], answer["plays"]

    def ask_values() -> str:
        expected = ask_engine("alphabeta", POSITIONS)
        found = [ask(position) for position in POSITIONS]
        for position, (value, _), (right, _) in zip(POSITIONS, found, expected, strict=True):
            if not same(value, right):
                message = f"“{position}” is worth {right:g} to x, and value says {value:g}"
                raise _explain(message, mistakes, [[each] for each in POSITIONS], found)
        return f"{len(POSITIONS)} positions, all values right"

    def ask_counts() -> str:
        expected = ask_engine(search, POSITIONS)
        found = [ask(position) for position in POSITIONS]
        for position, (_, plays), (_, right) in zip(POSITIONS, found, expected, strict=True):
            if plays != right:
                message = (
                    f"“{position}” takes {right:,} positions below the root, and yours {plays:,}"
                )
                raise _explain(message, mistakes, [[each] for each in POSITIONS], found)
        return f"{sum(right for _, right in expected):,} positions, as in the textbook"

    def ask_whole() -> str:
        [(_, count)] = ask_engine(search, (EMPTY_BOARD,))
        value, plays = ask(EMPTY_BOARD)
        if (value, plays) != (0, count):
            raise WrongError(
                f"the empty board is a draw, 0, after {count:,} positions, and yours says "
                f"{value:g} after {plays:,}"
            )
        return f"the whole of tic-tac-toe: a draw, in {plays:,} positions"

    return [
        Task("values of small positions", 4, ask_values),
        Task("positions looked at", 3, ask_counts),
        Task("the whole game", 1, ask_whole),
    ]


@cache
def ask_engine(search: str, positions: tuple[str, ...]) -> list[Counted]:
    """Return the value to x and the positions below the root of each, by a searcher of ours."""
    with Engine.start() as engine:
        engine.newgame("tictactoe")
        engine.configure({"Search": search})
        return [_ask_engine(engine, position) for position in positions]


def _ask_engine(engine: Engine, position: str) -> Counted:
    engine.position(fen=position)
    if engine.query("gameover") == "true":
        return {"p1win": 1, "p2win": -1}.get(engine.query("result"), 0), 0
    info = engine.play(Limits(depth=9)).info
    assert info is not None
    assert info.score is not None
    assert info.nodes is not None
    sign = 1 if position.endswith("x") else -1
    plies = info.score.plies
    value = 0 if plies is None else (sign if plies > 0 else -sign)
    return value, info.nodes - 1


def _explain(
    message: str,
    mistakes: Sequence[Mistake],
    questions: Sequence[Sequence[object]],
    found: Sequence[object],
) -> WrongError:
    """Return the error with the name of the mistake, if it is known."""
    known = name_mistake(mistakes, questions, found)
    return WrongError(message, known.name, known.hint) if known else WrongError(message)


# -------------------------------------------------------------------- UCT


def _ask_uct(file: StudentFile) -> list[Task]:
    def ask_bounds() -> str:
        found = [
            file.ask(do="call", function="ucb", arguments=list(numbers))["result"]
            for numbers in BOUNDS
        ]
        for numbers, bound in zip(BOUNDS, found, strict=True):
            right = expected_ucb(*numbers)
            if not same(bound, right):
                asked = ", ".join(f"{number:g}" for number in numbers)
                message = f"ucb({asked}) is {right:.4f}, and yours says {bound:.4f}"
                raise _explain(message, UCB, BOUNDS, found)
        return f"{len(BOUNDS)} bounds, all right"

    def ask_backups() -> str:
        found = [
            file.ask(do="backup", moves=moves, winner=winner)["result"] for moves, winner in LINES
        ]
        for (moves, winner), counts in zip(LINES, found, strict=True):
            right = expected_backup(moves, winner)
            # The root has no mover: what it counts as wins is of no use to anybody.
            if not same([*right[:-1], right[-1][:1]], [*counts[:-1], counts[-1][:1]]):
                shown = ", ".join(f"{visits:g} and {wins:g}" for visits, wins in counts)
                wanted = ", ".join(f"{visits:g} and {wins:g}" for visits, wins in right)
                message = (
                    f"after a game won by {winner} over {len(moves)} moves the nodes have, from "
                    f"the last up, visits and wins {wanted}; yours have {shown}"
                )
                trimmed = [[*each[:-1], each[-1][:1]] for each in found]
                raise _explain(message, _without_root(BACKUP), LINES, trimmed)
        return f"{len(LINES)} games, all counted right"

    def ask_tree() -> str:
        position, winning = WIN_IN_ONE
        visits, children = file.ask(do="search", position=position, samples=SAMPLES)["result"]
        counted = sum(count for _, count in children)
        if (visits, counted) != (SAMPLES, SAMPLES):
            raise WrongError(
                f"after {SAMPLES} samples the root has {SAMPLES} visits, and so have its children "
                f"together; yours have {visits} and {counted}"
            )
        most, _ = max(children, key=lambda child: child[1])
        if most != winning:
            raise WrongError(f"“{position}” is won by {winning}, and yours tries {most} most often")
        return f"{SAMPLES} samples are counted, and a win in one is found"

    return [
        Task("upper confidence bounds", 3, ask_bounds),
        Task("counting a game", 3, ask_backups),
        Task("a tree", 2, ask_tree),
    ]


def _without_root(mistakes: Sequence[Mistake]) -> list[Mistake]:
    """Return the same, which say nothing of the wins of a root."""

    def trim(mistake: Mistake) -> Mistake:
        def answers(moves: list[int], winner: str) -> object:
            found = mistake.answers(moves, winner)
            assert isinstance(found, list)
            return [*found[:-1], found[-1][:1]]

        return mistake._replace(answers=answers)

    return [trim(mistake) for mistake in mistakes]


# -------------------------------------------------------------------- a heuristic

# As many of x as of o, so that they are positions with the marks changed as well.
BOARDS = ("5/5/5/5/5 x", "5/1xx2/5/3o1/o4 x", "1xxx1/5/2o2/o4/4o x", "o4/1o3/2o2/4x/xx3 x")
# Better for x from one to the next: o has three in a line, two, nobody any, x two, x three.
RISING = (
    *("1ooo1/5/2x2/x4/4x x", "5/1oo2/5/3x1/x4 x", "5/5/5/5/5 x"),
    *("5/1xx2/5/3o1/o4 x", "1xxx1/5/2o2/o4/4o x"),
)


def _ask_heuristic(file: StudentFile) -> list[Task]:
    def ask(position: str) -> float:
        return float(file.ask(do="call", function="evaluate", position=position)["result"])

    def ask_sides() -> str:
        for position in BOARDS:
            mine, theirs = ask(position), ask(_swap(position))
            if same(mine, theirs) and not same(mine, 0):
                raise WrongError(
                    f"“{position}” and the same with the marks changed are both worth {mine:g}",
                    "wrong sign",
                    "What is good for o has to lower the value.",
                )
            if not same(mine, -theirs):
                raise WrongError(
                    f"“{position}” is worth {mine:g}, and with the marks changed {theirs:g}, not "
                    f"{-mine:g}",
                    hint="Count lines of o as those of x, with the other sign.",
                )
        return f"{len(BOARDS)} positions: what is good for x is as bad for o"

    def ask_order() -> str:
        found = [ask(position) for position in RISING]
        if len(set(found)) == 1:
            raise WrongError(f"all positions are worth {found[0]:g}", "always the same number")
        if found == sorted(found, reverse=True):
            raise WrongError(
                f"“{RISING[-1]}” is good for x, and worth {found[-1]:g}",
                "wrong sign",
                "High is good for x, low for o, whoever is to move.",
            )
        for worse, better, low, high in zip(RISING, RISING[1:], found, found[1:], strict=False):
            if not low < high:
                raise WrongError(
                    f"“{better}” is better for x than “{worse}”, and worth {high:g} against {low:g}"
                )
        return f"{len(RISING)} positions in the right order"

    return [Task("both sides alike", 3, ask_sides), Task("what is better", 3, ask_order)]


def _swap(position: str) -> str:
    """Return the position with the marks changed; whose turn it is stays."""
    board, _, side = position.partition(" ")
    return f"{board.translate(str.maketrans('xo', 'ox'))} {side}"
