"""A prover beside a core: results come sooner, limits are shared, and what is said is true."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.core import Core
from linemate.engine.champion.plain import PlainCore
from linemate.engine.champion.proving import FIRST_DEPTH, ProvingCore
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Limits
from linemate.engine.proof.lines import LineProver
from linemate.engine.registry import make_core, make_game, make_searcher
from linemate.engine.scores import PROVEN, WIN
from tests.reference.minimax import Value, as_score, solve


def mnk(width: int, height: int, row: int) -> Game:
    return make_game("mnk", {"width": str(width), "height": str(height), "row": str(row)})


def run(game: Game, limits: Limits) -> Info:
    searcher = make_searcher("pvs", game, {"Hash": 4})
    *_, last = searcher.search(game.start(), Clock(limits))
    return last


@pytest.mark.parametrize(
    ("width", "height", "row"), [(4, 4, 4), (5, 4, 4), (5, 3, 3), (6, 3, 3), (7, 1, 3)]
)
def test_small_boards_are_solved_long_before_all_is_searched(
    width: int, height: int, row: int
) -> None:
    """The search ends by itself; the alpha-beta alone would take millions of nodes."""
    last = run(mnk(width, height, row), Limits(nodes=60_000))
    if row == 3 and height > 1:
        assert last.score.plies is not None
        assert last.score.plies > 0
    else:
        assert last.score.cp == 0
        assert last.depth == width * height


def test_results_and_lengths_are_those_of_minimax(monkeypatch: pytest.MonkeyPatch) -> None:
    """The prover works far more than usual."""
    monkeypatch.setattr("linemate.engine.champion.proving.LEAST_WORK", 2)
    monkeypatch.setattr("linemate.engine.champion.proving.FIRST_DEPTH", 2)
    game, rng = mnk(4, 3, 3), Random(2)
    memory: dict[int, Value] = {}
    results = set()
    for _ in range(60):
        position = game.start()
        for _ in range(rng.randrange(1, 7)):
            if position.outcome() is None:
                position.play(rng.choice(position.legal_moves()))
        if position.outcome() is not None:
            continue
        searcher = make_searcher("pvs", game, {"Hash": 1})
        *_, last = searcher.search(position.copy(), Clock(Limits(infinite=True)))
        assert last.score == as_score(solve(position, memory)), game.diagram(position)
        position.play(last.pv[0])
        result, _ = solve(position, memory)
        results.add(-result)
        position.undo()
        assert -result == solve(position, memory)[0]
    assert results == {-1, 0, 1}


def test_a_move_that_is_not_proven_to_hold_a_draw_is_worth_less() -> None:
    game = mnk(4, 4, 4)
    core = make_core(game, {"Hash": 4})
    core.begin(game.start(), Clock(Limits()))
    for depth in range(1, 10):
        scores = [core.search_move(move, depth, -WIN, WIN) for move in range(16)]
    assert max(scores) == 0
    assert all(-PROVEN < score <= 0 for score in scores)
    assert scores.count(0) < 16


def test_every_line_that_is_searched_to_the_end_and_drawn_is_worth_nothing() -> None:
    """All but the proven one were told as worth -1, though nothing was left to search."""
    game = mnk(5, 4, 4)
    position = game.start()
    for text in ("a2", "a3", "b3", "d3", "a1", "c3", "b4", "d4", "c4"):
        position.play(game.read_move(position, text))
    searcher = make_searcher("pvs", game, {"Hash": 4, "MultiPV": 5})
    lines = [
        info for info in searcher.search(position, Clock(Limits(depth=11))) if info.depth == 11
    ]
    assert {info.multipv for info in lines} == {1, 2, 3, 4, 5}
    assert {info.score.cp for info in lines} == {0}


# Lost positions: in how many plies each move loses. No proof of it is longer than 10 plies.
LOST = {
    "1oxoxooxx/xox2ooxo/xo1o1xx1o/o2x1oo2/oox1xo1xx/xooxx2o1/ooxx1x3/oxo1xooox/x3x1xxo x 2":
        {12: 4, 13: 10},
    "1ox1oxoxo/2ooxxo1x/o1oo2x1o/4x1oo1/oxo1xxx1o/oxxxo3x/oxxxoo1x1/xo1oxo1x1/xxoooxxxo x 3":
        {19: 2, 22: 6, 23: 4, 25: 4},
}  # fmt: skip


@pytest.mark.parametrize(("text", "lengths"), LOST.items())
def test_a_proven_loss_is_kept_and_moves_are_told_apart_by_how_long_they_last(
    text: str, lengths: dict[int, int]
) -> None:
    """The prover says within how many plies a move loses, which is too many for two moves of the
    second position; near the root the core looks for itself."""
    game = make_game("nineboard")
    core = make_core(game, {"Hash": 1})
    assert isinstance(core, ProvingCore)
    core.begin(game.read_position(text), Clock(Limits()))
    assert core._inquiry is not None
    core._inquiry.work(10**6)
    for depth in range(FIRST_DEPTH, 12):
        for move, length in lengths.items():
            score = core.search_move(move, depth, -WIN, WIN)
            assert length - WIN <= score < -PROVEN
            if length <= depth:
                assert score == length - WIN


def test_other_lines_are_searched_on_when_one_is_proven() -> None:
    """They were looked at two plies deep, and reported as of any depth up to 51."""
    game = make_game("nineboard")
    position = game.read_position(
        "3ox1x2/o3x1x2/4x2x1/1x2o2x1/o1oo1o2x/5xo1x/1o5ox/x1o5o/1o1xxo2o x 4"
    )
    searcher = make_searcher("pvs", game, {"Hash": 4, "MultiPV": 3})
    infos = list(searcher.search(position.copy(), Clock(Limits(nodes=5_000))))
    second = next(info for info in reversed(infos) if info.multipv == 2)
    alone = make_searcher("pvs", game, {"Hash": 4})
    limits = Limits(depth=second.depth, searchmoves=(second.pv[0],))
    *_, last = alone.search(position.copy(), Clock(limits))
    assert last.score == second.score
    assert second.depth > 4


def test_nodes_of_both_count_towards_a_limit() -> None:
    game = mnk(5, 5, 4)
    for limit in (1, 33, 1000, 4000):
        core = make_core(game, {"Hash": 1})
        core.begin(game.start(), Clock(Limits(nodes=limit)))
        with pytest.raises(SearchStopped):
            search_for_ever(core)
        assert core.nodes <= limit


def test_what_the_prover_spends_is_never_forgotten() -> None:
    game = mnk(5, 5, 4)
    core = make_core(game, {"Hash": 1})
    core.begin(game.start(), Clock(Limits()))
    counts = []
    for depth in range(1, 5):
        for move in range(25):
            core.search_move(move, depth, -WIN, WIN)
            counts.append(core.nodes)
    assert counts == sorted(counts)
    assert core.nodes > sum_of_plain_nodes(game)


def sum_of_plain_nodes(game: Game) -> int:
    """The same without a prover."""
    core = PlainCore(game, 0.5)
    core.begin(game.start(), Clock(Limits()))
    for depth in range(1, 5):
        for move in range(25):
            core.search_move(move, depth, -WIN, WIN)
    return core.nodes


def search_for_ever(core: Core) -> None:
    for depth in range(1, 26):
        for move in range(25):
            core.search_move(move, depth, -WIN, WIN)


def test_where_the_end_is_far_away_the_core_has_all_nodes() -> None:
    game = mnk(9, 9, 5)
    alone, beside = PlainCore(game, 1), ProvingCore(PlainCore(game, 1), LineProver(game, 1))
    for core in (alone, beside):
        core.begin(game.start(), Clock(Limits()))
        core.search_move(40, 3, -WIN, WIN)
    assert alone.nodes == beside.nodes
