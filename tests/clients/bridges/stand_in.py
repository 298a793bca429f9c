"""A player for bridges that have no engine behind them: it plays the first legal move."""

from __future__ import annotations

from collections.abc import Iterator

from linemate.clients.bridges.arena import ArenaLine
from linemate.clients.shared.player import Question, UgiPlayer
from linemate.engine.core import Game, Position
from linemate.protocol.driver import Answer, Limits


class StandIn(UgiPlayer):
    def __init__(self) -> None:
        self.limits: list[Limits] = []

    def new_game(self) -> None:
        pass

    def think(self, question: Question, watch: object = None) -> Answer:
        self.limits.append(question.limits)
        return Answer(move="any", ponder=None, info=None, infos=(), seconds=0.0)

    def read_move(self, game: Game, position: Position, answer: Answer) -> int:
        return position.legal_moves()[0]


def lines(*texts: str) -> Iterator[ArenaLine]:
    """Have them all come at the same moment."""
    return (ArenaLine(text, 1000.0) for text in texts)
