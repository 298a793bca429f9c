"""An engine as a player, where the driver is made up."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer
from linemate.engine.registry import make_game
from linemate.protocol.driver import Answer, Engine, EngineRefusedError, Limits, Option

QUESTION = Question(None, (), Limits(nodes=1), 60.0)


class Search:
    """One that ends only when it is told to."""

    def __init__(self) -> None:
        self.answer: Answer | None = None

    def interrupt(self) -> None:
        self.answer = Answer("a1", None, None, (), 0.1, False)

    def wait(self) -> Answer:
        assert self.answer is not None, "nobody has stopped it"
        return self.answer


class Driver:
    """`during` is called when the engine is told the position; then there is no search yet."""

    def __init__(self, during: Callable[[], None]) -> None:
        self.process = SimpleNamespace(pid=1)
        self.options: dict[str, Option] = {}
        self._during = during
        self._running: Search | None = None

    def newgame(self) -> None:
        pass

    def position(self, moves: Any, start: Any) -> None:
        self._during()

    def analyse(self, limits: Limits, timeout: float) -> Search:
        self._running = Search()
        return self._running

    def interrupt(self) -> None:
        if self._running is not None:
            self._running.interrupt()


def make(during: Callable[[UgiPlayer], None]) -> UgiPlayer:
    driver = Driver(lambda: during(player))
    player = UgiPlayer(cast(Engine, driver))
    return player


def test_an_interrupt_just_before_a_search_begins_stops_it() -> None:
    answer = make(UgiPlayer.interrupt).think(QUESTION)
    assert answer.move == "a1"


def test_one_of_the_game_before_does_not() -> None:
    player = make(lambda player: None)
    player.interrupt()
    player.new_game()
    with pytest.raises(AssertionError, match="nobody"):
        player.think(QUESTION)


@pytest.mark.parametrize("choices", ["tictactoe", "TicTacToe", "chess TICTACTOE"])
def test_a_variant_is_known_in_whatever_case(choices: str) -> None:
    """An engine that offers `var TicTacToe` was accepted by match and refused by play, web and
    bridge.
    """
    with UgiPlayer.start(EngineSetting(command=uci_engine(choices))) as player:
        player.begin(make_game("tictactoe"))
        assert player.think(QUESTION).move == "b2"


def test_a_game_that_is_no_variant_of_the_engine_is_refused() -> None:
    with (
        UgiPlayer.start(EngineSetting(command=uci_engine("chess Xiangqi"))) as player,
        pytest.raises(EngineRefusedError, match="its variants are chess, Xiangqi"),
    ):
        player.begin(make_game("tictactoe"))


def uci_engine(variants: str) -> str:
    choices = " ".join(f"var {variant}" for variant in variants.split())
    program = f"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name Small")
        print("option name UCI_Variant type combo default chess {choices}")
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("bestmove b2", flush=True)
    elif word == "quit":
        break
"""
    return shlex.join([sys.executable, "-S", "-E", "-c", program])
