"""How engines end: always, their children with them, and never later than we do.

`end` is for us while we run; the guard is for when we are gone, `kill -9` included. Then an
engine should see the end of its input and leave. For those that do not look, one small process
watches over all engines of this program: it is told which process groups exist, and when its
own input ends, because we are gone, it kills those that are left.

The kernel's own way, prctl(PR_SET_PDEATHSIG), is not used: it has to be called between fork
and exec, where a program with threads may not run Python, and it fires when the starting
*thread* ends. Where there is no POSIX shell, there is no guard, and nothing else changes.
"""

from __future__ import annotations

import atexit
import logging
import os
import signal
import subprocess
import threading
import time

log = logging.getLogger(__name__)


def end(popen: subprocess.Popen[bytes], owner: int) -> None:
    """Kill the process and its group and reap it. Without any courtesy, at any time."""
    if owner != os.getpid():
        return  # a forked copy of the program that owns it
    # The group goes first, while the process is not yet reaped: its number cannot have been
    # given to somebody else. Children that started a session of their own are not in it.
    signal_group(popen, getattr(signal, "SIGKILL", signal.SIGTERM))
    _forget(popen.pid)
    if popen.stdin is not None:
        popen.stdin.close()
    try:
        popen.wait(5)
    except subprocess.TimeoutExpired:
        log.error("process %d cannot be killed", popen.pid)


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


# Reads "+ id" and "- id" until the end of its input; then whatever was not taken back dies.
SCRIPT = """
groups=
while read -r sign id; do
    rest=
    for group in $groups; do [ "$group" = "$id" ] || rest="$rest $group"; done
    groups=$rest
    [ "$sign" = - ] || groups="$groups $id"
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
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
                ["/bin/sh", "-c", SCRIPT],
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
