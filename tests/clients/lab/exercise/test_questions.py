"""Solutions get full marks; typical mistakes are told by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.lab.exercise.asking import StudentFile
from linemate.clients.lab.exercise.catalogue import EXERCISES
from linemate.clients.lab.exercise.grading import TaskResult, run_tasks
from linemate.clients.lab.exercise.questions import make_questions
from linemate.clients.lab.exercise.report import describe_result
from tests.clients.lab.exercise.solutions import (
    ALPHABETA,
    BACKUP,
    HEURISTIC,
    MINIMAX,
    SOLUTIONS,
    UCB,
    write_file,
)
from tests.transcripts import ROOT

SECONDS = 60
LONG = "the whole game"  # takes seconds: one solution is asked


def ask(folder: Path, name: str, *bodies: str, whole: bool = False) -> list[TaskResult]:
    exercise = EXERCISES[name]
    with StudentFile(exercise, write_file(folder, name, *bodies), SECONDS) as file:
        tasks = make_questions(exercise, file)
        return run_tasks([task for task in tasks if whole or task.name != LONG])


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_solution_answers_everything_right(name: str, tmp_path: Path) -> None:
    results = ask(tmp_path, name, *SOLUTIONS[name], whole=name == "alphabeta")
    assert [result.status for result in results] == ["passed"] * len(results)
    if name == "alphabeta":
        assert results[-1].message == "the whole of tic-tac-toe: a draw, in 18,296 positions"


def test_another_way_to_write_it_is_as_right(tmp_path: Path) -> None:
    """A search from the mover's side, which is turned to x's at the end."""
    negamax = """\
def best(state):
    winner = state.winner()
    if winner is not None:
        return 0 if winner == "draw" else 1 if winner == state.player else -1
    return max(-best(state.play(move)) for move in state.moves())

return best(state) if state.player == "x" else -best(state)
"""
    assert all(result.status == "passed" for result in ask(tmp_path, "minimax", negamax))


MISTAKES = {
    "wrong sign": ("minimax", MINIMAX.replace("1,", "-1,", 1).replace('"o": -1', '"o": 1')),
    "wrong point of view": (
        "minimax",
        f"def inner(state):\n    value = inner\n    {MINIMAX.replace(chr(10), chr(10) + '    ')}\n"
        "return inner(state) if state.player == 'x' else -inner(state)",
    ),
    "the maximum for both players": (
        "minimax",
        MINIMAX.replace('max(values) if state.player == "x" else min(values)', "max(values)"),
    ),
    "no terminal test": ("minimax", "\n".join(MINIMAX.splitlines()[3:])),
    "minimum and maximum exchanged": ("minimax", MINIMAX.replace('== "x" else', '== "o" else')),
    "every move played twice": (
        "minimax",
        MINIMAX.replace("values =", "[state.play(move) for move in state.moves()]\nvalues ="),
    ),
    "pruning at > instead of >=": ("alphabeta", ALPHABETA.replace(">=", ">")),
    "no pruning": ("alphabeta", ALPHABETA.replace("alpha >= beta", "False")),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_typical_mistake_of_a_search_is_told_by_name(mistake: str, tmp_path: Path) -> None:
    name, body = MISTAKES[mistake]
    results = ask(tmp_path, name, body)
    failed = [result for result in results if result.status in ("wrong", "crash")]
    assert failed
    assert failed[0].mistake == mistake
    assert failed[0].hint


def test_an_exception_is_a_crash_even_where_the_mistake_is_known(tmp_path: Path) -> None:
    """Without a terminal test max() has nothing to choose from: that was wrong in three tasks, and
    a crash in the match.
    """
    name, body = MISTAKES["no terminal test"]
    results = ask(tmp_path, name, body)
    assert [result.status for result in results] == ["passed", "crash", "not tried"]
    assert results[1].text == 'return max(values) if state.player == "x" else min(values)'


def test_minimum_and_maximum_exchanged_in_alphabeta_are_told_by_name(tmp_path: Path) -> None:
    results = ask(
        tmp_path,
        "alphabeta",
        ALPHABETA.replace('"x" else 2', '"o" else 2').replace(
            'if state.player == "x":', 'if state.player == "o":'
        ),
    )
    wrong = next(result for result in results if result.status == "wrong")
    assert wrong.mistake == "minimum and maximum exchanged"


def test_the_page_shows_what_is_told_of_a_mistake(tmp_path: Path) -> None:
    """docs/lab.md had another position than the grader tells."""
    name, body = MISTAKES["the maximum for both players"]
    told = [line for result in ask(tmp_path, name, body)[:2] for line in describe_result(result)]
    page = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    assert "\n".join(told) in page


def test_finished_games_that_are_taken_for_draws_are_no_terminal_test(tmp_path: Path) -> None:
    body = "\n".join(["if not state.moves():", "    return 0", *MINIMAX.splitlines()[3:]])
    wrong = next(result for result in ask(tmp_path, "minimax", body) if result.status == "wrong")
    assert wrong.mistake == "no terminal test"


def test_negating_what_is_counted_for_x_is_a_wrong_sign(tmp_path: Path) -> None:
    body = MINIMAX.replace("[value(", "[-value(").replace(
        'max(values) if state.player == "x" else min(values)', "max(values)"
    )
    wrong = next(result for result in ask(tmp_path, "minimax", body) if result.status == "wrong")
    assert wrong.mistake == "wrong sign"


@pytest.mark.parametrize(
    ("formula", "mistake"),
    [
        ("wins / visits + c * sqrt(parent_visits / visits)", "UCB without the logarithm"),
        ("wins / visits + c * log(parent_visits) / visits", "no square root"),
        ("wins / visits", "no exploration"),
        ("wins + c * sqrt(log(parent_visits) / visits)", "wins that are not divided"),
        ("wins / visits + sqrt(log(parent_visits) / visits)", "a constant that is not used"),
        ("wins / visits + c * sqrt(log(parent_visits, 10) / visits)", "the decimal logarithm"),
    ],
)
def test_a_typical_mistake_of_the_bound_is_told_by_name(
    formula: str, mistake: str, tmp_path: Path
) -> None:
    results = {result.name: result for result in ask(tmp_path, "uct", f"return {formula}", BACKUP)}
    assert results["upper confidence bounds"].mistake == mistake


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("winner == node.mover", "winner != node.mover", "wrong sign"),
        ("winner == node.mover", "winner == 'x'", "wins of x in every node"),
        ("0.5 if", "0 if", "draws that count nothing"),
        ("visits += 1", "visits += 0", "visits that are not counted"),
        ("node = node.parent", "break", "only the last node counted"),
    ],
)
def test_a_typical_mistake_of_backing_up_is_told_by_name(
    old: str, new: str, mistake: str, tmp_path: Path
) -> None:
    results = ask(tmp_path, "uct", UCB, BACKUP.replace(old, new))
    assert {result.name: result for result in results}["counting a game"].mistake == mistake


@pytest.mark.parametrize(
    ("body", "mistake"),
    [
        (HEURISTIC.replace("total -=", "total +="), "wrong sign"),
        (HEURISTIC.replace("return total", "return -total"), "wrong sign"),
        ("return 0", "always the same number"),
    ],
)
def test_a_typical_mistake_of_a_heuristic_is_told_by_name(
    body: str, mistake: str, tmp_path: Path
) -> None:
    results = ask(tmp_path, "heuristic", body)
    assert next(result for result in results if result.status == "wrong").mistake == mistake


def test_a_function_that_is_gone_is_missed(tmp_path: Path) -> None:
    path = write_file(tmp_path, "minimax", MINIMAX)
    path.write_text(path.read_text().replace("def choose", "def chose"))
    with StudentFile(EXERCISES["minimax"], path, SECONDS) as file:
        [task, *_] = make_questions(EXERCISES["minimax"], file)
        [result] = run_tasks([task])
    assert (result.status, result.message) == ("wrong", "there is no function choose")
