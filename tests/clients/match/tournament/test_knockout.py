"""Knockout: seeds, byes, tiebreaks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.match.tournament.formats import make_format
from linemate.clients.match.tournament.knockout import MOST_TIEBREAKS, Knockout, bracket
from linemate.clients.match.tournament.pairings import FormatError, Pairing, PairingResult


def numbered(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def test_the_bracket_of_eight() -> None:
    """The usual one: 1-8, 4-5, 2-7, 3-6, so that 1 and 2 meet in the final (from 0 here)."""
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert bracket(2) == [0, 1]


def favourites_win(count: int) -> list[list[Pairing]]:
    tournament = make_format("knockout", numbered(count))
    results: list[PairingResult] = []
    rounds = []
    while pairings := tournament.next_pairings(results):
        rounds.append(pairings)
        results += [
            PairingResult(pairing.round, pairing.a, pairing.b, 2, 2) for pairing in pairings
        ]
    return rounds


def test_the_best_have_the_byes() -> None:
    """Six players: 1 and 2 wait for the second round."""
    names = [[(pairing.a, pairing.b) for pairing in each] for each in favourites_win(6)]
    assert names == [[("4", "5"), ("3", "6")], [("1", "4"), ("2", "3")], [("1", "2")]]


@given(st.integers(2, 70))
def test_the_better_seeds_meet_as_late_as_possible(count: int) -> None:
    rounds = favourites_win(count)
    assert len(rounds) == (count - 1).bit_length()
    assert sum(map(len, rounds)) == count - 1
    left = count
    for pairings in rounds:
        assert all(int(pairing.a) < int(pairing.b) for pairing in pairings)
        left -= len(pairings)
        # Nobody of the half that is left has met another of it before.
        assert all(int(pairing.b) > left for pairing in pairings)


def test_a_tie_is_broken_by_further_pairs() -> None:
    tournament = make_format("knockout", ["A", "B"])
    results = [PairingResult(1, "A", "B", 5, 10)]
    assert tournament.next_pairings(results) == [Pairing(1, "A", "B", tiebreak=1)]
    results.append(PairingResult(1, "A", "B", 1, 2))
    assert tournament.next_pairings(results) == [Pairing(1, "A", "B", tiebreak=2)]
    results.append(PairingResult(1, "A", "B", 0.5, 2))
    assert tournament.next_pairings(results) == []
    assert [place.player for place in tournament.standing(results)] == ["B", "A"]


def test_a_game_that_is_always_drawn_comes_to_an_end() -> None:
    tournament = make_format("knockout", ["A", "B"])
    results: list[PairingResult] = []
    while tournament.next_pairings(results):
        results.append(PairingResult(1, "A", "B", 1, 2))
    assert len(results) == 1 + MOST_TIEBREAKS
    assert tournament.standing(results)[0].player == "A"
    assert isinstance(tournament, Knockout)
    assert tournament.drawn_by_seed(results) == [Pairing(1, "A", "B", MOST_TIEBREAKS)]
    assert tournament.drawn_by_seed(results[:-1]) == []
    assert tournament.drawn_by_seed([*results[:-1], PairingResult(1, "A", "B", 2, 2)]) == []


def test_the_better_seed_is_named_first_after_an_upset_too() -> None:
    """Seed 4 beats seed 1 and takes his place in the bracket, above that of seed 2."""
    tournament = make_format("knockout", ["one", "two", "three", "four"])
    results = [PairingResult(1, "one", "four", 0, 2), PairingResult(1, "two", "three", 2, 2)]
    assert tournament.next_pairings(results) == [Pairing(2, "two", "four")]


def test_a_pairing_without_games_is_a_tie() -> None:
    tournament = make_format("knockout", ["A", "B"])
    assert tournament.next_pairings([PairingResult(1, "A", "B", 0, 0)])[0].tiebreak == 1


def test_a_round_waits_for_all_of_the_round_before() -> None:
    tournament = make_format("knockout", numbered(4))
    assert tournament.next_pairings([PairingResult(1, "1", "4", 2, 2)]) == [Pairing(1, "2", "3")]


def test_the_standing_is_by_rounds_survived() -> None:
    tournament = make_format("knockout", numbered(5))
    results = [
        PairingResult(1, "4", "5", 0, 2),
        PairingResult(2, "1", "5", 0, 2),
        PairingResult(2, "2", "3", 2, 2),
    ]
    standing = tournament.standing(results)
    assert [(place.player, place.points, place.byes) for place in standing] == [
        ("2", 2, {1: 0}),
        ("5", 2, {}),
        ("1", 1, {1: 0}),
        ("3", 1, {1: 0}),
        ("4", 0, {}),
    ]


@pytest.mark.parametrize(
    "result", [PairingResult(1, "1", "3", 2, 2), PairingResult(2, "1", "2", 1, 2)]
)
def test_results_of_another_tournament_are_refused(result: PairingResult) -> None:
    with pytest.raises(FormatError, match="no such pairing is due there"):
        make_format("knockout", numbered(4)).next_pairings([result])
