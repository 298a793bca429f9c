"""Options, the table, and the debug verbs of a Session."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Info, Position, Score
from linemate.engine.registry import GAMES
from linemate.protocol import session
from tests.protocol.conversation import (
    DEADLINE,
    GAME_NAMES,
    HMINIMAX,
    Conversation,
    best,
    infos,
    nodes,
    without_times,
)
from tests.protocol.engine_process import (
    PAIRS,
    EngineProcess,
    bestmoves,
    errors,
)
from tests.protocol.trouble import Trouble, use_searcher

# ------------------------------------------------------------------ options


def test_names_and_values_of_options_are_read_in_any_case_and_spacing(talk: Conversation) -> None:
    assert talk.ask("SetOption Name  multipv VALUE 3", "setoption name SEARCH value HMiniMax") == []
    assert {report.multipv for report in infos(talk.search("go depth 1"))} == {1, 2, 3}


def test_what_a_searcher_lacks_is_said_once(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lacking(Trouble):
        notices = ("there is no solution",)

        def search(self, position: Position, clock: Clock) -> Iterator[Info]:
            yield Info(depth=1, score=Score(cp=0), pv=(position.legal_moves()[0],))

    use_searcher(monkeypatch, Lacking)
    assert "info string there is no solution" in talk.search("go depth 1")
    talk.send("newgame")
    assert not any("no solution" in line for line in talk.search("go depth 1"))


@pytest.mark.parametrize(
    ("search", "words"),
    [
        ("setoption name Search value cube-2019", "forced block 330, evaluation -64"),
        (f"{HMINIMAX}\nsetoption name Heuristic value cube-lines-130", "forced block 330"),
    ],
)
def test_a_searcher_says_once_why_it_needed_no_search(
    talk: Conversation, search: str, words: str
) -> None:
    """In the game that report 001 prints, where its program said "Force move." """
    talk.send("newgame qubic", *search.splitlines())
    talk.send("position startpos moves 212 221 012 112 010 003")
    remark, *reports, best = talk.search("go depth 5")
    assert remark == f"info string {words}"
    assert reports
    assert all(" pv 330" in report for report in reports)
    assert best == "bestmove 330"


@pytest.mark.parametrize(
    "line",
    [
        "setoption name MultiPV value 0",
        "setoption name MultiPV value 65",
        "setoption name MultiPV value -3",
        "setoption name MultiPV value two",
        "setoption name MultiPV value 2.5",
        "setoption name MultiPV value",
        "setoption name MultiPV",
        "setoption name Search value psychic",
        "setoption name Hash value 0",
        "setoption name Hash value 4097",
        "setoption name Skill value 21",
        "setoption name Skill value -1",
        "setoption name Seed value -1",
        "setoption name Seed value 2147483648",
        "setoption name Move Overhead value 5001",
        "setoption name Ponder value maybe",
        "setoption name OwnBook value",
        "setoption name Contempt value 5",
        "setoption name value 5",
    ],
)
def test_a_refused_option_changes_nothing_not_even_the_table(talk: Conversation, line: str) -> None:
    """The second of two equal searches is shorter by what the first has left in the table."""
    first, second = "newgame mnk width 4 height 4 row 4", "go depth 5"
    talk.send(HMINIMAX, "setoption name MultiPV value 3", first)
    talk.search(second)
    expected = without_times(talk.search(second))
    talk.send(first)
    talk.search(second)
    answer = talk.ask(line)
    assert errors(answer) == answer
    assert len(answer) == 1
    assert without_times(talk.search(second)) == expected


def test_the_search_option_chooses_the_searcher(talk: Conversation) -> None:
    talk.send("newgame gomoku size 8", "setoption name Search value random")
    assert nodes(talk.search("go depth 2")) == 1
    assert errors(talk.ask("setoption name Search value psychic"))
    assert nodes(talk.search("go depth 2")) == 1
    talk.send("setoption name Search value auto")
    assert nodes(talk.search("go depth 2")) > 1


def test_ponder_and_own_book_can_be_set(talk: Conversation) -> None:
    assert talk.ask("setoption name Ponder value true", "setoption name Ponder value False") == []
    assert not errors(talk.ask("setoption name OwnBook value true"))


@pytest.mark.parametrize(("search", "name"), PAIRS)
def test_with_a_fixed_seed_a_search_repeats_exactly(
    talk: Conversation, monkeypatch: pytest.MonkeyPatch, search: str, name: str
) -> None:
    monkeypatch.setattr(session, "SECONDS_BETWEEN_REPORTS", DEADLINE)
    talk.send(f"setoption name Search value {search}", "setoption name Seed value 7")
    words = "gomoku size 9" if name == "gomoku" else name
    for skill in (20, 3):
        talk.send(f"setoption name Skill value {skill}")
        runs = []
        for _ in range(2):
            talk.send(f"newgame {words}")
            lines = talk.search("go depth 2") + talk.search("go nodes 300")
            talk.send(f"moves {best(lines[-1:])}")
            runs.append(without_times(lines + talk.search("go nodes 300")))
        assert runs[0] == runs[1]


def test_another_seed_plays_otherwise(talk: Conversation) -> None:
    talk.send("newgame gomoku", "setoption name Search value random")
    moves = set()
    for seed in range(1, 21):
        talk.send(f"setoption name Seed value {seed}")
        moves.add(best(talk.search("go depth 1")))
    assert len(moves) > 10


@pytest.mark.parametrize("name", GAME_NAMES)
@pytest.mark.parametrize("skill", [0, 7, 19])
def test_a_weakened_player_never_plays_an_illegal_move(
    talk: Conversation, name: str, skill: int
) -> None:
    talk.send(f"newgame {name}", f"setoption name Skill value {skill}")
    for _ in range(30):
        legal = talk.query("legalmoves").split()
        if legal == ["none"]:
            break
        lines = talk.search("go nodes 100")
        assert best(lines) in legal
        assert not errors(lines)
        talk.send(f"moves {best(lines)}")


def test_the_less_skill_the_more_often_a_win_is_missed(talk: Conversation) -> None:
    """x to move wins with c3."""

    def found(skill: int) -> int:
        count = 0
        for seed in range(1, 61):
            talk.send(f"setoption name Skill value {skill}", f"setoption name Seed value {seed}")
            count += best(talk.search("go depth 3")) == "c3"
        return count

    talk.send("position fen 3/1xo/x1o x")
    counts = [found(skill) for skill in (0, 10, 20)]
    assert counts[0] < counts[1] < counts[2] == 60


def test_a_weakened_player_thinks_less(talk: Conversation) -> None:
    talk.send("newgame gomoku", "setoption name Seed value 1")
    counts = []
    for skill in (0, 5, 10):
        talk.send(f"setoption name Skill value {skill}")
        counts.append(nodes(talk.search("go nodes 20000")))
    assert counts == sorted(counts)
    assert counts[0] < counts[-1] / 4


# ------------------------------------------------------------------ the table


def depth_five(talk: Conversation) -> int:
    return nodes(talk.search("go depth 5"))


def test_reading_the_same_position_again_keeps_the_table(talk: Conversation) -> None:
    talk.send("newgame mnk width 4 height 4 row 4", HMINIMAX)
    fresh = depth_five(talk)
    for _ in range(3):
        talk.ask("position startpos", "position startpos", "query gameover", "isready")
    warm = depth_five(talk)
    assert warm < fresh / 2
    talk.send("position startpos moves b2", "position startpos")
    assert depth_five(talk) <= warm


@pytest.mark.parametrize(
    "line",
    [
        "setoption name Clear Hash",
        "newgame",
        "ucinewgame",
        "newgame mnk width 4 height 4 row 4",
        "setoption name Hash value 8",
    ],
)
def test_what_clears_the_table(talk: Conversation, line: str) -> None:
    talk.send("newgame mnk width 4 height 4 row 4", HMINIMAX)
    fresh = depth_five(talk)
    talk.send(line)
    assert depth_five(talk) == fresh


def test_hash_is_a_bound_that_is_kept(talk: Conversation) -> None:
    """A search that meets far more positions than fit fills its table, and no more than that."""
    talk.send("newgame ultimate", HMINIMAX)
    talk.send("setoption name Hash value 1")
    reports = infos(talk.search("go nodes 400000"))
    fullness = [report.hashfull or 0 for report in reports]
    assert 900 < max(fullness) <= 1000


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [8, 32])
def test_the_process_grows_by_no_more_than_hash_allows(megabytes: int) -> None:
    """Measured where the system tells it: the resident set, in kilobytes."""
    with EngineProcess("ultimate") as engine:

        def resident() -> int:
            status = Path(f"/proc/{engine.process.pid}/status").read_text()
            return int(status.split("VmRSS:")[1].split()[0])

        engine.ask(HMINIMAX, "setoption name Hash value 1")
        engine.search("go nodes 20000")
        before = resident()
        engine.ask(f"setoption name Hash value {megabytes}")
        largest = 0
        for _ in range(8):
            lines = engine.search(f"go nodes {megabytes * 9000}")
            engine.send(f"moves {best(lines)}")
            largest = max(largest, resident())
        assert infos(lines)[-1].hashfull is not None
        assert largest - before < 1.1 * megabytes * 1024


# ------------------------------------------------------------------ perft and bench


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 9), (2, 72), (5, 15120), (7, 148176)])
def test_perft_counts_by_move_and_ends_with_the_sum(
    talk: Conversation, depth: int, count: int
) -> None:
    talk.send(f"go perft {depth}")
    *parts, last = talk.until(lambda line: line.startswith("Nodes searched"))
    assert last == f"Nodes searched: {count}"
    if depth:
        assert [part.split(": ")[0] for part in parts] == talk.query("legalmoves").split()
        assert sum(int(part.split(": ")[1]) for part in parts) == count
    assert talk.ask() == []


def test_perft_can_be_stopped_and_leaves_the_position_alone(talk: Conversation) -> None:
    talk.send("newgame gomoku", "moves h8")
    before = talk.ask("d")
    talk.send("go perft 8")
    talk.ask()
    talk.send("stop")
    assert talk.until("info string stopped".__eq__)
    assert talk.ask("d") == before
    assert best(talk.search("go depth 1"))


def test_bench_prints_the_same_count_twice_and_leaves_the_game_alone(talk: Conversation) -> None:
    talk.send("newgame qubic", "moves 000", "setoption name Seed value 5")
    before = talk.ask("d")
    counts = []
    for _ in range(2):
        talk.send("bench 2")
        lines = talk.until(lambda line: line.startswith("Nodes/second: "))
        assert not bestmoves(lines)
        assert all(any(line.startswith(name) for line in lines) for name in GAMES)
        counts.append(lines[-2])
        talk.send("setoption name MultiPV value 3", "setoption name Skill value 1")
    assert re.fullmatch(r"Nodes searched: \d+", counts[0])
    assert counts[0] == counts[1]
    assert talk.ask("d") == before


def test_bench_can_be_stopped(talk: Conversation) -> None:
    talk.send("bench 30")
    talk.ask()
    talk.send("stop")
    assert not [line for line in talk.until("info string stopped".__eq__) if "searched" in line]
    assert talk.ask() == []
