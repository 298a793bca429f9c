"""What the tests of the protocol share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from linemate.protocol.driver import Engine
from tests.protocol.conversation import DEADLINE, Conversation
from tests.protocol.judge import Judge, Simple
from tests.protocol.peer_engines import HONEST, NEVER


@pytest.fixture
def talk() -> Iterator[Conversation]:
    talk = Conversation()
    yield talk
    talk.session.close(DEADLINE)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    """Judge a simple player on a board of 7x7."""
    monkeypatch.setattr(
        "linemate.protocol.session.make_searcher",
        lambda _name, game, options: Simple(game, options),
    )
    judge = Judge()
    assert judge.ask("START 7") == "OK"
    return judge


@pytest.fixture
def hurried() -> Judge:
    """Judge the real engine, which has no time."""
    judge = Judge()
    judge.say("INFO timeout_turn 0")
    assert judge.ask("START 7") == "OK"
    return judge


@pytest.fixture
def honest() -> Iterator[Engine]:
    """A peer that does it right, with the driver before it."""
    with Engine.start(HONEST, timeout=NEVER, grace=NEVER) as engine:
        yield engine
