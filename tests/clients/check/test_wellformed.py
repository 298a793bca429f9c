"""Which lines of an engine are as the protocols want them."""

from __future__ import annotations

import pytest

from linemate.clients.check.wellformed import problem_of_line, problem_of_option
from linemate.engine.core import Option
from linemate.engine.registry import SEARCH_OPTIONS
from linemate.protocol.driver import Dialect
from linemate.protocol.replies import format_option

GOOD = [
    "id name Small Engine",
    "info depth 5 seldepth 7 multipv 1 score cp -80 nodes 1 nps 2 hashfull 1000 time 22 pv b2 a3",
    "info score mate -3 upperbound pv b2",
    "info string whatever stands here score depth",
    "info depth 1 currmove a1 currmovenumber 1 wdl 1 2 3",
    "bestmove b2",
    "readyok",
]
BAD = [
    ("", "an empty line"),
    ("thinking ...", "no word of the protocol"),
    ("info", "without anything"),
    ("info depth deep", "`depth` is followed by `deep`"),
    ("info nodes -1", "`nodes` is followed by `-1`"),
    ("info hashfull 1001", "more than 1000"),
    ("info score 80", "not by `cp` or `mate`"),
    ("info score cp", "`cp` is followed by ``"),
    ("info score mate soon", "`mate` is followed by `soon`"),
    ("info depth 1 pv", "`pv` without a move"),
    ("info pv score cp 1", "`pv` without a move"),
    ("bestmove", "is not `bestmove MOVE`"),
    ("bestmove b2 a1", "is not `bestmove MOVE`"),
]


@pytest.mark.parametrize("line", GOOD)
def test_a_line_of_the_protocol_has_no_problem(line: str) -> None:
    assert problem_of_line(line, Dialect.UGI) is None


@pytest.mark.parametrize(("line", "problem"), BAD)
def test_a_line_that_is_not_of_the_protocol_is_explained(line: str, problem: str) -> None:
    assert problem in (problem_of_line(line, Dialect.UGI) or "")


def test_a_ponder_move_is_for_uci_alone() -> None:
    """A runner of UGI games hangs on the third word."""
    assert problem_of_line("bestmove b2 ponder a1", Dialect.UCI) is None
    assert problem_of_line("bestmove b2 ponder a1", Dialect.UGI) is not None


@pytest.mark.parametrize("option", SEARCH_OPTIONS, ids=lambda option: option.name)
def test_our_own_options_have_no_problem(option: Option) -> None:
    assert problem_of_option(format_option(option)) is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("option Hash type spin", "expected `option name NAME type TYPE`"),
        ("option name type spin", "no name"),
        ("option name Hash type number default 1", "the type is `number`"),
        ("option name Hash type spin default 1 min 2 max 3", "not between 2 and 3"),
        ("option name Hash type spin default 1 min 1", "a spin has"),
        ("option name Ponder type check", "a check has"),
        ("option name Ponder type check default yes", "a check has"),
        ("option name Style type combo default calm", "at least one `var`"),
        ("option name Style type combo default calm var wild", "no `var` of its own"),
        ("option name File type string", "a string has a default"),
    ],
)
def test_an_option_that_cannot_be_read_is_explained(line: str, problem: str) -> None:
    assert problem in (problem_of_option(line) or "")


def test_names_and_choices_may_have_spaces() -> None:
    assert problem_of_option("option name Clear Hash type button") is None
    assert (
        problem_of_option("option name S type combo default very calm var very calm var w") is None
    )
