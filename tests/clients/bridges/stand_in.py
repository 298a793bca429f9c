"""A player for bridges that have no engine behind them: it plays the first legal move."""

from __future__ import annotations

from collections.abc import Iterator

from linemate.clients.bridges.player import Player
from linemate.clients.bridges.streams import Line
from linemate.engine.core import Game, Position
from linemate.protocol.driver import Limits


class StandIn(Player):
    def __init__(self, game: Game) -> None:
        self.game = game
        self.limits: list[Limits] = []

    def begin(self) -> None:
        pass

    def choose(self, position: Position, limits: Limits, start: str | None = None) -> int:
        self.limits.append(limits)
        return position.legal_moves()[0]


def lines(*texts: str) -> Iterator[Line]:
    """As if they had all come at the same moment."""
    return (Line(text, 1000.0) for text in texts)
