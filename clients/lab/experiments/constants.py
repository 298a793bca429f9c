"""What Cui's claims about whole games hang on: the constants of the heuristics, which are not
printed.

A claim is a game from the start that ends as Cui says. Each is played with every set of constants
that is tried here: all keep the order that its text gives, one mark below two, two below three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import NONE, Findings, count_of, say_list
from linemate.clients.lab.experiments.players import hminimax
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import CUI
from linemate.clients.lab.units import DRAW, GameUnit, Measurement, Unit, seed_of, worth
from linemate.clients.shared.openings import START


class Claim(NamedTuple):
    """How Cui's game ended: with this heuristic on both sides, at this depth."""

    game: str
    heuristic: str
    depth: int
    winner: str

    @property
    def ending(self) -> str:
        return DRAW if self.winner == DRAW else f"{self.winner} wins"

    @property
    def label(self) -> str:
        return f"{self.game} {self.depth}, {self.heuristic}: {self.ending}"


CLAIMS = (
    Claim("nineboard", "block-threats", 8, "x"),
    Claim("nineboard", "block-danger", 8, "x"),
    Claim("ultimate", "big-board-threats", 8, DRAW),
    Claim("ultimate", "big-board-threats", 10, "x"),
)
OURS = "ours"  # the constants that the engine has
QUICK_DEPTHS, QUICK_SETS = {8: 3, 10: 4}, 3
# What is changed, by heuristic; the first are ours.
SETS = {
    "block-threats": ("", "two=2", "two=3", "two=5", "two=20", "two=100"),
    "block-danger": (
        "",
        "two=2 three=4",
        "two=3 three=9",
        "two=5 three=25",
        "three=100",
        "two=20 three=400",
        "two=100 three=10000",
    ),
    "big-board-threats": (
        "",
        "big_one=20 big_two=200",
        "big_one=50 big_two=500",
        "big_one=200 big_two=2000",
        "big_one=100 big_two=300",
        "two=3 big_one=10 big_two=30",
        "weight_two=1 weight_three=1",
        "weight_two=4 weight_three=9",
    ),
}


def plan(quick: bool, seed: int) -> Iterator[Unit]:
    for claim in CLAIMS:
        depth = QUICK_DEPTHS[claim.depth] if quick else claim.depth
        for constants in SETS[claim.heuristic][: QUICK_SETS if quick else None]:
            player = hminimax(depth, claim.heuristic, constants)
            group = f"{claim.label}; {constants or OURS}"
            yield GameUnit(claim.game, player, player, START, group, seed_of(seed, 0))


def conclude(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "Cui prints no constants. Where a claim holds with some and not with others, it says "
            "as much about them as about the game.",
            "A game from the start comes out the same each time: these are no samples, and have no "
            "error bars.",
        ]
    )
    for claim in CLAIMS:
        games = _games_of(groups, claim)
        faithful = _is_at_its_depth(games, claim)
        for constants, game in games.items():
            what = f"{claim.game}, {claim.heuristic}, {constants}"
            findings.add_game(what, f"{CUI}: {claim.ending}" if faithful else NONE, game)
        if faithful:
            met = [name for name, game in games.items() if game.result["winner"] == claim.winner]
            ours = f"with {len(met)} of {len(games)}: {'; '.join(met) or 'none'}"
            # Of the draw Cui says that it "would be" so, of the others that x always wins.
            theirs = f"{CUI}: {'a draw' if claim.winner == DRAW else 'always'}"
            findings.add(f"{claim.label}: holds", theirs, ours, "the constants above")
    for heuristic in SETS:
        _draw_results(findings, groups, heuristic)
    _conclude(findings, groups)
    return findings


def _conclude(findings: Findings, groups: Groups) -> None:
    """Conclude which claims are about the game and which about the constants."""
    told, firm, asked = [], 0, 0
    for claim in CLAIMS:
        games = _games_of(groups, claim)
        if games and _is_at_its_depth(games, claim):
            met = sum(game.result["winner"] == claim.winner for game in games.values())
            told.append(f"“{claim.label}” with {met} of {len(games)}")
            asked += 1
            firm += met == len(games)
    if told:
        findings.conclusion += [
            f"Of the sets of constants that were tried, Cui's claims hold with: {say_list(told)}.",
            f"So {firm} of {asked} of them hold with every set; the others hang on numbers that "
            "Cui's report does not print, and no one can tell which of these it had.",
        ]
    elif findings.rows:
        findings.conclusion += [
            f"{count_of(len(findings.rows), 'game')} were played at smaller depths than Cui's, "
            "which neither confirm nor refute a claim about depths 8 and 10.",
            "At these depths "
            + say_list([f"{count} ended “{ending}”" for ending, count in _count_endings(groups)])
            + ", by the same search with other constants.",
        ]


def _count_endings(groups: Groups) -> list[tuple[str, int]]:
    winners = Counter(game.result["winner"] for name in groups.names() for game in groups[name])
    return [
        (DRAW if winner == DRAW else f"{winner} wins", n) for winner, n in winners.most_common()
    ]


def _games_of(groups: Groups, claim: Claim) -> dict[str, Measurement]:
    """Return the game of each set of constants that has been played."""
    names = [constants or OURS for constants in SETS[claim.heuristic]]
    return {name: game for name in names for game in groups[f"{claim.label}; {name}"]}


def _is_at_its_depth(games: Mapping[str, Measurement], claim: Claim) -> bool:
    """Tell whether these say anything about the claim: quick ones are less deep."""
    depths = {game.unit.player.options["Depth"] for game in games.values()}
    return depths == {claim.depth}


def _draw_results(findings: Findings, groups: Groups, heuristic: str) -> None:
    """Plot what each game was worth to x, a row for each set of constants that has them all."""
    claims = [claim for claim in CLAIMS if claim.heuristic == heuristic]
    played = [_games_of(groups, claim) for claim in claims]
    if not all(map(_is_at_its_depth, played, claims)):
        return
    labels = [claim.label for claim in claims]
    series = [
        Series(name, labels, [100 * worth(games[name].result, "x") for games in played])
        for name in played[0]
        if all(name in games for games in played)
    ]
    title = f"{heuristic} against itself: worth to x, by the constants"
    findings.draw(Plot(f"constants-{heuristic}", "matrix", title, "what Cui says", "", series))


CONSTANTS = Experiment(
    name="constants",
    title="What hangs on constants that are not printed",
    sources=(CUI,),
    question="With which constants do Cui's claims about whole games hold?",
    setup="Cui's heuristics add up marks with weights: one in a line is worth less than two, two "
    "less than three. The report does not print the weights. So each game that it tells of, "
    "H-minimax against itself from the empty board, is played with several sets of weights that "
    "keep that order, the first of them the one that this engine has.",
    quick=Size("10 seconds", "three sets of constants for each claim, at depths 3 and 4"),
    full=Size("15 minutes", "six to eight sets of constants for each claim, at depths 8 and 10"),
    plan=plan,
    conclude=conclude,
)
