"""The core for five in a row, `freestyle` and `standard`, on boards of any size.

    stretches.py  what a stone changes in a line
    patterns.py   the board as tables: what each cell promises, what a position is worth
    threats.py    forced wins, and the exact answer to "is there a win within n plies?"
    board.py      the position of a search, its forced wins, the moves worth a look
    search.py     the search below the root
    this file     the root

Before a root move is searched, three things may settle it: a forced win that was found for the
whole position; a forced win of the opponent, were it his turn, that this move does nothing
against; and for wins within EXACT_PLIES the exact answer, so that none of them is missed.
"""

from __future__ import annotations

from linemate.engine.champion.gomoku.board import NO_WIN, ForcedWin
from linemate.engine.champion.gomoku.patterns import (
    FIELD,
    FIELD_MASK,
    FIVE_BITS,
    pattern_tables,
)
from linemate.engine.champion.gomoku.search import TEMPO, Tree
from linemate.engine.champion.gomoku.threats import ALL, THREES
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.games.gomoku import ROW, Gomoku
from linemate.engine.games.grid import GridGame
from linemate.engine.scores import PROVEN, WIN

EXACT_PLIES = 7
# A depth begins with a search for forced wins, of as many nodes as this shifted by the depth.
ROOT_NODES = 20
# Root moves from this place on in the order are tried less deep before they are searched.
REDUCED_ROOT = 20
# What each cell costs that one of the first stones is off the middle, and not beside the other.
# No search is deep enough to tell such cells apart, and this is more than they ever differ by.
ASTRAY = 100


class GomokuCore(Tree):
    def __init__(self, game: Game, megabytes: float) -> None:
        assert isinstance(game, GridGame)
        exactly_five = isinstance(game, Gomoku) and game.exactly_five
        self.prepare(pattern_tables(game.width, game.height, exactly_five), megabytes)

    @classmethod
    def suits(cls, game: Game) -> bool:
        return isinstance(game, GridGame) and game.options.get("row", ROW) == ROW

    def evaluate(self, position: Position) -> int:
        promises, estimate, _ = self.tables.read(position.cells())
        return (-estimate if position.to_move else estimate) + TEMPO if promises else 0

    def begin(self, position: Position, clock: Clock) -> None:
        self._root = self.set_up(position, clock)
        # Not a method of this core: all cores of a board share the tables, and would keep it.
        self.tables.look = lambda: clock.check(clock.nodes)
        self._depth = 0  # to which forced wins have been looked for
        self._win = self._loss = NO_WIN
        self._no_win: dict[int, int] = {}  # by move: the plies within which it does not win
        self._place_in_order: dict[int, int] = {}
        stones = [cell for cell, mark in enumerate(position.cells()) if mark != "."]
        self._first_stones = stones if len(stones) < 2 else None

    def order(self, moves: list[int]) -> None:
        """Sort moves by what they promise; what is equal, nearest to the centre first."""
        promises, _, _, side = self._root
        worth = self.worth_of_moves(promises, side)
        width, height = self.tables.width, self.tables.height

        def merit(cell: int) -> tuple[int, int]:
            row, column = divmod(cell, width)
            distance = abs(2 * column - width + 1) + abs(2 * row - height + 1)
            return worth >> FIELD * cell & FIELD_MASK, -distance

        moves.sort(key=merit, reverse=True)
        self._place_in_order = {move: place for place, move in enumerate(moves)}

    def line(self) -> list[int]:
        return self.lines[1][:]

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        if self._first_stones is None:
            return self._search_move(move, depth, alpha, beta)
        cost = ASTRAY * self._cells_astray(move, self._first_stones)
        score = self._search_move(move, depth, alpha + cost, beta + cost)
        return score - cost if abs(score) < PROVEN else score

    def _cells_astray(self, move: int, stones: list[int]) -> int:
        """Return how far a move is from the middle, or from being beside one of these stones."""
        width, height = self.tables.width, self.tables.height
        row, column = divmod(move, width)
        distances = [max(abs(2 * column - width + 1), abs(2 * row - height + 1)) // 2]
        for stone in stones:
            its_row, its_column = divmod(stone, width)
            distances.append(max(abs(column - its_column), abs(row - its_row)) - 1)
        return min(distances)

    def _search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        promises, estimate, key, side = self._root
        self.lines[1].clear()
        if self._makes_a_five(move):
            return WIN - 1
        if not self.endgame:
            settled = self._settled_by_threats(move, depth)
            if settled:
                return settled
        after, gain = self.place(side, move, promises)
        key ^= self.keys[side][move]
        score = self._exact_win(move, after, key, min(depth, EXACT_PLIES))
        if not score:
            state = after, -estimate - gain, key, 1 - side
            score = alpha + 1
            late = self._place_in_order.get(move, 0) >= REDUCED_ROOT
            if late and depth > 3 and not self.endgame:
                less = 1 + depth // 3
                score = -self.value(*state, depth - 1 - less, -alpha - 1, -alpha, 1)
            if score > alpha:
                score = -self.value(*state, depth - 1, -beta, -alpha, 1)
        self.threats.remove(side, move)
        return score

    def has_win(self, move: int, plies: int) -> bool:
        promises, _, key, side = self._root
        if self._makes_a_five(move) or plies < 3:
            return self._makes_a_five(move)
        after = self.threats.place(side, move, promises)
        key ^= self.keys[side][move]
        zone = self.threats.lost(after, key, side, plies - 1, ALL)
        self.threats.remove(side, move)
        return bool(zone)

    def _makes_a_five(self, move: int) -> bool:
        promises, _, _, side = self._root
        return bool(promises >> FIELD * move & FIVE_BITS << FIELD // 2 * side)

    def _settled_by_threats(self, move: int, depth: int) -> int:
        """Return the score of a root move that takes part in, or does
        nothing against, a forced win.
        """
        promises, _, _, side = self._root
        if promises & self.tables.urgent:
            return 0  # all too near: the tree knows better how far off the end is
        if depth > self._depth:
            self._depth = depth
            self._win = self._shortest_forced_win(side, ROOT_NODES << depth)
            self._loss = self._shortest_forced_win(1 - side, ROOT_NODES << depth)
        plies, _, winning_move = self._win
        if plies and winning_move == move:
            return WIN - plies
        plies, zone, _ = self._loss
        if plies and not zone >> FIELD * move & FIELD_MASK:
            return plies + 1 - WIN
        return 0

    def _shortest_forced_win(self, attacker: int, nodes: int) -> ForcedWin:
        """Return what `forced_win` does of the root, in as few plies as can be told.

        Exact up to EXACT_PLIES, and as long as the nodes suffice.
        """
        promises, _, key, _ = self._root
        found = self.forced_win(promises, key, attacker, nodes)
        for fewer in range(5, found[0], 2):
            kind = ALL if fewer <= EXACT_PLIES else THREES
            zone, nodes = self.threats.attempt(promises, key, attacker, fewer, kind, nodes)
            if zone:
                return fewer, zone, self.threats.winning_move(key, attacker)
            if not nodes:
                break
        return found

    def _exact_win(self, move: int, after: int, key: int, most: int) -> int:
        """Return the score of a root move that wins within so many plies, otherwise 0."""
        side = self._root[3]
        for plies in range(self._no_win.get(move, 1) + 2, most + 1, 2):
            if self.threats.lost(after, key, side, plies - 1, ALL):
                return WIN - plies
            self._no_win[move] = plies
        return 0
