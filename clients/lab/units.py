"""What the lab measures: one search, or one game between two settings of the engine.

Both are units of work that are described completely by their fields, so that the text of a
unit is the key under which its result is stored. The rules are ours; whatever an engine
answers is checked against them.
"""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import dataclass
from random import Random
from typing import Any

from linemate.clients.lab.players import Players, Setting
from linemate.clients.shared.values import read_game
from linemate.engine.core import PLAYERS, Game, LinemateError, Position
from linemate.protocol.driver import Answer, EngineError

Result = dict[str, Any]
DRAW = "draw"
SEED_STEP = 10_000  # more units than any experiment has: the seeds of two runs never meet
# A search that has not ended after so many seconds is told to stop, and its unit is at fault.
PATIENCE = 600.0


class FaultError(Exception):
    """An engine failed, or answered what the rules forbid."""


@dataclass(frozen=True)
class SearchUnit:
    """One search, by a player that has just sat down.

    Its result has `move`, `seconds`, `nodes`, `depth` and `free` (see `is_free`).
    """

    game: str
    player: Setting
    opening: tuple[str, ...] = ()
    group: str = ""
    repeat: int = 0

    @property
    def key(self) -> str:
        return _key("search", self.game, [self.player.text], self.opening, self.repeat)

    def run(self, players: Players) -> Result:
        game, position, moves = set_up(self.game, self.opening)
        try:
            _seat(players, 0, self.player, game, self.repeat + 1)
            answer = _ask(players, 0, game, position, moves)
        except FaultError as fault:
            return {"fault": str(fault)}
        return {**_measures(answer), "move": answer.move, "free": is_free(position)}


@dataclass(frozen=True)
class GameUnit:
    """One game from an opening on, `x` against `o`.

    Its result has `winner` (`x`, `o` or `draw`), `moves` (all of them), and for each move after
    the opening `seconds`, `nodes` and `free`. A game that an engine broke off has a `fault` in
    place of the winner. `pair` says which games began alike, and `subject` is the side whose
    result is asked for.
    """

    game: str
    x: Setting
    o: Setting
    opening: tuple[str, ...] = ()
    group: str = ""
    seed: int = 1
    pair: int = 0
    subject: str = PLAYERS[0]

    @property
    def player(self) -> Setting:
        """The subject."""
        return self.x if self.subject == PLAYERS[0] else self.o

    @property
    def opponent(self) -> Setting:
        return self.o if self.subject == PLAYERS[0] else self.x

    @property
    def key(self) -> str:
        return _key("game", self.game, [self.x.text, self.o.text], self.opening, self.seed)

    def run(self, players: Players) -> Result:
        game, position, moves = set_up(self.game, self.opening)
        result: Result = {"moves": moves, "seconds": [], "nodes": [], "free": []}
        try:
            for side, setting in enumerate((self.x, self.o)):
                _seat(players, side, setting, game, 2 * self.seed + side)
            while position.outcome() is None:
                result["free"].append(is_free(position))
                answer = _ask(players, position.to_move, game, position, moves)
                measures = _measures(answer)
                result["seconds"].append(measures["seconds"])
                result["nodes"].append(measures["nodes"])
                moves.append(str(answer.move))
                position.play(game.parse_move(str(answer.move)))
        except FaultError as fault:
            result["fault"] = str(fault)
            return result
        outcome = position.outcome()
        winner = outcome.winner if outcome is not None else None
        result["winner"] = DRAW if winner is None else PLAYERS[winner]
        return result


Unit = SearchUnit | GameUnit


@dataclass(frozen=True)
class Finished:
    """A unit, what came of it, and which version of the engine measured it when."""

    unit: Unit
    result: Result
    engine: str = ""
    date: str = ""


def pair_of_games(
    game: str, a: Setting, b: Setting, opening: tuple[str, ...], group: str, pair: int, seed: int
) -> list[GameUnit]:
    """The same opening twice: `a`, whose result is asked for, is x first, then o."""
    return [
        GameUnit(game, a, b, opening, group, seed, pair, "x"),
        GameUnit(game, b, a, opening, group, seed, pair, "o"),
    ]


def seed_of(seed: int, number: int) -> int:
    """The seed of one unit of a run: no other run has it, whatever its seed."""
    assert 0 <= number < SEED_STEP
    return SEED_STEP * (seed - 1) + number + 1


def every_opening(name: str, plies: int) -> list[tuple[str, ...]]:
    """All openings of so many plies that leave the game open, in the order of the moves."""
    game = read_game(name.split())
    openings: list[list[int]] = [[]]
    for _ in range(plies):
        openings = [[*moves, move] for moves in openings for move in _after(game, moves)]
    return [tuple(map(game.write_move, moves)) for moves in openings if _after(game, moves)]


def _after(game: Game, moves: list[int]) -> list[int]:
    position = game.start()
    for move in moves:
        position.play(move)
    return position.legal_moves()


def make_openings(
    name: str, plies: int, count: int, seed: int, without: Container[tuple[str, ...]] = ()
) -> list[tuple[str, ...]]:
    """Different random openings, none of which ends the game or leaves a win at once.

    None of those `without`. Fewer than `count` only where so many could not be found in a
    hundred times as many tries.
    """
    game, random = read_game(name.split()), Random(f"{name} {plies} {seed}")
    found: dict[tuple[str, ...], None] = {}
    for _ in range(100 * count):
        if len(found) == count:
            break
        position = game.start()
        moves: list[int] = []
        while len(moves) < plies and position.outcome() is None:
            moves.append(random.choice(position.legal_moves()))
            position.play(moves[-1])
        won = any(map(position.wins_at_once, position.legal_moves()))
        if position.outcome() is None and not won:
            opening = tuple(map(game.write_move, moves))
            if opening not in without:
                found[opening] = None
    return list(found)


def is_free(position: Position) -> bool:
    """Whether the mover may choose among several boards; the first move of all is not counted.

    Always false in games without boards to be sent to.
    """
    moves = position.legal_moves()
    has_boards = hasattr(position, "target")
    return has_boards and "x" in position.cells() and len({move // 9 for move in moves}) > 1


def set_up(name: str, opening: tuple[str, ...]) -> tuple[Game, Position, list[str]]:
    game = read_game(name.split())
    position = game.start()
    for text in opening:
        position.play(game.read_move(position, text))
    return game, position, list(opening)


def _seat(players: Players, side: int, setting: Setting, game: Game, seed: int) -> None:
    """Raises FaultError."""
    try:
        players.seat(side, setting, game, seed)
    except (EngineError, LinemateError) as error:
        players.dismiss(side)
        raise FaultError(f"{PLAYERS[side]} ({setting.name}): {_first_line(error)}") from error


def _ask(players: Players, side: int, game: Game, position: Position, moves: list[str]) -> Answer:
    """A legal answer of the player. Raises FaultError."""
    who = f"{PLAYERS[position.to_move]} ({players.name(side)})"
    try:
        answer = players.think(side, moves, PATIENCE)
        game.read_move(position, answer.move or "none")
    except EngineError as error:
        players.dismiss(side)
        raise FaultError(f"{who}: {_first_line(error)}") from error
    except LinemateError as error:
        raise FaultError(f"{who}: {error}") from error
    if answer.late:
        raise FaultError(f"{who}: no answer within {PATIENCE:.0f} s")
    return answer


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _measures(answer: Answer) -> Result:
    info = answer.info
    return {
        "seconds": round(answer.seconds, 6),
        "nodes": (info.nodes if info is not None else None) or 0,
        "depth": (info.depth if info is not None else None) or 0,
    }


def _key(kind: str, game: str, players: list[str], opening: tuple[str, ...], number: int) -> str:
    return json.dumps([kind, game, *players, " ".join(opening), number])
