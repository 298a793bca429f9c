"""`linemate lab tune`: better constants for a heuristic, and a match that says how much better.

`annealing.py` and `regression.py` are the two methods; here is what they are fed with. The last
match is old against new from openings that the method has not seen, so that what it found by
luck does not count. Every game is stored as it ends, and found there by a run that goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from clients.lab.annealing import Constants, anneal, best_of
from clients.lab.games import (
    FaultError,
    Finished,
    GameUnit,
    Unit,
    make_openings,
    pair_of_games,
)
from clients.lab.players import Players, Setting
from clients.lab.regression import Counter, Example, fit, to_constants
from clients.lab.runner import Advance, progress
from clients.lab.statistics import pair_error, tally_of, worth
from clients.lab.store import Store
from clients.words import read_game
from engine.core import PLAYERS, LinemateError
from engine.registry import HEURISTICS, make_heuristic

OPENING_PLIES = 3
SELF_PLAY_PLIES = 4  # random ones, before the positions that a regression learns from
FINAL_SEED = 1_000_003  # added to the seed: the last match has openings of its own


@dataclass(frozen=True)
class Proposal:
    """What a method has found, and how it got there, in a sentence."""

    constants: Constants
    story: str


class Tuning:
    """One heuristic of one game, with its games in a store."""

    def __init__(self, options: argparse.Namespace, players: Players, console: Console) -> None:
        """Raises LinemateError for a game or heuristic that is not there or does not fit."""
        self.game, self.heuristic = options.game, options.heuristic
        self.depth, self.seed = options.depth, options.seed
        self.games, self.final_games, self.steps = options.games, options.final_games, options.steps
        self.original = constants_of(self.game, self.heuristic)
        self.name = f"tune-{read_game(self.game.split()).name}-{self.heuristic}"
        self._store = Store(options.out / f"{self.name}.jsonl")
        self._players, self._console = players, console

    def player(self, constants: Constants) -> Setting:
        text = " ".join(f"{name}={value}" for name, value in constants.items())
        bounds = {"Search": "hminimax", "Depth": self.depth}
        return Setting(text, {**bounds, "Heuristic": self.heuristic, "Constants": text})

    def by_annealing(self) -> Proposal:
        """Raises FaultError."""
        each = len(self._match(self.original, self.games, self.seed))
        with progress(self._console, self.name, self.steps * each) as advance:
            done = 0

            def score(constants: Constants) -> float:
                nonlocal done
                done += each
                # Back at the original, a player would meet himself, and all be x's doing.
                if constants == self.original:
                    return 0.5
                units = self._match(constants, self.games, self.seed)
                games = self._play(units, advance, done - each)
                return tally_of(self.player(constants), games).score

            walk = anneal(self.original, score, self.steps, self.seed)
        best, accepted = best_of(walk), sum(step.accepted for step in walk[1:])
        return Proposal(
            best.constants,
            f"{self.steps} candidates of {each} games each, {accepted} accepted; the best scored "
            f"{100 * best.score:.0f} % in its match.",
        )

    def by_regression(self) -> Proposal:
        """Raises FaultError."""
        player = self.player(self.original)
        openings = make_openings(self.game, SELF_PLAY_PLIES, self.games * self.steps, self.seed)
        units = [GameUnit(self.game, player, player, opening) for opening in openings]
        with progress(self._console, self.name, len(units)) as advance:
            games = self._play(units, advance)
        counter = Counter(read_game(self.game.split()), self.heuristic, self.original)
        examples = [example for game in games for example in self._examples(game, counter)]
        weights = fit(examples, list(self.original))
        return Proposal(
            to_constants(self.original, weights, counter.scalable),
            f"{len(examples):,} positions of {len(games)} games of self-play.",
        )

    def last_match(self, constants: Constants) -> Sequence[Finished]:
        """New against old; nothing if they are the same. Raises FaultError."""
        if constants == self.original:
            return []
        units = self._match(constants, self.final_games, self.seed + FINAL_SEED)
        with progress(self._console, "last match", len(units)) as advance:
            return self._play(units, advance)

    def _match(self, constants: Constants, games: int, seed: int) -> list[GameUnit]:
        """Pairs of games of these constants against the original ones."""
        new, old = self.player(constants), self.player(self.original)
        openings = make_openings(self.game, OPENING_PLIES, (games + 1) // 2, seed)
        return [
            unit
            for pair, opening in enumerate(openings)
            for unit in pair_of_games(self.game, new, old, opening, "match", pair, seed)
        ]

    def _play(self, units: Sequence[Unit], advance: Advance, before: int = 0) -> list[Finished]:
        """All of them, those that are stored in no time.

        Raises FaultError: what is learned must not depend on which games went wrong.
        """
        for done, unit in enumerate(units, start=before + 1):
            if self._store.lacks(unit):
                result = unit.run(self._players)
                self._store.add(unit, result)
                if "fault" in result:
                    raise FaultError(result["fault"])
            advance(done)
        return self._store.finished(units)

    def _examples(self, game: Finished, counter: Counter) -> list[Example]:
        """Every position of a game after its opening, while it was open."""
        rules = read_game(self.game.split())
        position, examples = rules.start(), []
        for ply, text in enumerate(game.result["moves"]):
            if ply >= SELF_PLAY_PLIES:
                value = worth(game.result, PLAYERS[position.to_move])
                examples.append(Example(counter.counts(position), value))
            position.play(rules.parse_move(text))
        return examples


METHODS = {"annealing": Tuning.by_annealing, "regression": Tuning.by_regression}


def tune(options: argparse.Namespace, console: Console) -> int:
    """0 when it is done, 1 if a game could not be played. Raises LinemateError."""
    with Players() as players:
        tuning = Tuning(options, players, console)
        try:
            proposal = METHODS[options.method](tuning)
            final = tuning.last_match(proposal.constants)
        except FaultError as fault:
            console.print(f"A game failed: {fault}", markup=False)
            return 1
    lines = conclude(tuning, proposal, final)
    path = write(tuning, proposal, lines, options.out)
    for line in lines:
        console.print(line, markup=False)
    console.print(f"Report: {path}")
    return 0


def conclude(tuning: Tuning, proposal: Proposal, final: Sequence[Finished]) -> list[str]:
    """What came of it, in lines of Markdown."""
    new = tuning.player(proposal.constants)
    lines = [
        f"Heuristic {tuning.heuristic} of {tuning.game}, depth {tuning.depth}, seed {tuning.seed}: "
        + proposal.story,
        "",
        f"- old: `{tuning.player(tuning.original).name}`",
        f"- new: `{new.name}`",
        "",
    ]
    if not final:
        return [*lines, "Nothing better than the original constants was found."]
    result, error = tally_of(new, final), pair_error(new, final)
    low, high = result.interval
    pairs = ""
    if error is not None:
        low, high = result.score - error, result.score + error
        pairs = f"; by pairs +-{100 * error:.0f}"
    verdict = "cannot be told from the old ones by so many games"
    if low > 0.5 or high < 0.5:
        verdict = "are better" if low > 0.5 else "are worse"
    return [
        *lines,
        f"Last match, new against old, from openings not seen before: {result.text}{pairs}",
        f"The new constants {verdict}.",
    ]


def write(tuning: Tuning, proposal: Proposal, lines: Sequence[str], directory: Path) -> Path:
    """The report, and the constants as JSON; the path of the report."""
    directory.mkdir(parents=True, exist_ok=True)
    found = {"heuristic": tuning.heuristic, "constants": dict(proposal.constants)}
    text = json.dumps(found, indent=2) + "\n"
    (directory / f"{tuning.name}.json").write_text(text, encoding="utf-8")
    path = directory / f"{tuning.name}.md"
    path.write_text("\n".join([f"# {tuning.name}", "", *lines, ""]), encoding="utf-8")
    return path


def constants_of(game: str, heuristic: str) -> dict[str, int]:
    """The constants of a heuristic as they are. Raises LinemateError."""
    if heuristic not in HEURISTICS:
        known = ", ".join(HEURISTICS)
        raise LinemateError(f"unknown heuristic {heuristic!r}: expected one of {known}")
    made = make_heuristic(read_game(game.split()), {"Heuristic": heuristic, "Constants": ""})
    if not made.constants:
        raise LinemateError(f"heuristic {heuristic!r} has no constants to tune")
    return dict(made.constants)
