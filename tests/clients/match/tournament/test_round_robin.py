"""Round robin by Berger's tables, and gauntlets."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.clients.match.tournament.formats import make_format
from linemate.clients.match.tournament.pairings import FormatError, PairingResult

# FIDE Handbook, C.05 Annex 1; as printed on c.w.fox.tripod.com/chess/berger.html.
BERGER = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
}


def numbered(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


@pytest.mark.parametrize("players", BERGER)
def test_the_tables_are_bergers(players: int) -> None:
    rounds: dict[int, list[str]] = {}
    for pairing in make_format("round-robin", numbered(players)).next_pairings([]):
        rounds.setdefault(pairing.round, []).append(f"{pairing.a}-{pairing.b}")
    assert [" ".join(rounds[number]) for number in sorted(rounds)] == [
        line.strip() for line in BERGER[players].split("\n") if line.strip()
    ]


def test_with_an_odd_number_one_rests_in_each_round() -> None:
    """The table for one more, without the last player."""
    pairings = make_format("round-robin", numbered(7)).next_pairings([])
    table = [line.split() for line in BERGER[8].split("\n") if line.strip()]
    assert [(pairing.round, f"{pairing.a}-{pairing.b}") for pairing in pairings] == [
        (number, pair)
        for number, row in enumerate(table, 1)
        for pair in row
        if "8" not in pair.split("-")
    ]


@given(st.integers(2, 41))
def test_everybody_meets_everybody_once(count: int) -> None:
    pairings = make_format("round-robin", numbered(count)).next_pairings([])
    assert len({frozenset((pairing.a, pairing.b)) for pairing in pairings}) == len(pairings)
    assert len(pairings) == count * (count - 1) // 2
    assert max(pairing.round for pairing in pairings) == count - 1 + count % 2
    playing = Counter(
        (pairing.round, name) for pairing in pairings for name in (pairing.a, pairing.b)
    )
    assert set(playing.values()) == {1}
    first = Counter(pairing.a for pairing in pairings)
    assert all(abs(2 * first[name] - (count - 1)) <= 1 for name in numbered(count))


def test_of_two_players_the_first_named_is_looked_at_whatever_the_seed() -> None:
    """An SPRT is about the first one: a draw of lots must not turn it round."""
    for seed in (None, 0, 1, 2, 3):
        (pairing,) = make_format("round-robin", ["new", "old"], seed).next_pairings([])
        assert (pairing.a, pairing.b) == ("new", "old")


def test_a_gauntlet_is_the_first_against_the_others() -> None:
    pairings = make_format("gauntlet", ["new", "b", "c", "d"], 5).next_pairings([])
    assert [(pairing.round, pairing.a, pairing.b) for pairing in pairings] == [
        (1, "new", "b"),
        (2, "new", "c"),
        (3, "new", "d"),
    ]


def test_the_standing_of_a_gauntlet_is_by_the_average() -> None:
    """Otherwise the challenger would lead by having played most."""
    gauntlet = make_format("gauntlet", ["new", "b", "c"])
    standing = gauntlet.standing(
        [PairingResult(1, "new", "b", 3, 10), PairingResult(2, "new", "c", 6, 10)]
    )
    assert [(place.player, place.points) for place in standing] == [
        ("b", 7),
        ("new", 9),
        ("c", 4),
    ]


def test_equal_points_are_told_apart_by_their_tiebreaks() -> None:
    """A beat B and lost to C, who lost to B; D lost to A only."""
    results = [
        PairingResult(number, a, b, score, 2)
        for number, a, b, score in (
            (1, "A", "D", 2), (1, "B", "C", 2), (2, "D", "C", 2),
            (2, "A", "B", 2), (3, "B", "D", 1), (3, "C", "A", 2),
        )
    ]  # fmt: skip
    standing = make_format("round-robin", ["A", "B", "C", "D"]).standing(results)
    assert [(place.player, place.points, place.tiebreaks) for place in standing] == [
        ("A", 4, (6, 8, 6, 0, 2)),  # beat B (3) and D (3), lost to C (2)
        ("B", 3, (7, 9, 3.5, 1, 1)),  # beat C (2), drew D (3)
        ("D", 3, (7, 9, 3.5, 1, 1)),  # beat C (2), drew B (3); named after B
        ("C", 2, (7, 10, 4, 0, 1)),  # beat A (4)
    ]


@pytest.mark.parametrize("name", ["round-robin", "gauntlet"])
def test_rounds_are_not_to_be_chosen(name: str) -> None:
    with pytest.raises(FormatError, match="only swiss has a number of rounds to choose"):
        make_format(name, ["A", "B"], rounds=2)
