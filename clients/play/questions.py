"""What is asked before the first game: which game, which side, how strong. Enter is an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text

from clients.play.commands import ALIASES
from clients.play.screen import Screen
from clients.play.settings import DEFAULT_LEVEL, LEVELS, make_setting
from clients.words import read_game
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


class Leaving(Exception):  # noqa: N818 - an event, not an error
    """Somebody answered `quit`."""


def ask_until(
    screen: Screen, prompt: str, default: str, explanation: str, read: Callable[[str], Answer]
) -> Answer:
    """The first answer that can be read; `help` shows the explanation.

    Raises EndOfInput and Leaving.
    """
    while True:
        answer = screen.ask(f"{prompt} [{default}]: ") or default
        command = ALIASES.get(answer.lower(), answer.lower())
        if command == "quit":
            raise Leaving
        if command == "help":
            screen.show(explanation, f"Enter is {default}, and quit leaves.")
            continue
        try:
            return read(answer)
        except LinemateError as error:
            screen.warn(str(error))


def ask_game(screen: Screen) -> Game:
    screen.show("")
    for number, name in enumerate(GAMES, start=1):
        screen.show(Text.assemble(f"  {number} ", (f"{name:<11}", "bold"), MENU[name]))
    screen.show("")
    explanation = (
        "Type the number or the name of a game, and behind it any of its options, as in "
        "gomoku size=9; `linemate play --help` lists them."
    )
    return ask_until(screen, "Which game", "1", explanation, read_menu)


def read_menu(text: str) -> Game:
    """`3`, `ultimate` or `gomoku size=9`. Raises OptionError."""
    number, *options = text.lower().split()
    if number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= len(GAMES):
        return read_game([list(GAMES)[int(number) - 1], *options])
    return read_game([number, *options])


def ask_side(screen: Screen) -> frozenset[int]:
    explanation = (
        "x or o: you play this side and the engine the other. both: two people play, and the "
        "engine gives hints. none: the engine plays itself, and you watch."
    )
    return ask_until(screen, "Play x (moves first), o, both or none", "x", explanation, read_side)


def read_side(text: str) -> frozenset[int]:
    """The sides that people play."""
    if text.lower() not in SIDES:
        raise LinemateError(f"bad side {text!r}: expected one of {', '.join(SIDES)}")
    return SIDES[text.lower()]


def ask_level(screen: Screen) -> str:
    question = "How strong, from 1 (a beginner) to 10"
    seconds = [LEVELS[level].movetime / 1000 for level in (min(LEVELS), max(LEVELS))]
    explanation = (
        "Type a number. A higher level makes fewer mistakes and may think longer: at most "
        f"{seconds[0]:g} s for a move at the lowest, {seconds[1]:g} s at the highest."
    )
    return ask_until(screen, question, str(DEFAULT_LEVEL), explanation, read_level)


def read_level(text: str) -> str:
    make_setting({"level": text})
    return text
