"""What is said about the players at a table, around the board."""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.play.opponent import Opponent
from linemate.clients.shared.boards import FAINT
from linemate.clients.shared.endings import Ending
from linemate.engine.core import PLAYERS, Position
from linemate.engine.games.smallboards import ANY, BoardsPosition
from rich.text import Text


def name_player(humans: frozenset[int], side: int) -> str:
    """`you`, `engine`, or where that would not tell them apart, the mark."""
    if len(humans) != 1:
        return PLAYERS[side].upper()
    return "you" if side in humans else "engine"


def introduce_players(humans: frozenset[int], opponents: Sequence[Opponent]) -> str:
    """Who is who; `opponents` are the engines by side."""
    if len(humans) == 2:
        return f"You play both sides; {opponents[0].description} gives hints."
    marks = PLAYERS.upper()
    seats = [f"You are {marks[side]}" for side in humans]
    seats += [
        f"{marks[side]} is {opponents[side].description}" for side in (0, 1) if side not in humans
    ]
    return "; ".join(seats) + ("." if humans else ". Ctrl-C pauses.")


def announce_turn(humans: frozenset[int], position: Position, how_to_type: str) -> Text:
    """Who is to move, and where."""
    side = position.to_move
    mark = PLAYERS[side].upper()
    who = f"{mark} ({name_player(humans, side)})" if len(humans) == 1 else mark
    place = ""
    if isinstance(position, BoardsPosition):
        chosen = position.target != ANY
        place = f" in board {position.target + 1}" if chosen else " in any open board"
    how = f" {how_to_type}" if how_to_type else ""
    return Text.assemble((f"{who} to move{place}.", "bold"), (how, FAINT))


def announce_ending(humans: frozenset[int], ending: Ending) -> str:
    """The result and why, and praise for a person who has beaten an engine."""
    praise = " Well played!" if len(humans) == 1 and ending.winner in humans else ""
    return f"{ending}{praise}"
