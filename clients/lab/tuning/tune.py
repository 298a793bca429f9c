"""`linemate lab tune`: better constants for a heuristic, and a match that says how much better.

`annealing.py` and `regression.py` are the two methods; here is what they are fed with. The last
match is old against new from openings that the method has not seen, so that what it found by
luck does not count. Every game is stored as it ends, and found there by a run that goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from linemate.clients.lab.runner import Advance, UnitPool, make_pool, measure, progress
from linemate.clients.lab.store import Store, engine_version
from linemate.clients.lab.tools import ask_tool
from linemate.clients.lab.tuning.annealing import Constants, anneal, best_of
from linemate.clients.lab.tuning.regression import Example, fit, to_constants
from linemate.clients.lab.units import (
    GameUnit,
    Measurement,
    Setting,
    Unit,
    make_openings,
    pair_of_games,
    seed_of,
    tally_of,
    worth,
    write_interval,
)
from linemate.clients.shared.command import FAILED, OVER
from linemate.clients.shared.files import make_directory, write_whole
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.values import read_game
from linemate.engine.core import FORMER_NAMES, PLAYERS, LinemateError

FEWEST_CONSTANTS = 2
OPENING_PLIES = 3
SELF_PLAY_PLIES = 4  # random ones, before the positions that a regression learns from


@dataclass(frozen=True)
class Proposal:
    """What a method has found, and how it got there, in a sentence."""

    constants: Constants
    story: str
    seen: frozenset[Opening]  # what it has learned from begins with these


class FaultError(Exception):
    """A game could not be played: an engine failed, or answered what the rules forbid."""


class Tuning:
    """One heuristic of one game, with its games in a store."""

    def __init__(self, options: argparse.Namespace, pool: UnitPool, console: Console) -> None:
        """Prepare it. Raises LinemateError if the game or heuristic is missing or does not fit."""
        self.game = " ".join(options.game)
        self.heuristic = FORMER_NAMES.get(options.heuristic, options.heuristic)
        self.depth, self.seed = options.depth, options.seed
        self.games, self.final_games, self.steps = options.games, options.final_games, options.steps
        counted = count(self.game, self.heuristic)
        self.original: Constants = counted["constants"]
        self.idle: Sequence[str] = counted["idle"]
        if len(self.original) < FEWEST_CONSTANTS:
            # One alone is no better for being larger: all estimates keep their order.
            named = ", ".join(self.original) or "none"
            raise LinemateError(
                f"heuristic {self.heuristic!r} has fewer than two constants that count in "
                f"{self.game}, so there is nothing to tune: {named}"
            )
        self.name = f"tune-{read_game(self.game.split()).name}-{self.heuristic}"
        path = options.out / f"{self.name}.jsonl"
        self._store = Store(path, engine_version(), options.reuse)
        self._pool, self._console = pool, console
        self.engine = f"engine {self._store.engine}"
        if self._store.foreign and options.reuse:
            self.engine += " and others"
        elif self._store.foreign:
            console.print(
                f"{path}: {self._store.foreign} games of another version of the engine do not "
                "count (with --reuse they would)",
            )

    def player(self, constants: Constants) -> Setting:
        words = " ".join(f"{name}={value}" for name, value in constants.items())
        bounds = {"Search": "hminimax", "Depth": self.depth}
        return Setting(words, {**bounds, "Heuristic": self.heuristic, "Constants": words})

    def by_annealing(self) -> Proposal:
        """Walk from the original constants, scored by matches. Raises FaultError."""
        openings = self._openings(self.games)
        each = 2 * len(openings)
        with progress(self._console, self.name, self.steps * each, self._pool) as advance:

            def score(constants: Constants) -> float:
                # Against itself it loses as much as it wins: nothing is to be learned from that.
                if constants == self.original:
                    advance(each)
                    return 0.5
                return tally_of(self._play(self._match(constants, openings), advance)).score

            walk = anneal(self.original, score, self.steps, self.seed)
        best, accepted = best_of(walk), sum(step.accepted for step in walk[1:])
        return Proposal(
            best.constants,
            f"{self.steps} candidates of {each} games each, {accepted} accepted; the best scored "
            f"{100 * best.score:.0f} % in its match.",
            frozenset(openings),
        )

    def by_regression(self) -> Proposal:
        """Fit the constants to games of self-play. Raises FaultError."""
        player = self.player(self.original)
        openings = make_openings(self.game, SELF_PLAY_PLIES, self.games * self.steps, self.seed)
        units = [
            GameUnit(self.game, player, player, opening, seed=seed_of(self.seed, 0))
            for opening in openings
        ]
        with progress(self._console, self.name, len(units), self._pool) as advance:
            games = self._play(units, advance)
        counted = count(self.game, self.heuristic, games)
        examples = make_examples(games, counted["games"])
        weights = fit(examples, list(self.original))
        return Proposal(
            to_constants(self.original, weights, counted["scalable"]),
            f"{len(examples):,} positions of {len(games)} games of self-play.",
            frozenset(Opening(moves=each.moves[:OPENING_PLIES]) for each in openings),
        )

    def last_match(self, proposal: Proposal) -> Sequence[Measurement]:
        """Play new against old, from openings that the method has not seen; nothing if they are the
        same. Raises FaultError.
        """
        if proposal.constants == self.original:
            return []
        openings = self._openings(self.final_games, proposal.seen)
        units = self._match(proposal.constants, openings)
        with progress(self._console, "last match", len(units), self._pool) as advance:
            return self._play(units, advance)

    def _openings(self, games: int, seen: Container[Opening] = ()) -> list[Opening]:
        """Choose as many as are needed, each for a pair of games."""
        return make_openings(self.game, OPENING_PLIES, (games + 1) // 2, self.seed, seen)

    def _match(self, constants: Constants, openings: Sequence[Opening]) -> list[GameUnit]:
        """Plan pairs of games of these constants against the original ones."""
        new, old, seed = self.player(constants), self.player(self.original), seed_of(self.seed, 0)
        return [
            unit
            for pair, opening in enumerate(openings)
            for unit in pair_of_games(self.game, new, old, opening, "match", pair, seed)
        ]

    def _play(self, units: Sequence[Unit], advance: Advance) -> list[Measurement]:
        """Play all of them; those that are stored take no time.

        Raises FaultError: what is learned must not depend on which games went wrong.
        """
        advance(len(units) - len(self._store.missing(units)))
        for each in measure(units, self._store, self._pool):
            if "fault" in each.result:
                raise FaultError(each.result["fault"])
            advance(1)
        return self._store.measured(units)


METHODS = {"annealing": Tuning.by_annealing, "regression": Tuning.by_regression}


def tune(options: argparse.Namespace, console: Console) -> int:
    """Return 0 when it is done, 1 if a game could not be played. Raises LinemateError."""
    with make_pool(options.jobs) as pool:
        tuning = Tuning(options, pool, console)
        make_directory(options.out)
        try:
            proposal = METHODS[options.method](tuning)
            final = tuning.last_match(proposal)
        except FaultError as fault:
            console.print(f"A game failed: {fault}")
            return FAILED
    lines = conclude(tuning, proposal, final)
    path = write(tuning, proposal, lines, options.out)
    for line in lines:
        console.print(line)
    console.print(f"Report: {path}")
    return OVER


def conclude(tuning: Tuning, proposal: Proposal, final: Sequence[Measurement]) -> list[str]:
    """Tell what came of it, in lines of Markdown."""
    new = tuning.player(proposal.constants)
    lines = [
        f"Heuristic {tuning.heuristic} of {tuning.game}, depth {tuning.depth}, seed {tuning.seed}, "
        f"{tuning.engine}: {proposal.story}",
        "",
        f"- old: `{tuning.player(tuning.original).name}`",
        f"- new: `{new.name}`",
        *([f"- never count in {tuning.game}: {', '.join(tuning.idle)}"] if tuning.idle else []),
        "",
    ]
    if not final:
        return [*lines, "Nothing better than the original constants was found."]
    result = tally_of(final)
    low, high = result.interval
    verdict = "cannot be told from the old ones by so many games"
    if low > 0.5 or high < 0.5:
        verdict = "are better" if low > 0.5 else "are worse"
    return [
        *lines,
        f"Last match, new against old, from openings not seen before: {write_interval(result)}",
        f"The new constants {verdict}.",
    ]


def write(tuning: Tuning, proposal: Proposal, lines: Sequence[str], directory: Path) -> Path:
    """Write the report, and the constants as JSON; return the path of the report."""
    found = {"heuristic": tuning.heuristic, "constants": dict(proposal.constants)}
    document = json.dumps(found, indent=2) + "\n"
    write_whole(directory / f"{tuning.name}.json", document)
    path = directory / f"{tuning.name}.md"
    write_whole(path, "\n".join([f"# {tuning.name}", "", *lines, ""]))
    return path


def count(game: str, heuristic: str, games: Iterable[Measurement] = ()) -> dict[str, Any]:
    """Ask what a heuristic counts in these games, and for its constants. Raises LinemateError."""
    rules = read_game(game.split())
    options = (f"--option={name}={value}" for name, value in rules.settings.items())
    arguments = [f"--game={rules.name}", *options, f"--heuristic={heuristic}"]
    return ask_tool("counts", arguments, "\n".join(" ".join(g.result["moves"]) for g in games))


def make_examples(
    games: Sequence[Measurement], counted: Sequence[Sequence[Sequence[float]]]
) -> list[Example]:
    """Take every position of each game after its opening, with what it was worth to its mover."""
    return [
        Example(counts, worth(game.result, PLAYERS[ply % 2]))
        for game, positions in zip(games, counted, strict=True)
        for ply, counts in enumerate(positions)
        if ply >= SELF_PLAY_PLIES
    ]
