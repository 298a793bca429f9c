"""One idea against its absence: matches of two players that differ in nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linemate.clients.lab.experiments.experiment import Groups
from linemate.clients.lab.experiments.findings import Findings, is_decided, say_list, say_score
from linemate.clients.lab.experiments.plots import Matches, plot_scores
from linemate.clients.lab.units import Setting, Unit, make_openings, plan_match, tally_of

# By the name of an idea: the player with it, whose score is asked for, and the one without.
Duels = Mapping[str, tuple[Setting, Setting]]

OPENING_PLIES = 4
LEVEL = (50.0, "equal")


def plan_duels(game: str, duels: Duels, pairs: int, seed: int) -> Iterator[Unit]:
    """Plan a match for each idea, all from the same openings."""
    openings = make_openings(game, OPENING_PLIES, pairs, seed)
    for name, (subject, opponent) in duels.items():
        yield from plan_match(game, subject, opponent, openings, name, seed)


def conclude_duels(
    findings: Findings, groups: Groups, duels: Duels, without: str, besides: str = ""
) -> None:
    """Add a row for each idea of which games were played; and say in two sentences which of them
    are better or worse than `without`, and what these games do not decide, or what is `besides`.
    """
    played = [name for name in duels if name in groups]
    for name in played:
        subject, opponent = duels[name]
        findings.add_match(name, groups[name], f"{subject.text} against {opponent.text}")
    if not played:
        return

    def tell(names: list[str]) -> str:
        return say_list([f"{name} ({say_score(groups[name])})" for name in names]) or "nothing"

    results = {name: tally_of(groups[name]) for name in played}
    decided = [name for name in played if is_decided(results[name])]
    better = [name for name in decided if results[name].score > 0.5]
    worse = [name for name in decided if results[name].score < 0.5]
    in_doubt = [name for name in played if name not in decided]
    findings.conclusion += [
        f"Better than {without} is {tell(better)}, worse is {tell(worse)}.",
        f"Not decided by {results[played[0]].games} games each is {tell(in_doubt)}"
        + (f"; {besides}." if besides else "."),
    ]


def draw_duels(
    findings: Findings, groups: Groups, plot: str, title: str, names: Sequence[str]
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
