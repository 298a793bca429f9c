"""The searchers themselves, made to remember what they did.

`Recording` overrides `value`, which the searches call for every position: it notes the window on
the way in and the value on the way out, and leaves the searching to the class it is mixed with.
So what is drawn is what was searched; a test holds both to the same values and node counts.
"""

from __future__ import annotations

from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, OptionValue, Position
from linemate.engine.registry import SEARCH_OPTIONS
from linemate.engine.search.alphabeta import AlphaBeta
from linemate.engine.search.mcts import Mcts, Node
from linemate.engine.search.minimax import Minimax
from linemate.engine.search.scores import WIN

# A search that is too large for a page is still counted, to say how large, up to here.
MOST_COUNTED = 600_000


class Step:
    """A position that the search has visited. Values are those of `value`: to the side to move.

    `depth` is what was left to search; `legal` has every move, `children` what was looked at.
    """

    __slots__ = (
        "alpha", "beta", "cells", "children", "depth", "legal", "move", "to_move", "value", "won"
    )  # fmt: skip

    def __init__(
        self, position: Position, move: int | None, depth: int, alpha: int, beta: int
    ) -> None:
        self.move, self.depth, self.alpha, self.beta = move, depth, alpha, beta
        self.to_move = position.to_move
        self.cells = position.cells()
        self.legal = position.legal_moves()
        self.won = position.winning_line()
        self.value = 0
        self.children: list[Step] = []


class Recording(Minimax):
    """Mixed in before a search. It records up to `most` positions and only counts the rest."""

    def __init__(self, game: Game, depth: int, most: int) -> None:
        super().__init__(game, {**_defaults(), "Depth": depth})
        self._most = most

    def run(self, position: Position) -> tuple[Step, Info]:
        """The root and the last report; both are partial if `visited` reaches MOST_COUNTED."""
        self.root = Step(position, None, self._depth, -WIN, WIN)
        self._path = [self.root]
        clock = Clock(Limits(nodes=MOST_COUNTED))
        *_, info = self.search(position, clock)
        self.root.value = max((-child.value for child in self.root.children), default=0)
        return self.root, info

    @property
    def visited(self) -> int:
        return self._nodes

    def value(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        if self._nodes >= self._most:
            return super().value(depth, alpha, beta, ply)
        step = Step(self._position, self._position.history[-1], depth, alpha, beta)
        self._path[-1].children.append(step)
        self._path.append(step)
        step.value = super().value(depth, alpha, beta, ply)
        self._path.pop()
        return step.value


class RecordedMinimax(Recording):
    """Recording is a Minimax already."""


class RecordedAlphaBeta(Recording, AlphaBeta):
    """Its `super().value` is that of AlphaBeta."""


class RecordedMcts(Mcts):
    """The tree of Mcts outlives its search; all there is to add is a way to look at it."""

    def __init__(self, game: Game, samples: int, seed: int) -> None:
        super().__init__(game, {**_defaults(), "Samples": samples, "Seed": seed})

    @property
    def root(self) -> Node:
        return self._root

    @property
    def exploration(self) -> float:
        return self._exploration

    @property
    def node_count(self) -> int:
        return self._node_count


def _defaults() -> dict[str, OptionValue]:
    return {option.name: option.default for option in SEARCH_OPTIONS}
