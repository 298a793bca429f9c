"""Failures in random positions are found, shrunk, and can be seen again."""

from __future__ import annotations

import sys
from pathlib import Path

from linemate.clients.check.runner import (
    NAMES,
    Result,
    Verdict,
)
from tests.clients.check.small import ROOT, command, run_check

NUMBERS = {name: number for number, name in enumerate(NAMES, start=1)}


def fail(fault: str, step: str) -> Result:
    [result] = run_check(command(fault), [NUMBERS[step]])
    assert result.verdict is Verdict.FAILED
    return result


def test_a_failure_is_shrunk_to_the_shortest_game() -> None:
    """It plays an illegal move whenever there is a mark in the middle."""
    result = fail("PlaysTakenCells", "legal")
    assert result.repeat == (
        "ugi",
        "uginewgame tictactoe",
        "position startpos moves b2",
        "go movetime 5",
    )
    assert result.got.startswith("illegal move 'b2'")
    assert "< bestmove b2" in result.dialogue


def test_a_win_that_is_missed_is_shown_with_the_fewest_moves() -> None:
    """Two marks in a row need two moves of x and, in between, one or two of o."""
    moves = fail("MissesWins", "win").repeat[2].split()[3:]
    assert len(moves) == 4


def test_moves_that_do_not_matter_are_left_out() -> None:
    """The simplest finished game, each move the first legal one, takes seven; the shortest five."""
    assert len(fail("PlaysOn", "finished").repeat[2].split()[3:]) == 5


def test_a_crash_is_shrunk_too() -> None:
    """It crashes with four marks or more."""
    result = fail("FallsSilent", "answers")
    assert len(result.repeat[2].split()[3:]) == 4
    assert "exited with code 3" in result.got


def test_it_is_said_that_a_failure_happens_again() -> None:
    assert fail("ExpectsTooMuch", "pv").remark == "it happened again in a new process"


def test_a_failure_that_depends_on_chance_is_reported_as_such(tmp_path: Path) -> None:
    """Its first process of the properties plays illegally, and no other."""
    mark = tmp_path / "mark"
    script = tmp_path / "moody.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from pathlib import Path\n"
        "from tests.clients.check.good_engine import Good\n"
        f"mark = Path({str(mark)!r})\n"
        "class Moody(Good):\n"
        "    bad = None\n"
        "    def write(self, move):\n"
        "        if self.bad is None:\n"
        "            self.bad = not mark.exists()\n"
        "            mark.touch()\n"
        "        return 'z9' if self.bad else super().write(move)\n"
        "Moody().run()\n"
    )
    [result] = run_check([sys.executable, "-S", "-E", str(script)], [NUMBERS["legal"]])
    assert result.verdict is Verdict.FAILED
    assert result.remark.startswith("it did not happen again in a new process")
    assert "< bestmove z9" in result.dialogue


def test_white_space_that_matters_can_be_seen() -> None:
    assert "> ugi\\r" in fail("DiesOfCarriageReturns", "crlf").dialogue


def test_the_same_seed_finds_the_same_failure() -> None:
    assert fail("MissesWins", "win").repeat == fail("MissesWins", "win").repeat
