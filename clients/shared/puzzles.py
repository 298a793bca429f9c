"""The puzzles that come with Linemate, and what people are told of them.

They are in `data/puzzles.txt`, made and checked by `engine/tools/puzzles.py`; what a line of it
means is in `engine/puzzle.py`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from linemate.clients.shared.guide import NAMES
from linemate.clients.shared.values import read_game
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.games.grid import GridGame
from linemate.engine.games.qubic import SIDE, Qubic
from linemate.engine.games.smallboards import BoardsPosition
from linemate.engine.puzzle import Puzzle, read_puzzles

GRADES = range(1, 6)
DOWN, ACROSS = ("upper", "middle", "lower"), ("left", "middle", "right")
SMALLEST_PARTED = 5  # boards with fewer rows have no parts: they would be single cells


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return all of them, by game and then by length."""
    text = files("linemate.clients.shared").joinpath("data", "puzzles.txt").read_text("ascii")
    return tuple(read_puzzles(text.splitlines()))


@cache
def game_of(words: str) -> Game:
    """Return the game of a puzzle, made once."""
    return read_game([words])


def start_of(puzzle: Puzzle) -> Position:
    """Return the position to be solved."""
    return game_of(puzzle.words).read_position(puzzle.position)


def name_game(puzzle: Puzzle) -> str:
    """Return what people call the game."""
    game = puzzle.words.split()[0]
    return "Connect Four" if game == "mnk" else NAMES[game]


def tell_task(puzzle: Puzzle) -> str:
    """Say what is to be done: `x to play and win in 3 moves`."""
    moves = "1 move" if puzzle.moves == 1 else f"{puzzle.moves} moves"
    return f"{PLAYERS[start_of(puzzle).to_move]} to play and win in {moves}"


def where_to_look(puzzle: Puzzle) -> str:
    """Name the part of the board in which the first move is, and no more than that."""
    game, position = game_of(puzzle.words), start_of(puzzle)
    move = game.parse_move(puzzle.line[0])
    if isinstance(position, BoardsPosition):
        board = f"board {move // 9 + 1}"
        if len({each // 9 for each in position.legal_moves()}) > 1:
            return board
        return f"the {DOWN[move % 9 // 3]} row of {board}"
    if isinstance(game, Qubic):
        return f"level {move % SIDE}"
    assert isinstance(game, GridGame)
    row, column = divmod(move, game.width)
    across = ACROSS[3 * column // game.width]
    if game.height < SMALLEST_PARTED:
        return f"the {across} column"
    if game.options.get("drop"):
        return f"the {across} columns"
    down = DOWN[3 * row // game.height]
    if down == across:
        return "the middle of the board"
    return f"the {down} {across} of the board"
