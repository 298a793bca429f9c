"""The table: a match, who sits where, and the screen they all look at.

`commands.py` is what a person may say at it, `loop.py` who does something next.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rich.text import Text

from clients.play.boards import draw_board
from clients.play.marks import FAINT
from clients.play.match import Match, list_moves
from clients.play.moves import HOW_TO_TYPE, describe_rules, show_move
from clients.play.opponent import Opponent
from clients.play.screen import Screen, printable
from clients.play.thinking import describe, follow
from clients.words import describe_game
from engine.core import PLAYERS, LinemateError
from engine.games.smallboards import ANY, BoardsPosition
from protocol.driver import Analysis, Answer, EngineError, EngineRefusedError

SHOWN_LINES = 4  # of the dialogue with an engine that failed


def explain(error: Exception) -> list[str]:
    """What went wrong, then, unless the engine said it all, the end of the dialogue with it."""
    message, *dialogue = str(error).splitlines()
    if isinstance(error, EngineRefusedError):
        return [message]
    return [message, *dialogue[-SHOWN_LINES:]]


class Table:
    """`humans` are the sides that people play; `opponents` the engines by side, the same one
    twice unless two are watched. An engine also sits behind a human's side, for hints.

    `trouble` says why the engine whose turn it is cannot move; None while all is well.
    `paused`: ask a person although an engine is to move.
    """

    def __init__(
        self, screen: Screen, match: Match, humans: frozenset[int], opponents: list[Opponent]
    ) -> None:
        self.screen = screen
        self.match = match
        self.humans = humans
        self.opponents = opponents
        self.trouble: str | None = None
        self.paused = False
        self.leaving = False

    @property
    def opponent(self) -> Opponent:
        """The engine of the side to move."""
        return self.opponents[self.match.position.to_move]

    def name_of(self, side: int) -> str:
        """`you`, `engine`, or where that would not tell them apart, the mark."""
        if len(self.humans) != 1:
            return PLAYERS[side].upper()
        return "you" if side in self.humans else "engine"

    @property
    def how_to_type(self) -> str:
        """How the person who is to move types a move; empty if none is asked for."""
        match = self.match
        asked = match.position.to_move in self.humans and self.trouble is None
        return HOW_TO_TYPE[match.game.name] if asked and match.ending is None else ""

    # ---------------------------------------------------------------- games

    def begin(self, match: Match) -> None:
        """Have the engines in the game of this match, then make it the one at the table.

        Raises EngineError or OptionError, and the match before stays.
        """
        notes: list[str] = []
        ready: list[Opponent] = []
        try:
            for opponent in self._engines():
                self._announce(opponent)
                notes += opponent.begin(match.game)
                ready.append(opponent)
        except (EngineError, LinemateError):
            for opponent in ready:
                opponent.begin(self.match.game)
            raise
        self.match = match
        self.trouble = None
        self.screen.show("", Text(describe_game(match.game), "bold"), describe_rules(match.game))
        self.screen.show(self._who_is_who(), *notes)
        self.show_board()

    def replace_engine(self, command: str | None) -> None:
        """A new engine for the side to move, by default the same again; the game goes on.

        Raises EngineError or OptionError.
        """
        old = self.opponent
        new = Opponent(replace(old.setting, command=command or old.setting.command))
        self._announce(new)
        try:
            notes = new.begin(self.match.game)
        except (EngineError, LinemateError):
            new.close()
            raise
        old.close()
        self.opponents = [new if opponent is old else opponent for opponent in self.opponents]
        self.trouble = None
        self.screen.show(*notes, f"{new.name} is ready.")

    def close(self) -> None:
        for opponent in self._engines():
            opponent.close()

    def _announce(self, opponent: Opponent) -> None:
        """Say what is waited for: an engine that is not ours may take its time to start."""
        if opponent.setting.command is not None and not opponent.running:
            self.screen.show(f"Starting {opponent.setting.command} ...")

    def _engines(self) -> list[Opponent]:
        """Each engine once."""
        return list(dict.fromkeys(self.opponents))

    # ---------------------------------------------------------------- the engine

    def engine_move(self) -> None:
        """Let the engine play; what goes wrong becomes `trouble`."""
        side = self.match.position.to_move
        try:
            answer = self.ask_engine()
        except EngineError as error:
            self.report_trouble(f"{self.opponent.name} failed", error)
            return
        try:
            move = self.match.game.read_move(self.match.position, answer.move or "none")
        except LinemateError as error:
            self.trouble = f"{self.opponent.name} has no legal move to offer: {error}"
            self.screen.warn(self.trouble)
            return
        game, who = self.match.game, self.name_of(side)
        self.match.play(move)
        report = describe(game, who, answer.info, answer.seconds)
        late = ", over its time" if answer.late else ""
        self.screen.show(
            Text.assemble(
                (f"{PLAYERS[side].upper()} plays {show_move(game, move)}", "bold"),
                (f"   {report}{late}", FAINT),
            )
        )
        self.show_board()

    def ask_engine(self, strongest: bool = False) -> Answer:
        """A search of the position, shown while it runs. Raises EngineError."""
        match = self.match
        self.screen.interrupts.forget()
        see = partial(self._follow, self.name_of(match.position.to_move))
        return self.opponent.think(match.start, match.moves, see, strongest)

    def _follow(self, who: str, analysis: Analysis) -> Answer:
        answer, interrupted = follow(self.screen, self.match.game, who, analysis)
        # With nobody to ask, Ctrl-C is the only way to get a word in.
        self.paused = self.paused or (interrupted and not self.humans)
        return answer

    def report_trouble(self, what: str, error: Exception) -> None:
        """The engine cannot go on: say why, with the end of the dialogue."""
        message, *dialogue = explain(error)
        self.trouble = f"{what}: {message}"
        self.screen.warn(self.trouble)
        self.screen.show(*dialogue)

    # ---------------------------------------------------------------- showing

    def _who_is_who(self) -> str:
        if len(self.humans) == 2:
            return f"You play both sides; {self.opponents[0].description} gives hints."
        marks = PLAYERS.upper()
        seats = [f"You are {marks[side]}" for side in self.humans]
        seats += [
            f"{marks[side]} is {self.opponents[side].description}"
            for side in (0, 1)
            if side not in self.humans
        ]
        return "; ".join(seats) + "."

    def show_board(self) -> None:
        self.screen.show("")
        self.screen.show_block(draw_board(self.match.game, self.match.position))
        self.screen.show("")
        if self.match.ending is None:
            self.screen.show(self._whose_turn())
        else:
            self.show_ending()

    def show_ending(self) -> None:
        """The result of the game, why, and its moves."""
        ending = self.match.ending
        assert ending is not None
        praise = " Well played!" if len(self.humans) == 1 and ending.winner in self.humans else ""
        self.screen.show(Text(printable(f"{ending}{praise}"), "bold green"))
        self.screen.show(*list_moves(self.match.game, self.match.position))

    def _whose_turn(self) -> Text:
        position = self.match.position
        side = position.to_move
        mark = PLAYERS[side].upper()
        who = f"{mark} ({self.name_of(side)})" if len(self.humans) == 1 else mark
        place = ""
        if isinstance(position, BoardsPosition):
            chosen = position.target != ANY
            place = f" in board {position.target + 1}" if chosen else " in any open board"
        how = f" {self.how_to_type}" if self.how_to_type else ""
        return Text.assemble((f"{who} to move{place}.", "bold"), (how, FAINT))
