"""Solutions of the exercises, each the body of what is to be filled in; and the mistakes of others.

They live here and not where students look. A file is the skeleton with these in it.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

from linemate.clients.lab.exercise.catalogue import EXERCISES

EMPTY = "    raise NotImplementedError  # your turn\n"
HEURISTIC = """\
total = 0
for line in state.lines:
    marks = [state.cells[cell] for cell in line]
    if "o" not in marks:
        total += 10 ** marks.count("x") - 1
    if "x" not in marks:
        total -= 10 ** marks.count("o") - 1
return total
"""
MINIMAX = """\
winner = state.winner()
if winner is not None:
    return {"x": 1, "o": -1, "draw": 0}[winner]
values = [value(state.play(move)) for move in state.moves()]
return max(values) if state.player == "x" else min(values)
"""
ALPHABETA = """\
winner = state.winner()
if winner is not None:
    return {"x": 1, "o": -1, "draw": 0}[winner]
best = -2 if state.player == "x" else 2
for move in state.moves():
    found = value(state.play(move), alpha, beta)
    if state.player == "x":
        best = max(best, found)
        alpha = max(alpha, best)
    else:
        best = min(best, found)
        beta = min(beta, best)
    if alpha >= beta:
        break
return best
"""
UCB = "return wins / visits + c * sqrt(log(parent_visits) / visits)\n"
BACKUP = """\
while node is not None:
    node.visits += 1
    node.wins += 0.5 if winner == "draw" else float(winner == node.mover)
    node = node.parent
"""
SOLUTIONS = {
    "heuristic": (HEURISTIC,),
    "minimax": (MINIMAX,),
    "alphabeta": (ALPHABETA,),
    "uct": (UCB, BACKUP),
}


def write_file(folder: Path, name: str, *bodies: str) -> Path:
    """Write the skeleton of an exercise with these bodies in the place of the empty ones."""
    text = EXERCISES[name].skeleton
    for body in bodies:
        assert EMPTY in text
        text = text.replace(EMPTY, indent(body, "    "), 1)
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path
