"""Moves that are told from another machine."""

from __future__ import annotations

import json
import sys
import time
from types import SimpleNamespace

import pytest

from linemate.clients.match.page.remote import RemoteFollow, read_event, write_event
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.records import PlayedMove, Task
from linemate.engine.core import Score

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


def test_not_every_move_of_a_fast_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []

    class Logging:
        def log_event(self, topic: str, event: object) -> None:
            told.append((topic, event))

    # Only what is used of it: the package takes seconds to import.
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(get_worker=Logging))
    now = [10.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    follow = RemoteFollow("moves")
    for count, seconds in enumerate((0.0, 0.1, 0.3, 0.2)):
        now[0] += seconds
        follow(TASK, MOVES[:count])
    assert told == [("moves", write_event(TASK, ())), ("moves", write_event(TASK, MOVES))]
