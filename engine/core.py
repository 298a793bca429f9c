"""The words that every part of the engine shares: results, limits, reports, errors, contracts.

Read this first, then `games/tictactoe.py` (a whole game on one screen), then `textbook/`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from math import inf

from linemate.engine.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import ClassVar

    from linemate.engine.clock import Clock

# Players are 0 (`x`, who moves first) and 1 (`o`), so that `PLAYERS[side]` is the mark
# and `1 - side` the opponent.
PLAYERS = "xo"


class Outcome(Enum):
    """How a game ended. An open game has no Outcome: `Position.outcome()` is None."""

    X_WINS = 0
    O_WINS = 1
    DRAW = 2

    @property
    def winner(self) -> int | None:
        """Return 0 for x, 1 for o, None for a draw."""
        return None if self is Outcome.DRAW else self.value


WINS = (Outcome.X_WINS, Outcome.O_WINS)


class LinemateError(ValueError):
    """Something a caller gave us was refused; nothing was changed."""


class UnreadableMoveError(LinemateError):
    """The text is no move of this game at all."""


class IllegalMoveError(LinemateError):
    """The text names a cell, but the rules forbid it here."""


class PositionError(LinemateError):
    """The text is no position of this game."""


class OptionError(LinemateError):
    """No such option, or a value it does not take."""


class UnsuitableGameError(LinemateError):
    """A searcher was asked for a game that it cannot play."""


def read_integer(text: str, least: float = -inf, most: float = inf) -> int | None:
    """Return the integer that the text spells, None for anything else or one out of bounds.

    It has plain decimal digits and at most a minus before them. Never slow, never raises: of
    more than 19 digits the number is not looked at, and taken to be 10**20.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        return None
    # int() takes quadratic time, and refuses thousands of digits with an error of its own.
    size = int(digits) if len(digits) < 20 else 10**20
    number = -size if text.startswith("-") else size
    return number if least <= number <= most else None


OptionValue = bool | int | str
FULL_SKILL = 20  # of the option Skill: a player that is not weakened

# Names that choices had before, when they were numbers of reports: whoever reads an option still
# takes them.
FORMER_NAMES = {
    "000-1": "block-threats",
    "000-2": "block-danger",
    "000-3": "big-board-threats",
    "001-130": "cube-lines-130",
    "001-150": "cube-lines-150",
    "002": "adjacent-boards",
    "004": "powers-of-two",
}


def write_value(value: object) -> str:
    """Return the value of an option as `Option.read` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Option(Record):
    """A named setting, of a game or of the engine: what it accepts and what it is by default.

    `kind` is one of the five of UCI: check, spin, combo, string, button.
    """

    name: str
    kind: str
    default: OptionValue = ""
    minimum: int = 0
    maximum: int = 0
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> OptionValue:
        """Return the value that the text stands for; case does not matter. Raises OptionError."""
        text = text.strip()
        if self.kind == "string":
            return text
        if self.kind == "button":
            return True
        if self.kind == "check":
            if text.lower() in ("true", "false"):
                return text.lower() == "true"
        elif self.kind == "combo":
            for choice in self.choices:
                if choice.lower() in (text.lower(), FORMER_NAMES.get(text)):
                    return choice
        else:
            number = read_integer(text, self.minimum, self.maximum)
            if number is not None:
                return number
        raise OptionError(f"bad value {text!r} for option {self.name}: expected {self.expected}")

    @property
    def expected(self) -> str:
        """Return what would be accepted, in words."""
        if self.kind == "check":
            return "true or false"
        if self.kind == "combo":
            return "one of " + ", ".join(self.choices)
        if self.kind == "spin":
            return f"a whole number from {self.minimum} to {self.maximum}"
        return "any text"

    @property
    def usage(self) -> str:
        """Return how it is set on a command line, as `size=4..22` or `rule=freestyle|standard`."""
        if self.kind == "spin":
            return f"{self.name}={self.minimum}..{self.maximum}"
        choices = {"combo": self.choices, "check": ("true", "false")}
        return f"{self.name}={'|'.join(choices.get(self.kind, ('TEXT',)))}"


# Milliseconds for a search that must end though no limit ends it: nobody can stop it, or its
# limits could not be read.
FALLBACK_MOVETIME = 1000


class Limits(Record):
    """What a search may spend, by the names of the protocol; times are in milliseconds.

    None means "no such limit". `infinite` and `ponder` last until told otherwise.
    `searchmoves` restricts the root; empty means every legal move.
    """

    movetime: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    p1time: int | None = None
    p2time: int | None = None
    p1inc: int = 0
    p2inc: int = 0
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[int, ...] = ()


class Score(Record):
    """What a position is worth to the side to move: an estimate or a proven distance.

    Exactly one of the two is set. `cp` is an estimate in hundredths of an arbitrary unit.
    `plies` is proven: n > 0, the mover wins with the n-th ply from here; n <= 0, the mover
    loses with the -n-th. A proven draw is `cp` 0.
    """

    cp: int | None = None
    plies: int | None = None


class Visit(Record):
    """How often a tree search has tried a root move, and its upper confidence bound."""

    move: int
    visits: int
    bound: float


class Info(Record):
    """One report of a running search; the last one's `pv[0]` is the move it would play.

    `bound` says that the score is no more than one: `lowerbound` for "at least that much", and
    `upperbound` for "at most". `remark` is a sentence for people, such as why a move needs no
    search.
    """

    depth: int
    score: Score
    pv: tuple[int, ...]
    nodes: int = 0
    seconds: float = 0.0
    seldepth: int = 0
    hashfull: int | None = None
    multipv: int = 1
    visits: tuple[Visit, ...] = ()
    bound: str | None = None
    remark: str = ""


class Position(ABC):
    """A state of play, changed in place by `play` and `undo`. Moves are cell numbers.

    The methods here are called millions of times. `play` trusts its caller: a move that
    is not in `legal_moves()` breaks the position. `Game.read_move` is the border that checks.
    """

    __slots__ = ("history", "to_move")
    to_move: int
    history: list[int]

    @abstractmethod
    def legal_moves(self) -> list[int]:
        """Return the caller's own list, in ascending order; empty exactly when the game is over."""

    @abstractmethod
    def play(self, move: int) -> None: ...

    @abstractmethod
    def undo(self) -> None:
        """Take back the last `play`, exactly."""

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    def key(self) -> int:
        """Return 60 bits: equal for equal positions however reached, else almost surely not."""

    @abstractmethod
    def copy(self) -> Position: ...

    @abstractmethod
    def evaluate(self) -> int:
        """Return an estimate in centi-units, to the side to move; for open games only."""

    def playout(self, random: Random) -> Outcome:
        """Return the end of one uniformly random game from here; the position itself is unchanged.

        This is the plain way; games override it with a faster one that is as random.
        """
        position = self.copy()
        while (outcome := position.outcome()) is None:
            moves = position.legal_moves()
            position.play(moves[int(random.random() * len(moves))])
        return outcome

    @abstractmethod
    def cells(self) -> str:
        """Return every cell in the order of moves, as `x`, `o` or `.`."""

    @abstractmethod
    def winning_line(self) -> tuple[int, ...]:
        """Return every cell on a finished line of the winner, ascending; empty without one."""

    def wins_at_once(self, move: int) -> bool:
        """Return whether this legal move wins the game, which is left as it is."""
        mover = self.to_move
        self.play(move)
        outcome = self.outcome()
        self.undo()
        return outcome is not None and outcome.winner == mover

    @property
    def last_move(self) -> int | None:
        """Return the last move; None at the start, and where the position was read from text."""
        return self.history[-1] if self.history else None


class Game(ABC):
    """The rules of one game with its options settled: everything that is not hot."""

    name: ClassVar[str]
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    options: Mapping[str, OptionValue]

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        """Settle options by name, as text; the others have their defaults. Raises OptionError."""
        known = {option.name: option for option in self.OPTIONS}
        settled = {option.name: option.default for option in self.OPTIONS}
        for name, text in (options or {}).items():
            option = known.get(name.lower())
            if option is None:
                accepted = ", ".join(known) or "none"
                raise OptionError(f"unknown option {name!r} of {self.name}: it has {accepted}")
            settled[option.name] = option.read(text)
        self.options = settled

    @property
    def settings(self) -> dict[str, str]:
        """Return every option as text: what makes this game again."""
        return {name: write_value(value) for name, value in self.options.items()}

    @property
    @abstractmethod
    def cell_count(self) -> int: ...

    @abstractmethod
    def start(self) -> Position: ...

    @abstractmethod
    def read_position(self, text: str) -> Position:
        """Return the position that the text stands for. Raises PositionError with what is wrong."""

    @abstractmethod
    def write_position(self, position: Position) -> str: ...

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """Return the cell that the text names, legal or not. Raises UnreadableMoveError."""

    @abstractmethod
    def write_move(self, move: int) -> str: ...

    def why_illegal(self, position: Position, move: int) -> str:
        """Return the rule that forbids this cell, and what would be accepted instead."""
        if position.outcome() is not None:
            return "the game is over"
        return "the cell is taken; any free cell is accepted"

    def read_move(self, position: Position, text: str) -> int:
        """Return a legal move. Raises UnreadableMoveError or IllegalMoveError, with the reason."""
        move = self.parse_move(text)
        if move not in position.legal_moves():
            reason = self.why_illegal(position, move)
            raise IllegalMoveError(f"illegal move {text!r}: {reason}")
        return move

    def appeal(self, move: int) -> int:
        """Return how early a person would think of a move of which nothing is known.

        Only which of two is larger means anything; by default all are alike.
        """
        return 0

    def order_equals(self, moves: list[int]) -> None:
        """Sort moves of which nothing is known, the one that a person would choose first."""
        moves.sort(key=self.appeal, reverse=True)

    def natural_moves(self, position: Position) -> list[int]:
        """Return the legal moves that come to a person's mind: all, unless most are far off."""
        return position.legal_moves()

    @abstractmethod
    def diagram(self, position: Position) -> str:
        """Return a board to read at a glance, without a trailing newline."""

    @abstractmethod
    def symmetries(self) -> Sequence[tuple[int, ...]]:
        """Return each rule-preserving permutation, identity first: old cell -> new cell."""

    @abstractmethod
    def transform(self, position: Position, symmetry: Sequence[int]) -> Position:
        """Return a new position with every cell moved by the symmetry, and no history."""


class Searcher(ABC):
    """One player of one game: made for each new game, it may keep its table between moves."""

    name: ClassVar[str]
    # What whoever uses it should be told, once: that it lacks something, and what it does instead.
    notices: tuple[str, ...] = ()

    @abstractmethod
    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        """Make it for a game. Raises UnsuitableGameError for one it cannot play."""

    @abstractmethod
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        """Yield reports, better and better; the last one has the move to play.

        The position is the search's own and may be left in any state. One legal Info comes
        before the first look at the clock, so that even `go nodes 1` has an answer.
        No object is left in a circle of references: the engine's process collects no garbage
        before the searcher is dropped.
        """

    def evaluate(self, position: Position) -> int | None:
        """Return its own estimate of an open position, in centi-units to the side to move.

        None if it makes none. Nothing is searched; not to be called while it searches.
        """
        return None

    def describe(self) -> str:
        """Return its name, and what it estimates with where there is a choice."""
        return self.name

    def clear(self) -> None:  # noqa: B027 - a searcher without memory has nothing to forget
        """Forget everything learned so far (the option Clear Hash)."""
