"""What an engine thinks, in one line."""

from __future__ import annotations

import io

import pytest

from linemate.clients.play.captions import describe_score, describe_thinking
from linemate.clients.shared.screen import make_console
from linemate.engine.core import Score
from linemate.engine.registry import make_game
from linemate.protocol.driver import InfoLine


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(cp=35), "+0.35"),
        (Score(cp=-150), "-1.50"),
        (Score(plies=1), "win in 1 ply"),
        (Score(plies=5), "win in 5 plies"),
        (Score(plies=-4), "loss in 4 plies"),
    ],
)
def test_a_score_in_words(score: Score, text: str) -> None:
    assert describe_score(score) == text


def described(room: int = 80, **fields: object) -> str:
    return describe_thinking(make_game("tictactoe"), "you", InfoLine(**fields), 1.25, room)


def test_only_what_the_engine_has_told_is_shown() -> None:
    assert describe_thinking(make_game("tictactoe"), "you", None, 1.25, 80) == "1.2 s"
    assert described() == "1.2 s"
    assert described(depth=3, nodes=7) == "depth 3 | 7 nodes | 1.2 s"
    assert described(score=Score(cp=35), pv=("b2",)) == "you: +0.35 | 1.2 s | line 5"


@pytest.mark.parametrize(
    ("nodes", "text"),
    [(9_999, "9999"), (10_000, "10k"), (9_999_999, "9999k"), (10_000_000, "10M")],
)
def test_many_nodes_are_counted_in_thousands(nodes: int, text: str) -> None:
    assert described(nodes=nodes) == f"{text} nodes | 1.2 s"


@pytest.mark.parametrize("visits", ["", "b2", "a1 5 0.5", "a1 5 0.5 b2", "b2 \x1b 1"])
def test_visits_that_do_not_name_the_best_move_do_no_harm(visits: str) -> None:
    """What could control a terminal among them is kept from it by the door, see `harmless.py`."""
    file = io.StringIO()
    make_console(file=file).print(
        described(nodes=9, pv=("b2",), extras=(("visits", visits),)), soft_wrap=True
    )
    assert file.getvalue().startswith("9 nodes")
    assert "\x1b" not in file.getvalue()


def test_a_line_of_play_has_as_many_whole_moves_as_fit() -> None:
    pv = ("b2", "a3", "c3", "a1")
    whole = "1.2 s | line 5 1 3 7"
    assert described(room=len(whole), pv=pv) == whole
    assert described(room=len(whole) - 1, pv=pv) == "1.2 s | line 5 ..."
    assert described(room=17, pv=pv) == "1.2 s"
