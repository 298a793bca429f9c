"""The engine in the background: full strength, apart from the opponent, and out of its way."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from linemate.clients.web.assessor import Assessor, read_wish
from linemate.clients.web.engines import EngineFacts, PageSearch, ServerState, TabEngine
from linemate.clients.web.messages import Assess, Outbox
from linemate.protocol.driver import Answer, InfoLine, Score
from tests.clients.web.serving import Served, Tab, peer, pids
from tests.waiting import PATIENCE, is_reaped, wait_until

pytestmark = pytest.mark.usefixtures("looked_at_often")


def assess(tab: Tab, moves: str = "", plies: tuple[int, ...] = (0,), **fields: Any) -> None:
    wish: dict[str, Any] = {"words": "tictactoe", "start": None, "moves": moves.split()}
    tab.ask("assess", "assessing", **{**wish, "plies": plies, "movetime": 60_000, **fields})


def test_positions_are_scored_in_the_order_that_is_wanted() -> None:
    """Tic-tac-toe is searched to its end: o has answered the corner beside it, which loses."""
    with Served(ServerState()) as served, served.tab() as tab:
        tab.hear("hello")
        assess(tab, "a1 a2", (2, 0))
        found = [tab.hear("assessment") for _ in range(2)]
    assert [each["moves"] for each in found] == [["a1", "a2"], []]
    assert [each["score"] for each in found] == [{"mate": 5}, {"cp": 0}]
    assert [each["effort"] for each in found] == [60_000, 60_000]
    assert (found[0]["words"], found[0]["start"]) == ("tictactoe", None)
    assert found[0]["line"]


def test_no_engine_is_started_before_something_is_wanted(tmp_path: Path) -> None:
    with Served(ServerState(peer("Honest", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("tictactoe")
        tab.think()
        tab.hear("answer")
        assert len(pids(tmp_path)) == 1
        assess(tab)
        tab.hear("assessment")
        assert len(pids(tmp_path)) == 2
    wait_until(lambda: all(map(is_reaped, pids(tmp_path))), "the end of both engines")


def test_it_has_all_the_skill_whatever_the_opponent_has(tmp_path: Path) -> None:
    """The peer scores what it was set to last; its Skill is 5 at first and 11 at most."""
    with Served(ServerState(peer("Options", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("tictactoe")
        tab.think(options={"Skill": "1"})
        assert tab.hear("info")["score"] == {"cp": 1}
        assess(tab)
        assert tab.hear("assessment")["score"] == {"cp": 11}


def test_it_judges_a_solved_game_by_searching() -> None:
    """By the solution x wins the empty cube in 53, and had given it up with any move: 28 %."""
    with Served(ServerState()) as served, served.tab() as tab:
        tab.hear("hello")
        assess(tab, words="qubic", movetime=1)
        assert "cp" in tab.hear("assessment")["score"]


class Search:
    """One that ends only when it is told to."""

    answer: Answer | None = None

    async def follow(self, seconds: float) -> tuple[InfoLine, ...]:
        await asyncio.sleep(0)
        return ()

    async def __aenter__(self) -> Search:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


class Endless(TabEngine):
    """An engine that tells when it has begun to search, and finds `b2` when it is stopped."""

    def __init__(self) -> None:
        super().__init__(EngineFacts("Endless", {}, None))
        self.begun: asyncio.Queue[Search] = asyncio.Queue()
        self.search = Search()

    async def prepare(self, search: PageSearch) -> list[str]:
        return []

    async def analyse(self, search: PageSearch) -> Search:
        self.search = Search()
        self.begun.put_nowait(self.search)
        return self.search

    def read_move(self, search: PageSearch, answer: Answer) -> str:
        return str(answer.move)

    def interrupt(self) -> None:
        info = InfoLine(depth=1, score=Score(cp=7), pv=("b2",))
        self.search.answer = Answer("b2", None, info, (info,), 0.1)

    async def check_running(self) -> None:
        pass

    async def quit(self) -> None:
        pass

    def kill(self) -> None:
        pass


@dataclass
class Server(ServerState):
    engine: Endless = field(default_factory=Endless)

    async def start_engine(self) -> TabEngine:
        return self.engine


Scene = Callable[[Assessor, asyncio.Event, Endless], Awaitable[None]]


def drive(scene: Scene, engine: Endless | None = None) -> list[Any]:
    """Return what an assessor has told while this happened; its search has begun."""
    told: list[Any] = []

    async def send(message: str) -> None:
        told.append(json.loads(message))

    async def act() -> None:
        server, outbox, idle = Server(engine=engine or Endless()), Outbox(), asyncio.Event()
        idle.set()
        assessor = Assessor(server, outbox, idle)
        running = asyncio.create_task(assessor.run())
        sending = asyncio.create_task(outbox.deliver(send))
        assessor.want(WISH)
        await server.engine.begun.get()
        await scene(assessor, idle, server.engine)
        await assessor.close(running)
        sending.cancel()

    asyncio.run(asyncio.wait_for(act(), PATIENCE))
    return told


WISH = Assess(1, "tictactoe", None, ("a1",), (1,), 60_000)


def test_it_gives_way_while_the_engine_of_the_game_thinks() -> None:
    """The search is cut short, and begun again when the other has finished."""

    async def scene(assessor: Assessor, idle: asyncio.Event, engine: Endless) -> None:
        idle.clear()
        assessor.give_way()
        for _ in range(20):
            await asyncio.sleep(0)
        assert engine.begun.empty()
        idle.set()
        await engine.begun.get()

    (told,) = drive(scene)
    assert (told["type"], told["score"], told["moves"]) == ("assessment", {"cp": -7}, ["a1"])
    assert told["effort"] < 60_000


class Scoreless(Endless):
    def interrupt(self) -> None:
        self.search.answer = Answer("b2", None, None, (), 0.1)


class Mated(Endless):
    def interrupt(self) -> None:
        info = InfoLine(depth=1, score=Score(plies=0), pv=("b2",))
        self.search.answer = Answer("b2", None, info, (info,), 0.1)


@pytest.mark.parametrize("engine", [Scoreless(), Mated()], ids=["none", "mate 0"])
def test_an_engine_that_tells_no_score_has_found_the_position_even(engine: Endless) -> None:
    """Without a score the page asks for the same position for ever, and a review never ends: so it
    was with `mate 0`, which cannot be of a game that goes on.
    """

    async def scene(assessor: Assessor, idle: asyncio.Event, engine: Endless) -> None:
        engine.interrupt()  # it ends by itself
        for _ in range(20):
            await asyncio.sleep(0)
        assert engine.begun.empty()

    (told,) = drive(scene, engine)
    assert (told["score"], told["line"], told["effort"]) == ({"cp": 0}, ["b2"], 60_000)


def test_of_a_search_that_was_cut_before_it_found_anything_nothing_is_told() -> None:
    async def scene(assessor: Assessor, idle: asyncio.Event, engine: Endless) -> None:
        assessor.give_way()
        await engine.begun.get()

    assert drive(scene, Scoreless()) == []


def test_what_is_wanted_no_longer_is_told_as_far_as_it_has_come() -> None:
    async def scene(assessor: Assessor, idle: asyncio.Event, engine: Endless) -> None:
        assessor.want(WISH._replace(plies=(0, 1)))
        await engine.begun.get()

    (told,) = drive(scene)
    assert told["moves"] == ["a1"]


def test_a_search_goes_on_while_its_position_is_still_the_first_that_is_wanted() -> None:
    async def scene(assessor: Assessor, idle: asyncio.Event, engine: Endless) -> None:
        assessor.want(WISH._replace(plies=(1, 0)))
        for _ in range(20):
            await asyncio.sleep(0)
        assert engine.begun.empty()

    assert drive(scene) == []


def test_a_page_that_needs_the_place_gets_it(tmp_path: Path) -> None:
    with Served(ServerState(peer("Honest", tmp_path), engines=2)) as served, served.tab() as tab:
        tab.hear("hello")
        assess(tab)
        tab.hear("assessment")
        with served.tab() as other:
            other.hear("hello")
            assert "another page needs" in tab.hear("unassessed")["reason"]
            assess(tab)
            assert "busy: 2 engines" in tab.hear("unassessed")["reason"]

        def is_free() -> bool:
            assess(tab)
            return bool(tab.hear("assessment", "unassessed")["type"] == "assessment")

        wait_until(is_free, "the place of the other page's engine")


def test_an_engine_that_fails_in_the_background_disturbs_no_game(tmp_path: Path) -> None:
    state = ServerState(peer("Honest,CrashInSearch", tmp_path))
    with Served(state) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("tictactoe")
        assess(tab)
        assert "was killed by SIGABRT" in tab.hear("unassessed")["reason"]
        tab.think()
        assert tab.hear("answer", "lost")["type"] == "answer"


def test_a_line_that_the_rules_forbid_is_refused() -> None:
    with Served(ServerState()) as served, served.tab() as tab:
        tab.hear("hello")
        wish = {"words": "tictactoe", "start": None, "moves": ["a1", "a1"], "plies": [0]}
        assert "illegal move 'a1'" in tab.refused("assess", **wish, movetime=5)


def test_there_is_nothing_to_search_in_a_finished_position() -> None:
    request = Assess(0, "tictactoe", None, ("a1", "a2", "b1", "b2", "c1"), (5, 4), 1)
    assert list(read_wish(request).positions) == [4]
