"""What is concluded about times of a move: every row as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.findings import Findings
from linemate.clients.lab.experiments.search_times import FREE_TURN
from linemate.clients.lab.units import Result, SearchUnit, Unit, is_free
from linemate.engine.registry import make_game
from tests.clients.lab.experiments.concluding import conclude, rows


def test_the_times_of_hminimax_tell_free_turns_from_those_with_the_board_set() -> None:
    """First moves take 9 s; in a game the turns take 1 and 3 s set and 5 and 7 s free."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 9.0, "free": False, "move": "55"}
        return {"seconds": [1.0, 5.0, 3.0, 7.0], "free": [False, True, False, True]}

    found = rows(conclude("hminimax-time", result, quick=False))
    how, first = "Heuristic=adjacent-boards, Depth=5", "mean of 3, longest 9 s"
    for game in ("nineboard", "ultimate"):
        place = f"{game}, depth 5"
        both = [found[f"{place}, {turns}"] for turns in ("first move", "board set", "free turns")]
        # 004's rows have the same names, and came later; they have no figures for the means.
        assert [theirs for theirs, *_ in both] == ["-", "-", "-"]
        assert found[f"{place}, board set, longest"] == (
            *("Hashim 2018: at most 1 s", "3 s", "3"),
            "Heuristic=powers-of-two, Depth=5; of 16",
        )
    assert found["nineboard, depth 8, first move"] == (
        *("Cui 2018: 9.13 s", "9 s", "0.986", f"Heuristic=block-danger, Depth=8; {first}"),
    )
    mean = "Heuristic=block-danger, Depth=8; mean of"
    set_turns = found["nineboard, depth 8, board set"]
    assert set_turns == ("-", "2 s", "-", f"{mean} 16, longest 3 s")
    free_turns = found["nineboard, depth 8, free turns"]
    assert free_turns == ("-", "6 s", "-", f"{mean} 16, longest 7 s")
    assert found["nineboard, depth 8, all turns"] == (
        *("Cui 2018: about 2 s", "4 s", "2", f"{mean} 32, longest 7 s"),
    )
    assert found["ultimate, depth 8, free turns, longest"] == (
        *("Cui 2018: over 10 s", "7 s", "0.7", "Heuristic=big-board-threats, Depth=8; of 16"),
    )
    assert "ultimate, depth 8, all turns" not in found
    of_002 = [
        (row.theirs, row.ours, row.ratio)
        for row in conclude("hminimax-time", result, quick=False).rows
        if row.settings.startswith(how)
    ]
    expected = [("Qi: 60 s", "9 s", "0.15"), ("Qi: 6 s", "2 s", "0.333")]
    expected += [("Qi: 50 s", "6 s", "0.12"), ("Qi: 50 s", "9 s", "0.18")]
    assert of_002 == 2 * [*expected, ("Qi: 59", "55", "-")]
    assert found["nineboard, depth 5, first move played"][:2] == ("Hashim 2018: 55", "55")
    assert found["ultimate, depth 8, first move played"][:2] == ("Cui 2018: 55", "55")


def test_the_turn_that_is_set_up_is_free() -> None:
    for name in ("nineboard", "ultimate"):
        position = FREE_TURN.set_up(make_game(name))
        assert is_free(position)
        assert len(position.legal_moves()) == 71


def test_the_times_of_mcts_are_means_and_fall_through_a_game() -> None:
    """Five searches of 20 s; in two games of 20 plies, the n-th takes 21 - n seconds."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 20.0, "move": "55"}
        return {"seconds": [float(21 - ply) for ply in range(1, 21)]}

    player = "Search=mcts, Samples=10000, Exploration=140"
    how = f"{player}; mean of 7, longest 20 s"
    moves, falls = " ".join(["55"] * 5), "from 19.5 s to 1.5 s"
    findings = conclude("mcts-time", result, quick=False)
    first = {game: f"{game}, first move, 10,000 samples" for game in ("nineboard", "ultimate")}
    through = "a move through a game"
    assert rows(findings) == {
        first["nineboard"]: ("Cui 2018: 2.24 s", "20 s", "8.93", how),
        f"{first['nineboard']}: played": ("Cui 2018: 85", moves, "-", player),
        f"nineboard, {through}": ("Cui 2018: falls", falls, "-", f"{player}; games: 2"),
        first["ultimate"]: ("Cui 2018: 6.38 s", "20 s", "3.13", how),
        f"{first['ultimate']}: played": ("Cui 2018: 57", moves, "-", player),
        f"ultimate, {through}": ("Cui 2018: falls", falls, "-", f"{player}; games: 2"),
    }
    [plot] = findings.plots
    assert [list(series.ys)[-1] for series in plot.series] == [1000, 1000]
    assert findings.conclusion[1].endswith("played out at random are short.")


def tell_mcts(times: Sequence[float], quick: bool = False) -> Findings:
    """Conclude from games whose moves take so many seconds, and first moves that take 3 s."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 3.0, "move": "55"}
        return {"seconds": list(times)}

    return conclude("mcts-time", result, quick)


def test_a_time_that_rises_is_not_explained_by_games_that_get_shorter() -> None:
    """`from 6.16 ms to 12.5 ms: the games that are played out at random get shorter`."""
    rising = tell_mcts([1.0] * 10 + [2.0] * 10, quick=True).conclusion[1]
    assert "from 1 s to 2 s on nineboard" in rising
    assert "Cui 2018 expects that it falls" in rising
    assert "it is less near the end" not in rising


def test_a_rise_in_the_middle_of_a_game_is_told() -> None:
    """Nineboard rose from 154 to 219 ms at ply 29 before it fell, and only the ends were told."""
    hill = tell_mcts([3.0] * 10 + [5.0] + [1.0] * 9)
    assert "(up to 5 s, at ply 11) on nineboard" in hill.conclusion[1]
    assert "(up to 5 s, at ply 11)" in rows(hill)["nineboard, a move through a game"][1]


def test_the_first_move_has_one_time_in_the_table_and_in_the_picture() -> None:
    """0.188 s stood in the table and 154 ms at ply 1 of the picture: other searches of the same."""
    findings = tell_mcts([10.0] * 20)
    assert rows(findings)["nineboard, first move, 10,000 samples"][1] == "5 s"
    [plot] = findings.plots
    assert [series.ys[0] for series in plot.series] == [5000, 5000]


def test_the_samples_that_are_told_are_those_that_were_played() -> None:
    """A quick run said that 10,000 random games were played for each move, and played 300."""
    findings = tell_mcts([1.0] * 20, quick=True)
    assert "Through a game the time of 300 samples goes" in findings.conclusion[1]
    assert findings.plots[0].title.endswith("300 samples")
    assert rows(findings)["nineboard, first move, 10,000 samples"][1] == "3 s"
    assert "Cui's played 10,000" in EXPERIMENTS["mcts-time"].setup


def test_free_turns_in_games_are_held_against_set_boards_of_the_same_ply() -> None:
    """They come late, when every turn is short: held against all of them they seemed to take no
    longer, where Cui tells that the time gets much larger.
    """
    played = count()

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 9.0, "free": False, "move": "55"}
        is_free = next(played) % 2 == 0
        return {"seconds": [50.0, 6.0 if is_free else 2.0], "free": [False, is_free]}

    told = conclude("hminimax-time", result, quick=False).conclusion[1]
    assert told.endswith(
        "; in games of ultimate at depth 8 it takes 3 times as long as a turn in a set board at "
        "the same ply, at most 6 s (Cui 2018: much longer, sometimes over 10 s)."
    )


def test_nothing_is_told_of_free_turns_that_no_set_board_can_be_held_against() -> None:
    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 9.0, "free": False, "move": "55"}
        return {"seconds": [1.0, 5.0], "free": [False, True]}

    assert "in games" not in conclude("hminimax-time", result, quick=False).conclusion[1]
