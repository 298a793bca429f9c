"""The engine's side of a conversation: a game, a position, options, one running search.

`handle` takes one line and answers through `write`; it never raises for anything that can
arrive in a line. PROTOCOL.md says what every command does; this file does it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from time import perf_counter

from linemate.engine.clock import Clock
from linemate.engine.core import (
    PLAYERS,
    Game,
    Limits,
    LinemateError,
    Option,
    OptionError,
    OptionValue,
    Outcome,
    Position,
    Searcher,
)
from linemate.engine.registry import (
    AUTO,
    GAMES,
    SEARCH_OPTIONS,
    SEARCHERS,
    make_game,
    make_searcher,
)
from linemate.protocol import messages
from linemate.protocol.commands import parse_command
from linemate.protocol.help import HELP
from linemate.protocol.job import Job, SearchJob
from linemate.protocol.messages import Dialect
from linemate.protocol.replies import format_error, format_option, format_response
from linemate.protocol.stdio import LONGEST_LINE
from linemate.protocol.work import BenchJob, PerftJob

from linemate import __version__

NAME = "Linemate"
VERSION = __version__
AUTHOR = "the Linemate authors"

OPTIONS = (
    Option("Game", "string", "tictactoe"),
    Option("UCI_Variant", "combo", "tictactoe", choices=tuple(GAMES)),
    Option("Search", "combo", AUTO, choices=(AUTO, *SEARCHERS)),
    *SEARCH_OPTIONS,
    Option("Move Overhead", "spin", 10, 0, 5000),
    Option("Ponder", "check", False),
    Option("OwnBook", "check", False),
    Option("Clear Hash", "button"),
)
# Options that a searcher is made with: a change needs a new one.
SEARCHER_OPTIONS = ("Search", *(option.name for option in SEARCH_OPTIONS))

RESULTS = {Outcome.X_WINS: "p1win", Outcome.O_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}


class Session:
    def __init__(self, write: Callable[..., None], game: Game | None = None) -> None:
        self._write = write
        self._dialect = Dialect.UGI
        self._options: dict[str, OptionValue] = {option.name: option.default for option in OPTIONS}
        self._job: Job | None = None
        self._noticed: set[str] = set()
        self._game: Game
        self._position: Position
        self._searcher: Searcher | None = None
        # The player who made an illegal move, until the next position.
        self._offender: int | None
        self._begin(game or make_game("tictactoe"))

    def handle(self, line: str | None) -> bool:
        """Act on one line (None: one too long to read); False means that it was `quit`."""
        arrived = perf_counter()
        try:
            if line is None:
                raise LinemateError(
                    f"line too long, ignored: expected at most {LONGEST_LINE} bytes"
                )
            return self._obey(line, arrived)
        except LinemateError as error:
            self._complain(str(error))
        except Exception as error:  # a fault of ours must not end the driver's match
            self._complain(f"internal: {type(error).__name__}: {error}")
        return True

    def _obey(self, line: str, arrived: float) -> bool:
        command = parse_command(line)
        if isinstance(command, messages.Quit):
            return False
        self._act(command, arrived)
        return True

    def _complain(self, problem: str) -> None:
        self._write(format_error(problem))

    def _act(self, command: messages.Command | None, arrived: float) -> None:
        match command:
            case messages.Ugi():
                self._greet(Dialect.UGI)
            case messages.Uci():
                self._greet(Dialect.UCI)
            case messages.IsReady():
                self._get_ready()
            case messages.SetOption():
                self._set_option(command.name, command.value or "")
            case messages.NewGame():
                self._new_game(command)
            case messages.SetPosition():
                self._set_position(command)
            case messages.Moves():
                self.end_search()
                self._play(command.moves)
            case messages.Go():
                self._go(command, arrived)
            case messages.Stop():
                if self._job is not None:
                    self._job.clock.cancel()
            case messages.PonderHit():
                if self._job is not None:
                    self._job.clock.ponderhit()
            case messages.Query():
                self._write(format_response(self._answer(command.what)))
            case messages.Show():
                self._show()
            case messages.Eval():
                self._show_evaluation()
            case messages.Bench():
                self.end_search()
                self._start(BenchJob(self._write, command.depth))
            case messages.Help():
                self._write(HELP.format(games=", ".join(GAMES)))
            case messages.Debug() | messages.Register() | None:
                pass
            case messages.Unknown():
                raise LinemateError(f"unknown command {command.text[:80]!r}: try help")

    def end_search(self, timeout: float | None = None) -> None:
        """Cancel what is running and wait until its last line is written. From any thread."""
        if self._job is not None:
            self._job.end(timeout)

    # ---------------------------------------------------------------- hand-shake and options

    def _get_ready(self) -> None:
        """Do now what the first search would otherwise lose time with."""
        if self._job is None or not self._job.is_running():
            try:
                self._searcher_in_use()
            except Exception as error:  # a driver waits for its answer, ready or not
                self._write(format_error(error))
        self._write("readyok")

    def _greet(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._write(
            f"id name {NAME} {VERSION}",
            f"id author {AUTHOR}",
            *map(format_option, self._offered_options()),
            f"{dialect.value}ok",
        )

    def _offered_options(self) -> Iterator[Option]:
        """The defaults name the game in play, so that setting every default changes nothing."""
        for option in OPTIONS:
            if option.name == "Game":
                yield option.replace(default=describe_game(self._game))
            elif option.name == "UCI_Variant":
                yield option.replace(default=self._game.name)
            else:
                yield option

    def _set_option(self, name: str, text: str) -> None:
        option = next((option for option in OPTIONS if option.name.lower() == name.lower()), None)
        if option is None:
            known = ", ".join(option.name for option in OPTIONS)
            raise OptionError(f"unknown option {name!r}: expected one of {known}")
        value = option.read(text)
        game = None
        if option.name == "Game":
            game = read_game(text)
        elif option.name == "UCI_Variant":
            game = self._game if value == self._game.name else make_game(str(value))
        self.end_search()
        if game is not None:
            self._begin(game)
        elif option.name == "Clear Hash":
            if self._searcher is not None:
                self._searcher.clear()
        else:
            self._options[option.name] = value
            if option.name in SEARCHER_OPTIONS:
                self._drop_searcher()
            if option.name == "OwnBook" and value:
                self._write("info string there is no opening book: OwnBook has no effect")

    # ---------------------------------------------------------------- games and positions

    def _begin(self, game: Game) -> None:
        self._game = game
        self._drop_searcher()
        self._enter(game.start())

    def _enter(self, position: Position) -> None:
        self._position = position
        self._offender = None

    def _new_game(self, command: messages.NewGame) -> None:
        game = self._game
        if command.game is not None:
            game = make_game(command.game, dict(command.options))
        self.end_search()
        self._begin(game)

    def _set_position(self, command: messages.SetPosition) -> None:
        game = self._game
        position = game.start() if command.fen is None else game.read_position(command.fen)
        self.end_search()
        self._enter(position)
        self._play(command.moves)

    def _play(self, moves: tuple[str, ...]) -> None:
        """Play these moves as far as they are legal; whoever made the first bad one has lost."""
        position = self._position
        for number, text in enumerate(moves, start=1):
            try:
                position.play(self._game.read_move(position, text))
            except LinemateError as error:
                if self._offender is None:
                    self._offender = position.to_move
                ply = len(position.history) + 1
                raise LinemateError(f"{error} (ply {ply}, move {number} of {len(moves)})") from None

    # ---------------------------------------------------------------- searching

    def _go(self, command: messages.Go, arrived: float) -> None:
        self.end_search()
        position, game = self._position, self._game
        if command.perft is not None:
            self._start(PerftJob(self._write, game, position.copy(), command.perft))
            return
        limits = command.limits.replace(searchmoves=self._read_searchmoves(command.searchmoves))
        if limits.mate is not None and self._dialect is Dialect.UCI:
            limits = limits.replace(mate=max(1, 2 * limits.mate - 1))
        clock = self._make_clock(limits, arrived)
        searcher = self._searcher_in_use
        self._start(SearchJob(clock, self._write, self._dialect, game, position, searcher))

    def _make_clock(self, limits: Limits, arrived: float) -> Clock:
        position = self._position
        overhead = int(self._options["Move Overhead"])
        moves_left = (position.cells().count(".") + 1) // 2
        return Clock(limits, position.to_move, overhead, arrived, moves_left)

    def _start(self, job: Job) -> None:
        self._job = job
        job.start()

    def _read_searchmoves(self, texts: tuple[str, ...]) -> tuple[int, ...]:
        """The legal ones, each once; the others are reported, since `go` must have its answer."""
        moves: dict[int, None] = {}
        for text in texts:
            try:
                moves[self._game.read_move(self._position, text)] = None
            except LinemateError as error:
                self._write(format_error(f"{error} (searchmoves)"))
        return tuple(moves)

    def _searcher_in_use(self) -> Searcher:
        if self._searcher is None:
            self._searcher = make_searcher(str(self._options["Search"]), self._game, self._options)
            for notice in self._searcher.notices:
                if notice not in self._noticed:
                    self._noticed.add(notice)
                    self._write(f"info string {notice}")
        return self._searcher

    def _drop_searcher(self) -> None:
        """And its memory with it, at a moment when nobody waits for a move."""
        if self._searcher is not None:
            self._searcher = None
            if not gc.isenabled():  # then there is no other occasion
                gc.collect()

    # ---------------------------------------------------------------- questions

    def _outcome(self) -> Outcome | None:
        """Of the game: whoever made an illegal move has lost it."""
        if self._offender is not None:
            return Outcome.O_WINS if self._offender == 0 else Outcome.X_WINS
        return self._position.outcome()

    def _answer(self, what: str) -> str | bool:
        game, position = self._game, self._position
        match what:
            case "p1turn":
                return position.to_move == 0
            case "gameover":
                return self._outcome() is not None
            case "result":
                return RESULTS[self._outcome()]
            case "legalmoves":
                return " ".join(map(game.write_move, position.legal_moves())) or "none"
            case "fen":
                return game.write_position(position)
            case "game":
                return describe_game(game)
            case "key":
                return write_key(position)
        raise LinemateError(f"unknown query {what!r}")

    def _show(self) -> None:
        game, position = self._game, self._position
        self._write(
            game.diagram(position),
            f"game: {describe_game(game)}",
            f"fen: {game.write_position(position)}",
            f"key: {write_key(position)}",
        )

    def _show_evaluation(self) -> None:
        if self._position.outcome() is not None:
            raise LinemateError("no evaluation: the game is over")
        side = PLAYERS[self._position.to_move]
        self._write(f"evaluation: {self._position.evaluate():+d} (to {side}, who is to move)")


def read_game(text: str) -> Game:
    """What would follow `newgame`: `gomoku size 8` or `gomoku size=8`. Raises LinemateError."""
    command = parse_command(f"newgame {text}")
    assert isinstance(command, messages.NewGame)
    return make_game(command.game or "", dict(command.options))


def describe_game(game: Game) -> str:
    return " ".join([game.name, *(f"{name} {value}" for name, value in game.options.items())])


def write_key(position: Position) -> str:
    return f"{position.key():015x}"
