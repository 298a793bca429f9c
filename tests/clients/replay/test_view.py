"""`linemate replay` in a window that is redrawn in place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.clients.replay.test_command import BRANCHED
from tests.windows import PersonAtTerminal


@contextmanager
def replaying(
    folder: Path, size: tuple[int, int], text: str, *options: str
) -> Iterator[PersonAtTerminal]:
    """Let a person look at the game of a file, and leave in the end by `q`."""
    (folder / "g.pgn").write_text(text)
    person = PersonAtTerminal(("replay", "g.pgn", *options), folder, size)
    try:
        yield person
        person.press("q")
        assert person.end() == 0
    finally:
        person.close()


@pytest.mark.parametrize("size", [(24, 80), (16, 40)])
def test_one_steps_through_a_game_by_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    with replaying(tmp_path, size, BRANCHED) as person:
        person.see("0/7>")
        person.press("right")
        person.see(r"\[X\]")
        person.press("m")
        person.see(r"played a2 \(cell 4\) \?\?")
        person.see("v 1: a1 c3 c1")
        person.press("down")
        person.see("In a variation")
        person.press("up")
        person.see_no("In a variation")
        person.press("end")
        assert person.see("7/7>").count("*X*") == 3
        person.press("home")
        person.see("0/7>")
        person.press(*["right"] * 5, "n", "left", "left")
        person.see("4/7>")
        person.press("h")
        person.see("back one move")
        person.press("enter", "3", "enter")
        person.see("3/7>")


def test_a_variation_is_entered_by_its_number_and_ctrl_c_leaves_a_long_review(
    tmp_path: Path,
) -> None:
    """`v` alone was taken as soon as it was pressed; Ctrl-C waited for the search to end."""
    tags = '[Variant "gomoku"]\n[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n'
    with replaying(
        tmp_path, (24, 80), f"{tags}1. h8 (1. g7) 1... i9 *\n", "--movetime", "60min"
    ) as person:
        person.see("0/2>")
        person.press("right")
        person.see("v 1: g7")
        person.press("v 1", "enter")
        person.see("In a variation")
        person.press("r")
        person.see("Reviewed 0 of 2 moves")
        person.press("ctrl-c")
        person.see("The review was left.")


def test_after_a_review_nothing_says_that_none_was_made(tmp_path: Path) -> None:
    """`r has an engine look for them` stood there when one had looked, and was said again."""
    tags = '[Variant "tictactoe"]\n[White "Ann"]\n[Black "Bob"]\n[Result "*"]\n\n'
    with replaying(tmp_path, (24, 80), f"{tags}1. b2 a1 *\n", "--movetime", "50ms") as person:
        person.see("0/2>")
        person.press("m")
        person.see("no mistake is known after this move: r has an engine look for them")
        person.press("r")
        person.see("100 % accurate")
        person.see_no("an engine look")
        person.press("m")
        person.see("no mistake is known after this move$|no mistake is known after this move *\\n")
