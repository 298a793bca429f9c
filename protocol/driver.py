"""The client half of the protocol: drive any UGI or UCI engine from a Python program.

A game between two engines:

    from linemate import Engine, Limits

    with Engine.start() as x, Engine.start("./mybot") as o:
        moves: list[str] = []
        x.newgame("tictactoe")
        o.newgame("tictactoe")
        while x.query("gameover") == "false":
            mover = (x, o)[len(moves) % 2]
            mover.position(moves)
            moves.append(mover.play(Limits(movetime=50)).move or "none")
            x.position(moves)
        print(x.query("result"), *moves)

Watching an engine think, and stopping it:

    with engine.analyse(Limits(infinite=True)) as analysis:
        for info in analysis:
            if info.depth == 8:
                break
    print(analysis.answer)

`AsyncEngine` is the same to be awaited; `Engine.inside()` is Linemate's own engine without a
process, see `inside.py`. Every wait has a deadline. What can go wrong is an
EngineError: the engine could not be started, died, fell silent, babbled, or refused; each tells
so with the last lines of the dialogue. (An option that the engine does not offer is the caller's
mistake: OptionError, before anything is sent.) However it ends, the process is reaped and its
children with it.

Each command but `go` is followed by `isready`, and what the engine says before its `readyok`
belongs to that command: an error line, an answer to a query, or a bestmove that nobody asked
for. So nothing is guessed from timing, and one search cannot be credited with the bestmove of
another.

To read: the conversation is here, one search of it in `driver_analysis.py`, the asyncio side in
`driver_async.py`; `process.py` and `reaper.py` are the process underneath.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from linemate.engine.core import Limits, Option, OptionError, OptionValue, Score, write_value
from linemate.protocol.commands import format_command
from linemate.protocol.driver_analysis import FLOOD, Analysis, Answer
from linemate.protocol.messages import (
    BestMove,
    Command,
    Dialect,
    Go,
    Id,
    InfoLine,
    NewGame,
    OptionLine,
    Query,
    ReadyOk,
    Reply,
    Response,
    SetOption,
    SetPosition,
    UciOk,
    UgiOk,
)
from linemate.protocol.ours import our_command, our_environment
from linemate.protocol.process import (
    EngineDiedError,
    EngineError,
    EngineProcess,
    EngineProtocolError,
    EngineStartError,
    EngineTimeoutError,
    LineHook,
)
from linemate.protocol.replies import parse_reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.protocol.driver_async import AsyncAnalysis, AsyncEngine

__all__ = [
    "Analysis",
    "Answer",
    "AsyncAnalysis",
    "AsyncEngine",
    "Dialect",
    "Engine",
    "EngineDiedError",
    "EngineError",
    "EngineProcess",
    "EngineProtocolError",
    "EngineRefusedError",
    "EngineStartError",
    "EngineTimeoutError",
    "InfoLine",
    "Limits",
    "LineHook",
    "Option",
    "OptionError",
    "Options",
    "Score",
    "our_command",
    "our_environment",
]

log = logging.getLogger(__name__)

# What a search may take beyond its own limit before it is told to stop, and what it may take
# where its limit (a depth, a number of nodes) says nothing about time. Seconds.
MARGIN = 2.0
PATIENCE = 600.0
REMEMBERED_ERRORS = 20


class EngineRefusedError(EngineError):
    """The engine answered a command with an error line. It is otherwise well and can go on."""


class Options(Mapping[str, Option]):
    """The options of an engine by name, in whatever case."""

    def __init__(self) -> None:
        self._options: dict[str, Option] = {}

    def add(self, option: Option) -> None:
        """Note an option that the engine offers."""
        self._options[option.name.lower()] = option

    def __getitem__(self, name: str) -> Option:
        return self._options[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return (option.name for option in self._options.values())

    def __len__(self) -> int:
        return len(self._options)

    def setting(self, name: str, value: OptionValue | None) -> SetOption:
        """Return the command that sets it. Raises OptionError for what the engine would refuse."""
        option = self._options.get(name.lower())
        if option is None:
            known = f"expected one of {', '.join(self)}" if len(self) else "it has none"
            raise OptionError(f"unknown option {name!r}: {known}")
        if option.kind == "button":
            if value not in (None, True):
                raise OptionError(f"bad value {value!r} for option {option.name}: it has none")
            return SetOption(option.name)
        text = write_value(value)
        if value is None:
            raise OptionError(f"no value for option {option.name}: expected {option.expected}")
        settled = option.read(text)
        return SetOption(option.name, text if option.kind == "check" else str(settled))


class Engine:
    """A running engine with which hands were shaken.

    Not to be used by two threads at a time, but for `interrupt`. A command while a search is
    running stops that search first and waits for its bestmove. After EngineDiedError,
    EngineTimeoutError or EngineProtocolError the process has been ended and reaped, and every
    further command raises EngineDiedError.
    """

    def __init__(self, process: EngineProcess, timeout: float, grace: float) -> None:
        """Use `Engine.start`."""
        self.process = process
        self.timeout = timeout
        self.grace = grace
        self.dialect = Dialect.UGI
        self.name = process.name
        self.author = ""
        self.options = Options()
        self._running: Analysis | None = None
        self._owed = 0  # how many readyok are still to come
        self._settled = False  # nothing was sent since the last readyok

    @classmethod
    def start(
        cls,
        command: str | Sequence[str] | None = None,
        *,
        dialect: Dialect | None = None,
        timeout: float = 10.0,
        grace: float = 2.0,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        processors: Collection[int] = (),
        on_line: LineHook | None = None,
    ) -> Engine:
        """Run the command and shake hands, in UGI if the engine can, otherwise in UCI.

        Without a command it is Linemate's own engine. With `processors` it runs on these alone,
        where the system can do that (Linux).

        `timeout` is for every answer but those of searches, `grace` for a bestmove after
        `stop`. `on_line` is called with every line as it passes: the direction (`>` to the
        engine, `<` from it, `!` from its standard error) and the text; the last two from
        threads of their own, so let it be quick.
        """
        process = EngineProcess(command, cwd=cwd, env=env, processors=processors, on_line=on_line)
        try:
            engine = cls(process, timeout, grace)
            engine.shake_hands(dialect)
        except BaseException:
            process.kill()
            raise
        return engine

    @classmethod
    def inside(
        cls, is_stopped: Callable[[], bool] | None = None, on_line: LineHook | None = None
    ) -> Engine:
        """Have Linemate's own engine in this process, without a thread.

        It searches while it is waited for, and `interrupt` from inside `on_line`, or `is_stopped`,
        which is asked every half a millisecond or so, ends a search. All else is as with `start`.
        """
        from linemate.protocol.inside import InsideProcess  # half the engine is loaded with it

        engine = cls(InsideProcess(is_stopped, on_line), timeout=10.0, grace=2.0)
        engine.shake_hands(Dialect.UGI)
        return engine

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()

    # ---------------------------------------------------------------- commands

    def configure(self, values: Mapping[str, OptionValue | None]) -> None:
        """Set options; None presses a button. All are checked before the first is sent.

        Raises OptionError for what the engine does not offer, EngineRefusedError for what it
        does not take all the same.
        """
        self._exchange(*(self.options.setting(name, value) for name, value in values.items()))

    def newgame(self, game: str | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a new game, by default of the same kind. Raises EngineRefusedError."""
        pairs = ((name, write_value(value)) for name, value in (options or {}).items())
        self._exchange(NewGame(game, tuple(pairs)))

    def position(self, moves: Sequence[str] = (), fen: str | None = None) -> None:
        """Set the position: the start of the game, or `fen`, and moves from there.

        Raises EngineRefusedError, for example for an illegal move.
        """
        self._exchange(SetPosition(fen, tuple(moves)))

    def query(self, what: str) -> str:
        """Return what the engine responds. Raises EngineRefusedError if it does not."""
        response = self._exchange(Query(what))
        if response is None:
            raise EngineRefusedError(
                f"{self.name} does not answer query {what}", self.process.lines
            )
        return response.text

    def ping(self) -> None:
        """Return when the engine has dealt with everything that was sent."""
        self._exchange()

    def play(
        self, limits: Limits, *, searchmoves: Sequence[str] = (), timeout: float | None = None
    ) -> Answer:
        """Search the position and wait for the answer.

        After `timeout` seconds the engine is told to stop, and `grace` seconds later
        EngineTimeoutError is raised. By default it is what the limits allow plus MARGIN (with
        a game clock: all of the longer one), and PATIENCE for limits other than time. Without any
        limit a search of a large board has no end of its own, and takes all of that.
        """
        allowed = _allowance(limits) if timeout is None else timeout
        return self._go(limits, searchmoves, allowed).wait()

    def analyse(
        self, limits: Limits, *, searchmoves: Sequence[str] = (), timeout: float | None = None
    ) -> Analysis:
        """Start a search and return while it runs.

        Times are as in `play`; where the search has no end of its own, `timeout` is the
        longest silence between two lines, by default PATIENCE.
        """
        allowed = _allowance(limits)
        if limits.infinite or limits.ponder:
            silence = PATIENCE if timeout is None else timeout
            return self._go(limits, searchmoves, allowed, silence)
        return self._go(limits, searchmoves, allowed if timeout is None else timeout)

    def stop(self) -> Answer | None:
        """Stop the search that is running and wait for its answer; None if there is none."""
        running, self._running = self._running, None
        return running.stop() if running is not None and running.answer is None else None

    def interrupt(self) -> None:
        """Tell the engine to stop whatever search is running. Does not wait; from any thread."""
        running = self._running
        if running is not None:
            running.interrupt()

    def quit(self) -> int | None:
        """End the engine, by force if need be, and return its exit code. May be called again."""
        return self.process.close(grace=self.grace)

    # ---------------------------------------------------------------- the conversation

    def _go(
        self,
        limits: Limits,
        searchmoves: Sequence[str],
        timeout: float,
        silence: float | None = None,
    ) -> Analysis:
        line = format_command(Go(limits, tuple(searchmoves)), self.dialect)
        self.stop()
        if not self._settled:
            self._exchange()
        self._settled = False
        self._running = Analysis(self.process, line, self.dialect, timeout, self.grace, silence)
        return self._running

    def _exchange(self, *commands: Command) -> Response | None:
        """Send commands, wait until they are dealt with, and return the first response."""
        lines = [format_command(command, self.dialect) for command in commands]
        self.stop()
        self._settled = False
        # One that was interrupted in mid-wait still gets its readyok: count, do not assume.
        self._owed += 1
        self.process.send(*lines, "isready", timeout=self.timeout)
        response: Response | None = None
        errors: list[str] = []
        for reply in self._replies("readyok", self.timeout):
            match reply:
                case ReadyOk():
                    self._owed -= 1
                    if self._owed == 0:
                        break
                case BestMove():
                    raise self.process.babble("a bestmove without a go")
                case InfoLine() if reply.error is not None:
                    errors.append(reply.error)
                    del errors[REMEMBERED_ERRORS:]
                case Response():
                    response = response or reply
                case _:
                    log.debug("%r, unasked: %r", self.name, reply)
        else:
            raise self.process.timeout("for readyok", self.timeout)
        self._settled = True
        if errors:
            raise EngineRefusedError(f"{self.name}: {'; '.join(errors)}", self.process.lines)
        return response

    def shake_hands(self, dialect: Dialect | None) -> None:
        """Agree on a dialect and hear the options, once, before anything else; `start` does it."""
        if dialect is None:
            # What does not know `ugi` shows it by a readyok without ugiok, or by silence.
            self.process.send("ugi", "isready", timeout=self.timeout)
            if isinstance(self._greeting((UgiOk, ReadyOk), self.timeout / 2), UgiOk):
                self._owed = 1
                return
            self.process.send("uci", timeout=self.timeout)
            reply = self._greeting((UgiOk, UciOk), self.timeout / 2)
            if reply is None:
                raise self.process.timeout("for ugiok or uciok", self.timeout)
            if isinstance(reply, UciOk):
                self.dialect = Dialect.UCI
                return
            # It was only slow, and will answer both: let `ugi` be the last word.
        self.dialect = dialect or Dialect.UGI
        self.process.send(self.dialect.value, timeout=self.timeout)
        accepted = UgiOk if self.dialect is Dialect.UGI else UciOk
        if self._greeting((accepted,), self.timeout) is None:
            raise self.process.timeout(f"for {self.dialect.value}ok", self.timeout)

    def _greeting(self, accepted: tuple[type[Reply], ...], timeout: float) -> Reply | None:
        """Note who the engine is, up to an accepted reply; None if that does not come."""
        for reply in self._replies("a greeting", timeout):
            match reply:
                case Id(what="name", text=text):
                    self.name = text or self.name
                case Id(what="author", text=text):
                    self.author = text
                case OptionLine(option=option):
                    self.options.add(option)
                case _ if isinstance(reply, accepted):
                    return reply
                case _:
                    log.debug("%r, during the greeting: %r", self.name, reply)
        return None

    def _replies(self, awaited: str, timeout: float) -> Iterator[Reply]:
        """Yield what the engine says in this time, for as long as the caller listens."""
        deadline = time.monotonic() + timeout
        for _ in range(FLOOD):
            while (line := self.process.receive(deadline - time.monotonic())) is None:
                if time.monotonic() >= deadline:
                    return
            yield parse_reply(line.text, self.dialect)
        raise self.process.babble(f"{FLOOD} lines without {awaited}")


def _allowance(limits: Limits) -> float:
    """Return the seconds after which a search with these limits is overdue."""
    if limits.movetime is not None:
        return limits.movetime / 1000 + MARGIN
    if limits.p1time is None and limits.p2time is None:
        return PATIENCE
    clock = max(limits.p1time or 0, limits.p2time or 0) + max(limits.p1inc, limits.p2inc)
    return clock / 1000 + MARGIN


def __getattr__(name: str) -> object:
    """Load the asyncio side when it is asked for: it takes a quarter of a client's start."""
    if name not in ("AsyncAnalysis", "AsyncEngine"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from linemate.protocol import driver_async

    return getattr(driver_async, name)
