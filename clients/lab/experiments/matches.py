"""Matches between two players: each is one row, the score of the first of them.

Three experiments: whether alpha-beta ever loses a game of tic-tac-toe, as Cui and Qi say that
their programs did not; the chance that mcts beats hminimax, by its number of samples, for which
Cui had no time; and the heuristics against each other, every two of a game at equal depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import (
    NONE,
    Findings,
    is_decided,
    say_list,
    say_score,
)
from linemate.clients.lab.experiments.players import GUESSED, RANDOM, hminimax, mcts
from linemate.clients.lab.experiments.plots import Matches, Plot, Series, plot_scores
from linemate.clients.lab.experiments.sources import CUI, HASHIM, QI, TAN
from linemate.clients.lab.units import (
    GameUnit,
    Setting,
    Unit,
    is_enough,
    make_openings,
    plan_match,
    tally_of,
)
from linemate.clients.shared.openings import START
from linemate.clients.shared.statistics import Tally

PERFECT = Setting("alphabeta", {"Search": "alphabeta"})
OPPONENTS = (RANDOM, mcts(100))


def plan_never_lost(quick: bool, seed: int) -> Iterator[Unit]:
    for opponent in OPPONENTS:
        openings = [START] * (3 if quick else 50)
        yield from plan_match("tictactoe", PERFECT, opponent, openings, opponent.name, seed)


def conclude_never_lost(groups: Groups) -> Findings:
    findings = Findings()
    for opponent in OPPONENTS:
        what = f"3x3, alphabeta against {opponent.name}"
        how = f"{PERFECT.text} against {opponent.text}"
        findings.add_match(what, groups[opponent.name], how, f"{CUI}, {QI}: never lost")
    games = [game for opponent in OPPONENTS for game in groups[opponent.name]]
    if games:
        result = tally_of(games)
        as_told = "where" if result.losses else "as"
        findings.conclusion += [
            f"Alpha-beta to the end of the game lost {result.losses or 'none'} of {result.games} "
            f"games, won {result.wins} and drew {result.draws}, {as_told} {CUI} and {QI} say that "
            "their programs never lost.",
            "It has looked at every answer before it moves, so a single loss would show a "
            "mistake in the program; how often it wins depends on the opponent, who has to err "
            "for that: "
            + say_list(
                [
                    f"{say_score(groups[opponent.name])} against {opponent.name}"
                    for opponent in OPPONENTS
                    if opponent.name in groups
                ]
            )
            + ".",
        ]
    return findings


NEVER_LOST = Experiment(
    name="never-lost",
    title="The player that never loses",
    sources=(
        CUI,
        QI,
    ),
    question="Does alpha-beta to the end ever lose a game of tic-tac-toe?",
    setup="Alpha-beta, which looks to the end of every game of tic-tac-toe, plays matches "
    "against a player who moves at random and against a tree search with 100 samples. Each game "
    "is played twice, so that either has moved first.",
    quick=Size("seconds", "12 games"),
    full=Size("1 minute", "200 games"),
    plan=plan_never_lost,
    conclude=conclude_never_lost,
)


# -------------------------------------------------------------------- mcts and hminimax

HEURISTICS_OF_CUI = {"nineboard": "block-danger", "ultimate": "big-board-threats"}
SAMPLES = (100, 1_000, 10_000)
QUICK_SAMPLES = (30, 100, 300)
THEIR_SAMPLES = 10_000
OPENING_PLIES = 2


def plan_mcts_chance(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, depth = (3, 3) if quick else (12, 8)
    for game, heuristic in HEURISTICS_OF_CUI.items():
        openings = make_openings(game, OPENING_PLIES, pairs, seed)
        for samples in QUICK_SAMPLES if quick else SAMPLES:
            players = mcts(samples), hminimax(depth, heuristic)
            yield from plan_match(game, *players, openings, f"{game} {samples}", seed)


def conclude_mcts_chance(groups: Groups) -> Findings:
    findings, matches = Findings(), []
    for game in HEURISTICS_OF_CUI:
        names = groups.names(f"{game} ")
        samples = [int(name.rpartition(" ")[2]) for name in names]
        for name, count in zip(names, samples, strict=True):
            unit = groups[name][0].unit
            assert isinstance(unit, GameUnit)
            how = f"{unit.player.text} against {unit.opponent.text}"
            theirs = f"{CUI}: wins sometimes" if count == THEIR_SAMPLES else NONE
            what = f"{game}, mcts with {count:,} samples"
            findings.add_match(what, groups[name], how, theirs)
        played = {count: groups[name] for name, count in zip(names, samples, strict=True)}
        matches.append(Matches(game, dict(sorted(played.items()))))
        if len(played) > 1:
            findings.conclusion.append(_tell_growth(game, min(played), max(played), groups))
    title, level = "Score of tree search against H-minimax", (50.0, "equal")
    findings.draw(plot_scores("mcts-chance", title, "samples", "score, %", matches, "x", level))
    findings.remarks += [
        "Cui saw mcts win sometimes, even as second player, and did not count how often.",
        GUESSED,
    ]
    return findings


def _tell_growth(game: str, fewest: int, most: int, groups: Groups) -> str:
    """Say in a sentence whether more samples are worth more points."""
    few, many = groups[f"{game} {fewest}"], groups[f"{game} {most}"]
    low, high = tally_of(few), tally_of(many)
    unit = few[0].unit
    assert isinstance(unit, GameUnit)
    depth = unit.opponent.options["Depth"]
    if low.interval[1] < high.interval[0]:
        verdict = f"{most:,} are worth more points than {fewest:,}"
    elif high.interval[1] < low.interval[0]:
        verdict = "more samples are worth less, which asks for a reason"
    else:
        verdict = "so many games do not show whether more samples are worth more"
    return (
        f"On {game} tree search scores {say_score(few)} against depth {depth} with {fewest:,} "
        f"samples and {say_score(many)} with {most:,}: {verdict}."
    )


MCTS_CHANCE = Experiment(
    name="mcts-chance",
    title="Tree search against H-minimax",
    sources=(CUI,),
    question="How likely is mcts to beat hminimax, by its number of samples?",
    setup="Monte Carlo tree search (mcts) plays random games from the moves it might make and "
    "prefers what has done well; H-minimax (hminimax) looks a fixed number of moves ahead and "
    "then asks a heuristic, here those of Cui. They meet on nine-board and on ultimate, from "
    "random openings of two moves, each opening with either colour, for more and more samples.",
    quick=Size("20 seconds", "30 to 300 samples against depth 3, 6 games each"),
    full=Size("15 minutes", "100 to 10,000 samples against depth 8, 24 games each"),
    plan=plan_mcts_chance,
    conclude=conclude_mcts_chance,
)


# -------------------------------------------------------------------- heuristics

HEURISTICS = {
    "nineboard": ("default", "block-threats", "block-danger", "adjacent-boards", "powers-of-two"),
    "ultimate": ("default", "big-board-threats", "adjacent-boards", "powers-of-two"),
    "qubic": ("default", "cube-lines-130", "cube-lines-150"),
}


def plan_heuristics(quick: bool, seed: int) -> Iterator[Unit]:
    pairs, depth = (2, 2) if quick else (15, 4)
    for game, names in HEURISTICS.items():
        openings = make_openings(game, OPENING_PLIES, pairs, seed)
        for a, b in combinations(names, 2):
            players = hminimax(depth, a), hminimax(depth, b)
            yield from plan_match(game, *players, openings, f"{game} {a} {b}", seed)


def conclude_heuristics(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "Cui found functions 1 and 2 alike: the first player won with either.",
            GUESSED,
        ]
    )
    for game, names in HEURISTICS.items():
        matrix = {a: dict.fromkeys(names, float("nan")) for a in names}
        matches = groups.names(f"{game} ")
        for match in matches:
            _, a, b = match.split()
            score = tally_of(groups[match]).score
            matrix[a][b], matrix[b][a] = 100 * score, 100 - 100 * score
            depth = groups[match][0].unit.player.options["Depth"]
            how = f"Depth={depth} for both"
            findings.add_match(f"{game}, {a} against {b}", groups[match], how)
        if not matches:
            continue
        if all(is_enough(tally_of(groups[match])) for match in matches):
            games = max(len(groups[match]) for match in matches)
            series = [Series(a, names, list(matrix[a].values())) for a in names]
            title = f"Score of each heuristic of {game} in matches of {games} games, %"
            findings.draw(Plot(f"heuristics-{game}", "matrix", title, "against", "", series))
        else:
            title = f"Heuristics of {game}, the first named against the other"
            by_name = {" against ".join(match.split()[1:]): groups[match] for match in matches}
            played = [Matches(game, by_name)]
            findings.draw(plot_scores(f"heuristics-{game}", title, "", "score, %", played))
    _tell_best(findings, groups)
    return findings


def _tell_best(findings: Findings, groups: Groups) -> None:
    """Conclude who did best in each game, and how many of the matches say so beyond doubt."""
    best, decided = [], []
    for game, names in HEURISTICS.items():
        totals = dict.fromkeys(names, Tally())
        for match in groups.names(f"{game} "):
            _, a, b = match.split()
            result = tally_of(groups[match])
            totals[a] += result
            totals[b] += result.reversed()
            decided.append(is_decided(result))
        if any(total.games for total in totals.values()):
            name = max(totals, key=lambda each: totals[each].score)
            best.append(f"{name} on {game} ({100 * totals[name].score:.0f} % of its points)")
    if best:
        findings.conclusion += [
            f"At equal depth the most points went to {say_list(best)}.",
            f"In {sum(decided) or 'none'} of the {len(decided)} matches the range of the score "
            "leaves out 50 %; in the others the difference could be luck.",
        ]


HEURISTICS_EXPERIMENT = Experiment(
    name="heuristics",
    title="Which heuristic plays best",
    sources=(
        CUI,
        TAN,
        QI,
        HASHIM,
    ),
    question="Which heuristic plays best at equal depth?",
    setup="A heuristic guesses how good a position is where a search stops looking. Those of the "
    "reports (of Cui block-threats, block-danger and big-board-threats, of Qi adjacent-boards, of "
    "Hashim powers-of-two, of Tan et al. the cube-lines), and the engine's own (default), meet in "
    "matches, every two of one game, both with the same search to the same depth: so what is "
    "compared is the heuristic alone. Openings are random, two moves long, and played with either "
    "colour.",
    quick=Size("20 seconds", "two pairs of games at depth 2 for each two heuristics"),
    full=Size("5 minutes", "15 pairs of games at depth 4 for each two heuristics"),
    plan=plan_heuristics,
    conclude=conclude_heuristics,
)
