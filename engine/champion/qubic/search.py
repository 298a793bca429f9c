"""The tree of the qubic core: alpha-beta with forced wins by fours (`vcf.py`) at its nodes.

It is asked whether the player who is *not* to move would win by fours if he were. If he would
not, no move gives him such a win, and after it this need not be asked again. If he would, only
the answers to that line matter: every other move is a proven loss.

The last two plies are a loop without calls: a mark changes a few numbers of `tables.py`,
and one comparison shows whether any reply of the other player is good enough for him.

Start reading at `_value`, the recursion.
"""

from __future__ import annotations

from linemate.engine.champion.core import Core
from linemate.engine.champion.qubic.nodes import Node, QubicNodes, best_first
from linemate.engine.champion.qubic.tables import ALL_CELLS, CELLS, SHIFTS, TOPS
from linemate.engine.champion.vcf import State, ThreatLine
from linemate.engine.clock import Clock
from linemate.engine.core import Game
from linemate.engine.scores import PROVEN, WIN, from_table, to_table
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT, TranspositionTable

# From this depth on it is asked whether the other side threatens to win by fours, at a cost of
# no more than so many nodes.
FOURS_DEPTH = 3
NODES_FOR_FOURS = 50
# From this depth on, moves after so many are searched a ply less, unless they turn out well.
REDUCED_DEPTH = 3
REDUCED_AFTER = 8
# What it is worth to be on the move, when everything has been counted.
TEMPO = 15


class QubicTree(QubicNodes, Core):
    """`begin` and what follows are the business of `qubic.py`."""

    def __init__(self, game: Game, megabytes: int) -> None:
        super().__init__(game)
        self._table = TranspositionTable(megabytes)

    def _start(self, clock: Clock, empty_cells: int) -> None:
        self._clock = clock
        self.nodes = self.deepest = 0
        self._next_check = clock.next_check(0)
        self._plies_left = empty_cells
        self._lines: list[list[int]] = [[] for _ in range(CELLS + 2)]
        # By ply: the line by which a node was found to be won by fours, as soon as entered.
        self._by_fours: list[ThreatLine] = [()] * (CELLS + 2)

    def _enter(self, positions: int = 1) -> None:
        """Count positions. Raises SearchStopped, and counts none, if that is more than allowed."""
        nodes = self.nodes + positions
        if nodes >= self._next_check:
            self._next_check = self._clock.check(nodes)
        self.nodes = nodes

    def _value(
        self,
        node: Node,
        side: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        safe: bool,
        other_safe: bool,
    ) -> int:
        """Return the position's worth to the side to move, exact if it lies between alpha and beta.

        `safe` if this side is known not to win by fours, `other_safe` if the other side was known
        not to before its last move. `_lines[ply]` is left with the moves that lead to the score,
        as far as they are known.
        """
        self._enter()
        if ply > self.deepest:
            self.deepest = ply
        pv = self._lines[ply]
        pv.clear()
        self._by_fours[ply] = ()
        threats = self._threats
        mine, my_open, theirs, their_open, free, key, _, _, worth, _ = node
        lack_one = threats.tables.lack_one
        if (mine + lack_one) & my_open:
            pv.append(threats.missing(mine, my_open, free).bit_length() - 1)
            return WIN - ply - 1
        if ply >= self._plies_left:
            return 0
        if (theirs + lack_one) & their_open:
            must = threats.missing(theirs, their_open, free)
            move = must.bit_length() - 1
            if must ^ 1 << move:
                pv.append(move)
                return ply + 2 - WIN
            # A forced reply is followed without spending depth.
            child = self._after(node, side, move)
            score = -self._value(child, 1 - side, depth, -beta, -alpha, ply + 1, other_safe, safe)
            pv[:] = [move, *self._lines[ply + 1]]
            return score
        if depth <= 0:
            return worth + TEMPO
        if not safe:
            win = self._win_by_fours(node[:6], side)
            if win:
                pv[:] = self._by_fours[ply] = win
                return WIN - ply - len(win)
        if ply + 2 >= self._plies_left:
            return 0  # nobody has a four, so nobody can finish a line in two plies
        if depth == 1:
            plane = self._plane(node, side)
            gain = max(plane)
            pv.append(plane.index(gain))
            return worth + gain - 1 - TEMPO
        if depth < FOURS_DEPTH:
            return self._two_plies(node, side, alpha, beta, ply)

        remembered = -1
        entry = self._table.probe(key)
        if entry is not None:
            known_depth, known, bound, remembered = entry
            known = from_table(known, ply)
            # A proven result is as good as any depth.
            if (known_depth >= depth or abs(known) > PROVEN) and (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                pv.append(remembered)
                return known
        pass_state = theirs, their_open, mine, my_open, free, key
        threat = self._win_by_fours(pass_state, 1 - side)
        if threat:
            best, best_move = self._answer(node, side, depth, alpha, beta, ply, threat)
        elif depth == 2:
            return self._two_plies(node, side, alpha, beta, ply)
        else:
            best, best_move = self._search_moves(node, side, depth, alpha, beta, ply, remembered)
        bound = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
        self._table.store(key, (depth, to_table(best, ply), bound, best_move))
        return best

    def _win_by_fours(self, state: State, attacker: int) -> ThreatLine | None:
        threats = self._threats
        before = threats.nodes
        win = threats.fours(*state, attacker, NODES_FOR_FOURS, False)
        self._enter(threats.nodes - before)
        return win

    def _search_moves(
        self, node: Node, side: int, depth: int, alpha: int, beta: int, ply: int, remembered: int
    ) -> tuple[int, int]:
        """Return the best score and its move,
        where the other side does not threaten to win by fours.
        """
        moves = best_first(self._plane(node, side))
        if remembered >= 0:
            moves.remove(remembered)
            moves.insert(0, remembered)
        other, below = 1 - side, ply + 1
        best, best_move = -WIN, -1
        for number, move in enumerate(moves):
            child = self._after(node, side, move)
            if number == 0:
                score = -self._value(child, other, depth - 1, -beta, -alpha, below, True, True)
            else:
                score = alpha + 1
                if number >= REDUCED_AFTER and depth >= REDUCED_DEPTH:
                    score = -self._value(
                        child,
                        other,
                        depth - 2,
                        -alpha - 1,
                        -alpha,
                        below,
                        True,
                        True,
                    )
                if score > alpha:
                    score = -self._value(
                        child, other, depth - 1, -alpha - 1, -alpha, below, True, True
                    )
                if alpha < score < beta:
                    score = -self._value(child, other, depth - 1, -beta, -alpha, below, True, True)
            if best_move < 0 or score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    self._lines[ply][:] = [move, *self._lines[below]]
                    if score >= beta:
                        break
        return best, best_move

    def _answer(
        self, node: Node, side: int, depth: int, alpha: int, beta: int, ply: int, threat: ThreatLine
    ) -> tuple[int, int]:
        """Return what `_search_moves` does, where the other side, were it to move,
        would win by `threat`.
        """
        threats = self._threats
        mine, my_open, theirs, their_open, free, key = node[:6]
        pass_state = theirs, their_open, mine, my_open, free, key
        answers = threats.answers(pass_state, threat)
        best, best_move = ply + 1 + len(threat) - WIN, threat[0]
        if best >= beta:
            return best, best_move
        if best > alpha:
            alpha = best
        for move in best_first(self._plane(node, side)):
            if not answers >> move & 1:
                continue
            child = self._after(node, side, move)
            score = -self._value(child, 1 - side, depth - 1, -beta, -alpha, ply + 1, False, True)
            win = self._by_fours[ply + 1]
            if win:
                # It wins against any other move, too, that is no answer to it.
                answers &= threats.answers(pass_state, win)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    self._lines[ply][:] = [move, *self._lines[ply + 1]]
                    if score >= beta:
                        break
        return best, best_move

    def _two_plies(self, node: Node, side: int, alpha: int, beta: int, ply: int) -> int:
        """Return what `_value` does, for a move and a reply before the estimate,
        where nobody has a four.
        """
        mine, my_open, _, _, _, _, gains, empty, worth, codes = node
        tables, cube = self._threats.tables, self._cube
        add, lack_one = tables.add, tables.lack_one
        changes, without, reaching = cube.other_changes[side], cube.without, cube.reaching
        plane = self._plane(node, side)
        their_gains = gains >> SHIFTS[1 - side] & ALL_CELLS
        their_plane = self._plane(node, 1 - side)
        their_best = max(their_plane)
        affecting = cube.near[their_plane.index(their_best)]
        their_best -= 1
        worth += TEMPO - 1  # as the bytes of a plane are one more than the gain
        best = -WIN
        first = plane.index(max(plane))
        moves = [first]  # it often suffices, and then the others need not be put in order
        while True:
            self._enter(len(moves))
            for move in moves:
                reached = worth + plane[move]
                if (mine + add[move] + lack_one) & my_open:
                    child = self._after(node, side, move)
                    score = -self._value(child, 1 - side, 1, -beta, -alpha, ply + 1, True, True)
                    continuation = self._lines[ply + 1]
                else:
                    if reached - their_best <= alpha and not affecting >> move & 1:
                        # Their best reply stays as good as it is.
                        if reached - their_best > best:
                            best = reached - their_best
                        continue
                    after = their_gains
                    for line, change in changes[move]:
                        after += change[codes[line]]
                    after &= empty & without[move]
                    needed = reached + 1 - alpha
                    if needed <= 127 and (after + reaching[max(needed, 1)]) & TOPS:
                        if alpha > best:
                            best = alpha
                        continue
                    score = reached + 1 - max(after.to_bytes(CELLS, "little"))
                    continuation = []
                if score > best:
                    best = score
                    if score > alpha:
                        alpha = score
                        self._lines[ply][:] = [move, *continuation]
                        if score >= beta:
                            return best
            if len(moves) > 1:
                return best
            moves = best_first(plane)[1:]
