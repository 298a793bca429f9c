"""A process as the Gomocup tournaments run it: 20x20, little memory, stopped while others think."""

from __future__ import annotations

import re
import signal
from pathlib import Path

import pytest

from tests.protocol.engine_process import EngineProcess

MOVE = re.compile(r"\d+,\d+")
MEGABYTE = 1 << 20


def is_move(line: str) -> bool:
    return MOVE.fullmatch(line) is not None


def ask_move(engine: EngineProcess, *lines: str) -> str:
    engine.send(*lines)
    return engine.until(is_move)[-1]


@pytest.fixture
def engine() -> EngineProcess:
    """It has been told to begin a game on 20x20, and what a tournament allows it, or less."""
    process = EngineProcess("--protocol", "gomocup")
    process.send("START 20", f"INFO max_memory {80 * MEGABYTE}", "INFO rule 0", "INFO game_type 2")
    process.send("INFO timeout_turn 5000", "INFO timeout_match 180000", "INFO max_node 3000")
    assert process.until(lambda line: line == "OK")
    return process


def test_one_that_is_stopped_while_the_opponent_thinks_goes_on(engine: EngineProcess) -> None:
    """The judge may say its turn before it lets it go on: nothing is lost, no move comes twice."""
    with engine:
        taken = {ask_move(engine, "INFO time_left 180000", "BEGIN")}
        for turn in ("0,0", "19,19", "0,19"):
            engine.process.send_signal(signal.SIGSTOP)
            engine.send("INFO time_left 170000", f"TURN {turn}")
            engine.process.send_signal(signal.SIGCONT)
            move = engine.until(is_move)[-1]
            assert move not in taken | {turn}
            taken |= {move, turn}
        engine.send("END")
        assert engine.wait() == 0


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells how much")
def test_the_memory_that_is_allowed_is_enough(engine: EngineProcess) -> None:
    with engine:
        ask_move(engine, "BEGIN")
        for turn in ("9,10", "11,10"):
            ask_move(engine, "INFO time_left 100000", f"TURN {turn}")
        status = Path(f"/proc/{engine.process.pid}/status").read_text()
        peak = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert peak is not None
        assert int(peak[1]) << 10 < 80 * MEGABYTE


@pytest.mark.parametrize("rule", [0, 1, 4, 8, 9])
def test_a_game_against_itself_is_played_to_its_end(rule: int) -> None:
    """Two processes on 20x20 judge each other's moves: neither makes one that the other refuses."""
    with EngineProcess("--protocol", "gomocup") as x, EngineProcess("--protocol", "gomocup") as o:
        for one in (x, o):
            one.send("START 20", f"INFO rule {rule}", "INFO timeout_turn 5000", "INFO max_node 300")
            assert one.until(lambda line: line == "OK")
        move = ask_move(x, "BEGIN")
        mover, waiting = o, x
        for _ in range(120):
            mover.send(f"TURN {move}")
            answer = mover.until(lambda line: is_move(line) or line.startswith("ERROR"))[-1]
            if answer.startswith("ERROR"):
                assert answer == f"ERROR TURN {move} ends the game: no move can follow it"
                return
            move = answer
            mover, waiting = waiting, mover
        pytest.fail("no end")
