"""One idea against its absence: matches of two players that differ in nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from linemate.clients.lab.experiments.experiment import Groups
from linemate.clients.lab.experiments.findings import (
    Findings,
    is_decided,
    say_list,
    say_range,
    say_score,
)
from linemate.clients.lab.experiments.plots import Matches, plot_scores
from linemate.clients.lab.units import GameUnit, Setting, Unit, make_openings, plan_match, tally_of

# By the name of an idea: the player with it, whose score is asked for, and the one without.
Duels = Mapping[str, tuple[Setting, Setting]]

OPENING_PLIES = 4
LEVEL = (50.0, "equal")


def plan_duels(game: str, duels: Duels, pairs: int, seed: int) -> Iterator[Unit]:
    """Plan a match for each idea, all from the same openings."""
    openings = make_openings(game, OPENING_PLIES, pairs, seed)
    for name, (subject, opponent) in duels.items():
        yield from plan_match(game, subject, opponent, openings, name, seed)


def find_duels(groups: Groups) -> dict[str, GameUnit]:
    """Return one game of each idea of which any were played, in the order of the plan: what its
    players were is asked of it, so that nothing is told of settings that were not played.
    """
    first = {name: groups[name][0].unit for name in groups.names()}
    return {name: unit for name, unit in first.items() if isinstance(unit, GameUnit)}


def conclude_duels(findings: Findings, groups: Groups, without: str, besides: str = "") -> None:
    """Add a row for each idea of which games were played; and say in two sentences which of them
    play better or worse than `without`, and what these games do not decide, with what is `besides`
    to be said.
    """
    played = find_duels(groups)
    for name, game in played.items():
        findings.add_match(name, groups[name], f"{game.player.text} against {game.opponent.text}")
    if not played:
        return

    def tell(names: list[str]) -> str:
        return say_list([f"{name} ({say_score(groups[name])})" for name in names])

    results = {name: tally_of(groups[name]) for name in played}
    decided = [name for name in played if is_decided(results[name])]
    better = [name for name in decided if results[name].score > 0.5]
    worse = [name for name in decided if results[name].score < 0.5]
    in_doubt = [name for name in played if name not in decided]
    gain = f"a gain came from {tell(better)}" if better else "no gain came from any"
    loss = f"a loss from {tell(worse)}" if worse else "no loss"
    certain = f"{gain}, and {loss}" if decided else "neither a gain nor a loss is certain"
    # In a run that was cut short, or with faults, some ideas have fewer games than others.
    games = f"{say_range([results[name].games for name in in_doubt or played])} games each"
    left = f"do not decide about {tell(in_doubt)}" if in_doubt else "were enough to tell"
    findings.conclusion += [
        f"Against {without}, {certain}.",
        f"{games} {left}" + (f"; {besides}." if besides else "."),
    ]


def draw_duels(
    findings: Findings, groups: Groups, plot: str, title: str, names: Iterable[str]
) -> None:
    """Draw the scores of ideas that have names."""
    played = {name: groups[name] for name in names if name in groups}
    matches = [Matches("score", dict(played))]
    findings.draw(plot_scores(plot, title, "", "score, %", matches, level=LEVEL))


def draw_curve(
    findings: Findings,
    groups: Groups,
    plot: str,
    title: str,
    names: Mapping[int, str] | Mapping[float, str],
    x_label: str,
    logarithmic: str = "",
) -> None:
    """Draw the scores of an idea that comes in sizes, each with the name of its match."""
    played = {size: groups[name] for size, name in names.items() if name in groups}
    matches = [Matches("score", dict(played))]
    findings.draw(plot_scores(plot, title, x_label, "score, %", matches, logarithmic, LEVEL))
