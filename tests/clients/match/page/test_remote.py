"""Moves that are told from another machine."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import pytest

from linemate.clients.match.page.remote import RemoteFollow, read_event, write_event
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import PlayedMove, Task
from linemate.engine.core import Score
from tests.waiting import wait_until

TASK = Task(2, "A", "B", 1, 3, Opening(None, ("b2",)))
MOVES = (
    PlayedMove("a1", 0.25, Score(cp=-3), 4, 99),
    PlayedMove("c3", 0.5),
    PlayedMove("b1", 0.1, Score(plies=3)),
)


def test_an_event_is_plain_and_says_all_that_the_page_shows() -> None:
    key, moves = read_event(json.loads(json.dumps(write_event(TASK, MOVES))))
    assert key == TASK.key
    assert moves == [PlayedMove(each.move, each.seconds, each.score, each.depth) for each in MOVES]


def test_of_fast_moves_the_last_is_told_and_not_every_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move after which an engine thinks for long must not wait for the next one."""
    told: list[object] = []

    class Logging:
        def log_event(self, topic: str, event: object) -> None:
            told.append((topic, event))

    # Only what is used of it: the package takes seconds to import.
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(get_worker=Logging))
    follow, many = RemoteFollow("moves"), 1000
    for count in [*range(many), 2]:
        follow(TASK, MOVES[: count % 2])
    follow(TASK, MOVES)
    wait_until(lambda: told and told[-1] == ("moves", write_event(TASK, MOVES)), "the last move")
    assert len(told) < many
