"""`linemate replay`: step through recorded games in the terminal.

`clients/shared/game_files.py` reads them: what a match recorded, and what was saved in the terminal
or on the page. The boards are those of `linemate play`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from linemate.clients.shared import arguments
from linemate.clients.shared.boards import FAINT, draw_board
from linemate.clients.shared.command import OVER, refuse
from linemate.clients.shared.game_files import StoredGame, read_games
from linemate.clients.shared.notation import show_move
from linemate.clients.shared.screen import EndOfInput, Screen
from linemate.clients.shared.values import read_count
from linemate.engine.core import PLAYERS, LinemateError, read_integer

HELP = """\
Enter or n   the next move            b            back one move
a number     that ply (0: the start)  e            the end
+ and -      the next, previous game  g NUMBER     that game
l            list the games           q            leave"""


def main(words: Sequence[str]) -> int:
    """Show games until somebody leaves, and return the exit status."""
    options = make_parser().parse_args(words)
    try:
        games = read_games(options.file)
        if options.game > len(games):
            raise LinemateError(f"no game {options.game}: there are {len(games)}")
    except LinemateError as error:
        return refuse("replay", error)
    screen = Screen()
    try:
        with screen.interrupts.noted():
            Replay(screen, games, options.game - 1).run()
    except EndOfInput:
        pass
    return OVER


def make_parser() -> ArgumentParser:
    about = "Step through games that a match has recorded, or that somebody has saved."
    parser = arguments.make_parser("replay", about, f"at the prompt:\n{HELP}")
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="PGN, games.jsonl, or a match's directory")
    add("--game", type=read_count, default=1, metavar="N", help="begin with this one (1)")
    return parser


class Replay:
    """The games of a file, one of them on the screen after so many plies."""

    def __init__(self, screen: Screen, games: Sequence[StoredGame], index: int) -> None:
        self._screen = screen
        self._games = games
        self._index = index
        self._ply = 0

    @property
    def _game(self) -> StoredGame:
        return self._games[self._index]

    def run(self) -> None:
        """Answer one command after the other until somebody leaves. Raises EndOfInput."""
        self._screen.show("Enter is the next move, h for help, q to leave.")
        self._show_title()
        self._show_position()
        while True:
            said = self._screen.ask(f"{self._ply}/{len(self._game.moves)}> ")
            if said in ("q", "quit"):
                return
            self._do(said)

    def _do(self, said: str) -> None:
        if said in ("", "n"):
            self._go_to(self._ply + 1)
        elif said == "b":
            self._go_to(self._ply - 1)
        elif said == "e":
            self._go_to(len(self._game.moves))
        elif (ply := read_integer(said)) is not None:
            self._go_to(ply)
        elif said in ("+", "-"):
            self._choose(self._index + (1 if said == "+" else -1))
        elif said.startswith("g ") and (number := read_integer(said[2:].strip())) is not None:
            self._choose(number - 1)
        elif said == "l":
            lines = [f"{number:>4}  {game.title}" for number, game in enumerate(self._games, 1)]
            self._screen.show(*lines)
        elif said in ("h", "help", "?"):
            self._screen.show_block([Text(line) for line in HELP.splitlines()])
        else:
            self._screen.warn(f"unknown command {said!r}: h shows those that are known")

    def _go_to(self, ply: int) -> None:
        if 0 <= ply <= len(self._game.moves):
            self._ply = ply
            self._show_position()
        else:
            self._screen.warn(f"the game has the plies 0 to {len(self._game.moves)}")

    def _choose(self, index: int) -> None:
        if 0 <= index < len(self._games):
            self._index, self._ply = index, 0
            self._show_title()
            self._show_position()
        else:
            self._screen.warn(f"there are the games 1 to {len(self._games)}")

    def _show_title(self) -> None:
        self._screen.show("", f"Game {self._index + 1} of {len(self._games)}: {self._game.title}")

    def _show_position(self) -> None:
        game, ply = self._game, self._ply
        position = game.position(ply)
        self._screen.show("")
        self._screen.show_block(draw_board(game.game, position))
        self._screen.show("")
        if ply:
            mover = 1 - position.to_move
            name = (game.x, game.o)[mover]
            move = game.game.write_move(game.moves[ply - 1])
            on_board = show_move(game.game, game.moves[ply - 1])
            shown = move if move == on_board else f"{move} (cell {on_board})"
            title = f"{PLAYERS[mover]} ({name}) played {shown}"
            self._screen.show(
                Text.assemble((title, "bold"), (f"   {game.comments[ply - 1]}", FAINT))
            )
        if ply == len(game.moves):
            self._screen.show(f"{game.result}: {game.explanation}")
