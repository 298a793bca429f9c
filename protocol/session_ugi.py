"""The native dialects, UGI and UCI: what every command does.

They are one session; which of the two words opened it decides how mates and best moves are
written. PROTOCOL.md says what every command means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from linemate.engine.bench import bench
from linemate.engine.builds import describe_build
from linemate.engine.clock import Clock
from linemate.engine.core import (
    PLAYERS,
    Game,
    Info,
    Limits,
    LinemateError,
    Option,
    OptionError,
    Outcome,
    Position,
    Score,
)
from linemate.engine.perft import divide
from linemate.engine.registry import GAMES, make_game
from linemate.engine.scores import bounded, to_report
from linemate.protocol import messages
from linemate.protocol.commands import parse_command
from linemate.protocol.messages import Dialect, InfoLine
from linemate.protocol.replies import (
    format_bestmove,
    format_error,
    format_info,
    format_option,
    format_response,
    format_string,
)
from linemate.protocol.session import (
    AUTHOR,
    MOVE_OVERHEAD,
    NAME,
    SEARCHER_OPTIONS,
    VERSION,
    Job,
    Remark,
    SearchJob,
    SearchTask,
    Session,
    Write,
    as_line,
)

# Values of UCI_Variant: this one leaves the game as it is, in the notation of PROTOCOL.md; those of
# Cute Chess have their own (its module is not loaded where nobody asks for one).
OWN_NOTATION = "linemate"
CUTE_CHESS = ("tictactoe", "gomoku", "gomokufreestyle", "cfour")
VARIANTS = (OWN_NOTATION, *CUTE_CHESS, *(name for name in GAMES if name not in CUTE_CHESS))

OPTIONS = (
    Option("Game", "string", "tictactoe"),
    Option("UCI_Variant", "combo", OWN_NOTATION, choices=VARIANTS),
    *SEARCHER_OPTIONS,
    MOVE_OVERHEAD,
    Option("Ponder", "check", False),
    Option("OwnBook", "check", False),
    Option("Clear Hash", "button"),
)

RESULTS = {Outcome.X_WINS: "p1win", Outcome.O_WINS: "p2win", Outcome.DRAW: "draw", None: "none"}

HELP = """\
Linemate plays n-in-a-row games over this line protocol (UGI and UCI; see protocol/PROTOCOL.md).
  ugi | uci                       say hello: names, options, ugiok or uciok
  newgame [GAME [OPTION VALUE]..] {games}
  position startpos|fen F [moves M..]
  moves M..                       play on from the position you have
  go [movetime MS] [depth N] [nodes N] [infinite] [searchmoves M..] ...
  go perft N                      count positions, by move
  stop | ponderhit | isready
  setoption name N [value V]
  query p1turn|gameover|result|legalmoves|fen|game|key
  d | eval                        draw the position, evaluate it
  bench [DEPTH]                   a fixed amount of work
  START N                         as the first command: speak Gomocup (gomoku) instead
  quit"""


class UgiSession(Session):
    """A session in UGI until `uci` is said, and after `ugi` again."""

    def __init__(
        self,
        write: Write,
        game: Game | None = None,
        is_stopped: Callable[[], bool] | None = None,
    ) -> None:
        self._dialect = Dialect.UGI
        # The player who made an illegal move, until the next position.
        self._offender: int | None
        super().__init__(write, game or make_game("tictactoe"), is_stopped)

    def _obey(self, line: str, arrived: float) -> bool:
        command = parse_command(line)
        if isinstance(command, messages.Quit):
            return False
        self._act(command, arrived)
        return True

    def _complain(self, problem: str) -> None:
        self._write(format_error(problem))

    def _remark(self, text: str) -> None:
        self._write(format_string(text))

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
                self._stop()
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
                self._start(BenchJob(self._remark, self._write, command.depth))
            case messages.Help():
                self._write(HELP.format(games=", ".join(GAMES)))
            case messages.Debug() | messages.Register() | None:
                pass
            case messages.Unknown():
                raise LinemateError(f"unknown command {command.text[:80]!r}: try help")

    # ---------------------------------------------------------------- hand-shake and options

    def _get_ready(self) -> None:
        """Do now what the first search would otherwise lose time with."""
        if self._job is None or not self._job.is_running():
            try:
                self._searcher_in_use()
            except Exception as error:  # a driver waits for its answer, ready or not
                self._complain(str(error))
        self._write("readyok")

    def _greet(self, dialect: Dialect) -> None:
        self._dialect = dialect
        build, problem = describe_build()
        self._write(
            f"id name {NAME} {VERSION}" + " compiled" * (build == "compiled"),
            f"id author {AUTHOR}",
            *map(format_option, self._offered_options()),
            *([format_string(problem)] if problem else []),
            f"{dialect.value}ok",
        )

    def _offered_options(self) -> Iterator[Option]:
        """Yield every option; setting each to its default changes nothing, nor the game in play."""
        for option in OPTIONS:
            if option.name == "Game":
                yield option.replace(default=write_game(self._game))
            elif option.name == "UCI_Variant":
                yield option.replace(default=self._variant)
            else:
                yield option

    def _set_option(self, name: str, text: str) -> None:
        option = next((option for option in OPTIONS if option.name.lower() == name.lower()), None)
        if option is None:
            known = ", ".join(option.name for option in OPTIONS)
            raise OptionError(f"unknown option {name!r}: expected one of {known}")
        value = option.read(text)
        game, variant = None, OWN_NOTATION
        if option.name == "Game":
            game = parse_game(text)
        elif option.name == "UCI_Variant":
            variant = str(value)
            game = self._game_of(variant)
        self.end_search()
        if game is not None:
            self._begin(game, variant)
        elif option.name == "Clear Hash":
            if self._searcher is not None:
                self._searcher.clear()
        else:
            self._set(option.name, value)
            if option.name == "OwnBook" and value:
                self._remark("there is no opening book: OwnBook has no effect")

    # ---------------------------------------------------------------- games and positions

    def _begin(self, game: Game, variant: str = OWN_NOTATION) -> None:
        super()._begin(game)
        # The value of UCI_Variant that would change nothing.
        self._variant = variant if variant in CUTE_CHESS else OWN_NOTATION

    def _enter(self, position: Position) -> None:
        super()._enter(position)
        self._offender = None

    def _game_of(self, variant: str) -> Game:
        """Return the game that a value of UCI_Variant stands for; the one in play keeps its
        options, but for Cute Chess, whose variants have none.
        """
        if variant in CUTE_CHESS:
            from linemate.protocol.cutechess import make_variant

            return make_variant(variant)
        if variant in (OWN_NOTATION, self._game.name):
            return make_game(self._game.name, self._game.settings)
        return make_game(variant)

    def _new_game(self, command: messages.NewGame) -> None:
        game, variant = self._game, self._variant
        if command.game is not None:
            game, variant = make_game(command.game, dict(command.options)), OWN_NOTATION
        self.end_search()
        self._begin(game, variant)

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
        for problem in command.unread:
            self._complain(problem)
        if command.perft is not None:
            position = self._position.copy()
            job = PerftJob(self._remark, self._write, self._game, position, command.perft)
            self._start(job)
            return
        limits = command.limits.replace(searchmoves=self._read_searchmoves(command.searchmoves))
        if limits.mate is not None and self._dialect is Dialect.UCI:
            limits = limits.replace(mate=max(1, 2 * limits.mate - 1))
        self._start(UgiSearch(self._search_task(limits, arrived), self._dialect, self._write))

    def _read_searchmoves(self, texts: tuple[str, ...]) -> tuple[int, ...]:
        """Return the legal ones, each once; others are told of, since `go` must be answered."""
        moves: dict[int, None] = {}
        for text in texts:
            try:
                moves[self._game.read_move(self._position, text)] = None
            except LinemateError as error:
                self._complain(f"{error} (searchmoves)")
        return tuple(moves)

    # ---------------------------------------------------------------- questions

    def _outcome(self) -> Outcome | None:
        """Return how the game ended: whoever made an illegal move has lost it."""
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
                return write_game(game)
            case "key":
                return write_key(position)
        raise LinemateError(f"unknown query {what!r}")

    def _show(self) -> None:
        game, position = self._game, self._position
        self._write(
            game.diagram(position),
            f"game: {write_game(game)}",
            f"fen: {game.write_position(position)}",
            f"key: {write_key(position)}",
        )

    def _show_evaluation(self) -> None:
        if self._position.outcome() is not None:
            raise LinemateError("no evaluation: the game is over")
        estimator = self._estimator_in_use()
        worth = estimator.evaluate(self._position.copy())
        if worth is None:
            self._write(f"evaluation: none ({estimator.describe()} makes no estimates)")
            return
        side = PLAYERS[self._position.to_move]
        self._write(
            f"evaluation: {to_report(bounded(worth)).cp:+d} "
            f"(to {side}, who is to move; by {estimator.describe()})"
        )


# ---------------------------------------------------------------- jobs


class UgiSearch(SearchJob):
    """A search of which every report is an `info` line, and the answer a `bestmove`."""

    def __init__(self, task: SearchTask, dialect: Dialect, write: Write) -> None:
        super().__init__(task)
        self._dialect = dialect
        self._write = write

    def work(self) -> Iterator[None]:
        outcome = self._position.outcome()
        if outcome is not None:
            final = InfoLine(depth=0, score=self._final_score(outcome))
            self._write(format_info(final, self._dialect))
        yield from super().work()

    def report(self, info: Info) -> None:
        self._write(self._info_line(info))

    def answer(self, line: Sequence[int], best: Info | None) -> None:
        last_report = [] if best is None else [self._info_line(best)]
        move, ponder = [*map(self._game.write_move, line[:2]), None, None][:2]
        self._write(*last_report, format_bestmove(move, ponder, self._dialect))

    def _info_line(self, info: Info) -> str:
        return format_info(as_line(info, self._game.write_move), self._dialect)

    def _final_score(self, outcome: Outcome) -> Score | None:
        """Return the score of a game that is over; none says "the side to move has won"."""
        if outcome.winner is None:
            return Score(cp=0)
        return None if outcome.winner == self._position.to_move else Score(plies=0)


class DebugJob(Job):
    """Work with no limits of its own; a `stop` ends it with a line that says so."""

    def __init__(self, remark: Remark, write: Write) -> None:
        super().__init__(Clock(Limits()), remark)
        self._write = write

    def stopped(self) -> None:
        self._remark("stopped")


class PerftJob(DebugJob):
    """A line `move: count` for each root move, then the sum."""

    def __init__(
        self, remark: Remark, write: Write, game: Game, position: Position, depth: int
    ) -> None:
        super().__init__(remark, write)
        self._game, self._position, self._depth = game, position, depth

    def work(self) -> Iterator[None]:
        total = 1 if self._depth <= 0 else 0
        for move, count in divide(self._position, self._depth, self.clock):
            self._write(f"{self._game.write_move(move)}: {count}")
            total += count
            yield
        self._write(f"Nodes searched: {total}")


class BenchJob(DebugJob):
    """A line for each game, then the sum, which is the same on every machine."""

    def __init__(self, remark: Remark, write: Write, depth: int | None) -> None:
        super().__init__(remark, write)
        self._depth = depth

    def work(self) -> Iterator[None]:
        nodes, seconds = 0, 0.0
        for result in bench(self._depth, self.clock):
            nodes += result.nodes
            seconds += result.seconds
            rate = result.nodes / max(result.seconds, 1e-9)
            self._write(f"{result.name}: {result.nodes} nodes, {rate:.0f} nodes/s")
            yield
        self._write(f"Nodes searched: {nodes}", f"Nodes/second: {nodes / max(seconds, 1e-9):.0f}")


# ---------------------------------------------------------------- games in words


def parse_game(text: str) -> Game:
    """Return the game of `gomoku size 8`, as `newgame` has it, or of `gomoku size=8`.

    Raises LinemateError.
    """
    command = parse_command(f"newgame {text}")
    assert isinstance(command, messages.NewGame)
    return make_game(command.game or "", dict(command.options))


def write_game(game: Game) -> str:
    """Return the game and its options as `parse_game` takes them."""
    return " ".join([game.name, *(f"{name} {value}" for name, value in game.settings.items())])


def write_key(position: Position) -> str:
    """Return the key of the position as 15 hexadecimal digits."""
    return f"{position.key():015x}"
