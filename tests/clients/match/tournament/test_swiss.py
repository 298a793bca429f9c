"""Swiss: nobody twice, everybody every round, opponents of about equal points."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.match.tournament.formats import make_format
from linemate.clients.match.tournament.pairings import FormatError, PairingResult
from linemate.clients.match.tournament.swiss import Swiss


def numbered(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def names(tournament: Swiss, results: list[PairingResult]) -> list[tuple[str, str]]:
    return [(pairing.a, pairing.b) for pairing in tournament.next_pairings(results)]


def test_the_upper_half_meets_the_lower_half() -> None:
    """The rule of FIDE's Dutch system (Handbook C.04.3): S1 against S2 in each score group."""
    tournament = Swiss(numbered(8))
    assert names(tournament, []) == [("1", "5"), ("2", "6"), ("3", "7"), ("4", "8")]
    results = [PairingResult(1, str(each), str(each + 4), 2, 2) for each in range(1, 5)]
    assert names(tournament, results) == [("1", "3"), ("2", "4"), ("5", "7"), ("6", "8")]


def test_an_odd_group_sends_its_last_down() -> None:
    """Three have a point after round 1 (1, 2, 3) and one a half with 8; 3 goes down to these."""
    tournament = Swiss(numbered(8))
    results = [PairingResult(1, str(each), str(each + 4), 2, 2) for each in range(1, 4)]
    results.append(PairingResult(1, "4", "8", 1, 2))
    assert names(tournament, results) == [("1", "2"), ("3", "4"), ("8", "5"), ("6", "7")]


def test_the_last_one_rests_and_nobody_rests_twice() -> None:
    tournament = Swiss(numbered(5))
    assert names(tournament, []) == [("1", "3"), ("2", "4")]
    results = [PairingResult(1, "1", "3", 2, 2), PairingResult(1, "2", "4", 2, 2)]
    rested = [place for place in tournament.standing(results) if place.byes]
    assert [(place.player, place.points, place.byes) for place in rested] == [("5", 1, {1: 1})]
    assert names(tournament, results) == [("1", "2"), ("5", "3")]  # 4 rests


def test_a_pairing_that_would_leave_others_alone_is_passed_over() -> None:
    """Four players, two rounds: after 1-3 and 2-4, 1-2 leaves 3-4."""
    tournament = Swiss(numbered(4))
    results = [PairingResult(1, "1", "3", 2, 2), PairingResult(1, "2", "4", 2, 2)]
    assert names(tournament, results) == [("1", "2"), ("3", "4")]


@given(st.integers(2, 24), st.integers(0, 99), st.data())
def test_a_whole_tournament(count: int, seed: int, data: st.DataObject) -> None:
    most = (count + 1) // 2
    rounds = data.draw(st.integers(1, most))
    tournament = make_format("swiss", numbered(count), seed, rounds)
    results: list[PairingResult] = []
    for number in range(1, rounds + 1):
        pairings = tournament.next_pairings(results)
        assert len(pairings) == count // 2
        assert {pairing.round for pairing in pairings} == {number}
        assert len({name for each in pairings for name in (each.a, each.b)}) == count // 2 * 2
        for pairing in pairings:
            score = data.draw(st.sampled_from([0, 0.5, 1, 1.5, 2]))
            results.append(PairingResult(number, pairing.a, pairing.b, score, 2))
    assert tournament.next_pairings(results) == []
    assert len({frozenset((each.a, each.b)) for each in results}) == len(results)
    rests = Counter(numbered(count) * rounds)
    rests.subtract(name for each in results for name in (each.a, each.b))
    assert max(rests.values()) <= 1
    standing = tournament.standing(results)
    assert {place.player: len(place.byes) for place in standing} == dict(rests)
    assert sum(place.points for place in standing) == 2 * len(results) + sum(rests.values())
    assert [place.points for place in standing] == sorted(
        (place.points for place in standing), reverse=True
    )


def test_a_class_of_forty_finds_its_best() -> None:
    """Six rounds in which the better one always wins: nobody else wins all."""
    tournament = Swiss(numbered(40), seed=1)
    assert tournament.rounds == 6
    results: list[PairingResult] = []
    while pairings := tournament.next_pairings(results):
        for pairing in pairings:
            score = 2 if int(pairing.a) < int(pairing.b) else 0
            results.append(PairingResult(pairing.round, pairing.a, pairing.b, score, 2))
    standing = tournament.standing(results)
    assert len(results) == 120
    assert (standing[0].player, standing[0].points) == ("1", 12)
    assert standing[1].points < 12
    assert "40" in [place.player for place in standing[-4:]]


def test_buchholz_tells_equal_points_apart() -> None:
    """2 and 3 drew; 3 lost to the winner, 2 only to the second: 3 met the stronger ones."""
    tournament = Swiss(numbered(4))
    results = [
        PairingResult(1, "1", "3", 2, 2), PairingResult(1, "2", "4", 0, 2),
        PairingResult(2, "1", "4", 2, 2), PairingResult(2, "2", "3", 1, 2),
    ]  # fmt: skip
    standing = tournament.standing(results)
    assert [(place.player, place.points, place.tiebreaks[:2]) for place in standing] == [
        ("1", 4, (2, 3)),
        ("4", 2, (4, 5)),
        ("3", 1, (4, 5)),
        ("2", 1, (2, 3)),
    ]


def test_a_bye_does_not_make_a_leader() -> None:
    """Three engines, eight games a pairing: 1 has won both of its pairings.

    A bye was once worth as much as eight games won: 3 led with 1.4375 points, though it had lost
    the only pairing that it played, and 1, who had beaten both, was the last with 1.25.
    """
    tournament = Swiss(numbered(3))
    results = [PairingResult(1, "1", "2", 5.5, 8), PairingResult(2, "1", "3", 4.5, 8)]
    assert names(tournament, results[:1]) == [("1", "3")]
    assert [(place.player, place.points, place.byes) for place in tournament.standing(results)] == [
        ("1", 10, {}),
        ("3", 7.5, {1: 4}),
        ("2", 6.5, {2: 4}),
    ]


def test_for_few_players_a_round_robin_is_better() -> None:
    few = [count for count in range(2, 12) if Swiss(numbered(count)).is_for_more_players]
    assert few == [2, 3, 4]
    assert not Swiss(numbered(5), rounds=3).is_for_more_players


@pytest.mark.parametrize(("count", "rounds"), [(2, 2), (8, 5), (7, 5), (40, 0), (40, 21)])
def test_rounds_that_could_end_in_a_dead_end_are_refused(count: int, rounds: int) -> None:
    with pytest.raises(FormatError, match=f"{rounds} rounds of swiss with {count} players"):
        Swiss(numbered(count), rounds=rounds)


def test_results_of_another_tournament_are_refused() -> None:
    for result in (PairingResult(1, "1", "2", 2, 2), PairingResult(2, "1", "5", 2, 2)):
        with pytest.raises(FormatError, match="no such pairing is due there"):
            Swiss(numbered(8)).next_pairings([result])
