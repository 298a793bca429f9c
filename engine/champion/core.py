"""What the strong alpha-beta (`pvs.py`) asks of a game's private search core.

The driver deepens, keeps the root's moves, windows, lines and the clock's promises; a core does
everything below the root, as specialised as it likes. Scores are those of `scores.py`: worth to
the side to move, a win completed n plies from the root is WIN - n.

A core may reduce, extend and leave moves out as it sees fit, but **never calls a result proven
that is not**: a loss after moves were left out is at most an estimate (`UNPROVEN_LOSS`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.scores import LARGEST_ESTIMATE
from linemate.engine.transposition import PackedTable

UNPROVEN_LOSS = -LARGEST_ESTIMATE


class Core(ABC):
    """Made for a game; its table is kept from one root to the next and within `megabytes`."""

    # Whether it neither reduces nor leaves anything out: then a win that a search of some depth
    # does not find is not there, within that depth.
    exhaustive = False
    # Whether a win takes an odd number of plies: not where the loser may have to end the game.
    odd_wins = True
    # Whether a proven loss may be told longer than it is, though the search went as deep: then
    # `loses_within` knows better.
    stretches_losses = False
    # Whether more than the best move is asked for: then a win is no reason to neglect others.
    several_lines = False
    nodes = 0  # positions visited since `begin`
    deepest = 0  # plies, since `begin`

    @abstractmethod
    def __init__(self, game: Game, megabytes: float) -> None: ...

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Return whether it plays the game with these options."""
        return True

    @abstractmethod
    def evaluate(self, position: Position) -> int:
        """Return the estimate that a search ends with where nothing is urgent, to the mover.

        The position is not finished. After this, `begin` must come before any search.
        """

    @abstractmethod
    def begin(self, position: Position, clock: Clock) -> None:
        """Make this the root. The position is the core's own, and is not finished.

        Counts `nodes` from 0 and looks at the clock, with `clock.check(nodes)`, often enough.
        """

    def resume(self, nodes: int) -> None:
        """Go on counting from here: the rest were spent by another, on the same clock."""
        self.nodes = nodes

    def use_proofs(self, table: PackedTable) -> None:  # noqa: B027 - most have no use for them
        """Take the table of a prover that works beside this core."""

    @abstractmethod
    def order(self, moves: list[int]) -> None:
        """Put the root's moves in the order that looks best; the first is the quickest answer."""

    @abstractmethod
    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return what a move at the root is worth to its mover,
        searched `depth` plies, itself included.

        Exact (to this depth) if it lies between alpha and beta, otherwise a bound: at most
        alpha's side of it, at least beta's. Raises SearchStopped; then only `begin` may follow.
        """

    @abstractmethod
    def line(self) -> list[int]:
        """Return the moves expected after the last one searched, if it was within the window."""

    @abstractmethod
    def has_win(self, move: int, plies: int) -> bool:
        """Return whether this move at the root wins by force, completed
        within so many plies, or fewer.

        Exact both ways: nothing is left out. Raises SearchStopped; then only `begin` may follow.
        """

    def loses_within(self, move: int, plies: int) -> bool:
        """Return whether the opponent wins by force after this move at the root, completed within
        so many plies, or fewer; only for a core that stretches losses.

        Exact both ways: nothing is left out. Raises SearchStopped; then only `begin` may follow.
        """
        raise NotImplementedError

    def tempts(self, move: int) -> bool:
        """Return whether the opponent's win is not to be seen, by a short search, after the reply
        to this move at the root that looks best; False where the core does not know.

        Raises SearchStopped; then only `begin` may follow.
        """
        return False

    @abstractmethod
    def clear(self) -> None:
        """Forget everything learned."""

    @abstractmethod
    def fullness(self) -> int:
        """Return how full the table is, in thousandths."""
