"""Scores and error bars of the lab's games; the arithmetic is tested with `clients.match`."""

from __future__ import annotations

from dataclasses import replace

from linemate.clients.lab.players import Setting
from linemate.clients.lab.statistics import counts, tally_of, text
from linemate.clients.lab.units import Finished, GameUnit, pair_of_games
from linemate.clients.shared.statistics import Tally

A, B = Setting("a", {"Depth": 1}), Setting("b", {"Depth": 2})
AS_X, AS_O = pair_of_games("tictactoe", A, B, (), "", 0, 1)


def played(unit: GameUnit, winner: str, pair: int = 0) -> Finished:
    return Finished(replace(unit, pair=pair), {"winner": winner})


def test_a_draw_counts_one_half() -> None:
    tally = Tally(wins=5, draws=2, losses=3)
    assert tally.games == 10
    assert tally.score == 0.6
    assert text(tally).startswith("+5 =2 -3: 60 % (")
    assert counts(tally) == "+5 =2 -3: 60 %"


def test_a_player_is_counted_with_both_colours() -> None:
    games = [played(AS_X, "x"), played(AS_O, "x"), played(AS_O, "o"), played(AS_X, "draw")]
    assert tally_of(games) == Tally(wins=2, draws=1, losses=1)
    assert [(unit.player, unit.opponent) for unit in (AS_X, AS_O)] == [(A, B), (A, B)]


def test_games_at_fault_count_for_nobody() -> None:
    broken = Finished(GameUnit("tictactoe", A, B), {"fault": "x (a): died", "moves": []})
    assert tally_of([broken]).games == 0
    assert Tally().score == 0.5


def test_the_two_games_of_a_pair_are_one_observation() -> None:
    """Every opening is won by x but for one that A wins twice: the pairs hardly differ."""
    games = [played(AS_X, "x", pair) for pair in range(10)]
    games += [played(AS_O, "x", pair) for pair in range(1, 10)]
    games.append(played(AS_O, "o", 0))
    paired = tally_of(games)
    assert paired == Tally(11, 0, 9, (0, 0, 9, 0, 1))
    low, high = paired.interval
    alone_low, alone_high = Tally(11, 0, 9).interval
    assert high - low < 0.7 * (alone_high - alone_low)


def test_a_pair_of_which_a_game_is_missing_is_a_single_game() -> None:
    games = [played(AS_X, "x", 0), played(AS_O, "o", 0), played(AS_O, "draw", 1)]
    assert tally_of(games) == Tally(2, 1, 0, (0, 0, 0, 0, 1))


def test_a_player_against_itself_plays_no_pairs() -> None:
    """Its games all have the pair 0: two of them were not begun alike."""
    games = [played(GameUnit("tictactoe", A, A, seed=seed), "x") for seed in (1, 2)]
    assert tally_of(games) == Tally(2, 0, 0)
