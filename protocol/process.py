"""An engine as a process: lines in, lines out, a deadline on everything, nothing left behind.

`EngineProcess` knows nothing of any protocol; `driver.py` holds the conversation. Two threads
drain the engine's output and errors. Memory is bounded: when CAPACITY characters wait to be
taken, the pipe is read no further until they are, and of a line beyond LONGEST_LINE only the
beginning is kept, marked as cut. How a process ends is in `reaper.py`.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import IO, NamedTuple

from linemate.protocol.messages import LONGEST_LINE
from linemate.protocol.ours import our_command, our_environment
from linemate.protocol.reaper import (
    MARK,
    describe,
    end,
    has_exited,
    mark,
    signal_group,
    wait_for_exit,
    watch,
)

log = logging.getLogger(__name__)

CAPACITY = 1 << 18
REMEMBERED_LINES = 20
# How long a wait for a line lasts before another look at whether the process is alive: a
# child of a dead engine can hold the pipe open, and then there is no end of output to see.
SLICE = 0.25
# How long the last words of a dead engine may take to get through to us.
LINGER = 1.0
SCHEDSTAT = "/proc/thread-self/schedstat"  # of Linux: what this thread ran and was queued

# Called with the direction (`>` to the engine, `<` from it, `!` from its standard error) and text.
LineHook = Callable[[str, str], None]


class EngineError(Exception):
    """Something is wrong with an engine. `lines` are the last of the dialogue, oldest first:

    `> ` sent to it, `< ` received from it, `! ` from its standard error.
    """

    def __init__(self, message: str, lines: Sequence[str] = ()) -> None:
        self.lines = tuple(lines)
        super().__init__("\n  ".join((message, *self.lines)))


class EngineStartError(EngineError):
    """The command could not be run at all."""


def explain_start(error: OSError, program: str, cwd: str | os.PathLike[str] | None) -> str:
    """Say why a program could not be run in a directory, and what its author can do about it."""
    if cwd is not None and not os.path.isdir(cwd):
        return f"there is no directory {os.fspath(cwd)!r}"
    path = os.path.join(cwd or "", program)
    otherwise = f"or name what runs it, as in `python3 {program}`"
    if error.errno == errno.ENOENT and os.path.basename(program) == program:
        here = f"; for the file here write './{program}'" if os.path.exists(path) else ""
        return f"there is no command {program!r}{here}"
    if error.errno == errno.ENOENT and os.path.exists(path):
        return f"{program!r} is there, but what its first line names, or its loader, is not"
    if error.errno == errno.ENOENT:
        return f"there is no file {program!r}"
    if error.errno == errno.EACCES and os.path.isdir(path):
        return f"{program!r} is a directory"
    if error.errno == errno.EACCES:
        return f"{program!r} is not executable: `chmod +x {program}`, {otherwise}"
    if error.errno == errno.ENOEXEC:
        first = "begin it with one, as in #!/usr/bin/env python3"
        return f"{program!r} is no program and its first line names none: {first}, {otherwise}"
    return error.strerror or str(error)


class EngineDiedError(EngineError):
    """The process is gone. `returncode` is negative for a signal, None where it is not known."""

    def __init__(self, message: str, lines: Sequence[str] = (), code: int | None = None) -> None:
        self.returncode = code
        super().__init__(message, lines)


class EngineTimeoutError(EngineError):
    """The process is alive, but what was awaited did not come."""


class EngineProtocolError(EngineError):
    """The process says what no engine may: too much, or an answer that nobody asked for."""


class EngineProcess:
    """A running engine. One thread at a time may receive; any may send."""

    # Whether it will surely say nothing before it is told something: nobody knows of a process.
    rests = False

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        processors: Collection[int] = (),
        on_line: LineHook | None = None,
    ) -> None:
        """Run the command, on these processors if any are named; None is Linemate's own engine.

        Raises EngineStartError, naming the command, where it cannot be run.
        """
        if command is None:
            command, env = our_command("linemate.engine"), our_environment(env)
        self._record = RecentLines(on_line)
        self._mailbox = Mailbox()
        self._writing = threading.Lock()
        self._fate = ""
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
            if not self.command:
                raise ValueError("the command is empty")
            self._launch_safely(cwd, env, processors)
        except OSError as error:
            reason = explain_start(error, self.command[0], cwd)
            raise EngineStartError(f"cannot start engine {command!r}: {reason}") from error
        except ValueError as error:
            raise EngineStartError(f"cannot start engine {command!r}: {error}") from error
        try:
            self._listen()
        except BaseException:
            self._end()  # whoever keeps the exception would keep the process with it
            raise

    def _launch_safely(
        self,
        cwd: str | os.PathLike[str] | None,
        env: Mapping[str, str] | None,
        processors: Collection[int],
    ) -> None:
        """Launch in a thread: no Ctrl-C can strike between the process and what is to end it."""
        failures: list[BaseException] = []
        interrupts: list[BaseException] = []
        first, done = threading.Lock(), threading.Event()

        def launch() -> None:
            if not first.acquire(blocking=False):
                return
            try:
                if processors:  # of this thread, and so of what it starts, before its first step
                    os.sched_setaffinity(0, processors)
                self._launch(cwd, env)
            except BaseException as failure:
                failures.append(failure)
            finally:
                done.set()

        # Not `join`: one that was interrupted takes the thread to be over (Python 3.11). Nor can
        # one tell whether a `start` that was interrupted has started it, so it is tried again.
        while not done.is_set():
            try:
                if not first.locked():
                    threading.Thread(target=launch).start()
                done.wait()
            except RuntimeError:  # no thread to be had
                raise
            except BaseException as interrupt:
                interrupts = interrupts or [interrupt]
        if interrupts and not failures:
            with self._popen:  # which closes its pipes
                self._end()
        if errors := interrupts or failures:
            raise errors.pop()

    def _launch(self, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None) -> None:
        environment = mark(env)
        self._popen = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=environment,
            start_new_session=True,
        )
        # Also on garbage collection and when the interpreter exits.
        self._end = weakref.finalize(self, end, self._popen, os.getpid(), environment[MARK])
        watch(self._popen.pid)

    def _listen(self) -> None:
        stdin, stdout, stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._input = stdin
        if os.name == "posix":
            os.set_blocking(stdin.fileno(), False)
        self._errors = threading.Thread(
            target=read_errors, args=(stderr, self._record), daemon=True
        )
        self._errors.start()
        threading.Thread(
            target=read_output, args=(stdout, self._mailbox, self._record), daemon=True
        ).start()

    @property
    def name(self) -> str:
        return os.path.basename(self.command[0])

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def running(self) -> bool:
        """It is true until we end the process, which may have died by itself all the same."""
        return self._end.alive

    @property
    def exited(self) -> bool:
        """It is true once the process is gone, ended by us or not."""
        return has_exited(self._popen)

    @property
    def returncode(self) -> int | None:
        """It is None while the process runs, and negative for a signal."""
        return self._popen.returncode

    @property
    def lines(self) -> tuple[str, ...]:
        """They are the last lines of the dialogue, marked as in EngineError."""
        return tuple(self._record.lines)

    def send(self, *lines: str, timeout: float) -> float:
        """Write the lines at once and return when that began, by time.monotonic()."""
        for line in lines:
            self._record.note(">", line)
        began = time.monotonic()
        self.write("".join(f"{line}\n" for line in lines).encode(errors="replace"), timeout)
        return began

    def write(self, data: bytes, timeout: float) -> None:
        """Write all of it. Raises EngineTimeoutError if the engine does not read in this time,
        EngineDiedError if it cannot.
        """
        deadline = time.monotonic() + timeout
        with self._writing:
            if not self.running:
                raise self.death("before it was written to")
            while data:
                try:
                    data = data[os.write(self._input.fileno(), data) :]
                except BlockingIOError:
                    self._wait_for_room(deadline, timeout)
                except (OSError, ValueError):  # ValueError: the input was closed by us
                    raise self.death("while it was written to") from None

    def _wait_for_room(self, deadline: float, timeout: float) -> None:
        poll = select.poll()
        poll.register(self._input, select.POLLOUT)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            raise self.timeout("for its input to be read", timeout)

    def close_input(self) -> None:
        """Let the engine see the end of its input."""
        with self._writing:
            self._input.close()

    def search_until(self, moment: float) -> None:
        """Let a search end by itself at this moment of `time.monotonic`, if it is done in the time
        of whoever waits for it. This one is not: it is told to stop.
        """

    def receive(self, timeout: float) -> Line | None:
        """Return the next line; None if none comes in this time, or sooner: call it in a loop.

        Raises EngineDiedError once the process is gone and all that it said was taken.
        """
        line = self._mailbox.take(min(timeout, SLICE))
        if line is None:
            if self._mailbox.ended or has_exited(self._popen):
                line = self._mailbox.take(LINGER)
                if line is None:
                    raise self.death("in mid-conversation")
            else:
                return None
        if line.cut:
            raise self.babble(f"a line of more than {LONGEST_LINE} bytes")
        return line

    # An error that makes an engine useless also ends it: there is no state to go on from.

    def death(self, when: str) -> EngineDiedError:
        """Return the error to raise for a process that is gone, or as good as gone."""
        exited = wait_for_exit(self._popen, SLICE)
        self.kill()
        self._errors.join(LINGER)
        code = self.returncode if exited else None
        how = "closed its input or output" if code is None else describe(code)
        self._fate = self._fate or f"{self.name} {how} {when}"
        return EngineDiedError(self._fate, self.lines, code)

    def timeout(self, awaited: str, seconds: float) -> EngineTimeoutError:
        """Return the error to raise for a process that is silent."""
        self._fate = f"{self.name} was ended: waited {seconds:.3g} s {awaited}"
        error = EngineTimeoutError(self._fate, self.lines)
        self.kill()
        return error

    def babble(self, what: str) -> EngineProtocolError:
        """Return the error to raise for a process that says what it must not."""
        self._fate = f"{self.name} was ended: {what}"
        error = EngineProtocolError(self._fate, self.lines)
        self.kill()
        return error

    def close(self, farewell: str = "quit", grace: float = 1.0) -> int | None:
        """End the process, politely at first: a word, end of input, SIGTERM, SIGKILL.

        Returns its exit code. The whole process group is gone and the process reaped.
        """
        self._mailbox.discard()
        if self.running:
            try:
                self.send(farewell, timeout=grace)
                self.close_input()
            except EngineError:
                pass
            if not wait_for_exit(self._popen, grace):
                signal_group(self._popen, signal.SIGTERM)
                wait_for_exit(self._popen, grace / 2)
        self.kill()
        return self.returncode

    def kill(self) -> None:
        """End the whole process group at once and reap the process. May be called again."""
        self._mailbox.discard()
        self._end()


# ------------------------------------------------------------------ what comes out of an engine


class Line(NamedTuple):
    """A line of the engine's output and when it came, by time.monotonic().

    `queued` seconds before that we would have seen it if a processor had been free for us.
    """

    text: str
    arrived: float
    queued: float
    cut: bool = False

    def seconds_since(self, began: float) -> float:
        """Return how long after that it was there to be read."""
        return max(0.0, self.arrived - self.queued - began)


class Mailbox:
    """Lines on their way from a reading thread to whoever takes them."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque()
        self._size = 0
        self._changed = threading.Condition(threading.Lock())
        self._discarding = False
        self.ended = False

    def put(self, lines: Sequence[Line]) -> None:
        """Put lines in, waiting while too much is in there."""
        with self._changed:
            while self._size > CAPACITY and not self._discarding:
                self._changed.wait()
            if not self._discarding:
                self._lines.extend(lines)
                self._size += sum(len(line.text) for line in lines)
                self._changed.notify_all()

    def take(self, timeout: float) -> Line | None:
        """Return the next line; None if none comes in this time, or ever again."""
        with self._changed:
            if not self._lines and not self.ended:
                self._changed.wait(timeout)
            if not self._lines:
                return None
            line = self._lines.popleft()
            was_full = self._size > CAPACITY
            self._size -= len(line.text)
            if was_full:
                self._changed.notify_all()
            return line

    def end(self) -> None:
        """Tell that nothing will be put in any more."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()

    def discard(self) -> None:
        """Tell that nobody will take anything any more: never make the engine wait again."""
        with self._changed:
            self._discarding = True
            self._changed.notify_all()


class RecentLines:
    """The last lines of the dialogue, and the hook that sees them all."""

    def __init__(self, hook: LineHook | None) -> None:
        self.lines: deque[str] = deque(maxlen=REMEMBERED_LINES)
        self._hook = hook

    def note(self, direction: str, text: str) -> None:
        """Remember a line and show it to the hook, whose faults are logged."""
        self.lines.append(f"{direction} {text[:200]}")
        if self._hook is not None:
            try:
                self._hook(direction, text)
            except Exception:
                log.exception("the hook for lines failed")


def _batches(stream: IO[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines of a stream as they come; of one beyond LONGEST_LINE its beginning."""
    pending, skipping = b"", False
    while chunk := os.read(stream.fileno(), 1 << 16):
        if skipping:
            _, newline, chunk = chunk.partition(b"\n")
            if not newline:
                continue
            skipping = False
        *lines, pending = (pending + chunk).split(b"\n")
        if len(pending) > LONGEST_LINE:
            lines.append(pending)
            pending, skipping = b"", True
        yield lines
    if pending:
        yield [pending]


def _decode(raw: bytes) -> str:
    raw = raw[:LONGEST_LINE].rstrip(b"\r")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        log.warning("the engine wrote what is not UTF-8: %r", raw[:200])
        return raw.decode(errors="replace")


def read_output(stream: IO[bytes], mailbox: Mailbox, record: RecentLines) -> None:
    """Put everything that an engine says into the mailbox, until its output ends."""
    # The threads know neither the process nor each other, so that an engine which nobody
    # refers to any longer is collected, and ended.
    with stream:
        before = queued_seconds()
        for batch in _batches(stream):
            arrived, queued = time.monotonic(), queued_seconds() - before
            lines = [Line(_decode(raw), arrived, queued, len(raw) > LONGEST_LINE) for raw in batch]
            for line in lines:
                record.note("<", line.text)
            mailbox.put(lines)
            before = queued_seconds()
    mailbox.end()


def queued_seconds() -> float:
    """Return how long this thread has ever stood in the queue for a processor; 0 where the kernel
    does not tell.
    """
    try:
        with open(SCHEDSTAT, "rb", buffering=0) as file:
            return int(file.read().split()[1]) / 1e9
    except OSError:
        return 0.0


def read_errors(stream: IO[bytes], record: RecentLines) -> None:
    """Note everything that an engine says on its standard error, until that ends."""
    with stream:
        for batch in _batches(stream):
            for raw in batch:
                record.note("!", _decode(raw))
