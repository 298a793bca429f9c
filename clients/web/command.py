"""`linemate web`: the command line, and the address; then `server.py` serves until Ctrl-C. With
--static, `browser/folder.py` writes a page that needs no server.

What the extra `web` installs is imported only there: the help is for those who lack it, too.
"""

from __future__ import annotations

import errno
import socket
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from linemate.clients.shared import arguments
from linemate.clients.shared.command import OVER, complain, refuse
from linemate.clients.shared.files import explain
from linemate.clients.shared.harmless import say
from linemate.clients.shared.player import EngineSetting, UgiPlayer
from linemate.clients.shared.values import describe_game, read_game, read_number
from linemate.clients.web.browser.folder import write_folder
from linemate.clients.web.engines import DEFAULT_ENGINES, FIRST_GAME, ServerState
from linemate.engine.core import LinemateError
from linemate.protocol.driver import Engine, EngineError

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
SILENCE_SECONDS = 2.0  # after which an engine that has not answered is mentioned
EPILOG = """\
The page is for this machine alone, unless --host says otherwise. Each open page has an engine of
its own, which ends with it.

"New game" offers a game with a friend as well, by a link: in another browser of this machine, or,
with --host, on any machine that reaches this one.

With --static nothing is served: a folder is written that any host of files can offer, and the
engine runs in the browser. That needs npm, which fetches Python for browsers; it has some 17 MB.

examples:
  %(prog)s
  %(prog)s gomoku size=9
  %(prog)s tictactoe --engine "./mybot --fast" --set Hash=32
  %(prog)s --port 8080 --no-open
  %(prog)s --host 0.0.0.0
  %(prog)s --static public
"""


def main(words: Sequence[str]) -> int:
    """Serve until Ctrl-C, which is raised when all is ended; return the exit status of what was
    refused. Raises ModuleNotFoundError without the extra `web`.
    """
    parser = make_parser()
    options = parser.parse_intermixed_args(words)
    settings = dict(options.set)
    if options.static is None:
        from linemate.clients.web.server import serve
    try:
        first = describe_game(read_game(arguments.named_game(options) or [FIRST_GAME]))
        if options.static is not None:
            refuse_with_static(options)
    except LinemateError as error:
        parser.error(str(error))
    if options.static is not None:
        return write_page(Path(options.static), first, settings)
    try:
        check_engine(options.engine, settings)
        host = options.host or HOST
        listener = listen(host, options.port)
    except (EngineError, LinemateError) as error:
        return refuse("web", error)
    except OSError as error:
        return refuse("web", f"cannot listen on {host}: {explain(error)}")
    engines = options.engines or DEFAULT_ENGINES
    server = ServerState(options.engine, settings, engines, first)
    with listener:
        serve(listener, server, host, not options.no_open)
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


# ------------------------------------------------------------------ a page without a server


def refuse_with_static(options: Namespace) -> None:
    """Raise LinemateError for what only a server has."""
    for name in ("engine", "host", "port", "engines", "no_open"):
        if getattr(options, name):
            option = f"--{name.replace('_', '-')}"
            raise LinemateError(f"{option} is for a server, and a page of --static has none")
    if "threads" in {name.lower() for name, _ in options.set}:
        raise LinemateError("Threads are processes, and a page of --static has none")
    if not options.static:
        raise LinemateError("--static needs the name of a folder")


def write_page(directory: Path, first: str, settings: Mapping[str, str]) -> int:
    """Write it, and return the exit status."""
    try:
        with UgiPlayer(Engine.inside()) as player:
            player.configure(settings)
        write_folder(directory, first, settings, say)
    except LinemateError as error:
        return refuse("web", error)
    return OVER


# ------------------------------------------------------------------ the command line


def make_parser() -> ArgumentParser:
    parser = arguments.make_parser("web", "Play and analyse in the browser.", EPILOG)
    game = f"what a new page begins with ({FIRST_GAME}); the page offers every game"
    arguments.add_game(parser, game)
    add = parser.add_argument
    add(
        "--host",
        metavar="NAME",
        help=f"the address to listen at ({HOST}); 0.0.0.0: all, for others",
    )
    port = partial(read_number, most=65535)
    add("--port", type=port, metavar="N", help=f"and the port ({PORT}, or the next that is free)")
    arguments.add_engine(parser)
    count = partial(read_number, least=1, most=1000)
    pages = f"how many may run at a time, one for each page ({DEFAULT_ENGINES})"
    add("--engines", type=count, metavar="N", help=pages)
    add("--no-open", action="store_true", help="do not open a browser")
    static = "write the page and its engine into this folder instead, for a host of files"
    add("--static", metavar="DIR", help=static)
    return parser
