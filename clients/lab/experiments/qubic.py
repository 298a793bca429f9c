"""001's player of qubic: against random moves, against itself, and its two sets of weights."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from clients.lab.experiment import NONE, Experiment, Findings, Groups, Plot, Row, Series
from clients.lab.experiments.common import (
    RANDOM,
    Theirs,
    first_player_row,
    hminimax,
    match_row,
)
from clients.lab.games import Finished, GameUnit, Unit, pair_of_games
from clients.lab.players import Setting
from clients.lab.statistics import tally_of

# The points on seven lines each; 001 takes two of them at random for its first moves.
CENTRES = tuple(f"{x}{y}{z}" for x in "12" for y in "12" for z in "12")
CORNERS = tuple(f"{x}{y}{z}" for x in "03" for y in "03" for z in "03")
STRONG, WEAK = "001-130", "001-150"
QUICK_DEPTH, FULL_DEPTH = 2, 4
MATCHES = {
    "random": f"qubic, {STRONG} against random",
    "weights": f"qubic, {STRONG} against {WEAK}",
}
ITSELF = f"qubic, {STRONG} against itself from strong points: x"
THEIRS = {
    "random": Theirs("001: +100 =0 -0: 100 %", 1.0),
    "weights": Theirs("001: +74 =0 -26: 74 %", 0.74),
    "itself": Theirs("001: +32 =0 -68: 32 %", 0.32),
}
LABELS = {
    "random": "against random",
    "weights": "130 against 150",
    "itself": "x against itself",
}


def plan(quick: bool, seed: int) -> list[Unit]:
    pairs, depth = (10, QUICK_DEPTH) if quick else (50, FULL_DEPTH)
    ours, other = hminimax(depth, STRONG), hminimax(depth, WEAK)
    units: list[Unit] = []
    for pair in range(pairs):
        units += pair_of_games("qubic", ours, RANDOM, (), "random", pair, seed + pair)
    for pair, opening in enumerate(strong_openings(2 * pairs, seed)):
        units.append(GameUnit("qubic", ours, ours, opening, "itself", seed + pair))
    for pair, opening in enumerate(strong_openings(pairs, seed + 1)):
        units += pair_of_games("qubic", ours, other, opening, "weights", pair, seed)
    return units


def strong_openings(count: int, seed: int) -> list[tuple[str, ...]]:
    """Two strong points for each player, as 001 begins; all different."""
    random = Random(seed)
    found: dict[tuple[str, ...], None] = {}
    while len(found) < count:
        found[tuple(random.sample(CENTRES + CORNERS, 4))] = None
    return list(found)


def conclude(finished: Sequence[Finished]) -> Findings:
    groups = Groups(finished)
    rows: list[Row] = []
    for name, what in MATCHES.items():
        if name in groups:
            ours = _player(groups, name)
            rows.append(match_row(what, THEIRS[name], ours, groups[name], ours.text))
    if "itself" in groups:
        how = _player(groups, "itself").text
        rows.append(first_player_row(ITSELF, THEIRS["itself"], groups["itself"], how))
        rows.append(_length_row(groups))
    remarks = ["001 gave each move 10 seconds and looked at least 4 moves ahead; ours has a depth."]
    return Findings(rows, _plots(groups), [*remarks, *_same_games(groups["weights"])])


def _same_games(games: Sequence[Finished]) -> list[str]:
    """In how many openings it made no difference who had which weights."""
    by_opening: dict[tuple[str, ...], list[list[str]]] = {}
    for game in games:
        by_opening.setdefault(game.unit.opening, []).append(game.result["moves"])
    pairs = [pair for pair in by_opening.values() if len(pair) == 2]
    same = sum(first == second for first, second in pairs)
    if not same:
        return []
    return [
        f"{STRONG} and {WEAK} played the same moves with either colour in {same} of "
        f"{len(pairs)} openings."
    ]


def _plots(groups: Groups) -> list[Plot]:
    """Our scores beside theirs."""
    tallies = {name: tally_of(_player(groups, name), groups[name]) for name in groups.names()}
    if not tallies:
        return []
    ours = Series(
        "ours",
        [LABELS[name] for name in tallies],
        [100 * each.score for each in tallies.values()],
        [100 * each.interval[0] for each in tallies.values()],
        [100 * each.interval[1] for each in tallies.values()],
    )
    scores = [100 * (THEIRS[name].score or 0) for name in tallies]
    theirs = Series("report 001", ours.xs, scores)
    title = "Qubic: the scores of report 001, and ours"
    return [Plot("qubic", "points", title, "", "score, %", [ours, theirs], "", (50.0, "equal"))]


def _player(groups: Groups, name: str) -> Setting:
    unit = groups[name][0].unit
    assert isinstance(unit, GameUnit)
    return unit.x


def _length_row(groups: Groups) -> Row:
    lengths = [len(moves) for moves in groups.values("itself", "moves")]
    ours = f"{min(lengths)} to {max(lengths)} plies"
    return Row("qubic, length of these games", "001: 45 plies (one game)", ours, NONE, "")


QUBIC = Experiment(
    name="qubic",
    sources="001",
    question="Does 001 beat random, is it better second, and is 130 better than 150?",
    quick="20 seconds: depth 2, 20 games for each question",
    full="10 minutes: depth 4, 100 games for each question",
    plan=plan,
    conclude=conclude,
)
