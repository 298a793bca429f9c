"""Report 001's search: its rules before a search, its recursion, and its printed game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Info, Limits, OptionValue, Score, UnsuitableGameError
from linemate.engine.games.lines import LinePosition
from linemate.engine.registry import make_game, make_searcher
from linemate.engine.scores import LARGEST_CP
from linemate.engine.textbook.cube_2019 import FIRST_DEPTH
from linemate.engine.textbook.heuristics.cube_lines import CENTRES
from tests.reference.cube_report import LINES, printed_plies

GAME = make_game("qubic")
# Some of the values that the printed program found, by ply: each takes millions of nodes.
DEEP_VALUES = [(3, 59), (4, 34), (10, 223), (12, 107), (14, -17)]
WEIGHTS, OTHERS = [0, 1, 15, 130, 100_000], [0, -1, -10, -100, -100_000]


def search(position: LinePosition, limits: Limits, **options: OptionValue) -> list[Info]:
    return list(make_searcher("cube-2019", GAME, options).search(position.copy(), Clock(limits)))


def after(moves: str) -> LinePosition:
    position = GAME.start()
    for text in moves.split():
        position.play(GAME.read_move(position, text))
    assert isinstance(position, LinePosition)
    return position


def test_it_moves_at_once_where_the_printed_program_did_and_says_why() -> None:
    """With the evaluation that it printed, for 21 plies of 22: one has none."""
    told = []
    for position, move, value, reason in printed_plies(GAME):
        [first, *_] = search(position, Limits(nodes=1))
        if reason:
            words = {"core": "core move", "force": "forced block", "win": "win move"}[reason]
            played = GAME.write_move(move if reason != "core" else first.pv[0])
            assert first.remark == f"{words} {played}, evaluation {value}"
            assert first.pv == (move,) or (reason == "core" and first.pv[0] in CENTRES)
            told.append(reason)
        elif value != "?":
            assert first.remark == f"evaluation {value}"
            assert first.depth == 0
    assert len(told) == 22


def test_it_begins_with_any_centre_point_and_a_seed_tells_which() -> None:
    position = after("")
    firsts = [search(position, Limits(), Seed=seed)[-1].pv[0] for seed in range(1, 80)]
    assert set(firsts) == set(CENTRES)
    assert firsts == [search(position, Limits(), Seed=seed)[-1].pv[0] for seed in range(1, 80)]


def test_a_win_is_told_as_one_and_one_further_off_is_no_proof() -> None:
    won = after("000 011 001 012 002 013")
    assert search(won, Limits())[-1].score == Score(plies=1)
    # x has two lines of two that meet in 000: with it, and a block, there are two threes.
    soon = after("001 111 002 112 010 122 020 231 100 322 200 232")
    last = search(soon, Limits(depth=4))[-1]
    assert last.score == Score(cp=LARGEST_CP)


def worth(cells: str, player: str) -> int:
    """The report's evaluation, finished lines among the others."""
    opponent = "o" if player == "x" else "x"
    marks = ["".join(cells[cell] for cell in line) for line in LINES]
    own = sum(WEIGHTS[line.count(player)] for line in marks)
    return own + sum(OTHERS[line.count(opponent)] for line in marks)


def plain_minimax(position: LinePosition, depth: int, player: str) -> int:
    """The report's `miniMax` without pruning, loop and all: a block for every free cell."""
    if depth == 0 or position.outcome() is not None:
        return worth(position.cells(), player)
    maximizing = "xo"[position.to_move] == player
    values = []
    for move in position.legal_moves():
        wins = position.winning_cells(position.to_move)
        blocks = position.winning_cells(1 - position.to_move)
        chosen = (wins or blocks or [move])[0]
        position.play(chosen)
        spent = 0 if blocks and not wins else 1
        values.append(
            worth(position.cells(), player)
            if wins
            else plain_minimax(position, depth - spent, player)
        )
        position.undo()
        if wins or blocks:
            break
    return (max if maximizing else min)(values)


def open_positions(count: int) -> Iterator[LinePosition]:
    """Yield positions without a win or a block at once, some of them with few free cells."""
    random = Random(2019)
    while count:
        position = GAME.start()
        assert isinstance(position, LinePosition)
        for _ in range(random.randrange(8, 44)):
            if position.outcome() is None:
                position.play(random.choice(position.legal_moves()))
        if position.outcome() is None and not any(map(position.winning_cells, (0, 1))):
            count -= 1
            yield position


def test_each_depth_has_the_value_of_the_reports_recursion() -> None:
    """To depth 2 and with the first of the best moves in the order of the cells."""
    deeper = 0
    for position in open_positions(5):
        player = "xo"[position.to_move]
        infos = [info for info in search(position, Limits(depth=2)) if info.depth > 0]
        for depth, info in enumerate(infos, start=1):
            values = {}
            for move in position.legal_moves():
                position.play(move)
                values[move] = plain_minimax(position, depth - 1, player)
                position.undo()
            best = max(values.values())
            assert info.score == Score(cp=max(-LARGEST_CP, min(best, LARGEST_CP)))
            assert info.pv == (next(move for move in values if values[move] == best),)
            deeper += info.seldepth > depth
    assert deeper


def test_from_the_first_depth_on_a_lower_value_changes_nothing() -> None:
    """Whatever deeper searches find, the value never falls; before, each depth stands for itself.

    Few cells are free, so that such depths are soon reached.
    """
    fell = rose = 0
    for position in endgames(4):
        infos = search(position, Limits(depth=FIRST_DEPTH + 2))
        scores = [info.score.cp for info in infos if info.depth > 0]
        early, late = scores[: FIRST_DEPTH - 1], scores[FIRST_DEPTH - 1 :]
        assert late == sorted(late)  # type: ignore[type-var]
        fell += early != sorted(early)  # type: ignore[type-var]
        rose += len(set(late)) > 1
        for info, before in zip(infos[FIRST_DEPTH + 1 :], infos[FIRST_DEPTH:], strict=False):
            assert info.pv == before.pv or info.score != before.score
    assert fell
    assert rose


def endgames(count: int) -> Iterator[LinePosition]:
    """Yield positions with 10 free cells, nothing to win and nothing to block."""
    random = Random(5)
    while count:
        position = GAME.start()
        assert isinstance(position, LinePosition)
        while position.outcome() is None and position.cells().count(".") > 10:
            blocks = position.winning_cells(1 - position.to_move)
            position.play(random.choice(blocks or position.legal_moves()))
        if position.outcome() is None and not any(map(position.winning_cells, (0, 1))):
            count -= 1
            yield position


def test_it_is_told_when_time_was_up() -> None:
    position = after("212 221")
    assert search(position, Limits(nodes=10))[-1].remark == "evaluation 0, time out"
    assert search(position, Limits(nodes=500))[-1].remark == "evaluation 0, value 20, time out"
    remarks = [info.remark for info in search(position, Limits(depth=1))]
    assert remarks == ["evaluation 0", "evaluation 0, value 20"]


def test_the_weights_can_be_changed_and_other_games_are_refused() -> None:
    position = after("212 221 012 112 010")
    searcher = make_searcher("cube-2019", GAME, {"Constants": "three=150"})
    assert searcher.describe() == (
        "cube-2019, Heuristic cube-lines-130 one=1 two=15 three=150 other_one=-1 other_two=-10 "
        "other_three=-100 mixed=1"
    )
    assert searcher.evaluate(position) == worth(position.cells(), "o")
    with pytest.raises(UnsuitableGameError, match="not made for gomoku"):
        make_searcher("cube-2019", make_game("gomoku"), {})


@pytest.mark.parametrize(
    ("ply", "value"),
    [
        *(pytest.param(*pair, marks=pytest.mark.slow) for pair in DEEP_VALUES),
        (37, 101_575),
    ],
)
def test_values_that_the_report_prints_are_met_five_plies_deep(ply: int, value: int) -> None:
    """`Value: 59` and so on. At ply 14 every look that is less deep has a higher value than the
    printed -17, so that the report's program cannot have had any; and only in the order of the
    cells is 012, its move at ply 3, the first of several moves with 59.
    """
    position, move = next(
        (position, move)
        for number, (position, move, _, _) in enumerate(printed_plies(GAME), start=1)
        if number == ply
    )
    last = search(position, Limits(depth=FIRST_DEPTH))[-1]
    assert last.pv == (move,)
    assert last.remark.endswith(f", value {value}")
