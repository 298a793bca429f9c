"""Playing by the solution: x wins, says within how many plies, and nothing else changes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.certificate import write_certificate
from linemate.engine.champion.qubic.solved import BY_HEART, Solved
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import WINS, Info, Limits, Position, Score, Searcher
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.registry import make_searcher
from linemate.engine.textbook.random import RandomSearcher
from tests.reference.cube import random_game

GAME = Qubic()
# x has four rich cells, o four others; x plays 221, and wins within 15 plies.
MARKS = (0x209008, 0x840000002000200)
ENTRY = (41, 15)


def other() -> RandomSearcher:
    return RandomSearcher(GAME, {"Seed": 1})


def marked(xs: int, os: int) -> LinePosition:
    cells = ("x" if xs >> cell & 1 else "o" if os >> cell & 1 else "." for cell in range(64))
    return LinePosition(GAME._tables(), "".join(cells))


def last(searcher: Searcher, position: Position, limits: Limits | None = None) -> Info:
    clock = Clock(limits or Limits(nodes=121_000), position.to_move)
    return list(searcher.search(position.copy(), clock))[-1]


@pytest.fixture
def solved(tmp_path: Path) -> Solved:
    file = tmp_path / "certificate.txt"
    file.write_text(write_certificate({MARKS: ENTRY}))
    return Solved(other(), GAME, file)


def test_a_stored_position_is_answered_in_every_image(solved: Solved) -> None:
    position = marked(*MARKS)
    for symmetry in GAME.symmetries():
        info = last(solved, GAME.transform(position, symmetry))
        assert info.score == Score(plies=ENTRY[1])
        assert info.remark == BY_HEART
        # The position may be its own image, and then so may the move.
        after = GAME.transform(position, symmetry)
        after.play(info.pv[0])
        expected = marked(*MARKS)
        expected.play(ENTRY[0])
        assert after.cells() in {
            GAME.transform(expected, image).cells() for image in GAME.symmetries()
        }


def test_a_win_by_fours_is_played_to_its_end_and_its_distance_shrinks(solved: Solved) -> None:
    position = marked(*MARKS)
    position.play(ENTRY[0])
    position.play(next(move for move in position.legal_moves() if move not in (10, 12)))
    info = last(solved, position)
    plies = info.score.plies
    assert plies is not None
    assert 3 < plies <= ENTRY[1] - 2
    assert len(info.pv) == plies
    assert not info.remark  # it was searched
    while position.outcome() is None:
        info = last(solved, position)
        assert info.score == Score(plies=plies)
        position.play(info.pv[0])
        if position.outcome() is None:
            position.play(info.pv[1])
        plies -= 2
    assert position.outcome() is not None
    assert plies == -1


def test_what_is_not_known_is_left_to_the_other_searcher(solved: Solved) -> None:
    start = GAME.start()
    assert last(solved, start) == last(Solved(other(), GAME, Path("nowhere")), start)
    assert last(solved, start).score == Score(cp=0)
    as_o = GAME.start()
    as_o.play(0)
    assert last(solved, as_o).score == Score(cp=0)


def test_no_win_is_announced_where_x_meets_a_four_after_a_move_of_his_own(solved: Solved) -> None:
    """The solution wins after its move, and says nothing about another."""
    position = marked(*MARKS)
    position.play(60)
    position.play(ENTRY[0])
    assert position.winning_cells(1) == [57]
    assert last(solved, position).score == Score(cp=0)


def test_searchmoves_without_the_winning_move_are_kept(solved: Solved) -> None:
    position = marked(*MARKS)
    assert last(solved, position, Limits(nodes=1, searchmoves=(1,))).pv == (1,)


def test_a_win_by_fours_is_looked_for_within_the_limits_of_nodes_and_time(
    solved: Solved, tmp_path: Path
) -> None:
    """It stands before a searcher that keeps them, and shall not spoil that."""
    position = marked(*MARKS)
    position.play(ENTRY[0])
    position.play(next(move for move in position.legal_moves() if move not in (10, 12)))
    assert last(solved, position).score.plies is not None
    for limits in (Limits(nodes=1), Limits(movetime=0)):
        info = last(Solved(other(), GAME, tmp_path / "certificate.txt"), position, limits)
        assert info.score.plies is None
        assert info.nodes <= 1


def test_both_searchers_together_visit_no_more_nodes_than_allowed() -> None:
    """The search by fours had as many nodes as there were, and the other one all of them again."""
    searcher, random = make_searcher("pvs", GAME, {"Hash": 1}), Random(3)
    spent_on_fours = 0
    for _ in range(40):
        position = GAME.start()
        for move in random_game(random, 2 * random.randint(1, 16)):
            position.play(move)
        for nodes in (1, 2, 100, 1000):
            info = last(searcher, position, Limits(nodes=nodes))
            spent_on_fours += searcher._fours.nodes > 0  # type: ignore[attr-defined]
            assert info.nodes <= nodes
    assert spent_on_fours


def test_a_stop_ends_the_search_by_fours(solved: Solved) -> None:
    """It took up to three times 20,000 nodes, a second, without a look at the clock."""
    random, hard = Random(3), None
    while hard is None:
        position = GAME.start()
        for move in random_game(random, 20):
            position.play(move)
        last(solved, position, Limits())
        hard = position if solved._fours.nodes > 200 else None
    solved.clear()
    stopped = Clock(Limits())
    stopped.cancel()
    *_, info = solved.search(hard.copy(), stopped)
    assert solved._fours.nodes <= 1
    assert info.pv[0] in hard.legal_moves()


class Counting(RandomSearcher):
    """Visits as many nodes as it may, up to a thousand, and tells of a part of them."""

    def search(self, position: Position, clock: Clock) -> Iterator[Info]:
        with contextlib.suppress(SearchStopped):
            for nodes in range(1, 1001):
                clock.check(nodes)
        yield Info(depth=1, score=Score(cp=0), pv=(position.legal_moves()[0],), nodes=nodes // 2)


@pytest.mark.parametrize(
    ("limits", "visited"), [(Limits(nodes=600), 600), (Limits(nodes=600, infinite=True), 1000)]
)
def test_the_clock_knows_the_nodes_of_both_and_ignores_a_limit_if_the_search_is_infinite(
    tmp_path: Path, limits: Limits, visited: int
) -> None:
    file = tmp_path / "certificate.txt"
    file.write_text(write_certificate({MARKS: ENTRY}))
    random, looked_in_vain = Random(3), 0
    while not looked_in_vain:
        searcher = Solved(Counting(GAME, {"Seed": 1}), GAME, file)
        position = GAME.start()
        for move in random_game(random, 20):
            position.play(move)
        clock = Clock(limits)
        [info] = searcher.search(position, clock)
        if info.score.plies is None:
            looked_in_vain = searcher._fours.nodes
    assert clock.nodes == visited + (looked_in_vain if limits.infinite else 0)
    assert info.nodes == looked_in_vain + (clock.nodes - looked_in_vain) // 2


@pytest.mark.parametrize("text", [None, "", "damaged"])
def test_without_a_whole_file_it_says_so_and_plays_by_search(
    tmp_path: Path, text: str | None
) -> None:
    file = tmp_path / "certificate.txt"
    if text is not None:
        file.write_text(text and write_certificate({MARKS: ENTRY})[:-20])
    searcher = Solved(other(), GAME, file)
    [notice] = searcher.notices
    assert "played by search" in notice
    assert last(searcher, marked(*MARKS)).score == Score(cp=0)


def test_only_the_strongest_searchers_at_full_strength_use_the_solution() -> None:
    for name in ("auto", "pvs"):
        assert isinstance(make_searcher(name, GAME, {}), Solved)
        assert not isinstance(make_searcher(name, GAME, {"Solved": False}), Solved)
        assert not isinstance(make_searcher(name, GAME, {"Skill": 19}), Solved)
        assert not isinstance(make_searcher(name, GAME, {"MultiPV": 2}), Solved)
    assert not isinstance(make_searcher("hminimax", GAME, {}), Solved)


# ---------------------------------------------------------------- with the shipped certificate

GAMES = 6


def reply(position: LinePosition, random: Random) -> int:
    """A win if there is one, else a block, else anything."""
    cells = position.winning_cells(1) or position.winning_cells(0) or position.legal_moves()
    return random.choice(cells)


def test_x_wins_from_the_empty_board_and_the_distance_never_grows() -> None:
    random = Random(3)
    searcher = make_searcher("auto", GAME, {})
    assert isinstance(searcher, Solved)
    assert searcher.notices == ()
    for _ in range(GAMES):
        position = GAME.start()
        within = 99
        while position.outcome() is None:
            info = last(searcher, position)
            assert info.score.plies is not None
            assert info.score.plies <= within
            within = info.score.plies - 2
            position.play(info.pv[0])
            if position.outcome() is None:
                position.play(reply(position, random))
        assert position.outcome() is WINS[0]
