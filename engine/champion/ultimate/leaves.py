"""The last two plies of ultimate's search, which are most of it: loops with few calls.

A position is nine codes, the situation of the big board (`tables.py`), the target, its
worth without the target's, and a key; all but the codes are arguments, so there is little to take
back. Only moves that decide a small board take the longer way over `Situation.after`. What is
weighed here without a call of `_two` is not counted as nodes.
"""

from __future__ import annotations

from linemate.engine.champion.ultimate.tables import Situation, Tables
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.scores import WIN

NO_LIMIT = 1 << 60


class UltimateLeaves:
    """Works on `_codes`, the nine boards and a 0 for `NOWHERE`; shut boards are 0 as well."""

    nodes = 0
    deepest = 0

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._shapes = tables.folds.shape
        self._codes = [0] * 10
        self._most_nodes = NO_LIMIT
        self._next_check = 0
        self._clock: Clock

    def _two(self, here: Situation, beta: int, ply: int, target: int, worth: int) -> int:
        """Return whether the position is worth `beta` or more with two plies to go: a bound."""
        if not (here.can_win if beta > 0 else here.can_lose):
            return 0
        if ply > self.deepest:
            self.deepest = ply
        nodes = self.nodes = self.nodes + 1
        if nodes >= self._next_check:
            self._look_at_clock(nodes)
        codes, opponent = self._codes, here.opponent
        offers, targets, shut = opponent.offers, here.targets, here.shut
        best, limit = -WIN, 1 - beta
        for board in here.boards[target]:
            code = codes[board]
            quiet, events, _ = here.offers[board].get(code) or here.offer(board, code)
            for lost, _, cell, new, _, event in events:
                following, change = self._decide(here, event)
                if following.result is not None:
                    score = -following.result * (WIN - ply - 1)
                else:
                    codes[board] = new
                    score = -self._one(following, limit, ply + 1, cell, -worth - lost - change)
                    codes[board] = code
                if score > best:
                    best = score
                    if score >= beta:
                        return score
            for change, _, cell, new, _ in quiet:
                codes[board] = new
                if shut >> cell & 1:
                    score = -self._one(opponent, limit, ply + 1, cell, -worth - change)
                else:
                    answer = codes[cell]
                    _, events, lasts = offers[cell].get(answer) or opponent.offer(cell, answer)
                    if events:
                        score = -self._one(opponent, limit, ply + 1, cell, -worth - change)
                    else:
                        score = worth + change
                        least = limit + score
                        most = -WIN
                        for change, where in lasts:
                            change -= targets[where][codes[where]]
                            if change > most:
                                most = change
                                if change >= least:
                                    break
                        score -= most
                if score > best:
                    best = score
                    if score >= beta:
                        codes[board] = code
                        return score
            codes[board] = code
        return best

    def _one(self, here: Situation, beta: int, ply: int, target: int, worth: int) -> int:
        """Return what `_two` does with one ply to go: moves are weighed without being made."""
        if not (here.can_win if beta > 0 else here.can_lose):
            return 0
        codes, replies = self._codes, here.replies
        best = -WIN
        for board in here.boards[target]:
            code = codes[board]
            _, events, lasts = here.offers[board].get(code) or here.offer(board, code)
            for lost, _, cell, new, _, event in events:
                following, change = self._decide(here, event)
                if following.result is not None:
                    score = -following.result * (WIN - ply - 1)
                else:
                    codes[board] = new
                    score = worth + lost + change - following.targets[cell][codes[cell]]
                    codes[board] = code
                if score > best:
                    best = score
                    if score >= beta:
                        return score
            least = beta - worth
            most = best - worth
            for change, where in lasts:
                score = change - replies[where][codes[where]]
                if score > most:
                    most = score
                    if score >= least:
                        return worth + score
            best = worth + most
        return best

    def _decide(self, here: Situation, event: int) -> tuple[Situation, int]:
        """Return what an event leads to,
        and its change of the other boards' and the big board's worth.
        """
        following, change, changed = here.after.get(event) or here.step(event)
        codes, shapes = self._codes, self._shapes
        for board, before, after in changed:
            shape = shapes[codes[board]]
            change += after[shape] - before[shape]
        return following, change

    def _enter(self, ply: int) -> None:
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
        if self.nodes >= self._next_check:
            self._look_at_clock(self.nodes)

    def _look_at_clock(self, nodes: int) -> None:
        next_check = self._clock.check(nodes)
        self._tables.free_some()
        if nodes > self._most_nodes:
            raise OutOfNodes
        # When the clock is looked at depends on the machine; where an attempt ends must not.
        self._next_check = min(next_check, self._most_nodes + 1)
