"""A UCI engine that plays chess, and further variants if they are named: `python chess.py NAME`.

It knows one move of chess, and one of everything else.
"""

from __future__ import annotations

import sys

VARIANTS = ["chess", *sys.argv[1:]]
OPTION = "option name UCI_Variant type combo default chess"

variant = "chess"
for line in sys.stdin:
    words = line.split() or [""]
    replies: list[str] = []
    if words[0] == "uci":
        choices = [f"var {name}" for name in VARIANTS]
        replies = ["id name Chess Peer", " ".join([OPTION, *choices]), "uciok"]
    elif words[0] == "isready":
        replies = ["readyok"]
    elif words[:3] == ["setoption", "name", "UCI_Variant"]:
        variant = words[-1]
    elif words[0] == "go":
        replies = ["bestmove e2e4" if variant == "chess" else "bestmove a1"]
    elif words[0] == "quit":
        break
    for reply in replies:
        sys.stdout.write(reply + "\n")
    sys.stdout.flush()
