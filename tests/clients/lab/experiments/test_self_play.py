"""What is concluded from games of a player against itself: every row as a whole."""

from __future__ import annotations

from tests.clients.lab.experiments.concluding import MOVES, conclude, rows


def test_self_play_tells_the_game_from_the_start_and_the_score_of_x() -> None:
    found = conclude("self-play", lambda _: {"winner": "x", "moves": MOVES}, quick=False)
    how = "Search=hminimax, Depth=8, Heuristic=big-board-threats"
    assert rows(found)["ultimate, depth 8 against itself, from the start"] == (
        *("000: draw", "x wins after 3 plies", "-", how),
    )
    assert rows(found)["ultimate, depth 8 against itself, x from openings"] == (
        *("-", "+100 =0 -0: 100 % (96 to 100)", "-", how),
    )


def test_the_first_player_of_tictactoe_is_told_from_every_opening_without_a_doubt() -> None:
    """72 openings of two plies are all that there are: nothing is sampled."""
    found = conclude("first-player", lambda _: {"winner": "x", "moves": MOVES})
    ours = rows(found)
    assert ours["tictactoe, x from every opening"] == (
        *("-", "+72 =0 -0: 100 %", "-", "Search=hminimax, Depth=2; 72 openings"),
    )
    assert "tictactoe, x from openings" not in ours
    assert ours["qubic, from the start"][:2] == ("001: x can force a win", "x wins after 3 plies")
    assert ours["qubic, x from openings"][1].startswith("+4 =0 -0: 100 % (")
    [plot] = found.plots
    [series] = plot.series
    bars = dict(zip(series.xs, zip(series.low, series.high, strict=True), strict=True))
    low, high = bars["tictactoe"]
    assert low == high == 100
    assert bars["qubic"][0] < 70
