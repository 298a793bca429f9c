"""What all forms of tournament promise: the same results give the same pairings."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.match.tournament.formats import FORMATS, Format, make_format
from linemate.clients.match.tournament.pairings import FormatError, Pairing, PairingResult

formats = st.sampled_from(FORMATS)


def numbered(count: int) -> list[str]:
    return [f"player {number}" for number in range(1, count + 1)]


def play(pairing: Pairing, luck: int) -> PairingResult:
    """Return what chance would have, but always the same for the same pairing."""
    games = 2 if pairing.tiebreak else 4
    score = Random(f"{luck} {pairing}").randint(0, 2 * games) / 2
    return PairingResult(pairing.round, pairing.a, pairing.b, score, games)


def whole(tournament: Format, luck: int) -> list[tuple[Pairing, PairingResult]]:
    """Round by round."""
    played: list[tuple[Pairing, PairingResult]] = []
    while pairings := tournament.next_pairings([result for _, result in played]):
        played += [(pairing, play(pairing, luck)) for pairing in pairings]
    return played


@given(formats, st.integers(2, 13), st.integers(0, 9), st.integers(0, 999))
def test_a_stopped_tournament_goes_on_as_if_it_had_not_been(
    name: str, count: int, seed: int, luck: int
) -> None:
    """One result after the other, the next of all open pairings by chance; a new object each time.

    What is open stays open until its result is there, and in the end the same has been played.
    """
    expected = whole(make_format(name, numbered(count), seed), luck)
    random = Random(luck)
    played: list[tuple[Pairing, PairingResult]] = []
    before: list[Pairing] = []
    while True:
        results = [result for _, result in played]
        random.shuffle(results)
        pairings = make_format(name, numbered(count), seed).next_pairings(results)
        assert set(before) <= set(pairings)
        if not pairings:
            break
        chosen = random.choice(pairings)
        played.append((chosen, play(chosen, luck)))
        before = [pairing for pairing in pairings if pairing != chosen]
    assert sorted(played, key=str) == sorted(expected, key=str)
    results = [result for _, result in played]
    tournament = make_format(name, numbered(count), seed)
    assert tournament.standing(results) == tournament.standing([r for _, r in expected])


@given(formats, st.integers(2, 13), st.integers(0, 999))
def test_nobody_plays_two_at_a_time_in_a_round(name: str, count: int, luck: int) -> None:
    rounds: dict[int, list[str]] = {}
    for pairing, _ in whole(make_format(name, numbered(count)), luck):
        if not pairing.tiebreak:
            rounds.setdefault(pairing.round, []).extend((pairing.a, pairing.b))
    assert sorted(rounds) == list(range(1, len(rounds) + 1))
    assert all(len(set(players)) == len(players) for players in rounds.values())


@given(formats, st.integers(2, 13), st.integers(0, 999))
def test_the_standing_has_everybody_once_at_any_time(name: str, count: int, luck: int) -> None:
    tournament = make_format(name, numbered(count))
    results = [result for _, result in whole(tournament, luck)]
    for some in (results[:0], results[: len(results) // 2], results):
        places = tournament.standing(some)
        assert sorted(place.player for place in places) == sorted(numbered(count))


def test_plain_tuples_will_do() -> None:
    tournament = make_format("swiss", numbered(4))
    plain: list[PairingResult] = [tuple(play(each, 1)) for each in tournament.next_pairings([])]  # type: ignore[misc]
    assert len(tournament.next_pairings(plain)) == 2


def test_lots_are_drawn_by_the_seed() -> None:
    for name in ("knockout", "swiss"):
        drawn = {tuple(make_format(name, numbered(8), seed).next_pairings([])) for seed in range(9)}
        assert len(drawn) > 5
        again = make_format(name, numbered(8), 3).next_pairings([])
        assert make_format(name, numbered(8), 3).next_pairings([]) == again


@pytest.mark.parametrize("name", FORMATS)
def test_a_result_counts_once(name: str) -> None:
    tournament = make_format(name, numbered(4))
    result = play(tournament.next_pairings([])[0], 5)
    decided = result._replace(score=4)
    stranger = result._replace(a="a stranger")
    with pytest.raises(FormatError, match="a stranger against player"):
        tournament.next_pairings([stranger])
    if name != "knockout":  # where it is a tiebreak
        with pytest.raises(FormatError, match="no such pairing is due there"):
            tournament.next_pairings([decided, decided])


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        ([], "0 players: expected at least 2"),
        (["A"], "1 players: expected at least 2"),
        (["A", "B", "A"], "2 players are named 'A'"),
    ],
)
@pytest.mark.parametrize("name", FORMATS)
def test_too_few_players_or_equal_names_are_refused(
    name: str, players: list[str], reason: str
) -> None:
    with pytest.raises(FormatError, match=reason):
        make_format(name, players)


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(FormatError, match="'league': expected one of round-robin, gauntlet, kno"):
        make_format("league", ["A", "B"])
