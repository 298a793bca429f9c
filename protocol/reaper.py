"""How engines end: always, their children with them, and never later than we do.

`end` is for us while we run; the guard is for when we are gone, `kill -9` included. Then an
engine should see the end of its input and leave. For those that do not look, one small process
watches over all engines of this program: it is told which process groups exist, and when its
own input ends, because we are gone, it kills those that are left.

A child that starts a session of its own leaves the group. So every engine has a mark in its
environment, which all its descendants inherit, and where the kernel shows the environments of
processes (Linux), whoever has the mark dies with the engine. Elsewhere such a child lives on, and
so does one that has also emptied its environment.

The kernel's own ways are not used. prctl(PR_SET_PDEATHSIG) has to be called between fork and
exec, where a program with threads may not run Python, and fires when the starting *thread* ends.
PR_SET_CHILD_SUBREAPER would make us the parent of all orphans of this program, those of others'
libraries as well, and nobody's once we are killed. Where there is no POSIX shell, there is no
guard, and nothing else changes.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from glob import glob
from secrets import token_hex

log = logging.getLogger(__name__)

MARK = "LINEMATE_ENGINE"  # in the environment of engines; those of programs around them come first
TOKEN = token_hex(8)
ROUNDS = 100  # of killing those who are marked; whoever starts others faster than that is let go


def mark(env: Mapping[str, str] | None) -> dict[str, str]:
    """Return the environment, by default ours, with the mark of one more engine at its end."""
    environment = dict(os.environ if env is None else env)
    ours = f"{_mark_of_program()}{token_hex(8)}"
    environment[MARK] = f"{environment.get(MARK, '')} {ours}".strip()
    return environment


def _mark_of_program() -> str:
    return f"{TOKEN}.{os.getpid()}."  # a forked copy is another program


def end(popen: subprocess.Popen[bytes], owner: int, marks: str) -> None:
    """Kill the process, its group and all who are marked by it, and reap it. Without any courtesy,
    at any time.
    """
    if owner != os.getpid():
        return  # a forked copy of the program that owns it
    # The group goes first, while the process is not yet reaped: its number cannot have been
    # given to somebody else.
    signal_group(popen, getattr(signal, "SIGKILL", signal.SIGTERM))
    for _ in range(ROUNDS):
        marked = [pid for pid in _find_marked(marks) if pid != popen.pid]
        if not marked:
            break
        for pid in marked:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)
    _forget(popen.pid)
    if popen.stdin is not None:
        popen.stdin.close()
    try:
        popen.wait(5)
    except subprocess.TimeoutExpired:
        log.error("process %d cannot be killed", popen.pid)


def _find_marked(marks: str) -> Iterator[int]:
    """Yield the processes that have inherited these marks, where the kernel tells."""
    wanted = f"{MARK}={marks}".encode()
    for path in glob("/proc/[0-9]*/environ") if sys.platform == "linux" else ():
        with suppress(OSError), open(path, "rb", buffering=0) as file:
            if wanted in file.readall():
                yield int(path.split("/")[2])


def signal_group(popen: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to the process and its children, if there is anybody left."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(popen.pid, number)
        else:
            popen.send_signal(number)
    except (ProcessLookupError, PermissionError):
        pass


def has_exited(popen: subprocess.Popen[bytes]) -> bool:
    """Tell whether it is gone, without reaping it: see `end`."""
    if popen.returncode is not None:
        return True
    if not hasattr(os, "waitid"):
        return popen.poll() is not None
    try:
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, popen.pid, options) is not None
    except ChildProcessError:
        return True


def wait_for_exit(popen: subprocess.Popen[bytes], timeout: float) -> bool:
    """Return True once it has exited, False if it has not in this time."""
    deadline, pause = time.monotonic() + timeout, 0.0005
    while not has_exited(popen):
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
        pause = min(2 * pause, 0.02)
    return True


def describe(code: int) -> str:
    """Return an exit code in words."""
    if code < 0:
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"was killed by signal {-code}"
    return f"exited with code {code}"


# Reads "+ id" and "- id" until the end of its input; then whatever was not taken back dies, and
# if there was any, all who have the mark that is the first argument.
SCRIPT = """
groups=
while read -r sign id; do
    rest=
    for group in $groups; do [ "$group" = "$id" ] || rest="$rest $group"; done
    groups=$rest
    [ "$sign" = - ] || groups="$groups $id"
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
for round in ${groups:+1 2 3 4 5 6 7 8 9}; do
    for file in $(grep -Fls -e "$1" /proc/[0-9]*/environ); do
        pid=${file#/proc/}
        kill -s KILL "${pid%/environ}" 2>/dev/null
    done
done
"""

_lock = threading.Lock()
_shell: subprocess.Popen[bytes] | None = None
_owner = 0


def watch(group: int) -> None:
    """Let the process group die when this program does, from now on."""
    try:
        _tell(_guard(), f"+ {group}\n")
    except OSError as error:
        log.debug("no guard for the engine processes: %s", error)


def _forget(group: int) -> None:
    """Watch no longer: the group is gone, and nothing else can have been given its number yet.

    It takes no lock: a garbage collection may call it in the middle of anything.
    """
    if _shell is not None:
        _tell(_shell, f"- {group}\n")


def _tell(shell: subprocess.Popen[bytes], line: str) -> None:
    # One write of a few bytes to a pipe is never mixed with another's.
    try:
        if shell.stdin is not None:
            shell.stdin.write(line.encode())
    except (OSError, ValueError) as error:
        log.debug("the guard of the engine processes is gone: %s", error)


def _guard() -> subprocess.Popen[bytes]:
    """Return the guard, which a forked copy of this program does not share with its parent."""
    global _shell, _owner
    with _lock:
        if _shell is None or _owner != os.getpid():
            if os.name != "posix":
                raise OSError("no POSIX shell")
            # A session of its own: an interrupt from the keyboard must not end it before us.
            _shell = subprocess.Popen(
                ["/bin/sh", "-c", SCRIPT, "sh", _mark_of_program()],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
            _owner = os.getpid()
            atexit.register(_dismiss, _shell, _owner)
        return _shell


def _dismiss(shell: subprocess.Popen[bytes], owner: int) -> None:
    if owner == os.getpid() and shell.stdin is not None:
        shell.stdin.close()
        shell.wait(5)
