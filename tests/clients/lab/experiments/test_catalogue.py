"""What experiments conclude, from results that are made up: every row as a whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import isnan
from typing import Any

import pytest
from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.common import Theirs, hminimax, match_row, mcts
from linemate.clients.lab.experiments.experiment import Findings, Row
from linemate.clients.lab.players import Players, Setting
from linemate.clients.lab.units import Finished, GameUnit, Result, SearchUnit, Unit, pair_of_games
from linemate.engine.registry import SEARCH_OPTIONS

MOVES = ["a", "b", "c"]
A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})


def won_by_o(units: list[GameUnit]) -> list[Finished]:
    return [
        Finished(unit, {"winner": "o", "moves": MOVES, "seconds": [1.0] * 3, "nodes": [9] * 3})
        for unit in units
    ]


def conclude(name: str, result: Callable[[Any], Result], quick: bool = True) -> Findings:
    """Of a whole plan, with a result for each of its units."""
    experiment = EXPERIMENTS[name]
    units = experiment.plan(quick, 1)
    return experiment.conclude([Finished(unit, result(unit)) for unit in units])


def rows(findings: Findings) -> dict[str, tuple[str, str, str, str]]:
    """By what they tell of, in their order."""
    return {row.what: (row.theirs, row.ours, row.ratio, row.settings) for row in findings.rows}


def for_subject(score: Mapping[float, str], unit: GameUnit, worth: float) -> str:
    return score[worth if unit.subject == "x" else 1 - worth]


WINNER = {1: "x", 0.5: "draw", 0: "o"}


@pytest.mark.parametrize("name", ["never-lost", "mcts-chance", "heuristics", "qubic"])
def test_a_match_is_told_of_its_first_player_whichever_games_are_missing(name: str) -> None:
    """Of each pair only the game with changed colours is there: o, who won, was named first.

    It was once told of whoever was x in the first game that there was.
    """
    experiment = EXPERIMENTS[name]
    units = [unit for unit in experiment.plan(True, 1) if isinstance(unit, GameUnit)]
    changed = [
        second
        for first, second in zip(units[::2], units[1::2], strict=True)
        if (first.x, first.o, first.opening) == (second.o, second.x, second.opening)
        and first.x != first.o
    ]
    assert changed
    found = [row for row in experiment.conclude(won_by_o(changed)).rows if "length" not in row.what]
    assert found
    for row in found:
        assert " =0 -0: 100 % " in row.ours, row


def test_the_ratio_of_a_match_is_ours_to_theirs() -> None:
    units = [
        replace(unit, pair=pair)
        for pair in range(2)
        for unit in pair_of_games("tictactoe", A, B, (), "", pair, 1)
    ]
    games = [
        Finished(unit, {"winner": for_subject(WINNER, unit, 1 if unit.pair else 0)})
        for unit in units
    ]
    row = match_row("what", Theirs("them", 0.2), games, "how")
    assert row == Row("what", "them", "+2 =0 -2: 50 % (9 to 91)", "2.5", "how")


def test_pruning_tells_positions_and_mean_times() -> None:
    """Repeats took 1, 2, ... 5 seconds: their mean is 3, their longest 5."""

    def result(unit: SearchUnit) -> Result:
        nodes = {"minimax": 549_946, "alphabeta": 61_418}[str(unit.player.options["Search"])]
        return {"seconds": float(unit.repeat), "nodes": nodes}

    how = "mean of 5, longest 5 s"
    findings = conclude("pruning", result, quick=False)
    assert [tuple(vars(row).values()) for row in findings.rows] == [
        ("3x3, first move, minimax: positions", "004: 549,945", "549,946", "1", "Search=minimax"),
        *(
            ("3x3, first move, minimax: time", theirs, "3 s", ratio, f"Search=minimax; {how}")
            for theirs, ratio in (("004: 0.125 s", "24"), ("002: 18 s", "0.167"))
        ),
        ("3x3, second move, minimax: positions", "-", "549,946", "-", "Search=minimax"),
        (
            "3x3, second move, minimax: time",
            *("002: 1.8 s", "3 s", "1.67", f"Search=minimax; {how}"),
        ),
        (
            "3x3, first move, alphabeta: positions",
            *("004: 30,709", "61,418", "2", "Search=alphabeta"),
        ),
        *(
            ("3x3, first move, alphabeta: time", theirs, "3 s", ratio, f"Search=alphabeta; {how}")
            for theirs, ratio in (("004: 18 ms", "167"), ("000: 16 ms", "188"))
        ),
        ("3x3, second move, alphabeta: positions", "-", "61,418", "-", "Search=alphabeta"),
        ("3x3, second move, alphabeta: time", "-", "3 s", "-", f"Search=alphabeta; {how}"),
    ]


def test_the_times_of_hminimax_tell_free_turns_from_those_with_the_board_set() -> None:
    """First moves take 9 s; in a game the turns take 1 and 3 s set and 5 and 7 s free."""

    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"seconds": 9.0, "free": False}
        return {"seconds": [1.0, 5.0, 3.0, 7.0], "free": [False, True, False, True]}

    found = rows(conclude("hminimax-time", result, quick=False))
    how, first = "Heuristic=adjacent-boards, Depth=5", "mean of 3, longest 9 s"
    for game in ("nineboard", "ultimate"):
        place = f"{game}, depth 5"
        both = [found[f"{place}, {turns}"] for turns in ("first move", "board set", "free turns")]
        # 004's rows have the same names, and came later; they have no figures for the means.
        assert [theirs for theirs, *_ in both] == ["-", "-", "-"]
        assert found[f"{place}, board set, longest"] == (
            *("004: at most 1 s", "3 s", "3"),
            "Heuristic=powers-of-two, Depth=5; of 80",
        )
    assert found["nineboard, depth 8, first move"] == (
        *("000: 9.13 s", "9 s", "0.986", f"Heuristic=block-danger, Depth=8; {first}"),
    )
    mean = "Heuristic=block-danger, Depth=8; mean of"
    set_turns = found["nineboard, depth 8, board set"]
    assert set_turns == ("-", "2 s", "-", f"{mean} 80, longest 3 s")
    free_turns = found["nineboard, depth 8, free turns"]
    assert free_turns == ("-", "6 s", "-", f"{mean} 80, longest 7 s")
    assert found["nineboard, depth 8, all turns"] == (
        *("000: about 2 s", "4 s", "2", f"{mean} 160, longest 7 s"),
    )
    assert found["ultimate, depth 8, free turns, longest"] == (
        *("000: over 10 s", "7 s", "0.7", "Heuristic=big-board-threats, Depth=8; of 80"),
    )
    assert "ultimate, depth 8, all turns" not in found
    of_002 = [
        (row.theirs, row.ours, row.ratio)
        for row in conclude("hminimax-time", result, quick=False).rows
        if row.settings.startswith(how)
    ]
    expected = [("002: 60 s", "9 s", "0.15"), ("002: 6 s", "2 s", "0.333")]
    assert of_002 == 2 * [*expected, ("002: 50 s", "6 s", "0.12")]


def test_the_times_of_mcts_are_means() -> None:
    """Ten searches of 1 to 10 s."""
    how = "Search=mcts, Samples=10000, Exploration=140; mean of 10, longest 10 s"
    found = conclude("mcts-time", lambda unit: {"seconds": float(unit.repeat)}, quick=False)
    assert rows(found) == {
        "nineboard, first move, 10,000 samples": ("000: 2.24 s", "5.5 s", "2.46", how),
        "ultimate, first move, 10,000 samples": ("000: 6.38 s", "5.5 s", "0.862", how),
    }


def test_the_exploration_that_is_told_of_is_the_engines_own() -> None:
    [default] = [option.default for option in SEARCH_OPTIONS if option.name == "Exploration"]
    assert mcts(10).options["Exploration"] == default


def test_the_chance_of_mcts_is_told_with_the_settings_of_both() -> None:
    """It wins every first pair of an opening and loses the other two: 2 of 6."""
    players = "Search=mcts, Samples={}, Exploration=140 against Search=hminimax, Depth=3, "
    found = conclude(
        "mcts-chance",
        lambda unit: {"winner": for_subject(WINNER, unit, 1 if unit.pair == 0 else 0)},
    )
    assert rows(found) == {
        f"{game}, mcts with {samples} samples": (
            *("-", "+2 =0 -4: 33 % (6 to 79)", "-"),
            players.format(samples) + f"Heuristic={heuristic}",
        )
        for game, heuristic in (("nineboard", "block-danger"), ("ultimate", "big-board-threats"))
        for samples in (30, 100, 300)
    }
    [plot] = found.plots
    assert [series.name for series in plot.series] == ["nineboard", "ultimate"]
    # The error bars are those of the pairs.
    [low, *_], [high, *_] = plot.series[0].low, plot.series[0].high
    assert (round(low), round(high)) == (6, 79)


def test_the_matrix_of_heuristics_has_the_score_of_its_row() -> None:
    """Whoever is named first in a match wins it."""
    found = conclude("heuristics", lambda unit: {"winner": for_subject(WINNER, unit, 1)})
    matrix = {plot.name: plot.series for plot in found.plots}["heuristics-qubic"]
    names = ["default", "cube-lines-130", "cube-lines-150"]
    assert [(series.name, list(series.xs)) for series in matrix] == [(n, names) for n in names]
    values = [[None if isnan(y) else y for y in series.ys] for series in matrix]
    assert values == [[None, 100, 100], [0, None, 100], [0, 0, None]]
    assert rows(found)["qubic, cube-lines-130 against cube-lines-150"] == (
        *("-", "+4 =0 -0: 100 % (34 to 100)", "-", "Depth=2 for both"),
    )


def test_qubic_is_told_as_001_tells_it() -> None:
    """The subject draws with random, x loses to itself, 130 wins every pair by 3/2."""

    def result(unit: GameUnit) -> Result:
        if unit.group == "itself":
            return {"winner": "o", "moves": MOVES * 3}
        worth = 0.5 if unit.group == "random" or unit.subject == "o" else 1
        return {"winner": for_subject(WINNER, unit, worth), "moves": [unit.subject]}

    found = rows(conclude("qubic", result))
    ours = "Search=hminimax, Depth=2, Heuristic=cube-lines-130"
    match = found["qubic, cube-lines-130 against cube-lines-150"]
    assert match[0] == "001: +74 =0 -26: 74 %"
    assert match[1].startswith("+10 =10 -0: 75 % (")
    assert match[2:] == ("1.01", ours)
    assert found["qubic, cube-lines-130 against random"][1].startswith("+0 =20 -0: 50 % (")
    assert found["qubic, cube-lines-130 against random"][2] == "0.5"
    itself = found["qubic, cube-lines-130 against itself from centre points: x"]
    assert itself[:3] == ("001: +32 =0 -68: 32 %", "+0 =0 -20: 0 % (0 to 16)", "0")
    assert found["qubic, length of the games against itself"] == (
        *("001: 45 plies (one game)", "9 to 9 plies", "-", ours),
    )


def test_qubic_begins_with_a_centre_point_for_each_player() -> None:
    """As the printed game does; the heuristic reads the report so too. All 56 are played."""
    units = [unit for unit in EXPERIMENTS["qubic"].plan(False, 1) if unit.group != "random"]
    openings = {unit.opening for unit in units}
    assert len(openings) == 56
    assert all(len(opening) == 2 for opening in openings)
    assert {cell for opening in openings for point in opening for cell in point} == {"1", "2"}


def test_qubic_on_the_clock_is_told_by_the_shallowest_search_and_the_mean_game() -> None:
    def result(unit: Unit) -> Result:
        if isinstance(unit, SearchUnit):
            return {"depth": 3 + unit.repeat}
        return {"winner": "x", "seconds": [1.0, 2.0, float(unit.seed)]}

    how = "Search=hminimax, Heuristic=cube-lines-130, movetime=10000; "
    assert rows(conclude("qubic-time", result, quick=False)) == {
        "qubic, moves looked ahead": (
            *("001: at least 4 plies", "4 plies", "1"),
            how + "third move, fewest of 10 openings",
        ),
        "qubic, a game against random": (
            *("001: 19.3 s", "6 s", "0.31", how + "mean of 5, longest 8 s"),
        ),
    }


def test_gomoku_tells_the_first_half_of_the_game_and_the_fastest_move() -> None:
    """1,000 simulations a second for 32 plies, 9,000 from there on."""

    def result(unit: GameUnit) -> Result:
        if unit.group == "4x4":
            return {"winner": "draw"}
        nodes = [100] * 32 + [900] * 32
        return {"winner": "draw", "moves": ["m"] * 64, "nodes": nodes, "seconds": [0.1] * 64}

    how = "Search=mcts, Exploration=50, Children=patterns, movetime=100"
    small = "Search=mcts, Samples=200, Exploration=140; it follows from the rules"
    assert rows(conclude("gomoku", result)) == {
        "8x8, simulations a second, first 32 plies": ("003: 758", "1,000", "1.32", how),
        "8x8, simulations a second, most of all moves": ("003: 19,161", "9,000", "0.47", how),
        "8x8, result": ("003: draw after 64 plies", "draw after 64 plies", "-", how),
        "4x4": ("003: always drawn", "4 of 4 drawn", "-", small),
    }


def test_never_lost_is_told_of_alphabeta() -> None:
    found = conclude("never-lost", lambda unit: {"winner": for_subject(WINNER, unit, 1)})
    assert rows(found)["3x3, alphabeta against random"] == (
        *("000, 002: never lost", "+6 =0 -0: 100 % (44 to 100)", "-"),
        "Search=alphabeta against Search=random",
    )


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
    assert bars["tictactoe"] == (100, 100)
    assert bars["qubic"][0] < 70


def test_mcts_meets_hminimax_with_the_heuristics_of_000() -> None:
    for unit in EXPERIMENTS["mcts-chance"].plan(False, 1):
        assert isinstance(unit, GameUnit)
        expected = {"nineboard": "block-danger", "ultimate": "big-board-threats"}[unit.game]
        assert unit.opponent.options == hminimax(8, expected).options


def test_the_two_sides_of_a_game_have_seeds_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one seed for both, two players of the same kind would throw the same dice."""
    seeds: list[int] = []
    monkeypatch.setattr(Players, "seat", lambda self, side, setting, game, seed: seeds.append(seed))
    monkeypatch.setattr(Players, "think", lambda *_: 1 / 0)
    for seed in (1, 2):
        with pytest.raises(ZeroDivisionError):
            GameUnit("tictactoe", A, A, seed=seed).run(Players())
    assert len(set(seeds)) == len(seeds) == 4
