"""Running the modules of this project as processes, wherever the user happens to be."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import linemate

# Where Python finds `linemate`, installed or not.
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(linemate.__file__)))


def our_command(module: str) -> list[str]:
    """Runs a module of this project, in `our_environment`."""
    # -P: a `linemate` or a `random.py` where the user happens to be must not be taken for ours.
    return [sys.executable, "-P", "-m", module]


def our_environment(environment: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """The given one, or else the user's, in which Python finds this project."""
    environment = os.environ if environment is None else environment
    paths = [ROOT, *filter(None, [environment.get("PYTHONPATH")])]
    return {**environment, "PYTHONPATH": os.pathsep.join(paths)}
