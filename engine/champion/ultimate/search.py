"""The search of ultimate's core: principal variation search on nine numbers.

Start reading at `_full`, which is the plain form of the search; `_zero` is the same for a window
of one point, and `_two` and `_one` (`leaves.py`) have ever less to look after. These do
nearly all the work.

Late moves are searched less deep unless they turn out well, and near the leaves a position whose
estimate is far off the window is not searched at all. Neither is done where the end of the game
is asked for, nor in an exhaustive search. Where it is done a shorter win may be overlooked: for
the lengths of proven losses the root looks again, for that of a win `pvs.py` does.
"""

from __future__ import annotations

from linemate.engine.champion.ultimate.leaves import UltimateLeaves
from linemate.engine.champion.ultimate.tables import NEVER, Situation, Tables
from linemate.engine.scores import PROVEN, WIN, from_table, to_table
from linemate.engine.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    TranspositionTable,
    certain,
    holds_at_any_depth,
)

# A depth that reaches the end of every game: what is known that deep is known for good.
TO_THE_END = 99

# From this depth on, moves after so many are searched one or two plies less.
REDUCED_DEPTH = 4
REDUCED, REDUCED_MORE = 4, 10
# Down from this depth an estimate that is off by so much for each ply is believed.
FUTILE_DEPTH, FUTILE_MARGIN = 4, 7

# A move: its worth by the evaluation one ply further, its number, board, cell, the board's new
# code, the situation it leads to, the worth and the change of the key there.
Choice = tuple[int, int, int, int, int, Situation, int, int]


class UltimateSearch(UltimateLeaves):
    exhaustive = False

    def __init__(self, tables: Tables, megabytes: int) -> None:
        super().__init__(tables)
        self._table = TranspositionTable(megabytes)
        self._cells_left = 81  # at the root, that can be played
        self._lines: list[list[int]] = []

    def _search(
        self,
        here: Situation,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        target: int,
        worth: int,
        key: int,
    ) -> int:
        """Return the form of the search that fits the depth and the window."""
        if beta - alpha > 1 and depth > 0:
            return self._full(here, depth, alpha, beta, ply, target, worth, key)
        if depth >= 3 or depth >= max(1, self._cells_left - ply):
            return self._zero(here, depth, beta, ply, target, worth, key)
        if depth == 2:
            return self._two(here, beta, ply, target, worth)
        self._enter(ply)
        if depth == 1:
            return self._one(here, beta, ply, target, worth)
        self._lines[ply].clear()
        return worth + here.targets[target][self._codes[target]]

    def _choices(self, here: Situation, target: int, worth: int) -> list[Choice]:
        """Return every move, with its worth by the evaluation one ply further."""
        codes, replies, opponent = self._codes, here.replies, here.opponent
        choices: list[Choice] = []
        for board in here.boards[target]:
            code = codes[board]
            offer = here.offers[board].get(code) or here.offer(board, code)
            for lost, move, cell, new, key, event in offer[1]:
                following, change = self._decide(here, event)
                after = worth + lost + change
                if following.result is not None:
                    merit = -following.result * WIN
                else:
                    codes[board] = new
                    merit = after - following.targets[cell][codes[cell]]
                    codes[board] = code
                choices.append((merit, move, board, cell, new, following, -after, key))
            for change, move, cell, new, key in offer[0]:
                after = worth + change
                merit = after - replies[cell][codes[cell]]
                choices.append((merit, move, board, cell, new, opponent, -after, key))
        return choices

    def _full(
        self,
        here: Situation,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        target: int,
        worth: int,
        key: int,
    ) -> int:
        """Return the position's worth to the side to move, exact if it lies between alpha and beta.

        `_lines[ply]` is left with the moves that lead to it, as far as they are known.
        """
        self._enter(ply)
        lines = self._lines
        lines[ply].clear()
        if not ((alpha < 0 or here.can_win) and (beta > 0 or here.can_lose)):
            return 0
        beta = min(beta, WIN - ply - 1)  # nothing is worth more than a win at once
        if alpha >= beta:
            return beta
        if depth >= self._cells_left - ply:
            depth = TO_THE_END
        place = key ^ self._tables.target_keys[here.side][target]
        entry = self._table.probe(place)
        remembered = -1
        if entry is not None:
            known_depth, known, bound, remembered = entry
            known = from_table(known, ply)
            if (known_depth >= depth or holds_at_any_depth(entry)) and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                lines[ply].append(remembered)
                return known
        choices = self._choices(here, target, worth)
        choices.sort(reverse=True)
        if remembered >= 0:
            _put_first(choices, remembered)
        codes = self._codes
        best, best_move, bound = -WIN, -1, AT_MOST
        reducible = REDUCED_DEPTH <= depth < TO_THE_END and not self.exhaustive
        for number, choice in enumerate(choices):
            _, move, board, cell, new, following, its_worth, its_key = choice
            if following.result is not None:
                score = -following.result * (WIN - ply - 1)
                lines[ply + 1].clear()
            else:
                code = codes[board]
                codes[board] = new
                step = (depth - 1, -beta, -alpha, ply + 1, cell, its_worth, key ^ its_key)
                if best_move < 0:
                    score = -self._search(following, *step)
                else:
                    rest = _depth_of_late(number, depth) if reducible else depth - 1
                    low = (-alpha - 1, -alpha, *step[3:])
                    score = -self._search(following, rest, *low)
                    if score > alpha and rest < depth - 1:
                        score = -self._search(following, depth - 1, *low)
                    if alpha < score < beta:
                        score = -self._search(following, *step)
                codes[board] = code
            if score > best or best_move < 0:
                best, best_move = score, move
                if score > alpha:
                    alpha, bound = score, EXACT
                    lines[ply][:] = [move, *lines[ply + 1]]
                if score >= beta:
                    bound = AT_LEAST
                    break
        if not (here.can_win if best > 0 else here.can_lose):
            best = 0  # whatever the estimates say
        self._table.store(place, certain((depth, to_table(best, ply), bound, best_move)))
        return best

    def _zero(
        self, here: Situation, depth: int, beta: int, ply: int, target: int, worth: int, key: int
    ) -> int:
        """Return whether the position is worth `beta` or more: a bound, on that side."""
        nodes = self.nodes = self.nodes + 1
        if nodes >= self._next_check:
            self._look_at_clock(nodes)
        if beta > WIN - ply - 1:
            return WIN - ply - 1
        if not (here.can_win if beta > 0 else here.can_lose):
            return 0
        if depth >= self._cells_left - ply:
            depth = TO_THE_END
            if not self._has_hope(here, beta > 0):
                return 0
        place = key ^ self._tables.target_keys[here.side][target]
        table = self._table
        part = place & table.mask
        entry = table.young[part].get(place) or table.old[part].get(place)
        remembered = -1
        if entry is not None:
            known_depth, known, bound, remembered = entry
            if known_depth >= depth or holds_at_any_depth(entry):
                known = from_table(known, ply)
                if bound != AT_MOST if known >= beta else bound != AT_LEAST:
                    return known
        codes = self._codes
        if depth <= FUTILE_DEPTH and not self.exhaustive and -PROVEN < beta < PROVEN:
            estimate = worth + here.targets[target][codes[target]]
            if abs(estimate - beta) >= FUTILE_MARGIN * depth:
                return estimate
        choices = self._choices(here, target, worth)
        choices.sort(reverse=True)
        if remembered >= 0:
            _put_first(choices, remembered)
        best, best_move, limit = -WIN, -1, 1 - beta
        reducible = REDUCED_DEPTH <= depth < TO_THE_END and not self.exhaustive
        for number, choice in enumerate(choices):
            _, move, board, cell, new, following, its_worth, its_key = choice
            if following.result is not None:
                score = -following.result * (WIN - ply - 1)
            else:
                code = codes[board]
                codes[board] = new
                rest = depth - 1
                if reducible and number >= REDUCED:
                    rest = _depth_of_late(number, depth)
                if rest > 2:
                    score = -self._zero(
                        following, rest, limit, ply + 1, cell, its_worth, key ^ its_key
                    )
                else:
                    score = -self._two(following, limit, ply + 1, cell, its_worth)
                if score >= beta and rest < depth - 1:
                    score = -self._zero(
                        following, depth - 1, limit, ply + 1, cell, its_worth, key ^ its_key
                    )
                codes[board] = code
            if score > best or best_move < 0:
                best, best_move = score, move
                if score >= beta:
                    break
        stored = best
        if best > PROVEN:
            stored += ply
        elif best < -PROVEN:
            stored -= ply
        table.store(place, (depth, stored, AT_LEAST if best >= beta else AT_MOST, best_move))
        return best

    def _has_hope(self, here: Situation, to_win: bool) -> bool:
        """Return whether the mover can still win, or lose: some line of boards can be made."""
        side = here.side if to_win else 1 - here.side
        codes, needs = self._codes, self._tables.needs[side]
        for boards in here.hopes if to_win else here.fears:
            for board in boards:
                code = codes[board]
                if (needs.get(code) or self._tables.need(side, code)) == NEVER:
                    break
            else:
                return True
        return False


def _depth_of_late(number: int, depth: int) -> int:
    """Return how deep to search the move with this number in the order at first, from 0 on."""
    if number < REDUCED:
        return depth - 1
    return depth - 3 if number >= REDUCED_MORE and depth > REDUCED_DEPTH + 1 else depth - 2


def _put_first(choices: list[Choice], move: int) -> None:
    for index, choice in enumerate(choices):
        if choice[1] == move:
            choices.insert(0, choices.pop(index))
            return
