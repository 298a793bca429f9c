"""The standing of a match as text: what is printed at its end and kept in its directory.

The tables have 80 columns where that is possible; one that is too wide is continued below. Every
table says below in whose view its figures are.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from linemate.clients.match.settings import Settings
from linemate.clients.match.statistics.ratings import Tallies, rate, total_of
from linemate.clients.match.tournament.formats import Format
from linemate.clients.match.tournament.knockout import Knockout
from linemate.clients.match.tournament.pairings import PairingResult
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.match.tournament.standings import TIEBREAKS
from linemate.clients.shared.records import FAILURES, Summary
from linemate.clients.shared.statistics import Tally, describe, number_of

BY_ROUNDS = ("swiss", "knockout")
WIDTH = 80
LONGEST_NAME = 24
SHOWN_GAMES = 10  # of those that could not be judged
NOT_MET = "."
SELF = "-"
BYE = "bye"


def write_report(settings: Settings, schedule: Schedule, width: int) -> str:
    """Write everything that the games say, and what is to be known about them."""
    counted, left_out = schedule.counted, describe_left_out(schedule)
    if not counted:
        return "\n".join(["No game was finished.", *left_out])
    blocks = [write_standing(settings, schedule, width)]
    if len(settings.engines) > 2:
        # Where few of the players meet, a table of everybody against everybody is empty.
        by_rounds = settings.format in BY_ROUNDS
        table = round_table(schedule.format, schedule.results, width)
        blocks.append(table if by_rounds else crosstable(schedule.tallies(), width=width))
    blocks.append("\n".join(describe_endings(counted)))
    notes = [*describe_seed_decisions(schedule), *describe_beyond(schedule), *left_out]
    if notes:
        blocks.append("\n".join(notes))
    if schedule.stopped:
        blocks.append("\n".join(f"Stopped: {reason}" for reason in schedule.stopped))
    return "\n\n".join(blocks)


def write_standing(settings: Settings, schedule: Schedule, width: int) -> str:
    """Write who is ahead, by how much, and how sure that is."""
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
    """Tell who went on in a knockout without having won."""
    if not isinstance(schedule.format, Knockout):
        return []
    return [
        f"Round {each.round}: {each.a} and {each.b} were tied after {each.tiebreak} tiebreaks; "
        f"{each.a} went on by its seed"
        for each in schedule.format.drawn_by_seed(schedule.results)
    ]


def describe_beyond(schedule: Schedule) -> list[str]:
    """Tell of games that are in the records and in no figure of this report."""
    return [
        f"Not counted: {number_of(each.beyond, 'game')} of {each.pairing.a} against "
        f"{each.pairing.b}, from number {each.settled[-1].number + 2} on, over before the one "
        "that decided"
        for each in schedule.encounters
        if each.beyond
    ]


def describe_left_out(schedule: Schedule) -> list[str]:
    """Tell of the games that are in nobody's figures, as nobody could judge them."""
    if not schedule.left_out:
        return []
    games = number_of(len(schedule.left_out), "game")
    named = [f"{task.label} ({task.x} - {task.o})" for task in schedule.left_out[:SHOWN_GAMES]]
    if len(schedule.left_out) > SHOWN_GAMES:
        named.append("...")
    return [
        f"Not judged and not counted: {games}, in which the machine or the referee may have made "
        f"an engine late: {', '.join(named)}"
    ]


def describe_endings(games: Sequence[Summary]) -> list[str]:
    """Tell how often each reason came, whose fault it was, and how many games were the same."""
    reasons = Counter(game.ending.reason for game in games)
    parts = []
    for reason, count in reasons.most_common():
        faults = Counter(game.at_fault for game in games if game.ending.reason == reason)
        names = ", ".join(f"{name} {number}" for name, number in faults.most_common())
        parts.append(f"{reason} {count}{f' ({names})' if reason in FAILURES else ''}")
    lines = [f"Endings: {', '.join(parts)}"]
    if replays := sum(game.replays for game in games):
        again = sum(game.replays > 0 for game in games)
        lines.append(
            f"Played again: {number_of(again, 'game')}, {number_of(replays, 'time')} in all, as "
            "the machine or the referee could explain why an answer was late"
        )
    different = len({game.fingerprint for game in games})
    if different < len(games):
        lines.append(
            f"Only {different} of the {len(games)} games differ: repeated games say nothing "
            "new, and the error bars are too small"
        )
    return lines


# ------------------------------------------------------------------ tables


class ReportTable(NamedTuple):
    """A line for each player, in the order of their places, and below what the figures mean."""

    players: Sequence[str]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    notes: Sequence[str]


def tabulate_standing(tallies: Tallies, order: Sequence[str] = ()) -> ReportTable:
    """Return rating with its error, games, wins, draws, losses and score of each player.

    The lines are in the order given, or by rating.
    """
    ratings = {rating.player: rating for rating in rate(tallies)}
    players = list(order or ratings)
    heads = ["Elo", "+/-", "games", "+", "=", "-", "score"]
    cells = []
    for player in players:
        total = total_of(player, tallies)
        elo = error = score = NOT_MET
        if (rating := ratings.get(player)) is not None:
            elo = f"{round(rating.elo):+d}{'*' if rating.unbounded else ' '}"
            error, score = f"{rating.error:.0f}", f"{100 * total.score:.1f} %"
        counts = map(str, (total.games, total.wins, total.draws, total.losses))
        cells.append([elo, error, *counts, score])
    notes = [
        "Elo: relative to the average of these players, +/- for 95 % confidence.",
        "Games, results and score: as the player in the row sees them.",
    ]
    if any(rating.unbounded for rating in ratings.values()):
        notes.append("* won or lost everything: the games set no limit to this rating.")
    return ReportTable(players, heads, cells, notes)


def standing_table(tallies: Tallies, order: Sequence[str] = (), width: int = WIDTH) -> str:
    """Write what `tabulate_standing` returns."""
    return _write_table(tabulate_standing(tallies, order), width)


def tabulate_everybody(tallies: Tallies, order: Sequence[str] = ()) -> ReportTable:
    """Return what everybody has against everybody, in the order given or by rating."""
    players = list(order or (rating.player for rating in rate(tallies)))
    met = {
        (player, other): tallies.get((player, other), Tally())
        + tallies.get((other, player), Tally()).reversed()
        for player in players
        for other in players
        if player != other
    }
    lengths = {tally.games for tally in met.values() if tally.games}
    alike = len(lengths) == 1
    cells = [
        [SELF if player == other else _points(met[player, other], alike) for other in players]
        for player in players
    ]
    heads = [str(number) for number in range(1, len(players) + 1)]
    what = f"Points of {number_of(lengths.pop(), 'game')}" if alike else "Points / games"
    note = f"{what}: those of the player in the row against that in the column."
    return ReportTable(players, heads, cells, [note])


def crosstable(tallies: Tallies, order: Sequence[str] = (), width: int = WIDTH) -> str:
    """Write what `tabulate_everybody` returns."""
    return _write_table(tabulate_everybody(tallies, order), width)


def tabulate_rounds(tournament: Format, results: Sequence[PairingResult]) -> ReportTable:
    """Return opponent and points of each player in each round, for swiss and knockout."""
    standing = tournament.standing(results)
    number = {place.player: rank for rank, place in enumerate(standing, 1)}
    rounds = range(1, max((result.round for result in results), default=0) + 1)
    entries: dict[tuple[str, int], str] = {}
    points: defaultdict[tuple[str, int], float] = defaultdict(float)  # with those of tiebreaks
    for result in results:
        for own in (result, result.reversed()):
            points[own.a, own.round] += own.score
            entries[own.a, own.round] = f"{number[own.b]}:{points[own.a, own.round]:g}"
    for place in standing:
        for each, given in place.byes.items():
            entries[place.player, each] = f"{BYE}:{given:g}" if given else BYE
    heads, notes = ["points"], []
    if any(place.tiebreaks for place in standing):
        heads += TIEBREAKS
        names = ", ".join(f"{short} {name}" for short, name in TIEBREAKS.items())
        notes.append(f"Ties are broken by {names}; then by seeds.")
    cells = [
        [
            f"{place.points:g}",
            *(f"{round(value, 2):g}" for value in place.tiebreaks),
            *(entries.get((place.player, each), NOT_MET) for each in rounds),
        ]
        for place in standing
    ]
    notes.append("A round: the opponent's number and the player's points against him, or a bye.")
    players = [place.player for place in standing]
    return ReportTable(players, [*heads, *map(str, rounds)], cells, notes)


def round_table(tournament: Format, results: Sequence[PairingResult], width: int = WIDTH) -> str:
    """Write what `tabulate_rounds` returns."""
    return _write_table(tabulate_rounds(tournament, results), width)


def _write_table(table: ReportTable, width: int) -> str:
    notes = [line for note in table.notes for line in wrap(note, max(width, WIDTH))]
    return "\n".join([_columns(table.players, table.heads, table.cells, width), *notes])


def _points(tally: Tally, alone: bool) -> str:
    if not tally.games:
        return NOT_MET
    return f"{tally.points:g}" if alone else f"{tally.points:g}/{tally.games}"


def _columns(
    players: Sequence[str], heads: Sequence[str], cells: Sequence[Sequence[str]], width: int
) -> str:
    """Put numbered players on the left, as many columns beside them as fit, the rest below."""
    names = [_cut(player) for player in players]
    left = max(map(len, [*names, "player"]))
    rank = len(str(len(players)))
    rows = [f"{'#':>{rank}}  {'player':<{left}}"]
    rows += [f"{number:>{rank}}  {name:<{left}}" for number, name in enumerate(names, 1)]
    blocks: list[list[str]] = [list(rows)]
    for column, head in enumerate(heads):
        entries = [head, *(row[column] for row in cells)]
        wide = max(map(len, entries))
        if len(blocks[-1][0]) + 2 + wide > width and len(blocks[-1][0]) > len(rows[0]):
            blocks.append(list(rows))
        blocks[-1] = [
            f"{row}  {entry:>{wide}}" for row, entry in zip(blocks[-1], entries, strict=True)
        ]
    return "\n\n".join("\n".join(row.rstrip() for row in block) for block in blocks)


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
