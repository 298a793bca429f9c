"""What a Session makes of a search: reports, limits, and how it ends."""

from __future__ import annotations

import threading
import time
from threading import Event

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import (
    Limits,
    Score,
)
from linemate.engine.registry import make_game
from linemate.protocol import session
from linemate.protocol.session_ugi import UgiSession
from tests.protocol.conversation import (
    A_MOMENT,
    DEADLINE,
    GAME_NAMES,
    HMINIMAX,
    Conversation,
    assert_silent,
    best,
    check_line,
    infos,
    nodes,
)
from tests.protocol.engine_process import (
    PAIRS,
    bestmoves,
    errors,
    is_bestmove,
)
from tests.protocol.trouble import Silent, use_searcher
from tests.waiting import wait_until

# ------------------------------------------------------------------ what a search says


@pytest.mark.parametrize(("search", "name"), PAIRS)
def test_a_search_ends_with_a_report_and_then_its_bestmove(
    talk: Conversation, search: str, name: str
) -> None:
    talk.send(f"newgame {name}", f"setoption name Search value {search}")
    fen, legal = talk.query("fen"), talk.query("legalmoves").split()
    game = make_game(name)
    for limits in ("nodes 300", "depth 1", "nodes 1", "movetime 30"):
        lines = talk.search(f"go {limits}")
        assert best(lines) in legal
        assert infos(lines[-2:]), "the last line before bestmove is a report"
        reports = infos(lines)
        assert reports[-1].pv[0] == best(lines)
        for report in reports:
            assert None not in (report.seldepth, report.score, report.nodes, report.nps)
            assert None not in (report.hashfull, report.time, report.multipv)
            assert report.pv
            check_line(game, fen, report.pv)


def test_each_new_depth_is_reported(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "SECONDS_BETWEEN_REPORTS", DEADLINE)
    talk.send("newgame mnk width 4 height 4 row 4", HMINIMAX)
    depths = [report.depth for report in infos(talk.search("go depth 5"))]
    assert depths == [1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("lines", [2, 5, 64])
def test_multipv_gives_that_many_different_lines_as_far_as_there_are_moves(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, name: str, lines: int
) -> None:
    monkeypatch.setattr(session, "SECONDS_BETWEEN_REPORTS", DEADLINE)
    talk.send(f"newgame {name}", HMINIMAX, f"setoption name MultiPV value {lines}")
    fen, legal = talk.query("fen"), talk.query("legalmoves").split()
    game = make_game(name)
    reports = infos(talk.search("go depth 2")[:-2])
    expected = min(lines, len(legal))
    for depth in {report.depth for report in reports}:
        same_depth = [report for report in reports if report.depth == depth]
        assert [report.multipv for report in same_depth] == list(range(1, expected + 1))
        assert len({report.pv[0] for report in same_depth}) == expected
    for report in reports:
        check_line(game, fen, report.pv)


def test_the_lines_of_multipv_come_best_first(talk: Conversation) -> None:
    """x to move wins in one (c3), or does not.

    3  .  .  .
    2  .  x  o
    1  x  .  o
       a  b  c
    """
    talk.send(HMINIMAX, "setoption name MultiPV value 5", "position fen 3/1xo/x1o x")
    last = infos(talk.search("go depth 5")[:-2])[-5:]
    assert last[0].pv == ("c3",)
    assert all(report.score == Score(plies=-2) for report in last[1:])


def test_a_long_search_reports_every_second(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one that has nothing new to say; here ten times as often."""
    assert session.SECONDS_BETWEEN_REPORTS == 1
    monkeypatch.setattr(session, "SECONDS_BETWEEN_REPORTS", 0.1)
    use_searcher(monkeypatch, Silent)
    talk.send("go infinite")
    for _ in range(3):
        (report,) = infos(talk.until(lambda line: line.startswith("info depth ")))
    assert report.time is not None
    assert report.time >= 100
    talk.send("stop")
    talk.until(is_bestmove)


def test_nothing_comes_between_the_last_report_and_bestmove_or_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that reports every second is held up, by chance, just as the search ends."""
    monkeypatch.setattr(session, "SECONDS_BETWEEN_REPORTS", 0.01)
    use_searcher(monkeypatch, Silent)
    talk = Conversation()
    ended, held_up = Event(), Event()
    hear = talk.hear

    def write(*lines: str) -> None:
        if lines[0].startswith("info depth ") and not held_up.is_set():
            held_up.set()
            ended.wait(A_MOMENT)
        hear(*lines)
        if is_bestmove(lines[-1]):
            ended.set()

    talk.session = UgiSession(write)
    talk.send("go infinite")
    assert held_up.wait(DEADLINE)
    talk.send("stop")
    lines = talk.until(is_bestmove)
    time.sleep(2 * A_MOMENT)
    assert talk.ask() == []
    assert infos(lines[-2:])


# ------------------------------------------------------------------ limits


def test_searchmoves_restricts_the_search(talk: Conversation) -> None:
    """c3 wins at once, but is not asked about."""
    talk.send("position fen 3/1xo/x1o x", "setoption name MultiPV value 3")
    lines = talk.search("go searchmoves a3 b1 depth 4")
    assert {report.pv[0] for report in infos(lines)} == {"a3", "b1"}
    assert best(lines) in ("a3", "b1")


@pytest.mark.parametrize("search", [search for search, game in PAIRS if game == "ultimate"])
def test_every_searcher_keeps_to_searchmoves(talk: Conversation, search: str) -> None:
    talk.send("newgame ultimate", f"setoption name Search value {search}")
    for skill in (20, 0):
        talk.send(f"setoption name Skill value {skill}")
        for _ in range(10):
            assert best(talk.search("go nodes 50 searchmoves 99 11")) in ("99", "11")


def test_illegal_searchmoves_are_reported_and_the_others_used(talk: Conversation) -> None:
    talk.send("position startpos moves b2")
    lines = talk.search("go depth 2 searchmoves b2 z9 a3")
    assert len(errors(lines)) == 2
    assert best(lines) == "a3"
    lines = talk.search("go depth 2 searchmoves b2")
    assert len(errors(lines)) == 1
    assert best(lines) in talk.query("legalmoves").split()


@pytest.mark.parametrize(("word", "mate"), [("ugi", 5), ("uci", 3)])
def test_go_mate_ends_when_it_is_found(talk: Conversation, word: str, mate: int) -> None:
    """x wins after a1 b1 with the fifth ply, its third move."""
    talk.send(word, HMINIMAX, "position startpos moves a1 b1")
    lines = talk.search(f"go mate {mate}")
    assert f" score mate {mate} " in lines[-2]
    lines = talk.search(f"go mate {mate + 1}")
    assert f" score mate {mate} " in lines[-2]


@pytest.mark.parametrize(("word", "mate", "depth"), [("ugi", 4, 4), ("uci", 2, 3)])
def test_go_mate_ends_when_there_is_none(
    talk: Conversation, word: str, mate: int, depth: int
) -> None:
    talk.send(word, HMINIMAX, "newgame mnk width 4 height 4 row 4")
    lines = talk.search(f"go mate {mate}")
    assert " score mate " not in lines[-2]
    assert infos(lines)[-1].depth == depth


@pytest.mark.parametrize(("search", "name"), PAIRS)
@pytest.mark.parametrize("limit", [1, 100, 1000])
def test_go_nodes_visits_no_more_than_that(
    talk: Conversation, search: str, name: str, limit: int
) -> None:
    talk.send(f"newgame {name}", f"setoption name Search value {search}")
    assert nodes(talk.search(f"go nodes {limit}")) <= limit


def test_more_nodes_are_used_if_they_are_allowed(talk: Conversation) -> None:
    talk.send("newgame gomoku")
    assert nodes(talk.search("go nodes 3000")) >= 2000


@pytest.mark.parametrize("limits", ["nodes 0", "depth 0", "movetime 0", "mate 0", "p1time 0"])
def test_a_limit_of_nothing_still_has_an_answer(talk: Conversation, limits: str) -> None:
    talk.send("newgame gomoku size 6")
    assert best(talk.search(f"go {limits}")) in talk.query("legalmoves").split()


@pytest.mark.parametrize(
    "limits",
    [
        "movetime 40",
        "p1time 500 p2time 500 p1inc 0 p2inc 0",
        "wtime 500 btime 500 winc 10 binc 10",
        "wtime 50 btime 50 movestogo 1",
        "p1time -20 p2time -20",
        "btime 300",
        "movestogo 0 wtime 300 btime 300",
    ],
)
def test_a_search_with_a_clock_ends_by_itself(talk: Conversation, limits: str) -> None:
    talk.send("newgame gomoku", "moves h8")
    assert best(talk.search(f"go {limits}")) in talk.query("legalmoves").split()


def test_numbers_of_any_size_are_understood(talk: Conversation) -> None:
    huge = "9" * 400
    assert best(talk.search(f"go depth {huge} nodes {huge} movetime {huge} mate {huge}"))
    talk.send(f"go ponder wtime {huge} btime {huge} winc {huge} movestogo {huge}", "ponderhit")
    talk.until(is_bestmove)


def test_move_overhead_and_the_side_to_move_reach_the_clock(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int, int]] = []

    class Recorded(Clock):
        def __init__(
            self, limits: Limits, side: int, overhead: int, started: float, moves_left: int
        ) -> None:
            made.append((side, overhead, moves_left))
            super().__init__(limits, side, overhead, started, moves_left)

    monkeypatch.setattr("linemate.protocol.session.Clock", Recorded)
    talk.search("go depth 1")
    talk.send("setoption name move overhead value 250", "moves a1")
    talk.search("go depth 1")
    assert made == [(0, 10, 5), (1, 250, 4)]


# ------------------------------------------------------------------ stop, infinite, ponder


@pytest.mark.parametrize(
    "setup",
    [
        "newgame gomoku",
        "position startpos",
        "position fen 3/1xo/x1o x",
        "position fen xox/oxx/oxo o",
    ],
    ids=["unknown", "proven draw", "proven win", "finished"],
)
@pytest.mark.parametrize("limits", ["infinite", "infinite depth 1", "ponder", "ponder movetime 1"])
def test_infinite_and_ponder_end_only_when_told(
    talk: Conversation, setup: str, limits: str
) -> None:
    talk.send(setup, f"go {limits}")
    assert_silent(talk)
    talk.send("stop")
    assert bestmoves(talk.until(is_bestmove))
    talk.send("stop")
    assert_silent(talk)


def test_infinite_does_not_end_by_a_ponderhit(talk: Conversation) -> None:
    talk.send("go infinite", "ponderhit")
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


@pytest.mark.parametrize("limits", ["movetime 20", "depth 2", "nodes 100", "wtime 100 btime 100"])
def test_a_ponderhit_makes_it_an_ordinary_search(talk: Conversation, limits: str) -> None:
    talk.send("newgame gomoku", f"go ponder {limits}")
    assert_silent(talk)
    talk.send("ponderhit")
    assert best(talk.until(is_bestmove)) in talk.query("legalmoves").split()


def test_stop_and_ponderhit_while_idle_are_ignored(talk: Conversation) -> None:
    assert talk.ask("stop", "ponderhit") == []
    talk.search("go depth 1")
    assert talk.ask("stop", "ponderhit", "stop") == []


def test_a_stale_stop_does_not_end_the_next_search(talk: Conversation) -> None:
    talk.search("go depth 1")
    talk.send("stop", "go infinite")
    assert_silent(talk)
    talk.send("stop")
    talk.until(is_bestmove)


@pytest.mark.parametrize(
    "line",
    [
        "go depth 1",
        "position startpos",
        "moves",
        "newgame",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "bench 1",
    ],
)
def test_a_new_command_ends_the_search_before_it_acts(talk: Conversation, line: str) -> None:
    """Drivers should not do this, but if they do, every `go` still has its `bestmove`."""
    talk.send("newgame gomoku", "go infinite", line)
    assert len(bestmoves(talk.until(is_bestmove))) == 1
    if line.startswith("go"):
        talk.until(is_bestmove)
    assert_silent(talk)


def test_after_a_thousand_searches_no_thread_is_left(talk: Conversation) -> None:
    before = threading.active_count()
    for _ in range(1000):
        talk.send("go infinite", "stop")
        assert len(bestmoves(talk.until(is_bestmove))) == 1
    talk.session.end_search(DEADLINE)
    wait_until(lambda: threading.active_count() <= before, "the end of the threads")
    assert threading.active_count() == before
