"""The record of a conversation: what is shown with a failure must be enough to repeat it."""

from __future__ import annotations

import sys

from linemate.clients.check.raw_connection import KEPT_ENDS, LEFT_OUT, RawConnection
from linemate.protocol.driver import Dialect

# To every line it says a thousand, and then that it is ready.
TALKER = """
import sys
for line in sys.stdin:
    print(*(f"info depth {depth}" for depth in range(1000)), "readyok", sep="\\n", flush=True)
"""


def test_what_was_sent_is_not_lost_behind_a_thousand_lines_of_the_engine() -> None:
    """Only the last thirty lines were kept, and of a search that reports much they were all its
    own: nobody could tell from them what the engine had been asked."""
    with RawConnection([sys.executable, "-c", TALKER], 60, Dialect.UGI) as connection:
        connection.send("position startpos")
        connection.wait_for("readyok")
        connection.send("stop")
        connection.wait_for("readyok")
        first = [f"< info depth {depth}" for depth in range(KEPT_ENDS)]
        last = [*(f"< info depth {depth}" for depth in range(1001 - KEPT_ENDS, 1000)), "< readyok"]
        answer = (*first, LEFT_OUT, *last)
        assert connection.lines == ("> position startpos", *answer, "> stop", *answer)
