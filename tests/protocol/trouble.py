"""Searchers that fail, each in its own way."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import (
    Game,
    Info,
    OptionValue,
    Position,
    Score,
    Searcher,
    UnsuitableGameError,
)


class Trouble(Searcher):
    name = "trouble"

    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        pass

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield from self.fail()

    def fail(self) -> Iterator[Info]:
        raise RuntimeError("lost\nmy way")


class LateTrouble(Trouble):
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        moves = clock.limits.searchmoves or position.legal_moves()
        for depth, move in enumerate(moves[:2], start=1):
            yield Info(depth=depth, score=Score(cp=1), pv=(move,))
        raise RecursionError("too deep")


class Unsuitable(Trouble):
    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        raise UnsuitableGameError(f"trouble cannot play {game.name}")


class StillBorn(Trouble):
    def __init__(self, game: Game, options: Mapping[str, OptionValue]) -> None:
        raise ZeroDivisionError("nobody had thought of that")


class Mute(Trouble):
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield from ()


class Lineless(Trouble):
    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield Info(depth=1, score=Score(cp=1), pv=())


class Cheat(Trouble):
    """Wants to play where the opponent has just played."""

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield Info(depth=1, score=Score(cp=1), pv=(position.history[-1],))


class Silent(Trouble):
    """One report, then nothing until it is stopped."""

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        yield Info(depth=0, score=Score(cp=1), pv=(position.legal_moves()[0],))
        while True:
            time.sleep(0.001)
            clock.check(1)


def use_searcher(monkeypatch: pytest.MonkeyPatch, kind: type[Trouble]) -> None:
    def make(name: str, game: Game, options: Mapping[str, OptionValue]) -> Searcher:
        return kind(game, options)

    monkeypatch.setattr("linemate.protocol.session.make_searcher", make)
