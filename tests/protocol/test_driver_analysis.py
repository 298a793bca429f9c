"""A search that is watched, stopped and pondered: the reports of an engine as they come."""

from __future__ import annotations

import threading
from time import perf_counter

import pytest

from linemate.engine.core import Limits, Score
from linemate.protocol.driver import Engine, EngineTimeoutError
from tests.protocol.peer_engines import HONEST, INFINITE, NEVER, SOON, broken


def test_an_analysis_streams_reports_until_it_is_stopped(honest: Engine) -> None:
    with honest.analyse(INFINITE) as analysis:
        depths = [next(analysis).depth for _ in range(4)]
        running = analysis.answer
    assert (depths, running) == ([1, 2, 2, None], None)
    assert analysis.answer is not None
    assert analysis.answer.move == "a1"
    assert list(analysis) == []


def test_an_answer_keeps_the_last_score_of_each_variation_and_the_last_counts(
    honest: Engine,
) -> None:
    """The peer ends with a line of mere counts, as UGI asks for."""
    analysis = honest.analyse(INFINITE)
    while next(analysis).nodes != 50:
        pass
    first, second = analysis.stop().infos
    assert (first.depth, first.score, first.nodes, first.time) == (2, Score(plies=3), 50, 40)
    assert (second.multipv, second.score) == (2, Score(cp=-5))


def test_an_analysis_can_be_polled(honest: Engine) -> None:
    with honest.analyse(INFINITE) as analysis:
        while analysis.next(SOON) is not None:
            pass
        assert analysis.answer is None
    assert analysis.next(SOON) is None


def test_a_command_during_an_analysis_stops_it_first(honest: Engine) -> None:
    analysis = honest.analyse(INFINITE)
    honest.position(["a1"])
    assert analysis.answer is not None
    assert analysis.answer.move == "a1"
    assert honest.play(Limits(depth=1)).move == "b1"


def test_a_new_search_during_an_analysis_stops_it_first(honest: Engine) -> None:
    first = honest.analyse(INFINITE)
    with honest.analyse(INFINITE) as second:
        assert first.answer is not None
        assert second.answer is None
        assert first.stop() is first.answer
        second.next(SOON)
        assert second.answer is None


def test_another_thread_can_interrupt_a_search(honest: Engine) -> None:
    answered = threading.Event()

    def interrupt() -> None:
        while not answered.wait(0.01):  # again and again: the search may not have begun yet
            honest.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        assert honest.play(INFINITE, timeout=NEVER).late is False
    finally:
        answered.set()
        thread.join()


def test_however_often_a_search_is_stopped_the_engine_is_told_once() -> None:
    sent: list[str] = []
    with Engine.start(HONEST, on_line=lambda way, text: sent.append(way + text)) as engine:
        with engine.analyse(INFINITE) as analysis:
            engine.interrupt()
            analysis.interrupt()
            answer = analysis.stop()
            assert analysis.stop() is answer
        assert engine.stop() is None
        engine.interrupt()
    assert sent.count(">stop") == 1


def test_pondering_ends_when_the_move_was_played(honest: Engine) -> None:
    with honest.analyse(Limits(ponder=True, p1time=60_000, p2time=60_000)) as analysis:
        while analysis.next(SOON) is not None:
            pass
        assert analysis.answer is None
        analysis.ponderhit()
        assert analysis.wait().move == "a1"
    honest.ping()


def test_after_ponderhit_the_clock_counts_even_for_an_engine_that_goes_on_reporting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("linemate.protocol.driver.MARGIN", SOON)
    engine = Engine.start(broken("Chatty"), timeout=NEVER, grace=SOON)
    analysis = engine.analyse(Limits(ponder=True, p1time=10, p2time=10), timeout=NEVER)
    assert next(analysis).depth == 1
    analysis.ponderhit()
    with pytest.raises(EngineTimeoutError):
        analysis.wait()


def test_pondering_does_not_use_up_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linemate.protocol.driver.MARGIN", 0.0)
    with Engine.start(broken("Late"), timeout=NEVER) as engine:
        analysis = engine.analyse(Limits(ponder=True, p1time=10, p2time=10))
        assert analysis.next(SOON) is None
        assert analysis.answer is None


def test_a_search_without_end_is_stopped_when_its_time_is_up(honest: Engine) -> None:
    begun = perf_counter()
    answer = honest.play(INFINITE, timeout=SOON)
    # Not `answer.seconds`, which leaves out what the engine has waited for a processor.
    assert perf_counter() - begun >= SOON
    assert (answer.move, answer.late) == ("a1", True)
