"""One running search, as its client sees it: reports as they come, and in the end an answer."""

from __future__ import annotations

import logging
import threading
import time

from linemate.engine.record import Record
from linemate.protocol.messages import BestMove, Dialect, InfoLine, Unknown
from linemate.protocol.process import SLICE, EngineProcess
from linemate.protocol.replies import parse_reply

log = logging.getLogger(__name__)

# So many lines without the one that was awaited, and the engine is taken to be babbling.
# Reports of a search are not counted: those may come for as long as it lasts.
FLOOD = 50_000
# More variations than any position has moves; what claims to be further down is not kept.
MOST_VARIATIONS = 1000


class Answer(Record):
    """What came of a `go`.

    `move` is the engine's text, which nobody has checked; None where it says it has no move.
    `infos` has the last report with a score for each variation, best first, with the node and
    time counts that came after it; `info` is the first of them. `seconds` is from just before
    the `go` was written to when the bestmove came out of the pipe, less what we then waited for a
    processor, where the system tells. `late` says that the engine
    did not answer in its time but only when it was told to stop.
    """

    move: str | None
    ponder: str | None
    info: InfoLine | None
    infos: tuple[InfoLine, ...]
    seconds: float
    late: bool = False


class Analysis:
    """A search that has been started. Iterate over it for every InfoLine until it ends.

    As a context manager it stops the search when the block is left, and waits for the
    bestmove, so that the engine is free again. One thread at a time; `interrupt` is the
    exception.
    """

    def __init__(
        self,
        process: EngineProcess,
        command: str,
        dialect: Dialect,
        timeout: float,
        grace: float,
        silence: float | None = None,
    ) -> None:
        """Send the command.

        The search has `timeout` seconds; or, with `silence`, any time as long as there are
        never so many seconds between two lines, until a `ponderhit`. Then it is told to stop,
        and `grace` seconds later it is given up.
        """
        self.answer: Answer | None = None
        self._process = process
        self._dialect = dialect
        self._timeout = timeout
        self._grace = grace
        self._silence = silence
        self._infos: dict[int, InfoLine] = {}
        self._strays = 0
        self._late = False
        self._stopped = False
        # Held while `stop` is written and while the answer is set: a stop that crosses with
        # the bestmove is then on its way before the next search can be.
        self._lock = threading.Lock()
        self._began = process.send(command, timeout=grace)
        self._deadline = self._began + (timeout if silence is None else silence)

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> InfoLine:
        while self.answer is None:
            info = self._advance(SLICE)
            if info is not None:
                return info
        raise StopIteration

    def next(self, timeout: float) -> InfoLine | None:
        """Return the next report; None if none comes in this time or the search is over."""
        until = time.monotonic() + timeout
        while self.answer is None:
            info = self._advance(until - time.monotonic())
            if info is not None or time.monotonic() >= until:
                return info
        return None

    def follow(self, seconds: float) -> tuple[InfoLine, ...]:
        """Return what `Answer.infos` would be after so many seconds, or when the search is over.

        However much an engine reports, one look at it is enough.
        """
        until = time.monotonic() + seconds
        while self.answer is None and (left := until - time.monotonic()) > 0:
            self.next(left)
        return self._latest()

    def wait(self) -> Answer:
        """Return the answer, when the search has ended by itself or its time is up."""
        while self.answer is None:
            self._advance(SLICE)
        return self.answer

    def stop(self) -> Answer:
        """Stop the search and return its answer; at once if it is over."""
        self.interrupt()
        return self.wait()

    def interrupt(self) -> None:
        """Tell the engine to stop and do not wait. From any thread, as often as you like."""
        with self._lock:
            if self.answer is None and not self._stopped:
                self._stopped = True
                self._deadline = time.monotonic() + self._grace
                self._process.send("stop", timeout=self._grace)

    def ponderhit(self) -> None:
        """Tell that the move which `go ponder` thought about was played: now the time counts."""
        with self._lock:
            if self.answer is None and not self._stopped:
                self._deadline = time.monotonic() + self._timeout
                self._silence = None
                self._process.send("ponderhit", timeout=self._grace)

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.running:
            self.stop()

    def _advance(self, wait: float) -> InfoLine | None:
        """Take one line, if one comes in time: a report is returned, a bestmove is the end."""
        self._process.search_until(self._deadline)
        line = self._process.receive(min(wait, self._deadline - time.monotonic()))
        if line is None:
            if time.monotonic() >= self._deadline:
                self._run_out()
            return None
        reply = parse_reply(line.text, self._dialect)
        if isinstance(reply, BestMove):
            if line.arrived < self._began:
                raise self._process.babble(f"{line.text!r} without a go")
            self._late |= line.arrived >= self._deadline and not self._stopped
            self._finish(reply, line.seconds_since(self._began))
            return None
        if line.arrived >= self._deadline:
            self._run_out()  # the reports of a chatterbox must not put this off
        if self._silence is not None and not self._stopped:
            self._deadline = line.arrived + self._silence
        if isinstance(reply, InfoLine):
            self._keep(reply)
            return reply
        self._strays += 1
        if self._strays > FLOOD:
            raise self._process.babble(f"{FLOOD} stray lines during a search")
        if not isinstance(reply, Unknown) or reply.text:
            log.debug("stray line during a search: %r", line.text)
        return None

    def _run_out(self) -> None:
        if self._stopped:
            elapsed = time.monotonic() - self._began
            raise self._process.timeout("for a bestmove, the last of them after a stop", elapsed)
        self._late = True
        self.interrupt()

    def _finish(self, best: BestMove, seconds: float) -> None:
        infos = self._latest()
        info = infos[0] if infos else None
        with self._lock:
            self.answer = Answer(best.move, best.ponder, info, infos, seconds, self._late)

    def _latest(self) -> tuple[InfoLine, ...]:
        return tuple(self._infos[number] for number in sorted(self._infos))

    def _keep(self, info: InfoLine) -> None:
        if info.error is not None:
            log.warning("error during a search: %r", info.error)
        number = info.multipv or 1
        known = self._infos.get(number)
        if number > MOST_VARIATIONS or info.string is not None:
            return
        if known is None or info.score is not None or info.pv:
            self._infos[number] = info
            return
        self._infos[number] = known.replace(
            nodes=known.nodes if info.nodes is None else info.nodes,
            nps=known.nps if info.nps is None else info.nps,
            time=known.time if info.time is None else info.time,
        )
