"""A table: where one game at a time is played, by engines that stay seated between games.

Whoever plays many games at once, on this machine or on others, has several tables.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from linemate.clients.shared.player import EngineSetting, Player, UgiPlayer, start_player
from linemate.clients.shared.records import Ending, GameRecord, PlayedMove, Reason, Task
from linemate.clients.shared.referee.dialogue import Dialogue, write_dialogue
from linemate.clients.shared.referee.game import (
    Rules,
    Seat,
    judge_failure,
    play_game,
    record_unplayed,
)
from linemate.clients.shared.worker_pool import JobError
from linemate.engine.core import Game, LinemateError
from linemate.protocol.driver import EngineError, EngineRefusedError, EngineStartError

MOST_REPLAYS = 4  # of a game that cannot be judged fairly; then it is left without a result
# Somebody who watches games, told by the thread that plays one before each of its moves.
Follow = Callable[[Task, Sequence[PlayedMove]], None]
NOT_BEGUN = Ending(None, Reason.INTERRUPTED, "before its first move")


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over, with its dialogue if the match wants to keep that, and with the attempts
    before it that nobody could judge; nor could anybody the last one if it ended as `UNJUDGED`.
    """

    record: GameRecord
    dialogue: str | None = None
    broken_off: tuple[GameRecord, ...] = ()


class CannotPlayError(JobError):
    """The match cannot go on: an engine's command is gone, or the engine takes no options now."""


class CannotSeatError(CannotPlayError):
    """An engine cannot be had as it is to be set."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name, reason)  # as it is made: it may be told from another machine
        self.name, self.reason = name, reason

    def __str__(self) -> str:
        return f"engine {self.name}: {self.reason}"


class Table:
    """Use as a context manager: it leaves no process behind.

    One thread at a time plays; `cancel` and `ply` are for the others.
    """

    def __init__(
        self,
        rules: Rules,
        engines: Sequence[EngineSetting],
        log: str = "none",
        follow: Follow | None = None,
    ) -> None:
        """`log` says of which games the dialogue is kept: `failed`, `all` or `none`. `follow` is
        told of the moves as they are played, without those of the opening.
        """
        self.ply = 0  # of the game that is being played
        self._log = log
        self._follow = follow
        self._players: dict[str, Player] = {}
        self._set_to: dict[str, tuple[Game, EngineSetting]] = {}  # the players
        self._dialogues: defaultdict[str, Dialogue] = defaultdict(Dialogue)
        self._cancelled: Task | None = None
        self.prepare(rules, engines)

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(self._players):
            self._dismiss(name)

    def prepare(self, rules: Rules, engines: Sequence[EngineSetting]) -> None:
        """Have these rules and these engines for the games to come.

        An engine that is running under the same name stays, where it can be told what is new; of
        what it was set to before nothing is left.
        """
        self._rules = rules
        self._engines: Mapping[str, EngineSetting] = {each.name: each for each in engines}

    def cancel(self, task: Task) -> None:
        """End this game as `interrupted`, if it is being played or soon will be.

        May be called from any thread.
        """
        self._cancelled = task
        for player in list(self._players.values()):
            player.interrupt()

    def play(self, task: Task) -> FinishedGame:
        """Play a game, and again where nobody could judge an answer; its engines stay for the next
        one. Raises CannotPlayError.
        """
        names, began = (task.x, task.o), time.monotonic()
        self.ply = len(task.opening.moves)
        for name in [name for name in self._players if name not in names]:
            self._dismiss(name)
        attempts: list[GameRecord] = []
        while not attempts or (
            attempts[-1].ending.reason == Reason.UNJUDGED and len(attempts) <= MOST_REPLAYS
        ):
            record = self._play(task)
            if record.dead is not None:
                self._dismiss(record.dead)
            self._settle()
            attempts.append(record)
        *broken_off, record = attempts
        record = replace(record, replays=len(broken_off))
        dialogue = None
        if self._log == "all" or (self._log == "failed" and record.at_fault is not None):
            dialogues = [self._dialogues[name] for name in names]
            dialogue = write_dialogue(names, dialogues, began)
        for each in self._dialogues.values():
            each.clear()
        return FinishedGame(record, dialogue, tuple(broken_off))

    def _play(self, task: Task) -> GameRecord:
        settings = [self._engines[name] for name in (task.x, task.o)]
        controls = [setting.time_control for setting in settings]
        seats = []
        for side, setting in enumerate(settings):
            if self._cancelled == task:
                return record_unplayed(task, self._rules, controls, NOT_BEGUN)
            try:
                seats.append(Seat(self._seat(setting), setting.time_control))
            except EngineError as error:
                self._dismiss(setting.name)
                cancelled = self._cancelled == task
                end = NOT_BEGUN if cancelled else judge_failure(side, error)
                return record_unplayed(task, self._rules, controls, end)

        def note(moves: Sequence[PlayedMove]) -> None:
            self.ply = len(task.opening.moves) + len(moves)
            if self._follow is not None:
                self._follow(task, tuple(moves))

        return play_game(task, self._rules, seats, lambda: self._cancelled == task, note)

    def _seat(self, setting: EngineSetting) -> Player:
        """Have the engine running, set and in a new game.

        Raises EngineError, and CannotSeatError for what is not the fault of one game.
        """
        name, wanted = setting.name, (self._rules.game, setting)
        if self._set_to.get(name) == wanted:
            self._players[name].new_game()
        else:
            try:
                self._set(setting)
            except (EngineStartError, EngineRefusedError, LinemateError) as error:
                self._dismiss(name)
                raise CannotSeatError(name, str(error)) from error
            self._set_to[name] = wanted
        return self._players[name]

    def _set(self, setting: EngineSetting) -> None:
        """Set an engine up. Raises EngineError; OptionError for what the engine does not offer."""
        name, game = setting.name, self._rules.game
        player = self._players.get(name)
        if isinstance(player, UgiPlayer) and _same_process(self._set_to[name][1], setting):
            player.begin(game, setting.options)
            return
        self._dismiss(name)
        hook = None if self._log == "none" else self._dialogues[name]
        self._players[name] = start_player(setting, game, hook)

    def _settle(self) -> None:
        """Hear the engines out: what one says after its last move is not for its next game."""
        for name, player in list(self._players.items()):
            try:
                player.settle()
            except EngineError:
                self._dismiss(name)
                continue
            if not player.process.running:  # in a game that was broken off
                self._dismiss(name)

    def _dismiss(self, name: str) -> None:
        player = self._players.pop(name, None)
        self._set_to.pop(name, None)
        if player is not None:
            player.close()


def _same_process(a: EngineSetting, b: EngineSetting) -> bool:
    """Tell whether these differ in nothing but what a running engine can be told."""
    return all(
        getattr(a, name) == getattr(b, name)
        for name in ("command", "directory", "protocol", "processors")
    )
