"""What the lab measures: one search, or one game between two settings of the engine.

Both are units of work that are described completely by their fields, so that the text of a
unit is the key under which its result is stored. Both are played at a referee's table: a search
is a game that ends after its first move, by a player on both sides. A `Worker` has such a table.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

from linemate.clients.shared.openings import START, Opening, find_openings
from linemate.clients.shared.player import EngineSetting
from linemate.clients.shared.records import BROKEN_OFF, GameRecord, Task
from linemate.clients.shared.referee.adjudication import Adjudication
from linemate.clients.shared.referee.game import Rules
from linemate.clients.shared.referee.table import CannotSeatError, Table
from linemate.clients.shared.statistics import Tally, tally
from linemate.clients.shared.time_control import TimeControl
from linemate.clients.shared.times import write_time
from linemate.clients.shared.values import read_game
from linemate.engine.core import PLAYERS, OptionValue, Position

Result = dict[str, Any]
DRAW = "draw"
DIGITS = 6  # of seconds, behind the point
SEED_STEP = 10_000  # more units than any experiment has: the seeds of two runs never meet
# Milliseconds. A search that has not ended by then is told to stop, and its unit is at fault.
# Nobody loses on time before: what a move took is what is to be measured.
PATIENCE = 600_000
MOST_DOUBT = 0.4  # between the ends of an interval that is worth telling
TOO_FEW = "too few games to tell"
START_GAME = "tictactoe"  # that a table is laid for before it has anything to do


@dataclass(frozen=True)
class Setting:
    """A player: its name in tables, the engine's options, and the milliseconds or the nodes for a
    move.

    Without either the options must bound the search (Depth, Samples, Search random).
    """

    name: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    movetime: int | None = None
    nodes: int | None = None

    @property
    def text(self) -> str:
        """Return everything that matters for how it plays, in words."""
        words = [f"{name}={value}" for name, value in self.options.items()]
        if self.movetime is not None:
            words.append(f"movetime={write_time(self.movetime)}")
        if self.nodes is not None:
            words.append(f"nodes={self.nodes}")
        return ", ".join(words)


class LabWorker:
    """A referee's table where units are done, one after the other. Use as a context manager: it
    leaves no process behind.

    It is for one thread at a time; `ply` and `cancel` are there for the others.
    """

    def __init__(self) -> None:
        self._table = Table(_rules(START_GAME), engines=())  # each unit brings its own

    def __enter__(self) -> LabWorker:
        return self

    def __exit__(self, *exception: object) -> None:
        self._table.__exit__(*exception)

    @property
    def ply(self) -> int:
        """Return the number of moves that have been made in the game that is being played."""
        return self._table.ply

    def play(self, unit: Unit) -> tuple[Unit, Result]:
        """Return the unit with its result, in which nothing is left of the unit before.

        The result of a unit that could not be done has a `fault`, and nothing else.
        """
        try:
            record = self.play_game(unit)
        except CannotSeatError as error:
            return unit, _blame(unit, error.name, error.reason)
        if record.ending.reason in BROKEN_OFF:
            return unit, {"fault": record.ending.detail}
        if record.at_fault is not None:
            return unit, _blame(unit, record.at_fault, record.ending.detail)
        return unit, unit.result_of(record)

    def play_game(self, unit: Unit) -> GameRecord:
        """Play the game of a unit; a player alone has both sides. Raises CannotSeatError."""
        # An engine has the name of its side: so it is one process from unit to unit.
        engines = [
            EngineSetting(
                name,
                options={"Seed": seed, **setting.options},
                time_control=TimeControl(movetime=setting.movetime, nodes=setting.nodes),
            )
            for name, (setting, seed) in zip(PLAYERS, unit.players, strict=False)
        ]
        self._table.prepare(_rules(unit.game, unit.max_plies), engines)
        return self._table.play(_task(unit)).record

    def cancel(self, unit: Unit) -> None:
        """End this unit, if it is being done or soon will be. May be called from any thread."""
        self._table.cancel(_task(unit))


def _rules(game: str, max_plies: int | None = None) -> Rules:
    adjudication = Adjudication(max_plies=max_plies)
    return Rules(read_game(game.split()), adjudication, margin=PATIENCE, patience=PATIENCE)


def _task(unit: Unit) -> Task:
    return Task(1, PLAYERS[0], PLAYERS[len(unit.players) - 1], 0, 0, unit.opening)


def _blame(unit: Unit, name: str, problem: str) -> Result:
    setting, _ = unit.players[PLAYERS.index(name)]
    first_line = problem.partition("\n")[0]
    return {"fault": f"{name} ({setting.name}): {first_line}"}


@dataclass(frozen=True)
class SearchUnit:
    """One search, by a player that knows nothing from searches before it.

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

    @property
    def players(self) -> Sequence[tuple[Setting, int]]:
        """Return who plays, with the seed."""
        return [(self.player, self.repeat + 1)]

    @property
    def max_plies(self) -> int:
        return len(self.opening.moves) + 1

    def result_of(self, record: GameRecord) -> Result:
        [found] = record.moves
        return {
            "move": found.move,
            "seconds": round(found.seconds, DIGITS),
            "nodes": found.nodes or 0,
            "depth": found.depth or 0,
            "free": is_free(self.opening.set_up(read_game(self.game.split()))),
        }


@dataclass(frozen=True)
class GameUnit:
    """One game from an opening on, `x` against `o`.

    Its result has `winner` (`x`, `o` or `draw`), `moves` (all of them), and for each move after
    the opening `seconds`, `nodes`, `depths` and `free`. `pair` says which games began alike, and
    `subject` is the side whose result is asked for.
    """

    game: str
    x: Setting
    o: Setting
    opening: Opening = START
    group: str = ""
    seed: int = 1
    pair: int = 0
    subject: str = PLAYERS[0]
    max_plies = None

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

    @property
    def players(self) -> Sequence[tuple[Setting, int]]:
        """Return who plays, x first, each with a seed of its own."""
        return [(self.x, 2 * self.seed), (self.o, 2 * self.seed + 1)]

    def result_of(self, record: GameRecord) -> Result:
        game, winner = read_game(self.game.split()), record.ending.winner
        position, free = self.opening.set_up(game), []
        for each in record.moves:
            free.append(is_free(position))
            position.play(game.parse_move(each.move))
        return {
            "moves": [*self.opening.moves, *(each.move for each in record.moves)],
            "seconds": [round(each.seconds, DIGITS) for each in record.moves],
            "nodes": [each.nodes or 0 for each in record.moves],
            "depths": [each.depth or 0 for each in record.moves],
            "free": free,
            "winner": DRAW if winner is None else PLAYERS[winner],
        }


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


def plan_games(
    game: str, x: Setting, o: Setting, openings: Iterable[Opening], group: str, seed: int
) -> list[GameUnit]:
    """Plan a game from each opening, in which `x` moves first, each an observation of its own;
    `seed` is that of the run.
    """
    return [
        GameUnit(game, x, o, opening, group, seed_of(seed, number), number)
        for number, opening in enumerate(openings)
    ]


def plan_searches(
    game: str, player: Setting, openings: Iterable[Opening], group: str, seed: int
) -> list[SearchUnit]:
    """Plan a search from each opening; `seed` is that of the run."""
    return [
        SearchUnit(game, player, opening, group, seed_of(seed, number))
        for number, opening in enumerate(openings)
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
    """Write the same and where the true score lies: `+26 =39 -35: 46 % (38 to 53)`; or that the
    games are too few to say so.
    """
    if not is_enough(tally):
        return f"+{tally.wins} ={tally.draws} -{tally.losses}: {TOO_FEW}"
    return f"{write_score(tally)} ({write_range(tally)})"


def write_range(tally: Tally) -> str:
    """Write where the true score lies, in per cent: `38 to 53`. An end that is just beside one half
    is not rounded to it, or nobody could tell which player is better: `49.9 to 80`.
    """
    return " to ".join(map(_write_end, tally.interval))


def _write_end(end: float) -> str:
    text = f"{100 * end:.0f}"
    if text != "50" or end == 0.5:
        return text
    return f"{min(100 * end, 49.9):.1f}" if end < 0.5 else f"{max(100 * end, 50.1):.1f}"


def is_enough(tally: Tally) -> bool:
    """Tell whether the games say anything about the true score."""
    low, high = tally.interval
    return high - low <= MOST_DOUBT


def _key(kind: str, game: str, players: Sequence[Setting], opening: Opening, number: int) -> str:
    texts = (player.text for player in players)
    start = [] if opening.position is None else [opening.position]
    return json.dumps([kind, game, *texts, " ".join([*start, *opening.moves]), number])
