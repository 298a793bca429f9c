"""`engine.tools.counts`: what a heuristic counts, read off its estimates."""

from __future__ import annotations

import json
import subprocess
import sys
from operator import mul
from pathlib import Path

import pytest

from linemate.engine.core import IllegalMoveError
from linemate.engine.registry import make_game, make_heuristic
from linemate.engine.tools.counts import Counter, count

ROOT = Path(__file__).parents[3]


def test_counts_are_what_the_heuristic_adds_up() -> None:
    """`block-threats` is linear: one mark of x in a corner of a board lies on three lines."""
    game = make_game("nineboard")
    counter = Counter(game, "block-threats")
    position = game.start()
    position.play(game.parse_move("11"))
    counts = counter.counts(position)  # o is to move
    assert counter.constants == {"one": 1, "two": 10}
    assert counts == [-3, 0]
    assert counter.scalable


def test_constants_times_counts_are_the_estimate_of_a_linear_heuristic() -> None:
    game = make_game("nineboard")
    counter = Counter(game, "block-threats")
    heuristic = make_heuristic(game, {"Heuristic": "block-threats", "Constants": ""})
    position = game.start()
    for text in ("55", "51", "11", "15", "53"):
        position.play(game.read_move(position, text))
        added = sum(map(mul, counter.constants.values(), counter.counts(position)))
        assert added == heuristic.evaluate(position)


def test_a_heuristic_that_multiplies_its_constants_is_not_scalable() -> None:
    """`adjacent-boards` doubles a board beside one that is won: two constants multiply."""
    game = make_game("ultimate")
    counter = Counter(game, "adjacent-boards")
    counter.counts(game.read_position("xxx1oo3/xx7/9/9/9/4oo3/9/9/9 o -"))
    assert not counter.scalable


@pytest.mark.parametrize(
    ("game", "heuristic", "idle"),
    [
        ("nineboard", "block-threats", []),
        ("nineboard", "adjacent-boards", ["three", "adjacent"]),
        ("nineboard", "powers-of-two", ["three", "big"]),
        ("ultimate", "adjacent-boards", []),
        ("ultimate", "powers-of-two", []),
        ("ultimate", "big-board-threats", []),
        ("qubic", "cube-lines-150", []),
    ],
)
def test_constants_that_never_count_are_idle_and_left_out(
    game: str, heuristic: str, idle: list[str]
) -> None:
    """Three in a row end nineboard, and no board is won before."""
    counter = Counter(make_game(game), heuristic)
    assert counter.idle == idle
    plain = make_heuristic(make_game(game), {"Heuristic": heuristic, "Constants": ""}).constants
    assert counter.constants == {key: plain[key] for key in plain if key not in idle}
    assert len(counter.counts(make_game(game).start())) == len(counter.constants)


def test_every_position_that_was_moved_in_is_counted() -> None:
    document = count(make_game("nineboard"), "block-threats", ["11 12 21", "55"])
    assert document["games"] == [[[0, 0], [-3, 0], [1, 0]], [[0, 0]]]


def test_a_game_that_breaks_the_rules_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="illegal move '22'"):
        count(make_game("nineboard"), "block-threats", ["11 22"])


def run(*arguments: str, games: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "linemate.engine.tools.counts", *arguments],
        cwd=ROOT,
        input=games,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_the_command_reads_games_and_prints_one_document() -> None:
    done = run("--game", "qubic", "--heuristic", "cube-lines-130", games="000 111\n333\n")
    assert done.returncode == 0
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert document["constants"]["three"] == 130
    assert [len(counts) for counts in document["games"]] == [2, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "nineboard", "--heuristic", "9"], "bad value '9' for option Heuristic"),
        (
            ["--game", "qubic", "--heuristic", "adjacent-boards"],
            "heuristic adjacent-boards is not made for qubic",
        ),
        (
            ["--game", "qubic", "--heuristic", "000-2"],
            "heuristic block-danger is not made for qubic",
        ),
        (["--game", "chess", "--heuristic", "adjacent-boards"], "unknown game 'chess'"),
    ],
)
def test_the_command_refuses_in_one_line(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
