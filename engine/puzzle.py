"""A puzzle: a position whose mover wins in so many plies, by one first move alone.

A file of puzzles has one a line, in order of games and lengths; `#` begins a comment:

    GAME [OPTION=VALUE ...] | CLAIM | PLIES | POSITION | MOVE MOVE MOVE=MOVE ...

PLIES is the length of the shortest forced win. The moves are one line of it: the first is the
solution, the other side's are such that it lasts as long. Where the winner has several moves that
win in time they stand together, as in `c4=f4`, and the line goes on with the first; no other move
does. CLAIM says what is known of all other first moves:

    only       none of them wins at all, however long it takes
    shortest   none of them wins within PLIES; a longer win is not ruled out

`tools/puzzles.py` makes such a file and checks it. There is no search here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from zlib import crc32

from linemate.engine.core import LinemateError, read_integer
from linemate.engine.record import Record

ONLY, SHORTEST = CLAIMS = ("only", "shortest")
SEPARATOR, EQUALS = " | ", "="
MOST_PLIES = 99
# The plies of the longest win of each grade but the last, which has no end.
GRADES = (1, 3, 5, 7)


class PuzzleError(LinemateError):
    """The text is no puzzle, or claims what is not so."""


class Puzzle(Record):
    """All in the notation of the protocol; `words` is the game with the options that are not usual.

    `steps` has for each ply the move of the line, and after it those that are as good.
    """

    words: str
    claim: str
    plies: int
    position: str
    steps: tuple[tuple[str, ...], ...]

    @property
    def line(self) -> tuple[str, ...]:
        return tuple(moves[0] for moves in self.steps)

    @property
    def grade(self) -> int:
        """Return how hard it is, from 1 for a win by one move to 5 for one by five or more."""
        return 1 + sum(self.plies > most for most in GRADES)

    @property
    def moves(self) -> int:
        """Return how many moves the winner makes."""
        return (self.plies + 1) // 2

    @property
    def identity(self) -> str:
        """Return eight letters that stay the same wherever in a file it is."""
        return f"{crc32(f'{self.words} {self.position}'.encode()):08x}"

    def write(self) -> str:
        """Return the line of a file that `read_puzzles` reads, without its end."""
        steps = " ".join(map(EQUALS.join, self.steps))
        return SEPARATOR.join((self.words, self.claim, str(self.plies), self.position, steps))


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Yield the puzzles of a file. Raises PuzzleError with the number of the line that is none.

    Games, positions and moves are not looked at: whoever plays them asks the rules.
    """
    for number, text in enumerate(lines, start=1):
        if not text.strip() or text.startswith("#"):
            continue
        try:
            yield _read(text.rstrip("\n"))
        except PuzzleError as error:
            raise PuzzleError(f"line {number}: {error}") from None


def _read(text: str) -> Puzzle:
    fields = text.split(SEPARATOR)
    if len(fields) != 5:
        raise PuzzleError(f"expected GAME | CLAIM | PLIES | POSITION | MOVES, not {text!r}")
    words, claim, length, position, moves = fields
    if claim not in CLAIMS:
        raise PuzzleError(f"unknown claim {claim!r}: expected one of {', '.join(CLAIMS)}")
    plies = read_integer(length, 1, MOST_PLIES)
    steps = tuple(tuple(step.split(EQUALS)) for step in moves.split())
    if plies is None or plies % 2 == 0:
        raise PuzzleError(f"bad length {length!r}: expected an odd number of plies")
    if len(steps) != plies:
        raise PuzzleError(f"{len(steps)} moves in a line of {plies} plies")
    return Puzzle(words, claim, plies, position, steps)
