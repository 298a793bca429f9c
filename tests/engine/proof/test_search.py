"""What `proof` announces is so: against plain minimax, wherever that can finish."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Limits, OptionValue, Position
from linemate.engine.crew import SharedMemory
from linemate.engine.proof.dfpn import TASK_SHIFT, TASKS, ProofGoal, failed
from linemate.engine.proof.search import ProofSearch
from linemate.engine.registry import make_game, make_prover
from linemate.engine.transposition import RANK_SHIFT
from tests.reference.minimax import Value, solve
from tests.variants import Variant

OPTIONS: dict[str, OptionValue] = {"Hash": 4, "Depth": 0}


def prove(
    game: Game,
    position: Position,
    limits: Limits | None = None,
    searcher: ProofSearch | None = None,
) -> list[Info]:
    searcher = searcher or ProofSearch(game, OPTIONS, make_prover(game, OPTIONS))
    return list(searcher.search(position.copy(), Clock(limits or Limits(infinite=True))))


def assert_true(game: Game, position: Position, last: Info, memory: dict[int, Value]) -> None:
    """The result is right, the length is one within which it can be forced, the move keeps it."""
    result, plies = solve(position, memory)
    drawing = game.write_position(position)
    announced = last.score.plies
    if result == 0:
        assert last.score.cp == 0, drawing
    else:
        assert announced is not None, drawing
        assert announced * result >= plies, drawing
    after = position.copy()
    after.play(last.pv[0])
    result_after, _ = solve(after, memory)
    assert -result_after == result, drawing
    assert_legal(position, last.pv)


def assert_legal(position: Position, line: tuple[int, ...]) -> None:
    replay = position.copy()
    for move in line:
        assert move in replay.legal_moves()
        replay.play(move)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("free", "2ooxxxo1/x4x1ox/x4oo2/2o1o1x2/o5x2/x3x2oo/o4xo1x/5x1o1/1x3o3 x 9"),
        ("draw", "x4o2o/1x1o1o1o1/1o4x2/4o3x/ox1ox4/3x1x1o1/1xx3o2/4x2xo/x1o3o1x x 4"),
        ("draw", "3o1oxox/4ox1o1/1o2x1o1o/4xoo1x/1ox2o3/xx1o2x1x/x1ox4o/x1xx5/oxx2o1o1 x 2"),
    ],
)
def test_the_line_of_a_win_is_not_lost_by_its_winner(rule: str, text: str) -> None:
    """What wins at once is not in the table, but what loses at once is seen without it."""
    game = make_game("nineboard", {"full_board": rule})
    position = game.read_position(text)
    last = prove(game, position)[-1]
    assert last.score.plies is not None
    assert last.score.plies > 0
    for move in last.pv:
        position.play(move)
    outcome = position.outcome()
    assert outcome is None or (outcome.winner == 0 and len(last.pv) <= last.score.plies)


def open_positions(game: Game) -> Iterator[Position]:
    seen = set()
    pending = [game.start()]
    while pending:
        position = pending.pop()
        if position.key() in seen:
            continue
        seen.add(position.key())
        if position.outcome() is None:
            yield position
        for move in position.legal_moves():
            child = position.copy()
            child.play(move)
            pending.append(child)


def late_position(game: Game, free_cells: int, rng: Random) -> Position:
    """Take one from a random game whose players end it only if they must."""
    while True:
        position = game.start()
        while position.outcome() is None:
            if count_playable(position) <= free_cells:
                return position
            moves = position.legal_moves()
            rng.shuffle(moves)
            for move in moves:
                position.play(move)
                if position.outcome() is None:
                    break
                position.undo()
            else:
                break


def count_playable(position: Position) -> int:
    """Free cells, those of closed boards left out."""
    closed = getattr(position, "closed", 0)
    return sum(
        mark == "." and not closed >> cell // 9 & 1 for cell, mark in enumerate(position.cells())
    )


def test_every_position_of_tictactoe() -> None:
    """All 5,478 of them, the finished ones left out; and one table serves them all."""
    game = make_game("tictactoe")
    searcher = ProofSearch(game, OPTIONS, make_prover(game, OPTIONS))
    memory: dict[int, Value] = {}
    positions = list(open_positions(game))
    assert len(positions) == 4520
    for position in positions:
        assert_true(game, position, prove(game, position, searcher=searcher)[-1], memory)


@pytest.mark.parametrize("drop", ["false", "true"])
@pytest.mark.parametrize(
    ("width", "height", "row"), [(3, 3, 3), (5, 2, 3), (5, 2, 2), (9, 1, 3), (3, 3, 2), (1, 1, 1)]
)
def test_every_position_of_a_small_board(width: int, height: int, row: int, drop: str) -> None:
    game = make_grid(width, height, row, drop)
    searcher = ProofSearch(game, OPTIONS, make_prover(game, OPTIONS))
    memory: dict[int, Value] = {}
    positions = list(open_positions(game))
    for position in Random(1).sample(positions, min(len(positions), 200)):
        assert_true(game, position, prove(game, position, searcher=searcher)[-1], memory)


def make_grid(width: int, height: int, row: int, drop: str) -> Game:
    size = {"width": str(width), "height": str(height), "row": str(row)}
    return make_game("mnk", {**size, "drop": drop})


@pytest.mark.parametrize(
    ("name", "options", "free_cells"),
    [
        ("nineboard", {"full_board": "draw"}, 20),
        ("mnk", {"width": "4", "height": "3", "row": "3"}, 9),
        ("tictactoe", {}, 9),
    ],
)
def test_two_who_share_a_table_find_what_is_so(
    name: str, options: dict[str, str], free_cells: int
) -> None:
    """They take turns in the middle of everything, as threads of one process."""
    game, rng = make_game(name, options), Random(3)
    memory = SharedMemory()
    ours = make_prover(game, OPTIONS, memory)
    theirs = make_prover(game, OPTIONS, SharedMemory(memory.descriptor))
    memory.close()
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for _ in range(5):
            position = late_position(game, free_cells, rng)
            with ThreadPoolExecutor(2) as pool:
                found = list(
                    pool.map(
                        lambda prover, start=position: prove(
                            game, start, searcher=ProofSearch(game, OPTIONS, prover)
                        ),
                        (ours, theirs),
                    )
                )
            known: dict[int, Value] = {}
            for infos in found:
                assert_true(game, position, infos[-1], known)
    finally:
        sys.setswitchinterval(interval)


def test_who_shares_a_table_leaves_a_choice_to_the_other() -> None:
    """While another is at the first move of a win, the next best one is taken; and what he has
    proven in the end is taken over without a search."""
    game = make_game("tictactoe")
    memory = SharedMemory()
    prover = make_prover(game, OPTIONS, memory)
    memory.close()
    position = game.start()
    prover.begin(position, Clock(Limits(infinite=True)))
    goal = ProofGoal(0, position.legal_moves())
    deltas = [5, 6, 7, *([50] * 6)]
    assert prover._choose(goal.moves, deltas[:], 99, 0) == (0, 6 + 1 + 3)
    position.play(goal.moves[0])
    place = prover.place()
    position.undo()
    assert prover._busy is not None
    prover._busy[place >> TASK_SHIFT & TASKS - 1] = place
    assert prover._choose(goal.moves, deltas[:], 99, 0) == (1, 6 + 1 + 3)
    assert prover._choose(goal.moves, [5, *([50] * 8)], 99, 0)[0] == 0
    assert prover._choose(goal.moves, deltas[:], 6, 0)[0] == 0, "the others reach the limit already"
    position.play(goal.moves[1])
    prover.table.store(prover.place(), failed(4) | 1 << RANK_SHIFT)
    position.undo()
    prover.work_on(goal, 10)
    assert goal.best == goal.moves[1]
    assert prover.nodes == 0


@pytest.mark.parametrize("name", ["nineboard", "qubic", "ultimate"])
def test_who_was_stopped_is_nowhere_any_more(name: str) -> None:
    """Marks that stay would send all others elsewhere, in every search to come."""
    game = make_game(name)
    memory = SharedMemory()
    prover = make_prover(game, OPTIONS, memory)
    memory.close()
    for plies in (3, 4, 5):
        position = game.start()
        for _ in range(plies):
            position.play(position.legal_moves()[-1])
        prover.begin(position, Clock(Limits(nodes=300)))
        goal = ProofGoal(position.to_move, position.legal_moves())
        with pytest.raises(SearchStopped):
            prover.work_on(goal, 10**6)
        assert prover._busy is not None
        assert not any(prover._busy)


# A game, how many cells are left, and how many random positions are looked at.
LATE = [
    (Variant("nineboard", {"full_board": "free"}), 16, 15),
    (Variant("nineboard", {"full_board": "draw"}), 20, 40),
    (Variant("ultimate", {"won_boards": "closed", "tiebreak": "draw"}), 9, 20),
    (Variant("ultimate", {"won_boards": "closed", "tiebreak": "majority"}), 9, 20),
    (Variant("ultimate", {"won_boards": "open", "tiebreak": "majority"}), 9, 20),
    (Variant("qubic", {}), 8, 30),
    (Variant("gomoku", {"size": "6", "rule": "standard"}), 8, 40),
    (Variant("gomoku", {"size": "6", "rule": "freestyle"}), 8, 40),
    (Variant("gomoku", {"size": "4"}), 8, 3),
    (Variant("mnk", {"width": "5", "height": "4", "row": "4"}), 9, 60),
    (Variant("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}), 10, 40),
    (Variant("mnk", {"width": "5", "height": "5", "row": "5", "drop": "true"}), 9, 30),
]


@pytest.mark.parametrize(("variant", "free_cells", "count"), LATE, ids=str)
def test_late_positions(variant: Variant, free_cells: int, count: int) -> None:
    game, rng = variant.game, Random(str(variant))
    for _ in range(count):
        position = late_position(game, free_cells, rng)
        assert_true(game, position, prove(game, position)[-1], {})


@pytest.mark.parametrize(
    ("width", "height", "row", "drop", "score"),
    [
        (4, 3, 3, "false", 1),
        (4, 4, 4, "false", 0),
        (5, 4, 4, "false", 0),
        (5, 5, 3, "false", 1),
        (4, 4, 3, "true", 1),
        (4, 4, 4, "true", 0),
        (5, 3, 3, "true", 1),
    ],
)
def test_known_results_of_empty_boards(
    width: int, height: int, row: int, drop: str, score: int
) -> None:
    game = make_grid(width, height, row, drop)
    last = prove(game, game.start())[-1]
    plies = last.score.plies or 0
    assert (plies > 0) - (plies < 0) == score
    assert plies or last.score.cp == 0


def test_a_table_that_is_far_too_small_spoils_nothing() -> None:
    """What is forgotten is searched again."""
    game, rng = make_game("nineboard"), Random(5)
    for _ in range(20):
        position = late_position(game, 16, rng)
        searcher = ProofSearch(game, OPTIONS, make_prover(game, OPTIONS))
        searcher._prover.table.__init__(0.001)  # type: ignore[misc]
        last = prove(game, position, searcher=searcher)[-1]
        assert_true(game, position, last, {})


@pytest.mark.parametrize("name", ["tictactoe", "nineboard", "ultimate", "qubic", "gomoku", "mnk"])
def test_it_answers_at_once_and_within_its_nodes(name: str) -> None:
    game = make_game(name)
    for nodes in (1, 2, 500):
        for info in prove(game, game.start(), Limits(nodes=nodes)):
            assert_legal(game.start(), info.pv)
            assert info.nodes <= nodes


def test_a_limit_of_depth_ends_it() -> None:
    game = make_game("nineboard")
    infos = prove(game, game.start(), Limits(depth=3))
    assert [info.depth for info in infos] == [0, 1, 2, 3]
    assert all(info.score.cp == 0 for info in infos)


def test_only_the_moves_allowed_are_played() -> None:
    """x .  o    x wins with c1 (or a1 ...), but may play only b3 or b1 here
    x .  o
    . .  ."""
    game = make_game("tictactoe")
    position = game.read_position("x1o/x1o/3 x")
    allowed = (game.parse_move("b3"), game.parse_move("b1"))
    last = prove(game, position, Limits(infinite=True, searchmoves=allowed))[-1]
    assert last.pv[0] in allowed
    assert last.score.plies == -2
    assert prove(game, position)[-1].score.plies == 1


def test_a_draw_is_no_loss() -> None:
    """The mover cannot win, and a proof of that says nothing yet of the other side."""
    game = make_game("tictactoe")
    last = prove(game, game.start())[-1]
    assert last.score.cp == 0
    assert last.depth > 0


def test_a_draw_beside_moves_that_lose_is_no_loss() -> None:
    """Deeper in the tree: o fails to win whatever he plays, but one of his moves draws."""
    game = make_game("nineboard", {"full_board": "draw"})
    rows = "oo2xoxoo/oox1xooxo/oxxxxooox/1oxxoxxx1/1xx1xo1ox/oox1ooxx1/oxooxxxo1/1xxxoxoo1/x2o1xoox"
    position = game.read_position(f"{rows} o 5")
    assert solve(position, {})[0] == 0
    assert prove(game, position)[-1].score.cp == 0


def test_what_it_learned_is_forgotten_on_request() -> None:
    game = make_game("mnk", {"width": "4", "height": "3", "row": "3"})
    searcher = ProofSearch(game, OPTIONS, make_prover(game, OPTIONS))
    nodes = [prove(game, game.start(), searcher=searcher)[-1].nodes for _ in range(2)]
    assert nodes[0] > nodes[1] == 0
    searcher.clear()
    assert prove(game, game.start(), searcher=searcher)[-1].nodes == nodes[0]
