"""`linemate lab`: what it prints, what it writes, and what it says to a bad command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from linemate.clients.__main__ import main
from linemate.clients.lab.command import EPILOG
from linemate.clients.lab.experiments import catalogue
from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.experiment import (
    Experiment,
    Figure,
    Plot,
    Series,
    compare,
    number,
    significant,
)
from linemate.clients.lab.figures import can_draw, draw
from linemate.clients.lab.tuning.tune import count

ROOT = Path(__file__).parents[3]
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def small_catalogue(experiment: Experiment, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one more experiment, which takes no time."""
    monkeypatch.setitem(catalogue.EXPERIMENTS, experiment.name, experiment)


def test_list_names_every_experiment_with_its_question_and_sizes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["lab", "list"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for experiment in EXPERIMENTS.values():
        for text in (experiment.name, experiment.question, *experiment.quick, *experiment.full):
            assert text in shown


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["run", "chess"], "unknown experiment 'chess': expected one of all, pruning"),
        (["run"], "NAME"),
        (["run", "small", "--seed", "0"], "expected a whole number of 1 or more"),
        (["run", "small", "--seed", "100000"], "expected at most 99999"),
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


def test_every_plan_is_the_same_each_time_and_has_no_unit_twice() -> None:
    for experiment in EXPERIMENTS.values():
        for quick in (True, False):
            keys = [unit.key for unit in experiment.plan(quick, 1)]
            assert keys == [unit.key for unit in experiment.plan(quick, 1)]
            assert len(set(keys)) == len(keys), experiment.name


def test_no_unit_of_one_seed_is_one_of_another() -> None:
    """Seed 2 once had all but one of the games of seed 1, so that it was no second opinion."""
    for experiment in EXPERIMENTS.values():
        for quick in (True, False):
            plans = [{unit.key for unit in experiment.plan(quick, seed)} for seed in (1, 2, 3)]
            assert len(set.union(*plans)) == sum(map(len, plans)), experiment.name


def test_the_largest_seed_is_one_that_an_engine_takes(tmp_path: Path) -> None:
    assert main(["lab", "run", "small", "--quick", "--seed", "99999", "--out", str(tmp_path)]) == 0


def test_the_examples_of_the_help_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    """One was of a heuristic with a single constant that counts, which nothing can improve."""
    examples = [line.split() for line in EPILOG.splitlines() if " tune " in line]
    assert examples
    for words in examples:
        game, heuristic = (words[words.index(name) + 1] for name in ("--game", "--heuristic"))
        assert len(count(game, heuristic)["constants"]) > 1


def test_every_experiment_concludes_nothing_from_nothing() -> None:
    for experiment in EXPERIMENTS.values():
        findings = experiment.conclude([])
        assert not [plot for plot in findings.plots if experiment.name != "small"]


@pytest.mark.parametrize("kind", ["curves", "points", "matrix"])
def test_every_kind_of_figure_can_be_drawn(kind: str, tmp_path: Path) -> None:
    xs = ["a b", "c"] if kind != "curves" else [1, 2]
    ours = Series("ours", xs, [40.0, float("nan")], [30.0, 0.0], [60.0, 0.0])
    plot = Plot("p", kind, "Title", "x", "y", [ours, Series("theirs", xs, [20.0, 80.0])])
    if not can_draw():
        with pytest.raises(ModuleNotFoundError):
            draw(plot, tmp_path / "p.png")
        return
    draw(plot, tmp_path / "p.png")
    assert (tmp_path / "p.png").stat().st_size > 1000


def test_figures_are_written_so_that_they_are_easily_read() -> None:
    assert number(0.01234, "s") == "12.3 ms"
    assert number(9.126, "s") == "9.13 s"
    assert number(549946, "") == "549,946"
    assert [significant(value) for value in (0, 1234.6, 0.000395, 14.31)] == [
        "0",
        "1,230",
        "0.000395",
        "14.3",
    ]
    row = compare("time", Figure("000", 2.0, "over "), 0.5, "s", "how")
    assert (row.theirs, row.ours, row.ratio) == ("000: over 2 s", "0.5 s", "0.25")
    assert compare("time", None, 0.5, "s", "how").ratio == "-"
