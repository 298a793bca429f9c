"""`linemate puzzle`: solve puzzles in the terminal, or through a pipe.

`clients/shared/puzzles.py` has the puzzles; `attempt.py` judges the moves and has the other side
answer them. The streak lasts as long as the command does.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from random import Random

from rich.text import Text

from linemate.clients.puzzle.attempt import Attempt, Defender, Standing
from linemate.clients.shared import arguments
from linemate.clients.shared.boards import draw_board
from linemate.clients.shared.command import OVER, fail, refuse
from linemate.clients.shared.notation import how_to_type, read_typed_move, show_move, show_moves
from linemate.clients.shared.puzzles import (
    GRADES,
    load_puzzles,
    name_game,
    tell_task,
    where_to_look,
)
from linemate.clients.shared.screen import EndOfInput, Screen
from linemate.engine.core import PLAYERS, LinemateError
from linemate.engine.puzzle import ONLY, Puzzle
from linemate.engine.registry import GAMES
from linemate.protocol.driver import EngineError

HELP = """\
a move       as the board shows it
h            a hint: where to look; once more: the move
s            show the solution            n    the next puzzle
help         this                         q    leave"""


def main(words: Sequence[str]) -> int:
    """Give one puzzle after the other until somebody leaves, and return the exit status."""
    options = make_parser().parse_args(words)
    chosen = [
        puzzle
        for puzzle in load_puzzles()
        if options.game in (None, puzzle.words.split()[0]) and options.grade in (None, puzzle.grade)
    ]
    if not chosen:
        return refuse("puzzle", f"there are no puzzles of {options.game}, grade {options.grade}")
    Random(options.seed).shuffle(chosen)
    screen = Screen()
    with Defender() as defender, screen.interrupts.noted():
        session = Session(screen, defender)
        try:
            session.run(chosen)
        except EndOfInput:
            pass
        except EngineError as error:
            return fail("puzzle", error)
        finally:
            session.tell_sum()
    return OVER


def make_parser() -> ArgumentParser:
    about = "Find the move that wins by force; each puzzle is proven to have one solution."
    parser = arguments.make_parser("puzzle", about, f"at the prompt:\n{HELP}")
    add = parser.add_argument
    add("game", nargs="?", choices=GAMES, metavar="GAME", help="of this game alone; all have some")
    add(
        "--grade", type=int, choices=GRADES,
        help="to be won in so many moves; 5: or more (any)",
    )  # fmt: skip
    add("--seed", type=int, metavar="N", help="the same number gives the same order (chance)")
    return parser


class Leave(Exception):  # noqa: N818 - an event, not an error
    """The person has had enough."""


class Session:
    """What was solved so far, and the puzzle at hand."""

    def __init__(self, screen: Screen, defender: Defender) -> None:
        self._screen = screen
        self._defender = defender
        self._solved = self._streak = self._best = 0

    def run(self, puzzles: Sequence[Puzzle]) -> None:
        """Give these puzzles. Raises EndOfInput and EngineError."""
        self._screen.show("A move, h for a hint, s for the solution, n for the next, q to leave.")
        try:
            for number, puzzle in enumerate(puzzles, start=1):
                self._screen.show("", f"Puzzle {number} of {len(puzzles)}: {name_game(puzzle)}")
                self._give(puzzle)
        except Leave:
            return
        self._screen.show("", "These were all.")

    def tell_sum(self) -> None:
        """Say what came of it."""
        self._screen.show(f"Solved {self._solved}; best streak {self._best}.")

    def _give(self, puzzle: Puzzle) -> None:
        """Ask until the puzzle is solved, shown or skipped."""
        screen, is_clean, hints = self._screen, True, 0
        attempt = Attempt(puzzle, self._defender)
        claim = "Only one move wins" if puzzle.claim == ONLY else "Only one move wins as soon"
        self._show(attempt, f"{tell_task(puzzle)}. {claim}.")
        while True:
            said = screen.ask(f"{PLAYERS[attempt.solver]}> ").lower()
            if said in ("q", "quit"):
                raise Leave
            if said in ("n", "next"):
                return
            if said in ("s", "solution"):
                self._miss()
                screen.show(f"The solution: {' '.join(show_moves(attempt.game, puzzle.line))}")
                return
            if said in ("h", "hint"):
                hints += 1
                is_clean = self._hint(attempt, hints) and is_clean
            elif said in ("help", "?"):
                screen.show_block([Text(line) for line in HELP.splitlines()])
            elif said:
                standing = self._try(attempt, said)
                if standing is Standing.SOLVED:
                    self._count(is_clean)
                    return
                if standing is Standing.WRONG:
                    self._miss()
                    is_clean = False
                    attempt = Attempt(puzzle, self._defender)
                    self._show(attempt, f"Once more: {tell_task(puzzle)}.")

    def _try(self, attempt: Attempt, said: str) -> Standing:
        """Play what was typed, and tell what comes of it."""
        game, screen, puzzle = attempt.game, self._screen, attempt.puzzle
        try:
            move = read_typed_move(game, attempt.position, said)
        except LinemateError as error:
            screen.warn(str(error))
            return Standing.OPEN
        is_first = not attempt.has_begun
        standing = attempt.play(move)
        answer = ""
        if attempt.reply is not None:
            defender = PLAYERS[1 - attempt.solver]
            answer = f"{defender} answers {show_move(game, attempt.reply)}"
        if standing is Standing.OPEN:
            self._show(attempt, f"Right so far. {answer}.")
        elif standing is Standing.SOLVED:
            self._show(attempt, "")
        else:
            claim = "" if is_first and puzzle.claim == ONLY else f" in {puzzle.moves} moves"
            screen.warn(f"{show_move(game, move)} does not win{claim}{answer and ': '}{answer}.")
        return standing

    def _hint(self, attempt: Attempt, hints: int) -> bool:
        """Tell something, and return whether it was no more than where to look."""
        if hints == 1 and not attempt.has_begun:
            self._screen.show(f"Look at {where_to_look(attempt.puzzle)}.")
            return True
        move = attempt.known_move
        if move is None:
            self._screen.show("You have found another way; there is no hint for it.")
            return True
        self._miss()
        self._screen.show(f"The move: {show_move(attempt.game, move)}")
        return False

    def _miss(self) -> None:
        self._streak = 0

    def _count(self, is_clean: bool) -> None:
        self._solved += 1
        self._streak += is_clean
        self._best = max(self._best, self._streak)
        self._screen.show(f"Solved! Streak {self._streak}.")

    def _show(self, attempt: Attempt, caption: str) -> None:
        game, position = attempt.game, attempt.position
        self._screen.show("")
        self._screen.show_block(draw_board(game, position))
        self._screen.show("")
        if caption and position.outcome() is None:
            self._screen.show(f"{caption} {how_to_type(game, position)}")
