"""Tuning: the walk, its checkpoints, and the match at its end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.lab.store import engine_version
from linemate.clients.lab.tuning import tune as tune_module
from linemate.clients.lab.tuning.annealing import Contender
from linemate.clients.lab.tuning.regression import Example
from linemate.clients.lab.tuning.tune import Proposal, Tuning, count, make_examples
from linemate.clients.lab.units import GameUnit, LabWorker, Measurement, Result, Setting, Unit

# Games cost nothing where only what is made of them matters.
quickly = pytest.mark.usefixtures("no_engines")


def tune(out: Path, *more: str) -> int:
    """Five candidates of two games each, and a last match of four."""
    small = ["--games", "2", "--steps", "5", "--depth", "1", "--final-games", "4"]
    game = ["--game", "nineboard", "--heuristic", "000-1"]
    return main(["lab", "tune", *game, *small, "--out", str(out), *more])


def test_constants_are_those_of_the_report() -> None:
    assert count("ultimate", "002")["constants"] == {"two": 2, "three": 100, "adjacent": 2}


@quickly
def test_constants_that_never_count_in_the_game_are_left_alone(
    tmp_path: Path, calls: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Three in a row ends a game of nineboard, and no board is won before."""
    assert tune(tmp_path, "--heuristic", "004") == 0
    shown = capsys.readouterr().out
    assert "- old: `one=2 two=4 free=2`" in shown
    assert "- never count in nineboard: three, big" in shown
    assert not [key for key in calls if "three=" in key or "big=" in key]


@quickly
@pytest.mark.parametrize("method", ["annealing", "regression"])
def test_the_last_match_has_openings_that_the_method_has_not_seen(
    method: str, tmp_path: Path, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are 81 openings of one ply: by chance some would be the same."""
    better = {"one": 3, "two": 10}
    monkeypatch.setattr(tune_module, "OPENING_PLIES", 1)
    monkeypatch.setattr(tune_module, "best_of", lambda _: Contender(better, 0.9, True))
    monkeypatch.setattr(tune_module, "to_constants", lambda *_: better)
    seen_before_last: list[int] = []
    last_match = Tuning.last_match

    def note_and_play(self: Tuning, proposal: Proposal) -> Sequence[Measurement]:
        seen_before_last.append(len(calls))
        return last_match(self, proposal)

    monkeypatch.setattr(Tuning, "last_match", note_and_play)
    assert tune(tmp_path, "--method", method, "--games", "10", "--final-games", "10") == 0
    openings = [json.loads(key)[-2].split()[0] for key in calls]
    seen, last = openings[: seen_before_last[0]], openings[seen_before_last[0] :]
    assert len(set(seen)) >= 5
    assert len(last) == 2 * len(set(last)) == 10
    assert not set(seen) & set(last)
    # The same openings must be found again by a run that goes on.
    calls.clear()
    assert tune(tmp_path, "--method", method, "--games", "10", "--final-games", "10") == 0
    assert calls == []


def test_tuning_ends_with_a_match_and_new_constants(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune(tmp_path) == 0
    shown = capsys.readouterr().out
    assert "5 candidates of 2 games each" in shown
    assert "- old: `one=1 two=10`" in shown
    assert "Last match, new against old" in shown or "Nothing better" in shown
    written = json.loads((tmp_path / "tune-nineboard-block-threats.json").read_text())
    assert written["heuristic"] == "block-threats"
    assert set(written["constants"]) == {"one", "two"}
    report = (tmp_path / "tune-nineboard-block-threats.md").read_text()
    assert report.startswith("# tune-nineboard-block-threats")


@quickly
def test_interrupted_tuning_goes_on_from_its_checkpoint(tmp_path: Path, calls: list[str]) -> None:
    """Only the first five lines of the file with all games are left: the rest is played again."""
    assert tune(tmp_path) == 0
    everything, conclusion = calls[:], (tmp_path / "tune-nineboard-block-threats.md").read_text()
    results = tmp_path / "tune-nineboard-block-threats.jsonl"
    results.write_text("".join(results.read_text().splitlines(keepends=True)[:5]))
    calls.clear()
    assert tune(tmp_path) == 0
    assert calls == everything[5:]
    assert (tmp_path / "tune-nineboard-block-threats.md").read_text() == conclusion
    calls.clear()
    assert tune(tmp_path) == 0
    assert calls == []


@quickly
def test_a_walk_is_not_continued_with_the_games_of_another_engine(
    tmp_path: Path, player: Path, calls: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune(tmp_path) == 0
    everything, old = calls[:], engine_version()
    player.write_text("the second version")
    calls.clear()
    capsys.readouterr()
    assert tune(tmp_path, "--reuse") == 0
    assert calls == []
    assert f"engine {engine_version()} and others: 5 candidates" in capsys.readouterr().out
    assert tune(tmp_path) == 0
    assert calls == everything
    told = " ".join(capsys.readouterr().out.split())
    assert f"{len(set(everything))} games of another version of the engine do not count" in told
    assert f"engine {engine_version()}: 5 candidates" in told
    assert old not in told


def test_a_game_that_fails_ends_the_tuning_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: LabWorker, unit: Unit) -> tuple[Unit, Result]:
        return unit, {"fault": "x (new): it died"}

    monkeypatch.setattr(LabWorker, "play", fail)
    assert tune(tmp_path) == 1
    assert "A game failed: x (new): it died" in capsys.readouterr().out


def test_examples_are_the_positions_after_the_opening_with_their_worth_to_the_mover() -> None:
    """x moves in the positions after an even number of plies, and has won."""
    player = Setting("a")
    game = Measurement(GameUnit("tictactoe", player, player), {"winner": "x"})
    counts = [[float(ply)] for ply in range(7)]
    assert make_examples([game], [counts]) == [
        Example([4.0], 1.0),
        Example([5.0], 0.0),
        Example([6.0], 1.0),
    ]


@quickly
def test_regression_ends_with_a_match_and_goes_on_from_its_checkpoint(
    tmp_path: Path, calls: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune(tmp_path, "--method", "regression") == 0
    shown = capsys.readouterr().out
    assert "positions of 10 games of self-play" in " ".join(shown.split())
    assert "new: `one=" in shown
    calls.clear()
    assert tune(tmp_path, "--method", "regression") == 0
    assert calls == []
    assert capsys.readouterr().out.splitlines()[-4:] == shown.splitlines()[-4:]
