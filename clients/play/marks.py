"""Single cells on the screen, the same in all games, readable with and without colour.

X    a mark          [X]   the last move        *X*   on the winning line
59   a free cell that may be played, as one types it      .   any other free cell
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.core import PLAYERS, Position
from rich.text import Text

STYLES = {"x": "bold cyan", "o": "bold magenta"}
LAST = "reverse"
WINNING = "bold black on green"
FAINT = "dim"
DOT = "·"


def draw_cells(
    position: Position, label: Callable[[int], str], width: int, choice: str = FAINT
) -> list[Text]:
    """Every cell, `width` characters wide.

    `label` is what a legal move is shown as, `choice` in which style: a bright one helps where
    few of the free cells are legal.
    """
    legal = set(position.legal_moves())
    winning = set(position.winning_line())
    drawn = []
    for cell, mark in enumerate(position.cells()):
        if mark in PLAYERS:
            text, style = mark.upper(), STYLES[mark]
            if cell in winning:
                text, style = f"*{text}*", WINNING
            elif cell == position.last_move:
                text, style = f"[{text}]", f"{style} {LAST}"
        elif cell in legal:
            text, style = label(cell), choice
        else:
            text, style = DOT, FAINT
        drawn.append(_centred(text, style, width))
    return drawn


def _centred(text: str, style: str, width: int) -> Text:
    """The style covers the text alone, so that no coloured bars grow between the cells."""
    room = width - len(text)
    left = room // 2
    return Text.assemble(" " * left, (text, style), " " * (room - left))
