"""`linemate bridge NAME`: an engine at the table of somebody else's arena.

One file an arena; `arena.py` has what they share. Whatever ends a bridge, its engine is ended: as
the `with` block of its player is left, and by the guard of the driver if we are killed.
"""

from __future__ import annotations

import signal
import socket
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

from linemate.clients.bridges import aigames, codingame, unsw
from linemate.clients.bridges.arena import STARTED, note, read_lines
from linemate.clients.shared import arguments
from linemate.clients.shared.command import FAILED, MISUSED, OVER, silence_output
from linemate.clients.shared.files import explain
from linemate.clients.shared.player import EngineSetting, UgiPlayer
from linemate.clients.shared.times import read_clock, read_time, write_time
from linemate.clients.shared.values import read_number
from linemate.engine.core import Game, LinemateError
from linemate.engine.registry import make_game
from linemate.protocol.driver import EngineError
from linemate.protocol.ours import status_of_signal

PIPE_EPILOG = """\
The arena starts this command as its bot and talks to it on standard input and output; notes for
you go to standard error. Exit status: 0 when the arena has closed the pipe, 1 if the game could
not go on, 2 if the engine cannot be had; standard error says why.

example: %(prog)s --engine "./mybot --fast" --set Hash=32
"""
SERVER_EPILOG = """\
Start the server first, and then this, once for each player that is to be ours; the server decides
who is x. The result is printed, as in `win: triple`. Exit status: 0 after `end.`, 1 if the game
could not go on, 2 if the engine cannot be had; standard error says why.

example: %(prog)s -p 54321
"""


class Bridge(NamedTuple):
    """Describes a bridge; `margin` is kept back of the time for a move, in ms."""

    summary: str
    play: Callable[[UgiPlayer, Game, Namespace], None]
    margin: int
    game: str = "ultimate"
    options: Mapping[str, str] = {}
    epilog: str = PIPE_EPILOG


def play_unsw(player: UgiPlayer, game: Game, options: Namespace) -> None:
    with connect(options.host, options.port) as connection:
        unsw.play(player, game, connection, unsw.GameClock(*options.clock), options.margin)


def play_aigames(player: UgiPlayer, game: Game, options: Namespace) -> None:
    aigames.play(player, game, read_lines(), options.margin)


def play_codingame(player: UgiPlayer, game: Game, options: Namespace) -> None:
    codingame.play(player, game, read_lines(), options.margin, STARTED)


UNSW = "nineboard on a server of the University of New South Wales, over TCP"
THE_AI_GAMES = "ultimate as a bot of theaigames (or riddles.io: it finds out)"
RIDDLES = "ultimate as a bot of riddles.io (or theaigames: it finds out)"
CODINGAME = "ultimate as a bot of CodinGame, with most boards winning"
BRIDGES = {
    "unsw": Bridge(UNSW, play_unsw, 100, "nineboard", {"full_board": "draw"}, SERVER_EPILOG),
    "theaigames": Bridge(THE_AI_GAMES, play_aigames, 50),
    "riddles": Bridge(RIDDLES, play_aigames, 50),
    "codingame": Bridge(CODINGAME, play_codingame, 25, options={"tiebreak": "majority"}),
}


def main(words: Sequence[str]) -> int:
    """Play in an arena, and return the exit status: 1 if the game could not go on."""
    options = make_parser().parse_args(words)
    if sys.stdin is None or sys.stdout is None:
        note("standard input or output is closed")
        return FAILED
    bridge = BRIDGES[options.bridge]
    game = make_game(bridge.game, bridge.options)
    status = MISUSED
    try:
        setting = EngineSetting(command=options.engine)
        with ended_by_signals(), UgiPlayer.start(setting) as player:
            player.begin(game, dict(options.set))
            status = FAILED  # the engine is there: what goes wrong now is no fault of the command
            bridge.play(player, game, options)
            status = OVER
    except BrokenPipeError:
        silence_output()
        note("nobody listens any longer")
    except (LinemateError, EngineError, OSError) as error:
        note(str(error))
    return status


def connect(host: str, port: int) -> socket.socket:
    """Return a connection to the server. Raises OSError that names it."""
    try:
        return socket.create_connection((host, port))
    except OSError as error:
        raise OSError(f"cannot reach the server at {host}:{port}: {explain(error)}") from None


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM leave the block like any error, so that the engine is ended on the way."""

    def leave(number: int, _frame: FrameType | None) -> None:
        sys.exit(status_of_signal(number))

    previous = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


# ------------------------------------------------------------------ the command line


def make_parser() -> ArgumentParser:
    about = "Play in somebody else's arena, with our engine or yours."
    parser = arguments.make_parser("bridge", about, "`%(prog)s NAME --help` says more.")
    names = parser.add_subparsers(dest="bridge", metavar="NAME", required=True)
    for name, bridge in BRIDGES.items():
        arena = names.add_parser(
            name,
            help=bridge.summary,
            description=f"Play {bridge.summary}.",
            epilog=bridge.epilog,
        )
        add = arena.add_argument
        if name == "unsw":
            port = "of the server (%(default)s)"
            add("-p", "--port", type=read_port, default=31415, metavar="PORT", help=port)
            add("--host", default="localhost", metavar="NAME", help="of the server (localhost)")
            times = "for the game and for each move, as the server has it (30s+2s)"
            add("--clock", type=read_clock, default="30s+2s", metavar="TIME", help=times)
        arguments.add_engine(arena)
        margin = write_time(bridge.margin)
        kept = f"kept back of the time for a move, for the way to the arena ({margin})"
        add("--margin", type=read_time, default=margin, metavar="TIME", help=kept)
    return parser


def read_port(text: str) -> int:
    """Return the number of a port. Raises WordError."""
    return read_number(text, 1, 65535)
