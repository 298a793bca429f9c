"""The engine's side, called as from another worker."""

from __future__ import annotations

from typing import Any

import pytest

from linemate.clients.shared.player import Question
from linemate.clients.web.browser.engine import EngineSide, Look, pack, unpack
from linemate.engine.core import OptionError
from linemate.engine.registry import GAMES
from linemate.protocol.driver import EngineRefusedError, Limits


class Caller:
    def __init__(self) -> None:
        self.stopped = False
        self._side = EngineSide(lambda: self.stopped)

    def __call__(self, name: str, *arguments: Any) -> Any:
        return unpack(self._side.answer(pack((name, arguments))))


@pytest.fixture
def call() -> Caller:
    call = Caller()
    facts = call("start", {"Hash": "1"})
    assert facts.name == "Linemate"
    assert facts.offered["hash"].default == 1
    assert facts.offered["visits"].default is True
    return call


@pytest.mark.parametrize("game", GAMES)
def test_it_is_asked_for_a_move(call: Caller, game: str) -> None:
    assert call("prepare", 1, game, {"skill": 3}) == []
    assert call("analyse", Question(None, (), Limits(nodes=200))) is None
    look: Look = call("follow", 60.0)
    assert look.answer is not None
    assert look.answer.move == look.infos[0].pv[0]


def test_a_search_goes_on_from_look_to_look_until_it_is_stopped(call: Caller) -> None:
    call("prepare", 1, "gomoku size=9", {})
    call("analyse", Question(None, ("e5",), Limits(infinite=True)))
    depths: list[int] = []
    while not depths or depths[-1] < 3:
        look: Look = call("follow", 0.0)
        assert (look.answer, look.rests) == (None, False)
        depths += [info.depth or 0 for info in look.infos]
    assert depths == sorted(depths)
    assert call("stop").answer.move == look.infos[0].pv[0]


def test_a_search_is_ended_in_the_midst_of_a_look(call: Caller) -> None:
    call("prepare", 1, "gomoku size=9", {})
    call("analyse", Question(None, ("e5",), Limits(infinite=True)))
    call.stopped = True
    assert call("follow", 600.0).answer is not None


def test_a_search_that_has_found_everything_says_that_it_rests(call: Caller) -> None:
    call("prepare", 1, "tictactoe", {})
    call("analyse", Question(None, ("b2", "a1"), Limits(infinite=True)))
    while not (look := call("follow", 0.0)).rests:
        assert look.answer is None
    call.stopped = True
    assert call("follow", 600.0).answer is not None


def test_what_is_refused_comes_back_as_the_error_that_it_is(call: Caller) -> None:
    assert isinstance(call("prepare", 1, "tictactoe", {"skill": "99"}), OptionError)
    assert call("prepare", 2, "tictactoe", {}) == []
    assert isinstance(call("analyse", Question(None, ("b2", "b2"), Limits())), EngineRefusedError)
