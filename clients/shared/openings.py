"""What games begin with: openings from a file, at random, or every first move.

The same source and seed give the same sequence. Each opening is for a pair of games with the
colours swapped: `opening_for` takes the number of the pair, from 0. When all have been used they
come again.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Protocol

from linemate.clients.shared.files import explain
from linemate.engine.core import Game, LinemateError, Position

# So many random games in a row that gave nothing new, and there is thought to be nothing new.
MOST_TRIES = 1000


class OpeningError(LinemateError):
    """An openings file that cannot be read, or openings that do not exist."""


@dataclass(frozen=True)
class Opening:
    """A position string, None for the start, and moves to be played from there."""

    position: str | None = None
    moves: tuple[str, ...] = ()

    def set_up(self, game: Game) -> Position:
        """Return the position after the moves. Raises LinemateError, which names a bad move."""
        position = game.start() if self.position is None else game.read_position(self.position)
        for number, move in enumerate(self.moves, start=1):
            try:
                position.play(game.read_move(position, move))
            except LinemateError as error:
                raise LinemateError(f"move {number}: {error}") from None
        return position

    def positions(self, game: Game) -> list[Position]:
        """Return all positions, from the first to that after the moves. Raises as `set_up`."""
        positions = [self.set_up(game)]
        while positions[-1].history:
            positions.append(positions[-1].copy())
            positions[-1].undo()
        return positions[::-1]


START = Opening()


class Openings(Protocol):
    """As many openings as are asked for, in an order that never changes."""

    def opening_for(self, pair_number: int) -> Opening:
        """Return the opening of both games of a pair; pairs count from 0."""


class ListOfOpenings:
    """A few that are known, in order or shuffled."""

    def __init__(self, openings: Sequence[Opening], seed: int | None = None) -> None:
        self.openings = list(openings)
        if seed is not None:
            Random(seed).shuffle(self.openings)

    def opening_for(self, pair_number: int) -> Opening:
        return self.openings[pair_number % len(self.openings)]


class RandomOpenings:
    """Found when they are first asked for, always in the same order."""

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        """Find the first one. Raises OpeningError if there is none."""
        self._found: list[Opening] = []
        self._search = find_openings(game, plies, Random(seed))
        if not self._find(0):
            raise OpeningError(
                f"no opening of {plies} random plies found in {game.name} that leaves the game "
                "open without a win at once: expected fewer plies"
            )

    def opening_for(self, pair_number: int) -> Opening:
        self._find(pair_number)
        return self._found[pair_number % len(self._found)]

    def _find(self, number: int) -> bool:
        """Say whether there are more than so many different ones, and find them."""
        while len(self._found) <= number:
            opening = next(self._search, None)
            if opening is None:
                return False
            self._found.append(opening)
        return True


def start_position() -> Openings:
    """Return no opening at all: every game begins from the start."""
    return ListOfOpenings([START])


def read_openings(game: Game, path: Path, seed: int | None = None) -> Openings:
    """Return the openings of a file; a seed shuffles them. Raises as `read_every_opening`."""
    return ListOfOpenings(read_every_opening(game, path), seed)


def read_every_opening(game: Game, path: Path) -> list[Opening]:
    """Read a file: one a line, moves or a position string, `#` before a comment.

    The words of the protocol's command `position` are understood as well, as in
    `startpos moves b2` and `fen 3/1x1/3 o moves a1`. Raises OpeningError, which names the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OpeningError(f"cannot read the openings in {str(path)!r}: {explain(error)}") from None
    openings = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if words:
            try:
                openings.append(_read_opening(game, words))
            except LinemateError as error:
                raise OpeningError(f"{path}, line {number}: {error}") from None
    if not openings:
        raise OpeningError(f"{path}: no openings: expected one a line")
    return openings


def random_openings(game: Game, plies: int, seed: int) -> Openings:
    """Return random moves that neither end the game nor leave a win at once; no two symmetric.

    Raises OpeningError if there is none.
    """
    return RandomOpenings(game, plies, seed)


def first_moves(game: Game, seed: int | None = None) -> Openings:
    """Return every first move, one of those that are symmetric; a seed shuffles them.

    Raises OpeningError.
    """
    found: dict[int, Opening] = {}
    for opening in every_opening(game, 1):
        found.setdefault(_symmetric_key(game, opening.set_up(game)), opening)
    if not found:
        raise OpeningError(f"every first move ends a game of {game.name}")
    return ListOfOpenings(list(found.values()), seed)


def find_openings(
    game: Game, plies: int, random: Random, *, up_to_symmetry: bool = True
) -> Iterator[Opening]:
    """Yield different openings of random moves that neither end the game nor leave a win at once,
    until so many tries in a row were in vain that there is thought to be no other.

    Without `up_to_symmetry`, openings that lead to symmetric positions are different ones.
    """
    seen: set[Hashable] = set()
    tries = 0
    while tries < MOST_TRIES:
        tries += 1
        position = game.start()
        moves: list[int] = []
        while len(moves) < plies and position.outcome() is None:
            moves.append(random.choice(position.legal_moves()))
            position.play(moves[-1])
        won = any(map(position.wins_at_once, position.legal_moves()))
        if position.outcome() is not None or won:
            continue
        key: Hashable = _symmetric_key(game, position) if up_to_symmetry else tuple(moves)
        if key not in seen:
            seen.add(key)
            tries = 0
            yield Opening(moves=tuple(map(game.write_move, moves)))


def every_opening(game: Game, plies: int) -> Iterator[Opening]:
    """Yield all openings of so many plies that leave the game open, in the order of the moves."""

    def extend(position: Position, moves: tuple[str, ...]) -> Iterator[Opening]:
        if position.outcome() is not None:
            return
        if len(moves) == plies:
            yield Opening(moves=moves)
            return
        for move in position.legal_moves():
            position.play(move)
            yield from extend(position, (*moves, game.write_move(move)))
            position.undo()

    return extend(game.start(), ())


def _read_opening(game: Game, words: Sequence[str]) -> Opening:
    """Read one opening, which must leave the game open. Raises LinemateError."""
    before, moves = list(words), []
    if "moves" in words:
        at = words.index("moves")
        before, moves = list(words[:at]), list(words[at + 1 :])
    position = None
    if before[:1] == ["fen"]:
        position = " ".join(before[1:])
    elif before[:1] == ["startpos"]:
        if before[1:]:
            raise OpeningError(f"{' '.join(before[1:])!r} after startpos: expected moves M...")
    elif before and "/" in before[0]:  # which is in every position string, and in no move
        position = " ".join(before)
    else:
        moves = before + moves
    opening = Opening(position, tuple(moves))
    if opening.set_up(game).outcome() is not None:
        raise OpeningError(f"the game is over after {' '.join(words)!r}")
    return opening


def _symmetric_key(game: Game, position: Position) -> int:
    """Return a key that is the same for all positions that are symmetric to this one."""
    return min(game.transform(position, symmetry).key() for symmetry in game.symmetries())
