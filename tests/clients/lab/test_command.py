"""`linemate lab`: what it prints, what it writes, and what it says to a bad command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.lab.command import EPILOG
from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.sources import cite
from linemate.clients.lab.tuning.tune import count

pytestmark = pytest.mark.usefixtures("small_catalogue")


def test_list_names_every_experiment_with_its_question_and_sizes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["lab", "list"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for experiment in EXPERIMENTS.values():
        texts = (experiment.name, experiment.title, experiment.question)
        for text in (*texts, *experiment.quick, *experiment.full):
            assert text in shown
        for source in experiment.sources:
            assert f"{source}: {cite(source)}" in shown


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["run", "chess"], "unknown experiment 'chess': expected one of all, pruning"),
        (["run", "pruning", "chess"], "unknown experiment 'chess': expected one of all, pruning"),
        (["run"], "NAME"),
        (["run", "small", "--seed", "0"], "expected a whole number from 1 to 99999"),
        (["run", "small", "--seed", "100000"], "expected a whole number from 1 to 99999"),
        (["run", "small", "--quickly"], "unrecognized arguments"),
        (["fly"], "invalid choice: 'fly'"),
        ([], "COMMAND"),
        (["tune", "--game", "gomoku size", "--heuristic", "002"], "size"),
        (["tune", "--game", "", "--heuristic", "002"], "no game"),
        (["tune", "--game", "chess", "--heuristic", "002"], "unknown game 'chess'"),
        (["tune", "--game", "nineboard", "--heuristic", "9"], "bad value '9' for option Heuristic"),
        (["tune", "--game", "qubic", "--heuristic", "002"], "not made for qubic"),
        (["tune", "--game", "qubic", "--heuristic", "default"], "nothing to tune: none"),
        (["tune", "--game", "nineboard", "--heuristic", "002"], "nothing to tune: two"),
        (["tune", "--game", "nineboard", "--heuristic", "002", "--games", "x"], "whole number"),
    ],
)
def test_a_bad_command_line_is_refused_with_what_would_be_accepted(
    arguments: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["lab", *arguments])
    assert left.value.code == 2
    assert problem in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    "arguments", [["run", "chess"], ["tune", "--game", "chess", "--heuristic", "002"]]
)
def test_a_refusal_names_the_command_that_refuses_and_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """What `lab run` refused was told as by `lab`, with a usage that has no word of it."""
    with pytest.raises(SystemExit):
        main(["lab", *arguments])
    usage, *_, problem = capsys.readouterr().err.splitlines()
    assert usage.startswith(f"usage: linemate lab {arguments[0]} ")
    assert problem.startswith(f"linemate lab {arguments[0]}: error: unknown ")


def test_the_largest_seed_is_one_that_an_engine_takes(tmp_path: Path) -> None:
    assert main(["lab", "run", "small", "--quick", "--seed", "99999", "--out", str(tmp_path)]) == 0


def test_the_examples_of_the_help_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    """One was of a heuristic with a single constant that counts, which nothing can improve."""
    examples = [line.split() for line in EPILOG.splitlines() if " tune " in line]
    assert examples
    for words in examples:
        game, heuristic = (words[words.index(name) + 1] for name in ("--game", "--heuristic"))
        assert len(count(game, heuristic)["constants"]) > 1
