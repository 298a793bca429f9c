"""Processors of their own: who gets which, and that engines really are where they belong."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.match import affinity
from linemate.clients.match.affinity import AffinityError, share_processors
from linemate.clients.match.settings import Settings
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import Task

TASK = Task(1, "A", "B", 0, 0, Opening())
HERE = pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="refused here, see below")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """A machine with these processors, of which those in one text share a core."""

    def make(*cores: str) -> None:
        numbers = {int(each) for core in cores for each in core.split(",")}
        monkeypatch.setattr(os, "sched_setaffinity", None, raising=False)
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: numbers, raising=False)
        monkeypatch.setattr(affinity, "SIBLINGS", str(tmp_path / "{}"))
        for core in cores:
            for each in core.split(","):
                (tmp_path / each).write_text(f"{core}\n")

    return make


def test_every_game_has_processors_that_no_other_has(machine: Callable[..., None]) -> None:
    machine("0", "1", "2", "3", "5", "7")
    assert share_processors(3, 2) == [(0, 1), (2, 3), (5, 7)]
    assert share_processors(2, 1) == [(0,), (1,)]


def test_two_games_share_a_core_only_when_no_other_is_left(machine: Callable[..., None]) -> None:
    machine("0,4", "1,5", "2,6", "3,7")
    assert share_processors(5, 1) == [(0,), (1,), (2,), (3,), (4,)]


def test_too_few_processors_are_refused_with_what_helps(machine: Callable[..., None]) -> None:
    machine("0", "1", "2")
    with pytest.raises(AffinityError, match="2 games at a time with 2 processors each need 4, and"):
        share_processors(2, 2)


def test_where_processes_cannot_be_pinned_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with pytest.raises(AffinityError, match="this system cannot pin processes"):
        share_processors(1, 1)


@HERE
def test_the_engines_of_a_game_run_where_the_match_says(settings: Callable[..., Settings]) -> None:
    """Both of a table are on its processors, whoever started them; we stay where we were."""
    ours = os.sched_getaffinity(0)
    match = settings("", "", affinity=1)
    (wanted,) = share_processors(1, 1)
    with match.make_table() as table:
        assert table.play(TASK).record.moves
        pinned = [os.sched_getaffinity(player.process.pid) for player in table._players.values()]
    assert pinned == [set(wanted)] * 2
    assert os.sched_getaffinity(0) == ours


@HERE
def test_a_match_that_would_crowd_the_machine_is_refused(settings: Callable[..., Settings]) -> None:
    count = len(os.sched_getaffinity(0))
    assert settings(affinity=1, concurrency=count).affinity == 1
    with pytest.raises(AffinityError, match="processors each need"):
        settings(affinity=1, concurrency=count + 1)


def test_pinning_can_be_taken_back_and_is_not_for_a_cluster(
    settings: Callable[..., Settings],
) -> None:
    assert settings(affinity=0, dask="host:1").affinity == 0
    with pytest.raises(AffinityError, match="affinity is for this machine, not for a cluster"):
        settings(affinity=1, dask="host:1")
