"""One game, refereed: the rules and the clock are ours, whatever the engines say.

`play_game` asks the engine whose turn it is, checks its move and its time, and ends with a
GameRecord that names the reason. What an engine does wrong costs it the game, never the match.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from linemate.clients.shared.endings import judge_board
from linemate.clients.shared.player import Player, Question
from linemate.clients.shared.records import Ending, GameRecord, PlayedMove, Reason, Task, utc_now
from linemate.clients.shared.referee.adjudication import Adjudication
from linemate.clients.shared.referee.cpu_wait import CpuWait, Delay
from linemate.clients.shared.referee.stall_monitor import stall_monitor
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.values import describe_game
from linemate.engine.core import Game, LinemateError
from linemate.protocol.driver import (
    Answer,
    EngineDiedError,
    EngineError,
    EngineTimeoutError,
    InfoLine,
)

USUAL_MARGIN = 10  # milliseconds that an engine may be late, where a match says nothing else
# What an engine that is over its time has to answer before it is told to stop, in seconds: only
# to tell by how much it was late.
OVERTIME = 1.0


@dataclass(frozen=True)
class Rules:
    """What is the same in all games of a match. Times in milliseconds."""

    game: Game
    adjudication: Adjudication
    margin: int
    patience: int


class Reply(NamedTuple):
    """An answer, and what of its seconds was the machine's fault."""

    answer: Answer
    delay: Delay


@dataclass
class Seat:
    """A player at a table, for one game: its limits and what is left of its clock."""

    player: Player
    time_control: TimeControl
    clock: float = field(init=False)  # milliseconds

    def __post_init__(self) -> None:
        self.clock = float(self.time_control.clock or 0)

    @property
    def due(self) -> float | None:
        """Return the seconds until its answer is too late; None if it never is."""
        if self.time_control.movetime is not None:
            return self.time_control.movetime / 1000
        return None if self.time_control.clock is None else max(0.0, self.clock / 1000)

    @property
    def time_left(self) -> int | None:
        """The milliseconds on its clock; None if it has none."""
        return None if self.time_control.clock is None else max(0, int(self.clock))

    def ask(self, question: Question) -> Reply:
        """Have the player think, and look at what the machine takes from it. Raises EngineError."""
        wait = CpuWait(self.player.process.pid, self.due)
        answer = self.player.think(question, wait)
        return Reply(answer, wait.finish(answer.seconds))


class GameOver(Exception):  # noqa: N818 - the end of a game, not an error
    """The game has ended so."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending)
        self.ending = ending


def play_game(
    task: Task,
    rules: Rules,
    seats: Sequence[Seat],
    interrupted: Callable[[], bool],
    follow: Callable[[Sequence[PlayedMove]], None] = lambda moves: None,
) -> GameRecord:
    """Play a game to its end. The players are in a new game already; x sits in the first seat.

    `interrupted` says whether somebody has stopped the game (and the players' searches).
    `follow` is shown the moves so far before each of them. A player whose process is gone has to be
    replaced afterwards.
    """
    referee = Referee(task, rules, seats, interrupted)
    date, began = utc_now(), time.monotonic()
    try:
        while True:
            follow(referee.moves)
            referee.make_move()
    except GameOver as over:
        record = record_unplayed(task, rules, [seat.time_control for seat in seats], over.ending)
        seconds = time.monotonic() - began
        return replace(record, moves=tuple(referee.moves), date=date, seconds=seconds)


def record_unplayed(
    task: Task, rules: Rules, controls: Sequence[TimeControl], ending: Ending
) -> GameRecord:
    """Return the record of a game that ended before its first move."""
    words = (str(controls[0]), str(controls[1]))
    return GameRecord(task, describe_game(rules.game), (), ending, words, utc_now(), 0.0)


class Referee:
    """One game while it is played: the position, the clocks, and who has to move."""

    def __init__(
        self,
        task: Task,
        rules: Rules,
        seats: Sequence[Seat],
        interrupted: Callable[[], bool],
    ) -> None:
        self.moves: list[PlayedMove] = []
        self._opening = task.opening
        self._rules = rules
        self._seats = seats
        self._interrupted = interrupted
        self._position = task.opening.set_up(rules.game)
        self._texts = list(task.opening.moves)
        self._first = self._position.to_move  # who makes the first of `moves`
        self._stalls = stall_monitor()

    @property
    def plies(self) -> int:
        return len(self._texts)

    def make_move(self) -> None:
        """Have one move played. Raises GameOver when the game is over."""
        self._check_interrupt()
        self._end_if(judge_board(self._rules.game, self._position))
        side = self._position.to_move
        seat = self._seats[side]
        asked = time.monotonic()
        try:
            reply = seat.ask(self._question(seat))
        except EngineError as error:
            self._check_interrupt()
            if isinstance(error, EngineTimeoutError):
                self._check_stall(asked, time.monotonic())
            raise GameOver(judge_failure(side, error)) from error
        self._check_interrupt()
        self._check_time(side, reply, asked)
        text = reply.answer.move or "none"
        try:
            move = self._rules.game.read_move(self._position, text)
        except LinemateError as error:
            raise GameOver(Ending(1 - side, Reason.ILLEGAL_MOVE, str(error))) from None
        self._position.play(move)
        self._texts.append(self._rules.game.write_move(move))
        self.moves.append(_played(self._texts[-1], reply))
        if self._position.outcome() is None:  # what the board has decided needs no opinion
            self._end_if(self._rules.adjudication.judge(self.moves, self._first, self.plies))

    def _check_interrupt(self) -> None:
        if self._interrupted():
            raise GameOver(Ending(None, Reason.INTERRUPTED, f"after {self.plies} plies"))

    def _check_stall(self, since: float, until: float) -> None:
        """Break the game off if we stood still ourselves: nobody knows what an engine did then."""
        lost = self._stalls.lost(since, until)
        if lost > 0:
            raise GameOver(stood_still(lost))

    def _timeout(self, seat: Seat) -> float:
        """Return the seconds until an engine is told to stop."""
        if seat.due is None:
            return self._rules.patience / 1000
        return seat.due + self._rules.margin / 1000 + OVERTIME

    def _question(self, seat: Seat) -> Question:
        limits = seat.time_control.limits
        # An engine with a limit of its own per move shall not look at the other's clock.
        if seat.time_control.clock is not None:
            x, o = self._seats
            limits = limits.replace(
                p1time=x.time_left,
                p2time=o.time_left,
                p1inc=x.time_control.increment,
                p2inc=o.time_control.increment,
            )
        return Question(self._opening.position, self._texts, limits, self._timeout(seat))

    def _check_time(self, side: int, reply: Reply, asked: float) -> None:
        """Settle the clock. Raises GameOver for an answer that was too late.

        If it depends on a time in which we stood still whether it was, or on what the machine may
        have taken from the engine besides what it has for certain, the game is broken off. What
        such a time of ours took from a clock is given back.
        """
        answer, seat = reply.answer, self._seats[side]
        lost = self._stalls.lost(asked, asked + answer.seconds)
        if seat.due is None:
            if answer.late:
                timeout = self._timeout(seat)
                if lost > 0 and answer.seconds - lost < timeout:
                    raise GameOver(stood_still(lost))
                detail = f"no move within {timeout:.0f} s, only when told to stop"
                raise GameOver(Ending(1 - side, Reason.STALL, detail))
            return
        waited, doubt = reply.delay
        own, margin = answer.seconds - waited, self._rules.margin / 1000
        if own > seat.due + margin:
            if lost > 0 and own - lost <= seat.due + margin:
                raise GameOver(stood_still(lost))
            took = f"{1000 * answer.seconds:.0f} ms"
            if waited > 0:
                took += f" (of which {1000 * waited:.0f} ms it waited for a processor)"
            if own - lost - doubt <= seat.due + margin:
                detail = f"took {took}, and {1000 * doubt:.0f} ms may be the machine's doing"
                raise GameOver(Ending(None, Reason.UNJUDGED, detail))
            allowed = f"{1000 * seat.due:.0f} ms and a margin of {1000 * margin:.0f}"
            raise GameOver(Ending(1 - side, Reason.TIME, f"took {took}, had {allowed}"))
        if seat.time_control.clock is not None:
            charged = 1000 * max(0.0, own - lost)
            seat.clock = max(0.0, seat.clock - charged) + seat.time_control.increment

    def _end_if(self, ending: Ending | None) -> None:
        if ending is not None:
            raise GameOver(ending)


def stood_still(seconds: float) -> Ending:
    """Return an end that is nobody's fault: the game has no result."""
    return Ending(None, Reason.UNJUDGED, f"the referee itself stood still for {seconds:.1f} s")


def _played(text: str, reply: Reply) -> PlayedMove:
    info = reply.answer.info or InfoLine()
    return PlayedMove(text, reply.answer.seconds, info.score, info.depth, info.nodes)


def judge_failure(side: int, error: EngineError) -> Ending:
    """Return the end that the failure of an engine is; the other one has won."""
    reason = Reason.PROTOCOL_ERROR
    if isinstance(error, EngineDiedError):
        reason = Reason.CRASH
    elif isinstance(error, EngineTimeoutError):
        reason = Reason.STALL
    return Ending(1 - side, reason, str(error).partition("\n")[0])
