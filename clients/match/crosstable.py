"""Tables of a tournament as text, in 80 columns where that is possible.

Every table says below in whose view its figures are. One that is too wide is continued below.
"""

from __future__ import annotations

from collections.abc import Sequence

from linemate.clients.match.formats import Format, Result
from linemate.clients.match.ratings import Tallies, rate
from linemate.clients.shared.statistics import Tally

WIDTH = 80
LONGEST_NAME = 24
NOT_MET = "."
SELF = "-"
BYE = "bye"


def standing_table(tallies: Tallies, order: Sequence[str] = (), width: int = WIDTH) -> str:
    """A line for each player: rating with its error, games, wins, draws, losses, score.

    By rating, or in the order given.
    """
    ratings = {rating.player: rating for rating in rate(tallies)}
    players = list(order or ratings)
    heads = ["Elo", "+/-", "games", "+", "=", "-", "score"]
    cells = []
    for player in players:
        total = _total(player, tallies)
        rating = ratings.get(player)
        if rating is None:
            cells.append([NOT_MET, NOT_MET, "0", "0", "0", "0", NOT_MET])
            continue
        cells.append(
            [
                f"{round(rating.elo):+d}{'*' if rating.unbounded else ' '}",
                f"{rating.error:.0f}",
                *map(str, (total.games, total.wins, total.draws, total.losses)),
                f"{100 * total.score:.1f} %",
            ]
        )
    notes = [
        "Elo: relative to the average of these players, +/- for 95 % confidence.",
        "Games, results and score: as the player in the row sees them.",
    ]
    if any(rating.unbounded for rating in ratings.values()):
        notes.append("* won or lost everything: the games set no limit to this rating.")
    return "\n".join([_columns(players, heads, cells, width), *notes])


def crosstable(tallies: Tallies, order: Sequence[str] = (), width: int = WIDTH) -> str:
    """Everybody against everybody. By rating, or in the order given."""
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
    what = f"Points of {lengths.pop()} games" if alike else "Points / games"
    note = f"{what}: those of the player in the row against the one in the column."
    return f"{_columns(players, heads, cells, width)}\n{note}"


def round_table(tournament: Format, results: Sequence[Result], width: int = WIDTH) -> str:
    """Opponent and points of each player in each round, for swiss and knockout."""
    standing = tournament.standing(results)
    number = {place.player: rank for rank, place in enumerate(standing, 1)}
    rounds = max((result[0] for result in results), default=0)
    points: dict[tuple[str, int], tuple[str, float]] = {}
    for played, a, b, score, games in results:
        for player, other, own in ((a, b, score), (b, a, games - score)):
            before = points.get((player, played), (other, 0.0))[1]
            points[player, played] = other, before + own
    heads = ["points", "tiebreak", *(str(each) for each in range(1, rounds + 1))]
    cells = []
    for place in standing:
        row = [f"{place.points:g}", f"{place.tiebreak:g}"]
        # Who has a bye has it before any round that he is still to play, or was out for.
        without = [BYE] * place.byes
        for each in range(1, rounds + 1):
            opponent, own = points.get((place.player, each), ("", 0.0))
            if opponent:
                row.append(f"{number[opponent]}:{own:g}")
            else:
                row.append(without.pop() if without else NOT_MET)
        cells.append(row)
    if not any(place.tiebreak for place in standing):
        heads, cells = [heads[0], *heads[2:]], [[row[0], *row[2:]] for row in cells]
    note = "A round: the opponent's number and the points of the player in the row against him."
    return f"{_columns([place.player for place in standing], heads, cells, width)}\n{note}"


def _total(player: str, tallies: Tallies) -> Tally:
    total = Tally()
    for (a, b), tally in tallies.items():
        if player in (a, b):
            total += tally if player == a else tally.reversed()
    return total


def _points(tally: Tally, alone: bool) -> str:
    if not tally.games:
        return NOT_MET
    return f"{tally.points:g}" if alone else f"{tally.points:g}/{tally.games}"


def _columns(
    players: Sequence[str], heads: Sequence[str], cells: Sequence[Sequence[str]], width: int
) -> str:
    """Numbered players on the left, as many columns beside them as fit, the rest below."""
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
