"""A session of `linemate play`: the game that is played, who sits where, and the screen they all
look at.

`prompt.py` is what a person may say in it, and who does something next.
"""

from __future__ import annotations

from rich.text import Text

from linemate.clients.play.captions import (
    announce_ending,
    announce_start,
    announce_turn,
    describe_thinking,
    follow,
    introduce_players,
    name_player,
    name_seats,
    report_error,
)
from linemate.clients.play.opponent import Opponent
from linemate.clients.play.played import Participants, PlayedGame, SavedGame
from linemate.clients.shared.boards import FAINT, Scene
from linemate.clients.shared.endings import list_moves
from linemate.clients.shared.guide import describe_rules, name_game
from linemate.clients.shared.levels import explain_levels
from linemate.clients.shared.notation import how_to_type, show_move
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant
from linemate.clients.shared.screen import Screen
from linemate.clients.shared.values import describe_game
from linemate.engine.core import PLAYERS, LinemateError
from linemate.protocol.driver import Answer, EngineError

EVERYBODY = frozenset({0, 1})
SWITCH = {"on": True, "off": False}


class PlaySession:
    """`humans` are the sides that people play; `opponents` the engines by side, the same one
    twice unless two play each other. An engine also sits behind a human's side, for hints.

    `trouble` says why the engine whose turn it is has not moved; None while all is well.
    `paused`: ask a person although an engine is to move. `details`: say also how deep and how far
    an engine has searched. `line` is a line of play that was proposed from here. `before` is the
    game that this one took the place of, if there was a move in it.

    What else is here is for others to read; it changes through the methods, which are also what a
    person says at the prompt. They raise LinemateError for what cannot be done here, and then have
    changed nothing.
    """

    def __init__(
        self, screen: Screen, played: PlayedGame, humans: frozenset[int], opponents: list[Opponent]
    ) -> None:
        self.screen = screen
        self.played = played
        self.humans = humans
        self.opponents = opponents
        self.trouble: str | None = None
        self.paused = False
        self.leaving = False
        self.details = False
        self.line: tuple[int, ...] = ()
        self.before: SavedGame | None = None

    @property
    def opponent(self) -> Opponent:
        """Return the engine of the side to move."""
        return self.opponents[self.played.position.to_move]

    @property
    def mover(self) -> str:
        """Say what the player who is to move is called here."""
        return name_player(self.humans, self.played.position.to_move)

    @property
    def how_to_type(self) -> str:
        """Say how the person who is to move types a move; nothing if none is asked for."""
        game, position = self.played.game, self.played.position
        asked = position.to_move in self.humans and self.played.ending is None
        return how_to_type(game, position) if asked else ""

    # ---------------------------------------------------------------- the game

    def begin(self, played: PlayedGame) -> None:
        """Play this game from now on; people keep their seats and engines their levels.

        Raises EngineError or OptionError, and the game before stays.
        """
        self.resume(SavedGame(played, None, (None, None)))

    def resume(self, saved: SavedGame) -> None:
        """Play this game from now on, with everybody in the seat that it was saved in and at the
        level that they had, as far as that is known.

        Raises EngineError or OptionError, and the game before stays.
        """
        before = [opponent.setting for opponent in self.opponents]
        humans = self.humans if saved.humans is None else saved.humans
        opponents = self._at_levels(saved.levels, shared=bool(humans))
        notes: list[str] = []
        ready: list[Opponent] = []
        try:
            for opponent in dict.fromkeys(opponents):
                announce_start(self.screen, opponent)
                notes += opponent.begin(saved.played.game)
                ready.append(opponent)
        except (EngineError, LinemateError):
            for opponent, setting in zip(self.opponents, before, strict=True):
                opponent.setting = setting
            for opponent in opponents:
                if opponent not in self.opponents:
                    opponent.close()
                elif opponent in ready:
                    opponent.begin(self.played.game)
            raise
        left = SavedGame(self.played, self.humans, (before[0].level, before[1].level))
        is_left = saved.played is not left.played and bool(left.played.position.history)
        self.before = left if is_left else self.before
        self.opponents = opponents
        self.played = saved.played
        self.humans = humans
        self.trouble, self.paused, self.line = None, False, ()
        self.screen.forget_lines()  # of the game before
        game = saved.played.game
        self.screen.show("", Text(describe_game(game), "bold"), describe_rules(game))
        self.screen.show(introduce_players(self.humans, self.opponents), *notes)
        if is_left and left.played.ending is None:
            self.screen.show("back goes on with the game before.")  # fits in 40 columns
        self.show_board()

    def go_back(self) -> None:
        """Go on with the game before this one, which is then the one before. Raises EngineError."""
        if self.before is None:
            raise LinemateError("there is no game before this one")
        self.resume(self.before)

    def _at_levels(self, levels: tuple[int | None, int | None], *, shared: bool) -> list[Opponent]:
        """Return the engines by side, set to these levels, where they are known.

        One engine becomes two if it plays both sides (it is not `shared` with people) and the
        levels differ.
        """
        x, o = self.opponents
        if x is o and not shared and levels[0] != levels[1]:
            o = Opponent(x.setting, self.screen.interrupts)
        for opponent, level in zip((x, o), levels, strict=True):
            if level is not None:
                opponent.setting = opponent.setting.but(level=str(level))
        return [x, o]

    @property
    def participants(self) -> Participants:
        """Say who sits where, as a file has it."""
        x, o = (
            Participant("Human", HUMAN)
            if side in self.humans
            else Participant(opponent.description, PROGRAM, opponent.setting.level)
            for side, opponent in enumerate(self.opponents)
        )
        return x, o

    def play(self, move: int) -> None:
        """Make a move, which is legal."""
        self.played.play(move)
        self.trouble = None
        self.propose(())

    def undo(self) -> None:
        """Take back to the last turn of a person, and show the board."""
        if not self.played.undo(self.humans or EVERYBODY):
            raise LinemateError("there is nothing to take back")
        self.trouble = None
        self.line = ()
        self.show_board()

    def redo(self) -> None:
        """Play again what was taken back, to the next turn of a person, and show the board."""
        if not self.played.redo(self.humans or EVERYBODY):
            raise LinemateError("there is nothing to play again")
        self.trouble = None
        self.line = ()
        self.show_board()

    def switch(self) -> None:
        """Let the person and the engine change sides."""
        if len(self.humans) != 1:
            raise LinemateError("there is nothing to switch: you do not play one side")
        self.humans = EVERYBODY - self.humans
        self.trouble = None
        self.screen.show(f"You are {PLAYERS[min(self.humans)].upper()} now.")
        self.screen.update_board(self.scene)

    def resign(self) -> None:
        """Give the game up for the one person who plays; otherwise for whoever is to move."""
        self.demand_open()
        one = len(self.humans) == 1
        self.played.resign(min(self.humans) if one else self.played.position.to_move)
        self.trouble = None
        self.show_ending()

    def claim(self) -> None:
        """Let the engine that has not moved lose the game."""
        if self.trouble is None:
            raise LinemateError("there is nothing to claim: no engine has failed in its game")
        self.played.forfeit(self.played.position.to_move, self.trouble)
        self.trouble = None
        self.show_ending()

    def demand_open(self) -> None:
        """Raise LinemateError if the game is over."""
        if self.played.ending is not None:
            raise LinemateError("the game is over")

    def go_on(self) -> None:
        self.paused = False

    def leave(self) -> None:
        self.leaving = True

    # ---------------------------------------------------------------- the engines

    def engine_move(self) -> None:
        """Let the engine play; what goes wrong becomes `trouble`."""
        played, who = self.played, self.mover
        game, side = played.game, played.position.to_move
        try:
            answer, move = self.ask_move()
        except EngineError as error:
            self.trouble = report_error(self.screen, error, f"{self.opponent.name} failed: ")
            return
        except LinemateError as error:
            self.trouble = report_error(self.screen, error)
            return
        self.play(move)
        title = f"{PLAYERS[side].upper()} plays {show_move(game, move)}"
        late = ", over its time" if answer.late else ""
        room = self.screen.width - len(title) - len(late) - 3
        report = (
            describe_thinking(game, who, answer.info, answer.seconds, room)
            if self.details
            else f"{answer.seconds:.1f} s"
        )
        self.screen.show(Text.assemble((title, "bold"), (f"   {report}{late}", FAINT)))
        self.show_board()

    def ask_move(self, strongest: bool = False) -> tuple[Answer, int]:
        """Return what the engine answers, and its move.

        Raises EngineError; LinemateError for one that is not legal, and the engine stays.
        """
        answer = self.ask_engine(strongest)
        try:
            return answer, self.played.game.read_move(self.played.position, answer.move or "none")
        except LinemateError as error:
            problem = f"{self.opponent.name} has no legal move to offer: {error}"
            raise LinemateError(problem) from None

    def ask_engine(self, strongest: bool = False) -> Answer:
        """Search the position, and show how it goes. Raises EngineError."""
        played, who = self.played, self.mover
        return self.opponent.think(
            played.start,
            played.moves,
            lambda analysis: follow(self.screen, played.game, who, analysis, self.details),
            strongest,
        )

    def set_level(self, text: str = "") -> None:
        """Let the engines that play be as strong as this level from their next move on; without
        one, say how strong they are, and what there is. Raises WordError.
        """
        if not text:
            with self.screen.page():
                self.screen.show(introduce_players(self.humans, self.opponents))
                self.screen.show(*(f"  {line}" for line in explain_levels()))
            return
        opponents = list(dict.fromkeys(self.opponents))
        settings = [opponent.setting.at_level(text) for opponent in opponents]
        for opponent, setting in zip(opponents, settings, strict=True):
            opponent.change(setting)
        self.screen.update_board(self.scene)
        self.screen.show(introduce_players(self.humans, self.opponents))

    def set_details(self, text: str = "") -> None:
        """Say more or less of what an engine thinks: `on`, `off`, or the other of both."""
        if text not in ("", *SWITCH):
            raise LinemateError(f"bad details {text!r}: expected on or off")
        self.details = SWITCH.get(text, not self.details)
        self.screen.show(f"Details are {'on' if self.details else 'off'}.")

    def replace_engine(self, command: str = "") -> None:
        """Start a new engine for the side to move, by default the same again; the game goes on.

        Raises EngineError, OptionError or WordError.
        """
        old = self.opponent
        setting = old.setting.but(engine=command) if command else old.setting
        new = Opponent(setting, self.screen.interrupts)
        announce_start(self.screen, new)
        try:
            notes = new.begin(self.played.game)
        except (EngineError, LinemateError):
            new.close()
            raise
        old.close()
        self.opponents = [new if opponent is old else opponent for opponent in self.opponents]
        self.trouble = None
        self.screen.show(*notes, f"{new.name} is ready.")

    def close(self) -> None:
        """End the engines. May be called again."""
        for opponent in self.opponents:
            opponent.close()

    # ---------------------------------------------------------------- showing

    @property
    def scene(self) -> Scene:
        """Return the position as it is to be seen now."""
        played = self.played
        title = f"{name_game(played.game)}   {name_seats(self.humans, self.opponents)}"
        if played.ending is None:
            caption = announce_turn(self.humans, played.position)
        else:
            caption = Text(announce_ending(self.humans, played.ending), "bold green")
        position = played.position.copy()
        return Scene(title, played.game, position, caption, self.how_to_type, self.line)

    def propose(self, moves: tuple[int, ...]) -> None:
        """Have a line of play from here on the board, where that can be seen."""
        self.line = moves
        self.screen.update_board(self.scene)

    def show_board(self) -> None:
        """Show the position; of a game that is over also the result, why, and its moves."""
        self.screen.show_board(self.scene)
        if self.played.ending is not None:
            self.screen.show(*list_moves(self.played.game, self.played.position))

    def show_ending(self) -> None:
        """Show how a game ended that is over without a new mark on the board, and its moves."""
        scene = self.scene
        self.screen.update_board(scene)
        self.screen.show(scene.caption, *list_moves(scene.game, scene.position))
