"""What the page of a match says besides its games: tables, ratings, the test, remarks.

Of a match everything follows from its settings and its schedule, as in the report. Of a file of
games, where nobody knows what the match was, there are ratings and who has what against whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from linemate.clients.match.settings import Settings
from linemate.clients.match.statistics.ratings import Tallies, rate
from linemate.clients.match.statistics.report import (
    BY_ROUNDS,
    ReportTable,
    describe_beyond,
    describe_endings,
    describe_left_out,
    describe_seed_decisions,
    tabulate_everybody,
    tabulate_rounds,
    tabulate_standing,
)
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.records import DRAW, WINS
from linemate.clients.shared.statistics import Tally, describe, number_of

Json = dict[str, Any]


def describe_match(settings: Settings, schedule: Schedule) -> Json:
    """Return the standing of a match that is being played, or is over."""
    tallies, names = schedule.tallies(), [engine.name for engine in settings.engines]
    by_rounds = len(names) > 2 and settings.format in BY_ROUNDS
    order: Sequence[str] = ()
    if by_rounds:
        order = [place.player for place in schedule.format.standing(schedule.results)]
    else:  # whoever has not played yet comes last
        rated = [rating.player for rating in rate(tallies)]
        order = [*rated, *(name for name in names if name not in rated)]
    counted = schedule.counted
    standing = describe_tallies(tallies, order, len(names))
    if by_rounds and counted:
        rounds = tabulate_rounds(schedule.format, schedule.results)
        standing["tables"][1:] = [_describe_table("Rounds", rounds)]
    summary, notes = [], describe_endings(counted) if counted else []
    if len(names) == 2 and counted:
        a, b = schedule.encounters[0].pairing.a, schedule.encounters[0].pairing.b
        summary = describe(a, b, tallies[a, b])
    return {
        **standing,
        "summary": summary,
        "sprt": _describe_sprt(settings, schedule),
        "notes": [
            *notes,
            *describe_seed_decisions(schedule),
            *describe_beyond(schedule),
            *describe_left_out(schedule),
            *(f"Stopped: {reason}" for reason in schedule.stopped),
        ],
        "played": len(counted),
        "expected": schedule.expected,
        "over": schedule.is_over,
    }


def describe_file(results: Iterable[tuple[str, str, str]]) -> Json:
    """Return the standing after games of x against o that ended so, in the words of PGN."""
    tallies: dict[tuple[str, str], Tally] = {}
    played = 0
    for x, o, result in results:
        if result not in (*WINS, DRAW) or x == o:
            continue
        played += 1
        one = Tally(result == WINS[0], result == DRAW, result == WINS[1])
        if (o, x) in tallies:
            tallies[o, x] += one.reversed()
        else:
            tallies[x, o] = tallies.get((x, o), Tally()) + one
    players = {name for names in tallies for name in names}
    return {
        **describe_tallies(tallies, (), len(players)),
        "summary": [],
        "sprt": None,
        "notes": [f"From a file with {number_of(played, 'finished game')}."],
        "played": played,
        "expected": played,
        "over": True,
    }


def describe_tallies(tallies: Tallies, order: Sequence[str], players: int) -> Json:
    """Return tables and ratings, those of everybody against everybody where there are several."""
    if not any(tally.games for tally in tallies.values()):
        return {"tables": [], "ratings": []}
    tables = [_describe_table("Standing", tabulate_standing(tallies, order))]
    if players > 2:
        tables.append(_describe_table("Crosstable", tabulate_everybody(tallies, order)))
    ratings = [
        {
            "player": each.player,
            "elo": round(each.elo, 1),
            "error": round(each.error, 1),
            "unbounded": each.unbounded,
        }
        for each in rate(tallies)
    ]
    return {"tables": tables, "ratings": ratings}


def _describe_table(title: str, table: ReportTable) -> Json:
    return {"title": title, **table._asdict()}


def _describe_sprt(settings: Settings, schedule: Schedule) -> Json | None:
    if settings.sprt is None:
        return None
    encounter = schedule.encounters[0]
    tally, pairing = encounter.settled_tally, encounter.pairing
    low, high = settings.sprt.bounds
    return {
        "llr": round(settings.sprt.llr(tally), 3),
        "low": round(low, 3),
        "high": round(high, 3),
        "decision": settings.sprt.decide(tally).value,
        "text": settings.sprt.describe(pairing.a, pairing.b, tally),
    }
