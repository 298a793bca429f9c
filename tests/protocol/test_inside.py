"""The engine inside this process: the whole conversation, and not one thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from linemate import Engine, Limits
from linemate.engine.clock import Clock
from linemate.engine.registry import GAMES, make_game, make_searcher
from linemate.protocol.driver import EngineDiedError, EngineRefusedError
from linemate.protocol.inside import InsideProcess
from linemate.protocol.session import SEARCHER_OPTIONS


@pytest.fixture(autouse=True)
def no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise AssertionError(f"{thread} is started")

    monkeypatch.setattr(threading.Thread, "start", refuse)


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.inside() as engine:
        yield engine


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_a_game_to_its_end(engine: Engine, game: str) -> None:
    rules = make_game(game)
    position = rules.start()
    moves: list[str] = []
    engine.newgame(game)
    while position.outcome() is None:
        engine.position(moves)
        answer = engine.play(Limits(nodes=20))
        position.play(rules.read_move(position, answer.move or "none"))
        moves.append(answer.move or "none")
    engine.position(moves)
    assert engine.query("gameover") == "true"


def test_it_searches_the_same_nodes_as_a_searcher_that_is_called(engine: Engine) -> None:
    engine.newgame("ultimate")
    answer = engine.play(Limits(depth=4))
    game = make_game("ultimate")
    options = {option.name: option.default for option in SEARCHER_OPTIONS}
    searcher = make_searcher("auto", game, options)
    *_, last = searcher.search(game.start(), Clock(Limits(depth=4)))
    assert answer.info is not None
    assert (answer.info.depth, answer.info.nodes) == (4, last.nodes)


def test_reports_come_one_by_one_and_leaving_the_block_ends_the_search(engine: Engine) -> None:
    engine.newgame("gomoku")
    with engine.analyse(Limits(infinite=True)) as analysis:
        depths: list[int] = []
        for info in analysis:
            depths.append(info.depth or 0)
            if info.depth == 2:
                break
        assert depths == sorted(depths)
    assert analysis.answer is not None
    assert engine.play(Limits(depth=1)).move is not None


def test_an_infinite_search_that_has_found_all_holds_its_answer_back(engine: Engine) -> None:
    with engine.analyse(Limits(infinite=True)) as analysis:
        assert isinstance(engine.process, InsideProcess)
        while not engine.process.rests:
            analysis.next(0)
        assert analysis.answer is None
        assert analysis.stop().move == "b2"


def test_it_ends_a_search_when_it_is_told_to_from_where_no_line_can_come() -> None:
    looks = 0

    def is_stopped() -> bool:
        nonlocal looks
        looks += 1
        return looks > 50

    with Engine.inside(is_stopped) as engine:
        engine.newgame("gomoku", {"size": 15})
        answer = engine.play(Limits(infinite=True))
        assert looks > 50
        assert answer.move is not None
        assert not answer.late


def test_a_search_can_be_interrupted_by_whoever_sees_its_lines() -> None:
    def stop_at_depth_2(direction: str, line: str) -> None:
        if direction == "<" and line.startswith("info depth 2 "):
            inside.interrupt()

    with Engine.inside(on_line=stop_at_depth_2) as inside:
        inside.newgame("gomoku")
        answer = inside.play(Limits(infinite=True))
        assert answer.info is not None
        assert answer.info.depth in (2, 3)


def test_ctrl_c_leaves_an_engine_that_goes_on() -> None:
    struck = False

    def is_stopped() -> bool:
        nonlocal struck
        if not struck:
            struck = True
            raise KeyboardInterrupt
        return False

    with Engine.inside(is_stopped) as engine:
        with pytest.raises(KeyboardInterrupt):
            engine.play(Limits(infinite=True))
        assert engine.play(Limits(depth=3)).move is not None


def test_what_is_wrong_is_told_as_by_a_process(engine: Engine) -> None:
    with pytest.raises(EngineRefusedError, match="the cell is taken"):
        engine.position(["a1", "a1"])
    assert engine.query("p1turn") == "false"
    assert engine.quit() == 0
    with pytest.raises(EngineDiedError, match="Linemate was ended"):
        engine.ping()


def test_a_command_in_mid_search_ends_the_search() -> None:
    """A driver stops it first; whoever writes the lines himself may not."""
    process = InsideProcess()
    process.send("newgame gomoku", "go infinite", "newgame", "isready", timeout=1.0)
    lines: list[str] = []
    while not lines or lines[-1] != "readyok":
        line = process.receive(1.0)
        assert line is not None
        lines.append(line.text)
    assert [line.split()[0] for line in lines].count("bestmove") == 1
    process.kill()
    assert process.exited


def test_perft_and_bench_go_on_by_steps_too(engine: Engine) -> None:
    process = engine.process
    process.send("go perft 3", timeout=1.0)
    lines = [process.receive(1.0) for _ in range(10)]
    assert [line and line.text for line in lines][-1] == "Nodes searched: 504"
    process.send("bench 1", "stop", timeout=1.0)
    line = process.receive(1.0)
    while line is not None and line.text != "info string stopped":
        line = process.receive(1.0)
    assert line is not None


def test_a_search_that_says_nothing_ends_when_its_time_is_over(engine: Engine) -> None:
    """Minimax reports nothing before it is done, which on this board is never."""
    engine.newgame("qubic")
    engine.configure({"Search": "minimax"})
    answer = engine.play(Limits(depth=6), timeout=0.2)
    assert answer.late
    assert answer.move is not None
    assert not engine.play(Limits(depth=1)).late
