"""Settings for all tests: deterministic, with no deadline, since test machines are busy."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.browsers import NAMES, find_browser

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
# Other examples on every run: this is where new ones are looked for.
settings.register_profile(
    "thorough", settings.get_profile("quick"), max_examples=400, derandomize=False
)
settings.load_profile("quick")

# A shell's background job ignores Ctrl-C, and so would every process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of one that works here. Without one, tests that need it are skipped; but not in
    continuous integration, where nothing may be left out unnoticed.
    """
    path = find_browser(tmp_path_factory.mktemp("browser"))
    if path is not None:
        return path
    reason = f"none of {', '.join(NAMES)} works here"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
