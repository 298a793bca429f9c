"""An engine as a process: lines in, lines out, a deadline on everything, nothing left behind.

`EngineProcess` knows nothing of any protocol; `client.py` holds the conversation. Two threads
(`pipes.py`) drain the engine's output and errors. How it ends is in `reaper.py`.
"""

from __future__ import annotations

import os
import select
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping, Sequence

from linemate.protocol.ours import our_command, our_environment
from linemate.protocol.pipes import (
    LONGEST_LINE,
    Dialogue,
    Line,
    LineHook,
    Mailbox,
    read_errors,
    read_output,
)
from linemate.protocol.reaper import describe, end, has_exited, signal_group, wait_for_exit, watch

# How long a wait for a line lasts before another look at whether the process is alive: a
# child of a dead engine can hold the pipe open, and then there is no end of output to see.
SLICE = 0.25
# How long the last words of a dead engine may take to get through to us.
LINGER = 1.0


class EngineError(Exception):
    """Something is wrong with an engine. `lines` are the last of the dialogue, oldest first:

    `> ` sent to it, `< ` received from it, `! ` from its standard error.
    """

    def __init__(self, message: str, lines: Sequence[str] = ()) -> None:
        self.lines = tuple(lines)
        super().__init__("\n  ".join((message, *self.lines)))


class EngineStartError(EngineError):
    """The command could not be run at all."""


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

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        on_line: LineHook | None = None,
    ) -> None:
        """Run the command; None is Linemate's own engine.

        Raises EngineStartError, naming the command, where it cannot be run.
        """
        if command is None:
            command, env = our_command("linemate.engine"), our_environment(env)
        self._record = Dialogue(on_line)
        self._mailbox = Mailbox()
        self._writing = threading.Lock()
        self._fate = ""
        try:
            self.command = shlex.split(command) if isinstance(command, str) else list(command)
            if not self.command:
                raise ValueError("the command is empty")
            self._launch_safely(cwd, env)
        except (OSError, ValueError) as error:
            raise EngineStartError(f"cannot start engine {command!r}: {error}") from error
        stdin, stdout, stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._input = stdin
        if os.name == "posix":
            os.set_blocking(stdin.fileno(), False)
        threading.Thread(
            target=read_output, args=(stdout, self._mailbox, self._record), daemon=True
        ).start()
        self._errors = threading.Thread(
            target=read_errors, args=(stderr, self._record), daemon=True
        )
        self._errors.start()

    def _launch_safely(
        self, cwd: str | os.PathLike[str] | None, env: Mapping[str, str] | None
    ) -> None:
        """In a thread, where no Ctrl-C can strike between the process and what is to end it."""
        failures: list[BaseException] = []
        interrupts: list[BaseException] = []
        first, done = threading.Lock(), threading.Event()

        def launch() -> None:
            if not first.acquire(blocking=False):
                return
            try:
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
        self._popen = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=env,
            start_new_session=True,
        )
        # Also on garbage collection and when the interpreter exits.
        self._end = weakref.finalize(self, end, self._popen, os.getpid())
        watch(self._popen.pid)

    @property
    def name(self) -> str:
        return os.path.basename(self.command[0])

    @property
    def pid(self) -> int:
        return self._popen.pid

    @property
    def running(self) -> bool:
        """Until it is ended by us; it may have died by itself all the same."""
        return self._end.alive

    @property
    def exited(self) -> bool:
        """Whether it is gone, ended by us or not."""
        return has_exited(self._popen)

    @property
    def returncode(self) -> int | None:
        """None while the process runs; negative for a signal."""
        return self._popen.returncode

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines of the dialogue, marked as in EngineError."""
        return tuple(self._record.lines)

    def send(self, *lines: str, timeout: float) -> float:
        """Write the lines at once and return when that began, by time.monotonic()."""
        for line in lines:
            self._record.note(">", line)
        began = time.monotonic()
        self.write("".join(f"{line}\n" for line in lines).encode(errors="replace"), timeout)
        return began

    def write(self, data: bytes, timeout: float) -> None:
        """Raises EngineTimeoutError if the engine does not read, EngineDiedError if it cannot."""
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
        """The engine sees the end of its input."""
        with self._writing:
            self._input.close()

    def receive(self, timeout: float) -> Line | None:
        """The next line; None if none comes in this time, or sooner, so call it in a loop.

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
        """The error to raise for a process that is gone, or as good as gone."""
        exited = wait_for_exit(self._popen, SLICE)
        self.kill()
        self._errors.join(LINGER)
        code = self.returncode if exited else None
        how = "closed its input or output" if code is None else describe(code)
        self._fate = self._fate or f"{self.name} {how} {when}"
        return EngineDiedError(self._fate, self.lines, code)

    def timeout(self, awaited: str, seconds: float) -> EngineTimeoutError:
        """The error to raise for a process that is silent."""
        self._fate = f"{self.name} was ended: waited {seconds:.3g} s {awaited}"
        error = EngineTimeoutError(self._fate, self.lines)
        self.kill()
        return error

    def babble(self, what: str) -> EngineProtocolError:
        """The error to raise for a process that says what it must not."""
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
