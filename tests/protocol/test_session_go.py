"""Every `go` has its `bestmove`, exactly one, whatever stands in the line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.protocol.conversation import Conversation, best
from tests.protocol.engine_process import bestmoves, errors

KEYWORDS = (
    *("movetime", "p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc", "binc"),
    *("movestogo", "depth", "nodes", "mate", "perft", "infinite", "ponder", "searchmoves"),
)
VALUES = (
    *("", "0", "-0", "-1", "1", "3.9", "1000.5", "-2.5", "5.", ".5", "1e3", "1_0", "+4", "0x10"),
    *("nan", "inf", "-inf", "NaN", "9" * 30, "-" + "9" * 30, "\u0663", "--1", "-", ".", "a1", "z9"),
)
keywords = st.sampled_from(KEYWORDS) | st.sampled_from(KEYWORDS).map(str.upper)
words = keywords | st.sampled_from(VALUES) | st.text(max_size=4)
garbage = st.lists(words, max_size=8).map(" ".join)


@pytest.fixture(scope="module")
def shared() -> Iterator[Conversation]:
    talk = Conversation()
    # One move is left, so that no search takes a moment however its limits are read.
    talk.send("position fen xox/xoo/ox1 x")
    yield talk
    talk.session.end_search()


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(garbage)
def test_garbage_behind_go_has_exactly_one_bestmove(shared: Conversation, tail: str) -> None:
    """`go perft N` alone counts instead, and says how many, or that it was stopped."""
    lines = shared.ask(f"go {tail}".replace("\n", " "), "stop", "moves")
    counts = [
        line for line in lines if line.startswith(("Nodes searched: ", "info string stopped"))
    ]
    assert len(bestmoves(lines)) + len(counts) == 1
    assert lines[-1] in ("bestmove c1", *counts)


@pytest.mark.parametrize("line", ["go wtime 1000.5 btime 900 nodes 50", "go nodes 50 depth x"])
def test_a_number_that_cannot_be_read_is_reported_and_the_rest_is_used(
    talk: Conversation, line: str
) -> None:
    lines = talk.search(line)
    assert len(errors(lines)) == 1
    assert best(lines) in talk.query("legalmoves").split()


def test_a_go_without_a_limit_that_can_be_read_ends_by_itself() -> None:
    """On this board a search without limits would never end."""
    talk = Conversation()
    talk.send("newgame gomoku", "setoption name Search value random")
    lines = talk.search("go depth x")
    assert errors(lines) == [
        "info string error: bad number 'x' after go depth: expected a whole number"
    ]
