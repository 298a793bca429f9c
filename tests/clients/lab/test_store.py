"""An interrupted run keeps what it has, and goes on from there; and which engine measured it: every
change of what plays is another version.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from linemate.clients.lab import store as store_module
from linemate.clients.lab.experiments.experiment import Experiment
from linemate.clients.lab.runner import make_pool, run_units
from linemate.clients.lab.store import UNKNOWN, Store, engine_version
from linemate.clients.lab.units import (
    GameUnit,
    LabWorker,
    Measurement,
    Result,
    SearchUnit,
    Setting,
    Unit,
)
from linemate.clients.shared.openings import Opening

A = Setting("a", {"Search": "random"})
ENGINE, OTHER = "0123abcd", "4567cdef"
FIRST, SECOND = GameUnit("tictactoe", A, A, seed=1), GameUnit("tictactoe", A, A, seed=2)
RESULT: Result = {"winner": "x", "moves": ["b2"]}


def test_what_was_added_is_there_for_the_next_store(tmp_path: Path) -> None:
    Store(tmp_path / "new" / "a.jsonl", ENGINE).add(FIRST, RESULT)
    store = Store(tmp_path / "new" / "a.jsonl", ENGINE)
    assert store.missing([FIRST, SECOND]) == [SECOND]
    [found] = store.measured([SECOND, FIRST])
    assert (found.unit, found.result, found.engine) == (FIRST, RESULT, ENGINE)


def test_a_line_cut_off_costs_its_unit_and_no_other(tmp_path: Path) -> None:
    """The machine stopped while the second line was written."""
    path = tmp_path / "a.jsonl"
    Store(path, ENGINE).add(FIRST, RESULT)
    whole = path.read_text()
    path.write_text(whole + whole[:20])
    store = Store(path, ENGINE)
    assert store.missing([FIRST, SECOND]) == [SECOND]
    store.add(SECOND, RESULT)
    assert Store(path, ENGINE).missing([FIRST, SECOND]) == []


def test_a_byte_that_is_no_text_costs_its_unit_and_no_other(tmp_path: Path) -> None:
    """The whole run once ended with a UnicodeDecodeError."""
    path = tmp_path / "a.jsonl"
    Store(path, ENGINE).add(FIRST, RESULT)
    whole = path.read_bytes()
    spoilt = whole.replace(b'"b2"', b'"\xff2"')
    path.write_bytes(spoilt + whole.replace(FIRST.key[-2:].encode(), SECOND.key[-2:].encode()))
    store = Store(path, ENGINE)
    assert store.missing([FIRST, SECOND]) == [FIRST]


def test_a_unit_at_fault_is_tried_again_and_the_later_result_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    store = Store(path, ENGINE)
    store.add(FIRST, {"fault": "x (a): died"})
    assert store.missing([FIRST]) == [FIRST]
    store.add(FIRST, RESULT)
    assert Store(path, ENGINE).missing([FIRST]) == []


def test_what_another_engine_has_measured_is_kept_and_does_not_count(tmp_path: Path) -> None:
    """A run after a change of the engine once went on with the results of the old one."""
    path = tmp_path / "a.jsonl"
    Store(path, OTHER).add(FIRST, {"winner": "o"})
    store = Store(path, ENGINE)
    assert store.missing([FIRST]) == [FIRST]
    assert store.measured([FIRST]) == []
    assert [each.engine for each in store.by_others([FIRST, SECOND])] == [OTHER]
    store.add(FIRST, RESULT)
    assert store.by_others([FIRST]) == []
    [old], [new] = (Store(path, engine).measured([FIRST]) for engine in (OTHER, ENGINE))
    assert (old.result, new.result) == ({"winner": "o"}, RESULT)


def test_with_reuse_the_results_of_others_fill_the_gaps_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for unit in (FIRST, SECOND):
        Store(path, OTHER).add(unit, {"winner": "o"})
    Store(path, ENGINE).add(FIRST, RESULT)
    store = Store(path, ENGINE, reuse=True)
    assert store.missing([FIRST, SECOND]) == []
    assert [each.engine for each in store.measured([FIRST, SECOND])] == [ENGINE, OTHER]


def test_lines_from_before_engines_were_named_are_of_another_one(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"key": FIRST.key, "date": "2026-01-01", "result": RESULT}) + "\n")
    store = Store(path, ENGINE)
    assert store.missing([FIRST]) == [FIRST]
    assert store.by_others([FIRST]) == [Measurement(FIRST, RESULT, UNKNOWN, "2026-01-01")]


def test_what_was_measured_when_times_had_no_unit_counts(tmp_path: Path) -> None:
    unit = GameUnit("tictactoe", Setting("a", movetime=200), Setting("b", movetime=10_000), seed=1)
    former = unit.key.replace("200ms", "200").replace("10s", "10000")
    assert former == '["game", "tictactoe", "movetime=200", "movetime=10000", "", 1]'
    path = tmp_path / "a.jsonl"
    for key in (former, unit.key):
        line = {"key": key, "engine": ENGINE, "date": "2026-01-01", "result": RESULT}
        path.write_text(json.dumps(line) + "\n")
        assert Store(path, ENGINE).missing([unit]) == []


def test_a_unit_twice_in_a_plan_is_done_once(tmp_path: Path) -> None:
    assert Store(tmp_path / "a.jsonl", ENGINE).missing([FIRST, FIRST]) == [FIRST]


def test_everything_that_matters_is_in_the_key() -> None:
    other = Setting("a", {"Search": "random", "Skill": 3})
    units = [
        FIRST,
        SECOND,
        GameUnit("nineboard", A, A, seed=1),
        GameUnit("tictactoe", A, other, seed=1),
        GameUnit("tictactoe", other, A, seed=1),
        GameUnit("tictactoe", A, A, Opening(moves=("b2",)), seed=1),
        GameUnit("tictactoe", A, Setting("a", {"Search": "random"}, movetime=5), seed=1),
    ]
    assert len({unit.key for unit in units}) == len(units)
    assert GameUnit("tictactoe", A, A, seed=1, group="other", pair=7).key == FIRST.key


# -------------------------------------------------------------------- a run


def run(experiment: Experiment, directory: Path) -> list[Measurement]:
    store = Store(directory / "small.jsonl", engine_version())
    with make_pool(1) as pool:
        return run_units("small", list(experiment.plan(True, 1)), store, pool, Console(quiet=True))


@pytest.mark.usefixtures("no_engines")
def test_an_interrupted_run_does_only_what_is_missing(
    tmp_path: Path,
    experiment: Experiment,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C in the third unit; the second run does the rest, and finds the same as one run."""
    at_once = run(experiment, tmp_path / "whole")
    keys = calls[:]
    assert sorted(keys) == sorted(unit.key for unit in experiment.plan(True, 1))

    add = Store.add

    def add_two(self: Store, unit: Unit, result: Result) -> Measurement:
        if unit.key == keys[2]:
            raise KeyboardInterrupt
        return add(self, unit, result)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "add", add_two)
        with pytest.raises(KeyboardInterrupt):
            run(experiment, tmp_path / "parts")

    calls.clear()
    in_parts = run(experiment, tmp_path / "parts")
    assert calls == keys[2:]
    assert in_parts == at_once


@pytest.mark.usefixtures("no_engines")
def test_no_engine_is_started_for_a_run_that_is_done(
    tmp_path: Path, experiment: Experiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run(experiment, tmp_path)

    def refuse(*_: object) -> None:
        raise AssertionError("an engine was seated")

    monkeypatch.setattr(LabWorker, "play", refuse)
    assert run(experiment, tmp_path) == done


def test_results_from_when_heuristics_were_numbers_of_reports_still_count(tmp_path: Path) -> None:
    player = Setting("danger", {"Search": "hminimax", "Depth": 2, "Heuristic": "block-danger"})
    unit = SearchUnit("nineboard", player)
    path = tmp_path / "results.jsonl"
    old = {"key": unit.key.replace("block-danger", "000-2"), "result": {"nodes": 7}, "date": "then"}
    path.write_text(json.dumps(old) + "\n")
    store = Store(path, engine="new", reuse=True)
    assert [each.result for each in store.measured([unit])] == [{"nodes": 7}]


# -------------------------------------------------------------------- the engine's version


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of an engine that can be changed."""
    root, protocol = tmp_path / "engine", tmp_path / "protocol"
    monkeypatch.setattr(store_module, "PARTS", (root, protocol))
    for name in ("core.py", "textbook/mcts.py", "data/weights.json", "tools/trace.py"):
        write(root / name, "as it was")
    write(protocol / "session.py", "as it was")
    return root


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_it_is_the_same_until_something_changes(engine: Path) -> None:
    before = engine_version()
    assert engine_version() == before
    (engine / "core.py").touch()
    assert engine_version() == before, "saved again as it was"


@pytest.mark.parametrize(
    "name",
    [
        *("core.py", "textbook/mcts.py", "new.py"),
        *("data/weights.json", "data/new.bin"),
        "../protocol/session.py",
    ],
)
def test_a_file_that_play_may_read_makes_another_version(engine: Path, name: str) -> None:
    before = engine_version()
    write(engine / name, "as it is now")
    assert engine_version() != before


def test_a_file_that_is_gone_or_has_another_name_makes_another_version(engine: Path) -> None:
    before = engine_version()
    (engine / "core.py").rename(engine / "kernel.py")
    renamed = engine_version()
    (engine / "kernel.py").unlink()
    assert len({before, renamed, engine_version()}) == 3


@pytest.mark.parametrize(
    "name",
    [
        *("tools/trace.py", "__pycache__/core.pyc", "py.typed"),
        *("x.swp", ".core.py", "core.py~", "data/weights.json.bak", "data/.weights.json.swp"),
        "../protocol/PROTOCOL.md",
    ],
)
def test_what_play_never_reads_makes_none(engine: Path, name: str) -> None:
    before = engine_version()
    write(engine / name, "as it is now")
    assert engine_version() == before


def test_a_file_that_moves_from_the_engine_to_the_protocol_makes_another_version(
    engine: Path,
) -> None:
    before = engine_version()
    (engine / "core.py").rename(engine.parent / "protocol" / "core.py")
    assert engine_version() != before


def test_the_protocol_is_part_of_the_engine_that_runs() -> None:
    assert [part.name for part in store_module.PARTS] == ["engine", "protocol"]
    assert all((part / "__init__.py").exists() for part in store_module.PARTS)


def test_the_engine_here_has_one() -> None:
    assert len(engine_version()) == 8
