"""What a newcomer is told of each game.

A game that is not described here can be played all the same: its options and its moves speak
for it.
"""

from __future__ import annotations

from linemate.engine.core import Game
from linemate.engine.registry import GAMES, make_game

NAMES = {
    "tictactoe": "Tic-tac-toe",
    "nineboard": "Nine-board",
    "ultimate": "Ultimate tic-tac-toe",
    "qubic": "Qubic",
    "gomoku": "Gomoku",
    "mnk": "m,n,k",
}
# The options of mnk that make a game with a name of its own, as text.
CONNECT_FOUR = {"width": "7", "height": "6", "row": "4", "drop": "true"}
MENU = {
    "tictactoe": "three in a row",
    "nineboard": "nine small boards: a line in any one of them wins",
    "ultimate": "nine small boards: three boards in a row win",
    "qubic": "four in a row in a cube of 4x4x4",
    "gomoku": "five in a row on 15x15, or as you like: gomoku size=9",
    "mnk": "any row on any board: mnk width=7 height=6 row=4 drop=true is Connect Four",
}
SENDING = "Playing cell 9 of a board sends the other player to board 9."
# The page has these sentences as well, in clients/shared/page/static/words.js.
RULES = {
    "tictactoe": "Three in a row win.",
    "nineboard": f"Three in a row in any small board win the game. {SENDING}",
    "ultimate": f"Three in a row win a small board, three boards in a row the game. {SENDING}",
    "qubic": (
        "Four in a row win, in any direction through the four levels of the cube. "
        "A cell is its row from the back, its column from the left and its level from below, "
        "counted from 0."
    ),
    "gomoku": "Five in a row win.",
    "mnk": "{row} in a row win.",
}
# What the value of an option adds to the rules.
ADDITIONS = {
    ("full_board", "free"): "Who is sent to a full board may play in any other.",
    ("full_board", "draw"): "Being sent to a full board draws the game.",
    ("won_boards", "closed"): (
        "A board that is won or full takes no more moves: who is sent to one may play in any other."
    ),
    ("won_boards", "open"): (
        "A won board goes on taking moves until it is full. Who is sent to a full one may play in "
        "any other."
    ),
    ("tiebreak", "draw"): "With no moves left, the game is drawn.",
    ("tiebreak", "majority"): "With no moves left, more small boards win.",
    ("rule", "freestyle"): "More than five win, too.",
    ("rule", "standard"): "Six or more do not.",
    ("drop", True): "Marks fall to the lowest free cell of their column.",
    ("rule", "renju"): (
        "x must not make two threes, two fours or a row of six or more, unless the move makes five."
    ),
    ("rule", "caro"): "Six or more do not, nor five between two marks of the other player.",
    ("rule", "caro6"): "Five between two marks of the other player do not; six or more do.",
}


def name_kind(game: Game) -> str:
    """Return what people call the game, whatever its options: only Connect Four is one by them."""
    if game.name == "mnk" and game.settings == CONNECT_FOUR:
        return "Connect Four"
    return NAMES.get(game.name, game.name)


def name_game(game: Game) -> str:
    """Return what people call the game, with the options that are not as usual."""
    usual = make_game(game.name).settings
    unusual = [f"{name}={text}" for name, text in game.settings.items() if text != usual[name]]
    return " ".join([NAMES.get(game.name, game.name), *unusual])


def describe_in_menu(name: str) -> str:
    """Say what the game of this name is, in a few words."""
    return MENU.get(name) or describe_options(name)


def describe_rules(game: Game) -> str:
    """Say the rules in a line or two, with what the options of this game settle."""
    rules = RULES.get(game.name, "Type moves to see what may be played.").format(**game.options)
    added = [ADDITIONS[item] for item in game.options.items() if item in ADDITIONS]
    return " ".join([rules, *added])


def describe_options(name: str) -> str:
    """Say what may stand behind the name of this game: `size=4..22 rule=freestyle|standard`."""
    return " ".join(option.usage for option in make_game(name).OPTIONS)


def list_options() -> list[str]:
    """Return a line for each game that has options. It loads all games: call it on demand only."""
    options = {name: describe_options(name) for name in GAMES}
    return [f"  {name:<11}{words}" for name, words in options.items() if words]
