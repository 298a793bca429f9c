"""Depth-limited alpha-beta on the plain positions: what a textbook reader would write first.

It serves as the measure of what `hminimax` gains; the estimate is the engine's own for the
nine-board games, counted line by line.
"""

from __future__ import annotations

from tests.reference.position import MARKS, THREES, PlainPosition

WORTH = (0, 10, 60)
BIG_WORTH = 8
WIN = 1_000_000


def best_move(position: PlainPosition, depth: int) -> tuple[int, int]:
    """The value of the position to its side to move, and the first move that has it."""
    best, choice = -WIN - 1, -1
    for move in position.legal_moves():
        score = -value(position.play(move), depth - 1, -WIN, -best)
        if score > best:
            best, choice = score, move
    return best, choice


def value(position: PlainPosition, depth: int, alpha: int, beta: int) -> int:
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome == "draw" else WIN if outcome == MARKS[position.to_move] else -WIN
    if depth == 0:
        return estimate(position)
    for move in position.legal_moves():
        alpha = max(alpha, -value(position.play(move), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def estimate(position: PlainPosition) -> int:
    """Open lines of all small boards, and in ultimate of the big one."""
    cells = position.cells()
    boards = [cells[start : start + 9] for start in range(0, 81, 9)]
    owners = getattr(position, "owners", None)
    worth = 0
    for number, marks in enumerate(boards):
        if owners is None or (owners[number] == "." and "." in marks):
            worth += line_worth(marks)
    if owners is not None:
        drawn = ["=" if "." not in boards[n] and owners[n] == "." else owners[n] for n in range(9)]
        worth += BIG_WORTH * line_worth("".join(drawn))
    return worth if position.to_move == 0 else -worth


def line_worth(marks: str) -> int:
    worth = 0
    for line in THREES:
        on_line = [marks[cell] for cell in line]
        if "=" in on_line:
            continue
        x, o = on_line.count("x"), on_line.count("o")
        if not o:
            worth += WORTH[x]
        elif not x:
            worth -= WORTH[o]
    return worth
