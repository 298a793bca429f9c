"""Engines for the page to cope with: `python peer.py KIND FILE`.

KIND is one of those of tests/protocol/peers or of the classes below; `Honest,Stubborn` is honest
when it is first started, as by a server that tries its engine, and stubborn ever after. The number
of the process is added to the file, so that a test can tell whether it has ended.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.protocol.peers import broken
    from tests.protocol.peers.honest import Honest, say
else:  # it is run as a script, in a bare interpreter
    sys.path.insert(0, str(Path(__file__).parents[3] / "protocol" / "peers"))
    import broken
    from honest import Honest, say


class Endless(Honest):
    """Reports all the time until it is told to stop, in two variations, with moves that are
    not legal in the end.
    """

    def on_go(self, words: list[str]) -> None:
        self.searching = True
        best = self.best()
        for depth in range(1, 2000):
            say(
                f"info depth {depth} multipv 1 score cp {depth} nodes {depth} pv {best} {best}",
                f"info depth {depth} multipv 2 score mate -2 pv c3",
            )


class Counting(Honest):
    """Has tried two moves, whose bounds are much the same."""

    def on_go(self, words: list[str]) -> None:
        say("info depth 1 score cp 0 pv a1 visits a1 10 1.021 b2 12 1.024", "bestmove a1")


class NoMove(Honest):
    def best(self) -> str:
        return "none"


class Options(Honest):
    """Scores what it has been set to last."""

    value = 0

    def on_ugi(self, words: list[str]) -> None:
        say(
            "id name Options",
            "option name Skill type spin default 5 min 1 max 11",
            "option name Threads type spin default 1 min 1 max 4096",
            "option name Log File type string default <empty>",
            "option name Odd type combo default nothing var something",
            "option name Clear type button",
            "ugiok",
        )

    def on_setoption(self, words: list[str]) -> None:
        self.value = int(words[-1]) if words[-1].isdigit() else -1

    def on_go(self, words: list[str]) -> None:
        say(f"info depth 1 score cp {self.value} pv {self.best()}", f"bestmove {self.best()}")


class Variants(broken.UciOnly):
    """Speaks UCI and knows variants, among them tictactoe."""

    def on_uci(self, words: list[str]) -> None:
        say(
            "id name Variants",
            "option name UCI_Variant type combo default chess var chess var tictactoe var gomoku",
            "uciok",
        )

    def on_go(self, words: list[str]) -> None:
        say("info depth 1 score mate 2 pv a1", f"bestmove {self.best()}")


class Gated(Honest):
    """Says hello when the file `gate` is there, and then removes it."""

    def on_ugi(self, words: list[str]) -> None:
        gate = Path(sys.argv[2]).with_name("gate")
        while not gate.exists():
            time.sleep(0.01)
        gate.unlink()
        super().on_ugi(words)


class SlowToStop(broken.Late):
    def on_stop(self, words: list[str]) -> None:
        time.sleep(0.2)
        super().on_stop(words)


class SlowToPrepare(broken.Late):
    """Takes its time with every position."""

    def on_position(self, words: list[str]) -> None:
        time.sleep(0.2)
        super().on_position(words)


class SlowToLeave(Honest):
    """Does not go when it is told to, nor when its input ends."""

    def on_quit(self, words: list[str]) -> None:
        time.sleep(1000)


if __name__ == "__main__":
    kinds, file = sys.argv[1].split(","), Path(sys.argv[2])
    started = len(file.read_text().splitlines()) if file.exists() else 0
    with file.open("a") as pids:
        pids.write(f"{os.getpid()}\n")
    kind = kinds[min(started, len(kinds) - 1)]
    (globals().get(kind) or getattr(broken, kind))().run()
