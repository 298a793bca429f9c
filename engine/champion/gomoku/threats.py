"""Forced wins in five in a row, proven on the tables of `patterns.py`.

A proof is a tree: one move for the attacker wherever he moves, every reply that could matter
for the defender. Three kinds of attack:

    FOURS    each move makes a four, so every reply is forced
    THREES   each move makes a four, or threatens two fours at once
    ALL      any move: nothing is left out, and so "no win within n plies" is proven as well

The functions answer with a **zone** if there is a win and with 0 if not. A zone is a set of
free cells, those whose field in the number is not 0, such that one more stone of the defender
on any other cell would change nothing: the attacker could follow the same proof. That is what
keeps the proofs small. After a quiet move the attacker must have a win if the defender passes;
then only the replies within the zone of that win need be tried.

Why a stone R outside the zone is harmless. It can help the defender in two ways. It may take a
cell that the attacker needs: all of those are in the zone. Or it may be part of a four of the
defender's own, which the attacker must answer. Where the attacker has just made a four, that
needs three stones beside R in a window of five: the cells where the defender could make a four
are put into the zone. Where the attacker threatens two fours, the defender has one free move,
so two stones beside R are enough: cells of windows with two of his stones are put into the
zone (all with a promise of two stones in a window or more). And where he has just made a quiet
move that wins within n plies, the defender has n / 2 moves of which the last comes too late:
so 4 - n / 2 stones beside R are enough, if that is not nothing at all.

If rows of six do not count, a stone of one's own can do harm, but R only ever harms the one who
put it there. So the same holds, but for one thing: that there is no win against a pass does
not prove that there is none against a move; all moves are tried then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from linemate.engine.champion.gomoku.patterns import FIELD, FIELD_MASK, Tables
from linemate.engine.clock import OutOfNodes

FOURS, THREES, ALL = 0, 1, 2

# The promise of a cell is at least this if it shares a window with so many stones.
LEAST_PROMISE = (1, 4, 9)
# What is remembered of each attacker: so many bytes of wins, with their zones, and so many
# failures of each kind of attack.
WIN_BYTES = 4 << 20
MOST_FAILURES = 20_000


class Threats:
    """Works on the caller's list of line codes, and leaves it as it was.

    `count` is called once for every position that is looked at.
    """

    def __init__(
        self,
        tables: Tables,
        keys: tuple[list[int], list[int]],
        codes: list[int],
        count: Callable[[], None],
    ) -> None:
        self._tables, self._keys, self._codes, self._count = tables, keys, codes, count
        # Added to the promises of one player, sets bit 16 of fields with at least so much.
        self._at_least = {least: tables.every * ((1 << 16) - least) for least in LEAST_PROMISE}
        self._carry = tables.every << 16
        self._most_wins = WIN_BYTES // (300 + tables.cell_count * FIELD // 8)
        self._left = 0  # nodes that may be used up; 0 is no limit
        self.forget()

    def forget(self) -> None:
        # By attacker, who is to move: the plies within which he wins, the zone, his move.
        self._wins: tuple[dict[int, tuple[int, int, int]], dict[int, tuple[int, int, int]]]
        self._wins = {}, {}
        # By kind of attack and attacker: the plies within which he does not win.
        self._failures: tuple[list[dict[int, int]], ...]
        self._failures = [{}, {}], [{}, {}], [{}, {}]

    def winning_move(self, key: int, attacker: int) -> int:
        """Return the first move of a win that was found, -1 if that is less than three plies."""
        known = self._wins[attacker].get(key)
        return -1 if known is None else known[2]

    def attempt(
        self, promises: int, key: int, attacker: int, plies: int, kind: int, nodes: int
    ) -> tuple[int, int]:
        """Return what `won` does, and how many nodes are left; give up when none is."""
        codes = self._codes[:]
        self._left = nodes
        try:
            zone = self.won(promises, key, attacker, plies, kind)
            return zone, self._left
        except OutOfNodes:
            self._codes[:] = codes
            return 0, 0
        finally:  # when the clock ends it, too: what comes next has no limit
            self._left = 0

    def _spend(self) -> None:
        self._count()
        if self._left:
            self._left -= 1
            if not self._left:
                raise OutOfNodes

    # -------------------------------------------------------------- the proof

    def won(self, promises: int, key: int, attacker: int, plies: int, kind: int) -> int:
        """Return the zone of a win of the attacker, to move, within so many plies (odd), or 0."""
        tables = self._tables
        defender = 1 - attacker
        forced = -1
        urgent = promises & tables.urgent
        if urgent:
            fives = urgent & tables.fives[attacker]
            if fives:
                return fives
            if plies < 3:
                return 0
            fives = urgent & tables.fives[defender]
            if fives:
                forced = fives.bit_length() - 1 >> 5
                if fives & tables.below[forced]:
                    return 0
            two_fours = urgent & tables.two_fours[attacker]
            if two_fours and (forced < 0 or two_fours >> FIELD * forced & FIELD_MASK):
                # His cells are among those where he can make a four.
                return promises & (tables.fours[0] | tables.fours[1])
        if plies < 5:
            return 0
        wins, failures = self._wins[attacker], self._failures[kind][attacker]
        known = wins.get(key)
        if known is not None and known[0] <= plies:
            return known[1]
        if failures.get(key, 0) >= plies:
            return 0
        moves = [forced] if forced >= 0 else self._attacks(promises, attacker, plies, kind)
        for move in moves:
            self._spend()
            after = self.place(attacker, move, promises)
            zone = self.lost(after, key ^ self._keys[attacker][move], attacker, plies - 1, kind)
            self.remove(attacker, move)
            if zone:
                zone |= 1 << FIELD * move
                if len(wins) >= self._most_wins:
                    wins.clear()
                wins[key] = plies, zone, move
                return zone
        if len(failures) >= MOST_FAILURES:
            failures.clear()
        failures[key] = plies
        return 0

    def _attacks(self, promises: int, attacker: int, plies: int, kind: int) -> list[int]:
        """Return the moves that may win in so many plies, where there is no win within three."""
        tables = self._tables
        fours = promises & tables.fours[attacker]
        moves = self.cells_of(fours)
        if kind == FOURS:
            return moves
        defender = 1 - attacker
        if kind == THREES:
            if promises & tables.two_fours[defender]:
                return moves
            others = promises & tables.threes[attacker]
        elif plies == 5:
            # The move must threaten two fours. If both are in one line it makes a three;
            # otherwise one of them is there already, and it shares a line with that cell.
            near_fours = 0
            for cell in moves:
                near_fours |= tables.stars[cell]
            others = promises & tables.threes[attacker]
            others |= self._promising(promises, attacker, 2) & near_fours
        elif plies == 7:
            # Its window has a stone at least; or it prevents a four that the defender can
            # make with his next move but one.
            others = self._promising(promises, attacker, 1)
            others |= self._promising(promises, defender, 2)
        else:
            others = self._promising(promises, attacker, 0)
            others |= self._promising(promises, defender, 0)
        return moves + [cell for cell in self.cells_of(others) if cell not in moves]

    def lost(self, promises: int, key: int, attacker: int, plies: int, kind: int) -> int:
        """Return the zone of a win of the attacker; the defender is to move, plies are even."""
        tables = self._tables
        defender = 1 - attacker
        urgent = promises & tables.urgent
        if urgent:
            if urgent & tables.fives[defender]:
                return 0
            fives = urgent & tables.fives[attacker]
            if fives:
                zone = fives | promises & tables.fours[defender]
                cell = fives.bit_length() - 1 >> 5
                if fives & tables.below[cell]:
                    return zone
                return plies >= 4 and self._against(
                    promises, key, attacker, plies, kind, [cell], zone
                )
            if plies < 4 or kind == FOURS or urgent & tables.two_fours[defender]:
                return 0
            # The attacker threatens two fours at once. Whoever does not make a four and does
            # not take a cell where the attacker can make one has done nothing against it.
            replies = promises & (tables.fours[0] | tables.fours[1])
            zone = replies | self._promising(promises, defender, 2)
            return self._against(promises, key, attacker, plies, kind, self.cells_of(replies), zone)
        if kind != ALL or plies < 6:
            return 0
        zone = self.won(promises, key, attacker, plies - 1, kind)
        if zone:
            cells = self.cells_of(zone)
            zone |= self._promising(promises, defender, max(0, 4 - plies // 2))
            return self._against(promises, key, attacker, plies, kind, cells, zone)
        if tables.exactly_five and next(self.free_cells(), None) is not None:
            return self._against(
                promises, key, attacker, plies, kind, self.free_cells(), tables.every
            )
        return 0

    def _against(
        self,
        promises: int,
        key: int,
        attacker: int,
        plies: int,
        kind: int,
        replies: Iterable[int],
        zone: int,
    ) -> int:
        """Return the zone, enlarged, if the attacker wins after each of these replies, or 0."""
        defender = 1 - attacker
        keys = self._keys[defender]
        for cell in replies:
            self._spend()
            after = self.place(defender, cell, promises)
            more = self.won(after, key ^ keys[cell], attacker, plies - 1, kind)
            self.remove(defender, cell)
            if not more:
                return 0
            zone |= more | 1 << FIELD * cell
        return zone

    # -------------------------------------------------------------- the board

    def place(self, player: int, cell: int, promises: int) -> int:
        codes = self._codes
        (l1, s1, d1), (l2, s2, d2), (l3, s3, d3), (l4, s4, d4) = self._tables.moves[player][cell]
        c1, c2, c3, c4 = codes[l1], codes[l2], codes[l3], codes[l4]
        codes[l1] = c1 + s1
        codes[l2] = c2 + s2
        codes[l3] = c3 + s3
        codes[l4] = c4 + s4
        return promises + d1[c1][0] + d2[c2][0] + d3[c3][0] + d4[c4][0]

    def remove(self, player: int, cell: int) -> None:
        codes = self._codes
        (l1, s1, _), (l2, s2, _), (l3, s3, _), (l4, s4, _) = self._tables.moves[player][cell]
        codes[l1] -= s1
        codes[l2] -= s2
        codes[l3] -= s3
        codes[l4] -= s4

    def cells_of(self, zone: int) -> list[int]:
        """Return the cells whose field is not 0, from the last to the first."""
        cells = []
        below = self._tables.below
        while zone:
            cell = zone.bit_length() - 1 >> 5
            zone &= below[cell]
            cells.append(cell)
        return cells

    def free_cells(self) -> Iterator[int]:
        """Yield the free cells, one at a time: often the first of them is enough."""
        codes = self._codes
        for cell, ((line, stone, _), _, _, _) in enumerate(self._tables.moves[0]):
            if not codes[line] & 3 * stone:
                yield cell

    def _promising(self, promises: int, player: int, stones: int) -> int:
        """Return the cells that share a window he can still fill with so many of his stones."""
        half = promises >> 16 * player & self._tables.halves[0]
        return half + self._at_least[LEAST_PROMISE[stones]] & self._carry
