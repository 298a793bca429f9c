"""What a page is told of a position, against a plain count of its lines."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.states import describe_board, describe_position, score_for_x
from linemate.clients.shared.values import read_game
from linemate.engine.core import Score
from linemate.engine.registry import make_game
from tests.variants import VARIANTS, Variant, move_numbers, play_out

BOARDS = [variant for variant in VARIANTS if variant.name in ("nineboard", "ultimate")]
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@pytest.mark.parametrize("variant", BOARDS, ids=str)
@given(data=st.data())
def test_small_boards_belong_to_whoever_first_had_a_line(
    variant: Variant, data: st.DataObject
) -> None:
    moves = data.draw(move_numbers(variant))
    state = describe_position(variant.game, play_out(variant.game, moves))
    boards = [["."] * 9 for _ in range(9)]
    owners: dict[str, str] = {}
    for ply, move in enumerate(moves):
        board = boards[move // 9]
        board[move % 9] = "xo"[ply % 2]
        if any({board[cell] for cell in line} == {"xo"[ply % 2]} for line in LINES):
            owners.setdefault(str(move // 9 + 1), "xo"[ply % 2])
    for number, board in enumerate(boards, start=1):
        if "." not in board:
            owners.setdefault(str(number), "draw")
    assert state["board"]["won"] == owners
    assert state["board"]["forced"] == sorted({int(move[0]) for move in state["legal"]})


def test_the_forced_board_is_the_one_that_the_last_move_named() -> None:
    game = make_game("ultimate")
    position = Opening(None, ("55", "59")).set_up(game)
    assert describe_board(game, position) == {"forced": [9], "won": {}}
    assert describe_board(game, game.start())["forced"] == list(range(1, 10))


CUBE = list(product(range(4), repeat=3))
STEPS = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]


@given(moves=move_numbers(Variant("qubic", {})))
def test_threes_of_the_cube_are_found_and_nothing_else(moves: list[int]) -> None:
    game = make_game("qubic")
    state = describe_position(game, play_out(game, moves))
    marks = dict(zip(state["names"], state["cells"], strict=True))
    expected = set()
    for start in CUBE:
        for step in STEPS:
            points = [tuple(s + n * d for s, d in zip(start, step, strict=True)) for n in range(4)]
            if all(point in CUBE for point in points):
                line = ["".join(map(str, point)) for point in points]
                held = [marks[cell] for cell in line]
                for player in "xo":
                    if held.count(player) == 3 and "." in held:
                        expected.add((player, frozenset(line), line[held.index(".")]))
    threes = state["board"]["threes"]
    found = {(three["player"], frozenset(three["cells"]), three["empty"]) for three in threes}
    assert found == expected
    assert len(threes) == len(expected)


@pytest.mark.parametrize(
    ("words", "board"),
    [
        ("tictactoe", {"width": 3, "height": 3}),
        ("gomoku size=8", {"width": 8, "height": 8}),
        ("mnk width=7 height=4 row=4", {"width": 7, "height": 4}),
    ],
)
def test_other_boards_have_a_size(words: str, board: dict[str, int]) -> None:
    game = read_game(words.split())
    assert describe_board(game, game.start()) == board


@pytest.mark.parametrize(
    ("score", "x_moves", "o_moves"),
    [
        (Score(cp=30), {"cp": 30}, {"cp": -30}),
        (Score(plies=3), {"mate": 3}, {"mate": -3}),
        (Score(plies=-2), {"mate": -2}, {"mate": 2}),
        (Score(plies=0), None, None),
        (None, None, None),
    ],
)
def test_scores_turn_with_the_player(
    score: Score | None, x_moves: dict[str, int] | None, o_moves: dict[str, int] | None
) -> None:
    assert score_for_x(score, 0) == x_moves
    assert score_for_x(score, 1) == o_moves
