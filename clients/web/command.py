"""`linemate web`: the command line, and the address; then `server.py` serves until Ctrl-C.

What the extra `web` installs is imported only there: the help is for those who lack it, too.
"""

from __future__ import annotations

import errno
import socket
import threading
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from functools import partial

from linemate.clients.shared import arguments
from linemate.clients.shared.command import OVER, complain, refuse
from linemate.clients.shared.files import explain
from linemate.clients.shared.player import EngineSetting, UgiPlayer
from linemate.clients.shared.values import describe_game, read_game, read_number
from linemate.clients.web.engines import DEFAULT_ENGINES, FIRST_GAME, ServerState
from linemate.engine.core import LinemateError
from linemate.protocol.driver import EngineError

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
SILENCE_SECONDS = 2.0  # after which an engine that has not answered is mentioned
EPILOG = """\
The page is for this machine alone, unless --host says otherwise. Each open page has an engine of
its own, which ends with it.

examples:
  %(prog)s
  %(prog)s gomoku size=9
  %(prog)s tictactoe --engine "./mybot --fast" --set Hash=32
  %(prog)s --port 8080 --no-open
"""


def main(words: Sequence[str]) -> int:
    """Serve until Ctrl-C, which is raised when all is ended; return the exit status of what was
    refused. Raises ModuleNotFoundError without the extra `web`.
    """
    parser = make_parser()
    options = parser.parse_intermixed_args(words)
    from linemate.clients.web.server import serve

    try:
        first = describe_game(read_game(arguments.named_game(options) or [FIRST_GAME]))
    except LinemateError as error:
        parser.error(str(error))
    try:
        settings = dict(options.set)
        check_engine(options.engine, settings)
        listener = listen(options.host, options.port)
    except (EngineError, LinemateError) as error:
        return refuse("web", error)
    except OSError as error:
        return refuse("web", f"cannot listen on {options.host}: {explain(error)}")
    server = ServerState(options.engine, settings, options.engines, first)
    with listener:
        serve(listener, server, options.host, not options.no_open)
    return OVER


def check_engine(engine: str | None, settings: Mapping[str, str]) -> None:
    """Try the engine before anybody opens a page. Raises EngineError and OptionError."""
    waiting = threading.Timer(
        SILENCE_SECONDS, complain, ["web", "waiting for the engine to say hello ..."]
    )
    waiting.daemon = True
    waiting.start()
    try:
        with UgiPlayer.start(EngineSetting(command=engine)) as player:
            player.configure(settings)
    finally:
        waiting.cancel()


def listen(host: str, port: int | None) -> socket.socket:
    """Listen at the port that was asked for, else at the first that is free. Raises OSError, and
    LinemateError for a port that is taken.
    """
    family, _, _, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
    asked = [port] if port is not None else [*range(PORT, PORT + PORTS_TRIED), 0]
    for number in asked:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address[0], number))
            listener.listen()  # or somebody else could still take it
        except OSError as error:
            listener.close()
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return listener
    raise LinemateError(f"port {port} is taken: leave --port out for one that is free")


# ------------------------------------------------------------------ the command line


def make_parser() -> ArgumentParser:
    parser = arguments.make_parser("web", "Play and analyse in the browser.", EPILOG)
    game = f"what a new page begins with ({FIRST_GAME}); the page offers every game"
    arguments.add_game(parser, game)
    add = parser.add_argument
    add("--host", default=HOST, metavar="NAME", help=f"the address to listen at ({HOST})")
    port = partial(read_number, most=65535)
    add("--port", type=port, metavar="N", help=f"and the port ({PORT}, or the next that is free)")
    arguments.add_engine(parser)
    count = partial(read_number, least=1, most=1000)
    pages = f"how many may run at a time, one for each page ({DEFAULT_ENGINES})"
    add("--engines", type=count, default=DEFAULT_ENGINES, metavar="N", help=pages)
    add("--no-open", action="store_true", help="do not open a browser")
    return parser
