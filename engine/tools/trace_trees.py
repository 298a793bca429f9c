"""The textbook searchers made to remember what they did, and their trees as plain dicts.

`Recording` overrides `value`, which the searches call for every position: it notes the window on
the way in and the value on the way out, and leaves the searching to the class it is mixed with.
So what is drawn is what was searched; a test holds both to the same values and node counts.

What the dicts say, and from whose side, stands in trace.py.
"""

from __future__ import annotations

from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Game, Info, Limits, OptionValue, Position
from linemate.engine.games.grid import GridGame
from linemate.engine.registry import SEARCH_OPTIONS
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.textbook.alphabeta import AlphaBeta
from linemate.engine.textbook.minimax import Minimax

Json = dict[str, object]

LARGEST_DRAWN_SIDE = 4
# A search that is too large for a page is still counted, to say how large, up to here.
MOST_COUNTED = 600_000


class TraceStep:
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
        self.children: list[TraceStep] = []


class Recording(Minimax):
    """Mixed in before a search. It records up to `most` positions and only counts the rest."""

    def __init__(self, game: Game, depth: int, most: int) -> None:
        super().__init__(game, {**default_options(), "Depth": depth})
        self._most = most

    def run(self, position: Position) -> tuple[TraceStep, Info]:
        """Search; return the root and the last report,
        both partial if `visited` reaches MOST_COUNTED.
        """
        self.root = TraceStep(position, None, self._depth, -WIN, WIN)
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
        step = TraceStep(self._position, self._position.history[-1], depth, alpha, beta)
        self._path[-1].children.append(step)
        self._path.append(step)
        step.value = super().value(depth, alpha, beta, ply)
        self._path.pop()
        return step.value


class RecordedMinimax(Recording):
    """Recording is a Minimax already."""


class RecordedAlphaBeta(Recording, AlphaBeta):
    """Its `super().value` is that of AlphaBeta."""


def default_options() -> dict[str, OptionValue]:
    return {option.name: option.default for option in SEARCH_OPTIONS}


class Writer:
    """Nodes as dicts. `estimates`: whether 0 can be something else than a draw."""

    def __init__(self, game: Game, estimates: bool) -> None:
        self.game, self.estimates = game, estimates
        self.drawn = (
            isinstance(game, GridGame) and max(game.width, game.height) <= LARGEST_DRAWN_SIDE
        )

    def result(self, root: TraceStep, best: int) -> Json:
        """Return the value, the move and the line of best play."""
        line = [best]
        step = next(child for child in root.children if child.move == best)
        while step.children:
            step = next(child for child in step.children if -child.value == step.value)
            assert step.move is not None
            line.append(step.move)
        return {
            "value": self.value(root.value, root.to_move),
            "best": self.game.write_move(best),
            "line": [self.game.write_move(move) for move in line],
        }

    def minimax(self, step: TraceStep) -> Json:
        children = [self.minimax(child) for child in step.children]
        return {**self._place(step), "value": self._of(step), "children": children}

    def alphabeta(self, root: TraceStep) -> Json:
        """Write the tree with the windows, the order of visits, and for each cut what it rests
        on.
        """
        order = 0

        def write(step: TraceStep, holders: tuple[Json | None, Json | None]) -> Json:
            """Write a node; `holders` are what alpha and beta rest on, where the search has found
            that.
            """
            nonlocal order
            order += 1
            place = {**self._place(step), "order": order}
            alpha, beta = step.alpha, step.beta
            if step.to_move:
                alpha, beta = -beta, -alpha
            window = {"alpha": self.value(alpha), "beta": self.value(beta)}
            children: list[Json] = []
            best, holder = -WIN, None
            mine, theirs = holders[step.to_move], holders[1 - step.to_move]
            for child in step.children:
                own = holder if best > step.alpha else mine
                pair = (theirs, own) if step.to_move else (own, theirs)
                children.append(write(child, pair))
                if -child.value > best:
                    best = -child.value
                    holder = {"node": place["order"], "move": children[-1]["move"]}
            unseen = step.legal[len(step.children) :] if step.children else []
            cut = None
            if unseen:
                cut = {
                    "by": PLAYERS[step.to_move],
                    "move": children[-1]["move"],
                    "value": self.value(best, step.to_move),
                    "limit": self.value(step.beta, step.to_move),
                    "holder": theirs,
                    "moves": [self.game.write_move(move) for move in unseen],
                }
            return {
                **place,
                **window,
                "value": self._of(step),
                "bound": _bound(step),
                "cut": cut,
                "children": children,
            }

        return write(root, (None, None))

    def _place(self, step: TraceStep) -> Json:
        kind = "open" if step.children else "estimate" if is_estimate(step) else "end"
        return {
            "move": None if step.move is None else self.game.write_move(step.move),
            "to_move": PLAYERS[step.to_move],
            "kind": kind,
            **self.board(step.cells, step.move, step.won),
        }

    def board(self, cells: str, move: int | None, won: tuple[int, ...]) -> Json:
        return {"cells": cells if self.drawn else None, "cell": move, "won": list(won)}

    def _of(self, step: TraceStep) -> Json:
        if not step.children and not is_estimate(step) and step.value == 0:
            return {"number": 0, "words": "draw"}
        return self.value(step.value, step.to_move)

    def value(self, value: int, to_move: int = 0) -> Json:
        """Write a value to one side as x sees it, as a number and in words."""
        number = -value if to_move else value
        distance = WIN - abs(number)
        if distance == 0:
            words = "+∞" if number > 0 else "−∞"  # noqa: RUF001 - a minus sign to be read
        elif abs(number) > PROVEN:
            words = f"{'x' if number > 0 else 'o'} wins in {distance}"
        elif number == 0:
            words = "even" if self.estimates else "draw"
        else:
            words = f"{'+' if number > 0 else '−'}{abs(number)}"  # noqa: RUF001
        return {"number": number, "words": words}


def is_estimate(step: TraceStep) -> bool:
    return not step.children and step.depth == 0 and bool(step.legal)


def _bound(step: TraceStep) -> str:
    """Return what the value of alpha-beta is, from x's side: itself, at least it, or at most it."""
    if not step.children or step.alpha < step.value < step.beta:
        return "exact"
    at_least = step.value >= step.beta
    return "at least" if at_least == (step.to_move == 0) else "at most"
