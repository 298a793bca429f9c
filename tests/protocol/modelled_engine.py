"""A real engine process, and beside it a small model of what it knows.

The model has the rules of the games, whether a search runs, and who made an illegal move.
Whoever tells the process something tells the model as well; what is heard is checked.
"""

from __future__ import annotations

from random import Random

from linemate.engine.champion.qubic.solved import BY_HEART
from linemate.engine.core import Game, Outcome, Position
from tests.protocol.engine_process import EngineProcess, errors, is_bestmove
from tests.variants import VARIANTS


class Search:
    """A `go` that has not been answered yet."""

    def __init__(self, game: Game, position: Position, two_words: bool, limits: str) -> None:
        self.game = game
        self.position = position.copy()
        self.two_words = two_words
        self.limits = limits
        # Held: no answer before it is told to. Otherwise it may come at any moment.
        self.held = limits.startswith(("infinite", "ponder"))
        self.allowed = [game.write_move(move) for move in position.legal_moves()]

    def check(self, line: str) -> None:
        """That this is the answer it may have."""
        assert not self.held, f"{line} before it was told to stop"
        move, *rest = line.removeprefix("bestmove ").split()
        if not self.allowed:
            none = "none" if self.two_words else "(none)"
            assert line == f"bestmove {none}", f"{line}, but there is no move"
            return
        assert move in self.allowed, f"{line}, not one of {self.allowed}"
        assert not (rest and self.two_words), f"{line} has more than two words"
        if rest:
            self.position.play(self.game.read_move(self.position, move))
            word, ponder = rest
            assert word == "ponder", line
            self.game.read_move(self.position, ponder)


class ModelledEngine:
    """It begins with the first of VARIANTS, as the process does."""

    def __init__(self) -> None:
        self.engine = EngineProcess()
        self.search: Search | None = None
        self.two_words = True
        self.begin(VARIANTS[0].game)

    # -------------------------------------------------------------- the model

    def begin(self, game: Game) -> None:
        self.game = game
        self.enter(game.start())

    def enter(self, position: Position) -> None:
        self.position = position
        self.offender: int | None = None

    def play(self, seed: int, length: int) -> list[str]:
        """Up to that many random moves, played in the model; their text."""
        random = Random(seed)
        texts = []
        for _ in range(length):
            moves = self.position.legal_moves()
            if not moves:
                break
            move = random.choice(moves)
            self.position.play(move)
            texts.append(self.game.write_move(move))
        return texts

    def err(self, seed: int) -> str:
        """A move that is not legal here, made by whoever is to move."""
        random = Random(seed)
        taken = set(range(self.game.cell_count)) - set(self.position.legal_moves())
        texts = ["e2e4", "", "z9", "\ufffd", "0", "-1", "a" * 300]
        texts += [self.game.write_move(move) for move in taken]
        if self.offender is None:
            self.offender = self.position.to_move
        return random.choice([text for text in texts if text])

    def outcome(self) -> Outcome | None:
        if self.offender is not None:
            return (Outcome.O_WINS, Outcome.X_WINS)[self.offender]
        return self.position.outcome()

    # -------------------------------------------------------------- talking

    def say(self, *lines: str | bytes) -> list[str]:
        """The answer to these lines, without what the search says; its end is noted."""
        for line in lines:
            self.engine.send_bytes((line.encode() if isinstance(line, str) else line) + b"\n")
        answer = []
        for line in self.engine.ask():
            if is_bestmove(line):
                assert self.search is not None, f"{line} without a go"
                self.search.check(line)
                self.search = None
            elif line.startswith("info depth ") or line == f"info string {BY_HEART}":
                assert self.search is not None, f"{line} without a search"
            else:
                answer.append(line)
        return answer

    def end_search(self) -> None:
        """The next line ends the search, if one runs."""
        if self.search is not None:
            self.search.held = False

    def wait_for_bestmove(self) -> None:
        if self.search is not None:
            self.search.check(self.engine.until(is_bestmove)[-1])
            self.search = None

    def act(self, line: str) -> None:
        """A command that is understood, and that ends a running search."""
        self.end_search()
        complaints = errors(self.say(line))
        assert complaints == [], f"{line}: {complaints}"
        assert self.search is None, "the old search had no bestmove"

    def go(self, limits: str) -> None:
        self.end_search()
        if self.search is not None:
            self.say("moves")
            assert self.search is None, "the old search had no bestmove"
        self.search = Search(self.game, self.position, self.two_words, limits)
        self.engine.send(f"go {limits}")
