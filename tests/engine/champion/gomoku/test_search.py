"""Five in a row below the root: what a position is called is so, whatever was left out.

The truth about a few plies is the exact search for forced wins, which `test_threats.py`
holds to an exhaustive one.
"""

from __future__ import annotations

import random

import pytest

from linemate.engine.champion.gomoku.moves import NO_MOVE
from linemate.engine.champion.gomoku.search import PROVEN, WIN, Search
from linemate.engine.champion.gomoku.threats import BY_ALL
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits
from linemate.engine.games.lines import LinePosition
from linemate.engine.registry import make_searcher
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT
from tests.gomokus import RULES, gomoku, random_position, search_of


def read(text: str) -> tuple[Game, Search, int]:
    """Return the game, its search with this position at the root, and who is to move."""
    game = gomoku(text.count("/") + 1)
    position = game.read_position(text)
    assert isinstance(position, LinePosition)
    return game, search_of(game, position), position.to_move


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One move is searched in each position: whatever else there is, is left out."""
    monkeypatch.setattr("linemate.engine.champion.gomoku.search.WIDTH", 1)


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize("rule", RULES)
def test_what_is_called_won_or_lost_is_so_even_if_one_move_is_all_that_is_searched(
    rule: str,
) -> None:
    game, rng = gomoku(9, rule), random.Random(1)
    wins = losses = 0
    for _ in range(300):
        position = random_position(game, rng, (16, 40))
        search, side = search_of(game, position), position.to_move
        for depth in (3, 4):
            score = search.search(side, depth, -WIN, WIN)
            if score >= WIN - 7:
                wins += 1
                assert search.won(side, WIN - score, BY_ALL), game.diagram(position)
            if score <= 8 - WIN:
                losses += 1
                assert search.lost(1 - side, WIN + score, BY_ALL), game.diagram(position)
    assert wins > 20
    assert losses > 20


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(
    "text",
    [
        "9/7x1/3o1oxxx/2xx5/5oo2/9/6o2/x6o1/3o2ox1 x",
        "2x6/1xxoo1x2/x1x1xo2x/3ox1o1o/xo1xo1oxo/o1o1x3o/xo2x3o/1xoo2o1x/2x1x4 o",
    ],
)
def test_a_four_that_backfires_is_no_proof_that_all_moves_lose(text: str) -> None:
    """There is one ply left, and nothing but that four is looked at."""
    game, search, side = read(text)
    assert not search.lost(1 - side, 6, BY_ALL), game.diagram(game.read_position(text))
    assert search.search(side, 1, -WIN, WIN) > -PROVEN - 1


@pytest.mark.parametrize(
    "text",
    [
        "5ox1o/xo4o1x/6o2/8o/3xx2xx/oxx5o/x2oxo3/2xo4o/o1x3x2 o",
        "10xo/x3x4o1x/5oo2x2/5o4o1/2x3oo4/9o2/2x2ox1x3/12/9x2/7xxo1o/x5x3x1/2o2o1o1xo1 x",
    ],
)
def test_a_loss_is_proven_if_nothing_in_the_zone_of_the_others_win_helps(text: str) -> None:
    """More moves than are searched otherwise: all outside the zone are accounted for by it."""
    _, search, side = read(text)
    assert search.search(side, 4, -WIN, WIN) < -PROVEN
    assert search.lost(1 - side, 6, BY_ALL)
    assert not search.lost(1 - side, 4, BY_ALL)


LOSS, GAIN = 10 - WIN, WIN - 11


@pytest.mark.parametrize(
    ("known", "kind", "window", "believed"),
    [
        (LOSS, AT_MOST, (LOSS, LOSS + 1), True),
        (LOSS, EXACT, (LOSS, LOSS + 1), True),
        (LOSS, AT_LEAST, (LOSS, LOSS + 1), False),
        (LOSS, AT_MOST, (LOSS - 1, LOSS), False),
        (LOSS, EXACT, (-WIN, WIN), False),
        (-700, AT_MOST, (-600, WIN), False),
        (GAIN, AT_LEAST, (GAIN - 1, GAIN), True),
        (GAIN, EXACT, (GAIN - 1, GAIN), True),
        (GAIN, AT_MOST, (GAIN - 1, GAIN), False),
        (GAIN, EXACT, (GAIN - 2, GAIN + 1), False),
        (700, AT_LEAST, (-WIN, 600), False),
    ],
)
def test_what_a_shallow_search_left_in_the_table_is_believed_only_if_proven_and_no_further(
    known: int, kind: int, window: tuple[int, int], believed: bool
) -> None:
    """A loss is known to be one within so many plies; there may be a shorter way."""
    text = "9/9/9/3xo4/3ox4/9/9/9/9 x"
    _, search, side = read(text)
    search.store(search.keys[0], 1, known, kind, NO_MOVE, 0)
    score = search.search(side, 2, *window)
    if believed:
        assert (score, search.nodes) == (known, 1)
    else:
        assert score == read(text)[1].search(side, 2, *window)
        assert search.nodes > 1


def test_a_loss_that_is_all_a_window_asks_for_is_not_remembered_as_the_value() -> None:
    """x wins with e7, in seven plies. Whether f7 wins as soon was asked with a window of nothing
    else: o, who is lost by then unless he takes e7, was searched with none left of it, and his loss
    kept as exact. So its line said `mate 7` of f7, which does not win.
    """
    game = gomoku(15)
    position = game.read_position(
        "15/15/15/15/15/5o1o7/x1xooxo8/1xoxoxx8/2o3x8/15/15/15/15/15/15 x"
    )
    searcher = make_searcher("pvs", game, {"MultiPV": 6, "Hash": 4, "Skill": 20, "Depth": 6})
    told = {
        game.write_move(info.pv[0]): info for info in searcher.search(position, Clock(Limits()))
    }
    assert told["e7"].score.plies == 7
    assert told["f7"].score.plies is None
