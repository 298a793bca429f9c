"""Settings for all tests: deterministic, with no deadline, since test machines are busy."""

from __future__ import annotations

import os
import signal

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

# A shell's background job ignores Ctrl-C, and so would every process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
