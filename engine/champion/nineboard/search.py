"""The alpha-beta of nineboard: a principal variation search on nine codes and two danger masks.

Only positions whose mover cannot win at once are visited, and only safe moves are made: see
tables.py. Everything but the codes is an argument, so there is little to take back.

Start reading at `_deep`, the recursion; the last plies are in frontier.py.
"""

from __future__ import annotations

from linemate.engine.champion.nineboard.frontier import NineBoardFrontier
from linemate.engine.champion.nineboard.tables import (
    BITS,
    COUNT,
    OTHERS,
    NineBoardTables,
    Situation,
)
from linemate.engine.clock import Clock
from linemate.engine.games.smallboards import ANY, CELLS_IN, STEP
from linemate.engine.games.tictactoe import FULL
from linemate.engine.proof.dfpn import DRAWN, INFINITE, MOST_PLIES, PLIES_SHIFT
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT, RANK_SHIFT, PackedTable

# A word of the table: score + SCORE_OFFSET, bound, move, and the depth as its rank.
SCORE_OFFSET = 1 << 30
SCORE_MASK = (1 << 31) - 1
BOUND_SHIFT, MOVE_SHIFT = 31, 33
NO_MOVE = MOVE_MASK = 127
# The depth from which on it pays to ask the prover's table.
PROOF_DEPTH = 5
# In the order of moves: what a safe reply costs, and the part of its history that counts.
REPLY_COST = 20
HISTORY_SHIFT = 4
MANY_REPLIES = 9  # of an opponent who may choose the board

Choice = tuple[int, int, int, int, int, int]  # merit, board, cell, code after, danger masks


class NineBoardSearch(NineBoardFrontier):
    """What happens below the root."""

    deepest = 0

    def __init__(self, tables: NineBoardTables, table: PackedTable, full_draws: bool) -> None:
        super().__init__(tables, full_draws)
        self._table = table
        self._proofs = PackedTable(0)
        self.forget_order()

    def use_proofs(self, table: PackedTable) -> None:
        self._proofs = table

    def forget_order(self) -> None:
        # How much each move has been worth as a refutation, by player, board and cell.
        self._history = [[[0] * 9 for _ in range(9)] for _ in (0, 1)]

    def begin(self, codes: list[int], clock: Clock, question_key: int) -> None:
        """Begin at a root; `question_key` is that of the question that the prover works on."""
        self._start(codes, clock)
        self._question_key = question_key
        self.deepest = 0
        for boards in self._history:
            for merits in boards:
                merits[:] = [merit >> 3 for merit in merits]  # old merits fade

    def value(
        self, situation: Situation, worth: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """Return the worth of a position to its mover, who cannot win at once.

        Exact (to the depth) if it lies between alpha and beta, otherwise a bound. `worth` is
        the evaluation of it.
        """
        if depth == 0:
            return worth + self._tables.tempo
        if depth == 1:
            target, side, _, theirs, closed, _ = situation
            return self._one(target, side, theirs, closed, worth, ply)
        search = (self._two, self._three, self._deep)[min(depth, 4) - 2]
        return search(*situation, worth, depth, alpha, beta, ply)

    def _deep(
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
        """Return `value` for depth 4 and more; the only one that uses the table."""
        nodes = self.nodes = self.nodes + 1
        if nodes >= self._next_check:
            self._next_check = self._clock.check(nodes)
        if ply > self.deepest:
            self.deepest = ply
        # The fastest loss: by sending him to his win. The fastest win: with the move after next.
        best, most = ply + 2 - WIN, WIN - ply - 3
        if best >= beta:
            return best
        if most <= alpha:
            return most
        tables, codes = self._tables, self._codes
        entry_key = key ^ tables.target_keys[target]
        remembered = NO_MOVE
        words, start = self._table.words, (entry_key & self._table.mask) << 2
        if words[start] == entry_key:
            word = words[start + 1]
        else:
            word = words[start + 3] if words[start + 2] == entry_key else 0
        if word:
            known = (word & SCORE_MASK) - SCORE_OFFSET
            bound = word >> BOUND_SHIFT & 3
            known_depth = word >> RANK_SHIFT
            # A win is one at any depth, and so is a loss. That there is no shorter win, or that
            # a loss lasts so long, is certain only of what lies within the depth searched.
            if known > PROVEN:
                if bound != AT_MOST or WIN - known <= known_depth:
                    known_depth = depth
                known -= ply
            elif known < -PROVEN:
                if bound != AT_LEAST or WIN + known <= known_depth:
                    known_depth = depth
                known += ply
            if known_depth >= depth and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                return known
            remembered = word >> MOVE_SHIFT & MOVE_MASK
        proven_loss = WIN  # at most this good
        if depth >= PROOF_DEPTH:
            # A proof says within how many plies: whether there is a shorter way, the search does.
            known = self._proven(entry_key, ply)
            if known > 0:
                if known >= beta:
                    return known
                best = known
            elif known:
                if known <= alpha:
                    return known
                if known < beta:
                    beta = proven_loss = known
        free, danger, other_step = tables.free, tables.danger[side], STEP[1 - side]
        all_worth, all_offers = tables.worth[side], tables.offers[side]
        history = self._history[side]
        choices: list[Choice] = []
        best_move, bound = remembered, AT_MOST
        for board in (target,) if target != ANY else CELLS_IN[FULL ^ closed]:
            bit, others, code = BITS[board], theirs & OTHERS[board], codes[board]
            cells = free[code]
            full = closed if cells & cells - 1 else closed | bit
            merits = history[board]
            for cell, new, gains, keeps in all_offers[code]:
                their_danger = theirs if keeps else others
                if their_danger >> cell & 1:
                    continue
                my_danger = mine | bit if gains else mine
                if full >> cell & 1:
                    if self._full_draws or full == FULL:
                        if best < 0:
                            best, best_move = 0, 9 * board + cell
                        continue
                    if their_danger:
                        continue
                    replies = MANY_REPLIES
                else:
                    there = new if cell == board else codes[cell]
                    cells = free[there]
                    replies = COUNT[cells & ~my_danger]
                    # No safe reply, unless he stays in this board and stops me there.
                    if not replies and not (
                        cells & BITS[cell] and not danger[there + other_step[cell]]
                    ):
                        return most
                merit = (merits[cell] >> HISTORY_SHIFT) + all_worth[new] - REPLY_COST * replies
                choices.append((merit, board, cell, new, my_danger, their_danger))
        if best > alpha:  # a draw, or a proven win
            alpha, bound = best, EXACT
            if best >= beta:
                return best
        if len(choices) > 1:
            choices.sort(reverse=True)
            if remembered != NO_MOVE:
                _put_first(choices, remembered)
        other, below, first = 1 - side, depth - 1, True
        search = self._deep if depth > 4 else self._three
        for _, board, cell, new, my_danger, their_danger in choices:
            code = codes[board]
            full = closed if free[new] else closed | BITS[board]
            sent = ANY if full >> cell & 1 else cell
            its_key = key ^ tables.move_keys[side][board][cell]
            its_worth = all_worth[code] - all_worth[new] - worth
            codes[board] = new
            if not first:
                score = -search(
                    sent, other, their_danger, my_danger, full, its_key, its_worth,
                    below, -alpha - 1, -alpha, ply + 1,
                )  # fmt: skip
            if first or alpha < score < beta:
                first = False
                score = -search(
                    sent, other, their_danger, my_danger, full, its_key, its_worth,
                    below, -beta, -alpha, ply + 1,
                )  # fmt: skip
            codes[board] = code
            if score > best:
                best, best_move = score, 9 * board + cell
                if score > alpha:
                    alpha, bound = score, EXACT
                    if score >= beta:
                        bound = AT_LEAST
                        history[board][cell] += depth * depth
                        break
        if best > proven_loss:
            best, bound = proven_loss, AT_MOST
        stored = best
        if best > PROVEN:
            stored += ply
            if bound == EXACT and WIN - stored > depth:
                bound = AT_LEAST  # there may be a shorter one
        elif best < -PROVEN:
            stored -= ply
            if bound == EXACT and WIN + stored > depth:
                bound = AT_MOST  # or a longer one
        self._table.store(
            entry_key,
            stored + SCORE_OFFSET
            | bound << BOUND_SHIFT
            | best_move << MOVE_SHIFT
            | depth << RANK_SHIFT,
        )
        return best

    def _proven(self, entry_key: int, ply: int) -> int:
        """Return what the prover has found out about a position: a win, at least;
        or a loss, at most. 0 if nothing.
        """
        word = self._proofs.probe(entry_key ^ self._question_key)
        if not word or word & DRAWN:
            return 0
        plies = word >> PLIES_SHIFT & MOST_PLIES
        if not word & INFINITE:
            return WIN - ply - plies
        return ply + plies - WIN if plies else 0


def _put_first(choices: list[Choice], move: int) -> None:
    board, cell = divmod(move, 9)
    for index, choice in enumerate(choices):
        if choice[2] == cell and choice[1] == board:
            choices.insert(0, choices.pop(index))
            return
