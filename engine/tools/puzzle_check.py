"""The second opinion on puzzles: a search of its own, which shares nothing with the one that made
them.

`RulesSearch` has the rules of a game and tries every move. On a large board of which any free cell
may be marked that is hopeless; there `WindowSearch` counts the marks in every window of cells that
could become a row, and leaves out what cannot matter:

- **A mark more never harms its owner.** So a move of the attacker's after which he has no win
  though the defender *passes* is no win: whatever he plays is at least as good for him.
- **What no row can use is a pass.** In the plies that are left the attacker adds so many marks and
  the defender so many. A cell all of whose windows have a mark of either side, or too few of one
  to be filled by then (of the defender's: to lack one cell by then), changes nothing.

Neither holds where a row may be too long (gomoku's other rules) or marks fall.
Start reading at `check`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import product

from linemate.engine.core import PLAYERS, Game, LinemateError, Position
from linemate.engine.games.gomoku import FREESTYLE, ROW, Gomoku
from linemate.engine.games.qubic import SHAPE, SIDE, Qubic
from linemate.engine.puzzle import ONLY, Puzzle, PuzzleError

FOR_EVER = 999  # plies: longer than any game
# Within so many plies every other first move of an `only` puzzle loses, on boards too large to be
# searched to the end.
SOON = 6


def check(game: Game, puzzle: Puzzle) -> None:
    """Prove all that the puzzle claims. Raises PuzzleError with what is not so."""
    try:
        position = game.read_position(puzzle.position)
        _check_line(game, position.copy(), puzzle)
    except LinemateError as error:
        raise PuzzleError(str(error)) from None
    key, search = game.parse_move(puzzle.line[0]), make_search(game, position)
    if len(puzzle.steps[0]) > 1:
        raise PuzzleError(f"there are {len(puzzle.steps[0])} solutions")
    if puzzle.claim == ONLY:
        for move in position.legal_moves():
            if move != key and not search.never_wins(move):
                raise PuzzleError(f"{game.write_move(move)} is not shown to miss the win")


def _check_line(game: Game, position: Position, puzzle: Puzzle) -> None:
    """Play the line by the rules: wherever the winner is to move, no win is shorter than what is
    left of it, and exactly the moves that stand there win in time; the last one does win.
    """
    mover, plies = position.to_move, puzzle.plies
    for moves in puzzle.steps:
        if position.to_move == mover:
            _check_step(game, make_search(game, position), moves, plies)
        elif len(moves) > 1:
            raise PuzzleError(f"one reply is expected, not {len(moves)}")
        position.play(game.read_move(position, moves[0]))
        plies -= 1
    outcome = position.outcome()
    if outcome is None or outcome.winner != mover:
        raise PuzzleError(f"the line does not end with a win of {PLAYERS[mover]}")


def _check_step(game: Game, search: WinSearch, moves: tuple[str, ...], plies: int) -> None:
    if plies > 2 and search.wins(plies - 2):
        raise PuzzleError(f"there is a win within {plies - 2} plies, before {moves[0]}")
    told, found = set(moves), set(map(game.write_move, search.winning_moves(plies)))
    if told != found:
        missed = ", ".join(sorted(found - told)) or "nothing"
        wrong = ", ".join(sorted(told - found)) or "nothing"
        raise PuzzleError(f"within {plies} plies {missed} wins as well, and {wrong} does not")


def make_search(game: Game, position: Position) -> WinSearch:
    """Return the search that can answer for this game."""
    if isinstance(game, Qubic):
        return WindowSearch(position, SHAPE, SIDE)
    if isinstance(game, Gomoku) and game.rule == FREESTYLE:
        return WindowSearch(position, (game.height, game.width), ROW)
    return RulesSearch(position)


class WinSearch(ABC):
    """Questions about the side to move in one position."""

    def wins(self, plies: int) -> bool:
        """Tell whether there is a move that wins by force within so many plies."""
        return any(True for _ in self.winning_moves(plies))

    @abstractmethod
    def winning_moves(self, plies: int) -> Iterator[int]:
        """Yield every move that wins by force within so many plies; it does not win in fewer by
        two, unless it wins at once.
        """

    @abstractmethod
    def never_wins(self, move: int) -> bool:
        """Tell whether it is certain that this move throws the win away."""


class RulesSearch(WinSearch):
    """Tries every move, by the rules alone; what it has seen it remembers."""

    def __init__(self, position: Position) -> None:
        self._position = position.copy()
        self._known: dict[tuple[int, int], bool] = {}
        # By plies to go: what worked last is tried first.
        self._favourites: dict[int, int] = {}

    def winning_moves(self, plies: int) -> Iterator[int]:
        for move in self._position.legal_moves():
            if self._wins_by(move, plies):
                yield move

    def never_wins(self, move: int) -> bool:
        return not self._wins_by(move, FOR_EVER)

    def _wins_by(self, move: int, plies: int) -> bool:
        position = self._position
        if position.wins_at_once(move):
            return True
        if plies < 3:
            return False
        position.play(move)
        won = position.outcome() is None and self._is_lost(plies - 1)
        position.undo()
        return won

    def _is_won(self, plies: int) -> bool:
        position = self._position
        moves = position.legal_moves()
        if any(map(position.wins_at_once, moves)):
            return True
        if plies < 3:
            return False
        known = self._known.get(key := (position.key(), plies))
        if known is None:
            known = any(self._wins_by(move, plies) for move in self._favourite_first(moves, plies))
            self._known[key] = known
        return known

    def _is_lost(self, plies: int) -> bool:
        position = self._position
        moves = position.legal_moves()
        if any(map(position.wins_at_once, moves)):
            return False
        for move in self._favourite_first(moves, plies):
            position.play(move)
            lost = position.outcome() is None and self._is_won(plies - 1)
            position.undo()
            if not lost:
                self._favourites[plies] = move
                return False
        return True

    def _favourite_first(self, moves: list[int], plies: int) -> list[int]:
        favourite = self._favourites.get(plies)
        if favourite in moves:
            moves.remove(favourite)
            moves.insert(0, favourite)
        return moves


class WindowSearch(WinSearch):
    """`_live[side][count]` has the windows with so many marks of a side and none of the other's."""

    def __init__(self, position: Position, shape: tuple[int, ...], row: int) -> None:
        self._row = row
        self._windows = list(_find_windows(shape, row))
        cells = position.cells()
        self._through: list[list[int]] = [[] for _ in cells]
        for number, window in enumerate(self._windows):
            for cell in window:
                self._through[cell].append(number)
        self._counts = [[0, 0] for _ in self._windows]
        self._live = [[set[int]() for _ in range(row + 1)] for _ in PLAYERS]
        for live in self._live:
            live[0].update(range(len(self._windows)))
        self._marks = [0, 0]
        self._known: dict[tuple[int, ...], bool] = {}
        for cell, mark in enumerate(cells):
            if mark in PLAYERS:
                self._put(PLAYERS.index(mark), cell)
        self._mover = position.to_move

    def _put(self, side: int, cell: int) -> None:
        mine, his = self._live[side], self._live[1 - side]
        for number in self._through[cell]:
            counts = self._counts[number]
            count, other = counts[side], counts[1 - side]
            if not other:
                mine[count].discard(number)
                mine[count + 1].add(number)
            if not count:
                his[other].discard(number)
            counts[side] = count + 1
        self._marks[side] |= 1 << cell

    def _take(self, side: int, cell: int) -> None:
        mine, his = self._live[side], self._live[1 - side]
        for number in self._through[cell]:
            counts = self._counts[number]
            count, other = counts[side] - 1, counts[1 - side]
            if not other:
                mine[count + 1].discard(number)
                mine[count].add(number)
            if not count:
                his[other].add(number)
            counts[side] = count
        self._marks[side] ^= 1 << cell

    def _free_cells(self, side: int, least: int) -> set[int]:
        """Return the free cells of the windows with at least so many marks, all of one side."""
        taken = self._marks[0] | self._marks[1]
        return {
            cell
            for count in range(max(least, 0), self._row)
            for number in self._live[side][count]
            for cell in self._windows[number]
            if not taken >> cell & 1
        }

    def wins(self, plies: int) -> bool:
        return self._is_won(self._mover, plies)

    def winning_moves(self, plies: int) -> Iterator[int]:
        mover = self._mover
        finishing = self._free_cells(mover, self._row - 1)
        if finishing or plies < 3:
            yield from sorted(finishing)
            return
        for move in sorted(self._candidates(mover, plies)):
            if self._wins_by(mover, move, plies):
                yield move

    def never_wins(self, move: int) -> bool:
        """Only a loss that is near can be shown here."""
        mover = self._mover
        self._put(mover, move)
        lost = any(self._is_won(1 - mover, plies) for plies in range(1, SOON, 2))
        self._take(mover, move)
        return lost

    def _candidates(self, attacker: int, plies: int) -> set[int]:
        """Return the moves that may win within so many plies, and not in two fewer."""
        must = self._free_cells(1 - attacker, self._row - 1)
        if must:
            return must if len(must) == 1 else set()
        least = self._row - (plies + 1) // 2
        cells = self._free_cells(attacker, least)
        return cells if plies < 5 else cells | self._free_cells(1 - attacker, least)

    def _is_won(self, attacker: int, plies: int) -> bool:
        """Tell whether the attacker, to move, wins within so many plies."""
        if self._live[attacker][self._row - 1]:
            return True
        if plies < 3 or self._is_won(attacker, plies - 2):
            return plies >= 3
        key = (attacker, plies, *self._marks)
        known = self._known.get(key)
        if known is None:
            moves = self._candidates(attacker, plies)
            known = any(self._wins_by(attacker, move, plies) for move in moves)
            self._known[key] = known
        return known

    def _wins_by(self, attacker: int, move: int, plies: int) -> bool:
        """Tell whether this move, which finishes no row, wins within so many plies."""
        self._put(attacker, move)
        won = self._is_won(attacker, plies - 2) and self._is_lost(1 - attacker, plies - 1)
        self._take(attacker, move)
        return won

    def _is_lost(self, defender: int, plies: int) -> bool:
        """Tell whether the defender, to move, loses within so many plies; if he passed, he did."""
        attacker = 1 - defender
        if self._live[defender][self._row - 1]:
            return False
        replies = self._free_cells(attacker, self._row - 1)
        if len(replies) > 1:
            return True
        if not replies:
            marks = plies // 2  # that either adds
            replies = self._free_cells(attacker, self._row - marks)
            replies |= self._free_cells(defender, self._row - 1 - marks)
        return all(self._loses_by(defender, reply, plies) for reply in replies)

    def _loses_by(self, defender: int, reply: int, plies: int) -> bool:
        self._put(defender, reply)
        lost = self._is_won(1 - defender, plies - 1)
        self._take(defender, reply)
        return lost


def _find_windows(shape: tuple[int, ...], row: int) -> Iterator[tuple[int, ...]]:
    """Yield every straight row of cells in a box, once, whose cells are numbered row by row."""
    steps = [step for step in product((-1, 0, 1), repeat=len(shape)) if step > (0,) * len(shape)]
    for start in product(*map(range, shape)):
        for step in steps:
            points = [
                [place + far * by for place, by in zip(start, step, strict=True)]
                for far in range(row)
            ]
            if all(0 <= at < side for at, side in zip(points[-1], shape, strict=True)):
                yield tuple(_number(point, shape) for point in points)


def _number(point: list[int], shape: tuple[int, ...]) -> int:
    number = 0
    for place, side in zip(point, shape, strict=True):
        number = number * side + place
    return number
