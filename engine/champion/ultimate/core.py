"""The core for ultimate: the root of its search.

    tables.py   the boards as flat lists
    weights.py  what they are worth, learned by self-play
    board.py, exact.py, search.py
                the search below the root, each built on the one before: the position and what it is
                worth, who wins within so many plies, and what is left to judge
    this file   the root

The search has numbers of its own; here they become the engine's scores. With few cells left the
core first asks how the game ends, which is far less work than a search with estimates.

Memory: the table has what `megabytes` allow. Besides there are the flat tables of the search, some
6 MB compiled and 20 MB interpreted, and 1 MB for the lengths of wins.
"""

from __future__ import annotations

from functools import partial

from linemate.engine.builds import hot_module
from linemate.engine.champion.flat import INNER_PROVEN, INNER_WIN, FlatCore, inward, outward
from linemate.engine.champion.ultimate.board import GOES_ON
from linemate.engine.champion.ultimate.exact import TO_THE_END
from linemate.engine.champion.ultimate.tables import make_tables
from linemate.engine.champion.ultimate.weights import Weights, shipped
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.crew import Memory
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.scores import WIN
from linemate.engine.transposition import PackedTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.ultimate.search import Search
else:
    Search = hot_module("champion.ultimate.search").Search

# The least score that is a proven win, and the least that is not a proven loss.
WON, DRAW = INNER_PROVEN + 1, -INNER_PROVEN
# With so few cells left that can be played, the end of the game is tried for.
SOLVABLE = 34
MEGABYTES_OF_WINS = 1


class UltimateCore(FlatCore):
    _search: Search

    def __init__(
        self,
        game: Game,
        megabytes: float,
        weights: Weights | None = None,
        exhaustive: bool = False,
        memory: Memory | None = None,
    ) -> None:
        """Make a core; if `exhaustive`, it reduces nothing and has the values of plain minimax.

        Its tables may lie in memory that others share, who search the same game: an entry that two
        have written at a time is taken for none.
        """
        assert isinstance(game, Ultimate)
        self.exhaustive = exhaustive
        self.odd_wins = not game.majority
        tables = make_tables(game.won_open, game.majority, weights or shipped(game.majority))
        self._search = Search(tables, exhaustive)
        self._make_table(megabytes, memory)
        self._wins = PackedTable(MEGABYTES_OF_WINS, memory)
        self._use_tables()

    def clear(self) -> None:
        self._table.clear()
        self._wins.clear()
        self._search.forget()
        self._use_tables()

    def _use_tables(self) -> None:
        wins = self._wins.words
        self._search.use_tables(self._table.words, self._table.mask, wins, len(wins) // 2 - 1)

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        assert isinstance(position, UltimatePosition)
        self._position = position
        self._return_to_root()
        return self._search.estimate(position.to_move, position.target, 0)

    def begin(self, position: Position, clock: Clock) -> None:
        assert isinstance(position, UltimatePosition)
        self._position = position
        self._search.use_clock(clock)
        self._return_to_root()
        self._depth = 0
        self._attempted = 0
        self._result: int | None = None  # of the position, once that is known
        self._winner, self._winning_score = -1, 0
        self._line = []

    def _return_to_root(self) -> None:
        position = self._position
        situation = 0
        for board in range(9):
            owner = position.owned[0] >> board & 1 | (position.owned[1] >> board & 1) << 1
            if not owner and position.closed >> board & 1:
                owner = 3
            situation |= owner << 2 * board
        codes = [0 if position.closed >> board & 1 else position.codes[board] for board in range(9)]
        self._search.set_position(codes, situation, position.closed)

    def order(self, moves: list[int]) -> None:
        merit = self._search.merits_at(self._position.to_move, self._position.target, 0)
        moves.sort(key=merit.__getitem__, reverse=True)

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        alpha, beta = inward(alpha), inward(beta)
        if depth > self._depth:
            self._depth = depth
            solvable = self._search.cells_left <= SOLVABLE and not self.exhaustive
            if self._result is None and solvable:
                self._result = self._attempt(self._solve)
        self._line = []
        if move == self._winner:
            return outward(self._winning_score)
        if self._result == 0 and (alpha >= 0 or self._try_move(move, TO_THE_END, DRAW) >= DRAW):
            return 0
        score = self._try_move(move, depth, beta, alpha)
        self._line = self._search.line_at(1) if alpha < score < beta else []
        if self._result == 0:
            score = min(score, -1)  # it loses, though this depth may not show it
        if alpha < score < min(beta, -INNER_PROVEN) and not self.exhaustive:
            plies = self._attempt(partial(self._length_of_loss, move, INNER_WIN + score))
            return outward(score) if plies is None else plies - WIN
        return outward(score)

    def _try_move(self, move: int, depth: int, beta: int, alpha: int | None = None) -> int:
        """Return the score of a move at the root; without an alpha, in a window of one point."""
        search, side = self._search, self._position.to_move
        result = search.make(side, move, 0)
        if result != GOES_ON:
            return result * (INNER_WIN - 1)
        target = search.target_after(move)
        alpha = beta - 1 if alpha is None else alpha
        score = -search.search(1 - side, target, depth - 1, -beta, -alpha, 1)
        search.unmake(move, 0)
        return score

    # -------------------------------------------------------------- exact results

    def _solve(self) -> int:
        """Return the result alone: far fewer nodes than its length,
        or the same depth of estimates.
        """
        moves = self._position.legal_moves()
        self.order(moves)
        for move in moves:
            score = self._try_move(move, TO_THE_END, WON)
            if score >= WON:
                self._winner, self._winning_score = move, score
                return 1
        for move in moves:
            if self._try_move(move, TO_THE_END, DRAW) >= DRAW:
                return 0
        return -1

    def _length_of_loss(self, move: int, plies: int) -> int:
        """Return within how few plies a move loses that loses within so many."""
        search, side = self._search, self._position.to_move
        search.make(side, move, 0)
        target = search.target_after(move)
        for fewer in range(2, plies, 2 if self.odd_wins else 1):
            if search.is_won(1 - side, target, fewer - 1, 1):
                plies = fewer
                break
        search.unmake(move, 0)
        return plies

    def has_win(self, move: int, plies: int) -> bool:
        search, side = self._search, self._position.to_move
        result = search.make(side, move, 0)
        if result != GOES_ON:
            return result > 0
        won = search.is_lost(1 - side, search.target_after(move), plies - 1, 1)
        search.unmake(move, 0)
        return won
