"""This project's own commands: how its modules are run, how this one was started, and what it
says when a signal ends it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import linemate

# Where Python finds `linemate`, installed or not.
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(linemate.__file__)))


def our_command(module: str) -> list[str]:
    """Return the command that runs a module of this project, in `our_environment`."""
    # -P: a `linemate` or a `random.py` where the user happens to be must not be taken for ours.
    return [sys.executable, "-P", "-m", module]


def our_environment(environment: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """Return the given environment, or else the user's, in which Python finds this project."""
    environment = os.environ if environment is None else environment
    paths = [ROOT, *filter(None, [environment.get("PYTHONPATH")])]
    return {**environment, "PYTHONPATH": os.pathsep.join(paths)}


def command_as_started(package: str, script: str) -> str:
    """Return what the user typed to run this program, without its arguments: the script that is
    installed, `python3 -m PACKAGE`, `python3 -m linemate.PACKAGE`, or `python3` and a folder or the
    file that all is packed in.

    Where another program has called us, such as a test, it is the script.
    """
    main = sys.modules["__main__"]
    python = os.path.basename(sys.executable)
    spec = getattr(main, "__spec__", None)
    if spec is not None and spec.name.removeprefix("linemate.") == f"{package}.__main__":
        return f"{python} -m {spec.parent}"
    folder = os.path.dirname(os.path.abspath(getattr(main, "__file__", None) or ""))
    if folder in (os.path.join(ROOT, package), ROOT):
        return f"{python} {sys.argv[0]}"
    return script


def status_of_signal(number: int) -> int:
    """Return the exit status of a program that this signal has ended, as a shell has it."""
    return 128 + number
