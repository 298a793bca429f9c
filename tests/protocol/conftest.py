"""What the tests of the protocol share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.protocol.conversation import DEADLINE, Conversation


@pytest.fixture
def talk() -> Iterator[Conversation]:
    talk = Conversation()
    yield talk
    talk.session.end_search(DEADLINE)
