"""Games as PGN: one text for matches, the terminal and the page, and what others make of it."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import pytest

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import (
    HUMAN,
    PROGRAM,
    Occasion,
    Participant,
    compose,
    describe,
    read_pgn,
    read_score,
    split_evaluation,
    today,
    write_comment,
    write_evaluation,
    write_pgn,
)
from linemate.clients.shared.records import RESIGNATION, Ending, GameRecord, PlayedMove, Reason
from linemate.clients.shared.variations import make_line
from linemate.engine.core import Score

Make = Callable[..., GameRecord]
OPENING = Opening("3/1x1/3 o", ("a1", "c3"))
SEATS = Participant("Human", HUMAN), Participant("Mybot", PROGRAM, 5)
OCCASION = Occasion("Tea", "2026-01-02T03:04:05+00:00")


def write(ending: Ending | None, *moves: tuple[str, str]) -> str:
    return compose(describe("tictactoe", None, make_line(moves), SEATS, ending, OCCASION))


def test_a_game_has_who_sat_where_and_how_it_stands() -> None:
    assert (
        write(None, ("b2", ""), ("a1", "hm"))
        == """\
[Event "Tea"]
[Site "?"]
[Date "2026.01.02"]
[Round "-"]
[White "Human"]
[Black "Mybot"]
[Result "*"]
[Variant "tictactoe"]
[Termination "interrupted"]
[PlyCount "2"]
[UTCTime "03:04:05"]
[WhiteType "human"]
[BlackType "program"]
[BlackLevel "5"]

1. b2 a1 {hm} *

"""
    )


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        (Ending(0, Reason.LINE, "d"), "1-0"),
        (Ending(1, RESIGNATION, "d"), "0-1"),
        (Ending(None, Reason.FULL_BOARD, "d"), "1/2-1/2"),
        (Ending(None, Reason.INTERRUPTED, "d"), "*"),
    ],
)
def test_the_result_stands_behind_the_moves_and_the_reason_in_a_tag(
    ending: Ending, result: str
) -> None:
    (game,) = read_pgn(write(ending, ("b2", "+0.10")))
    assert (game.result, game.tags["Result"]) == (result, result)
    assert (game.tags["Termination"], game.remark) == (ending.reason, "d")


def test_what_ended_a_game_is_not_taken_for_a_comment_on_the_last_move() -> None:
    (game,) = read_pgn(write(Ending(1, RESIGNATION, "X resigned"), ("b2", ""), ("a1", "")))
    assert game.moves == [("b2", ""), ("a1", "")]
    assert game.tags["TerminationDetails"] == "X resigned"
    (game,) = read_pgn(write(Ending(1, RESIGNATION, "X resigned")))
    assert (game.moves, game.remark) == ([], "X resigned")


def test_a_game_is_dated_in_utc() -> None:
    occasion = today("Tea")
    assert occasion.date.endswith("+00:00")
    assert len(occasion.date) == len(OCCASION.date)


def test_pgn_has_the_standard_tags_and_ours(record: Make) -> None:
    text = write_pgn(record(1, "A", moves="b2 a1", opening=OPENING))
    names = [line.split()[0][1:] for line in text.splitlines() if line.startswith("[")]
    assert names[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    (game,) = read_pgn(text)
    assert game.tags["White"] == "B"
    assert game.tags["Black"] == "A"
    assert game.tags["Variant"] == "tictactoe"
    assert game.tags["FEN"] == "3/1x1/3 o"
    assert game.tags["SetUp"] == "1"
    assert game.tags["Termination"] == "line"
    assert game.tags["Result"] == game.result == "0-1"
    assert game.moves == [
        ("a1", "opening"),
        ("c3", "opening"),
        ("b2", "+0.03/4 0.010s"),
        ("a1", "+0.03/4 0.010s"),
    ]
    assert game.remark == "because"
    assert "1... a1 {opening} 2. c3" in text  # o moves first from this position


def test_scores_in_comments_are_the_movers_and_mates_count_plies() -> None:
    assert write_comment(PlayedMove("a1", 0.5, Score(cp=-120), 7)) == "-1.20/7 0.500s"
    assert write_comment(PlayedMove("a1", 0.5, Score(plies=3), 7)) == "+M3/7 0.500s"
    assert write_comment(PlayedMove("a1", 0.5, Score(plies=-2), 7)) == "-M2/7 0.500s"
    assert write_comment(PlayedMove("a1", 0.5)) == "0.500s"


def test_names_with_quotation_marks_and_details_with_braces_survive(record: Make) -> None:
    odd = record(0, None, a='"x" \\ o')
    ending = odd.ending._replace(detail="a {strange}\nline " + "very " * 40 + "long")
    odd = replace(odd, ending=ending)
    text = write_pgn(odd) + write_pgn(odd)
    games = list(read_pgn(text))
    assert len(games) == 2
    assert games[0].tags["White"] == '"x" \\ o'
    assert games[0].remark.startswith("a (strange) line very")
    assert max(map(len, text.splitlines())) <= 80


def test_the_record_of_a_match_says_nothing_of_seats(record: Make) -> None:
    text = write_pgn(record(0, "A"))
    assert '[WhiteLimits "nodes 1"]' in text
    assert "Type" not in text
    assert "Level" not in text


@pytest.mark.parametrize("score", [Score(cp=-120), Score(cp=7), Score(plies=3), Score(plies=-2)])
def test_a_score_is_read_from_the_comment_that_has_it(score: Score) -> None:
    assert read_score(write_comment(PlayedMove("a1", 0.5, score, 7))) == score
    assert read_score("0.500s") is None
    assert read_score("opening") is None


@pytest.mark.parametrize("score", [Score(cp=-120), Score(cp=0), Score(plies=3), Score(plies=-1)])
def test_what_an_analysis_says_is_read_from_the_comment_that_has_it(score: Score) -> None:
    assert split_evaluation(f"so {write_evaluation(score)} it is") == (score, "so  it is")


def test_a_win_in_no_moves_says_nothing_and_stays_in_its_comment() -> None:
    """It was read as a win of x in one ply, whoever had moved."""
    for comment in ("[%eval #0]", "[%eval #-0] so"):
        assert split_evaluation(comment) == (None, comment)


@pytest.mark.parametrize("text", ["", "hello 1-0", "{}", "[", "1. b2 *"])
def test_what_has_no_tags_is_no_game(text: str) -> None:
    assert list(read_pgn(text)) == []


HOSTILE = ('[a "', '[a "b" ', "[a ", "[a", '[a "\\', "{", "1" * 50, "[", '"', "\\")


@pytest.mark.parametrize("head", HOSTILE)
@pytest.mark.parametrize("rest", ["x", "x ", " ", '\\"', "\\", "[a ", "{", "1."])
def test_no_text_takes_more_than_a_few_bytes_for_each_of_its_own(head: str, rest: str) -> None:
    """`[a "xxxx...` took 170 bytes for each: what it might have to go back to."""
    text = head + rest * (50_000 // len(rest))
    tracemalloc.start()
    try:
        games = list(read_pgn(text))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert games == []
    assert peak < 40 * len(text)


def test_the_time_grows_as_the_text_does() -> None:
    """Twice the text takes about twice the time of the processor, and never four times."""

    def measure(size: int) -> float:
        text = '[Variant "tictactoe"]\n' + '[a "b\\" [c "d ' * size + '[a "' + "x" * 20 * size
        began = time.process_time()
        list(read_pgn(text))
        return time.process_time() - began

    assert min(measure(20_000) for _ in range(3)) < 16 * min(measure(5_000) for _ in range(3))


def test_values_with_escapes_and_ends_of_lines_are_read() -> None:
    (game,) = read_pgn('[Variant  "a\\"b\\\\"]\n[White "two\nlines"  ] 1. b2 *')
    assert game.tags == {"Variant": 'a"b\\', "White": "two\nlines"}
    assert game.moves[-1] == ("b2", "")
