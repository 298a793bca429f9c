"""`python3 -m engine`: the engine as a process that speaks the protocol on stdin and stdout.

The one place that joins the engine to the protocol and to the operating system.
"""

from __future__ import annotations

import os
import signal
import sys

from engine.core import Game, LinemateError
from protocol.session import NAME, VERSION, Session, read_game
from protocol.stdio import LineWriter, read_lines

USAGE = """\
usage: python3 -m engine [GAME [OPTION=VALUE]...]
       python3 -m engine --help | --version

Speaks UGI and UCI on standard input and output; type `help` once it runs.
Games: tictactoe (the default), nineboard [full_board=free|draw],
ultimate [won_boards=closed|open] [tiebreak=draw|majority], qubic,
gomoku [size=4..22] [rule=freestyle|standard], mnk [width=W] [height=H] [row=R].
"""

# A search answers `stop` within a few milliseconds; this is for one that is blocked.
LONGEST_GOODBYE = 0.5


def main() -> int:
    """Serve the conversation until `quit`, the end of input or a signal; the exit status."""
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        sys.stdout.write(USAGE)
        return 0
    if arguments == ["--version"]:
        sys.stdout.write(f"{NAME} {VERSION}\n")
        return 0
    try:
        game = read_game(" ".join(arguments)) if arguments else None
    except LinemateError as error:
        sys.stderr.write(f"{error}\n{USAGE}")
        return 2
    return serve(game)


def serve(game: Game | None) -> int:
    # The search thread gives way to the reader within a millisecond instead of five.
    sys.setswitchinterval(0.001)
    # Nobody is left to hear anything: go at once, whichever thread finds out.
    write = LineWriter(1, on_closed=lambda: os._exit(0))
    session = Session(write, game)
    status = 0
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, leave)
        for line in read_lines(0):
            if not session.handle(line):
                break
    except Leave as signalled:
        status = 128 + signalled.number
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    session.close(LONGEST_GOODBYE)
    # Not through the interpreter's shutdown, which waits for threads that may be blocked.
    os._exit(status)


class Leave(BaseException):
    """A signal asks the process to end."""

    def __init__(self, number: int) -> None:
        self.number = number


def leave(number: int, _: object) -> None:
    raise Leave(number)


if __name__ == "__main__":
    sys.exit(main())
