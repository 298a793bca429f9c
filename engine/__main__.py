"""`python3 -m engine`: the engine as a process that speaks the protocol on stdin and stdout.

The one place that joins the engine to the protocol and to the operating system.
"""

from __future__ import annotations

import signal

# Before the other imports: until the watcher below takes them up, signals wait. A handler
# would run between any two steps of the main thread, in the middle of a line as well.
SIGNALS = {signal.SIGINT, signal.SIGTERM}
CAN_WAIT_FOR_SIGNALS = hasattr(signal, "sigwait")  # not on Windows, nor in a browser
if CAN_WAIT_FOR_SIGNALS:
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

import gc  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402
from threading import Thread  # noqa: E402

if not __package__:  # run as a folder: it is this checkout that Python has to find
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from linemate.engine.core import LinemateError  # noqa: E402
from linemate.engine.registry import GAMES, make_game  # noqa: E402
from linemate.protocol.conversation import (  # noqa: E402
    PROTOCOLS,
    Conversation,
    LineWriter,
    read_lines,
)
from linemate.protocol.ours import command_as_started, status_of_signal  # noqa: E402
from linemate.protocol.session import NAME, VERSION  # noqa: E402
from linemate.protocol.session_ugi import parse_game  # noqa: E402

USAGE = """\
usage: {command} [--protocol auto|gomocup] [GAME [OPTION=VALUE]...]
       {command} --help | --version

Speaks UGI, UCI and (for gomoku) Gomocup on standard input and output, whichever it is spoken
to in; type `help` once it runs. With --protocol gomocup it speaks nothing else.
Games (tictactoe is the default) and their options:
"""

COMMAND = command_as_started("engine", "linemate-engine")

# A search answers `stop` within a few milliseconds, on a busy machine within seconds. These are for
# one that is blocked: who sends a signal does not wait for an answer, who says `quit` may.
LONGEST_GOODBYE = 0.5
LONGEST_FAREWELL = 5.0


def main() -> int:
    """Hold a conversation until `quit`, the end of input or a signal. Returns the exit status."""
    arguments = sys.argv[1:]
    if arguments in (["--help"], ["-h"]):
        sys.stdout.write(usage())
        return 0
    if arguments == ["--version"]:
        sys.stdout.write(f"{NAME} {VERSION}\n")
        return 0
    try:
        protocol = take_protocol(arguments)
        game = parse_game(" ".join(arguments)) if arguments else None
        # Nobody is left to hear anything: go at once, whichever thread finds out.
        write = LineWriter(1, on_closed=lambda: os._exit(0))
        conversation = Conversation(write, game, protocol)
    except LinemateError as error:
        sys.stderr.write(f"{COMMAND}: {error}\n{usage()}")
        return 2
    return serve(conversation)


def take_protocol(arguments: list[str]) -> str:
    """Take `--protocol` out of the arguments and return what it says. Raises LinemateError."""
    protocol = PROTOCOLS[0]
    for index, word in enumerate(arguments):
        name, sign, value = word.partition("=")
        if name == "--protocol":
            protocol = value if sign else "".join(arguments[index + 1 : index + 2])
            del arguments[index : index + (1 if sign else 2)]
            break
    if unknown := [word for word in arguments if word.startswith("-")]:
        expected = "expected --protocol, --help or --version"
        raise LinemateError(f"unknown option {unknown[0]!r}: {expected}")
    if protocol not in PROTOCOLS:
        expected = " or ".join(PROTOCOLS)
        raise LinemateError(f"unknown protocol {protocol!r}: expected {expected}")
    return protocol


def usage() -> str:
    """Return how to start this program, with every game and its options."""
    lines = []
    for name in GAMES:
        words = [option.usage for option in make_game(name).OPTIONS]
        lines.append("  " + " ".join([name, *words]) + "\n")
    return USAGE.format(command=COMMAND) + "".join(lines)


def serve(conversation: Conversation) -> int:
    """Answer every line of standard input until the last one, then end the process."""
    # The search thread gives way to the reader within a millisecond instead of five.
    sys.setswitchinterval(0.001)
    # A collection can take longer than the move overhead, and finds nothing: searches make no
    # cycles. Only a searcher that is dropped may leave some, and the session collects those.
    gc.disable()
    for descriptor in (0, 1):
        # It may be closed: reading and writing find out. Not every system has the function.
        with suppress(OSError, AttributeError):
            os.set_blocking(descriptor, True)
    try:
        watch_for_signals(conversation)
        for line in read_lines(0):
            if not conversation.handle(line):
                break
    except SystemExit as signalled:
        return leave(conversation, int(signalled.code or 0), LONGEST_GOODBYE)
    return leave(conversation, 0, LONGEST_FAREWELL)


def watch_for_signals(conversation: Conversation) -> None:
    """Let a thread wait for them. Without one, or a way to wait, they interrupt this thread:
    a SystemExit comes out of whatever it does.
    """
    if CAN_WAIT_FOR_SIGNALS:
        with suppress(RuntimeError):  # no thread to be had
            Thread(target=end_on_signal, args=(conversation,), daemon=True).start()
            return
    for number in SIGNALS:
        signal.signal(number, lambda number, _frame: sys.exit(status_of_signal(number)))
    if CAN_WAIT_FOR_SIGNALS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def end_on_signal(conversation: Conversation) -> None:
    """Wait for a signal and end the process with the status that tells of it."""
    number = signal.sigwait(SIGNALS)
    leave(conversation, status_of_signal(number), LONGEST_GOODBYE)


def leave(conversation: Conversation, status: int, longest: float) -> int:
    """End a running search, which has so many seconds, and the process, from any thread."""
    try:
        conversation.close(longest)
    finally:
        # Not through the interpreter's shutdown, which waits for threads that may be blocked.
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
