"""A small engine for every game that does everything right: it wins in one, or plays anything.

`python good_engine.py` speaks UGI and UCI; `broken_engine.py` derives one fault after the other
from it. It never thinks: what has to last, as `go infinite`, is answered when the time has come.
"""

from __future__ import annotations

import os.path
import sys

sys.path.insert(0, os.path.abspath(os.path.join(__file__, "../../../..")))

from linemate.engine.core import Game, LinemateError, Outcome, Position
from linemate.engine.registry import GAMES, make_game

RESULTS = {Outcome.X_WINS: "p1win", Outcome.O_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


class Good:
    """A method for each command, with the words after it."""

    step = ""  # of `linemate check`: the one that finds the fault of an engine derived from this
    options: tuple[str, ...] = (
        f"option name UCI_Variant type combo default tictactoe var {' var '.join(GAMES)}",
        "option name MultiPV type spin default 1 min 1 max 8",
        "option name Ponder type check default false",
        "option name Style type combo default calm var calm var wild",
        "option name Book File type string default <empty>",
        "option name Clear Hash type button",
    )

    def __init__(self) -> None:
        self.game: Game = make_game("tictactoe")
        self.position: Position = self.game.start()
        self.searches = 0
        self.dialect = "ugi"
        self.multipv = 1
        self.limits: list[str] = []  # the words behind the last `go`
        self.pending = ""  # the bestmove line of a search that has to last

    # ------------------------------------------------------------ the conversation

    def run(self) -> None:
        for line in sys.stdin:
            self.handle(line)

    def handle(self, line: str) -> None:
        verb, *words = line.split() or [""]
        getattr(self, f"on_{verb}", self.on_unknown)(words)

    def on_unknown(self, words: list[str]) -> None:
        pass

    def on_ugi(self, words: list[str]) -> None:
        self.dialect = "ugi"
        self.greet()

    def on_uci(self, words: list[str]) -> None:
        self.dialect = "uci"
        self.greet()

    def greet(self) -> None:
        say("id name Small", "id author nobody", *self.options, f"{self.dialect}ok")

    def on_isready(self, words: list[str]) -> None:
        say("readyok")

    def on_setoption(self, words: list[str]) -> None:
        name, _, value = " ".join(words[1:]).partition(" value ")
        if name == "MultiPV" and value.isdigit():
            self.multipv = int(value)
        if name == "UCI_Variant":
            self.begin([value])

    def on_uginewgame(self, words: list[str]) -> None:
        self.begin(words)

    def on_ucinewgame(self, words: list[str]) -> None:
        self.begin(words)

    def begin(self, words: list[str]) -> None:
        try:
            if words:
                pairs = zip(words[1::2], words[2::2], strict=True)
                self.game = make_game(words[0], dict(pairs))
            self.position = self.game.start()
        except ValueError as error:
            say(f"info string error: {error}")

    def on_position(self, words: list[str]) -> None:
        kind, _, rest = " ".join(words).partition(" ")
        fen, _, moves = f"{rest} ".partition("moves ")
        try:
            if kind not in ("startpos", "fen"):
                raise LinemateError(f"bad position {kind!r}")
            start = self.game.start() if kind == "startpos" else self.game.read_position(fen)
            self.position = start
            for text in moves.split():
                self.position.play(self.game.read_move(self.position, text))
        except LinemateError as error:
            say(f"info string error: {error}")

    # ------------------------------------------------------------ searching

    def on_go(self, words: list[str]) -> None:
        self.end_search()
        self.limits = words
        moves = self.choose(words)
        for rank, move in enumerate(moves[: self.multipv], start=1):
            say(self.report(rank, move))
        best = f"bestmove {self.write(moves[0] if moves else None)}"
        if "infinite" in words or "ponder" in words:
            self.pending = best
        else:
            say(best)

    def choose(self, words: list[str]) -> list[int]:
        """The moves, best first."""
        moves = self.position.legal_moves()
        if "searchmoves" in words:
            wanted = words[words.index("searchmoves") + 1 :]
            moves = [move for move in moves if self.game.write_move(move) in wanted]
        # Another one each time; the module `random` would double the time to start.
        self.searches += 1
        first = 7919 * self.searches % max(1, len(moves))
        return sorted(moves[first:] + moves[:first], key=self.wins, reverse=True)

    def wins(self, move: int) -> bool:
        return self.position.wins_at_once(move)

    def report(self, rank: int, move: int) -> str:
        score = "mate 1" if self.wins(move) else "cp 0"
        pv = " ".join(map(self.game.write_move, self.line(move)))
        return f"info depth 1 multipv {rank} score {score} nodes 9 pv {pv}"

    def line(self, move: int) -> list[int]:
        """The move and a reply, if there is one."""
        self.position.play(move)
        replies = self.position.legal_moves()
        self.position.undo()
        return [move, *replies[:1]]

    def write(self, move: int | None) -> str:
        return "none" if move is None else self.game.write_move(move)

    def end_search(self) -> None:
        if self.pending:
            best, self.pending = self.pending, ""
            say(best)

    def on_stop(self, words: list[str]) -> None:
        self.end_search()

    def on_ponderhit(self, words: list[str]) -> None:
        self.end_search()

    def on_quit(self, words: list[str]) -> None:
        sys.exit(0)

    # ------------------------------------------------------------ queries

    def on_query(self, words: list[str]) -> None:
        answer = self.answer(words[0] if words else "")
        if answer:
            say(f"response {answer}")

    def answer(self, what: str) -> str:
        outcome = self.position.outcome()
        match what:
            case "p1turn":
                return str(self.position.to_move == 0).lower()
            case "gameover":
                return str(outcome is not None).lower()
            case "result":
                return RESULTS[outcome]
            case "legalmoves":
                return " ".join(map(self.game.write_move, self.position.legal_moves())) or "none"
            case "fen":
                return self.game.write_position(self.position)
        return ""


if __name__ == "__main__":
    Good().run()
