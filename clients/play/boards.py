"""Boards on the screen: `draw_board` for any game, and the simpler layouts.

All fit into 80 columns. Small rectangles are boxed and show in each free cell what to type;
larger ones have coordinates; nine boards are in `nineboards.py`. A game that has no layout here
is shown as its own rules draw it.
"""

from __future__ import annotations

from linemate.clients.play.marks import DOT, FAINT, draw_cells
from linemate.clients.play.moves import show_move
from linemate.clients.play.nineboards import draw_nine_boards
from linemate.engine.core import Game, Position
from linemate.engine.games.grid import COLUMNS, GridGame
from linemate.engine.games.qubic import LEVELS, SIDE, Qubic
from linemate.engine.games.smallboards import BoardsPosition
from rich.text import Text

LARGEST_BOXED = 6  # cells a side
MARGIN = "  "


def draw_board(game: Game, position: Position) -> list[Text]:
    """The lines of the board; the last move, the winning line and where to play stand out."""
    if isinstance(position, BoardsPosition):
        return draw_nine_boards(game, position)
    if isinstance(game, GridGame):
        if max(game.width, game.height) <= LARGEST_BOXED:
            return draw_boxed(game, position)
        return draw_open(game, position)
    if isinstance(game, Qubic):
        return draw_levels(game, position)
    return [Text(line) for line in game.diagram(position).splitlines()]


def draw_boxed(game: GridGame, position: Position) -> list[Text]:
    """
     1 │ 2 │ 3
    ───┼───┼───
     4 │[X]│ 6
    """
    width = 5
    cells = draw_cells(position, lambda move: show_move(game, move), width)
    rule = MARGIN + "┼".join(["─" * width] * game.width)
    lines: list[Text] = []
    for start in range(0, len(cells), game.width):
        if lines:
            lines.append(Text(rule, FAINT))
        row = Text.assemble(("│", FAINT)).join(cells[start : start + game.width])
        lines.append(Text.assemble(MARGIN, row))
    return lines


def draw_open(game: GridGame, position: Position) -> list[Text]:
    """
       a  b  c
    2  ·  X  ·  2
    1  · [O] ·  1
       a  b  c
    """
    cells = draw_cells(position, lambda _: DOT, 3)
    letters = Text(MARGIN + "   " + "".join(f" {letter} " for letter in COLUMNS[: game.width]))
    lines = [letters]
    for row in range(game.height):
        number = game.height - row
        marks = Text().join(cells[row * game.width : (row + 1) * game.width])
        lines.append(Text.assemble(MARGIN, f"{number:>2} ", marks, f" {number}"))
    return [*lines, letters]


def draw_levels(game: Qubic, position: Position) -> list[Text]:
    """Levels z from left to right, in each the rows x downwards and columns y across."""
    width = 4
    cells = draw_cells(position, lambda move: show_move(game, move), width)
    rules = ["─" * (width * SIDE + 1)] * SIDE
    titles = "┬".join(f" level {z} ".center(len(rule), "─") for z, rule in enumerate(rules))
    lines = [Text(f"┌{titles}┐", FAINT)]
    for x in range(SIDE):
        row = Text.assemble(("│", FAINT))
        for level in LEVELS:
            marks = Text().join(cells[cell] for cell in level[SIDE * x : SIDE * (x + 1)])
            row.append_text(Text.assemble(" ", marks, ("│", FAINT)))
        lines.append(row)
    return [*lines, Text(f"└{'┴'.join(rules)}┘", FAINT)]
