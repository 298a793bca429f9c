"""Boards, moves taken back and swap2 in the Gomocup dialect."""

from __future__ import annotations

import pytest

from linemate.engine.clock import Clock
from linemate.engine.core import Info, Limits, Score
from linemate.engine.registry import make_game, make_searcher
from linemate.protocol.gomocup import Levels, read_cell, third_stones
from linemate.protocol.session_gomocup import is_losing
from tests.protocol.judge import Judge, Simple, board

# A row of four with one free end at 6,2, x to win or o to block: stones of x, then of o.
FOUR = [(2, 2), (3, 2), (4, 2), (5, 2)]
OTHERS = [(1, 2), (0, 6), (3, 6), (6, 0)]


# ------------------------------------------------------------------ boards


def test_a_board_may_be_empty(judge: Judge) -> None:
    assert judge.ask_move("BOARD", "DONE") == (3, 3)


def test_a_board_says_by_its_counts_who_began(judge: Judge) -> None:
    """The engine is x if it has as many stones, o if one less. Both go on with TURN."""
    for own, other in (([(3, 3)], [(2, 2)]), ([(3, 3)], [(2, 2), (4, 4)]), ([], [(3, 3)])):
        judge.ask_move(*board(own, other))
        judge.ask_move("TURN 6,6")


def test_the_engine_may_have_a_stone_more(judge: Judge) -> None:
    """It is as if the opponent had passed; the game goes on from there, and back."""
    judge.ask_move(*board([(3, 3)], []))
    judge.ask_move("TURN 0,0")
    judge.ask_move("TURN 6,6")
    judge.ask_move(*board([(3, 3)], [(1, 1), (2, 2)]))
    assert judge.ask("TURN 3,3").startswith("ERROR illegal move")


def test_the_real_engine_can_have_a_stone_more(hurried: Judge) -> None:
    assert hurried.ask_move(*board(FOUR, OTHERS[:3])) == (6, 2)


def test_moves_can_be_taken_back_after_a_pass(judge: Judge) -> None:
    x, y = judge.ask_move(*board([(3, 3)], []))
    assert judge.ask(f"TAKEBACK {x},{y}") == "OK"
    assert judge.ask("PLAY 0,0") == "0,0"
    judge.ask_move("TURN 6,6")


def test_what_was_learned_is_forgotten_when_the_other_player_moves_with_the_same_stones(
    judge: Judge,
) -> None:
    """A table knows a position by its stones; a pass changes who is to move."""
    judge.ask_move(*board([(3, 3)], [(2, 2)]))
    regular = judge.session._searcher
    judge.ask_move(*board([(3, 3), (3, 4)], [(2, 2), (5, 5)]))
    assert judge.session._searcher is regular
    judge.ask_move(*board([(3, 3), (3, 4)], [(2, 2)]))
    assert judge.session._searcher is not regular


@pytest.mark.parametrize(
    ("stones", "problem"),
    [
        (["3,3"], "bad stone '3,3'"),
        (["3,3,3"], "bad stone '3,3,3': expected x,y,1 (own) or x,y,2"),
        (["3,9,1"], "bad coordinates '3,9'"),
        (["3,3,1", "3,3,2"], "bad stone '3,3,2': the cell is taken"),
        (["rubbish"], "bad stone 'rubbish'"),
        (["1,1,1", "2,2,1"], "2 own stones and 0 of the opponent: expected at most one more"),
        (board([*FOUR, (6, 2)], OTHERS)[1:-1], "the game is over in this position"),
    ],
)
def test_a_bad_board_has_one_answer_and_changes_nothing(
    judge: Judge, stones: list[str], problem: str
) -> None:
    assert judge.ask("PLAY 3,3") == "3,3"
    assert judge.ask("BOARD", *stones, "DONE").startswith(f"ERROR {problem}")
    judge.ask_move("TURN 0,0")
    assert judge.ask("TURN 3,3").startswith("ERROR illegal move '3,3'")


def test_two_finished_rows_are_no_position(judge: Judge) -> None:
    assert judge.ask("START 8") == "OK"
    own = [(x, 0) for x in range(5)]
    other = [(x, 2) for x in range(5)]
    assert judge.ask(*board(own, other)).startswith("ERROR bad position: both players")


def test_a_command_among_the_stones_drops_them(judge: Judge) -> None:
    assert judge.ask("BOARD", "1,1,1", "2,2,2", "START 9") == "OK"
    assert "DEBUG" in judge.remarks[-1]
    assert judge.ask("DONE").startswith("ERROR DONE out of order")
    assert judge.ask_move("BEGIN") == (4, 4)


# ------------------------------------------------------------------ play and takeback


def test_a_game_can_be_taken_back_to_the_start(judge: Judge) -> None:
    x, y = judge.ask_move("TURN 3,3")
    assert judge.ask(f"TAKEBACK {x},{y}") == "OK"
    assert judge.ask("TURN 0,0") == "ERROR TURN out of order: the engine is to move"
    assert judge.ask("TAKEBACK 3,3") == "OK"
    assert judge.ask_move("BEGIN") == (3, 3)


def test_play_makes_the_move_of_the_engine(judge: Judge) -> None:
    assert judge.ask("PLAY 0,6") == "0,6"
    assert judge.ask("TURN 0,6").startswith("ERROR illegal move")
    judge.ask_move("TURN 3,3")


# ------------------------------------------------------------------ swap2


def test_swap2_begins_with_three_stones(judge: Judge) -> None:
    stones = judge.ask("SWAP2BOARD", "DONE").split()
    assert len(set(stones)) == 3
    for stone in stones:
        assert judge.ask(f"TURN {stone}").startswith("ERROR illegal move")
    judge.ask_move("TURN 0,0")


def test_the_third_stone_of_swap2_is_the_most_level(hurried: Judge) -> None:
    """The scores of all lines are known with so many nodes, and none is nearer to nothing."""
    assert hurried.ask("START 9") == "OK"
    hurried.say("INFO timeout_turn 60000", "INFO max_node 15000")
    stones = [read_cell(stone, 9) for stone in hurried.ask("SWAP2BOARD", "DONE").split()]
    game = make_game("gomoku", {"size": "9"})
    scores = {}
    for third in third_stones(list(range(81)), stones[:2], 9):
        if third not in stones[:2]:
            searcher = make_searcher("auto", game, {"Hash": 1})
            position = game.start()
            for stone in (*stones[:2], third):
                position.play(stone)
            info = list(searcher.search(position, Clock(Limits(depth=2))))[-1]
            scores[third] = abs(info.score.cp or 1000)
    assert len(scores) == 47
    # Not to the same depth: but it is far from those that favour one side.
    assert sorted(scores.values()).index(scores[stones[2]]) < 16


def test_a_search_that_has_not_come_to_all_third_stones_leaves_the_usual_one() -> None:
    levels = Levels([1, 2, 3], usual=3)
    levels.hear(Info(depth=1, score=Score(cp=5), pv=(1,)))
    levels.hear(Info(depth=1, score=Score(cp=0), pv=(2,), bound="lowerbound"))
    levels.hear(Info(depth=1, score=Score(cp=-9), pv=(3,)))
    assert levels.most_level() == 3
    levels.hear(Info(depth=2, score=Score(cp=-7), pv=(2,)))
    assert levels.most_level() == 1
    levels.hear(Info(depth=2, score=Score(plies=3), pv=(1,)))
    assert levels.most_level() == 2


SWAP2_LISTS = [["3,3", "0,0", "3,4"], ["3,3", "0,0", "3,4", "6,0", "3,2"]]


@pytest.mark.parametrize("stones", SWAP2_LISTS, ids=len)
def test_swap2_takes_black_where_white_would_lose(
    judge: Judge, stones: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next move is the opponent's, as white."""
    monkeypatch.setattr(Simple, "score", Score(cp=-1))
    assert judge.ask("SWAP2BOARD", *stones, "DONE") == "SWAP"
    assert judge.ask("BEGIN").startswith("ERROR BEGIN out of order: the opponent is to move")
    judge.ask_move("TURN 2,3")


@pytest.mark.parametrize("stones", SWAP2_LISTS, ids=len)
def test_swap2_moves_as_white_where_that_is_good_enough(judge: Judge, stones: list[str]) -> None:
    move = judge.ask_move("SWAP2BOARD", *stones, "DONE")
    assert f"{move[0]},{move[1]}" not in stones
    judge.ask_move("TURN 6,5")


@pytest.mark.parametrize(("third", "swaps"), [("4,5", True), ("8,0", False)])
def test_the_real_engine_chooses_the_side_that_is_better(
    hurried: Judge, third: str, swaps: bool
) -> None:
    """Black has two stones together in the middle; or one of them is in the corner."""
    assert hurried.ask("START 9") == "OK"
    hurried.say("INFO timeout_turn 60000", "INFO max_node 3000")
    answer = hurried.ask("SWAP2BOARD", "4,4", "5,5", third, "DONE")
    assert (answer == "SWAP") == swaps


def test_nobody_swaps_in_an_ordinary_game(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simple, "score", Score(plies=-2))
    judge.ask_move(*board([(3, 3)], [(0, 0), (1, 1)]))


@pytest.mark.parametrize(
    ("stones", "problem"),
    [
        (["3,3"], "1 stones: expected none, 3 or 5"),
        (["3,3", "3,3", "1,1"], "two stones on one cell"),
        (["3,3", "9,9", "1,1"], "bad coordinates '9,9'"),
        (["3,3,1", "2,2,2", "1,1,1"], "bad coordinates '3,3,1'"),
    ],
)
def test_a_bad_swap2_list_changes_nothing(judge: Judge, stones: list[str], problem: str) -> None:
    assert judge.ask("SWAP2BOARD", *stones, "DONE").startswith(f"ERROR {problem}")
    assert judge.ask_move("BEGIN") == (3, 3)


@pytest.mark.parametrize(
    ("score", "losing"),
    [
        (Score(cp=0), False),
        (Score(cp=-1), True),
        (Score(plies=3), False),
        (Score(plies=-2), True),
    ],
)
def test_one_would_rather_be_the_other_when_losing(score: Score, losing: bool) -> None:
    assert is_losing(score) == losing


def test_end_among_the_stones_is_the_end(judge: Judge) -> None:
    """It was once taken for a stone, and the process stayed."""
    judge.say("BOARD", "1,1,1")
    assert not judge.session.handle("END")


def test_a_list_without_end_does_not_fill_the_memory(judge: Judge) -> None:
    judge.say("BOARD", *["3,3,1"] * 1000)
    assert len(judge.session._lines) == 50  # one more than the board has cells
    assert judge.ask("DONE") == "ERROR bad stone '3,3,1': the cell is taken"
