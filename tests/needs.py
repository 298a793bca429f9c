"""What a test needs that a machine may lack: without it the test is skipped, and says so; but not
in continuous integration, where nothing may be left out unnoticed.
"""

from __future__ import annotations

import os
import shutil
from typing import NoReturn

import pytest


def lack(what: str) -> NoReturn:
    """End the test: skipped, or failed where the variable CI is set."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def need_program(name: str) -> str:
    """Return the path of a program."""
    return shutil.which(name) or lack(f"{name} is not installed")
