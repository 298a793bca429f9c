"""What the tests of the engine's process share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.protocol.engine_process import EngineProcess


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    """Ours, a real process, line by line."""
    with EngineProcess() as engine:
        yield engine
