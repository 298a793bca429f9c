"""A player against itself: one game from the start, and x's score from random openings.

The game from the start comes out the same each time, so it is told as it is. What it is worth to
move first is told by the openings: random ones, or, in a game with few, every one, so that there
is no error of sampling. A `label` names the games of one player in the groups.

Two experiments: ultimate at one depth (are the draw and the win of 000 more than two games?), and
whether it is better to move first, in each game.
"""

from __future__ import annotations

from collections.abc import Iterable

from linemate.clients.lab.experiments.common import (
    Theirs,
    game_row,
    game_unit,
    hminimax,
    match_row,
    score_series,
)
from linemate.clients.lab.experiments.experiment import (
    NONE,
    Experiment,
    Findings,
    Groups,
    Plot,
    Row,
    Series,
    Size,
)
from linemate.clients.lab.units import (
    GameUnit,
    Setting,
    Unit,
    make_openings,
    seed_of,
    tally_of,
    write_score,
)
from linemate.clients.shared.openings import START, every_opening
from linemate.clients.shared.values import read_game

OPENING_PLIES = 2
KINDS = ("openings", "every")


def plan_itself(
    label: str, game: str, player: Setting, openings: int | None, seed: int
) -> list[Unit]:
    """Plan a game from the start, and one from so many random openings; None is every one."""
    if openings is None:
        group, rules = f"every {label}", read_game(game.split())
        chosen = list(every_opening(rules, OPENING_PLIES))
    else:
        group, chosen = f"openings {label}", make_openings(game, OPENING_PLIES, openings, seed)
    return [
        GameUnit(game, player, player, START, f"start {label}", seed_of(seed, 0)),
        *(
            GameUnit(game, player, player, opening, group, seed_of(seed, 1 + number))
            for number, opening in enumerate(chosen)
        ),
    ]


def rows_of_itself(groups: Groups, label: str, what: str, theirs: Theirs) -> list[Row]:
    """Tell how they ended; `theirs` is of the game from the start."""
    rows = []
    for game in groups[f"start {label}"]:
        rows.append(game_row(f"{what}, from the start", theirs, game, game_unit(game).x.text))
    games = groups[f"openings {label}"]
    if games:
        how = game_unit(games[0]).x.text
        rows.append(match_row(f"{what}, x from openings", Theirs(), games, how))
    games = groups[f"every {label}"]
    if games:
        how = f"{game_unit(games[0]).x.text}; {len(games)} openings"
        ours = write_score(tally_of(games))
        rows.append(Row(f"{what}, x from every opening", NONE, ours, NONE, how))
    return rows


def plots_of_itself(groups: Groups, labels: Iterable[str], name: str, title: str) -> list[Plot]:
    """Plot the score of x from openings, for each label of which there is something."""
    points = [(label, kind) for label in labels for kind in KINDS if f"{kind} {label}" in groups]
    if not points:
        return []
    tallies = [tally_of(groups[f"{kind} {label}"]) for label, kind in points]
    bars = score_series("score of x", [label for label, _ in points], tallies)
    # What has been counted whole is not in doubt.
    whole = [kind == "every" for _, kind in points]
    low = [y if it else end for y, end, it in zip(bars.ys, bars.low, whole, strict=True)]
    high = [y if it else end for y, end, it in zip(bars.ys, bars.high, whole, strict=True)]
    series = Series(bars.name, bars.xs, bars.ys, low, high)
    title += f", from openings of {OPENING_PLIES} plies"
    return [Plot(name, "points", title, "", "score of x, %", [series], "", (50.0, "equal"))]


# -------------------------------------------------------------------- ultimate at one depth

HEURISTIC = "big-board-threats"
THEIRS_BY_DEPTH = {8: Theirs("000: draw"), 10: Theirs("000: x always wins")}
QUICK, FULL = {3: 10, 4: 10}, {8: 100, 10: 20}  # games from openings, by depth
LABELS = {depth: f"depth {depth}" for depth in (*QUICK, *FULL)}


def plan_self_play(quick: bool, seed: int) -> list[Unit]:
    units: list[Unit] = []
    for depth, count in (QUICK if quick else FULL).items():
        player = hminimax(depth, HEURISTIC)
        units += plan_itself(LABELS[depth], "ultimate", player, count, seed)
    return units


def conclude_self_play(groups: Groups) -> Findings:
    rows = [
        row
        for depth, label in LABELS.items()
        for row in rows_of_itself(
            groups, label, f"ultimate, {label} against itself", THEIRS_BY_DEPTH.get(depth, Theirs())
        )
    ]
    title = "A depth against itself on ultimate"
    return Findings(rows, plots_of_itself(groups, LABELS.values(), "self-play", title))


SELF_PLAY = Experiment(
    name="self-play",
    sources="000",
    question="Ultimate: is depth 8 against itself a draw, and depth 10 a win for x?",
    quick=Size("10 seconds", "depths 3 and 4, 11 games each"),
    full=Size("40 minutes", "depth 8, 101 games; depth 10, 21 games"),
    plan=plan_self_play,
    conclude=conclude_self_play,
)


# -------------------------------------------------------------------- who moves first

GAMES = ("tictactoe", "nineboard", "ultimate", "qubic", "gomoku size=8", "gomoku")
EVERY_OPENING = ("tictactoe",)  # it has 72
# 000 lets its players meet from the start; 001 quotes what is known of perfect play.
THEIRS_BY_GAME = {
    "nineboard": Theirs("000: x always wins"),
    "qubic": Theirs("001: x can force a win"),
}


def plan_first_player(quick: bool, seed: int) -> list[Unit]:
    depth, count = (2, 4) if quick else (5, 40)
    units: list[Unit] = []
    for game in GAMES:
        # Gomoku has many more moves and longer games than the others.
        player = hminimax(min(depth, 3) if "gomoku" in game else depth)
        openings = None if game in EVERY_OPENING else count
        units += plan_itself(game, game, player, openings, seed)
    return units


def conclude_first_player(groups: Groups) -> Findings:
    rows = [
        row
        for game in GAMES
        for row in rows_of_itself(groups, game, game, THEIRS_BY_GAME.get(game, Theirs()))
    ]
    return Findings(rows, plots_of_itself(groups, GAMES, "first-player", "The first player"))


FIRST_PLAYER = Experiment(
    name="first-player",
    sources="000, 001",
    question="Has the first player an advantage, in each game?",
    quick=Size("20 seconds", "depth 2, five games of each, 73 of tictactoe"),
    full=Size("20 minutes", "depth 5 (gomoku 3), 41 games of each, 73 of tictactoe"),
    plan=plan_first_player,
    conclude=conclude_first_player,
)
