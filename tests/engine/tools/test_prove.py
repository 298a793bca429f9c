"""The proof of qubic in small: from a position in which x needs a few quiet moves."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from linemate.engine.champion.certificate import (
    CertifiedMove,
    Marks,
    read_certificate,
    write_certificate,
)
from linemate.engine.champion.qubic.solved import FILE
from linemate.engine.core import LinemateError
from linemate.engine.tools.prove import Work, load, save
from linemate.engine.tools.prove_check import Checker, GapError
from linemate.engine.tools.prove_search import QubicProver
from linemate.engine.tools.prove_strategy import StrategyMaker
from tests.waiting import PATIENCE

COMMAND = [sys.executable, "-m", "linemate.engine.tools.prove"]
# x has four rich cells, o four others: two positions are kept, and five.
START: Marks = (0x2004200008, 0x1000000002008040)
LONGER: Marks = (0x2004008001, 0x8001000000400020)


def strategy(start: Marks) -> dict[Marks, CertifiedMove]:
    prover = QubicProver()
    node = prover.node(*start)
    assert prover.prove(node)
    return StrategyMaker(prover, node, lambda text: None).make()


@pytest.fixture(scope="module")
def entries() -> dict[Marks, CertifiedMove]:
    return strategy(START)


def test_a_proof_becomes_a_strategy_that_the_checker_accepts() -> None:
    entries = strategy(LONGER)
    checker = Checker(entries)
    checker.check(LONGER)
    assert len(entries) == 5
    # Every reply to every kept move is a leaf or another kept position.
    assert checker.leaves > 40 * len(entries)
    assert checker.longest + 2 <= entries[LONGER][1]


def test_without_any_one_of_its_positions_a_certificate_has_a_gap(
    entries: dict[Marks, CertifiedMove],
) -> None:
    Checker(entries).check(START)
    assert len(entries) == 2
    for marks in entries:
        rest = {other: entry for other, entry in entries.items() if other != marks}
        with pytest.raises(GapError):
            Checker(rest).check(START)


def test_a_position_that_the_strategy_never_comes_to_is_a_fault(
    entries: dict[Marks, CertifiedMove],
) -> None:
    with pytest.raises(GapError, match="never comes to"):
        Checker(entries | {(0, 0): (0, 41)}).check(START)


def test_a_distance_that_does_not_shrink_is_a_fault(entries: dict[Marks, CertifiedMove]) -> None:
    move, within = entries[START]
    with pytest.raises(GapError):
        Checker(entries | {START: (move, within - 2)}).check(START)


def test_a_distance_beyond_the_end_of_the_game_is_a_fault(
    entries: dict[Marks, CertifiedMove],
) -> None:
    """Once such distances kept the checker from looking at the positions where o has a four."""
    far = {marks: (move, within + 100) for marks, (move, within) in entries.items()}
    with pytest.raises(GapError, match="cells are left"):
        Checker(far).check(START)


def test_another_move_than_the_proven_one_is_a_fault(entries: dict[Marks, CertifiedMove]) -> None:
    taken = START[0].bit_length() - 1
    with pytest.raises(GapError, match="not legal"):
        Checker(entries | {START: (taken, 15)}).check(START)
    [useless] = [cell for cell in (1, 2) if not (START[0] | START[1]) >> cell & 1][:1]
    with pytest.raises(GapError, match="no win by fours"):
        Checker(entries | {START: (useless, entries[START][1])}).check(START)


class StopError(Exception):
    pass


def test_an_interrupted_proof_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    def interrupt() -> None:
        if first.expanded == 10:
            raise StopError

    path = tmp_path / "checkpoint"
    first = QubicProver(interrupt)
    with pytest.raises(StopError):
        first.prove(first.node(*LONGER))
    save(path, first, Work(1500, first.expanded, first.fours.nodes))
    second = QubicProver()
    work = load(path, second)
    assert (work.milliseconds, work.expanded, work.fours) == (1500, 10, first.fours.nodes)
    assert second.prove(second.node(*LONGER))
    whole = QubicProver()
    assert whole.prove(whole.node(*LONGER))
    # What was known is not searched for again: fewer searches by fours than from nothing.
    assert second.fours.nodes < whole.fours.nodes


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    prover = QubicProver()
    prover.prove(prover.node(*START))
    save(path, prover, Work())
    data = bytearray(path.read_bytes())
    data[60] ^= 1
    path.write_bytes(data)
    with pytest.raises(LinemateError, match="damaged"):
        load(path, QubicProver())
    path.write_bytes(b"hello")
    with pytest.raises(LinemateError, match="no checkpoint"):
        load(path, QubicProver())


def test_ctrl_c_leaves_a_checkpoint_and_the_next_run_counts_on(tmp_path: Path) -> None:
    out = tmp_path / "certificate.txt"
    nodes = []
    for _ in range(2):
        command = [*COMMAND, "qubic", "--out", str(out)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            report = json.loads(process.stdout.readline())
            process.send_signal(signal.SIGINT)
            process.stdout.read()
        assert process.returncode == 130
        assert report["stage"] == "replies"
        assert report["replies"] == 12
        nodes.append(report["nodes"])
    assert nodes[1] > nodes[0] > 0
    assert not out.exists()


@pytest.mark.parametrize("name", ["nowhere/certificate.txt", "."])
def test_a_certificate_that_cannot_be_written_is_refused_before_the_proof(
    tmp_path: Path, name: str
) -> None:
    command = [*COMMAND, "qubic", "--out", str(tmp_path / name)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode == 2
    assert run.stdout == ""
    assert str(tmp_path) in run.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_command_tells_a_gap_from_a_file_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "certificate.txt"
    path.write_text(write_certificate({(0, 0): (0, 41)}))
    run = subprocess.run([*COMMAND, "--verify", str(path)], capture_output=True, text=True)
    assert run.returncode == 1
    assert "not stored, no win by fours" in run.stderr
    path.write_text("hello")
    run = subprocess.run([*COMMAND, "--verify", str(path)], capture_output=True, text=True)
    assert run.returncode == 2
    assert "not a certificate" in run.stderr


# ---------------------------------------------------------------- the certificate that is shipped

SAMPLE = 20


def test_a_sample_of_the_shipped_certificate_has_no_gap() -> None:
    """The empty board, and positions all over the file; `slow` has all of them."""
    entries = read_certificate(FILE.read_text())
    checker = Checker(entries)
    for marks in [(0, 0), *sorted(entries)[:: len(entries) // SAMPLE + 1]]:
        checker.check_position(marks)


def test_the_shipped_certificate_needs_each_position_of_a_sample() -> None:
    """Whatever precedes a position has a gap without it."""
    entries = read_certificate(FILE.read_text())
    checker = Checker(entries)
    for marks in sorted(entries)[7 :: len(entries) // 8 + 1]:
        for following in checker.check_position(marks)[:1]:
            rest = {other: entry for other, entry in entries.items() if other != following}
            with pytest.raises(GapError, match="not stored"):
                Checker(rest).check_position(marks)


@pytest.mark.slow
def test_the_shipped_certificate_proves_that_x_wins() -> None:
    entries = read_certificate(FILE.read_text())
    Checker(entries).check()
