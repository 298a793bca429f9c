"""What the lab measures: one search, or one game between two settings of the engine.

Both are units of work that are described completely by their fields, so that the text of a
unit is the key under which its result is stored. Both are played at a referee's table: a search
is a game that ends after its first move, by a player on both sides. A `Worker` has such a table.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from linemate.clients.shared.openings import START, Opening, find_openings
from linemate.clients.shared.player import EngineSetting
from linemate.clients.shared.records import GameRecord, Reason, Task
from linemate.clients.shared.referee.adjudication import Adjudication
from linemate.clients.shared.referee.game import Rules
from linemate.clients.shared.referee.table import CannotSeatError, Table
from linemate.clients.shared.statistics import Tally, tally
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.times import write_time
from linemate.clients.shared.values import read_game
from linemate.engine.core import PLAYERS, Game, OptionValue, Position

Result = dict[str, Any]
DRAW = "draw"
DIGITS = 6  # of seconds, behind the point
SEED_STEP = 10_000  # more units than any experiment has: the seeds of two runs never meet
# Milliseconds. A search that has not ended by then is told to stop, and its unit is at fault.
# Nobody loses on time before: what a move took is what is to be measured.
PATIENCE = 600_000


@dataclass(frozen=True)
class Setting:
    """A player: its name in tables, the engine's options, and the milliseconds for a move.

    Without `movetime` the options must bound the search (Depth, Samples, Search random).
    """

    name: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    movetime: int | None = None

    @property
    def text(self) -> str:
        """Return everything that matters for how it plays, in words."""
        words = [f"{name}={value}" for name, value in self.options.items()]
        if self.movetime is not None:
            words.append(f"movetime={write_time(self.movetime)}")
        return ", ".join(words)


class FaultError(Exception):
    """An engine failed, or answered what the rules forbid."""


class Worker:
    """One table, for one unit after the other. Use as a context manager: it leaves no process
    behind.

    For one thread at a time; `ply` and `interrupt` are there for the others.
    """

    def __init__(self) -> None:
        self._table: Table | None = None
        self._task: Task | None = None  # that is being played
        self._interrupted = False

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *exception: Any) -> None:
        if self._table is not None:
            self._table.__exit__(*exception)

    @property
    def ply(self) -> int:
        """Return the ply that is being thought about; 0 while there is none."""
        return 0 if self._table is None or self._task is None else self._table.ply + 1

    def play(
        self,
        game: Game,
        players: Sequence[tuple[Setting, int]],
        opening: Opening,
        max_plies: int | None = None,
    ) -> GameRecord:
        """Play a game between these players, each with its seed; one alone has both sides.

        Nothing is left of the game before. Raises FaultError; CancelledError after an `interrupt`.
        """
        # An engine has the name of its side: so it is one process from unit to unit.
        engines = [
            EngineSetting(
                name,
                options={"Seed": seed, **setting.options},
                time_control=TimeControl(movetime=setting.movetime),
            )
            for name, (setting, seed) in zip(PLAYERS, players, strict=False)
        ]
        adjudication = Adjudication(max_plies=max_plies)
        rules = Rules(game, adjudication, margin=PATIENCE, patience=PATIENCE)

        def blame(name: str, problem: str) -> FaultError:
            setting, _ = players[PLAYERS.index(name)]
            first_line = problem.partition("\n")[0]
            return FaultError(f"{name} ({setting.name}): {first_line}")

        try:
            record = self._play(rules, engines, opening)
        except CannotSeatError as error:
            raise blame(error.name, error.reason) from error
        if record.ending.reason == Reason.INTERRUPTED:  # since the referee itself stood still
            raise FaultError(record.ending.detail)
        if record.at_fault is not None:
            raise blame(record.at_fault, record.ending.detail)
        return record

    def _play(self, rules: Rules, engines: Sequence[EngineSetting], opening: Opening) -> GameRecord:
        """Seat the engines and have them play. Raises CannotSeatError and CancelledError."""
        if self._table is None:
            self._table = Table(rules, engines)
        else:
            self._table.prepare(rules, engines)
        self._task = Task(1, engines[0].name, engines[-1].name, 0, 0, opening)
        try:
            # Asked when there is a task: an `interrupt` that came sooner did not cancel it.
            if self._interrupted:
                raise CancelledError
            record = self._table.play(self._task).record
        finally:
            self._task = None
        if self._interrupted:
            raise CancelledError
        return record

    def interrupt(self) -> None:
        """End the game that is being played, and let no other begin. From any thread."""
        self._interrupted = True
        table, task = self._table, self._task
        if table is not None and task is not None:
            table.cancel(task)


@dataclass(frozen=True)
class SearchUnit:
    """One search, by a player that has just sat down.

    Its result has `move`, `seconds`, `nodes`, `depth` and `free` (see `is_free`).
    """

    game: str
    player: Setting
    opening: Opening = START
    group: str = ""
    repeat: int = 0

    @property
    def key(self) -> str:
        return _key("search", self.game, [self.player], self.opening, self.repeat)

    def run(self, worker: Worker) -> Result:
        """Have the move searched. Raises FaultError and CancelledError."""
        game, plies = read_game(self.game.split()), len(self.opening.moves)
        player = (self.player, self.repeat + 1)
        [found] = worker.play(game, [player], self.opening, max_plies=plies + 1).moves
        return {
            "move": found.move,
            "seconds": round(found.seconds, DIGITS),
            "nodes": found.nodes or 0,
            "depth": found.depth or 0,
            "free": is_free(self.opening.set_up(game)),
        }


@dataclass(frozen=True)
class GameUnit:
    """One game from an opening on, `x` against `o`.

    Its result has `winner` (`x`, `o` or `draw`), `moves` (all of them), and for each move after
    the opening `seconds`, `nodes` and `free`. `pair` says which games began alike, and `subject`
    is the side whose result is asked for.
    """

    game: str
    x: Setting
    o: Setting
    opening: Opening = START
    group: str = ""
    seed: int = 1
    pair: int = 0
    subject: str = PLAYERS[0]

    @property
    def player(self) -> Setting:
        """Return the player whose result is asked for."""
        return self.x if self.subject == PLAYERS[0] else self.o

    @property
    def opponent(self) -> Setting:
        return self.o if self.subject == PLAYERS[0] else self.x

    @property
    def key(self) -> str:
        return _key("game", self.game, [self.x, self.o], self.opening, self.seed)

    def run(self, worker: Worker) -> Result:
        """Have the game played. Raises FaultError and CancelledError."""
        game = read_game(self.game.split())
        players = [(self.x, 2 * self.seed), (self.o, 2 * self.seed + 1)]
        record = worker.play(game, players, self.opening)
        winner = record.ending.winner
        result: Result = {
            "moves": [*self.opening.moves, *(each.move for each in record.moves)],
            "seconds": [round(each.seconds, DIGITS) for each in record.moves],
            "nodes": [each.nodes or 0 for each in record.moves],
            "free": [],
            "winner": DRAW if winner is None else PLAYERS[winner],
        }
        position = self.opening.set_up(game)
        for each in record.moves:
            result["free"].append(is_free(position))
            position.play(game.parse_move(each.move))
        return result


Unit = SearchUnit | GameUnit


@dataclass(frozen=True)
class Measurement:
    """A unit, what came of it, and which version of the engine measured it when."""

    unit: Unit
    result: Result
    engine: str = ""
    date: str = ""


# -------------------------------------------------------------------- planning


def pair_of_games(
    game: str, a: Setting, b: Setting, opening: Opening, group: str, pair: int, seed: int
) -> list[GameUnit]:
    """Plan the same opening twice: `a`, whose result is asked for, is x first, then o."""
    return [
        GameUnit(game, a, b, opening, group, seed, pair, "x"),
        GameUnit(game, b, a, opening, group, seed, pair, "o"),
    ]


def plan_match(
    game: str, a: Setting, b: Setting, openings: Iterable[Opening], group: str, seed: int
) -> list[GameUnit]:
    """Plan a pair of games from each opening; `seed` is that of the run."""
    return [
        unit
        for pair, opening in enumerate(openings)
        for unit in pair_of_games(game, a, b, opening, group, pair, seed_of(seed, pair))
    ]


def seed_of(seed: int, number: int) -> int:
    """Return the seed of one unit of a run: no other run has it, whatever its seed."""
    assert 0 <= number < SEED_STEP
    return SEED_STEP * (seed - 1) + number + 1


def make_openings(
    name: str, plies: int, count: int, seed: int, without: Container[Opening] = ()
) -> list[Opening]:
    """Choose different random openings, none of those `without`, and none that ends the game or
    leaves a win at once.

    They are fewer than `count` only where there are thought to be no others.
    """
    random = Random(f"{name} {plies} {seed}")
    found = find_openings(read_game(name.split()), plies, random, up_to_symmetry=False)
    return list(islice((opening for opening in found if opening not in without), count))


# -------------------------------------------------------------------- results


def is_free(position: Position) -> bool:
    """Tell whether the mover may choose among several boards; the first move of all does not count.

    It is always false in games without boards to be sent to.
    """
    moves = position.legal_moves()
    has_boards = hasattr(position, "target")
    return has_boards and "x" in position.cells() and len({move // 9 for move in moves}) > 1


def worth(result: Mapping[str, Any], side: str) -> float:
    """Say what a finished game was worth to `x` or `o`."""
    if result["winner"] == DRAW:
        return 0.5
    return 1.0 if result["winner"] == side else 0.0


def tally_of(games: Iterable[Measurement]) -> Tally:
    """Count how the subject of these games did; games at fault are left out.

    The two games of a pair are one observation. A player against itself plays single games:
    there are no colours to be changed.
    """
    encounters: dict[object, list[float]] = {}
    for game in games:
        unit = game.unit
        if isinstance(unit, GameUnit) and "winner" in game.result:
            key = unit.key if unit.x == unit.o else unit.pair
            encounters.setdefault(key, []).append(worth(game.result, unit.subject))
    return tally(encounters.values())


def write_score(tally: Tally) -> str:
    """Write wins, draws, losses and the score: `+5 =2 -3: 60 %`."""
    return f"+{tally.wins} ={tally.draws} -{tally.losses}: {100 * tally.score:.0f} %"


def write_interval(tally: Tally) -> str:
    """Write the same and where the true score lies: `+5 =2 -3: 60 % (31 to 83)`."""
    low, high = tally.interval
    return f"{write_score(tally)} ({100 * low:.0f} to {100 * high:.0f})"


def _key(kind: str, game: str, players: Sequence[Setting], opening: Opening, number: int) -> str:
    texts = (player.text for player in players)
    return json.dumps([kind, game, *texts, " ".join(opening.moves), number])
