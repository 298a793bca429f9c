"""Settings for all tests: deterministic, with no deadline, since test machines are busy."""

from __future__ import annotations

import ctypes
import os
import signal
from contextlib import suppress

from hypothesis import HealthCheck, settings

from linemate.engine.builds import INTERPRETED

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# Other examples on every run: this is where new ones are looked for.
settings.register_profile(
    "thorough", settings.get_profile("quick"), max_examples=400, derandomize=False
)
settings.load_profile("quick")

# What is compiled here may be anything; `engine/test_builds.py` compiles for itself.
os.environ[INTERPRETED] = "1"

# No large pages, here and in what is started from here: a table of 64 MB takes them all before the
# first search, for up to a seventh of a second, and a test looks at a few hundred positions.
# It is PR_SET_THP_DISABLE of prctl; a system that has none goes without.
with suppress(AttributeError, OSError, TypeError):
    ctypes.CDLL(None).prctl(41, 1, 0, 0, 0)

# A shell's background job ignores Ctrl-C, and so would every process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
