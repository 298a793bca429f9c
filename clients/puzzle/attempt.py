"""One attempt at a puzzle: the person's moves, the other side's replies, and how it stands.

As long as the person follows the proven line of the puzzle its replies are played, and its moves
are known to keep the win or not to. Off the line an engine at full strength replies, and its proven
scores tell; where it has none, the number of moves will.
"""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, auto
from types import TracebackType

from linemate.clients.shared.player import EngineSetting, Question, UgiPlayer
from linemate.clients.shared.puzzles import game_of, start_of
from linemate.engine.core import Game, Score
from linemate.engine.puzzle import Puzzle
from linemate.protocol.driver import EngineError, Limits

THINKING_TIME = 2000  # milliseconds


class Standing(Enum):
    OPEN = auto()
    WRONG = auto()
    SOLVED = auto()


class Defender:
    """The engine that plays the other side; it is started when it is first needed, and ended when
    the block is left.
    """

    def __init__(self) -> None:
        self._player: UgiPlayer | None = None
        self._game: Game | None = None

    def __enter__(self) -> Defender:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._player is not None:
            self._player.close()

    def reply(self, game: Game, start: str, moves: list[str]) -> tuple[int, Score | None]:
        """Return its move after these, and what it says the position is worth to it. Raises
        EngineError.
        """
        if self._player is None:
            self._player = UgiPlayer.start(EngineSetting())
        if self._game is not game:
            self._player.begin(game)
            self._game = game
        position = game.read_position(start)
        for text in moves:
            position.play(game.read_move(position, text))
        answer = self._player.think(Question(start, moves, Limits(movetime=THINKING_TIME)))
        score = None if answer.info is None else answer.info.score
        return self._player.read_move(game, position, answer), score


class Attempt:
    """`reply` is the last move of the other side, None where it has not answered."""

    def __init__(self, puzzle: Puzzle, defender: Defender) -> None:
        self.puzzle = puzzle
        self.game = game_of(puzzle.words)
        self.position = start_of(puzzle)
        self.solver = self.position.to_move
        self.reply: int | None = None
        self._defender = defender
        self._moves: list[str] = []
        self._on_line = True

    @property
    def has_begun(self) -> bool:
        return bool(self._moves)

    @property
    def known_move(self) -> int | None:
        """Return the move that is proven to be right here, None off the line."""
        if not self._on_line:
            return None
        return self.game.parse_move(self.puzzle.line[len(self._moves)])

    def play(self, move: int) -> Standing:
        """Play a legal move of the person's, and have it answered. Raises EngineError if there is
        no engine where one is needed to go on.
        """
        step = self.puzzle.steps[len(self._moves)]
        was_on_line, text = self._on_line, self.game.write_move(move)
        self._play(move)
        self.reply = None
        left = self.puzzle.plies - len(self._moves)
        outcome = self.position.outcome()
        if outcome is not None:
            return Standing.SOLVED if outcome.winner == self.solver else Standing.WRONG
        if left <= 0 or (was_on_line and text not in step):
            with suppress(EngineError):  # then it is not told what refutes it
                self._play(self._engine_reply()[0])
            return Standing.WRONG
        if (known := self.known_move) is not None:
            self._play(known)
            return Standing.OPEN
        reply, score = self._engine_reply()
        self._play(reply)
        keeps = score is None or score.plies is None or -left <= score.plies <= 0
        is_open = keeps and self.position.outcome() is None
        return Standing.OPEN if is_open else Standing.WRONG

    def _engine_reply(self) -> tuple[int, Score | None]:
        return self._defender.reply(self.game, self.puzzle.position, self._moves)

    def _play(self, move: int) -> None:
        text = self.game.write_move(move)
        if self.position.to_move != self.solver:
            self.reply = move
        self._on_line = self._on_line and text == self.puzzle.line[len(self._moves)]
        self._moves.append(text)
        self.position.play(move)
