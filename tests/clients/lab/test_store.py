"""An interrupted run keeps what it has, and goes on from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from clients.lab.experiment import Experiment
from clients.lab.games import GameUnit, Result
from clients.lab.players import Players, Setting
from clients.lab.runner import run_experiment, store_of
from clients.lab.store import Store

A = Setting("a", {"Search": "random"})
FIRST, SECOND = GameUnit("tictactoe", A, A, seed=1), GameUnit("tictactoe", A, A, seed=2)
RESULT: Result = {"winner": "x", "moves": ["b2"]}


def test_what_was_added_is_there_for_the_next_store(tmp_path: Path) -> None:
    Store(tmp_path / "new" / "a.jsonl").add(FIRST, RESULT)
    store = Store(tmp_path / "new" / "a.jsonl")
    assert store.missing([FIRST, SECOND]) == [SECOND]
    assert [each.result for each in store.finished([SECOND, FIRST])] == [RESULT]
    assert len(store.dates) == 1


def test_a_line_cut_off_costs_its_unit_and_no_other(tmp_path: Path) -> None:
    """The machine stopped while the second line was written."""
    path = tmp_path / "a.jsonl"
    Store(path).add(FIRST, RESULT)
    whole = path.read_text()
    path.write_text(whole + whole[:20])
    store = Store(path)
    assert store.missing([FIRST, SECOND]) == [SECOND]
    store.add(SECOND, RESULT)
    assert Store(path).missing([FIRST, SECOND]) == []


def test_a_unit_at_fault_is_tried_again_and_the_later_result_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    store = Store(path)
    store.add(FIRST, {"fault": "x (a): died"})
    assert store.lacks(FIRST)
    store.add(FIRST, RESULT)
    assert not Store(path).lacks(FIRST)


def test_a_unit_twice_in_a_plan_is_done_once(tmp_path: Path) -> None:
    assert Store(tmp_path / "a.jsonl").missing([FIRST, FIRST]) == [FIRST]


def test_everything_that_matters_is_in_the_key() -> None:
    other = Setting("a", {"Search": "random", "Skill": 3})
    units = [
        FIRST,
        SECOND,
        GameUnit("nineboard", A, A, seed=1),
        GameUnit("tictactoe", A, other, seed=1),
        GameUnit("tictactoe", other, A, seed=1),
        GameUnit("tictactoe", A, A, ("b2",), seed=1),
        GameUnit("tictactoe", A, Setting("a", {"Search": "random"}, movetime=5), seed=1),
    ]
    assert len({unit.key for unit in units}) == len(units)
    assert GameUnit("tictactoe", A, A, seed=1, group="other", pair=7).key == FIRST.key


def test_an_interrupted_run_does_only_what_is_missing(
    tmp_path: Path,
    experiment: Experiment,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C in the third unit; the second run does the rest, and finds the same as one run."""
    console = Console(quiet=True)
    units = experiment.plan(True, 1)
    at_once = run_experiment(experiment, units, tmp_path / "whole", console)
    keys = calls[:]
    assert keys == [unit.key for unit in units]

    add = Store.add

    def add_two(self: Store, unit: GameUnit, result: Result) -> None:
        if unit.key == keys[2]:
            raise KeyboardInterrupt
        add(self, unit, result)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", add_two)
        with pytest.raises(KeyboardInterrupt):
            run_experiment(experiment, units, tmp_path / "parts", console)
    assert len(store_of(tmp_path / "parts", experiment).finished(units)) == 2

    calls.clear()
    in_parts = run_experiment(experiment, units, tmp_path / "parts", console)
    assert calls == keys[2:]
    assert experiment.conclude(in_parts).rows == experiment.conclude(at_once).rows


def test_no_engine_is_started_for_a_run_that_is_done(
    tmp_path: Path, experiment: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    units, console = experiment.plan(True, 1), Console(quiet=True)
    run_experiment(experiment, units, tmp_path, console)

    def refuse(*_: object) -> None:
        raise AssertionError("an engine was seated")

    monkeypatch.setattr(Players, "seat", refuse)
    assert len(run_experiment(experiment, units, tmp_path, console)) == len(units)
