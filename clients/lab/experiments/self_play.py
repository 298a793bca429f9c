"""A player against itself: one game from the start, and x's score from random openings.

The game from the start comes out the same each time, so it is told as it is. What it is worth to
move first is told by the openings: random ones, or, in a game with few, every one, so that there
is no error of sampling. A `label` names the games of one player in the groups.

Two experiments: what 000 tells of its players at one depth (x always wins nineboard, ultimate is a
draw or a win: are these more than single games?), and whether it is better to move first, in each
game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from linemate.clients.lab.experiments.experiment import (
    NONE,
    Experiment,
    Findings,
    Groups,
    Plot,
    Series,
    Size,
    score_series,
)
from linemate.clients.lab.experiments.players import GUESSED, hminimax
from linemate.clients.lab.units import (
    GameUnit,
    Setting,
    Unit,
    make_openings,
    plan_games,
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
) -> Iterator[Unit]:
    """Plan a game from the start, and one from so many random openings; None is every one."""
    yield GameUnit(game, player, player, START, f"start {label}", seed_of(seed, 0))
    if openings is None:
        kind, chosen = "every", list(every_opening(read_game(game.split()), OPENING_PLIES))
    else:
        kind, chosen = "openings", make_openings(game, OPENING_PLIES, openings, seed)
    for number, opening in enumerate(chosen, start=1):
        yield GameUnit(game, player, player, opening, f"{kind} {label}", seed_of(seed, number))


def tell_itself(findings: Findings, groups: Groups, label: str, what: str, theirs: str) -> None:
    """Tell how they ended; `theirs` is of the game from the start."""
    for game in groups[f"start {label}"]:
        findings.add_game(f"{what}, from the start", theirs, game)
    if games := groups[f"openings {label}"]:
        findings.add_match(f"{what}, x from openings", games, games[0].unit.player.text)
    if games := groups[f"every {label}"]:
        how = f"{games[0].unit.player.text}; {len(games)} openings"
        findings.add(f"{what}, x from every opening", NONE, write_score(tally_of(games)), how)


def draw_itself(
    findings: Findings, groups: Groups, labels: Iterable[str], name: str, title: str
) -> None:
    """Plot the score of x from openings, for each label of which there is something."""
    points = [(label, kind) for label in labels for kind in KINDS if f"{kind} {label}" in groups]
    if not points:
        return
    games = [groups[f"{kind} {label}"] for label, kind in points]
    bars = score_series("score of x", [label for label, _ in points], games)
    # What has been counted whole is not in doubt.
    whole = [kind == "every" for _, kind in points]
    low = [y if it else end for y, end, it in zip(bars.ys, bars.low, whole, strict=True)]
    high = [y if it else end for y, end, it in zip(bars.ys, bars.high, whole, strict=True)]
    series = Series(bars.name, bars.xs, bars.ys, low, high)
    title += f", from openings of {OPENING_PLIES} plies"
    level = (50.0, "equal")
    findings.draw(Plot(name, "points", title, "", "score of x, %", [series], "", level))


# -------------------------------------------------------------------- 000 at one depth

FUNCTIONS = ("block-threats", "block-danger")  # 1 and 2, each against each
HEURISTIC = "big-board-threats"
THEIRS_BY_DEPTH = {8: "000: draw", 10: "000: x always wins"}
QUICK_NINEBOARD, FULL_NINEBOARD = (3, 10), (8, 40)  # the depth, and games from openings
QUICK, FULL = {3: 10, 4: 10}, {8: 100, 10: 20}  # of ultimate: games from openings, by depth
LABELS = {depth: f"depth {depth}" for depth in (*QUICK, *FULL)}


def plan_self_play(quick: bool, seed: int) -> Iterator[Unit]:
    depth, count = QUICK_NINEBOARD if quick else FULL_NINEBOARD
    openings = make_openings("nineboard", OPENING_PLIES, count, seed)
    for functions in product(FUNCTIONS, repeat=2):
        x, o = (hminimax(depth, function) for function in functions)
        label = f"nineboard {' '.join(functions)}"
        yield GameUnit("nineboard", x, o, START, f"start {label}", seed_of(seed, 0))
        yield from plan_games("nineboard", x, o, openings, f"openings {label}", seed)
    for depth, count in (QUICK if quick else FULL).items():
        player = hminimax(depth, HEURISTIC)
        yield from plan_itself(LABELS[depth], "ultimate", player, count, seed)


def conclude_self_play(groups: Groups) -> Findings:
    findings = Findings(remarks=[GUESSED])
    for x, o in product(FUNCTIONS, repeat=2):
        label = f"nineboard {x} {o}"
        depth = next((each.unit.player.options["Depth"] for each in groups[f"start {label}"]), 0)
        theirs = "000: x always wins" if depth == FULL_NINEBOARD[0] else NONE
        tell_itself(findings, groups, label, f"nineboard, {x} against {o}", theirs)
    for depth, label in LABELS.items():
        what, theirs = f"ultimate, {label} against itself", THEIRS_BY_DEPTH.get(depth, NONE)
        tell_itself(findings, groups, label, what, theirs)
    title = "A depth against itself on ultimate"
    draw_itself(findings, groups, LABELS.values(), "self-play", title)
    return findings


SELF_PLAY = Experiment(
    name="self-play",
    sources="000",
    question="Does x always win nineboard at depth 8? Is ultimate drawn at 8, and won by x at 10?",
    quick=Size("20 seconds", "nineboard at depth 3, 44 games; ultimate at 3 and 4, 11 each"),
    full=Size(
        "50 minutes", "nineboard at depth 8, 164 games; ultimate at 8, 101 games, and 10, 21 games"
    ),
    plan=plan_self_play,
    conclude=conclude_self_play,
)


# -------------------------------------------------------------------- who moves first

GAMES = ("tictactoe", "nineboard", "ultimate", "qubic", "gomoku size=8", "gomoku")
EVERY_OPENING = ("tictactoe",)  # it has 72
THEIRS_BY_GAME = {"qubic": "001: x can force a win"}  # it quotes what is known of perfect play


def plan_first_player(quick: bool, seed: int) -> Iterator[Unit]:
    depth, count = (2, 4) if quick else (5, 40)
    for game in GAMES:
        # Gomoku has many more moves and longer games than the others.
        player = hminimax(min(depth, 3) if "gomoku" in game else depth)
        openings = None if game in EVERY_OPENING else count
        yield from plan_itself(game, game, player, openings, seed)


def conclude_first_player(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "All play with the engine's own heuristic; what 000 found of its own players is in "
            "self-play."
        ]
    )
    for game in GAMES:
        tell_itself(findings, groups, game, game, THEIRS_BY_GAME.get(game, NONE))
    draw_itself(findings, groups, GAMES, "first-player", "The first player")
    return findings


FIRST_PLAYER = Experiment(
    name="first-player",
    sources="001",
    question="Has the first player an advantage, in each game?",
    quick=Size("20 seconds", "depth 2, five games of each, 73 of tictactoe"),
    full=Size("20 minutes", "depth 5 (gomoku 3), 41 games of each, 73 of tictactoe"),
    plan=plan_first_player,
    conclude=conclude_first_player,
)
