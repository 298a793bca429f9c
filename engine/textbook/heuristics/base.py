"""What `hminimax` asks of a heuristic: an estimate, and whatever rules of thumb go with it.

The heuristics of the source reports are files beside this one; `registry.HEURISTICS` names
them. Each states its constants, which the option Constants can change: `one=3 two=12`.
"""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Game, Position, UnsuitableGameError
from linemate.engine.textbook.constants import settle_constants

InstantMove = tuple[int, str]  # a move, and why it needs no search: "forced block"
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar


class Heuristic:
    """An estimate of open positions of certain games; this one is the game's own.

    `begin` is called with the position that a search starts from, before anything else.
    """

    name = "default"
    # Empty: every game.
    GAMES: ClassVar[tuple[str, ...]] = ()
    CONSTANTS: ClassVar[Mapping[str, int]] = {}
    # Whether an estimate depends on who began the search, so that what one player has learned
    # is of no use to the other.
    partial: ClassVar[bool] = False

    def __init__(self, game: Game, constants: str = "") -> None:
        """Make it for a game. Raises UnsuitableGameError for one it is not made for, OptionError
        for constants that it does not have.
        """
        if self.GAMES and game.name not in self.GAMES:
            fitting = ", ".join(self.GAMES)
            raise UnsuitableGameError(
                f"heuristic {self.name} is not made for {game.name}: expected {fitting}"
            )
        self.constants = settle_constants(self.CONSTANTS, constants, f"heuristic {self.name}")

    def describe(self) -> str:
        """Return the options that make it: its name, and the constants that were changed."""
        words = [f"Heuristic {self.name}"]
        if self.constants != dict(self.CONSTANTS):
            words += [f"{name}={number}" for name, number in self.constants.items()]
        return " ".join(words)

    def begin(self, position: Position) -> None:
        """Begin a search from this position; it is called once for each."""

    def evaluate(self, position: Position) -> int:
        """Return an estimate from the view of the side to move; the game is open."""
        return position.evaluate()

    def opening_move(self, position: Position) -> InstantMove | None:
        """Return a move to play without a search, and why, if there is one."""
        return None

    def forced_move(self, position: Position) -> int | None:
        """Return the only move worth a look here, if there is one:
        it is followed without spending depth.
        """
        return None

    def order(self, moves: list[int]) -> None:
        """Sort moves that nothing else is known about, most promising first."""
