"""The words of Yixin's board in the Gomocup dialect: positions to analyse, in several lines."""

from __future__ import annotations

import pytest

from tests.protocol.judge import MOVE, Judge, board
from tests.waiting import wait_until

STONES = ["3,3,1", "4,3,2", "3,4,1", "2,2,2"]
OPEN_THREE = ["2,3,1", "3,3,1", "4,3,1", "0,0,2", "6,6,2", "0,6,2"]


@pytest.fixture
def analyst() -> Judge:
    """Judge the real engine, which looks at few positions and tells what it thinks of them."""
    judge = Judge()
    judge.say("YXSHOWINFO", "INFO show_detail 2", "INFO max_node 2000")
    assert judge.ask("START 7") == "OK"
    return judge


def set_up(judge: Judge, stones: list[str]) -> None:
    judge.say("YXBOARD", *stones, "DONE")


def reports(judge: Judge) -> list[dict[str, str]]:
    """The fields of each line that was told, in order."""
    told: list[dict[str, str]] = []
    for remark in judge.remarks:
        _, name, value = [*remark.split(maxsplit=2), ""][:3]
        if remark == "INFO PV DONE":
            continue
        if remark.startswith("INFO PV "):
            told.append({})
        if remark.startswith("INFO "):
            told[-1][name] = value
    return told


def test_a_board_is_told_what_it_may_set() -> None:
    judge = Judge()
    judge.say("YXSHOWINFO")
    assert judge.remarks == ["MESSAGE INFO MAX_THREAD_NUM 64", "MESSAGE INFO MAX_HASH_SIZE 22"]


def test_the_best_moves_are_told_with_their_lines(analyst: Judge) -> None:
    set_up(analyst, STONES)
    move = "{},{}".format(*analyst.ask_move("YXNBEST 3"))
    best, second, third = reports(analyst)[-3:]
    assert [report["PV"] for report in (best, second, third)] == ["0", "1", "2"]
    assert {report["NUMPV"] for report in (best, second, third)} == {"3"}
    assert best["BESTLINE"].split()[0] == move
    firsts = {report["BESTLINE"].split()[0] for report in (best, second, third)}
    assert len(firsts) == 3
    assert not firsts & {stone.rpartition(",")[0] for stone in STONES}
    assert int(best["EVAL"]) >= int(second["EVAL"]) >= int(third["EVAL"])
    assert 0 < float(best["WINRATE"]) < 1
    assert int(best["DEPTH"]) > 0
    assert analyst.remarks.count("INFO PV DONE") == len(reports(analyst))


def test_a_proven_win_is_told_as_one(analyst: Judge) -> None:
    set_up(analyst, OPEN_THREE)
    analyst.ask_move("YXNBEST 1")
    assert reports(analyst)[-1]["EVAL"] == "+M3"
    assert float(reports(analyst)[-1]["WINRATE"]) == 1


def test_an_analysis_leaves_the_board_as_it_is(analyst: Judge) -> None:
    set_up(analyst, STONES)
    first = analyst.ask_move("YXNBEST 2")
    analyst.say("YXHASHCLEAR")
    assert analyst.ask_move("YXNBEST 2") == first
    analyst.remarks.clear()
    analyst.ask_move("BEGIN")
    assert {report["NUMPV"] for report in reports(analyst)} == {"1"}, "a game needs one line"


def test_without_a_limit_it_goes_on_until_it_is_stopped() -> None:
    judge = Judge()
    judge.say("YXSHOWINFO", "INFO timeout_turn 0", "INFO max_depth 0", "INFO max_node 0")
    assert judge.ask("START 9") == "OK"
    judge.say("YXBOARD", "DONE", "YXNBEST 1")
    wait_until(
        lambda: any(remark.startswith("MESSAGE depth 3 ") for remark in judge.remarks), "depth 3"
    )
    assert judge.ask("BEGIN").startswith("ERROR BEGIN out of order: the engine is thinking")
    assert MOVE.fullmatch(judge.ask("YXSTOP"))


def test_a_depth_ends_it(analyst: Judge) -> None:
    analyst.say("INFO max_node 0", "INFO max_depth 2")
    analyst.ask_move("YXNBEST 1")
    assert reports(analyst)[-1]["DEPTH"] == "2"


def test_who_does_not_ask_for_reports_hears_of_the_last_alone() -> None:
    judge = Judge()
    judge.say("INFO max_node 500")
    assert judge.ask("START 7") == "OK"
    judge.ask_move("YXNBEST 1")
    assert len(judge.remarks) == 1


def test_memory_and_processes_are_as_the_board_says(judge: Judge) -> None:
    judge.say("INFO hash_size 32768", "INFO thread_num 1", "INFO show_detail 0")
    judge.ask_move("BEGIN")
    assert judge.session._options["Hash"] == 32
    assert judge.session._options["Threads"] == 1
    judge.say("INFO hash_size 0", "INFO thread_num 1000")
    judge.session._set_searcher_options()
    assert (judge.session._options["Hash"], judge.session._options["Threads"]) == (1, 64)


def test_cells_are_forbidden_under_renju_alone_and_to_the_first_player(judge: Judge) -> None:
    """Two threes meet in 3,3; it is x's turn, and then o's."""
    own, other = [(1, 3), (2, 3), (3, 1), (3, 2)], [(0, 0), (6, 6), (0, 6), (6, 0)]
    assert judge.ask("START 9") == "OK"
    for rule, answer in ((0, "FORBID ."), (1, "FORBID ."), (4, "FORBID 0303."), (8, "FORBID .")):
        judge.say(f"INFO rule {rule}", "YXBOARD", *board(own, other)[1:])
        assert judge.ask("YXSHOWFORBID") == answer
    judge.say("INFO rule 4", "YXBOARD", *board(other[1:], own)[1:])
    assert judge.ask("YXSHOWFORBID") == "FORBID ."


@pytest.mark.parametrize("tail", ["", "x", "1 2"])
def test_a_bad_number_of_lines_is_refused(judge: Judge, tail: str) -> None:
    assert judge.ask(f"YXNBEST {tail}").startswith("ERROR ")
    judge.ask_move("BEGIN")


def test_a_position_without_a_move_is_refused(judge: Judge) -> None:
    five = [f"{x},0,2" for x in range(5)]
    assert judge.ask("YXBOARD", *five, *(f"{x},6,1" for x in range(4)), "DONE").startswith(
        "ERROR the game is over"
    )
