"""The first `go` of a game is answered in time, however long its searcher takes to be made.

`newgame nineboard`, `go movetime 10` took 98 ms, ultimate 87 and qubic 61: the tables were built
before the first look at the clock. Here the making of a searcher takes until a test lets it end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Event

import pytest

from linemate.engine.core import Game, OptionValue, Searcher
from linemate.engine.registry import make_searcher
from tests.protocol.conversation import DEADLINE, Conversation, best, infos
from tests.protocol.engine_process import errors
from tests.waiting import wait_until


class Workshop:
    """Makes real searchers, none before the test says so."""

    def __init__(self) -> None:
        self.open = Event()
        self.begun = 0
        self.made: list[Searcher] = []

    def make(self, name: str, game: Game, options: Mapping[str, OptionValue]) -> Searcher:
        self.begun += 1
        assert self.open.wait(DEADLINE / 2), "the answer did not come before the searcher"
        self.made.append(make_searcher(name, game, options))
        return self.made[-1]


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    workshop = Workshop()
    monkeypatch.setattr("linemate.protocol.session.make_searcher", workshop.make)
    yield workshop
    workshop.open.set()


@pytest.mark.parametrize("limit", ["movetime 10", "p1time 10 p2time 10"])
def test_a_first_move_is_answered_before_the_searcher_is_there(
    workshop: Workshop, talk: Conversation, limit: str
) -> None:
    talk.send("newgame nineboard")
    talk.send("query legalmoves")
    legal = talk.until(lambda line: line.startswith("response"))[-1].split()[1:]
    lines = talk.search(f"go {limit}")
    assert not workshop.made
    assert not errors(lines)
    assert best(lines) in legal
    assert infos(lines)[-1].pv[0] == best(lines)


def test_a_stop_does_not_wait_for_the_searcher(workshop: Workshop, talk: Conversation) -> None:
    talk.send("newgame ultimate", "go infinite", "stop")
    lines = talk.until(lambda line: line.startswith("bestmove"))
    assert not workshop.made
    assert not errors(lines)


def test_the_one_that_was_not_waited_for_is_there_for_a_later_move(
    workshop: Workshop, talk: Conversation
) -> None:
    talk.search("go movetime 1")
    talk.search("go movetime 1")
    workshop.open.set()
    assert infos(talk.search("go depth 9"))[-1].depth == 9
    talk.search("go depth 2")
    assert len(workshop.made) == 1


def test_a_win_at_hand_is_played_without_a_searcher(workshop: Workshop, talk: Conversation) -> None:
    talk.send("position startpos moves a1 b1 a2 b2")
    assert best(talk.search("go movetime 1")) == "a3"
    assert best(talk.search("go movetime 1 searchmoves c3 b3")) in ("b3", "c3")
    assert not workshop.made


@pytest.mark.parametrize(
    ("game", "moves", "expected"),
    [
        ("gomoku", "", "h8"),
        ("nineboard", "", "55"),
        ("nineboard", "59", "95"),
        ("nineboard", "95 55", "51"),
        ("ultimate", "", "55"),
        ("ultimate", "59", "95"),
        ("qubic", "", "111"),
    ],
)
def test_a_move_without_a_searcher_is_what_a_person_would_try_first(
    workshop: Workshop, talk: Conversation, game: str, moves: str, expected: str
) -> None:
    """The middle, and then a corner; it was 11 in both games of nine boards, and 91 after 59."""
    talk.send(f"newgame {game}", f"position startpos moves {moves}")
    assert best(talk.search("go movetime 1")) == expected


def test_games_that_follow_one_another_quickly_make_one_searcher_at_a_time(
    workshop: Workshop, talk: Conversation
) -> None:
    for _ in range(5):
        talk.send("newgame tictactoe")
        talk.search("go movetime 1")
        wait_until(lambda: workshop.begun, "the first searcher to be begun")
    assert workshop.begun == 1
    workshop.open.set()
    talk.search("go depth 1")
    assert workshop.begun == 2, "those in between were given up"


def test_a_searcher_that_cannot_be_made_is_told_of_at_every_go(talk: Conversation) -> None:
    talk.send("newgame gomoku", "setoption name Search value hminimax")
    talk.send("setoption name Heuristic value cube-lines-130")
    for _ in range(2):
        lines = talk.search("go movetime 5000")
        assert len(errors(lines)) == 1
        assert best(lines)


def test_readyok_comes_when_the_searcher_is_there(workshop: Workshop, talk: Conversation) -> None:
    talk.search("go movetime 1")
    workshop.open.set()
    assert talk.ask() == []
    wait_until(lambda: workshop.made, "the searcher")
    assert len(workshop.made) == 1


def test_isready_right_after_bestmove_waits_for_the_searcher(
    workshop: Workshop, talk: Conversation
) -> None:
    """The thread of the search may have some way to go after its last line."""
    talk.search("go movetime 1")
    job = talk.session._job
    assert job is not None
    assert not job.is_running()
