"""Engines that each do one thing wrong: `python broken.py KIND`, where KIND is a class below."""

from __future__ import annotations

import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.protocol.peers.honest import OPTIONS, Honest, say
else:  # it is run as a script, in a bare interpreter
    from honest import OPTIONS, Honest, say


class CrashAtOnce(Honest):
    def run(self) -> None:
        sys.stderr.write("no weights found\ngiving up\n")
        sys.exit(3)


class CrashInSearch(Honest):
    def on_go(self, words: list[str]) -> None:
        say("info depth 1 score cp 0 pv a1")
        sys.stderr.write("assertion failed\n")
        sys.stderr.flush()
        os.abort()


class CloseOutput(Honest):
    def on_go(self, words: list[str]) -> None:
        os.close(1)
        time.sleep(1000)


class LastWords(Honest):
    """Answers, and is gone in the same moment."""

    def on_go(self, words: list[str]) -> None:
        super().on_go(words)
        os._exit(0)


class Mute(Honest):
    def run(self) -> None:
        time.sleep(1000)


class Stall(Honest):
    """Never answers a `go`, nor a `stop`."""

    def on_go(self, words: list[str]) -> None:
        pass


class Late(Honest):
    """Answers only when it is told to stop."""

    def on_go(self, words: list[str]) -> None:
        self.searching = True


class Chatty(Honest):
    """Reports for ever, and does not listen meanwhile."""

    def on_go(self, words: list[str]) -> None:
        while True:
            say(*["info depth 1 score cp 0 pv a1"] * 100)


class Verbose(Honest):
    """Has far more to report than fits into a pipe, and then answers; nothing wrong with that."""

    def on_go(self, words: list[str]) -> None:
        say(*["info depth 1 score cp 0 pv a1"] * 20_000, "bestmove a1")


class Babble(Honest):
    def on_go(self, words: list[str]) -> None:
        while True:
            say(*["so much to tell"] * 100)


class BabbleAtOnce(Babble):
    def on_ugi(self, words: list[str]) -> None:
        self.on_go(words)


class LongLine(Honest):
    def on_go(self, words: list[str]) -> None:
        while True:
            sys.stdout.write("x" * 100_000)


class StrayLines(Honest):
    """Bytes that are no text, numbers that are no numbers, lines that nobody knows."""

    def on_go(self, words: list[str]) -> None:
        sys.stdout.flush()
        os.write(1, b"info string \xff\xfe\ninfo depth banana score cp x\n\n\0\r\nhello\n")
        os.write(1, b"info depth 4 nodes many score cp 12 pv a1\r\nresponse 1\nbestmove a1\r\n")


class Twice(Honest):
    def on_go(self, words: list[str]) -> None:
        say("bestmove a1", "bestmove a2")


class TwiceLater(Honest):
    """The second bestmove of a search comes after the readyok that follows the first."""

    def on_isready(self, words: list[str]) -> None:
        super().on_isready(words)
        if self.searching:
            say("bestmove a2")

    def on_go(self, words: list[str]) -> None:
        say("bestmove a1")
        self.searching = True


class Illegal(Honest):
    def best(self) -> str:
        return "z9"


class Stubborn(Honest):
    """Ignores quit, SIGTERM and the end of its input."""

    def run(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super().run()
        time.sleep(1000)

    def on_quit(self, words: list[str]) -> None:
        pass


class Parent(Honest):
    """Starts a child that holds its pipes and would live on; the child's number is its name."""

    def on_ugi(self, words: list[str]) -> None:
        child = os.fork()
        if child == 0:
            time.sleep(1000)
        say(f"id name {child}", "ugiok")

    def on_go(self, words: list[str]) -> None:
        os._exit(5)


class Deserter(Parent):
    """Starts a child that leaves its session, is an orphan at once and does not mind SIGTERM."""

    def on_ugi(self, words: list[str]) -> None:
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if (child := os.fork()) == 0:
                time.sleep(1000)
            os.write(writing, str(child).encode())
            os._exit(0)
        os.wait()
        say(f"id name {os.read(reading, 100).decode()}", "ugiok")


class Deaf(Honest):
    """Never reads again once hands were shaken."""

    def on_isready(self, words: list[str]) -> None:
        super().on_isready(words)
        time.sleep(1000)


class UciOnly(Honest):
    def on_ugi(self, words: list[str]) -> None:
        say("Unknown command: 'ugi'")

    def on_uci(self, words: list[str]) -> None:
        say("id name Chess Peer", *OPTIONS.splitlines(), "uciok")

    def on_go(self, words: list[str]) -> None:
        say(f"info depth 1 score mate 2 pv {' '.join(words)}", "bestmove a1 ponder b1")


class UciStrict(UciOnly):
    """Says nothing at all before `uci`."""

    ready = False

    def on_ugi(self, words: list[str]) -> None:
        pass

    def on_isready(self, words: list[str]) -> None:
        if self.ready:
            super().on_isready(words)

    def on_uci(self, words: list[str]) -> None:
        self.ready = True
        super().on_uci(words)


class SlowStart(Honest):
    """Answers both greetings, but only after the driver has lost patience with the first."""

    def run(self) -> None:
        first_words = [sys.stdin.readline().strip() for _ in range(3)]
        if first_words != ["ugi", "isready", "uci"]:
            sys.exit(1)
        self.on_ugi([])
        self.on_isready([])
        self.on_uci([])
        super().run()

    def on_uci(self, words: list[str]) -> None:
        say("uciok")


if __name__ == "__main__":
    globals()[sys.argv[1]]().run()
