"""The last three plies of nineboard's alpha-beta, which do most of the work.

The same search as `NineBoardSearch._deep`, with ever less to look after: no table, no order but
that of the offers, and at last no moves made.

Start reading at `_three`.
"""

from __future__ import annotations

from linemate.engine.champion.nineboard.tables import BITS, OTHERS, NineBoardTables
from linemate.engine.clock import Clock
from linemate.engine.games.smallboards import ANY, CELLS_IN, STEP
from linemate.engine.games.tictactoe import FULL
from linemate.engine.scores import WIN


class NineBoardFrontier:
    """`codes` is the position's own list, changed and restored."""

    nodes = 0

    def __init__(self, tables: NineBoardTables, full_draws: bool) -> None:
        self._tables = tables
        self._full_draws = full_draws

    def _start(self, codes: list[int], clock: Clock) -> None:
        self._codes = codes
        self._clock = clock
        self.resume(0)

    def resume(self, nodes: int) -> None:
        """Go on counting from here."""
        self.nodes = nodes
        self._next_check = self._clock.next_check(nodes)

    def _three(
        self,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        worth: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return `value` for depth 3: moves as they are offered, no table, which does not pay."""
        nodes = self.nodes = self.nodes + 1
        if nodes >= self._next_check:
            self._next_check = self._clock.check(nodes)
        best, most = ply + 2 - WIN, WIN - ply - 3
        if best >= beta:
            return best
        if most <= alpha:
            return most
        tables, codes = self._tables, self._codes
        free, danger, other_step = tables.free, tables.danger[side], STEP[1 - side]
        all_worth = tables.worth[side]
        for board in (target,) if target != ANY else CELLS_IN[FULL ^ closed]:
            bit, others, code = BITS[board], theirs & OTHERS[board], codes[board]
            cells = free[code]
            full = closed if cells & cells - 1 else closed | bit
            before = all_worth[code] - worth
            for cell, new, gains, keeps in tables.offers[side][code]:
                their_danger = theirs if keeps else others
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | bit if gains else mine
                sent = cell
                drawn = False
                if full >> cell & 1:
                    if self._full_draws or full == FULL:
                        drawn = True
                    elif their_danger:
                        continue
                    sent = ANY
                else:
                    there = new if cell == board else codes[cell]
                    cells = free[there]
                    if not cells & ~my_danger and not (
                        cells & BITS[cell] and not danger[there + other_step[cell]]
                    ):
                        return most
                if drawn:
                    score = 0
                else:
                    codes[board] = new
                    score = -self._two(
                        sent, 1 - side, their_danger, my_danger, full, 0,
                        before - all_worth[new], 2, -beta, -alpha, ply + 1,
                    )  # fmt: skip
                    codes[board] = code
                if score > best:
                    best = score
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            return score
        return best

    def _two(
        self,
        target: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        worth: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return `value` for depth 2. Offers are in the order of their worth: the first safe reply
        is the best, and the only one looked at.
        """
        nodes = self.nodes = self.nodes + 1
        if nodes >= self._next_check:
            self._next_check = self._clock.check(nodes)
        tables, codes = self._tables, self._codes
        free, all_worth, tempo = tables.free, tables.worth[side], tables.tempo
        least_harm = tables.least_harm[1 - side]
        offers, replies = tables.offers[side], tables.offers[1 - side]
        best = ply + 2 - WIN
        for board in (target,) if target != ANY else CELLS_IN[FULL ^ closed]:
            bit, others, code = BITS[board], theirs & OTHERS[board], codes[board]
            cells = free[code]
            full = closed if cells & cells - 1 else closed | bit
            before = worth - all_worth[code]
            for cell, new, gains, keeps in offers[code]:
                their_danger = theirs if keeps else others
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | bit if gains else mine
                after = before + all_worth[new]
                there = new if cell == board else codes[cell]
                cells = free[there]
                if full & (BITS[cell] | cells) or cells == BITS[cell]:
                    # Somebody may be sent to a full board: rare enough to do it the long way.
                    if not full >> cell & 1:
                        sent = cell
                    elif self._full_draws or full == FULL:
                        sent = -1
                    elif their_danger:
                        continue
                    else:
                        sent = ANY
                    score = 0
                    if sent >= 0:
                        codes[board] = new
                        score = -self._one(sent, 1 - side, my_danger, full, -after, ply + 1)
                        codes[board] = code
                elif after + least_harm[there] + tempo <= alpha and cells & ~my_danger:
                    score = after + least_harm[there] + tempo  # or less, if that one is not safe
                else:
                    my_others = my_danger & OTHERS[cell]
                    for reply, answer, _, keeps_mine in replies[there]:
                        if (my_danger if keeps_mine else my_others) >> reply & 1:
                            continue
                        score = after - all_worth[there] + all_worth[answer] + tempo
                        break
                    else:
                        return WIN - ply - 3
                if score > best:
                    best = score
                    if score > alpha:
                        alpha = score
                        if score >= beta:
                            return score
        return best

    def _one(self, target: int, side: int, theirs: int, closed: int, worth: int, ply: int) -> int:
        """Return `value` for depth 1."""
        tables, codes = self._tables, self._codes
        all_worth = tables.worth[side]
        best = ply + 2 - WIN
        for board in (target,) if target != ANY else CELLS_IN[FULL ^ closed]:
            others, code = theirs & OTHERS[board], codes[board]
            cells = tables.free[code]
            full = closed if cells & cells - 1 else closed | BITS[board]
            before = worth - all_worth[code]
            for cell, new, _, keeps in tables.offers[side][code]:
                their_danger = theirs if keeps else others
                if their_danger >> cell & 1:
                    continue
                score = before + all_worth[new] - tables.tempo
                if full >> cell & 1:
                    if self._full_draws or full == FULL:
                        score = 0
                    elif their_danger:
                        continue
                if score > best:
                    best = score
        return best
