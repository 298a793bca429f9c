"""The driver against engines that do it right (peers/honest.py) and wrong (peers/broken.py).

Deadlines in here are either short ones that have to pass, or long ones that must not: no test
depends on how fast the machine is.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core import Limits, OptionError, Score
from protocol import driver
from protocol.driver import (
    AsyncEngine,
    Dialect,
    Engine,
    EngineDiedError,
    EngineError,
    EngineProtocolError,
    EngineRefusedError,
    EngineStartError,
    EngineTimeoutError,
)
from protocol.messages import MessageError
from tests.waiting import is_running, wait_until, wait_until_gone

PEERS = Path(__file__).parent / "peers"
PYTHON = [sys.executable, "-S"]  # starts in half the time
HONEST = [*PYTHON, str(PEERS / "honest.py")]
SOON = 0.2
NEVER = 60.0
INFINITE = Limits(infinite=True)


def broken(kind: str) -> list[str]:
    return [*PYTHON, str(PEERS / "broken.py"), kind]


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
        yield engine


# ------------------------------------------------------------------ an engine that does it right


def test_hands_are_shaken_in_ugi_and_the_engine_introduces_itself(engine: Engine) -> None:
    assert (engine.name, engine.author) == ("Honest Peer", "nobody")
    assert engine.dialect is Dialect.UGI
    assert list(engine.options)[:2] == ["Hash", "Search"]
    assert engine.options["CLEAR hash"].kind == "button"
    assert "no such" not in engine.options


def test_a_command_may_be_one_string() -> None:
    path = str(PEERS / "honest.py")
    with Engine.start(f"{sys.executable} '{path}'") as engine:
        assert engine.name == "Honest Peer"


def test_play_returns_the_move_with_the_last_report(engine: Engine) -> None:
    engine.newgame("tictactoe")
    engine.position(["a1", "b1"])
    answer = engine.play(Limits(nodes=1))
    assert (answer.move, answer.ponder, answer.late) == ("c1", None, False)
    assert answer.info is not None
    assert (answer.info.score, answer.info.nodes, answer.info.pv) == (Score(cp=7), 9, ("c1",))
    assert answer.infos == (answer.info,)
    assert 0 < answer.seconds < NEVER


def test_several_searches_in_a_row_need_no_new_position(engine: Engine) -> None:
    assert [engine.play(Limits(depth=1)).move for _ in range(5)] == ["a1"] * 5


def test_an_analysis_streams_reports_until_it_is_stopped(engine: Engine) -> None:
    with engine.analyse(INFINITE) as analysis:
        depths = [next(analysis).depth for _ in range(4)]
        assert analysis.answer is None
    assert depths == [1, 2, 2, None]
    assert analysis.answer is not None
    assert analysis.answer.move == "a1"
    assert list(analysis) == []


def test_an_answer_keeps_the_last_score_of_each_variation_and_the_last_counts(
    engine: Engine,
) -> None:
    """The peer ends with a line of mere counts, as UGI asks for."""
    analysis = engine.analyse(INFINITE)
    while next(analysis).nodes != 50:
        pass
    first, second = analysis.stop().infos
    assert (first.depth, first.score, first.nodes, first.time) == (2, Score(plies=3), 50, 40)
    assert (second.multipv, second.score) == (2, Score(cp=-5))


def test_an_analysis_can_be_polled(engine: Engine) -> None:
    with engine.analyse(INFINITE) as analysis:
        while analysis.next(SOON) is not None:
            pass
        assert analysis.answer is None
    assert analysis.next(SOON) is None


def test_a_command_during_an_analysis_stops_it_first(engine: Engine) -> None:
    analysis = engine.analyse(INFINITE)
    engine.position(["a1"])
    assert analysis.answer is not None
    assert analysis.answer.move == "a1"
    assert engine.play(Limits(depth=1)).move == "b1"


def test_a_new_search_during_an_analysis_stops_it_first(engine: Engine) -> None:
    first = engine.analyse(INFINITE)
    with engine.analyse(INFINITE) as second:
        assert first.answer is not None
        assert second.answer is None
        assert first.stop() is first.answer
        second.next(SOON)
        assert second.answer is None


def test_another_thread_can_interrupt_a_search(engine: Engine) -> None:
    timer = threading.Timer(SOON, engine.interrupt)
    timer.start()
    assert engine.play(INFINITE, timeout=NEVER).late is False
    timer.join()


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


def test_pondering_ends_when_the_move_was_played(engine: Engine) -> None:
    with engine.analyse(Limits(ponder=True, p1time=60_000, p2time=60_000)) as analysis:
        while analysis.next(SOON) is not None:
            pass
        assert analysis.answer is None
        analysis.ponderhit()
        assert analysis.wait().move == "a1"
    engine.ping()


def test_after_ponderhit_the_clock_counts_even_for_an_engine_that_goes_on_reporting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("protocol.client.MARGIN", SOON)
    engine = Engine.start(broken("Chatty"), timeout=NEVER, grace=SOON)
    analysis = engine.analyse(Limits(ponder=True, p1time=10, p2time=10), timeout=NEVER)
    assert next(analysis).depth == 1
    analysis.ponderhit()
    with pytest.raises(EngineTimeoutError):
        analysis.wait()


def test_pondering_does_not_use_up_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.client.MARGIN", 0.0)
    with Engine.start(broken("Late"), timeout=NEVER) as engine:
        analysis = engine.analyse(Limits(ponder=True, p1time=10, p2time=10))
        assert analysis.next(SOON) is None
        assert analysis.answer is None


def test_an_interrupt_from_the_keyboard_does_not_confuse_the_conversation(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The readyok of the command that was interrupted still comes: it is not the next one's."""

    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(engine, "_replies", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.ping()
    assert engine.query("gameover") == "false"
    assert engine.query("result") == "none"


def test_a_search_without_end_is_stopped_when_its_time_is_up(engine: Engine) -> None:
    answer = engine.play(INFINITE, timeout=SOON)
    assert (answer.move, answer.late) == ("a1", True)
    assert answer.seconds >= SOON


def test_queries_are_answered_or_refused_but_never_waited_for(engine: Engine) -> None:
    assert engine.query("gameover") == "false"
    assert len(engine.query("legalmoves").split()) == 9
    with pytest.raises(EngineRefusedError, match="query mood"):
        engine.query("mood")
    assert engine.query("result") == "none"


def test_every_line_is_shown_to_the_hook() -> None:
    seen: list[tuple[str, str]] = []
    with Engine.start(HONEST, on_line=lambda *line: seen.append(line)) as engine:
        engine.play(Limits(depth=3))
    assert seen.index((">", "ugi")) < seen.index(("<", "ugiok")) < seen.index((">", "go depth 3"))
    assert seen.index((">", "go depth 3")) < seen.index(("<", "bestmove a1"))
    assert seen[-1] == (">", "quit")


def test_a_hook_that_fails_does_no_harm(caplog: pytest.LogCaptureFixture) -> None:
    def fail(direction: str, text: str) -> None:
        raise RuntimeError("oops")

    with Engine.start(HONEST, on_line=fail) as engine:
        assert engine.play(Limits(depth=3)).move == "a1"
    assert "oops" in caplog.text


def test_the_example_in_the_documentation_plays_a_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, _, text = (driver.__doc__ or "").partition("A game between two engines:\n")
    example = textwrap.dedent(text.partition("Watching")[0])
    ours = '[sys.executable, "-m", "engine"]'
    assert example.count(ours) == 1
    exec(example.replace(ours, "HONEST"), {"HONEST": HONEST})
    assert capsys.readouterr().out == "p1win a1 b1 c1 a2 b2 c2 a3\n"


# ------------------------------------------------------------------ options


def test_options_are_written_as_the_engine_names_them() -> None:
    sent: list[str] = []
    with Engine.start(HONEST, on_line=lambda way, text: sent.append(way + text)) as engine:
        engine.configure({"hash": "8", "SEARCH": "MCTS", "Ponder": True, "log file": ""})
        engine.configure({"clear hash": None})
    assert [line for line in sent if line.startswith(">setoption")] == [
        ">setoption name Hash value 8",
        ">setoption name Search value mcts",
        ">setoption name Ponder value true",
        ">setoption name Log File value <empty>",
        ">setoption name Clear Hash",
    ]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("Hash", 65, "from 1 to 64"),
        ("Hash", "many", "'many'"),
        ("Hash", True, "'true'"),
        ("Hash", None, "no value"),
        ("Search", "magic", "auto, mcts"),
        ("Ponder", 1, "true or false"),
        ("Clear Hash", "now", "'now'"),
        ("Mood", "good", "Hash, Search"),
    ],
)
def test_a_bad_option_is_refused_before_any_is_sent(
    name: str, value: str | int | None, reason: str
) -> None:
    sent: list[str] = []
    with Engine.start(HONEST, on_line=lambda way, text: sent.append(way + text)) as engine:
        with pytest.raises(OptionError, match=reason):
            engine.configure({"Search": "auto", name: value})
        engine.ping()
    assert not any("setoption" in line for line in sent)


def test_an_error_line_in_answer_is_a_refusal_and_the_engine_goes_on(engine: Engine) -> None:
    with pytest.raises(EngineRefusedError, match="it is cursed"):
        engine.configure({"Cursed": True})
    with pytest.raises(EngineRefusedError, match="unknown game 'chess'"):
        engine.newgame("chess", {"size": 8})
    with pytest.raises(EngineRefusedError, match="illegal move 'z9'"):
        engine.position(["z9"])
    engine.position(["a1"])
    assert engine.play(Limits(depth=1)).move == "b1"


def test_a_line_break_in_a_move_cannot_smuggle_in_a_command(engine: Engine) -> None:
    with pytest.raises(MessageError):
        engine.position(["a1\nquit"])
    engine.ping()


# ------------------------------------------------------------------ UCI


@pytest.mark.parametrize("kind", ["UciOnly", "UciStrict"])
def test_an_engine_that_knows_only_uci_is_spoken_to_in_uci(kind: str) -> None:
    # Half of the time to answer is the time after which silence counts as "no UGI".
    with Engine.start(broken(kind), timeout=2 if kind == "UciStrict" else NEVER) as engine:
        assert (engine.name, engine.dialect) == ("Chess Peer", Dialect.UCI)
        assert len(engine.options) == 6
        engine.newgame()
        answer = engine.play(Limits(p1time=60_000, p2time=50_000))
    assert (answer.move, answer.ponder) == ("a1", "b1")
    assert answer.info is not None
    assert answer.info.score == Score(plies=3)
    assert answer.info.pv == ("wtime", "60000", "btime", "50000")


def test_the_dialect_can_be_chosen() -> None:
    with Engine.start(broken("UciStrict"), dialect=Dialect.UCI, timeout=NEVER) as engine:
        assert engine.dialect is Dialect.UCI
        engine.ping()
    with pytest.raises(EngineTimeoutError, match="ugiok"):
        Engine.start(broken("UciOnly"), dialect=Dialect.UGI, timeout=SOON)


def test_a_slow_starter_that_answers_both_greetings_ends_up_in_ugi() -> None:
    sent: list[str] = []

    def note(way: str, text: str) -> None:
        sent.append(way + text)

    with Engine.start(broken("SlowStart"), timeout=2, on_line=note) as engine:
        assert engine.dialect is Dialect.UGI
        engine.ping()
    assert [line for line in sent if line in (">ugi", ">uci")][-1] == ">ugi"


# ------------------------------------------------------------------ engines that do it wrong


@pytest.mark.parametrize("command", ["/no/such/engine --fast", "", "unclosed 'quote", [], "a\0b"])
def test_a_command_that_cannot_be_run_is_named(command: str | list[str]) -> None:
    with pytest.raises(EngineStartError) as caught:
        Engine.start(command)
    assert repr(command) in str(caught.value)


def test_a_crash_at_the_handshake_tells_the_exit_code_and_the_last_words() -> None:
    def dawdle(way: str, text: str) -> None:
        if way == "!":
            time.sleep(SOON)

    with pytest.raises(EngineDiedError) as caught:
        Engine.start(broken("CrashAtOnce"), timeout=NEVER, on_line=dawdle)
    assert caught.value.returncode == 3
    assert "exited with code 3" in str(caught.value)
    assert caught.value.lines[-2:] == ("! no weights found", "! giving up")


def test_a_crash_in_mid_search_tells_the_signal_and_both_sides_of_the_dialogue() -> None:
    with Engine.start(broken("CrashInSearch"), timeout=NEVER) as engine:
        with pytest.raises(EngineDiedError) as caught:
            engine.play(Limits(depth=9))
        assert caught.value.returncode == -signal.SIGABRT
        assert "SIGABRT" in str(caught.value)
        for line in ("> go depth 9", "< info depth 1 score cp 0 pv a1", "! assertion failed"):
            assert line in caught.value.lines


def test_a_dead_engine_stays_dead_and_says_so() -> None:
    with Engine.start(broken("CrashInSearch"), timeout=NEVER) as engine:
        for _ in range(3):
            with pytest.raises(EngineDiedError, match="SIGABRT"):
                engine.play(Limits(depth=9))
    with pytest.raises(EngineDiedError, match="SIGABRT"):
        engine.ping()


def test_an_engine_that_quit_cannot_be_used(engine: Engine) -> None:
    assert engine.quit() == 0
    with pytest.raises(EngineDiedError, match="exited with code 0"):
        engine.ping()
    assert engine.quit() == 0


def test_writing_to_an_engine_that_has_just_died_is_no_broken_pipe(engine: Engine) -> None:
    os.kill(engine.process.pid, signal.SIGKILL)
    with pytest.raises(EngineDiedError, match="SIGKILL"):
        engine.ping()


def test_an_engine_that_closes_its_output_is_as_good_as_dead() -> None:
    with Engine.start(broken("CloseOutput"), timeout=NEVER) as engine:
        with pytest.raises(EngineDiedError, match="closed its input or output") as caught:
            engine.play(Limits(depth=9))
        assert caught.value.returncode is None


def test_what_an_engine_said_before_it_died_is_still_heard() -> None:
    """Even if it gets through only when the process has long been gone."""

    def dawdle(way: str, text: str) -> None:
        if way == "<" and text.startswith("info"):
            time.sleep(2 * SOON)

    with Engine.start(broken("LastWords"), timeout=NEVER, on_line=dawdle) as engine:
        assert engine.play(Limits(depth=9)).move == "a1"
        with pytest.raises(EngineDiedError):
            engine.ping()


def test_a_mute_engine_is_given_up_at_the_handshake() -> None:
    with pytest.raises(EngineTimeoutError, match="ugiok"):
        Engine.start(broken("Mute"), timeout=SOON)


def test_a_stalled_search_is_told_to_stop_and_then_given_up() -> None:
    with Engine.start(broken("Stall"), timeout=NEVER, grace=SOON) as engine:
        with pytest.raises(EngineTimeoutError, match="for a bestmove") as caught:
            engine.play(Limits(depth=9), timeout=SOON)
        assert caught.value.lines[-2:] == ("> go depth 9", "> stop")
        assert not isinstance(caught.value, EngineDiedError)
        assert not is_running(engine.process.pid)


@pytest.mark.parametrize(
    "limits", [Limits(movetime=10), Limits(p1time=10, p2time=5), Limits(movetime=10, depth=50)]
)
def test_a_time_limit_is_a_deadline_by_itself(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("protocol.client.MARGIN", SOON)
    engine = Engine.start(broken("Stall"), timeout=NEVER, grace=SOON)
    with pytest.raises(EngineTimeoutError):
        engine.play(limits)


def test_a_silent_analysis_is_given_up() -> None:
    engine = Engine.start(broken("Stall"), timeout=NEVER, grace=SOON)
    with pytest.raises(EngineTimeoutError), engine.analyse(INFINITE, timeout=SOON) as analysis:
        next(analysis)


def test_an_answer_that_comes_only_after_stop_is_marked_late() -> None:
    with Engine.start(broken("Late"), timeout=NEVER, grace=NEVER) as engine:
        answer = engine.play(Limits(depth=1), timeout=SOON)
        assert (answer.move, answer.late) == ("a1", True)
        assert answer.seconds >= SOON
        engine.ping()


def test_reports_without_end_do_not_put_off_the_deadline() -> None:
    engine = Engine.start(broken("Chatty"), timeout=NEVER, grace=SOON)
    with pytest.raises(EngineTimeoutError):
        engine.play(Limits(depth=1), timeout=SOON)


def test_babble_during_a_search_is_a_protocol_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.analysis.FLOOD", 5000)
    with Engine.start(broken("Babble"), timeout=NEVER) as engine:
        with pytest.raises(EngineProtocolError, match="5000 stray lines"):
            engine.play(Limits(depth=1))
        assert not is_running(engine.process.pid)


def test_babble_at_the_handshake_is_a_protocol_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.client.FLOOD", 5000)
    with pytest.raises(EngineProtocolError, match="5000 lines without"):
        Engine.start(broken("BabbleAtOnce"), timeout=NEVER)


def test_what_nobody_takes_is_not_read_without_bound() -> None:
    """An analysis that is not looked at must not fill the memory with its reports."""
    with Engine.start(broken("Chatty"), timeout=NEVER, grace=SOON) as engine:
        seen = 0

        def count(way: str, text: str) -> None:
            nonlocal seen
            seen += len(text)

        engine.process._record._hook = count
        engine.analyse(INFINITE)
        still = -1
        while seen == 0 or still != seen:
            still = seen
            time.sleep(SOON)
        assert 100_000 < seen < 1_000_000


def test_what_had_to_wait_is_read_in_the_end() -> None:
    with Engine.start(broken("Verbose"), timeout=NEVER) as engine:
        analysis = engine.analyse(Limits(depth=1), timeout=NEVER)
        time.sleep(SOON)
        assert sum(1 for _ in analysis) == 20_000
        assert analysis.answer is not None


def test_an_endless_line_is_a_protocol_error() -> None:
    engine = Engine.start(broken("LongLine"), timeout=NEVER)
    with pytest.raises(EngineProtocolError, match="a line of more than"):
        engine.play(Limits(depth=1))


def test_bad_bytes_and_stray_lines_are_logged_and_forgiven(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with Engine.start(broken("StrayLines"), timeout=NEVER) as engine:
        answer = engine.play(Limits(depth=1))
        assert answer.move == "a1"
        assert answer.info is not None
        assert (answer.info.depth, answer.info.nodes, answer.info.score) == (4, None, Score(cp=12))
        engine.ping()
    assert r"\xff\xfe" in caplog.text
    assert "hello" in caplog.text


def test_a_second_bestmove_is_noticed_at_the_next_command() -> None:
    with Engine.start(broken("Twice"), timeout=NEVER) as engine:
        assert engine.play(Limits(depth=1)).move == "a1"
        with pytest.raises(EngineProtocolError, match="bestmove without a go"):
            engine.play(Limits(depth=1))


def test_a_second_bestmove_that_came_before_the_go_is_not_its_answer() -> None:
    came = threading.Event()

    def watch(way: str, text: str) -> None:
        if text == "bestmove a2":
            came.set()

    with Engine.start(broken("TwiceLater"), timeout=NEVER, on_line=watch) as engine:
        assert engine.play(Limits(depth=1)).move == "a1"
        engine.position(["b1"])
        assert came.wait(NEVER)
        with pytest.raises(EngineProtocolError, match="'bestmove a2' without a go"):
            engine.play(Limits(depth=1))


def test_an_illegal_move_is_passed_on_for_the_referee_to_judge() -> None:
    with Engine.start(broken("Illegal"), timeout=NEVER) as engine:
        assert engine.play(Limits(depth=1)).move == "z9"


def test_an_engine_that_never_reads_cannot_hang_us() -> None:
    with Engine.start(broken("Deaf"), timeout=NEVER) as engine:
        engine.timeout = SOON
        with pytest.raises(EngineTimeoutError, match="for its input to be read"):
            engine.position(["a1"] * 100_000)


# ------------------------------------------------------------------ nothing is left behind


def test_quit_is_enforced_on_an_engine_that_ignores_it() -> None:
    engine = Engine.start(broken("Stubborn"), timeout=NEVER, grace=SOON)
    assert engine.quit() == -signal.SIGKILL
    assert not is_running(engine.process.pid)


def test_an_exception_in_the_block_ends_the_engine() -> None:
    with pytest.raises(KeyError), Engine.start(broken("Stubborn"), grace=SOON) as engine:
        raise KeyError
    assert not is_running(engine.process.pid)


def test_an_interrupt_from_the_keyboard_at_the_handshake_ends_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[Engine] = []

    def interrupted(engine: Engine, dialect: Dialect | None) -> None:
        started.append(engine)
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "shake_hands", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Engine.start(broken("Stubborn"))
    assert not is_running(started[0].process.pid)


def test_a_forgotten_engine_is_ended_by_the_garbage_collector() -> None:
    engine = Engine.start(broken("Stubborn"), timeout=NEVER)
    pid = engine.process.pid
    assert is_running(pid)
    del engine
    gc.collect()
    assert not is_running(pid)


def test_the_children_of_an_engine_end_with_it() -> None:
    with Engine.start(broken("Parent"), timeout=NEVER) as engine:
        child = int(engine.name)
        assert is_running(child)
    wait_until_gone(child)


def test_a_child_that_holds_the_pipe_does_not_hide_the_death_of_its_parent() -> None:
    with Engine.start(broken("Parent"), timeout=NEVER) as engine:
        child = int(engine.name)
        with pytest.raises(EngineDiedError, match="code 5"):
            engine.play(Limits(depth=1))
        wait_until_gone(child)


CARELESS = """
import sys
from protocol.driver import Engine
engine = Engine.start(sys.argv[1:], timeout=60)
print(engine.process.pid, flush=True)
if "Parent" in sys.argv:
    print(engine.name, flush=True)
    sys.stdin.read()
"""


def careless(kind: str) -> subprocess.Popen[str]:
    """A program that starts an engine and does not care what becomes of it."""
    return subprocess.Popen(
        [sys.executable, "-c", CARELESS, *broken(kind)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(driver.__file__).parent.parent,
    )


def test_an_engine_ends_when_the_program_that_started_it_exits() -> None:
    with careless("Stubborn") as program:
        output, _ = program.communicate(timeout=NEVER)
    assert program.returncode == 0
    assert not is_running(int(output))


def test_an_engine_and_its_children_end_when_the_program_is_killed() -> None:
    """SIGKILL, of which the program notices nothing; a child that sleeps notices nothing too."""
    with careless("Parent") as program:
        assert program.stdout is not None
        pids = [int(program.stdout.readline()) for _ in range(2)]
        assert all(map(is_running, pids))
        program.kill()
        wait_until_gone(*pids)


def test_ctrl_c_while_an_engine_is_being_started_leaves_none_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the instant between the new process and the note that it has to be ended."""
    started = []

    def interrupted(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        process = Popen(*arguments, **options)
        started.append(process.pid)
        os.kill(os.getpid(), signal.SIGINT)
        return process

    Popen = subprocess.Popen  # noqa: N806 - the class
    monkeypatch.setattr("protocol.process.subprocess.Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Engine.start(broken("Stubborn"), timeout=NEVER)
    assert not is_running(started[0])


@pytest.mark.parametrize("works", [True, False])
def test_ctrl_c_while_an_engine_takes_long_to_launch_waits_for_it_and_ends_it(
    monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """It was an AttributeError: an interrupted `join` takes the thread to be over. Twice,
    because the second strikes while the first is dealt with.
    """
    started = []

    def slow(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
        if not works:
            raise FileNotFoundError
        process = Popen(*arguments, **options)
        started.append(process.pid)
        return process

    Popen = subprocess.Popen  # noqa: N806 - the class
    monkeypatch.setattr("protocol.process.subprocess.Popen", slow)
    with pytest.raises(KeyboardInterrupt):
        Engine.start(broken("Stubborn"), timeout=NEVER)
    assert not any(map(is_running, started))


def test_asyncio_is_loaded_only_for_those_who_use_it() -> None:
    program = (
        "import sys; from protocol import driver; assert 'asyncio' not in sys.modules; "
        "driver.AsyncEngine, driver.AsyncAnalysis; assert 'asyncio' in sys.modules; "
        "assert not hasattr(driver, 'SyncEngine')"
    )
    root = Path(driver.__file__).parent.parent
    subprocess.run([sys.executable, "-c", program], check=True, timeout=30, cwd=root)


# ------------------------------------------------------------------ asyncio


def test_the_same_conversation_can_be_awaited() -> None:
    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER) as engine:
            assert (engine.name, engine.author, engine.dialect.value) == (
                "Honest Peer",
                "nobody",
                "ugi",
            )
            await engine.configure({"Hash": 8})
            await engine.newgame("tictactoe")
            await engine.position(["a1"])
            assert (await engine.play(Limits(depth=1))).move == "b1"
            assert await engine.query("gameover") == "false"
            await engine.ping()
            with pytest.raises(OptionError):
                await engine.configure({"Hash": 0})
            assert await engine.stop() is None
        assert engine.engine.process.returncode == 0

    asyncio.run(converse())


def test_an_analysis_can_be_awaited_and_stopped_by_another_task() -> None:
    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
            analysis = await engine.analyse(INFINITE)
            first = await anext(analysis)
            assert first.depth == 1
            rest = asyncio.create_task(collect(analysis))
            await asyncio.sleep(SOON)
            assert not rest.done()
            answer = await analysis.stop()
            assert answer is analysis.answer
            assert len(await rest) == 3

    async def collect(analysis: driver.AsyncAnalysis) -> list[driver.InfoLine]:
        return [info async for info in analysis]

    asyncio.run(converse())


def test_a_search_can_be_followed_without_hearing_every_report() -> None:
    async def converse() -> None:
        async with (
            await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine,
            await engine.analyse(INFINITE) as analysis,
        ):
            infos = await analysis.follow(SOON)
            while not infos or infos[0].nodes != 50:  # which comes after the line itself
                infos = await analysis.follow(SOON)
            assert [info.multipv for info in infos] == [1, 2]
            assert analysis.answer is None
            answer = await analysis.stop()
            assert await analysis.follow(NEVER) == answer.infos == infos

    asyncio.run(converse())


@pytest.mark.parametrize("delay", [0.0, SOON])
def test_cancelling_a_search_stops_it_and_frees_the_engine(delay: float) -> None:
    """At once, when it may not even have begun, and in the middle of it."""

    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
            search = asyncio.create_task(engine.play(INFINITE, timeout=NEVER))
            await asyncio.sleep(delay)
            search.cancel()
            began = time.monotonic()
            with pytest.raises(asyncio.CancelledError):
                await search
            assert time.monotonic() - began < NEVER / 2
            assert await engine.stop() is None
            await engine.position(["a1"])
            assert (await engine.play(Limits(depth=1))).move == "b1"

    asyncio.run(converse())


def test_cancelling_an_analysis_that_is_just_being_started_stops_it() -> None:
    starting, release = threading.Event(), threading.Event()

    def hold(way: str, text: str) -> None:
        if text == "go infinite":
            starting.set()
            release.wait(NEVER)

    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, on_line=hold) as engine:
            start = asyncio.create_task(engine.analyse(INFINITE))
            while not starting.is_set():
                await asyncio.sleep(0.01)
            start.cancel()
            asyncio.get_running_loop().call_later(SOON, release.set)
            with pytest.raises(asyncio.CancelledError):
                await start
            assert await engine.stop() is None

    asyncio.run(converse())


def test_cancelling_a_call_that_waits_its_turn_leaves_the_search_of_another_alone() -> None:
    async def converse() -> None:
        async with await AsyncEngine.start(broken("Late"), timeout=NEVER) as engine:
            search = asyncio.create_task(engine.play(Limits(depth=1), timeout=NEVER))
            await asyncio.sleep(SOON)
            waiting = asyncio.create_task(engine.ping())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.wait([waiting])
            assert waiting.cancelled()
            await asyncio.sleep(SOON)
            assert not search.done()
            engine.interrupt()
            assert (await search).late is False

    asyncio.run(converse())


def test_an_engine_that_dies_of_a_cancelled_call_is_nobodys_business() -> None:
    """asyncio used to complain that nobody had looked at the error."""
    complaints: list[object] = []

    async def converse() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        async with await AsyncEngine.start(broken("Deaf"), timeout=NEVER) as engine:
            call = asyncio.create_task(engine.ping())
            await asyncio.sleep(SOON)
            call.cancel()
            loop.call_later(SOON, engine.engine.process.kill)
            with pytest.raises(asyncio.CancelledError):
                await call
        del call
        gc.collect()

    asyncio.run(converse())
    assert not complaints


def test_a_timeout_of_asyncio_ends_a_search_too() -> None:
    async def watch(engine: AsyncEngine) -> None:
        async with await engine.analyse(INFINITE) as analysis:
            async for _ in analysis:
                pass

    async def converse() -> None:
        async with await AsyncEngine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(watch(engine), SOON)
            assert await engine.stop() is None
            await engine.ping()

    asyncio.run(converse())


def test_a_cancelled_start_leaves_no_engine_behind() -> None:
    """And does not wait until the hand-shake has failed by itself."""
    before = set(children())

    async def converse() -> None:
        start = asyncio.create_task(AsyncEngine.start(broken("Mute"), timeout=NEVER))
        await asyncio.sleep(SOON)
        assert set(children()) - before
        start.cancel()
        with pytest.raises(asyncio.CancelledError):
            await start

    asyncio.run(converse())
    wait_until(lambda: not set(children()) - before, "the end of the engine")


def children() -> list[int]:
    """The engines that this process has started; the shell that guards them is none."""
    return [
        int(entry.name)
        for entry in Path("/proc").iterdir()
        if entry.name.isdigit() and is_peer_of(entry, os.getpid())
    ]


def is_peer_of(entry: Path, parent: int) -> bool:
    try:
        stat = (entry / "stat").read_text().rpartition(")")[2].split()
        return int(stat[1]) == parent and b"broken.py" in (entry / "cmdline").read_bytes()
    except OSError:
        return False


def test_errors_come_through_to_the_awaiting_task() -> None:
    async def converse() -> None:
        with pytest.raises(EngineStartError):
            await AsyncEngine.start("/no/such/engine")
        async with await AsyncEngine.start(broken("CrashInSearch"), timeout=NEVER) as engine:
            with pytest.raises(EngineError, match="SIGABRT"):
                await engine.play(Limits(depth=1))

    asyncio.run(converse())
