"""A tab and its server: games by hand, and what the engine thinks of them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from linemate.clients.shared.levels import DEFAULT_LEVEL
from linemate.clients.web import engine_worker, session
from linemate.clients.web.engines import ServerState
from linemate.clients.web.games import CurrentGame, write_text
from linemate.clients.web.messages import Write
from linemate.engine.registry import GAMES
from tests.clients.web.serving import Served, Tab, peer, pids
from tests.waiting import PATIENCE, is_reaped

INFINITE = {"infinite": True}


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served(ServerState()) as served:
        yield served


@pytest.fixture
def tab(served: Served) -> Iterator[Tab]:
    with served.tab() as tab:
        yield tab


def test_a_page_is_greeted_with_the_engine_and_all_games(tab: Tab) -> None:
    hello = tab.hear("hello")
    assert hello["seq"] == 0
    assert hello["engine"]["name"] == "Linemate"
    options = {option["name"]: option for option in hello["engine"]["options"]}
    assert "mcts" in options["Search"]["choices"]
    assert options["Visits"]["default"] is True
    assert hello["engine"]["solved"] == ["qubic"]
    assert options["Hash"]["maximum"] == 256
    assert not {"Game", "UCI_Variant", "Constants", "Clear Hash"} & options.keys()
    assert [game["name"] for game in hello["games"]] == list(GAMES)
    assert [level["level"] for level in hello["levels"]] == list(range(1, 11))
    assert hello["levels"][-1]["skill"] == options["Skill"]["maximum"]
    assert hello["limits"]["infinite"] == 600_000
    assert hello["first"] == {"words": "ultimate", "level": DEFAULT_LEVEL}


def test_a_game_by_hand(tab: Tab) -> None:
    state = tab.open("tictactoe", "a1 b2")
    assert (state["toMove"], state["cells"], state["last"]) == ("x", "....o.x..", "b2")
    for move in ("a2", "c1"):
        state = tab.ask("move", "state", move=move)
    state = tab.ask("move", "state", move="a3")
    line = "the line a3 a2 a1"
    assert state["outcome"] == {"winner": "x", "reason": line, "text": f"X wins: {line}."}
    assert (state["toMove"], state["legal"]) == (None, [])
    assert state["line"] == ["a3", "a2", "a1"]
    state = tab.ask("goto", "state", at=1)
    assert (state["at"], len(state["moves"]), state["toMove"]) == (1, 5, "o")
    state = tab.ask("move", "state", move="c3")
    assert state["moves"] == ["a1", "c3"]


def test_what_the_rules_forbid_changes_nothing(tab: Tab) -> None:
    before = tab.open("ultimate", "55 51")
    assert "must play in board 1" in tab.refused("move", move="99")
    assert "bad move 'zz'" in tab.refused("move", move="zz")
    assert "the game has 2 moves" in tab.refused("goto", at=3)
    record: dict[str, Any] = {"words": "ultimate", "start": None, "moves": ["55", "66"], "at": 2}
    assert tab.refused("open", **record).startswith("move 2: illegal move '66'")
    assert "unknown game 'chess'" in tab.refused("open", **record | {"words": "chess"})
    assert "bad position" in tab.refused("open", **record | {"start": "9/9 x -"})
    after = tab.ask("goto", "state", at=2)
    assert {**before, "seq": 0} == {**after, "seq": 0}


def test_a_record_with_a_number_that_is_none_costs_neither_connection_nor_engine(tab: Tab) -> None:
    """1e999 is JSON and read as infinite: the tab was hung up on, and its engine ended."""
    tab.hear("hello")
    assert "bad round inf" in tab.refused("read", text='{"round": 1e999}')
    tab.open("tictactoe")
    tab.think(limits={"depth": 1})
    assert tab.hear("answer")["move"]


def test_a_question_is_announced_reported_and_answered(tab: Tab) -> None:
    tab.hear("hello")
    tab.open("tictactoe", "a1 b2 a2 b3")
    announced = tab.think(options={"Search": "mcts", "Samples": 300}, limits={"movetime": 60_000})
    answer = tab.hear("answer")
    infos = [message for message in tab.heard if message["type"] == "info"]
    assert infos
    for message in (announced, *infos, answer):
        assert (message["search"], message["at"]) == (announced["search"], 4)
    assert {visit["move"] for visit in infos[-1]["visits"]} == {"a3", "c3", "c2", "b1", "c1"}
    assert infos[-1]["pv"][0] == answer["move"] == "a3"
    assert (answer["purpose"], answer["late"], answer["limited"]) == ("play", False, False)


def test_scores_are_as_x_sees_them(tab: Tab) -> None:
    """o has two in a row and is to move: x loses with the next ply."""
    tab.hear("hello")
    tab.open("tictactoe", "a1 b2 c3 b3 a2")
    tab.think("analyse", limits={"depth": 9})
    tab.hear("answer")
    assert tab.heard[-2]["score"] == {"mate": -1}
    assert tab.heard[-2]["pv"] == ["b1"]


def test_an_analysis_goes_on_until_it_is_stopped(tab: Tab) -> None:
    tab.hear("hello")
    tab.open("gomoku size=9", "e5")
    search = tab.think("analyse", options={"MultiPV": 3}, limits=INFINITE)["search"]
    while {info.get("multipv") for info in tab.heard} != {1, 2, 3}:
        assert tab.hear("info", "answer", "stopped")["type"] == "info"
        tab.heard += [tab.hear("info") for _ in range(5)]
    tab.say("stop")
    assert tab.hear("stopped") == {"type": "stopped", "search": search, "reason": None}


def test_stop_means_move_now(tab: Tab) -> None:
    tab.hear("hello")
    tab.open("qubic")
    for purpose in ("play", "hint"):
        search = tab.think(purpose, limits={"movetime": 600_000})["search"]
        tab.say("stop")
        answer = tab.hear("answer")
        assert (answer["search"], answer["purpose"], len(answer["move"])) == (search, purpose, 3)
    tab.say("stop")  # nothing is running
    tab.ask("goto", "state", at=0)
    assert len(tab.heard) == 1


@pytest.mark.parametrize(
    ("kind", "fields"), [("goto", {"at": 0}), ("move", {"move": "55"}), ("think", {})]
)
def test_whatever_comes_next_ends_a_search(tab: Tab, kind: str, fields: dict[str, Any]) -> None:
    """Its end is told first, and nothing of it comes afterwards."""
    tab.hear("hello")
    tab.open("ultimate")
    search = tab.think("analyse", limits=INFINITE)["search"]
    tab.hear("info")
    if kind == "think":
        tab.think("play")
    else:
        tab.ask(kind, "state", **fields)
    ends = [message for message in tab.heard if message["type"] in ("stopped", "answer")]
    assert ends == [{"type": "stopped", "search": search, "reason": None}]
    tab.think("hint", options={"Search": "random"})
    tab.hear("answer")
    assert search not in [message.get("search") for message in tab.heard]


def test_of_many_questions_at_once_the_last_is_answered(tab: Tab) -> None:
    tab.hear("hello")
    tab.open("gomoku")
    asked = {"purpose": "analyse", "options": {}, "limits": INFINITE}
    for _ in range(20):
        tab.say("think", **asked)
    tab.say("think", **asked | {"purpose": "play", "limits": {"nodes": 10}})
    tab.hear("answer")
    kinds = [message["type"] for message in tab.heard]
    assert (kinds.count("searching"), kinds.count("stopped"), kinds.count("answer")) == (21, 20, 1)


def test_options_hold_for_one_question_alone(tab: Tab) -> None:
    """`random` reports a score of 0 and one node; what does not name it has our usual search."""
    tab.hear("hello")
    tab.open("tictactoe", "a1 b2 a2 b3")
    tab.think(options={"Search": "random"})
    tab.hear("answer")
    assert tab.heard[-2]["score"] == {"cp": 0}
    tab.think()
    tab.hear("answer")
    assert tab.heard[-2]["score"] == {"mate": 1}


@pytest.mark.parametrize("purpose", ["hint", "analyse"])
def test_hints_and_analyses_have_all_the_skill_there_is(tab: Tab, purpose: str) -> None:
    tab.hear("hello")
    tab.open("tictactoe", "a1 b2 a2 b3")
    for _ in range(5):
        tab.think(purpose, options={"Skill": 0})
        assert tab.hear("answer")["move"] == "a3"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"options": {"Contempt": 1}}, "unknown option 'Contempt'"),
        ({"options": {"Constants": "x"}}, "unknown option 'Constants'"),
        ({"options": {"UCI_Variant": "qubic"}}, "unknown option 'UCI_Variant'"),
        ({"options": {"Hash": 4096}}, "a whole number from 1 to 256"),
        ({"options": {"Search": "magic"}}, "expected one of auto"),
        ({"options": {"Visits": 3}}, "true or false"),
        ({"options": {"Search": "auto\nquit"}}, "bad value"),
        ({"limits": {}}, "bad limits"),
        ({"limits": {"movetime": 600_001}}, "a whole number from 1 to 600000"),
        ({"limits": {"wtime": 5}}, "bad limits"),
    ],
)
def test_what_no_page_may_ask_is_refused(tab: Tab, fields: dict[str, Any], problem: str) -> None:
    tab.hear("hello")
    tab.open()
    asked = {"purpose": "play", "options": {}, "limits": {"nodes": 10}}
    assert problem in tab.refused("think", **asked | fields)
    tab.think()
    tab.hear("answer")


def test_there_is_nothing_to_think_about_when_the_game_is_over(tab: Tab) -> None:
    tab.hear("hello")
    tab.open("tictactoe", "a1 a2 b1 b2 c1")
    asked = {"purpose": "hint", "options": {}, "limits": INFINITE}
    assert tab.refused("think", **asked) == "the game is over"


def test_a_search_that_does_not_suit_the_game_is_refused_and_harms_no_other(tab: Tab) -> None:
    """It harms neither the next question, nor one about another game, nor the way back."""
    tab.hear("hello")
    cube = {"Search": "hminimax", "Heuristic": "cube-lines-130"}
    for words, suits in (("gomoku", False), ("qubic", True), ("gomoku", False)):
        tab.open(words)
        tab.think(options=cube, limits={"nodes": 50})
        end = tab.hear("answer", "stopped")
        assert end["type"] == ("answer" if suits else "stopped"), words
        if not suits:
            assert "cube-lines-130" in end["reason"]
        tab.think()
        tab.hear("answer")


@pytest.mark.parametrize("words", GAMES)
def test_every_game_can_be_played_to_its_end(tab: Tab, words: str) -> None:
    tab.hear("hello")
    state = tab.open("gomoku size=6" if words == "gomoku" else words)
    while state["outcome"] is None:
        tab.think(options={"Search": "random"}, limits={"nodes": 1})
        state = tab.ask("move", "state", move=tab.hear("answer")["move"])
    assert state["outcome"]["text"].startswith(("X wins: ", "O wins: ", "Draw: "))


def test_several_tabs_do_not_disturb_each_other(served: Served) -> None:
    with served.tab() as one, served.tab() as other:
        one.hear("hello")
        other.hear("hello")
        one.open("qubic")
        other.open("tictactoe", "a1 b2 a2 b3")
        one.think("analyse", limits=INFINITE)
        other.think()
        assert other.hear("answer")["move"] == "a3"
        one.hear("info")
        one.say("stop")
        one.hear("stopped")


def test_games_come_in_and_go_out_as_text(tab: Tab) -> None:
    tab.open("tictactoe", "a1 b2 a2")
    players = {"x": {"name": "me"}, "o": {"name": "you"}}
    moves = [
        {"parent": ply - 1, "move": move, "comment": "", "nags": [], "score": {"cp": 5}}
        for ply, move in enumerate(["a1", "b2", "a2"])
    ]
    text = tab.ask("write", "pgn", **players, comment="", moves=moves)["text"]
    (game,) = tab.ask("read", "games", text=text)["games"]
    assert (game["x"], game["o"], game["moves"]) == ("me", "you", ["a1", "b2", "a2"])
    assert "no games" in tab.refused("read", text="[")
    assert "bad position" in tab.refused("read", text="x marks the spot")
    assert len(tab.refused("read", text="x" * 1_000_000)) < 1000


def test_a_long_game_that_is_written_holds_up_no_other_page(
    served: Served, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of 10,000 moves with its variations took 0.3 s of the loop that all pages share, in
    which the clocks of friends run, too.
    """
    begun, answered = threading.Event(), threading.Event()
    in_time: list[bool] = []

    def write_slowly(current: CurrentGame, request: Write) -> str:
        begun.set()
        in_time.append(answered.wait(2))
        return write_text(current, request)

    monkeypatch.setattr(session, "write_text", write_slowly)
    tab.open()
    with served.tab() as other:
        tab.say("write", x={"name": "me"}, o={"name": "you"}, comment="", moves=[])
        assert begun.wait(PATIENCE)
        other.open()
        answered.set()
    tab.hear("pgn")
    assert in_time == [True]


def test_stop_is_for_the_last_question_even_if_the_one_before_has_not_ended(
    tmp_path: Path,
) -> None:
    with Served(ServerState(peer("SlowToStop", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        tab.think("analyse", limits=INFINITE)
        tab.say("think", purpose="play", options={}, limits={"movetime": 600_000})
        tab.say("stop")
        answer = tab.hear("answer")
        assert {"type": "stopped", "search": answer["search"] - 1, "reason": None} in tab.heard


def test_a_question_that_is_dropped_before_it_was_put_ends_all_the_same(tmp_path: Path) -> None:
    with Served(ServerState(peer("SlowToPrepare", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        tab.think("analyse", limits=INFINITE)
        tab.ask("goto", "state", at=0)
        tab.think()
        tab.say("stop")
        assert tab.hear("answer")["move"] == "a1"


def test_a_search_without_an_end_is_ended_and_that_is_said(tmp_path: Path) -> None:
    state = ServerState(peer("Late", tmp_path), longest_search=0.2)
    with Served(state) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        tab.think("analyse", limits=INFINITE)
        answer = tab.hear("answer", "stopped", "lost")
        assert (answer["type"], answer["limited"]) == ("answer", True)


def test_an_engine_that_reports_nothing_new_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`Honest` has four things to tell, and then waits."""
    monkeypatch.setattr(engine_worker, "POLL_SECONDS", 0.01)
    with Served(ServerState(peer("Honest", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open()
        tab.think(limits=INFINITE)
        tab.hear("info")
        time.sleep(0.2)  # twenty looks
        tab.say("stop")
        tab.hear("answer")
        assert len(tab.heard) <= 4


def test_an_engine_that_reports_all_the_time_does_not_flood_the_page(tmp_path: Path) -> None:
    """A page sees a few of 4,000 reports; lines are cut where they stop being legal."""
    with Served(ServerState(peer("Endless", tmp_path))) as served, served.tab() as tab:
        tab.hear("hello")
        tab.open("tictactoe", "a1")
        tab.think(limits=INFINITE)
        infos = [tab.hear("info")]
        while max(info["depth"] for info in infos) < 1999 or len(infos) < 2:
            infos.append(tab.hear("info"))
        tab.say("stop")
        assert tab.hear("answer")["move"] == "b1"
        assert len(infos) < 400
        assert {info["multipv"] for info in infos} == {1, 2}
        first = [info for info in infos if info["multipv"] == 1]
        assert first[-1]["score"] == {"cp": -1999}
        assert first[-1]["pv"] == ["b1"]
        second = [info for info in infos if info["multipv"] == 2]
        assert second[-1]["score"] == {"mate": 2}
    assert all(map(is_reaped, pids(tmp_path)))
