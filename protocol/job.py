"""One piece of long work in a thread of its own: a search, a perft, a bench.

The reader stays free for `stop` and `isready` meanwhile. Whatever happens inside, the job
ends with its last line: for a search, exactly one `bestmove`.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Outcome, Position, Score, Searcher
from linemate.protocol.messages import Dialect, InfoLine
from linemate.protocol.replies import format_bestmove, format_error, format_info

SECONDS_BETWEEN_REPORTS = 1.0

Write = Callable[..., None]


class Job:
    """Runs `work` once, then `finish`; an error inside becomes an error line."""

    def __init__(self, clock: Clock, write: Write) -> None:
        self.clock = clock
        self._write = write
        self._ended = Event()

    def start(self) -> None:
        try:
            Thread(target=self._run, daemon=True).start()
        except RuntimeError as error:  # no more threads: the driver waits for an answer anyway
            self._write(format_error(error))
            self.finish()
            self._ended.set()

    def is_running(self) -> bool:
        return not self._ended.is_set()

    def end(self, timeout: float | None = None) -> None:
        """Cancel the work and wait for its last line. From any thread."""
        self.clock.cancel()
        self._ended.wait(timeout)

    def _run(self) -> None:
        try:
            self.work()
        except SearchStopped:
            self.stopped()
        except Exception as error:  # whatever it is, the driver waits for an answer
            self._write(format_error(f"{type(error).__name__} in the search: {error}"))
        finally:
            self.finish()
            self._ended.set()

    def work(self) -> None:
        """May raise SearchStopped when the clock says so."""

    def stopped(self) -> None:
        """The work was left by SearchStopped."""

    def finish(self) -> None:
        """Write what must be written however the work went."""


class SearchJob(Job):
    """Reports as the search deepens and at least once a second, then one `bestmove`."""

    def __init__(
        self,
        clock: Clock,
        write: Write,
        dialect: Dialect,
        game: Game,
        position: Position,
        make_searcher: Callable[[], Searcher],
    ) -> None:
        super().__init__(clock, write)
        self._dialect = dialect
        self._game = game
        self._position = position
        self._make_searcher = make_searcher
        self._best: Info | None = None
        self._done = Event()
        # Held while `_best` changes, while it is reported and while `_done` is set, so that the
        # reporter writes nothing old and nothing after the bestmove. (To join its thread in the
        # end instead would take milliseconds on a busy machine.)
        self._reporting = Lock()

    def work(self) -> None:
        outcome = self._position.outcome()
        if outcome is not None:
            self._write(
                format_info(InfoLine(depth=0, score=self._final_score(outcome)), self._dialect)
            )
            return
        Thread(target=self._report_every_second, daemon=True).start()
        allowed = self.clock.root_moves(self._position)
        for info in self._make_searcher().search(self._position.copy(), self.clock):
            if not info.pv or info.pv[0] not in allowed:
                raise RuntimeError(f"illegal line {info.pv}")
            with self._reporting:
                if info.multipv == 1:
                    self._best = info
                if info.depth > 0:
                    self._report(info)
            if self._has_mate_asked_for(info):
                break

    def finish(self) -> None:
        self.clock.wait_until_released()
        with self._reporting:
            self._done.set()
        lines = [] if self._best is None else [self._info_line(self._up_to_date(self._best))]
        moves = self._best.pv[:2] if self._best else self.clock.root_moves(self._position)[:1]
        words = [self._game.write_move(move) for move in moves]
        best = words[0] if words else None
        ponder = words[1] if len(words) > 1 else None
        self._write(*lines, format_bestmove(best, ponder, self._dialect))

    def _final_score(self, outcome: Outcome) -> Score | None:
        """Of a game that is over; no score says "the side to move has won", so then None."""
        if outcome.winner is None:
            return Score(cp=0)
        return None if outcome.winner == self._position.to_move else Score(plies=0)

    def _has_mate_asked_for(self, info: Info) -> bool:
        wanted, found = self.clock.limits.mate, info.score.plies
        return wanted is not None and found is not None and 0 < found <= wanted

    def _report_every_second(self) -> None:
        while not self._done.wait(SECONDS_BETWEEN_REPORTS):
            with self._reporting:
                if self._best is not None and not self._done.is_set():
                    self._report(self._up_to_date(self._best))

    def _up_to_date(self, info: Info) -> Info:
        nodes = max(info.nodes, self.clock.nodes)
        return info.replace(nodes=nodes, seconds=self.clock.elapsed())

    def _visits(self, info: Info) -> tuple[tuple[str, str], ...]:
        """`visits b2 120 0.512 a1 ...`: each root move, how often it was tried, and its bound."""
        words = (f"{self._game.write_move(v.move)} {v.visits} {v.bound:.3f}" for v in info.visits)
        return (("visits", " ".join(words)),) if info.visits else ()

    def _report(self, info: Info) -> None:
        self._write(self._info_line(info))

    def _info_line(self, info: Info) -> str:
        line = InfoLine(
            depth=info.depth,
            seldepth=max(info.seldepth, info.depth),
            multipv=info.multipv,
            score=info.score,
            nodes=info.nodes,
            nps=int(info.nodes / info.seconds) if info.seconds > 0 else 0,
            hashfull=info.hashfull or 0,
            time=int(info.seconds * 1000),
            pv=tuple(self._game.write_move(move) for move in info.pv),
            extras=self._visits(info),
        )
        return format_info(line, self._dialect)
