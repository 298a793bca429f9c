"""What is asked before the first game: which game, which side, how strong. Enter is an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from linemate.clients.play.commands import ALIASES
from linemate.clients.play.settings import make_setting
from linemate.clients.play.sides import read_sides
from linemate.clients.shared.guide import describe_in_menu, list_options
from linemate.clients.shared.levels import DEFAULT_LEVEL, LEVELS
from linemate.clients.shared.screen import Screen
from linemate.clients.shared.values import read_game
from linemate.engine.core import Game, LinemateError
from linemate.engine.registry import GAMES

Answer = TypeVar("Answer")

ABOUT_GAMES = (
    "Type the number or the name of a game, and behind it any of its options, as in gomoku "
    "size=9. These have options:"
)
ABOUT_SIDES = (
    "x or o: you play this side and the engine the other. both: two people play, and the engine "
    "gives hints. none: the engine plays itself, and you watch."
)
ABOUT_LEVELS = (
    "Type a number. A higher level makes fewer mistakes and may think longer: at most "
    f"{LEVELS[min(LEVELS)].movetime / 1000:g} s for a move at the lowest, "
    f"{LEVELS[max(LEVELS)].movetime / 1000:g} s at the highest."
)


class Leaving(Exception):  # noqa: N818 - an event, not an error
    """Somebody answered `quit`."""


def ask_until(
    screen: Screen,
    prompt: str,
    default: str,
    explain: Callable[[], list[str]],
    read: Callable[[str], Answer],
) -> Answer:
    """The first answer that can be read; `help` explains the question.

    Raises EndOfInput and Leaving.
    """
    while True:
        answer = screen.ask(f"{prompt} [{default}]: ") or default
        command = ALIASES.get(answer.lower(), answer.lower())
        if command == "quit":
            raise Leaving
        if command == "help":
            screen.show(*explain(), f"Enter is {default}, and quit leaves.")
            continue
        try:
            return read(answer)
        except LinemateError as error:
            screen.warn(str(error))


def ask_game(screen: Screen) -> Game:
    screen.show("")
    for number, name in enumerate(GAMES, start=1):
        screen.show_entry(f"{number} {name}", 13, describe_in_menu(name))
    screen.show("")
    return ask_until(screen, "Which game", "1", lambda: [ABOUT_GAMES, *list_options()], read_menu)


def read_menu(text: str) -> Game:
    """`3`, `ultimate` or `gomoku size=9`. Raises OptionError."""
    word, *options = text.lower().split()
    numbered = {str(number): name for number, name in enumerate(GAMES, start=1)}
    return read_game([numbered.get(word, word), *options])


def ask_sides(screen: Screen) -> frozenset[int]:
    prompt = "Play x (moves first), o, both or none"
    return ask_until(screen, prompt, "x", lambda: [ABOUT_SIDES], read_sides)


def ask_level(screen: Screen) -> str:
    prompt = "How strong, from 1 (a beginner) to 10"
    return ask_until(screen, prompt, str(DEFAULT_LEVEL), lambda: [ABOUT_LEVELS], read_level)


def read_level(text: str) -> str:
    make_setting({"level": text})
    return text
