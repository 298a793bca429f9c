"""`linemate lab run`: what it shows, what it writes, and what it makes of what is there already."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from subprocess import Popen

import pytest

from linemate.clients.__main__ import main
from linemate.clients.lab import run as run_module
from linemate.clients.lab.experiments import catalogue
from linemate.clients.lab.experiments.experiment import Size
from linemate.clients.lab.store import Store, engine_version
from linemate.clients.lab.units import GameUnit, LabWorker, Result, Unit
from tests.waiting import PATIENCE, wait_until

REPORT = "report-quick-seed-1.html"


pytestmark = pytest.mark.usefixtures("small_catalogue")
# What is not about the engine's play is done without it: in no time.
quickly = pytest.mark.usefixtures("no_engines")


def count_lines(path: Path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def run(out: Path, *more: str) -> int:
    return main(["lab", "run", "small", "--quick", "--out", str(out), *more])


def test_a_run_shows_a_table_and_writes_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path) == 0
    shown = capsys.readouterr().out
    assert "small: 4 of 4" in shown
    assert "Does it run?" in shown
    assert "Conclusion: It ran 3 games. So it runs." in shown
    report = (tmp_path / REPORT).read_text()
    assert '<th scope="row">games</th><td>-</td><td>+' in report
    assert "4 units of work, measured on 2" in report
    assert "A remark." in report
    assert '<svg class="plot"' in report


def test_several_experiments_are_run_in_the_order_that_they_are_named_in_and_each_once() -> None:
    chosen = run_module.choose(["small", "small"])
    assert [experiment.name for experiment in chosen] == ["small"]
    names = list(catalogue.EXPERIMENTS)
    for asked in (names, [names[-1], *names[:-1]], names[:1]):
        assert [experiment.name for experiment in run_module.choose(asked)] == asked
    assert [experiment.name for experiment in run_module.choose(["small", "all"])] == names


@quickly
def test_the_report_is_shown_only_if_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    monkeypatch.setattr("linemate.clients.shared.page.browser.has_screen", lambda: True)
    assert run(tmp_path) == 0
    assert shown == []
    assert run(tmp_path, "--open") == 0
    assert shown == [(tmp_path / REPORT).resolve().as_uri()]


@quickly
def test_no_browser_takes_the_terminal_where_there_is_no_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser for text was started in the terminal, over what the run had told there."""
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    monkeypatch.setattr("linemate.clients.shared.page.browser.has_screen", lambda: False)
    assert run(tmp_path, "--open") == 0
    assert shown == []


@quickly
def test_a_run_with_minutes_does_no_more_when_they_are_over_and_can_be_gone_on_with(
    tmp_path: Path,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A unit is begun at 0, 40 and 80 seconds: the third is too late for one minute."""
    now = [0.0]
    original = LabWorker.play

    def take_long(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        result = original(worker, unit)
        now[0] += 40
        return result

    monkeypatch.setattr(LabWorker, "play", take_long)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    assert run(tmp_path, "--minutes", "1") == 0
    assert len(calls) == 2
    # One of each group, not two of the first.
    assert {key.split('"')[1] for key in calls} == {"game", "search"}
    assert "small: the time is over" in " ".join(capsys.readouterr().out.split())
    assert "Not finished: 2 of 4 units are done." in (tmp_path / REPORT).read_text()
    assert run(tmp_path) == 0
    assert len(calls) == len(set(calls)) == 4


@quickly
def test_with_minutes_what_takes_least_comes_first_and_the_rest_is_named(
    tmp_path: Path,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The second experiment takes less than the first; after it no time is left."""
    small = catalogue.EXPERIMENTS["small"]
    less = replace(small, name="less", quick=Size("1 second", "the same"))
    more = replace(small, name="more", quick=Size("9 seconds", "the same"))
    monkeypatch.setattr(run_module, "EXPERIMENTS", {"more": more, "less": less})
    now = [0.0]
    original = LabWorker.play

    def take_long(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        result = original(worker, unit)
        now[0] += 20
        return result

    monkeypatch.setattr(LabWorker, "play", take_long)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    assert main(["lab", "run", "all", "--quick", "--minutes", "1", "--out", str(tmp_path)]) == 0
    assert len(calls) == 4
    assert sorted(path.name for path in tmp_path.glob("*.jsonl")) == ["less.jsonl"]
    shown = " ".join(capsys.readouterr().out.split())
    assert "Left for the same command to go on with: more" in shown


@quickly
def test_the_report_keeps_what_other_runs_have_found(tmp_path: Path) -> None:
    assert run(tmp_path) == 0
    assert main(["lab", "run", "never-lost", "--quick", "--out", str(tmp_path)]) == 0
    report = (tmp_path / REPORT).read_text()
    assert '<section id="small"' in report
    assert '<section id="never-lost"' in report
    assert "3x3, alphabeta against random" in report


@pytest.mark.usefixtures("no_engines")
def test_runs_of_other_sizes_and_seeds_have_reports_of_their_own(
    tmp_path: Path, calls: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """There was one report, from which the chapters of the other sizes and seeds were lost."""
    assert run(tmp_path) == 0
    first = (tmp_path / REPORT).read_text()
    assert "quick sizes, seed 1." in first
    capsys.readouterr()
    assert run(tmp_path, "--seed", "2") == 0
    assert "report-quick-seed-2.html" in capsys.readouterr().out
    assert len(set(calls)) == len(calls) == 8
    assert main(["lab", "run", "small", "--out", str(tmp_path)]) == 0
    assert (tmp_path / REPORT).read_text() == first
    assert "quick sizes, seed 2." in (tmp_path / "report-quick-seed-2.html").read_text()
    assert "full sizes, seed 1." in (tmp_path / "report-full-seed-1.html").read_text()


@quickly
def test_the_command_to_go_on_with_is_in_one_piece_however_long_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was broken at the 110th column, so that it could not be copied."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "add", interrupt)
    long = tmp_path / ("long" * 40)
    assert run(long) == 130
    command = f"linemate lab run small --quick --out {long}"
    assert command in capsys.readouterr().out.splitlines()


@quickly
def test_units_at_fault_are_named_and_the_status_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = LabWorker.play

    def fail(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        if isinstance(unit, GameUnit):
            return unit, {"fault": "x (random): it died"}
        return play(worker, unit)

    monkeypatch.setattr(LabWorker, "play", fail)
    assert run(tmp_path) == 1
    assert "Left out, 3 times: x (random): it died" in capsys.readouterr().out


@quickly
def test_after_a_change_of_the_engine_all_is_measured_again_and_it_says_so(
    tmp_path: Path, player: Path, calls: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The old results were once taken for those of the new engine, without a word."""
    assert run(tmp_path) == 0
    old, everything = engine_version(), calls[:]
    calls.clear()
    capsys.readouterr()
    player.write_text("the second version")
    assert run(tmp_path) == 0
    assert calls == everything
    told = " ".join(capsys.readouterr().out.split())
    assert "another version of the engine has measured 4 of 4 units" in told
    assert "--reuse" in told
    report = (tmp_path / REPORT).read_text()
    assert f"by engine {engine_version()}." in report
    assert old not in report
    assert "present version" not in report
    # And what the first version has measured is there for it to go on from.
    calls.clear()
    player.write_text("the first version")
    assert run(tmp_path) == 0
    assert calls == []


@quickly
def test_with_reuse_the_old_results_count_and_the_report_names_both_engines(
    tmp_path: Path, player: Path, calls: list[str]
) -> None:
    assert run(tmp_path) == 0
    old = engine_version()
    results = tmp_path / "small.jsonl"
    results.write_text("".join(results.read_text().splitlines(keepends=True)[:3]))
    calls.clear()
    player.write_text("the second version")
    assert run(tmp_path, "--reuse") == 0
    assert len(calls) == 1
    report = (tmp_path / REPORT).read_text()
    assert "3 of 4 results are not of the present version of the engine" in report
    assert f"by engine {old} (3), {engine_version()} (1)." in report


@quickly
def test_the_report_keeps_the_chapters_of_an_older_engine_and_says_that_they_are(
    tmp_path: Path, player: Path
) -> None:
    assert run(tmp_path) == 0
    old = engine_version()
    player.write_text("the second version")
    assert main(["lab", "run", "never-lost", "--quick", "--out", str(tmp_path)]) == 0
    report = (tmp_path / REPORT).read_text()
    chapters = {text.split('"')[0]: text for text in report.split('<section id="')[1:]}
    assert "4 of 4 results are not of the present version" in chapters["small"]
    assert f"by engine {old}." in chapters["small"]
    assert f"by engine {engine_version()}." in chapters["never-lost"]


@quickly
def test_an_engine_that_is_changed_during_the_run_ends_it(
    tmp_path: Path,
    player: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An engine started after the change would be measured as the one before it."""
    original, first = LabWorker.play, engine_version()

    def change_after_two(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        if len(done) == 2:
            wait_until(lambda: count_lines(results) == 2, "two results")
            player.write_text("the second version")
        done.append(unit)
        return original(worker, unit)

    done: list[Unit] = []
    results = tmp_path / "small.jsonl"
    monkeypatch.setattr(LabWorker, "play", change_after_two)
    assert run(tmp_path) == 1
    assert "the engine was changed during the run" in capsys.readouterr().err
    lines = results.read_text().splitlines()
    assert len(lines) == 2
    assert all(first in line for line in lines)


@quickly
def test_several_jobs_find_what_one_finds_and_can_be_gone_on_with(
    tmp_path: Path, calls: list[str]
) -> None:
    assert run(tmp_path / "one") == 0
    assert run(tmp_path / "two", "--jobs", "2") == 0
    tables = [
        [line for line in (tmp_path / name / REPORT).read_text().splitlines() if "<td>" in line]
        for name in ("one", "two")
    ]
    assert tables[0] == tables[1]
    calls.clear()
    assert run(tmp_path / "two") == 0
    assert calls == []


@quickly
def test_what_measures_time_is_done_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small = catalogue.EXPERIMENTS["small"]
    monkeypatch.setitem(catalogue.EXPERIMENTS, "small", replace(small, timed=True))
    at_work: list[LabWorker] = []
    original = LabWorker.play

    def play_alone(worker: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        at_work.append(worker)
        assert len(at_work) == 1
        try:
            return original(worker, unit)
        finally:
            at_work.pop()

    monkeypatch.setattr(LabWorker, "play", play_alone)
    assert run(tmp_path, "--jobs", "3") == 0
    assert "small: it measures time, so one job at a time" in capsys.readouterr().out


def test_experiments_that_tell_of_time_are_known_to_be_timed() -> None:
    """Those that search for a time, and those whose rows are in seconds."""
    timed = {name for name, each in catalogue.EXPERIMENTS.items() if each.timed}
    assert timed == {
        *("pruning", "hminimax-time", "mcts-time", "gomoku", "qubic-time"),
        *("end-test", "large-board"),
    }


def test_a_directory_that_cannot_be_had_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    with pytest.raises(SystemExit, match="2"):
        run(taken)
    problem = capsys.readouterr().err
    assert f"linemate lab run: error: cannot make the directory {taken}: " in problem


@pytest.mark.parametrize(("name", "jobs", "units"), [("pruning", 1, 70), ("heuristics", 2, 570)])
def test_ctrl_c_ends_with_how_to_go_on(
    name: str, jobs: int, units: int, tmp_path: Path, linemate: Callable[..., Popen[str]]
) -> None:
    """The run is a process of its own: the full sizes take long enough to be interrupted."""
    arguments = ["lab", "run", name, "--out", "results", "--jobs", str(jobs)]
    process = linemate(*arguments)
    results = tmp_path / "results" / f"{name}.jsonl"
    # The first is safe when the second is there: what is being written when it ends is lost.
    wait_until(lambda: count_lines(results) >= 2, "the first results")
    process.send_signal(signal.SIGINT)
    shown, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "What is done is kept" in shown
    assert shown.splitlines()[-1].endswith(f" -m clients {' '.join(arguments)}")
    done = count_lines(results)
    report = (results.parent / "report-full-seed-1.html").read_text()
    assert 1 <= done < units
    assert f"Not finished: {done} of {units} units" in report
