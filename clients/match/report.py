"""The standing of a match as text: what is printed at its end and kept in its directory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from linemate.clients.match.crosstable import crosstable, round_table, standing_table
from linemate.clients.match.knockout import Knockout
from linemate.clients.match.schedule import Schedule
from linemate.clients.match.settings import Settings
from linemate.clients.shared.records import FAILURES, Summary
from linemate.clients.shared.statistics import describe

BY_ROUNDS = ("swiss", "knockout")


def write_report(settings: Settings, schedule: Schedule, width: int) -> str:
    """Everything that the games say, and what is to be known about them."""
    counted = schedule.counted
    if not counted:
        return "No game was finished."
    blocks = [write_standing(settings, schedule, width)]
    if len(settings.engines) > 2:
        # Where few of the players meet, a table of everybody against everybody is empty.
        by_rounds = settings.format in BY_ROUNDS
        table = round_table(schedule.format, schedule.results, width)
        blocks.append(table if by_rounds else crosstable(schedule.tallies(), width=width))
    blocks.append("\n".join(describe_endings(counted)))
    notes = [*describe_seed_decisions(schedule), *describe_beyond(schedule)]
    if notes:
        blocks.append("\n".join(notes))
    if schedule.stopped:
        blocks.append("\n".join(f"Stopped: {reason}" for reason in schedule.stopped))
    return "\n\n".join(blocks)


def write_standing(settings: Settings, schedule: Schedule, width: int) -> str:
    """Who is ahead, by how much, and how sure that is."""
    if len(settings.engines) > 2:
        order = [place.player for place in schedule.format.standing(schedule.results)]
        by_rounds = settings.format in BY_ROUNDS
        return standing_table(schedule.tallies(), order if by_rounds else (), width)
    encounter = schedule.encounters[0]
    a, b = encounter.pairing.a, encounter.pairing.b
    lines = describe(a, b, schedule.tallies()[a, b])
    if settings.sprt is not None:
        lines.append(settings.sprt.describe(a, b, encounter.settled_tally))
    return "\n".join(lines)


def describe_seed_decisions(schedule: Schedule) -> list[str]:
    """Who went on in a knockout without having won."""
    if not isinstance(schedule.format, Knockout):
        return []
    return [
        f"Round {each.round}: {each.a} and {each.b} were tied after {each.tiebreak} tiebreaks; "
        f"{each.a} went on by its seed"
        for each in schedule.format.drawn_by_seed(schedule.results)
    ]


def describe_beyond(schedule: Schedule) -> list[str]:
    """Games that are in the records and in no figure of this report."""
    return [
        f"Not counted: {each.beyond} games of {each.pairing.a} against {each.pairing.b}, from "
        f"number {len(each.settled) + 1} on, which were over before the one that decided"
        for each in schedule.encounters
        if each.beyond
    ]


def describe_endings(games: Sequence[Summary]) -> list[str]:
    """How often each reason came, whose fault that was, and how many games were the same."""
    reasons = Counter(game.reason for game in games)
    parts = []
    for reason, count in reasons.most_common():
        faults = Counter(game.at_fault for game in games if game.reason is reason)
        names = ", ".join(f"{name} {number}" for name, number in faults.most_common())
        parts.append(f"{reason.value} {count}{f' ({names})' if reason in FAILURES else ''}")
    lines = [f"Endings: {', '.join(parts)}"]
    different = len({game.fingerprint for game in games})
    if different < len(games):
        lines.append(
            f"Only {different} of the {len(games)} games differ: repeated games say nothing "
            "new, and the error bars are too small"
        )
    return lines
