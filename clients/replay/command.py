"""`linemate replay`: step through recorded games in the terminal.

`clients/shared/game_files.py` reads them: what a match recorded, and what was saved in the terminal
or on the page. `game_tree.py` is where one is in a game, `reviewing.py` what an engine finds in it.
The boards and the screens are those of `linemate play`.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

from linemate.clients.replay.game_tree import GameTree
from linemate.clients.replay.reviewing import refuse_existing, review_game, summarise, write_game
from linemate.clients.shared import arguments
from linemate.clients.shared.boards import FAINT, Scene
from linemate.clients.shared.command import OVER, refuse
from linemate.clients.shared.files import expand_home
from linemate.clients.shared.game_files import StoredGame, read_games
from linemate.clients.shared.notation import show_move
from linemate.clients.shared.pgn import read_score, split_evaluation, write_score
from linemate.clients.shared.player import EngineSetting
from linemate.clients.shared.screen import EndOfInput, Offer, Screen
from linemate.clients.shared.terminal.view import PLAIN_HELP, open_view
from linemate.clients.shared.times import read_some_time
from linemate.clients.shared.values import read_count
from linemate.clients.shared.variations import Node
from linemate.engine.core import PLAYERS, LinemateError, Score, read_integer
from linemate.protocol.driver import EngineError, Limits

HELP = """\
Enter or n   the next move            b            back one move
a number     that ply (0: the start)  e            the end
m and p      the next, previous       v [NUMBER]   a variation in place of
             mistake or blunder                    this move; again: the next
u            back from a variation    r            have an engine review the game
d            depths and times, or not w FILE       write the game, as PGN
+ and -      the next, previous game  g NUMBER     that game
l            list the games           q            leave"""
ADVICE = "Right/Left move  Home/End  m mistake  Down variation  Up back  h help  q leave"
LONGEST_LINE = 8  # moves of a variation that is announced
# What keys stand for where the board stays in its place and nothing is typed.
KEYS = {
    **{key: key for key in "nbemurdlhqp+-"},  # not v, which may have a number behind it
    "right": "n",
    "left": "b",
    "home": "0",
    "end": "e",
    "down": "v",
    "up": "u",
    " ": "n",
    "f1": "h",
}
# What a comment may begin with: score/depth time, or one of them.
ENGINE_REPORT = re.compile(r"(?:[+-]\S+/\d+ [\d.]+s|[+-](?:M\d+|\d+\.\d\d)|[\d.]+s)(?: +|$)")


def main(words: Sequence[str]) -> int:
    """Show games until somebody leaves, and return the exit status."""
    options = make_parser().parse_args(words)
    try:
        games = read_games(options.file)
        if options.game > len(games):
            raise LinemateError(f"no game {options.game}: there are {len(games)}")
        if options.output is not None:
            if not options.review:
                raise LinemateError("--output is for what --review finds: give both")
            refuse_existing(options.output)
    except LinemateError as error:
        return refuse("replay", error)
    screen = Screen()
    try:
        with screen.interrupts.noted(), open_view(screen, plain=options.plain) as view:
            Replay(view, games, options).run()
    except EndOfInput:
        pass
    return OVER


def make_parser() -> ArgumentParser:
    about = "Step through games that a match has recorded, or that somebody has saved."
    parser = arguments.make_parser("replay", about, f"at the prompt:\n{HELP}")
    add = parser.add_argument
    add("file", type=Path, metavar="FILE", help="PGN, games.jsonl, or a match's directory")
    add("--game", type=read_count, default=1, metavar="N", help="begin with this one (1)")
    add("--review", action="store_true", help="have an engine look for mistakes first")
    add("--output", type=Path, metavar="FILE", help="write the game with these marks to a new file")
    each = "for each position of a review (%(default)s)"
    add("--movetime", type=read_some_time, default="200ms", metavar="TIME", help=each)
    add("--engine", metavar="CMD", help="the command of an engine that reviews; ours without")
    add("--details", action="store_true", help="show the depths and times of engines")
    add("--plain", action="store_true", help=PLAIN_HELP)
    return parser


class Replay:
    """The games of a file, one of them on the screen."""

    def __init__(self, screen: Screen, games: Sequence[StoredGame], options: Namespace) -> None:
        self._screen = screen
        self._games = games
        self._options = options
        self._details: bool = options.details
        self._index: int = options.game - 1
        self._reviewed: set[int] = set()
        self._tree = GameTree(self._game)

    @property
    def _game(self) -> StoredGame:
        return self._games[self._index]

    def run(self) -> None:
        """Answer one command after the other until somebody leaves. Raises EndOfInput."""
        self._screen.show("Enter is the next move, h for help, q to leave.")
        self._show_title()
        if self._options.review:
            self._try(self._review)
            if self._options.output is not None:
                self._try(self._write, self._options.output)
        self._show_position()
        offer = Offer(keys=KEYS, advice=ADVICE)
        while True:
            said = self._screen.ask(f"{self._tree.ply}/{len(self._tree.line)}> ", offer)
            if said in ("q", "quit"):
                return
            self._try(self._do, said)

    def _try(self, action: Callable[..., None], *values: object) -> None:
        """Do something, and say why if it cannot be done."""
        try:
            action(*values)
        except (LinemateError, EngineError) as error:
            self._screen.warn(str(error).partition("\n")[0])

    def _do(self, said: str) -> None:
        word, _, rest = said.partition(" ")
        rest = rest.strip()
        if word in MOVING and not rest:
            MOVING[word](self._tree)
        elif (ply := read_integer(said)) is not None and said not in ("+", "-"):
            self._tree.go_to(ply)
        elif word == "v" and (number := read_integer(rest)) is not None:
            self._tree.enter_variation(number)
        else:
            self._do_else(said, word, rest)
            return
        self._show_position()

    def _do_else(self, said: str, word: str, rest: str) -> None:
        """Do what leaves the place in the game, or goes to another game."""
        if said in ("+", "-"):
            self._choose(self._index + (1 if said == "+" else -1))
        elif word == "g" and (number := read_integer(rest)) is not None:
            self._choose(number - 1)
        elif said == "l":
            with self._screen.page():
                self._screen.show(
                    *(f"{at:>4}  {each.title}" for at, each in enumerate(self._games, 1))
                )
        elif said == "r":
            self._review()
            self._show_position()
        elif said == "d":
            self._details = not self._details
            self._show_position()
        elif word == "w" and rest:
            self._write(expand_home(rest))
        elif said in ("h", "help", "?"):
            with self._screen.page():
                self._screen.show_block([Text(line) for line in HELP.splitlines()])
        else:
            raise LinemateError(f"unknown command {said!r}: h shows those that are known")

    def _choose(self, index: int) -> None:
        if not 0 <= index < len(self._games):
            raise LinemateError(f"there are the games 1 to {len(self._games)}")
        self._index = index
        self._screen.forget_lines()  # of the game before
        self._tree = GameTree(self._game, reviewed=index in self._reviewed)
        self._show_title()
        self._show_position()

    def _review(self) -> None:
        """Have an engine look at the game; its marks are in it from then on. Raises EngineError."""
        setting = EngineSetting(command=self._options.engine)
        limits = Limits(movetime=self._options.movetime)
        verdicts = review_game(self._screen, self._game, setting, limits)
        if verdicts is None:
            self._screen.show("The review was left.")
            return
        self._reviewed.add(self._index)
        self._tree.reviewed = True
        self._screen.forget_lines()  # that no mistake is known, say
        self._screen.show(*summarise(verdicts))

    def _write(self, path: Path) -> None:
        write_game(self._game, path)
        self._screen.show(f"Written to {path}.")

    # ---------------------------------------------------------------- showing

    @property
    def _title(self) -> str:
        return f"Game {self._index + 1} of {len(self._games)}: {self._game.title}"

    def _show_title(self) -> None:
        if not self._screen.keeps_board:
            self._screen.show("", self._title)

    def _show_position(self) -> None:
        tree, stored = self._tree, self._game
        position = tree.position
        if tree.ply:
            mover = 1 - position.to_move
            name = (stored.x, stored.o)[mover]
            sign = tree.signs[tree.ply - 1]
            move = f"{self._name(tree.node)}{sign and ' ' + sign}"
            where = "" if tree.is_main_line else "In a variation, "
            title = f"{where}{PLAYERS[mover]} ({name}) played {move}"
        else:
            title = "The start."
        caption = Text.assemble((title, "bold"), (f"   {self._comment}".rstrip(), FAINT))
        scene = Scene(self._title, stored.game, position, caption, notes=tuple(self._notes))
        self._screen.show_board(scene)

    def _name(self, node: Node) -> str:
        """Return a move as the file has it, and as the board shows it where that differs."""
        on_board = show_move(self._game.game, self._game.game.parse_move(node.move))
        return node.move if node.move == on_board else f"{node.move} (cell {on_board})"

    @property
    def _comment(self) -> str:
        """Return what is said of the last move; of an engine's report the score alone, unless one
        wants the details.
        """
        comment = self._tree.node.comment
        if self._details:
            return comment
        position, comment = split_evaluation(comment)
        report = ENGINE_REPORT.match(comment)
        score, rest = read_score(comment), comment[report.end() if report else 0 :]
        told = [_tell(score) if score is not None else "", _tell_position(position), rest]
        return " ".join(filter(None, told))

    @property
    def _notes(self) -> list[Text]:
        """Say which variations there are in place of the last move, and at the end the result."""
        tree, notes = self._tree, []
        for number, node in enumerate(tree.alternatives):
            if node is not tree.node:
                moves = [each.move for each in (node, *node.main_line)][:LONGEST_LINE]
                label = f"v {number}" if number else "u"
                notes.append(Text(f"{label}: {' '.join(moves)}"))
        if tree.ply == len(tree.line) and tree.is_main_line:
            notes.append(Text(f"{self._game.result}: {self._game.explanation}"))
        return notes


def _tell(score: Score) -> str:
    """Say what the one who moved thought of it."""
    if score.plies is None:
        return write_score(score)
    plies = abs(score.plies)
    verb = "wins" if score.plies > 0 else "loses"
    return f"{verb} in {plies} {'ply' if plies == 1 else 'plies'}"


def _tell_position(score: Score | None) -> str:
    """Say what an analysis found, which is x's score; nothing if there was none."""
    if score is None:
        return ""
    if score.plies is None:
        return f"{write_score(score)} for x"
    return f"{PLAYERS[0 if score.plies > 0 else 1]} wins"


MOVING: dict[str, Callable[[GameTree], None]] = {
    "": lambda tree: tree.go_to(tree.ply + 1),
    "n": lambda tree: tree.go_to(tree.ply + 1),
    "b": lambda tree: tree.go_to(tree.ply - 1),
    "e": lambda tree: tree.go_to(len(tree.line)),
    "m": lambda tree: tree.find_mistake(1),
    "p": lambda tree: tree.find_mistake(-1),
    "v": GameTree.enter_variation,
    "u": GameTree.leave_variation,
}
