"""Every step finds its fault, and no other step mistakes it for its own."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from linemate.clients.check import reference
from linemate.clients.check.properties import property_runner
from linemate.clients.check.runner import (
    NAMES,
    Result,
    Verdict,
    numbered_properties,
    numbered_steps,
)
from linemate.clients.check.steps import searching
from linemate.clients.shared.referee.cpu_wait import CpuWait, Delay
from linemate.clients.shared.referee.stall_monitor import StallMonitor
from linemate.engine.registry import GAMES
from linemate.protocol.driver import Dialect
from tests.clients.check.broken_engine import FAULTS
from tests.clients.check.small import ROOT, command, run_check
from tests.waiting import PATIENCE

CONVERSATION = [number for number, _ in numbered_steps()]
PROPERTIES = {prop.name: number for number, prop in numbered_properties()}
FEW = 4  # examples of a property that is to find nothing
AT_ONCE = 6  # most of the time goes into waiting


@pytest.fixture(scope="module")
def conversations() -> Iterator[dict[str, Future[list[Result]]]]:
    """The steps of the conversation with every faulty engine."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        yield {fault: pool.submit(run_check, command(fault), CONVERSATION) for fault in FAULTS}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_fails_its_own_step_and_no_other(
    fault: str, conversations: dict[str, Future[list[Result]]]
) -> None:
    """A busy machine may hide in a moment what comes too soon, and be late itself: whatever is not
    as it should be is looked at again, alone and with all the time it may need."""
    step = FAULTS[fault].step
    failed = failures(conversations[fault].result())
    if {result.name for result in failed} != {step} - PROPERTIES.keys():
        failed = failures(run_check(command(fault), CONVERSATION, hold=2, timeout=30))
    # Without `answers` an engine that falls silent fails all the others.
    others = [number for name, number in PROPERTIES.items() if name == "answers" or name != step]
    failed += failures(run_check(command(fault), others, examples=FEW))
    if step in PROPERTIES:
        failed += failures(run_check(command(fault), [PROPERTIES[step]]))
    assert {result.name for result in failed} == {step}, failed
    assert all(result.expected and result.got for result in failed)
    assert all(result.dialogue for result in failed)


def failures(results: list[Result]) -> list[Result]:
    return [result for result in results if result.verdict is Verdict.FAILED]


def test_every_step_has_a_fault_that_fails_it() -> None:
    assert {kind.step for kind in FAULTS.values()} == set(NAMES)


@pytest.mark.parametrize("dialect", Dialect)
def test_an_engine_without_a_fault_passes_everything(dialect: Dialect) -> None:
    results = run_check(command(), dialect=dialect, examples=30, timeout=PATIENCE)
    assert [result.name for result in results] == list(NAMES)
    passed = {result.name for result in results if result.verdict is Verdict.PASSED}
    only_in_uci = {"ponder", "searchmoves"}
    assert passed == set(NAMES) - (only_in_uci if dialect is Dialect.UGI else set())


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_that_keeps_the_old_board_is_found_in_every_run(game: str) -> None:
    """It was found where a board happened to fill up: in small games, and by chance."""
    for seed in range(3):
        only = [NAMES.index("new-games") + 1]
        [result] = run_check(command("KeepsTheBoard"), only, game=game, seed=seed)
        assert result.verdict is Verdict.FAILED


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("fault", ["IgnoresPositionsAsText", "MisreadsTheSideToMove"])
def test_an_engine_that_misreads_positions_is_found_without_query_in_every_game(
    fault: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No position was ever sent as text to an engine that does not answer query; it passed all
    steps, and forfeited every game of a match. One run in fifteen has no win in nineboard that
    tells the sides apart, so another seed has a try then."""
    monkeypatch.setattr(property_runner, "SHRINK_SECONDS", 0.0)  # how small is not asked here
    only = [PROPERTIES["positions"]]
    for seed in range(5):
        [result] = run_check(command(fault), only, game=game, examples=100, seed=seed)
        if result.verdict is Verdict.FAILED:
            break
    assert result.verdict is Verdict.FAILED
    assert result.repeat[-2].startswith("position fen ")


@pytest.mark.parametrize("factor", [40_503, 48_271, 69_621])
def test_an_engine_that_moves_at_random_is_not_taken_to_misread_positions(
    factor: int, tmp_path: Path
) -> None:
    """It took a win by chance where the position came by moves, and missed it by chance as text:
    with 48,271 eight times of eight, where one of three moves wins."""
    at_random = (
        "class Engine(Good):\n"
        "    def choose(self, words):\n"
        "        moves = self.position.legal_moves()\n"
        f"        self.searches = self.searches * {factor} + 11 & (1 << 31) - 1\n"
        "        first = (self.searches >> 12) % max(1, len(moves))\n"
        "        return moves[first:] + moves[:first]\n"
    )
    result = run_step("positions", at_random, tmp_path)
    assert result.verdict is Verdict.PASSED, result


def test_an_engine_that_says_that_it_cannot_read_positions_is_not_put_to_them(
    tmp_path: Path,
) -> None:
    refuses = (
        "class Engine(Good):\n"
        "    def on_position(self, words):\n"
        "        say('info string error: no fen') if words[0] == 'fen' "
        "else super().on_position(words)\n"
    )
    result = run_step("positions", refuses, tmp_path)
    assert result.verdict is Verdict.NOT_TRIED
    assert result.remark == "the engine refuses positions as text"


def test_time_that_the_machine_takes_is_not_held_against_an_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The engine comes 750 ms late, in which it has stood in the queue for a processor."""
    monkeypatch.setattr(CpuWait, "finish", lambda self, seconds: Delay(waited=10.0))
    only = [NAMES.index("movetime") + 1]
    [result] = run_check(command("OverrunsLongMoves"), only)
    assert result.verdict is Verdict.PASSED


LATE = (
    "class Engine(Good):\n"
    "    def on_go(self, words):\n"
    "        time.sleep(int(words[1]) / 1000 + {})\n"
    "        super().on_go(words)\n"
)


def test_a_machine_that_is_late_with_an_answer_of_ours_too_accuses_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever keeps it, and whether or not the kernel tells."""
    late = reference.PROGRAM.replace("float(line)", "float(line) + 2.1")
    monkeypatch.setattr(reference, "PROGRAM", late)
    for margin in ("MARGIN", "LONG_MARGIN"):  # of which the one or the other may take its share
        monkeypatch.setattr(searching, margin, 2.0)
    assert run_step("movetime", LATE.format(2.1), tmp_path).verdict is Verdict.PASSED


def test_an_engine_is_told_by_how_much_it_is_too_late_for_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By 60 ms at every move; it has passed with a remark that let nobody suspect forfeits."""
    monkeypatch.setattr(searching, "LONG_MARGIN", 60.0)  # however late a busy machine makes it
    monkeypatch.setattr(searching, "MARGIN", 60.0)
    monkeypatch.setattr(reference.Reference, "lateness", lambda self: 0.0)
    monkeypatch.setattr(CpuWait, "finish", lambda self, seconds: Delay())
    monkeypatch.setattr(StallMonitor, "lost", lambda self, since, until: 0.0)
    remark = run_step("movetime", LATE.format(0.06), tmp_path).remark
    found = re.fullmatch(
        r"(\d+) ms after its limit, at best; in a match, more than 10 ms lose the game", remark
    )
    assert found, remark
    assert int(found[1]) >= 50


def run_step(name: str, engine: str, directory: Path) -> Result:
    """One step with an engine that is derived from the good one."""
    script = directory / "engine.py"
    script.write_text(
        f"import sys, time; sys.path.insert(0, {str(ROOT)!r})\n"
        "from tests.clients.check.good_engine import Good, say\n"
        f"{engine}\n"
        "Engine().run()\n"
    )
    only = [NAMES.index(name) + 1]
    [result] = run_check([sys.executable, "-S", "-E", str(script)], only, timeout=PATIENCE)
    return result


def test_an_engine_that_is_slow_to_stop_survives_impatience(tmp_path: Path) -> None:
    """It was given some tenths of a second, which a busy machine may take as well."""
    slow = (
        "class Engine(Good):\n"
        "    def handle(self, line):\n"
        "        if not self.pending or line.split() in (['stop'], ['isready']):\n"
        "            super().handle(line)\n"
        "    def on_stop(self, words):\n"
        "        time.sleep(0.7 if self.pending else 0)\n"
        "        super().on_stop(words)\n"
    )
    assert run_step("impatience", slow, tmp_path).verdict is Verdict.PASSED


def test_a_second_bestmove_is_found_in_random_positions_too(tmp_path: Path) -> None:
    """Five searches of the conversation hardly come upon where an engine answers twice."""
    twice = (
        "class Engine(Good):\n"
        "    def on_go(self, words):\n"
        "        super().on_go(words)\n"
        "        if self.position.cells()[0] == 'o':\n"
        "            say('bestmove a1')\n"
    )
    result = run_step("answers", twice, tmp_path)
    assert (result.expected, result.got) == ("one `bestmove` and no other", "`bestmove a1`")
    assert len(result.repeat[2].split()[3:]) == 2


def test_lines_of_multipv_may_change_places_within_a_depth(tmp_path: Path) -> None:
    """An engine may report its lines again once the second is better than the first."""
    sorts_again = (
        "class Engine(Good):\n"
        "    def on_go(self, words):\n"
        "        say('info depth 1 multipv 1 score cp 0 pv b1')\n"
        "        for rank, move in enumerate(('a1', 'b1', 'c1'), start=1):\n"
        "            say(f'info depth 1 multipv {rank} score cp 0 pv {move}')\n"
        "        say('bestmove a1')\n"
    )
    assert run_step("multipv", sorts_again, tmp_path).verdict is Verdict.PASSED


def test_lines_of_multipv_have_moves_of_their_own(tmp_path: Path) -> None:
    repeats = (
        "class Engine(Good):\n"
        "    def report(self, rank, move):\n"
        "        return super().report(rank, 0)\n"
    )
    assert run_step("multipv", repeats, tmp_path).got == "a3 a3"


def test_lines_of_multipv_may_be_too_few_when_a_machine_was_busy(tmp_path: Path) -> None:
    """An engine that had no processor in its forty milliseconds answers with what it has."""
    starved = (
        "class Engine(Good):\n"
        "    def on_go(self, words):\n"
        "        wanted = self.multipv\n"
        "        self.multipv = wanted if int(words[1]) >= 1000 else 1\n"
        "        super().on_go(words)\n"
        "        self.multipv = wanted\n"
    )
    assert run_step("multipv", starved, tmp_path).verdict is Verdict.PASSED


@pytest.mark.parametrize("step", ["end", "end-search", "quit", "quit-search"])
def test_it_is_told_how_long_an_engine_takes_to_end(step: str, tmp_path: Path) -> None:
    """One that takes eight seconds breaks no rule, but its author should see it."""
    slow = (
        "class Engine(Good):\n    def run(self):\n        super().run()\n        time.sleep(0.2)\n"
    )
    slow += (
        "    def on_quit(self, words):\n        time.sleep(0.2)\n        super().on_quit(words)\n"
    )
    remark = run_step(step, slow, tmp_path).remark
    assert remark.startswith("after ")
    assert float(remark.split()[1]) >= 0.2


def test_a_line_in_pieces_is_tried_more_than_once(tmp_path: Path) -> None:
    """An engine that was busy at the first time has found both pieces together."""
    busy = (
        "import os\n"
        "class Engine(Good):\n"
        "    def run(self):\n"
        "        rest, times = b'', 0\n"
        "        while data := os.read(0, 1 << 16):\n"
        "            *lines, rest = (rest + data).split(b'\\n')\n"
        "            times += rest == b'isre'\n"
        "            if times > 1:\n"
        "                os._exit(3)\n"
        "            for line in lines:\n"
        "                self.handle(line.decode())\n"
    )
    assert run_step("pieces", busy, tmp_path).verdict is Verdict.FAILED
