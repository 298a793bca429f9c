"""The core for five in a row, under every rule of gomoku, on boards of any size.

    tables.py   the board as flat lists, and what a stone would make where
    weights.py  what that is worth, learned by self-play
    board.py, zones.py, moves.py, threats.py, search.py
                the search below the root, each built on the one before: the stones and what they
                make, sets of cells, the moves worth a look, forced wins, and what is left to judge
    this file   the root

Before a root move is searched, two things may settle it: a forced win that was found for the whole
position, exactly for wins within EXACT_PLIES, so that none of them is missed; and a forced win of
the opponent, were it his turn, that this move does nothing against.

Memory: the table has what `megabytes` allow. Besides there are the lists of the search, some 4 MB
compiled and 10 MB interpreted, and 4 MB more under any rule but `freestyle`.
"""

from __future__ import annotations

from linemate.engine.builds import hot_module
from linemate.engine.champion.flat import INNER_PROVEN, INNER_WIN, FlatCore, inward, outward
from linemate.engine.champion.gomoku.board import ONE_FIVE
from linemate.engine.champion.gomoku.tables import foursome, gomoku_tables
from linemate.engine.champion.gomoku.threats import ATTEMPTS, BY_ALL, BY_THREES
from linemate.engine.champion.gomoku.weights import Weights, shipped
from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Game, Position
from linemate.engine.crew import Memory
from linemate.engine.games.gomoku import FREESTYLE, ROW, Gomoku
from linemate.engine.games.grid import GridGame
from linemate.engine.scores import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.gomoku.search import Search
else:
    Search = hot_module("champion.gomoku.search").Search

EXACT_PLIES = 7
# A depth begins with a search for forced wins, for each player with so many nodes at least, or with
# this part of those that the search has taken.
ROOT_NODES, ROOT_SHARE = 40, 6
# So many root moves are searched, and all if these lose.
ROOT_WIDTH = 30
# With so few free cells nothing is left out or reduced and every score is that of minimax.
ENDGAME_CELLS = 14
FULL_WIDTH_CELLS = 64  # boards up to this size have every move searched
# What each cell costs that one of the first stones is off the middle, and not beside the other.
# No search is deep enough to tell such cells apart, and this is more than they ever differ by.
ASTRAY = 100


class GomokuCore(FlatCore):
    _search: Search

    def __init__(
        self,
        game: Game,
        megabytes: float,
        weights: Weights | None = None,
        memory: Memory | None = None,
    ) -> None:
        """Make a core; its table may lie in memory that others share, who search the same game."""
        assert isinstance(game, GridGame)
        rule = game.rule if isinstance(game, Gomoku) else FREESTYLE
        self._width, self._height = game.width, game.height
        tables = gomoku_tables(game.width, game.height, rule, weights or shipped())
        self._search = Search(tables)
        self._make_table(megabytes, memory)
        self._use_table()

    @classmethod
    def suits(cls, game: Game) -> bool:
        """Return whether rows of five win, and any free cell may be marked."""
        fives = isinstance(game, GridGame) and game.options.get("row", ROW) == ROW
        return fives and not game.options.get("drop", False)

    def clear(self) -> None:
        self._table.clear()
        self._search.forget()
        self._use_table()

    def _use_table(self) -> None:
        self._search.use_table(self._table.words, self._table.mask)

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        self._set_root(position)
        return self._search.estimate(position.to_move)

    def begin(self, position: Position, clock: Clock) -> None:
        self._search.use_clock(clock)
        self._set_root(position)
        self._line = []
        self._depth = 0  # to which forced wins have been looked for
        self._win = self._loss = 0  # their plies
        self._winner = -1
        self._zone: set[int] = set()  # where the opponent's can be prevented
        self._no_win = 3  # plies within which the mover does not win, where nobody can at once
        self._no_win_by: dict[int, int] = {}  # the same of each move, if several lines are wanted
        self._place_in_order: dict[int, int] = {}
        stones = [cell for cell, mark in enumerate(position.cells()) if mark != "."]
        self._first_stones = stones if len(stones) < 2 else None

    def _set_root(self, position: Position) -> None:
        cells = position.cells()
        self._side = position.to_move
        self._search.set_position([1 + PLAYERS.index(mark) if mark != "." else 0 for mark in cells])
        self._search.endgame = cells.count(".") <= ENDGAME_CELLS
        self._search.full_width = len(cells) <= FULL_WIDTH_CELLS

    def describe(self, position: Position) -> tuple[list[int], list[int], int] | None:
        """Return which weights a position has: the numbers of the foursomes that are the mover's,
        and the other's, at its free cells, and of the threats; None where it is never judged.
        """
        self._set_root(position)
        side = position.to_move
        if self._search.is_decided():
            return None
        packs = self._search.free_packs()
        own = [foursome(pack >> 16 * side) for pack in packs]
        other = [foursome(pack >> 16 - 16 * side) for pack in packs]
        return own, other, self._search.threats_at(side)

    def order(self, moves: list[int]) -> None:
        """Sort moves by what they promise; what is equal, nearest to the centre first."""
        merits = self._search.merits_at(self._side)

        def merit(cell: int) -> tuple[int, int]:
            row, column = divmod(cell, self._width)
            distance = abs(2 * column - self._width + 1) + abs(2 * row - self._height + 1)
            return merits[cell], -distance

        moves.sort(key=merit, reverse=True)
        self._place_in_order = {move: place for place, move in enumerate(moves)}

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        alpha, beta = inward(alpha), inward(beta)
        self._line = []
        if self._search.has(self._side, move, ONE_FIVE):
            return WIN - 1
        if not self._search.endgame:
            settled = self._settled_by_threats(move, depth)
            if settled:
                return settled
        cost = 0
        if self._first_stones is not None:
            cost = ASTRAY * self._cells_astray(move, self._first_stones)
            alpha, beta = min(alpha + cost, INNER_WIN - 1), min(beta + cost, INNER_WIN)
        if alpha > -INNER_PROVEN and self._is_left_out(move):
            return outward(alpha - cost)
        self._search.make(self._side, move)
        score = self._exact_win(move, min(depth, EXACT_PLIES)) if self.several_lines else 0
        if not score:
            score = self._try_move(move, depth, alpha, beta)
            self._line = self._search.line_at(1)
        self._search.unmake()
        return outward(score - cost if abs(score) < INNER_PROVEN else score)

    def _is_left_out(self, move: int) -> bool:
        """Return whether a move is not searched, as long as another does not lose."""
        if self._search.endgame or self._search.full_width:
            return False
        return self._place_in_order.get(move, 0) >= ROOT_WIDTH

    def _cells_astray(self, move: int, stones: list[int]) -> int:
        """Return how far a move is from the middle, or from being beside one of these stones."""
        row, column = divmod(move, self._width)
        distances = [max(abs(2 * column - self._width + 1), abs(2 * row - self._height + 1)) // 2]
        for stone in stones:
            its_row, its_column = divmod(stone, self._width)
            distances.append(max(abs(column - its_column), abs(row - its_row)) - 1)
        return min(distances)

    def _try_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of a move that was made; a late one is tried less deep at first."""
        search, other = self._search, 1 - self._side
        less = search.reduction(depth, self._place_in_order.get(move, 0))
        if less and not search.endgame:
            score = -search.search(other, depth - 1 - less, -alpha - 1, -alpha)
            if score <= alpha:
                return score
        return -search.search(other, depth - 1, -beta, -alpha)

    # -------------------------------------------------------------- forced wins

    def _settled_by_threats(self, move: int, depth: int) -> int:
        """Return the score of a root move that takes part in, or does nothing against, a forced
        win; otherwise 0.
        """
        search, side = self._search, self._side
        if search.is_decided():
            return 0  # all too near: the tree knows better how far off the end is
        if depth > self._depth:
            self._depth = depth
            nodes = max(ROOT_NODES, search.nodes // ROOT_SHARE)
            self._win, self._loss = self._exact_root_win(min(depth, EXACT_PLIES)), 0
            self._win = self._win or self._shortest_win(side, nodes)
            self._winner = search.winner
            if not self._win:
                self._loss = self._shortest_win(1 - side, nodes)
                self._zone = set(search.zone_cells())
        if self._win and move == self._winner:
            return WIN - self._win
        if self._loss and move not in self._zone:
            return self._loss + 1 - WIN
        return 0

    def _shortest_win(self, attacker: int, nodes: int) -> int:
        """Return in how few plies an attacker wins, if he does, as far as can be told.

        Exact up to EXACT_PLIES, and as long as the nodes suffice.
        """
        search = self._search
        length = search.forced_win(attacker, nodes, ATTEMPTS)
        search.left = nodes
        for fewer in range(5, length, 2):
            shorter = search.attempt(attacker, fewer, BY_ALL if fewer <= EXACT_PLIES else BY_THREES)
            if shorter:
                length = shorter if shorter > 0 else length
                break
        search.left = 0
        return length

    def _exact_root_win(self, most: int) -> int:
        """Return in how many plies the mover wins, if he does within so many, otherwise 0."""
        for plies in range(self._no_win + 2, most + 1, 2):
            if self._search.attempt(self._side, plies, BY_ALL):
                return plies
            self._no_win = plies
        return 0

    def _exact_win(self, move: int, most: int) -> int:
        """Return the score of a move that was made and wins within so many plies, otherwise 0."""
        for plies in range(self._no_win_by.get(move, 1) + 2, most + 1, 2):
            if self._search.lost(self._side, plies - 1, BY_ALL):
                return INNER_WIN - plies
            self._no_win_by[move] = plies
        return 0

    def has_win(self, move: int, plies: int) -> bool:
        search, side = self._search, self._side
        if search.has(side, move, ONE_FIVE) or plies < 3:
            return search.has(side, move, ONE_FIVE)
        search.enter()
        search.make(side, move)
        won = search.lost(side, plies - 1, BY_ALL)
        search.unmake()
        return won > 0
