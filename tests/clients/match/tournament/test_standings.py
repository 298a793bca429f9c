"""Standings: each tiebreak, by figures that were added up by hand."""

from __future__ import annotations

from linemate.clients.match.tournament.pairings import PairingResult
from linemate.clients.match.tournament.standings import TIEBREAKS, Scores


def ranked(players: str, *results: PairingResult) -> list[tuple[str, dict[str, float]]]:
    return [
        (place.player, dict(zip(TIEBREAKS, place.tiebreaks, strict=True)))
        for place in Scores(players, results).rank()
    ]


def test_each_tiebreak_is_what_its_name_says() -> None:
    """After two rounds of four games A has 5.5 points, B and C 4, D 2.5."""
    places = ranked(
        "ACBD",
        PairingResult(1, "A", "C", 3, 4),
        PairingResult(1, "B", "D", 2.5, 4),
        PairingResult(2, "A", "B", 2.5, 4),
        PairingResult(2, "C", "D", 3, 4),
    )
    assert [player for player, _ in places] == ["A", "B", "C", "D"]
    scores = dict(places)
    assert scores["A"] == {"BH-C1": 4, "BH": 8, "SB": 4 * 0.75 + 4 * 0.625, "DE": 0, "WIN": 2}
    assert scores["B"] == {
        "BH-C1": 5.5,
        "BH": 8,
        "SB": 2.5 * 0.625 + 5.5 * 0.375,
        "DE": 0,
        "WIN": 1,
    }
    assert scores["C"] == {"BH-C1": 5.5, "BH": 8, "SB": 5.5 * 0.25 + 2.5 * 0.75, "DE": 0, "WIN": 1}


def test_who_won_between_equals_is_ahead() -> None:
    """D beat C; both drew once, won once, lost once, and their opponents had as many points."""
    places = ranked(
        "ABCD",
        PairingResult(1, "A", "B", 0, 1),
        PairingResult(1, "C", "D", 0, 1),
        PairingResult(2, "A", "C", 0, 1),
        PairingResult(2, "B", "D", 1, 1),
        PairingResult(3, "A", "D", 0.5, 1),
        PairingResult(3, "B", "C", 0.5, 1),
    )
    assert [player for player, _ in places] == ["B", "D", "C", "A"]
    assert places[1][1] == {"BH-C1": 4, "BH": 4.5, "SB": 1.75, "DE": 1, "WIN": 1}
    assert places[2][1] == {"BH-C1": 4, "BH": 4.5, "SB": 1.75, "DE": 0, "WIN": 1}


def test_a_direct_encounter_counts_only_if_all_who_are_equal_have_met() -> None:
    """All four are equal, and nobody has met two of the others."""
    results = [PairingResult(1, "A", "B", 0.5, 1), PairingResult(1, "C", "D", 0.5, 1)]
    assert {scores["DE"] for _, scores in ranked("ABCD", *results)} == {0}
    assert {scores["DE"] for _, scores in ranked("AB", *results[:1])} == {0.5}


def test_a_bye_counts_as_an_opponent_of_equal_points() -> None:
    scores = Scores("ABC", [PairingResult(1, "A", "B", 3, 4)], {"C": {1: 2}})
    rested = next(place for place in scores.rank() if place.player == "C")
    assert (rested.points, rested.byes) == (2, {1: 2})
    assert dict(zip(TIEBREAKS, rested.tiebreaks, strict=True)) == {
        "BH-C1": 0, "BH": 2, "SB": 1, "DE": 0, "WIN": 0,
    }  # fmt: skip
