"""Searchers that fail, and promises that are easily broken."""

from __future__ import annotations

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from tests.protocol.conversation import (
    HMINIMAX,
    Conversation,
    best,
    infos,
    nodes,
)
from tests.protocol.engine_process import (
    errors,
    is_bestmove,
)
from tests.protocol.trouble import (
    Cheat,
    LateTrouble,
    Lineless,
    Mute,
    StillBorn,
    Trouble,
    Unsuitable,
    use_searcher,
)

# ------------------------------------------------------------------ errors inside a search


@pytest.mark.parametrize("kind", [Trouble, LateTrouble, Unsuitable, StillBorn, Lineless, Cheat])
@pytest.mark.parametrize("limits", ["depth 3", "infinite", "depth 3 searchmoves c3"])
def test_an_error_in_a_search_is_told_and_a_legal_move_is_played(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, kind: type[Trouble], limits: str
) -> None:
    use_searcher(monkeypatch, kind)
    talk.send("position startpos moves b2", f"go {limits}")
    lines = talk.until(lambda line: bool(errors([line])))
    if "infinite" in limits:
        talk.send("stop")
    lines += talk.until(is_bestmove)
    assert len(errors(lines)) == 1
    assert best(lines) in ("c3" if "c3" in limits else "a1 b1 c1 a2 c2 a3 b3 c3").split()


def test_a_searcher_that_says_nothing_still_has_a_legal_move(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_searcher(monkeypatch, Mute)
    assert best(talk.search("go")) in talk.query("legalmoves").split()
    assert best(talk.search("go searchmoves c3")) == "c3"
    talk.send("uci")
    assert talk.search("go searchmoves c3 a1")[-1] == "bestmove c3"


@pytest.mark.parametrize("kind", [Unsuitable, StillBorn])
def test_isready_is_answered_even_if_there_is_nothing_to_be_ready_with(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, kind: type[Trouble]
) -> None:
    use_searcher(monkeypatch, kind)
    talk.send("isready")
    lines = talk.until(lambda line: line == "readyok")
    assert len(errors(lines)) == 1
    assert best(talk.search("go depth 1"))


def test_the_next_search_works_after_an_error(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        use_searcher(patch, Unsuitable)
        assert errors(talk.search("go depth 2"))
    lines = talk.search("go depth 2")
    assert not errors(lines)
    assert infos(lines)[-1].depth == 2


# ------------------------------------------------------------------ promises easily broken


def test_the_time_of_a_search_counts_from_the_arrival_of_its_line(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not from when the session gets round to it: ending the search before may take a while."""
    times = [1000.0]
    started: list[float] = []

    class Recorded(Clock):
        def __init__(self, limits: Limits, side: int, overhead: int, at: float, left: int) -> None:
            started.append(at)
            super().__init__(limits, side, overhead, at, left)

    monkeypatch.setattr("linemate.protocol.session.Clock", Recorded)
    monkeypatch.setattr("linemate.protocol.session.perf_counter", lambda: times[-1])
    monkeypatch.setattr(talk.session, "end_search", lambda: times.append(1005.0))
    talk.search("go depth 1")
    assert (started, times[-1]) == ([1000.0], 1005.0)
    monkeypatch.undo()


def test_a_move_named_twice_in_searchmoves_is_searched_once(talk: Conversation) -> None:
    talk.send(HMINIMAX, "setoption name MultiPV value 3")
    lines = talk.search("go depth 1 searchmoves b2 b2 a1")
    assert {info.multipv for info in infos(lines)} == {1, 2}


def test_a_fault_of_the_session_is_reported_and_survived(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(talk.session, "_show", fail)
    assert talk.ask("d") == ["info string error: internal: ZeroDivisionError: oh"]
    assert talk.query("p1turn") == "true"


def test_the_last_report_counts_the_depth_that_was_cut_short(talk: Conversation) -> None:
    talk.send("newgame gomoku", HMINIMAX)
    assert nodes(talk.search("go nodes 5000")) == 5000


def test_a_blunder_is_played_with_several_lines_too(talk: Conversation) -> None:
    talk.send("setoption name Skill value 0", "setoption name Seed value 4")
    talk.send("setoption name MultiPV value 3", "position fen xx1/oo1/3 x")
    assert len({best(talk.search("go")) for _ in range(40)}) > 1
