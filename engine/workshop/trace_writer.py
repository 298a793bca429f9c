"""What minimax and alpha-beta have visited, as plain dicts.

What they say, and from whose side, stands in trace_document.py.
"""

from __future__ import annotations

from linemate.engine.core import PLAYERS, Game
from linemate.engine.games.grid import GridGame
from linemate.engine.search.scores import PROVEN, WIN
from linemate.engine.workshop.trace_recorder import Step

Json = dict[str, object]

LARGEST_DRAWN_SIDE = 4


class Writer:
    """Nodes as dicts. `estimates`: whether 0 can be something else than a draw."""

    def __init__(self, game: Game, estimates: bool) -> None:
        self.game, self.estimates = game, estimates
        self.drawn = (
            isinstance(game, GridGame) and max(game.width, game.height) <= LARGEST_DRAWN_SIDE
        )

    def result(self, root: Step, best: int) -> Json:
        """The value, the move and the line of best play."""
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

    def minimax(self, step: Step) -> Json:
        children = [self.minimax(child) for child in step.children]
        return {**self._place(step), "value": self._of(step), "children": children}

    def alphabeta(self, root: Step) -> Json:
        """With the windows, the order of visits, and for each cut what it rests on."""
        order = 0

        def write(step: Step, holders: tuple[Json | None, Json | None]) -> Json:
            """`holders`: of what alpha and beta rest on, where the search has found that."""
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

    def _place(self, step: Step) -> Json:
        kind = "open" if step.children else "estimate" if is_estimate(step) else "end"
        return {
            "move": None if step.move is None else self.game.write_move(step.move),
            "to_move": PLAYERS[step.to_move],
            "kind": kind,
            **self.board(step.cells, step.move, step.won),
        }

    def board(self, cells: str, move: int | None, won: tuple[int, ...]) -> Json:
        return {"cells": cells if self.drawn else None, "cell": move, "won": list(won)}

    def _of(self, step: Step) -> Json:
        if not step.children and not is_estimate(step) and step.value == 0:
            return {"number": 0, "words": "draw"}
        return self.value(step.value, step.to_move)

    def value(self, value: int, to_move: int = 0) -> Json:
        """Of a value to one side: from x's side, as a number and in words."""
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


def is_estimate(step: Step) -> bool:
    return not step.children and step.depth == 0 and bool(step.legal)


def _bound(step: Step) -> str:
    """What the value of alpha-beta is, from x's side: itself, at least it, or at most it."""
    if not step.children or step.alpha < step.value < step.beta:
        return "exact"
    at_least = step.value >= step.beta
    return "at least" if at_least == (step.to_move == 0) else "at most"
