"""What a page is told of the puzzles: all of them, once, when somebody asks for one."""

from __future__ import annotations

from functools import cache
from typing import Any

from linemate.clients.shared.puzzles import game_of, load_puzzles, start_of, where_to_look
from linemate.clients.shared.values import describe_game
from linemate.engine.core import PLAYERS
from linemate.engine.puzzle import Puzzle


@cache
def describe_puzzles() -> list[dict[str, Any]]:
    """Return the message `puzzles`, but for its type and number."""
    return [_describe(puzzle) for puzzle in load_puzzles()]


def _describe(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.identity,
        "words": describe_game(game_of(puzzle.words)),
        "claim": puzzle.claim,
        "plies": puzzle.plies,
        "grade": puzzle.grade,
        "position": puzzle.position,
        "toMove": PLAYERS[start_of(puzzle).to_move],
        "steps": puzzle.steps,
        "look": where_to_look(puzzle),
    }
