"""The core of five in a row: what it proves is true, and it finds what there is to prove."""

from __future__ import annotations

import random

import pytest

from linemate.engine.champion.core import Core
from linemate.engine.champion.gomoku.core import GomokuCore
from linemate.engine.champion.plain import PlainCore
from linemate.engine.clock import Clock, SearchStopped
from linemate.engine.core import Game, Info, Limits, OptionValue, Position
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.scores import PROVEN, WIN
from tests.gomokus import RULES, gomoku
from tests.reference.minimax import as_score, solve

OPTIONS: dict[str, OptionValue] = {"Hash": 4, "MultiPV": 1, "Depth": 0}


def search(game: Game, position: Position, limits: Limits) -> list[Info]:
    searcher = make_searcher("pvs", game, OPTIONS)
    return list(searcher.search(position.copy(), Clock(limits)))


def begin(core: Core, position: Position, nodes: int | None = None) -> None:
    core.begin(position.copy(), Clock(Limits(nodes=nodes)))


def ends_game(position: Position, move: int) -> bool:
    position.play(move)
    over = position.outcome() is not None
    position.undo()
    return over


def late_position(game: Game, free: int, rng: random.Random) -> Position:
    """Take one from a random game that nobody ended while there was another move."""
    while True:
        position = game.start()
        while position.cells().count(".") > free:
            moves = [move for move in position.legal_moves() if not ends_game(position, move)]
            if not moves:
                break
            position.play(rng.choice(moves))
        else:
            return position


# -------------------------------------------------------------- proven results


@pytest.mark.parametrize(("size", "rule"), [(5, "freestyle"), (6, "standard"), (7, "freestyle")])
def test_late_positions_are_solved_as_minimax_does(size: int, rule: str) -> None:
    rng, game = random.Random(f"{size}{rule}"), gomoku(size, rule)
    for _ in range(20):
        position = late_position(game, 8, rng)
        expected = as_score(solve(position, {}))
        assert search(game, position, Limits())[-1].score == expected, game.diagram(position)


def test_one_table_serves_a_whole_game_without_spoiling_a_result() -> None:
    rng, game = random.Random(4), gomoku(6)
    for _ in range(6):
        position = late_position(game, 9, rng)
        searcher = make_searcher("pvs", game, OPTIONS)
        while position.outcome() is None:
            expected = as_score(solve(position, {}))
            last = list(searcher.search(position.copy(), Clock(Limits())))[-1]
            assert last.score == expected, game.diagram(position)
            position.play(rng.choice(position.legal_moves()))


@pytest.mark.parametrize("rule", RULES)
def test_no_result_is_claimed_that_is_not_one(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It searches as on a large board, by a beam and reductions, where minimax can still judge."""
    monkeypatch.setattr("linemate.engine.champion.gomoku.core.ENDGAME_CELLS", 0)
    monkeypatch.setattr("linemate.engine.champion.gomoku.core.FULL_WIDTH_CELLS", 0)
    monkeypatch.setattr("linemate.engine.champion.gomoku.search.WIDTH", 5)
    rng, game = random.Random(rule), gomoku(6, rule)
    claims = set()
    for _ in range(12):
        position = late_position(game, 9, rng)
        result, length = solve(position, {})
        for nodes in (1, 40, 400, 4000):
            for info in search(game, position, Limits(nodes=nodes)):
                if info.score.plies is not None:
                    claims.add(info.score.plies)
                    assert (1 if info.score.plies > 0 else -1) == result
                    assert result < 0 or info.score.plies >= length
    assert min(claims) < 0 < max(claims)


@pytest.mark.parametrize("rule", RULES)
def test_a_win_is_there_exactly_if_plain_search_finds_it(rule: str) -> None:
    rng, game = random.Random(rule), gomoku(6, rule)
    wins = 0
    for _ in range(8):
        position = late_position(game, 9, rng)
        core, plain = GomokuCore(game, 1), PlainCore(game, 1)
        begin(core, position)
        begin(plain, position)
        for move in position.legal_moves():
            for plies in (1, 3, 5):
                expected = plain.has_win(move, plies)
                assert core.has_win(move, plies) == expected
                wins += expected
    assert wins


@pytest.mark.parametrize("size", [7, 8, 15, 22])
def test_a_row_of_three_wins_on_boards_of_any_size(size: int) -> None:
    game = gomoku(size)
    middle = size // 2
    rows = [str(size)] * size
    rows[middle] = f"{middle - 2}xxx{size - middle - 1}"
    rows[0] = f"o1o1o{size - 5}"
    position = game.read_position("/".join(rows) + " x")
    last = search(game, position, Limits(depth=3))[-1]
    assert last.score.plies == 3


# -------------------------------------------------------------- the contract


def test_moves_that_lose_to_an_open_row_are_known_to_lose_without_being_searched() -> None:
    """o threatens two fours and has them after any move of x elsewhere."""
    game = gomoku(15)
    position = game.read_position("x13x/15/15/15/15/15/15/5ooo7/15/15/15/15/15/15/x14 x")
    core = GomokuCore(game, 1)
    begin(core, position)
    a2 = game.parse_move("a2")
    assert core.search_move(a2, 2, -WIN, WIN) == 4 - WIN
    assert core.nodes <= 2
    assert core.search_move(game.parse_move("e8"), 4, -WIN, WIN) > -PROVEN


@pytest.mark.parametrize("rule", RULES)
def test_nobody_can_win_on_four_by_four(rule: str) -> None:
    game = gomoku(4, rule)
    last = search(game, game.start(), Limits(depth=6))[-1]
    assert last.score.cp == 0
    assert last.pv[0] in game.start().legal_moves()


def test_rows_of_five_are_played_on_any_rectangle_and_other_rows_are_left_to_the_plain_core() -> (
    None
):
    wide = make_game("mnk", {"width": "9", "height": "6", "row": "5"})
    position = wide.read_position("9/9/2xxx4/9/2o1o1o2/9 x")
    assert search(wide, position, Limits(depth=3))[-1].score.plies == 3
    assert GomokuCore.suits(wide)
    assert not GomokuCore.suits(make_game("mnk", {"width": "9", "height": "6", "row": "4"}))
    assert not GomokuCore.suits(make_game("qubic"))


def test_a_row_of_six_counts_under_one_rule_only() -> None:
    text = "15/15/15/15/15/15/15/3xxx1xx6/15/4oo1oo6/4o10/15/15/15/15 x"
    free, strict = gomoku(15), gomoku(15, "standard")
    gap = free.parse_move("g8")
    for game, wins in ((free, True), (strict, False)):
        core = GomokuCore(game, 1)
        begin(core, game.read_position(text))
        assert core.has_win(gap, 1) == wins


def test_filling_the_last_cell_of_the_board_is_no_win() -> None:
    """No reply was taken for no reply that helps."""
    game = gomoku(8, "standard")
    text = "xxxxoxxo/xxoxooxo/oxooxxxx/x1xoxooo/xxoooxxo/oooxxxoo/oxxxooox/ooxxooox o"
    core = GomokuCore(game, 1)
    begin(core, game.read_position(text))
    assert not core.has_win(game.parse_move("b5"), 7)


def test_lines_are_legal_and_nodes_are_counted_to_the_limit() -> None:
    game = gomoku(15)
    position = game.start()
    for text in ("h8", "i9", "h10", "g9", "i7", "h9"):
        position.play(game.parse_move(text))
    for nodes in (1, 100, 1500):
        for info in search(game, position, Limits(nodes=nodes)):
            assert info.nodes <= nodes
            replay = position.copy()
            for move in info.pv:
                assert move in replay.legal_moves()
                replay.play(move)


def test_a_search_that_was_stopped_leaves_no_trace_in_the_next() -> None:
    game = gomoku(8)
    position = game.start()
    for move in ("d4", "e5", "d5", "d6"):
        position.play(game.parse_move(move))
    core, fresh = GomokuCore(game, 4), GomokuCore(game, 4)
    begin(core, position, nodes=777)
    with pytest.raises(SearchStopped):
        core.search_move(game.parse_move("e4"), 8, -WIN, WIN)
    core.clear()
    scores = []
    for each in (core, fresh):
        begin(each, position)
        scores.append([each.search_move(28, depth, -WIN, WIN) for depth in range(1, 6)])
        scores[-1].append(each.nodes)
    assert scores[0] == scores[1]


def test_a_search_that_was_stopped_among_threats_sets_no_limit_to_the_next() -> None:
    """What was left of its nodes once ended an exact search, by an exception nobody expected."""
    game = gomoku(8)
    position = game.start()
    for text in ("d4", "e5", "d5", "d6"):
        position.play(game.parse_move(text))
    core = GomokuCore(game, 1)
    for nodes in range(200, 1400, 200):
        core.clear()
        begin(core, position, nodes)
        with pytest.raises(SearchStopped):
            core.search_move(game.parse_move("e4"), 8, -WIN, WIN)
        begin(core, position)
        assert not any(core.has_win(move, 7) for move in position.legal_moves())


def test_the_first_move_is_the_centre_and_the_winning_one_comes_first() -> None:
    game = gomoku(15)
    core = GomokuCore(game, 1)
    begin(core, game.start())
    moves = game.start().legal_moves()
    core.order(moves)
    assert game.write_move(moves[0]) == "h8"
    position = game.read_position("15/15/15/15/15/15/15/4oxxxx6/15/6oo7/8o6/15/15/15/15 x")
    begin(core, position)
    moves = position.legal_moves()
    core.order(moves)
    assert game.write_move(moves[0]) == "j8"
