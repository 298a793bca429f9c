"""What a session of any dialect has: a game, a position, options, and one job at a time.

    line   ->  Session.handle  ->  the dialect acts on it  ->  a Job, in a thread of its own, or
                                                               going on with `Session.step`
    lines  <-  the dialect writes them  <-  Info, Info, ... and the answer  <-  SearchJob

The dialects are `session_ugi.py` (UGI and UCI, which differ in a few words) and
`session_gomocup.py`. What they say about a search they make of Infos, each in its own words.
"""

from __future__ import annotations

import gc
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from threading import Event, Lock, Thread
from time import perf_counter

from linemate import __version__
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import (
    Game,
    Info,
    Limits,
    LinemateError,
    Option,
    OptionValue,
    Position,
    Searcher,
)
from linemate.engine.record import Record
from linemate.engine.registry import AUTO, SEARCH_OPTIONS, SEARCHERS, make_searcher
from linemate.protocol.messages import LONGEST_LINE, InfoLine
from linemate.protocol.preparation import Preparation, answer_without_search

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.protocol.helpers import Helpers

NAME = "Linemate"
VERSION = __version__
AUTHOR = "the Linemate authors"

# A searcher is made with these: a change of one needs a new searcher.
SEARCHER_OPTIONS = (
    Option("Search", "combo", AUTO, choices=(AUTO, *SEARCHERS)),
    *SEARCH_OPTIONS,
)
MOVE_OVERHEAD = Option("Move Overhead", "spin", 10, 0, 5000)

SECONDS_BETWEEN_REPORTS = 1.0

Write = Callable[..., None]
Remark = Callable[[str], None]
# Takes a clock to wait by, and what to do before waiting. Raises SearchStopped.
FindSearcher = Callable[[Clock, Callable[[], None]], Searcher]


class Session(ABC):
    """The engine's side of a conversation; each dialect is a subclass.

    `handle` takes one line and answers through `write`; it never raises for anything that can
    arrive in a line.

    With `is_stopped` it starts no thread: a job goes on while somebody calls `step`, and ends when
    `is_stopped`, which it asks at every look at its clock, says so.
    """

    def __init__(
        self, write: Write, game: Game, is_stopped: Callable[[], bool] | None = None
    ) -> None:
        self._write = write
        self._is_stopped = is_stopped
        self._options: dict[str, OptionValue] = {
            option.name: option.default for option in (*SEARCHER_OPTIONS, MOVE_OVERHEAD)
        }
        self._job: Job | None = None
        self._noticed: set[str] = set()
        self._game: Game
        self._position: Position
        self._searcher: Searcher | None = None
        self._estimator: Searcher | None = None
        self._preparation: Preparation | None = None  # of the searcher, until it is there
        self._helpers: Helpers | None = None
        self._begin(game)

    def handle(self, line: str | None) -> bool:
        """Act on one line (None: one too long to read); False means that it was the last one."""
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

    def step(self) -> bool:
        """Go on with the job, up to its next line or so, for a session without threads. False
        where nothing goes on before another line is handled.
        """
        return self._job is not None and self._job.step()

    def end_search(self, timeout: float | None = None) -> None:
        """Cancel what is running and wait until its last line is written. From any thread."""
        if self._job is not None:
            self._job.end(timeout)

    def close(self, timeout: float | None = None) -> None:
        """End the search, which has so many seconds, and all helpers. From any thread."""
        self.end_search(timeout)
        if self._helpers is not None:
            self._helpers.close()

    # ---------------------------------------------------------------- what a dialect decides

    @abstractmethod
    def _obey(self, line: str, arrived: float) -> bool:
        """Do what the line says, as `handle`; it came at that time of perf_counter().

        Raises LinemateError for a line that is refused, and has then changed nothing.
        """

    @abstractmethod
    def _complain(self, problem: str) -> None:
        """Tell that a line was refused, and why."""

    @abstractmethod
    def _remark(self, text: str) -> None:
        """Tell what nobody asked for and nobody waits for."""

    # ---------------------------------------------------------------- game and position

    def _begin(self, game: Game) -> None:
        """Begin a game from its start, with a searcher that remembers nothing."""
        self._game = game
        self._drop_searcher()
        self._enter(game.start())

    def _enter(self, position: Position) -> None:
        self._position = position

    # ---------------------------------------------------------------- searcher, clock and job

    def _set(self, name: str, value: OptionValue) -> None:
        """Set an option; the searcher is dropped if it was made with another value."""
        self._options[name] = value
        if name == "Threads":
            self._allow_helpers(int(value) - 1)
        if any(option.name == name for option in SEARCHER_OPTIONS):
            self._drop_searcher()

    def _allow_helpers(self, count: int) -> None:
        if count and self._helpers is None:
            from linemate.protocol.helpers import Helpers  # not loaded where nobody needs it

            self._helpers = Helpers(self._remark)
        if self._helpers is not None:
            self._helpers.allow(count)

    def _searcher_in_use(
        self, clock: Clock | None = None, before_waiting: Callable[[], None] | None = None
    ) -> Searcher:
        """Return the searcher of this game, made when it is first asked for.

        Raises SearchStopped if the clock ends a search before it is there.
        """
        if self._searcher is None:
            if before_waiting is not None:
                before_waiting()
            self._searcher = self._wait_for_searcher(clock)
            for notice in self._searcher.notices:
                if notice not in self._noticed:
                    self._noticed.add(notice)
                    self._remark(notice)
        return self._searcher

    def _estimator_in_use(self) -> Searcher:
        """Return the like of the searcher in use that never searches: a question to it may come
        while that one does.
        """
        if self._estimator is None:
            options = {**self._options, "Hash": 1}
            self._estimator = make_searcher(str(options["Search"]), self._game, options)
        return self._estimator

    def _wait_for_searcher(self, clock: Clock | None) -> Searcher:
        if self._preparation is None:
            name, game, options = str(self._options["Search"]), self._game, dict(self._options)
            make = make_searcher if self._helpers is None else self._helpers.make_searcher
            if self._is_stopped is not None:
                return make(name, game, options)
            self._preparation = Preparation(lambda: make(name, game, options))
        try:
            searcher = self._preparation.wait(clock)
        except SearchStopped:
            raise
        except Exception:
            self._preparation = None  # the next one may fare better
            raise
        self._preparation = None
        return searcher

    def _drop_searcher(self) -> None:
        """Drop the searcher and its memory, best at a moment when nobody waits for a move."""
        if self._preparation is not None:
            self._preparation.abandon()
            self._preparation = None
        if self._searcher is not None or self._estimator is not None:
            self._searcher = self._estimator = None
            if not gc.isenabled():  # then there is no other occasion
                gc.collect()

    def _make_clock(self, limits: Limits, arrived: float) -> Clock:
        position = self._position
        overhead = int(self._options["Move Overhead"])
        moves_left = (position.cells().count(".") + 1) // 2
        return Clock(limits, position.to_move, overhead, arrived, moves_left)

    def _search_task(self, limits: Limits, arrived: float) -> SearchTask:
        """Return a search of the position as it is now, by a `go` that came at that time."""
        clock = self._make_clock(limits, arrived)
        return SearchTask(clock, self._remark, self._position, self._game, self._searcher_in_use)

    def _start(self, job: Job) -> None:
        self._job = job
        if self._is_stopped is None:
            job.start()
        else:
            job.start_stepwise(self._is_stopped)

    def _stop(self) -> None:
        """Tell the job to come to its end, and do not wait for it."""
        if self._job is not None:
            self._job.clock.cancel()


class Job(ABC):
    """One piece of long work: a search, a perft, a bench.

    In a thread of its own the reader stays free for `stop` and `isready` meanwhile; stepwise it
    goes on while somebody calls `step`. Whatever happens inside, the job ends with what `finish`
    writes; an error becomes a remark.
    """

    def __init__(self, clock: Clock, remark: Remark) -> None:
        self.clock = clock
        self._remark = remark
        self._ended = Event()
        self._steps: Iterator[bool] | None = None  # of work that has no thread

    def start(self) -> None:
        """Begin the work, and return while it goes on; without threads, when it is done."""
        try:
            Thread(target=self._run, daemon=True).start()
        except RuntimeError:  # none to be had, as in a browser
            self.prepare_to_be_unattended()
            self._run()

    def start_stepwise(self, is_stopped: Callable[[], bool]) -> None:
        """Let `step` do the work, until `is_stopped` says that it is to end."""
        self.clock.watch(is_stopped)
        self._steps = self._work_stepwise()

    def step(self) -> bool:
        """Do the next part of work that is done stepwise. False where there is none: it is over,
        has a thread, or waits to be released.
        """
        return self._steps is not None and next(self._steps, False)

    def is_running(self) -> bool:
        """Tell whether the last line is still to come."""
        return not self._ended.is_set()

    def end(self, timeout: float | None = None) -> None:
        """Cancel the work and wait for its last line. From any thread."""
        self.clock.cancel()
        while self.step():
            pass
        self._ended.wait(timeout)

    def _run(self) -> None:
        for _ in self._work_stepwise():
            pass

    def _work_stepwise(self) -> Iterator[bool]:
        """Do all there is to do, and yield after each step; False where it can only wait."""
        try:
            for _ in self.work():
                yield True
        except SearchStopped:
            self.stopped()
        except Exception as error:  # whatever it is, the driver waits for an answer
            self._remark(f"error: {type(error).__name__} in the search: {error}")
        except GeneratorExit:  # nobody waits for anything
            raise
        except BaseException:
            self._end()
            raise
        while self._steps is not None and self.clock.is_held():
            yield False
        self.clock.wait_until_released()
        self._end()

    def _end(self) -> None:
        self.finish()
        self._ended.set()

    @abstractmethod
    def work(self) -> Iterator[None]:
        """Do the work; yields whenever there is something new to be told. May raise SearchStopped
        when the clock says so.
        """

    def prepare_to_be_unattended(self) -> None:  # noqa: B027 - other work ends by itself
        """See to it that the work ends although no line can be read before that."""

    def stopped(self) -> None:  # noqa: B027 - a search is stopped as a rule
        """Write what must be written where the work was left by SearchStopped."""

    def finish(self) -> None:  # noqa: B027 - most work has written all that it had to
        """Write what must be written however the work went."""


class SearchTask(Record):
    """What a search needs, whatever the dialect it is told in."""

    clock: Clock
    remark: Remark
    position: Position
    game: Game
    find_searcher: FindSearcher


class SearchJob(Job):
    """A search that reports as it deepens and at least once a second, then answers once."""

    def __init__(self, task: SearchTask) -> None:
        super().__init__(task.clock, task.remark)
        self._position = task.position
        self._game = task.game
        self._find_searcher = task.find_searcher
        self._best: Info | None = None
        self._done = Event()
        # Held while `_best` changes, while it is reported and while `_done` is set, so that the
        # reporter tells nothing old and nothing after the answer. (To join its thread in the
        # end instead would take milliseconds on a busy machine.)
        self._reporting = Lock()

    def report(self, info: Info) -> None:
        """Tell how far the search is."""

    @abstractmethod
    def answer(self, line: Sequence[int], best: Info | None) -> None:
        """Tell the move to play, which begins the line; it is empty where the game is over.

        `best` is the last report, None where there is none.
        """

    def work(self) -> Iterator[None]:
        if self._position.outcome() is not None:
            return
        if self._steps is None:
            with suppress(RuntimeError):  # without a thread there are fewer reports
                Thread(target=self._report_every_second, daemon=True).start()
        allowed = self.clock.root_moves(self._position)
        searcher = self._find_searcher(self.clock, self._answer_without_search)
        for info in searcher.search(self._position.copy(), self.clock):
            if not info.pv or info.pv[0] not in allowed:
                raise RuntimeError(f"illegal line {info.pv}")
            with self._reporting:
                if info.multipv == 1:
                    self._best = info
                if info.remark:
                    self._remark(info.remark)
                if info.depth > 0:
                    self.report(info)
            yield
            if self._has_mate_asked_for(info):
                break

    def prepare_to_be_unattended(self) -> None:
        if self.clock.run_unattended():
            self._remark("no thread for the search: it cannot be stopped, and ends by itself")

    def is_running(self) -> bool:
        """Tell whether the answer is still to come; who has it may ask before the thread ends."""
        return not self._done.is_set()

    def _answer_without_search(self) -> None:
        """Have a move at hand for the case that the searcher is not there in time."""
        self._best = answer_without_search(self._game, self._position.copy(), self.clock)

    def finish(self) -> None:
        with self._reporting:
            self._done.set()
        if self._best is None:
            self.answer(self.clock.root_moves(self._position)[:1], None)
        else:
            self.answer(self._best.pv, self._up_to_date(self._best))

    def _has_mate_asked_for(self, info: Info) -> bool:
        wanted, found = self.clock.limits.mate, info.score.plies
        return wanted is not None and found is not None and 0 < found <= wanted

    def _report_every_second(self) -> None:
        while not self._done.wait(SECONDS_BETWEEN_REPORTS):
            with self._reporting:
                if self._best is not None and not self._done.is_set():
                    self.report(self._up_to_date(self._best))

    def _up_to_date(self, info: Info) -> Info:
        nodes = max(info.nodes, self.clock.nodes)
        return info.replace(nodes=nodes, seconds=self.clock.elapsed())


def as_line(info: Info, write_move: Callable[[int], str]) -> InfoLine:
    """Return what a line can say of a report, with its moves as text."""
    visits = " ".join(f"{write_move(v.move)} {v.visits} {v.bound:.3f}" for v in info.visits)
    return InfoLine(
        depth=info.depth,
        seldepth=max(info.seldepth, info.depth),
        multipv=info.multipv,
        score=info.score,
        bound=info.bound,
        nodes=info.nodes,
        nps=int(info.nodes / info.seconds) if info.seconds > 0 else 0,
        hashfull=info.hashfull or 0,
        time=int(info.seconds * 1000),
        pv=tuple(map(write_move, info.pv)),
        extras=(("visits", visits),) if visits else (),
    )
