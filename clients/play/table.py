"""The table: a match, who sits where, and the screen they all look at.

`commands.py` is what a person may say at it, `loop.py` who does something next.
"""

from __future__ import annotations

from dataclasses import replace

from linemate.clients.play.captions import (
    announce_ending,
    announce_turn,
    introduce_players,
    name_player,
)
from linemate.clients.play.match import Match
from linemate.clients.play.opponent import Opponent
from linemate.clients.play.thinking import describe, follow
from linemate.clients.shared.boards import FAINT, draw_board
from linemate.clients.shared.endings import list_moves
from linemate.clients.shared.guide import describe_rules
from linemate.clients.shared.notation import how_to_type, show_move
from linemate.clients.shared.screen import Screen, printable
from linemate.clients.shared.values import describe_game
from linemate.engine.core import PLAYERS, LinemateError
from linemate.protocol.driver import Answer, EngineError, EngineRefusedError
from rich.text import Text

SHOWN_LINES = 4  # of the dialogue with an engine that failed
EVERYBODY = frozenset({0, 1})


class Table:
    """`humans` are the sides that people play; `opponents` the engines by side, the same one
    twice unless two are watched. An engine also sits behind a human's side, for hints.

    `trouble` says why the engine whose turn it is has not moved; None while all is well.
    `paused`: ask a person although an engine is to move. These, and everything else here, are
    for others to read; they change through the methods.
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

    @property
    def mover(self) -> str:
        """What the player who is to move is called here."""
        return name_player(self.humans, self.match.position.to_move)

    @property
    def how_to_type(self) -> str:
        """How the person who is to move types a move; empty if none is asked for."""
        game, position = self.match.game, self.match.position
        asked = position.to_move in self.humans and self.match.ending is None
        return how_to_type(game, position) if asked else ""

    # ---------------------------------------------------------------- the game

    def begin(self, match: Match, humans: frozenset[int] | None = None) -> None:
        """Have the engines in the game of this match, then make it the one at the table; people
        keep their seats unless `humans` says otherwise.

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
        self.humans = self.humans if humans is None else humans
        self.paused = False
        self._all_is_well()
        self.screen.show("", Text(describe_game(match.game), "bold"), describe_rules(match.game))
        self.screen.show(introduce_players(self.humans, self.opponents), *notes)
        self.show_board()

    def play(self, move: int) -> None:
        self.match.play(move)
        self._all_is_well()

    def undo(self) -> bool:
        """False, and nothing is changed, if there is nothing to take back."""
        done = self.match.undo(self.humans or EVERYBODY)
        if done:
            self._all_is_well()
        return done

    def redo(self) -> bool:
        """False, and nothing is changed, if there is nothing to play again."""
        done = self.match.redo(self.humans or EVERYBODY)
        if done:
            self._all_is_well()
        return done

    def switch(self) -> None:
        """People and engines change sides."""
        self.humans = frozenset(1 - side for side in self.humans)
        self._all_is_well()

    def resign(self) -> None:
        """For the one person at the table; otherwise for whoever is to move."""
        side = self.match.position.to_move
        if len(self.humans) == 1:
            (side,) = self.humans
        self.match.resign(side)
        self._all_is_well()

    def claim(self) -> bool:
        """The game is lost for the engine that has not moved; False if there is none."""
        if self.trouble is None:
            return False
        self.match.forfeit(self.match.position.to_move, self.trouble)
        self._all_is_well()
        return True

    def _all_is_well(self) -> None:
        """Whoever is to move now has not failed here yet."""
        self.trouble = None

    # ---------------------------------------------------------------- who is asked

    def pause(self) -> None:
        self.paused = True

    def go_on(self) -> None:
        self.paused = False

    def leave(self) -> None:
        self.leaving = True

    # ---------------------------------------------------------------- the engines

    def engine_move(self) -> None:
        """Let the engine play; what goes wrong becomes `trouble`."""
        match, who = self.match, self.mover
        game, side = match.game, match.position.to_move
        try:
            answer = self.ask_engine()
            move = game.read_move(match.position, answer.move or "none")
        except EngineError as error:
            self.trouble = self.report(error, f"{self.opponent.name} failed: ")
            return
        except LinemateError as error:
            self.trouble = self.report(error, f"{self.opponent.name} has no legal move to offer: ")
            return
        self.play(move)
        title = f"{PLAYERS[side].upper()} plays {show_move(game, move)}"
        late = ", over its time" if answer.late else ""
        room = self.screen.width - len(title) - len(late) - 3
        report = describe(game, who, answer.info, answer.seconds, room)
        self.screen.show(Text.assemble((title, "bold"), (f"   {report}{late}", FAINT)))
        self.show_board()

    def ask_engine(self, strongest: bool = False) -> Answer:
        """A search of the position, shown while it runs. Raises EngineError."""
        match, who = self.match, self.mover
        return self.opponent.think(
            match.start,
            match.moves,
            lambda analysis: follow(self.screen, match.game, who, analysis),
            strongest,
        )

    def replace_engine(self, command: str | None) -> None:
        """A new engine for the side to move, by default the same again; the game goes on.

        Raises EngineError or OptionError.
        """
        old = self.opponent
        setting = replace(old.setting, command=command or old.setting.command)
        new = Opponent(setting, self.screen.interrupts)
        self._announce(new)
        try:
            notes = new.begin(self.match.game)
        except (EngineError, LinemateError):
            new.close()
            raise
        old.close()
        self.opponents = [new if opponent is old else opponent for opponent in self.opponents]
        self._all_is_well()
        self.screen.show(*notes, f"{new.name} is ready.")

    def close(self) -> None:
        """End the engines. May be called again."""
        for opponent in self._engines():
            opponent.close()

    def _announce(self, opponent: Opponent) -> None:
        """Say what is waited for: an engine that is not ours may take its time to start."""
        if opponent.setting.command is not None and not opponent.running:
            self.screen.show(f"Starting {opponent.setting.command} (Ctrl-C gives up) ...")

    def _engines(self) -> list[Opponent]:
        """Each engine once."""
        return list(dict.fromkeys(self.opponents))

    # ---------------------------------------------------------------- showing

    def show_board(self) -> None:
        match = self.match
        self.screen.show("")
        self.screen.show_block(draw_board(match.game, match.position))
        self.screen.show("")
        if match.ending is None:
            self.screen.show(announce_turn(self.humans, match.position, self.how_to_type))
        else:
            self.show_ending()

    def show_ending(self) -> None:
        """The result of a game that is over, why, and its moves."""
        match = self.match
        if match.ending is not None:
            ending = announce_ending(self.humans, match.ending)
            self.screen.show(Text(printable(ending), "bold green"))
            self.screen.show(*list_moves(match.game, match.position))

    def report(self, error: Exception, what: str = "") -> str:
        """Say what went wrong, and unless an engine said it all, the end of the dialogue with it.

        What was said, in one line.
        """
        message, *dialogue = str(error).splitlines()
        said = printable(f"{what}{message}")
        self.screen.warn(said)
        if not isinstance(error, EngineRefusedError):
            self.screen.show(*dialogue[-SHOWN_LINES:])
        return said
