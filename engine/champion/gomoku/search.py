"""Five in a row below the root: principal variation search on the tables of `patterns.py`.

Start reading at `value`, the recursion. What it knows about every position, from the promises:

- Whoever can complete five wins, at once. Whoever is threatened with that must take the cell;
  that costs no depth, and two such cells are a loss.
- Whoever else can make two fours at once wins, with the third ply.
- Whoever is threatened with two fours must make a four, or take a cell where the other could
  make one: any other move loses with the fourth ply. All replies that are left out are thereby
  accounted for.

These are proofs. Otherwise the moves that promise most are searched, few of them on a large
board, the later ones less deep; a loss is then not proven and becomes UNPROVEN_LOSS.

Deep enough in the tree both players' forced wins are looked for (`threats.py`): one's own
ends the search, and if the other has one, only moves within its zone can help.
"""

from __future__ import annotations

from linemate.engine.champion.core import UNPROVEN_LOSS
from linemate.engine.champion.gomoku.board import Board
from linemate.engine.champion.gomoku.patterns import FIELD, FIELD_MASK
from linemate.engine.scores import PROVEN, WIN, from_table, to_table
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT

# What the right to move is worth; measured, for scores of odd and even depths to agree.
TEMPO = 50
# Moves from these places on in the order are searched one and two plies less deep, unless
# they promise something.
REDUCED, REDUCED_MORE = 3, 8
REDUCED_DEPTH = 3
PROMISING = 128
# Leaves where someone threatens two fours, or can make two threes, are searched on so far.
DEEPEST_LEAF = -2
# Forced wins are looked for from this remaining depth on, within so many nodes.
THREATS_DEPTH, THREATS_NODES = 4, 150


class Tree(Board):
    def value(
        self,
        promises: int,
        estimate: int,
        key: int,
        side: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """Return the position's worth to the side to move, exact if it lies between alpha and beta.

        `lines[ply]` is left with the moves that lead to it, as far as they are known.
        """
        self.nodes += 1
        if self.nodes >= self.next_check:
            self.next_check = self.clock.check(self.nodes)
        if ply > self.deepest:
            self.deepest = ply
        tables, codes, line, other = self.tables, self.codes, self.lines[ply], 1 - side
        line.clear()
        best, best_move, bound = -WIN, -1, AT_MOST
        zone = 0  # if not 0: all moves outside lose, and `best` says when
        quiet = True
        urgent = promises & tables.urgent
        if urgent:
            if urgent & tables.fives[side]:
                return WIN - ply - 1
            fives = urgent & tables.fives[other]
            if fives:
                cell = fives.bit_length() - 1 >> 5
                if fives & tables.below[cell]:
                    return ply + 2 - WIN
                return self._answer_four(
                    promises, estimate, key, side, depth, alpha, beta, ply, cell
                )
            if urgent & tables.two_fours[side]:
                return WIN - ply - 3
            if depth <= DEEPEST_LEAF:
                return estimate
            quiet = False
            zone = promises & (tables.fours[0] | tables.fours[1])
            best = ply + 4 - WIN
        elif depth <= 0:
            if depth < 0 or not promises & tables.double_threes[side]:
                return estimate + TEMPO if promises else 0
            # Two threes at once are tried; if that is no good there are other moves.
            zone = promises & tables.double_threes[side]
            best = estimate + TEMPO
            if best >= beta:
                return best
        elif not promises:
            return 0
        if alpha >= WIN - ply - 5:
            return WIN - ply - 5  # no win is nearer than that

        remembered = -1
        table, part = self.table, key & self.table.mask
        entry = table.young[part].get(key) or table.old[part].get(key)
        if entry is not None:
            known_depth, known, kind, remembered = entry
            known = from_table(known, ply)
            if known_depth < depth:
                # What is proven holds at any depth; but there may be a shorter way.
                if known > PROVEN and kind != AT_MOST:
                    usable = known >= beta
                else:
                    usable = known < -PROVEN and kind != AT_LEAST and known <= alpha
            elif kind == AT_LEAST:
                usable = known >= beta
            else:
                usable = kind == EXACT or known <= alpha
            if usable:
                if remembered >= 0:
                    line.append(remembered)
                return known

        if depth >= THREATS_DEPTH and not self.endgame:
            plies, _, _ = self.forced_win(promises, key, side, THREATS_NODES)
            if plies:
                return WIN - ply - plies
            if quiet:
                plies, zone, _ = self.forced_win(promises, key, other, THREATS_NODES)
                if plies:
                    best = ply + plies + 1 - WIN

        if best >= beta:
            return best
        if best > alpha:
            alpha, bound = best, EXACT
        worth = self.worth_of_moves(promises, side)
        cells, ranks, complete = self.moves_in_order(worth, zone, depth)
        if depth == 1 and quiet and not self.endgame:
            return self._last_ply(promises, estimate, key, side, alpha, beta, ply, cells, complete)
        for first in (self.killers[ply], remembered):
            if first in cells and cells[0] != first:
                cells.remove(first)
                cells.insert(0, first)

        moves, keys = tables.moves[side], self.keys[side]
        reducible = quiet and depth >= REDUCED_DEPTH and not self.endgame
        for number, cell in enumerate(cells):
            # As `place`, but faster: this is where the time goes.
            (l1, s1, d1), (l2, s2, d2), (l3, s3, d3), (l4, s4, d4) = moves[cell]
            c1, c2, c3, c4 = codes[l1], codes[l2], codes[l3], codes[l4]
            p1, e1 = d1[c1]
            p2, e2 = d2[c2]
            p3, e3 = d3[c3]
            p4, e4 = d4[c4]
            codes[l1] = c1 + s1
            codes[l2] = c2 + s2
            codes[l3] = c3 + s3
            codes[l4] = c4 + s4
            after = promises + p1 + p2 + p3 + p4, -(estimate + e1 + e2 + e3 + e4), key ^ keys[cell]
            less = 1
            if number >= REDUCED and reducible and ranks[cell] < PROMISING:
                less = 3 if number >= REDUCED_MORE and depth > REDUCED_DEPTH else 2
            if not number:
                score = -self.value(*after, other, depth - 1, -beta, -alpha, ply + 1)
            else:
                score = -self.value(*after, other, depth - less, -alpha - 1, -alpha, ply + 1)
                if score > alpha and less > 1:
                    score = -self.value(*after, other, depth - 1, -alpha - 1, -alpha, ply + 1)
                if alpha < score < beta:
                    score = -self.value(*after, other, depth - 1, -beta, -alpha, ply + 1)
            codes[l1] = c1
            codes[l2] = c2
            codes[l3] = c3
            codes[l4] = c4
            if score > best:
                best, best_move = score, cell
                if score > alpha:
                    alpha, bound = score, EXACT
                    line[:] = [cell, *self.lines[ply + 1]]
                    if score >= beta:
                        bound = AT_LEAST
                        self.killers[ply] = cell
                        break
        if not complete and best < -PROVEN and bound != AT_LEAST:
            best = UNPROVEN_LOSS
        table.store(key, (depth, to_table(best, ply), bound, best_move))
        return best

    def _answer_four(
        self,
        promises: int,
        estimate: int,
        key: int,
        side: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        cell: int,
    ) -> int:
        """Return the value of a position with one move that does not lose at once."""
        after, gain = self.place(side, cell, promises)
        new_key = key ^ self.keys[side][cell]
        score = -self.value(
            after, -estimate - gain, new_key, 1 - side, depth, -beta, -alpha, ply + 1
        )
        self.threats.remove(side, cell)
        self.lines[ply][:] = [cell, *self.lines[ply + 1]]
        return score

    def _last_ply(
        self,
        promises: int,
        estimate: int,
        key: int,
        side: int,
        alpha: int,
        beta: int,
        ply: int,
        cells: list[int],
        complete: bool,
    ) -> int:
        """Return the value of a position where nobody threatens two fours,
        one ply above the leaves.

        After a move that makes no four and not two threes, its estimate is all that is wanted.
        """
        codes, moves, line = self.codes, self.tables.moves[side], self.lines[ply]
        best, best_move, bound = -WIN, -1, AT_MOST
        forcing = promises & self.tables.forcing[side]
        for cell in cells:
            if forcing and forcing >> FIELD * cell & FIELD_MASK:
                after, gain = self.place(side, cell, promises)
                new_key = key ^ self.keys[side][cell]
                score = -self.value(
                    after, -estimate - gain, new_key, 1 - side, 0, -beta, -alpha, ply + 1
                )
                self.threats.remove(side, cell)
            else:
                (l1, _, d1), (l2, _, d2), (l3, _, d3), (l4, _, d4) = moves[cell]
                gain = d1[codes[l1]][1] + d2[codes[l2]][1] + d3[codes[l3]][1] + d4[codes[l4]][1]
                score = estimate + gain - TEMPO
            if score > best:
                best, best_move = score, cell
                if score > alpha:
                    alpha, bound = score, EXACT
                    line[:] = [cell]
                    if score >= beta:
                        bound = AT_LEAST
                        break
        if not complete and best < -PROVEN and bound != AT_LEAST:
            best = UNPROVEN_LOSS
        self.table.store(key, (1, to_table(best, ply), bound, best_move))
        return best
