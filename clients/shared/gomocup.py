"""The client half of the Gomocup protocol, for brains that play gomoku.

    > START 15        < OK                    before each game
    > INFO rule 0                             and times, before each move
    > BEGIN           < 7,7                   the first move of an empty board
    > TURN 8,8        < 7,8                   after one move of the opponent
    > BOARD           > 7,7,1  > 8,8,2  > DONE      < 7,8       any other position

Coordinates count from 0 at the top left, column first, which is also the order of our cells.
There is no isready: what the brain says before a command is not told from what it says after,
but a move is only looked for when one was asked for. It is not told of nodes and depth, which
the protocol does not have.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from linemate.clients.shared.player import (
    GRACE,
    STARTUP_SECONDS,
    EngineSetting,
    Question,
    SearchObserver,
)
from linemate.engine.core import Game, Position
from linemate.engine.games.grid import GridGame
from linemate.protocol.driver import Answer, EngineProcess, EngineRefusedError, LineHook
from linemate.protocol.gomocup import NO_LIMIT, RULES, read_pair, write_cell

PATIENCE = 600.0  # seconds for a move, where nobody says how long
FLOOD = 50_000  # lines without the one that was awaited
RULE_NUMBERS = {name: number for number, name in RULES.items()}


class GomocupPlayer:
    """See Player."""

    def __init__(self, setting: EngineSetting, game: Game, on_line: LineHook | None = None) -> None:
        """Run the brain, and begin a game with it. Raises EngineError."""
        assert isinstance(game, GridGame)
        self._game = game
        self._control = setting.time_control
        self._known: tuple[str | None, tuple[str, ...]] = (None, ())  # the brain's own board
        self._interrupted = False
        self._process = EngineProcess(
            setting.command or "",
            cwd=setting.directory,
            processors=setting.processors,
            on_line=on_line,
        )
        try:
            self.new_game()
        except BaseException:
            self.close()
            raise

    @property
    def process(self) -> EngineProcess:
        return self._process

    def new_game(self) -> None:
        self._interrupted = False
        self._known = (None, ())
        self._process.send(f"START {self._game.width}", timeout=GRACE)
        answer = self._await_ok()
        if answer != "OK":
            size = f"{self._game.width}x{self._game.height}"
            problem = f"{self._process.name} does not play on {size}: {answer}"
            raise EngineRefusedError(problem, self._process.lines)
        rule = RULE_NUMBERS[str(self._game.options["rule"])]
        self._inform(rule=rule, game_type=1, timeout_turn=self._turn, timeout_match=self._match)

    @property
    def _turn(self) -> int:
        """Return what one move may take, in ms. 0 means `at once`, so a clock says what is left."""
        control = self._control
        if control.movetime is not None:
            return control.movetime
        return NO_LIMIT if control.clock is None else control.clock

    @property
    def _match(self) -> int:
        """Return what the game may take, in ms; 0 means no limit."""
        return 0 if self._control.clock is None else self._control.clock

    def think(self, question: Question, observer: SearchObserver | None = None) -> Answer:
        game, moves = self._game, question.moves
        position = game.start() if question.start is None else game.read_position(question.start)
        for move in moves:
            position.play(game.parse_move(move))
        clock = (question.limits.p1time, question.limits.p2time)[position.to_move]
        self._inform(time_left=NO_LIMIT if clock is None else clock)
        lines = self._question(position, question.start, moves)
        if observer is not None:
            observer.begin()
        began = self._process.send(*lines, timeout=GRACE)
        answer = self._await_move(began, question.timeout or PATIENCE, observer)
        self._known = (question.start, (*moves, answer.move or ""))
        return answer

    def _question(self, position: Position, start: str | None, moves: Sequence[str]) -> list[str]:
        """Return the lines that ask for a move: the shortest that say where the game is."""
        if moves and self._known == (start, tuple(moves[:-1])):
            return [f"TURN {write_cell(self._game.parse_move(moves[-1]), self._game.width)}"]
        own = "xo"[position.to_move]
        stones = [
            f"{write_cell(cell, self._game.width)},{1 if mark == own else 2}"
            for cell, mark in enumerate(position.cells())
            if mark != "."
        ]
        return ["BOARD", *stones, "DONE"] if stones else ["BEGIN"]

    def _await_move(self, began: float, timeout: float, observer: SearchObserver | None) -> Answer:
        late, deadline = False, began + timeout
        for _ in range(FLOOD):
            left = deadline - time.monotonic()
            if observer is not None:
                left = min(left, observer.remaining)
            line = self._process.receive(max(0.0, left))
            found = None if line is None else read_pair(line.text)
            if line is not None and found is not None:
                return Answer(self._read(*found), None, None, (), line.seconds_since(began), late)
            if observer is not None:
                observer.look_if_due()
            if self._interrupted or time.monotonic() >= deadline:
                if late:
                    raise self._process.timeout("for a move", time.monotonic() - began)
                late, deadline = True, time.monotonic() + GRACE
                self._interrupted = False
                self._process.send("YXSTOP", timeout=GRACE)
        raise self._process.babble(f"{FLOOD} lines without a move")

    def settle(self) -> None:
        """Do nothing: there is nothing to ask for in this protocol."""

    def interrupt(self) -> None:
        self._interrupted = True

    def close(self) -> None:
        self._process.close(farewell="END", grace=GRACE)

    def _inform(self, **values: int) -> None:
        lines = [f"INFO {name} {value}" for name, value in values.items()]
        self._process.send(*lines, timeout=GRACE)

    def _await_ok(self) -> str:
        """Return `OK`, or the error that came in its place."""
        deadline = time.monotonic() + STARTUP_SECONDS
        for _ in range(FLOOD):
            line = self._process.receive(max(0.0, deadline - time.monotonic()))
            text = "" if line is None else line.text.strip()
            if text == "OK" or text.startswith("ERROR"):
                return text
            if time.monotonic() >= deadline:
                raise self._process.timeout("for OK", STARTUP_SECONDS)
        raise self._process.babble(f"{FLOOD} lines without OK")

    def _read(self, column: int, row: int) -> str:
        """Write a cell in our notation; where there is no such cell, as the brain wrote it."""
        if column < self._game.width and row < self._game.height:
            return self._game.write_move(row * self._game.width + column)
        return f"{column},{row}"
