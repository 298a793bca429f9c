"""Records as PGN."""

from __future__ import annotations

from collections.abc import Callable

from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import read_pgn, write_comment, write_pgn
from linemate.clients.shared.records import GameRecord, PlayedMove
from linemate.engine.core import Score

Make = Callable[..., GameRecord]
OPENING = Opening("3/1x1/3 o", ("a1", "c3"))


def test_pgn_has_the_standard_tags_and_ours(record: Make) -> None:
    text = write_pgn(record(1, "A", opening=OPENING))
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
    odd = GameRecord(**{**vars(odd), "detail": "a {strange}\nline " + "very " * 40 + "long"})
    text = write_pgn(odd) + write_pgn(odd)
    games = list(read_pgn(text))
    assert len(games) == 2
    assert games[0].tags["White"] == '"x" \\ o'
    assert games[0].remark.startswith("a (strange) line very")
    assert max(map(len, text.splitlines())) <= 80
