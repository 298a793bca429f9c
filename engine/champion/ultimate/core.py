"""The core for ultimate: the root of its search.

Memory: the table has what `megabytes` allow; besides there are 17 MB of weights and ready-made
answers, and at most 25 MB of moves (`MOST_OFFERS`), 20 MB of big boards (`MOST_SITUATIONS`, and
what one depth adds, some 4 KB each) and 10 MB of wins (`MOST_WINS`).

The search itself is `search.py`, forced wins `wins.py`. With few cells left the
core first asks how the game ends, which is far less work than a search with estimates.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from linemate.engine.champion.core import Core
from linemate.engine.champion.ultimate.leaves import NO_LIMIT
from linemate.engine.champion.ultimate.search import TO_THE_END
from linemate.engine.champion.ultimate.tables import Situation, Tables
from linemate.engine.champion.ultimate.weights import Weights, shipped
from linemate.engine.champion.ultimate.wins import UltimateWins
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.core import Game, Position
from linemate.engine.games.smallboards import ANY
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.scores import PROVEN, WIN

# The least score that is a proven win, and the least that is not a proven loss.
WON, DRAW = PROVEN + 1, -PROVEN
# With so few cells left that can be played, the end of the game is tried for.
SOLVABLE = 34
LEAST_ATTEMPT = 500  # nodes


class UltimateCore(UltimateWins, Core):
    def __init__(
        self,
        game: Game,
        megabytes: int,
        weights: Weights | None = None,
        exhaustive: bool = False,
    ) -> None:
        """Make a core; if `exhaustive`, it reduces nothing and has the values of plain minimax."""
        assert isinstance(game, Ultimate)
        tables = Tables(game.won_open, game.majority, weights or shipped())
        super().__init__(tables, megabytes)
        self.exhaustive = exhaustive
        self.odd_wins = not game.majority

    def clear(self) -> None:
        self._table.clear()
        self._wins.clear()
        self._tables.forget()

    def fullness(self) -> int:
        return self._table.fullness()

    # -------------------------------------------------------------- the root

    def evaluate(self, position: Position) -> int:
        assert isinstance(position, UltimatePosition)
        self._set_root(position)
        return self._worth + self._here.targets[self._target][self._codes[self._target]]

    def begin(self, position: Position, clock: Clock) -> None:
        assert isinstance(position, UltimatePosition)
        self._clock = clock
        self.nodes = self.deepest = 0
        self._next_check = clock.next_check(0)
        self._tables.forget_if_many()
        self._set_root(position)
        self._depth = 0
        self._most_nodes = NO_LIMIT
        self._attempted = 0  # nodes of attempts to tell an exact result
        self._result: int | None = None  # of the position, once that is known
        self._winner, self._winning_score = -1, 0
        self._lines: list[list[int]] = [[] for _ in range(self._cells_left + 2)]

    def _set_root(self, position: UltimatePosition) -> None:
        self._position = position
        tables = self._tables
        owned = (position.owned[0], position.owned[1])
        self._here = tables.situation(position.to_move, owned, position.closed)
        self._codes = [
            0 if position.closed >> board & 1 else position.codes[board] for board in range(9)
        ] + [0]
        self._target = position.target
        self._worth = self._worth_of(self._here)
        self._key = self._key_of(self._here)
        self._cells_left = sum(
            len(tables.free_cells[self._codes[board]]) for board in self._here.boards[ANY]
        )
        self._root = {
            move: (following, board, cell, new, its_worth, self._key ^ its_key)
            for _, move, board, cell, new, following, its_worth, its_key in sorted(
                self._choices(self._here, self._target, self._worth), reverse=True
            )
        }

    def _worth_of(self, here: Situation) -> int:
        """Work out what the boards are worth to the mover, without what his target is worth."""
        worth = here.big
        decided = here.owned[0] | here.owned[1] | here.shut
        for board in range(9):
            if not decided >> board & 1:
                worth += here.board_worth(board, self._codes[board])
        return worth

    def _key_of(self, here: Situation) -> int:
        """Work out the key from scratch, without side and target."""
        tables, key = here.tables, 0
        for board in range(9):
            key ^= tables.marks_key(board, self._codes[board])
            if here.shut >> board & 1:
                key ^= tables.shut_keys[board]
            for side in (0, 1):
                if here.owned[side] >> board & 1:
                    key ^= tables.owner_keys[side][board]
        return key

    def order(self, moves: list[int]) -> None:
        rank = {move: number for number, move in enumerate(self._root)}
        moves.sort(key=rank.__getitem__)

    def line(self) -> list[int]:
        return self._lines[1][:]

    def search_move(self, move: int, depth: int, alpha: int, beta: int) -> int:
        if depth > self._depth:
            self._depth = depth
            if self._tables.forget_if_many():
                self._set_root(self._position)
            if self._result is None and self._cells_left <= SOLVABLE and not self.exhaustive:
                self._result = self._attempt(self._solve)
        self._lines[1].clear()
        if move == self._winner:
            return self._winning_score
        if self._result == 0 and (alpha >= 0 or self._try_move(move, TO_THE_END, DRAW) >= DRAW):
            return 0
        score = self._try_move(move, depth, beta, alpha)
        if self._result == 0:
            score = min(score, -1)  # it loses, though this depth may not show it
        if alpha < score < min(beta, -PROVEN) and not self.exhaustive:
            plies = self._attempt(partial(self._length_of_loss, move, WIN + score))
            return score if plies is None else plies - WIN
        return score

    def _try_move(self, move: int, depth: int, beta: int, alpha: int | None = None) -> int:
        """Return the score of a move at the root; without an alpha, in a window of one point."""
        following, board, cell, new, worth, key = self._root[move]
        if following.result is not None:
            return -following.result * (WIN - 1)
        code = self._codes[board]
        self._codes[board] = new
        alpha = beta - 1 if alpha is None else alpha
        score = -self._search(following, depth - 1, -beta, -alpha, 1, cell, worth, key)
        self._codes[board] = code
        return score

    # -------------------------------------------------------------- exact results

    def _attempt(self, question: Callable[[], int]) -> int | None:
        """Return the answer, if as many nodes suffice for it as the search has taken.

        That is for all attempts together; the search goes on deepening meanwhile. What has been
        found out when the nodes run out is in the table, and a help to the next attempt.
        """
        before = self.nodes
        most_nodes = 2 * (before - self._attempted) + LEAST_ATTEMPT
        if most_nodes <= before:
            return None
        self._most_nodes = most_nodes
        self._next_check = min(self._next_check, most_nodes + 1)
        codes = self._codes[:]
        try:
            return question()
        except OutOfNodes:
            self._codes[:] = codes
            return None
        finally:
            self._most_nodes = NO_LIMIT
            self._attempted += self.nodes - before

    def _solve(self) -> int:
        """Return the result alone: far fewer nodes than its length,
        or the same depth of estimates.
        """
        for move in self._root:
            score = self._try_move(move, TO_THE_END, WON)
            if score >= WON:
                self._winner, self._winning_score = move, score
                return 1
        for move in self._root:
            if self._try_move(move, TO_THE_END, DRAW) >= DRAW:
                return 0
        return -1

    def _length_of_loss(self, move: int, plies: int) -> int:
        """Return within how few plies a move loses that loses within so many."""
        following, board, cell, new, _, key = self._root[move]
        code = self._codes[board]
        self._codes[board] = new
        for fewer in range(2, plies, 2 if self.odd_wins else 1):
            if self._is_won(following, fewer - 1, 1, cell, key):
                plies = fewer
                break
        self._codes[board] = code
        return plies

    def has_win(self, move: int, plies: int) -> bool:
        following, board, cell, new, _, key = self._root[move]
        if following.result is not None:
            return following.result < 0
        code = self._codes[board]
        self._codes[board] = new
        won = self._is_lost(following, plies - 1, 1, cell, key)
        self._codes[board] = code
        return won
