"""How long a move takes: hminimax at the depths of the reports, and 10,000 samples of mcts; and
which first moves the reports print, beside ours.

A turn with the choice of the board seldom comes up on nineboard, where Qi tells how long it takes:
so one is set up besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import (
    Figure,
    Findings,
    describe,
    number,
    quote,
    say_list,
    significant,
)
from linemate.clients.lab.experiments.players import GUESSED, hminimax, mcts
from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.experiments.sources import CUI, HASHIM, QI
from linemate.clients.lab.units import (
    GameUnit,
    Measurement,
    SearchUnit,
    Unit,
    make_openings,
    plan_games,
    plan_searches,
    seed_of,
)
from linemate.clients.shared.openings import START, Opening

GAMES = ("nineboard", "ultimate")
FIRST, SET, FREE, ALL = "first move", "board set", "free turns", "all turns"
# The centre board is full, nobody's, and where the last move sends to: x is free.
FREE_TURN = Opening("4o4/9/9/9/xoxxoooxx/9/9/9/9 x -")
LONGEST = ", longest"
OF_QI = {FIRST: Figure(QI, 60), SET: Figure(QI, 6), FREE: Figure(QI, 50)}
OF_HASHIM = {SET + LONGEST: Figure(HASHIM, 1, "at most ")}
# By game and depth, for each heuristic with which a report has used that depth: its figures, in
# seconds, for one of FIRST, SET, FREE and ALL. Means, or those of the move that took LONGEST.
THEIRS: dict[tuple[str, int], dict[str, dict[str, Figure]]] = {
    ("nineboard", 5): {"adjacent-boards": OF_QI, "powers-of-two": OF_HASHIM},
    ("ultimate", 5): {"adjacent-boards": OF_QI, "powers-of-two": OF_HASHIM},
    ("nineboard", 8): {"block-danger": {FIRST: Figure(CUI, 9.13), ALL: Figure(CUI, 2, "about ")}},
    ("ultimate", 8): {
        "big-board-threats": {
            FIRST: Figure(CUI, 3.15),
            FREE + LONGEST: Figure(CUI, 10, "over "),
        }
    },
}
# "After one block gets a result, the time consuming will be much larger."
CUI_ON_FREE_TURNS = "ultimate 8 big-board-threats"
# The moves that the reports print: the first of all, and what answers x in the very centre. (Of
# Cui's first move on nineboard by hminimax the block cannot be read: it is cell 5 of it.)
OPENING_MOVES = {
    ("nineboard", "block-danger"): f"{CUI}: cell 5 of a block",
    ("nineboard", "powers-of-two"): f"{HASHIM}: 55",
    ("ultimate", "big-board-threats"): f"{CUI}: 55",
}
ANSWERS = {
    ("nineboard", "adjacent-boards"): f"{QI}: 59",
    ("ultimate", "adjacent-boards"): f"{QI}: 59",
}
CENTRE = Opening(moves=("55",))
MCTS_MOVES = {"nineboard": f"{CUI}: 85", "ultimate": f"{CUI}: 57"}
MCTS_FIRST = {"nineboard": Figure(CUI, 2.24), "ultimate": Figure(CUI, 6.38)}
SAMPLES = 10_000
OPENING_PLIES = 3
RISE = 1.2  # so many times the time at either end of a game is more than chance


def plan_hminimax(quick: bool, seed: int) -> Iterator[Unit]:
    for (game, depth), heuristics in THEIRS.items():
        games = (1 if depth == 5 else 0) if quick else 8
        openings = make_openings(game, OPENING_PLIES, games, seed)
        for heuristic in heuristics:
            player, group = hminimax(depth, heuristic), f"{game} {depth} {heuristic}"
            first = [START] * (1 if quick else 3)
            yield from plan_searches(game, player, first, f"first {group}", seed)
            set_up = [FREE_TURN] * (1 if quick else 3)
            yield from plan_searches(game, player, set_up, f"free {group}", seed)
            if (game, heuristic) in ANSWERS:
                yield SearchUnit(game, player, CENTRE, f"answer {group}", seed_of(seed, 0))
            for opening in openings:
                yield GameUnit(game, player, player, opening, f"game {group}", seed_of(seed, 0))
            if quick and depth > 5:
                # A whole game would take too long: single moves from a few plies on.
                for opening in make_openings(game, 8, 3, seed):
                    yield SearchUnit(game, player, opening, f"later {group}", seed_of(seed, 0))


def conclude_hminimax(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "A turn is free where its player may choose among boards, but for the first move of "
            "all; otherwise its board is set.",
            f"All turns are those after openings of {OPENING_PLIES} random plies, free or not; "
            "Cui's mean over some 10,000 turns includes first moves, which are slower.",
            "The free turn that is set up is one on a board that is empty but for the full one in "
            "its centre, and a mark.",
            GUESSED,
        ]
    )
    for (game, depth), heuristics in THEIRS.items():
        for heuristic in heuristics:
            if f"first {game} {depth} {heuristic}" in groups:
                _tell_times(findings, groups, game, depth, heuristic)
    for game in GAMES:
        _draw_times(findings, groups, game)
    _conclude_hminimax(findings, groups)
    return findings


def _conclude_hminimax(findings: Findings, groups: Groups) -> None:
    """Conclude how fast it is beside Cui's, and what the free choice of the board costs."""
    compared = []
    for (game, depth), heuristics in THEIRS.items():
        for heuristic, figures in heuristics.items():
            seconds = groups.values(f"first {game} {depth} {heuristic}", "seconds")
            theirs = figures.get(FIRST)
            if seconds and theirs:
                ours = fmean(seconds)
                compared.append(
                    f"{number(ours, 's')} on {game} at depth {depth}, where {theirs.source} waited "
                    f"{number(theirs.value, 's')}"
                )
    if compared:
        findings.conclusion.append(f"The first move takes ours {say_list(compared)}.")
    ratios = {}
    for (game, depth), heuristics in THEIRS.items():
        for heuristic in heuristics:
            group = f"{game} {depth} {heuristic}"
            seconds = groups.values(f"free {group}", "seconds")
            if seconds and (board_set := _turns(groups, group, free=False)):
                ratios[f"{game} at depth {depth} with {heuristic}"] = fmean(seconds) / fmean(
                    board_set
                )
    if ratios:
        least, most = min(ratios, key=ratios.__getitem__), max(ratios, key=ratios.__getitem__)
        findings.conclusion.append(
            "The free choice of the board, set up on an almost empty position, takes "
            f"{significant(ratios[least])} times as long as a turn in a set board on {least}, and "
            f"{significant(ratios[most])} times on {most}{_tell_free_turns_in_games(groups)}."
        )


def _tell_free_turns_in_games(groups: Groups) -> str:
    """Say what a free turn took in the games of which Cui tells it; "" where none came up.

    They come late, when every turn takes less: so they are held against set boards of their ply.
    """
    by_ply: dict[int, dict[bool, list[float]]] = {}
    for game in groups[f"game {CUI_ON_FREE_TURNS}"]:
        turns = zip(game.result["seconds"], game.result["free"], strict=True)
        for ply, (seconds, is_free) in enumerate(turns):
            by_ply.setdefault(ply, {False: [], True: []})[is_free].append(seconds)
    both = [times for times in by_ply.values() if times[False] and times[True]]
    free = [seconds for times in both for seconds in times[True]]
    if not free:
        return ""
    board_set = sum(len(times[True]) * fmean(times[False]) for times in both)
    return (
        "; in games of ultimate at depth 8 it takes "
        f"{significant(sum(free) / board_set)} times as long as a turn in a set board at the same "
        f"ply, at most {number(max(free), 's')} ({CUI}: much longer, sometimes over 10 s)"
    )


def _tell_times(findings: Findings, groups: Groups, game: str, depth: int, heuristic: str) -> None:
    figures = THEIRS[game, depth][heuristic]
    group, how = f"{game} {depth} {heuristic}", f"Heuristic={heuristic}, Depth={depth}"
    board_set, free = (_turns(groups, group, free) for free in (False, True))
    times = {
        FIRST: groups.values(f"first {group}", "seconds"),
        SET: board_set,
        FREE: free,
        **({ALL: board_set + free} if ALL in figures else {}),
    }
    for turns, seconds in times.items():
        mean, longest = figures.get(turns), figures.get(turns + LONGEST)
        what = f"{game}, depth {depth}, {turns}"
        if seconds:
            detail = f"{how}; {describe(seconds)}"
            findings.compare(what, mean, fmean(seconds), "s", detail)
            if longest:
                detail = f"{how}; of {len(seconds)}"
                findings.compare(what + LONGEST, longest, max(seconds), "s", detail)
        elif theirs := mean or longest:
            findings.add(what, quote(theirs, "s"), "none came up", how)
    if seconds := groups.values(f"free {group}", "seconds"):
        what, detail = f"{game}, depth {depth}, free turn set up", f"{how}; {describe(seconds)}"
        findings.compare(what, figures.get(FREE), fmean(seconds), "s", detail)
    for kind, what, printed in (
        ("first", "first move played", OPENING_MOVES),
        ("answer", "answer to 55", ANSWERS),
    ):
        theirs_printed = printed.get((game, heuristic))
        if theirs_printed and (moves := groups.values(f"{kind} {group}", "move")):
            findings.add(f"{game}, depth {depth}, {what}", theirs_printed, moves[0], how)


def _turns(groups: Groups, group: str, free: bool) -> list[float]:
    """Return the seconds of all turns after the first that are free, or have the board set."""
    turns = [
        (seconds, is_free)
        for game in groups[f"game {group}"]
        for seconds, is_free in zip(game.result["seconds"], game.result["free"], strict=True)
    ]
    turns += [(each.result["seconds"], each.result["free"]) for each in groups[f"later {group}"]]
    return [seconds for seconds, is_free in turns if is_free == free]


def _draw_times(findings: Findings, groups: Groups, game: str) -> None:
    """Plot the time by ply, averaged over the games at each depth."""
    series = []
    for name in groups.names(f"game {game} "):
        by_ply = _mean_by_ply(groups[name], OPENING_PLIES + 1)
        _, _, depth, heuristic = name.split()
        label = f"heuristic {heuristic}, depth {depth}"
        series.append(Series(label, list(by_ply), [1000 * time for time in by_ply.values()]))
    title = f"Time of a move through games of {game}"
    findings.draw(Plot(f"time-{game}", "curves", title, "ply", "ms", series, "y"))


def plan_mcts(quick: bool, seed: int) -> Iterator[Unit]:
    for game in GAMES:
        first = [START] * (1 if quick else 5)
        yield from plan_searches(game, mcts(SAMPLES), first, f"first {game}", seed)
        player, games = mcts(300 if quick else SAMPLES), [START] * (1 if quick else 2)
        yield from plan_games(game, player, player, games, f"game {game}", seed)


def conclude_mcts(groups: Groups) -> Findings:
    findings, series = Findings(), []
    for game in GAMES:
        if seconds := _first_moves(groups, game):
            what = f"{game}, first move, {SAMPLES:,} samples"
            how = f"{mcts(SAMPLES).text}; {describe(seconds)}"
            findings.compare(what, MCTS_FIRST[game], fmean(seconds), "s", how)
            if moves := " ".join(groups.values(f"first {game}", "move")):
                findings.add(f"{what}: played", MCTS_MOVES[game], moves, mcts(SAMPLES).text)
        if games := groups[f"game {game}"]:
            by_ply = _time_through_games(groups, game)
            how = f"{games[0].unit.player.text}; games: {len(games)}"
            findings.add(f"{game}, a move through a game", f"{CUI}: falls", _trend(by_ply), how)
            series.append(Series(game, list(by_ply), [1000 * time for time in by_ply.values()]))
    _conclude_mcts(findings, groups)
    title = f"Time of a move of tree search through games, {_samples_in_games(groups):,} samples"
    findings.draw(Plot("time-mcts", "curves", title, "ply", "ms", series, "y"))
    return findings


def _conclude_mcts(findings: Findings, groups: Groups) -> None:
    firsts, trends, falls = [], [], []
    for game in GAMES:
        if seconds := _first_moves(groups, game):
            ours, theirs = fmean(seconds), MCTS_FIRST[game].value
            firsts.append(
                f"{number(ours, 's')} on {game} ({CUI}: {theirs:g} s, "
                f"{significant(theirs / ours)} times as long)"
            )
        if groups[f"game {game}"]:
            by_ply = _time_through_games(groups, game)
            early, late = _first_and_last_tenth(list(by_ply.values()))
            falls.append(late < early)
            trends.append(f"{_trend(by_ply)} on {game}")
    if firsts:
        findings.conclusion.append(
            f"{SAMPLES:,} samples for the first move take ours {say_list(firsts)}."
        )
    if trends:
        reason = (
            "it is less near the end, where the games that are played out at random are short"
            if all(falls)
            else f"{CUI} expects that it falls, since the games played out at random get shorter"
        )
        findings.conclusion.append(
            f"Through a game the time of {_samples_in_games(groups):,} samples goes, first tenth "
            f"to last, {say_list(trends)}: {reason}."
        )


def _samples_in_games(groups: Groups) -> int:
    """Return the samples a move in the games that were played: quick ones have fewer."""
    played = [game for name in GAMES for game in groups[f"game {name}"]]
    return int(played[0].unit.player.options["Samples"]) if played else SAMPLES


def _first_moves(groups: Groups, game: str) -> list[float]:
    """Return the seconds of every first move with all samples, asked for alone or in a game."""
    games = groups[f"game {game}"] if _samples_in_games(groups) == SAMPLES else []
    alone: list[float] = groups.values(f"first {game}", "seconds")
    return alone + [each.result["seconds"][0] for each in games]


def _time_through_games(groups: Groups, game: str) -> dict[int, float]:
    """Return the mean seconds of each ply; the first is that of all first moves."""
    by_ply = _mean_by_ply(groups[f"game {game}"], 1)
    if _samples_in_games(groups) == SAMPLES:
        by_ply[1] = fmean(_first_moves(groups, game))
    return by_ply


def _trend(by_ply: dict[int, float]) -> str:
    """Say from where to where the time goes, and how far up in between."""
    early, late = _first_and_last_tenth(list(by_ply.values()))
    peak = max(by_ply, key=by_ply.__getitem__)
    trend = f"from {number(early, 's')} to {number(late, 's')}"
    if by_ply[peak] > RISE * max(early, late):
        trend += f" (up to {number(by_ply[peak], 's')}, at ply {peak})"
    return trend


def _first_and_last_tenth(times: Sequence[float]) -> tuple[float, float]:
    """Return the means of the first and of the last tenth of these."""
    tenth = max(1, len(times) // 10)
    return fmean(times[:tenth]), fmean(times[-tenth:])


def _mean_by_ply(games: Iterable[Measurement], first_ply: int) -> dict[int, float]:
    """Return the mean seconds of each ply, in order, of games that begin with this one."""
    by_ply: dict[int, list[float]] = {}
    for game in games:
        for ply, seconds in enumerate(game.result["seconds"], start=first_ply):
            by_ply.setdefault(ply, []).append(seconds)
    return {ply: fmean(by_ply[ply]) for ply in sorted(by_ply)}


HMINIMAX_TIME = Experiment(
    name="hminimax-time",
    title="How long H-minimax thinks",
    sources=(
        CUI,
        QI,
        HASHIM,
    ),
    question="How long does hminimax think at depths 5 and 8, and on free turns?",
    setup="H-minimax looks 5 or 8 moves ahead, as the reports let it, with the heuristic of "
    "each: Cui's block-danger and big-board-threats, Qi's adjacent-boards, Hashim's powers-of-two. "
    "It is asked for the first move, for all moves of games against itself from random "
    "openings, and for a move in a position set up so that the player may choose among all "
    "boards. Times are those of our machine and of Python; theirs are of other machines and "
    "languages.",
    quick=Size("20 seconds", "a game at depth 5 for each heuristic, single moves at depth 8"),
    full=Size("2 minutes", "8 games for each heuristic"),
    plan=plan_hminimax,
    conclude=conclude_hminimax,
    timed=True,
)
MCTS_TIME = Experiment(
    name="mcts-time",
    title="How long tree search thinks",
    sources=(CUI,),
    question="How long do 10,000 samples of mcts take on the first move, and through a game?",
    setup="Monte Carlo tree search plays random games, its samples, for each move; Cui's played "
    "10,000. It is asked for the first move of nine-board and of ultimate with as many, again and "
    "again, and plays whole games against itself, of which every move is timed. The first moves "
    "that it plays stand beside those that Cui prints.",
    quick=Size("10 seconds", "one search for each game, and a game at 300 samples"),
    full=Size("2 minutes", "five searches and two games for each game"),
    plan=plan_mcts,
    conclude=conclude_mcts,
    timed=True,
)
