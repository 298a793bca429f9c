"""What is asked before the first game: which game, which side, how strong. Enter is an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text

from clients.play.screen import Screen
from clients.play.settings import DEFAULT_LEVEL, make_setting, read_game
from engine.core import Game, LinemateError
from engine.registry import GAMES

Answer = TypeVar("Answer")

MENU = {
    "tictactoe": "three in a row",
    "nineboard": "nine small boards: a line in any one of them wins",
    "ultimate": "nine small boards: three boards in a row win",
    "qubic": "four in a row in a cube of 4x4x4",
    "gomoku": "five in a row on 15x15, or as you like: gomoku size=9",
    "mnk": "any row on any board: mnk width=5 height=4 row=4",
}
SIDES = {
    "x": frozenset({0}),
    "o": frozenset({1}),
    "both": frozenset({0, 1}),
    "none": frozenset(),
}


def ask_until(screen: Screen, prompt: str, default: str, read: Callable[[str], Answer]) -> Answer:
    """The first answer that can be read. Raises EndOfInput."""
    while True:
        try:
            return read(screen.ask(f"{prompt} [{default}]: ") or default)
        except LinemateError as error:
            screen.warn(str(error))


def ask_game(screen: Screen) -> Game:
    screen.show("")
    for number, name in enumerate(GAMES, start=1):
        screen.show(Text.assemble(f"  {number} ", (f"{name:<11}", "bold"), MENU[name]))
    screen.show("")
    return ask_until(screen, "Which game", "1", read_menu)


def read_menu(text: str) -> Game:
    """`3`, `ultimate` or `gomoku size=9`. Raises OptionError."""
    number, *options = text.lower().split()
    if number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= len(GAMES):
        return read_game([list(GAMES)[int(number) - 1], *options])
    return read_game([number, *options])


def ask_side(screen: Screen) -> frozenset[int]:
    return ask_until(screen, "Play x (moves first), o, both or none", "x", read_side)


def read_side(text: str) -> frozenset[int]:
    """The sides that people play."""
    if text.lower() not in SIDES:
        raise LinemateError(f"bad side {text!r}: expected one of {', '.join(SIDES)}")
    return SIDES[text.lower()]


def ask_level(screen: Screen) -> str:
    question = "How strong, from 1 (a beginner) to 10"
    return ask_until(screen, question, str(DEFAULT_LEVEL), read_level)


def read_level(text: str) -> str:
    make_setting({"level": text})
    return text
