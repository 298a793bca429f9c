"""A small engine that does everything right: tic-tac-toe, the first free cell, no thinking.

`go infinite` reports twice, the second time in two variations, and waits for `stop`; `go ponder`
waits for `stop` or `ponderhit`.
"""

from __future__ import annotations

import sys

CELLS = [column + row for row in "123" for column in "abc"]
LINES = ["a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3", "a3b2c1"]
OPTIONS = """\
option name Hash type spin default 16 min 1 max 64
option name Search type combo default auto var auto var mcts
option name Ponder type check default false
option name Log File type string default <empty>
option name Clear Hash type button
option name Cursed type check default false"""


def say(*lines: str) -> None:
    sys.stdout.write("".join(line + "\n" for line in lines))
    sys.stdout.flush()


class Honest:
    """A method for each command, with the words after it."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.searching = False

    def run(self) -> None:
        for line in sys.stdin:
            verb, *words = line.split() or [""]
            getattr(self, f"on_{verb}", self.on_unknown)(words)

    def on_unknown(self, words: list[str]) -> None:
        pass

    def on_ugi(self, words: list[str]) -> None:
        say("id name Honest Peer", "id author nobody", *OPTIONS.splitlines(), "ugiok")

    def on_isready(self, words: list[str]) -> None:
        say("readyok")

    def on_quit(self, words: list[str]) -> None:
        sys.exit(0)

    def on_setoption(self, words: list[str]) -> None:
        if "Cursed" in words:
            say("info string error: it is cursed")

    def on_uginewgame(self, words: list[str]) -> None:
        self.moves = []
        if words[:1] not in ([], ["tictactoe"]):
            say(f"info string error: unknown game {words[0]!r}: expected tictactoe")

    def on_position(self, words: list[str]) -> None:
        self.moves = words[words.index("moves") + 1 :] if "moves" in words else []
        for move in self.moves:
            if move not in CELLS:
                say(f"info string error: illegal move {move!r}")

    def line_of(self, side: int) -> bool:
        own = self.moves[side::2]
        return any(all(line[i : i + 2] in own for i in (0, 2, 4)) for line in LINES)

    def on_query(self, words: list[str]) -> None:
        over = self.line_of(0) or self.line_of(1) or len(self.moves) == 9
        if words == ["gameover"]:
            say(f"response {str(over).lower()}")
        if words == ["result"]:
            winner = "p1win" if self.line_of(0) else "p2win" if self.line_of(1) else "draw"
            say(f"response {winner if over else 'none'}")
        if words == ["legalmoves"]:
            say(" ".join(("response", *(cell for cell in CELLS if cell not in self.moves))))

    def best(self) -> str:
        return next((cell for cell in CELLS if cell not in self.moves), "none")

    def on_go(self, words: list[str]) -> None:
        say(f"info depth 1 score cp 7 nodes 9 pv {self.best()}")
        if "ponder" in words:
            self.searching = True
        elif "infinite" in words:
            self.searching = True
            say("info depth 2 multipv 1 score mate 3 pv b2 a1 c3")
            say("info depth 2 multipv 2 score cp -5 pv a1", "info nodes 50 nps 1000 time 40")
        else:
            say(f"bestmove {self.best()}")

    def on_ponderhit(self, words: list[str]) -> None:
        self.on_stop(words)

    def on_stop(self, words: list[str]) -> None:
        if self.searching:
            self.searching = False
            say(f"bestmove {self.best()}")


if __name__ == "__main__":
    Honest().run()
