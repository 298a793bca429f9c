"""The driver against engines that do it wrong (peers/broken.py): each is found out and named."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from linemate.engine.core import Limits, Score
from linemate.protocol import process
from linemate.protocol.driver import (
    Engine,
    EngineDiedError,
    EngineProtocolError,
    EngineStartError,
    EngineTimeoutError,
)
from tests.protocol.peer_engines import INFINITE, NEVER, SOON, broken
from tests.waiting import PATIENCE, is_running, wait_until

# ------------------------------------------------------------------ engines that die


@pytest.mark.parametrize("command", ["/no/such/engine --fast", "", "unclosed 'quote", [], "a\0b"])
def test_a_command_that_cannot_be_run_is_named(command: str | list[str]) -> None:
    with pytest.raises(EngineStartError) as caught:
        Engine.start(command)
    assert repr(command) in str(caught.value)


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("./missing --fast", "there is no file './missing'"),
        ("./folder", "'./folder' is a directory"),
        ("./mine", "'./mine' is not executable: `chmod +x ./mine`, or name what runs it"),
        ("./bare", "'./bare' is no program and its first line names none: begin it with one, as"),
        ("./bare", "or name what runs it, as in `python3 ./bare`"),
        ("./lost", "'./lost' is there, but what its first line names, or its loader, is not"),
        ("mine", "there is no command 'mine'; for the file here write './mine'"),
        ("no-such-command", "there is no command 'no-such-command'"),
    ],
)
def test_a_command_that_cannot_be_run_is_told_what_to_do(
    tmp_path: Path, command: str, advice: str
) -> None:
    """It said `[Errno 8] Exec format error` to whoever forgot the first line of a script."""
    (tmp_path / "folder").mkdir()
    for name, text, mode in (("mine", "", 0o644), ("bare", "1", 0o755), ("lost", "#!/no/", 0o755)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(mode)
    with pytest.raises(EngineStartError) as caught:
        Engine.start(command, cwd=tmp_path)
    assert str(caught.value).startswith(f"cannot start engine {command!r}: ")
    assert advice in str(caught.value)
    assert "Errno" not in str(caught.value)


def test_a_directory_to_run_in_that_does_not_exist_is_what_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineStartError, match=r"there is no directory '.*/missing'$"):
        Engine.start("./bot", cwd=tmp_path / "missing")


def test_a_crash_at_the_handshake_tells_the_exit_code_and_the_last_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("linemate.protocol.process.LINGER", NEVER)

    def dawdle(way: str, text: str) -> None:
        if way == "!":
            time.sleep(SOON)

    with pytest.raises(EngineDiedError) as caught:
        Engine.start(broken("CrashAtOnce"), timeout=NEVER, on_line=dawdle)
    assert caught.value.returncode == 3
    assert "exited with code 3" in str(caught.value)
    last_words = [line for line in caught.value.lines if line.startswith("!")]
    assert last_words == ["! no weights found", "! giving up"]


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


def test_an_engine_that_quit_cannot_be_used(honest: Engine) -> None:
    assert honest.quit() == 0
    with pytest.raises(EngineDiedError, match="exited with code 0"):
        honest.ping()
    assert honest.quit() == 0


def test_writing_to_an_engine_that_has_just_died_is_no_broken_pipe(honest: Engine) -> None:
    os.kill(honest.process.pid, signal.SIGKILL)
    with pytest.raises(EngineDiedError, match="SIGKILL"):
        honest.ping()


def test_an_engine_that_closes_its_output_is_as_good_as_dead() -> None:
    with Engine.start(broken("CloseOutput"), timeout=NEVER) as engine:
        with pytest.raises(EngineDiedError, match="closed its input or output") as caught:
            engine.play(Limits(depth=9))
        assert caught.value.returncode is None


def test_what_an_engine_said_before_it_died_is_still_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even if it gets through only when the process has long been gone."""
    monkeypatch.setattr("linemate.protocol.process.LINGER", NEVER)

    def dawdle(way: str, text: str) -> None:
        if way == "<" and text.startswith("info"):
            time.sleep(2 * SOON)

    with Engine.start(broken("LastWords"), timeout=NEVER, on_line=dawdle) as engine:
        assert engine.play(Limits(depth=9)).move == "a1"
        with pytest.raises(EngineDiedError):
            engine.ping()


# ------------------------------------------------------------------ engines that keep us waiting


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
    monkeypatch.setattr("linemate.protocol.driver.MARGIN", SOON)
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


def test_an_engine_that_never_reads_cannot_hang_us() -> None:
    with Engine.start(broken("Deaf"), timeout=NEVER) as engine:
        engine.timeout = SOON
        with pytest.raises(EngineTimeoutError, match="for its input to be read"):
            engine.position(["a1"] * 100_000)


# ------------------------------------------------------------------ engines that talk nonsense


def test_babble_during_a_search_is_a_protocol_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linemate.protocol.driver_analysis.FLOOD", 5000)
    with Engine.start(broken("Babble"), timeout=NEVER) as engine:
        with pytest.raises(EngineProtocolError, match="5000 stray lines"):
            engine.play(Limits(depth=1))
        assert not is_running(engine.process.pid)


def test_babble_at_the_handshake_is_a_protocol_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linemate.protocol.driver.FLOOD", 5000)
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
        wait_until(lambda: seen > 100_000, "more than a pipe holds")
        still = 0
        while still != seen and seen < 1_000_000:
            still = seen
            time.sleep(SOON)
        assert seen < 1_000_000


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


def test_what_we_waited_for_a_processor_is_not_the_time_of_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The thread that hears the engine was queued for 20 ms between the line and its reading."""
    queued = iter([1.0, 1.02, 1.5, 1.5, 1.6])  # before, and after each of two lines, and again
    monkeypatch.setattr(process, "queued_seconds", lambda: next(queued))
    reading, writing = os.pipe()
    mailbox = process.Mailbox()
    lines = []
    with os.fdopen(reading, "rb") as stream, os.fdopen(writing, "wb", buffering=0) as engine:
        arguments = (stream, mailbox, process.RecentLines(None))
        reader = threading.Thread(target=process.read_output, args=arguments)
        reader.start()
        for text in (b"one\n", b"two\n"):
            engine.write(text)
            lines.append(mailbox.take(PATIENCE))
        engine.close()
        reader.join()
    one, two = (line for line in lines if line is not None)
    assert (one.queued, two.queued) == pytest.approx((0.02, 0.0))
    assert one.seconds_since(one.arrived - 0.05) == pytest.approx(0.03)
    assert one.seconds_since(one.arrived) == 0.0


def test_a_kernel_that_tells_is_asked_how_long_we_were_queued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "schedstat"
    monkeypatch.setattr(process, "SCHEDSTAT", str(told))
    assert process.queued_seconds() == 0.0
    told.write_text("7000000000 2500000000 31\n")  # ran, was queued, how often
    assert process.queued_seconds() == 2.5
