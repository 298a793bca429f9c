"""What is concluded from games of a player against itself: every row as a whole."""

from __future__ import annotations

from linemate.clients.lab.units import Result, Unit
from tests.clients.lab.experiments.concluding import MOVES, conclude, rows


def test_self_play_tells_the_game_from_the_start_and_the_score_of_x() -> None:
    found = conclude("self-play", lambda _: {"winner": "x", "moves": MOVES}, quick=False)
    how = "Search=hminimax, Depth=8, Heuristic=big-board-threats"
    assert rows(found)["ultimate, depth 8 against itself, from the start"] == (
        *("Cui 2018: draw", "x wins after 3 plies", "-", how),
    )
    assert rows(found)["ultimate, depth 8 against itself, x from openings"] == (
        *("-", "+40 =0 -0: 100 % (91 to 100)", "-", how),
    )


def test_nineboard_has_the_functions_and_the_depth_of_000() -> None:
    """Depth 8, functions 1 and 2, each against each: 000 saw x win whatever the two were."""
    found = rows(conclude("self-play", lambda _: {"winner": "x", "moves": MOVES}, quick=False))
    games = [
        row
        for what, row in found.items()
        if what.startswith("nineboard") and what.endswith("from the start")
    ]
    assert {row[:2] for row in games} == {("Cui 2018: x always wins", "x wins after 3 plies")}
    assert [row[3].partition("Depth=8, Heuristic=")[2] for row in games] == [
        *("block-threats", "block-threats", "block-danger", "block-danger"),
    ]
    openings = found["nineboard, block-threats against block-danger, x from openings"]
    assert openings[1] == "+20 =0 -0: 100 % (84 to 100)"  # each game is an observation
    quick = rows(conclude("self-play", lambda _: {"winner": "x", "moves": MOVES}))
    name = "nineboard, block-threats against block-danger, from the start"
    assert quick[name][0] == "-"  # at another depth the claim is not 000's


def test_a_shallow_run_is_not_set_beside_what_cui_tells_of_deeper_games() -> None:
    """Depths 3 and 4 were concluded with `Cui 2018: a draw at depth 8, always x at 10`."""
    quick = conclude("self-play", lambda _: {"winner": "x", "moves": MOVES}).conclusion[0]
    assert "4 games of nine-board at depth 3 (less deep than Cui's" in quick
    assert "at depth 4 x wins (less deep than Cui's, of which that tells nothing)" in quick
    assert "always" not in quick
    full = conclude("self-play", lambda _: {"winner": "x", "moves": MOVES}, quick=False)
    assert full.conclusion[0] == (
        "From the empty board x wins 4 of the 4 games of nine-board at depth 8 (Cui 2018: x always "
        "wins); of ultimate at depth 8 x wins (Cui 2018: draw) and at depth 10 x wins (Cui 2018: x "
        "always wins)."
    )


def test_the_first_player_of_tictactoe_is_told_from_every_opening_without_a_doubt() -> None:
    """72 openings of two plies are all that there are: nothing is sampled."""
    found = conclude("first-player", lambda _: {"winner": "x", "moves": MOVES})
    ours = rows(found)
    assert ours["tictactoe, x from every opening"] == (
        *("-", "+72 =0 -0: 100 %", "-", "Search=hminimax, Depth=2; 72 openings"),
    )
    assert "tictactoe, x from openings" not in ours
    assert ours["qubic, from the start"][:2] == (
        "Tan et al. 2019: x can force a win",
        "x wins after 3 plies",
    )
    assert ours["qubic, x from openings"][1] == "+4 =0 -0: too few games to tell"
    full = conclude("first-player", lambda _: {"winner": "x", "moves": MOVES}, quick=False)
    [plot] = full.plots
    sampled, every = plot.series
    assert list(every.xs) == ["tictactoe"]
    assert list(every.low) == list(every.high) == [100]
    assert dict(zip(sampled.xs, sampled.low, strict=True))["qubic"] < 95


def test_a_score_between_two_heuristics_is_not_taken_for_that_of_moving_first() -> None:
    """x had 90 % with the better of two heuristics, and was called better off for moving first."""

    def result(unit: Unit) -> Result:
        return {"winner": "x" if "with block-danger" in unit.group else "o", "moves": MOVES}

    found = conclude("self-play", result, quick=False)
    assert "block-threats against block-danger" not in found.conclusion[1]
    assert "nineboard with block-danger against block-danger (x: 100 %" in found.conclusion[1]
    assert (
        "Between the two functions of nine-board, from openings, x won 20 of 40 games and "
        "block-danger 40: so a score of x there is not that of moving first alone."
    ) in found.remarks
