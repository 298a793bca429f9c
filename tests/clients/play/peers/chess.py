"""A UCI engine that plays chess and nothing else, as far as its hand-shake tells."""

from __future__ import annotations

import sys

REPLIES = {
    "uci": [
        "id name Chess Peer",
        "option name UCI_Variant type combo default chess var chess var atomic",
        "uciok",
    ],
    "isready": ["readyok"],
    "go": ["bestmove e2e4"],
}

for line in sys.stdin:
    verb = line.split()[0] if line.split() else ""
    if verb == "quit":
        break
    for reply in REPLIES.get(verb, []):
        sys.stdout.write(reply + "\n")
    sys.stdout.flush()
