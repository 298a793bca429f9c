"""The option Threads: helpers that search with the engine, and are never there without it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.pvs import PrincipalVariationSearch
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Info, Limits, OptionValue
from linemate.engine.games.ultimate import Ultimate
from linemate.engine.registry import SEARCH_OPTIONS, can_share, make_game
from linemate.protocol import helpers as helpers_module
from linemate.protocol.cutechess import make_variant
from linemate.protocol.helpers import Helped, Helpers
from tests.protocol.conversation import Conversation, best, without_times
from tests.protocol.engine_process import (
    ENGINE,
    PAIRS,
    ROOT,
    EngineProcess,
    assert_ends_well,
    bestmoves,
    errors,
    is_bestmove,
)
from tests.reference.minimax import Value, solve
from tests.ultimates import late_position
from tests.waiting import PATIENCE, children_of, is_running, wait_until, wait_until_gone

OPTIONS: dict[str, OptionValue] = {
    **{option.name: option.default for option in SEARCH_OPTIONS},
    "Hash": 1,
    "Threads": 2,
}


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    with EngineProcess("ultimate") as engine:
        yield engine


@pytest.fixture
def helpers() -> Iterator[Helpers]:
    """Those of a session, of which there may be one."""
    helpers = Helpers(print)
    helpers.allow(1)
    yield helpers
    helpers.close()


def helpers_of(engine: EngineProcess) -> list[int]:
    return children_of(engine.process.pid)


def ready(engine: EngineProcess, threads: int) -> list[int]:
    """Prepare the engine with so many threads; the processes of its helpers."""
    assert (
        engine.ask(f"setoption name Threads value {threads}", "setoption name Hash value 1") == []
    )
    found = helpers_of(engine)
    assert len(found) == threads - 1
    return found


def helped(helpers: Helpers, search: str, game: Game, **options: OptionValue) -> Helped:
    searcher = helpers.make_searcher(search, game, OPTIONS | options)
    assert isinstance(searcher, Helped)
    return searcher


def search_until_helped(searcher: Helped, game: Game) -> Info:
    """Search the start until the helper does, too; the report by then."""
    for info in searcher.search(game.start(), Clock(Limits(infinite=True))):
        if info.depth >= 4:
            wait_until(searcher.nodes_of_helpers, "a helper that searches")
            break
    return info


# ------------------------------------------------------------------ one thread


def test_one_thread_starts_nothing_and_repeats_exactly(engine: EngineProcess) -> None:
    runs = []
    for _ in range(2):
        engine.ask("setoption name Threads value 1", "newgame ultimate")
        runs.append(without_times(engine.search("go depth 6") + engine.search("go nodes 3000")))
        assert helpers_of(engine) == []
    assert runs[0] == runs[1]


def test_one_thread_again_repeats_what_it_did_before_there_were_two(engine: EngineProcess) -> None:
    engine.ask("setoption name Hash value 1")
    before = without_times(engine.search("go depth 6"))
    ready(engine, 2)
    engine.search("go depth 6")
    ready(engine, 1)
    assert without_times(engine.search("go depth 6")) == before


@pytest.mark.parametrize(("search", "name"), PAIRS)
def test_nothing_is_started_for_searchers_that_have_no_use_for_it(
    monkeypatch: pytest.MonkeyPatch, search: str, name: str
) -> None:
    """They are alone, and so is anybody whose skill is limited."""

    def start() -> helpers_module.Helper:
        raise AssertionError("a helper was started")

    monkeypatch.setattr(helpers_module, "Helper", start)
    pool, game = Helpers(print), make_game(name)
    pool.allow(3)
    for skill in (20, 19):
        options = OPTIONS | {"Skill": skill}
        flat = name in ("gomoku", "nineboard", "ultimate")
        if search in ("mcts", "proof") or (search == "pvs" and flat):
            assert can_share(search, game, options) == (skill == 20)
        if skill < 20 or not can_share(search, game, options):
            assert not isinstance(pool.make_searcher(search, game, options), Helped)


# ------------------------------------------------------------------ several


def test_helpers_are_started_once_and_as_many_as_asked_for(engine: EngineProcess) -> None:
    assert engine.ask("setoption name Threads value 3") == []
    first = helpers_of(engine)
    assert len(first) == 2
    engine.ask("newgame ultimate won_boards open", "setoption name MultiPV value 2")
    assert helpers_of(engine) == first
    assert ready(engine, 2)[0] in first
    assert ready(engine, 1) == []
    assert not any(map(is_running, first))


def test_many_are_told_to_end_before_the_end_of_any_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One after the other took as long for sixty-three on a busy machine as all of their ends."""
    calls: list[str] = []

    class Recorded:
        def kill(self) -> None:
            calls.append("kill")

        def end(self) -> str:
            calls.append("end")
            return ""

        def has_ended(self) -> bool:
            return False

        def tell(self, *_: object) -> None:
            pass

    monkeypatch.setattr(helpers_module, "Helper", Recorded)
    pool = Helpers(print)
    pool.allow(3)
    pool.make_searcher("pvs", make_game("ultimate"), OPTIONS)
    pool.close()
    assert calls == ["kill"] * 3 + ["end"] * 3


def test_they_are_not_kept_for_a_game_that_has_no_use_for_them(engine: EngineProcess) -> None:
    ready(engine, 2)
    engine.ask("newgame tictactoe")
    assert helpers_of(engine) == []
    engine.ask("newgame ultimate")
    assert len(helpers_of(engine)) == 1


@pytest.mark.parametrize("search", ["auto", "mcts"])
def test_a_game_is_played_through_with_legal_moves(engine: EngineProcess, search: str) -> None:
    ready(engine, 2)
    engine.ask(f"setoption name Search value {search}")
    game = make_game("ultimate")
    position, moves = game.start(), list[str]()
    for limits in ("movetime 30", "nodes 2000", "nodes 300", "nodes 1", "movetime 0") * 20:
        if position.outcome() is not None:
            break
        engine.send(f"position startpos moves {' '.join(moves)}")
        lines = engine.search(f"go {limits}")
        assert not errors(lines)
        moves.append(best(lines[-1:]))
        position.play(game.read_move(position, moves[-1]))
    assert position.outcome() is not None


def test_mates_are_true_and_shortest_with_helpers_too(helpers: Helpers) -> None:
    """The helper has filled the table before, and goes on meanwhile."""
    rng = Random(1)
    for options in ({}, {"won_boards": "open", "tiebreak": "majority"}):
        game = Ultimate(options)
        searcher = helped(helpers, "auto", game)
        search_until_helped(searcher, game)
        for _ in range(8):
            position = late_position(game, rng, 12)
            memory: dict[int, Value] = {}
            result, plies = solve(position, memory)
            *_, last = searcher.search(position.copy(), Clock(Limits()))
            assert last.score.plies == (result * plies if result else None)
            position.play(last.pv[0])
            assert solve(position, memory)[0] == -result


def test_nodes_are_those_of_all(helpers: Helpers) -> None:
    game = Ultimate()
    searcher = helped(helpers, "auto", game)
    search_until_helped(searcher, game)
    core = searcher._searcher
    assert isinstance(core, PrincipalVariationSearch)
    clock = Clock(Limits(nodes=30_000))
    reports = []
    for info in searcher.search(game.start(), clock):
        reports.append(info)
        if info.depth == 2:
            wait_until(searcher.nodes_of_helpers, "a helper that searches")
    own = core._core.nodes
    assert reports[-1].nodes > own
    assert clock.nodes == 30_000, "the limit counts them all"
    assert own < 30_000


def test_helpers_read_positions_whatever_notation_the_conversation_is_in(helpers: Helpers) -> None:
    """They were handed one as Cute Chess writes it, and ended."""
    game = make_variant("gomoku")
    search_until_helped(helped(helpers, "auto", game), game)


def is_still(count: Callable[[], int]) -> bool:
    before = count()
    time.sleep(0.05)
    return count() == before


@pytest.mark.parametrize("end", ["stop", "limit", "mate", "error"])
def test_the_helpers_search_no_longer_than_the_engine(helpers: Helpers, end: str) -> None:
    """However its search ends; a helper that goes on counts more nodes by the millisecond."""
    game = Ultimate()
    searcher = helped(helpers, "auto", game)
    search_until_helped(searcher, game)
    clock = Clock(Limits(depth=4) if end == "limit" else Limits(infinite=True))
    reports = searcher.search(game.start(), clock)
    for info in reports:
        if info.depth == 3:
            wait_until(searcher.nodes_of_helpers, "a helper that searches")
            if end == "stop":
                clock.cancel()
            elif end == "mate":
                break  # as the session does when it has what it was asked for
            elif end == "error":
                with pytest.raises(ZeroDivisionError):
                    reports.throw(ZeroDivisionError)  # type: ignore[attr-defined]
    del reports
    assert not searcher._crew.is_searching()
    wait_until(lambda: is_still(searcher.nodes_of_helpers), "the end of the helper's search")


@pytest.mark.parametrize("limits", ["infinite", "movetime 60000", "ponder movetime 60000"])
def test_stop_is_answered(engine: EngineProcess, limits: str) -> None:
    ready(engine, 2)
    engine.send(f"go {limits}")
    engine.until(lambda line: line.startswith("info depth 4 "))
    engine.send("stop")
    assert len(bestmoves(engine.until(is_bestmove))) == 1


@pytest.mark.parametrize("limits", ["movetime 50", "p1time 1000 p2time 1000", "ponder movetime 50"])
def test_time_is_kept_as_without_helpers(engine: EngineProcess, limits: str) -> None:
    """The search ends by itself, and by the same clock."""
    ready(engine, 2)
    engine.send(f"go {limits}", *(["ponderhit"] if "ponder" in limits else []))
    assert len(bestmoves(engine.until(is_bestmove))) == 1


def test_what_was_learned_is_cleared_once(helpers: Helpers) -> None:
    game = Ultimate()
    searcher = helped(helpers, "auto", game)
    core = searcher._searcher
    assert isinstance(core, PrincipalVariationSearch)
    search_until_helped(searcher, game)
    wait_until(lambda: is_still(searcher.nodes_of_helpers), "the end of the helper's search")
    words = core._core._table.words  # type: ignore[attr-defined]
    assert any(words)
    searcher.clear()
    assert not any(words)
    words[0] = 1
    search_until_helped(searcher, game)  # the helper has come across its order to clear by now
    assert words[0] == 1


def test_another_game_has_another_table(helpers: Helpers) -> None:
    """A helper that has not yet stopped must not write what is true of other rules into it."""
    first, second = Ultimate(), Ultimate({"won_boards": "open"})
    search_until_helped(helped(helpers, "auto", first), first)
    searcher = helped(helpers, "auto", second)
    core = searcher._searcher
    assert isinstance(core, PrincipalVariationSearch)
    assert not any(core._core._table.words)  # type: ignore[attr-defined]
    search_until_helped(searcher, second)


# ------------------------------------------------------------------ ends


def end_by_signal(number: signal.Signals) -> Callable[[EngineProcess], None]:
    return lambda engine: os.kill(engine.process.pid, number)


ENDS: dict[str, Callable[[EngineProcess], None]] = {
    "quit": lambda engine: engine.send("quit"),
    "end of input": EngineProcess.end_input,
    "SIGKILL": end_by_signal(signal.SIGKILL),
    "SIGTERM": end_by_signal(signal.SIGTERM),
    "Ctrl-C": lambda engine: os.killpg(engine.process.pid, signal.SIGINT),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("work", ["idle", "search"])
def test_helpers_end_with_the_engine_however_that_ends(
    engine: EngineProcess, end: str, work: str
) -> None:
    pids = ready(engine, 3)
    if work == "search":
        engine.send("go infinite")
        engine.until(lambda line: line.startswith("info depth 4 "))
    ENDS[end](engine)
    if end == "SIGKILL":
        engine.wait()
    else:
        status = {"SIGTERM": 128 + signal.SIGTERM, "Ctrl-C": 128 + signal.SIGINT}.get(end, 0)
        assert len(bestmoves(assert_ends_well(engine, status))) == (work == "search")
        assert not any(map(is_running, pids)), "they are gone when the engine is"
    wait_until_gone(*pids)


def test_no_helper_holds_the_pipes_of_the_engine(engine: EngineProcess) -> None:
    """Whoever reads to the end of its output would wait for the helper as well."""
    (pid,) = ready(engine, 2)
    (other,) = set(ready(engine, 3)) - {pid}
    for helper in (pid, other):
        held = [os.readlink(path) for path in Path(f"/proc/{helper}/fd").iterdir()]
        assert not [name for name in held if name.startswith("pipe:")]
        sockets = {name for name in held if name.startswith("socket:")}
        assert len(sockets) == 1, "its own, and not that to another"


def test_they_end_with_an_engine_whose_output_nobody_reads() -> None:
    with subprocess.Popen(
        [*ENGINE, "ultimate"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"setoption name Threads value 2\nisready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        (pid,) = children_of(process.pid)
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        process.stdout.close()
        wait_until_gone(pid, process.pid)


def test_a_helper_that_is_killed_in_mid_search_is_missed_and_replaced(
    engine: EngineProcess,
) -> None:
    (pid,) = ready(engine, 2)
    engine.send("go infinite")
    engine.until(lambda line: line.startswith("info depth 4 "))
    os.kill(pid, signal.SIGKILL)
    wait_until_gone(pid)
    engine.send("stop")
    assert not errors(engine.until(is_bestmove))
    told = "info string a helper was killed by SIGKILL: the search goes on without it"
    lines = engine.search("go depth 4")
    assert told in lines
    assert not errors(lines)
    assert told not in engine.search("go depth 4")
    engine.ask("newgame ultimate")
    assert len(helpers_of(engine)) == 1
    assert told not in engine.search("go depth 4")


def test_a_helper_that_was_lost_is_replaced_before_it_is_missed(helpers: Helpers) -> None:
    game = Ultimate()
    search_until_helped(helped(helpers, "auto", game), game)
    (lost,) = helpers._helpers
    lost.process.kill()
    lost.process.wait(PATIENCE)
    search_until_helped(helped(helpers, "auto", game), game)
    (found,) = helpers._helpers
    assert found is not lost


def test_helpers_that_cannot_be_started_are_told_of_once(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start() -> helpers_module.Helper:
        raise OSError("no more processes")

    monkeypatch.setattr(helpers_module, "Helper", start)
    talk.send("newgame ultimate", "setoption name Threads value 4")
    told = "info string Threads: 1 of 4 processes search (no more processes)"
    assert talk.ask() == [told]
    assert best(talk.search("go depth 3"))
    assert talk.ask("newgame ultimate") == []


def test_without_memory_to_share_the_engine_plays_alone(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise OSError("no memory to share")

    monkeypatch.setattr(helpers_module, "SharedMemory", refuse)
    talk.send("newgame ultimate", "setoption name Threads value 2")
    assert talk.ask() == ["info string Threads: 1 of 2 processes search (no memory to share)"]
    assert best(talk.search("go depth 3"))
