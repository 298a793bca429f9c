"""Forced wins at five in a row: by fours, by fours and threes, or by any moves at all.

These follow from the sums of the board alone:

- Whoever can complete five wins, at once. Whoever is threatened with that must take the cell;
  that costs no depth, and two such cells are a loss.
- Whoever else can make two fours at once wins, with the third ply.
- Whoever is threatened with two fours must make a four, or take a cell where the other could
  make one: any other move loses with the fourth ply.

These are proofs, and so is what `won` finds. Two rules of gomoku change them:

- `renju`: some cells are forbidden to x. He is not let to move there (`strike_forbidden` in
  moves.py); what he threatens to make there is no threat, and o wins if x may not take the cell
  that he must. Most cells are judged by their pack, and two threes by trying (`is_forbidden` in
  board.py).
- `caro` and `caro6`: a five is prevented at its end as well, if the other end is closed
  (`weigh_blocks` in moves.py), and two fours anywhere in their lines (`add_lines` in zones.py).
"""

from __future__ import annotations

from linemate.engine.champion.gomoku.board import (
    CELLS,
    FOURS,
    HALF,
    ONE_FIVE,
    PLIES,
    THREES,
    TWO_FOURS,
    zeros,
)
from linemate.engine.champion.gomoku.moves import NO_MOVE, Moves
from linemate.engine.champion.gomoku.shapes import (
    CLOSED_ONE,
    CLOSED_THREE,
    CLOSED_TWO,
    DEAD,
    FIVE,
    FOUR,
)
from linemate.engine.champion.gomoku.tables import DOUBTFUL, Tables
from linemate.engine.champion.gomoku.zones import ZONE
from linemate.engine.clock import OutOfNodes

# Kinds of attack: each move makes a four; or one, or threatens two fours; or it may be any move.
BY_FOURS, BY_THREES, BY_ALL = 0, 1, 2
# How forced wins are looked for, one attempt after the other: within so many plies, by which kind.
ATTEMPT_PLIES = [15, 5, 7, 9, 11, 13, 15, 19]
ATTEMPT_KINDS = [0, 1, 1, 1, 1, 1, 1, 1]
ATTEMPTS = 8
# Wins that are remembered, each with its key, its length and first move, and its zone.
WINS, WIN_SIZE = 1 << 12, 2 + ZONE
# Attempts that failed, each with its key, and its plies or nodes.
FAILURES = 1 << 15
TRIED = 3  # in the place of a kind: all kinds were tried, with so many nodes


class Threats(Moves):
    """Finds forced wins of either player, and remembers them."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.attempt_plies = ATTEMPT_PLIES
        self.attempt_kinds = ATTEMPT_KINDS
        self.wins = zeros(WINS * WIN_SIZE)
        self.failures = zeros(2 * FAILURES)
        self.left = 0  # nodes that may be used up; 0 is no limit
        self.winner = NO_MOVE

    def forget(self) -> None:
        """Forget the forced wins that were found and those that were not."""
        self.wins = zeros(WINS * WIN_SIZE)
        self.failures = zeros(2 * FAILURES)

    def forced_win(self, attacker: int, nodes: int, attempts: int) -> int:
        """Return in how many plies the attacker wins, as if he were to move; 0 if so many of the
        attempts, with so many nodes in all, find no win. The zones at this ply have its zone.
        """
        ply = self.ply
        mine = self.sums[2 * ply + attacker]
        if mine < ONE_FIVE and not mine & (FOURS if attempts == 1 else FOURS | THREES):
            return 0
        key = (self.keys[ply] * 2 + attacker) * 4 + TRIED
        tried = ((self.keys[ply] >> 12) + 1 + attacker & FAILURES - 1) * 2
        if self.failures[tried] == key and self.failures[tried + 1] >= nodes:
            return 0
        self.left = nodes
        length = number = 0
        while number < attempts and not length:
            length = self.attempt(attacker, self.attempt_plies[number], self.attempt_kinds[number])
            number += 1
        self.left = 0
        if length > 0:
            return length
        self.failures[tried] = key
        self.failures[tried + 1] = nodes
        return 0

    def attempt(self, attacker: int, plies: int, kind: int) -> int:
        """Return what `won` does; -1 if the nodes that are left do not suffice.

        `winner` is then the first move, if the win takes more than three plies.
        """
        ply = self.ply
        try:
            length = self.won(attacker, plies, kind)
        except OutOfNodes:
            while self.ply > ply:
                self.unmake()
            return -1
        start = (self.keys[ply] & WINS - 1) * WIN_SIZE
        if length > 1 and self.wins[start] == self.keys[ply] * 2 + attacker:
            self.winner = self.wins[start + 1] & 511
        return length

    def spend(self) -> None:
        self.enter()
        if self.left:
            self.left -= 1
            if not self.left:
                raise OutOfNodes

    def won(self, attacker: int, plies: int, kind: int) -> int:
        """Return in how many plies, an odd number, the attacker wins, who is to move; 0 if there
        is no such win within so many.

        The zone of the win is left in `zones`: cells such that one more stone of the defender on
        any other would change nothing.
        """
        ply = self.ply
        defender = 1 - attacker
        mine, theirs = self.sums[2 * ply + attacker], self.sums[2 * ply + defender]
        forced = NO_MOVE
        if mine >= ONE_FIVE:
            self.clear_zone(ply)
            self.add_flagged(ply, attacker, ONE_FIVE)
            if self.caro:
                self.add_lines(ply, self.find_five(attacker), attacker, FIVE)
            return 1
        if plies < 3:
            return 0
        if theirs >= ONE_FIVE:
            if theirs >= 2 * ONE_FIVE:
                return 0
            forced = self.find_five(defender)
            if self.renju and not attacker and self.is_forbidden(forced):
                return 0
        if mine & TWO_FOURS and (forced == NO_MOVE or self.has(attacker, forced, TWO_FOURS)):
            # His cells are among those where he can make a four.
            self.clear_zone(ply)
            self.add_flagged(ply, attacker, FOURS)
            self.add_flagged(ply, defender, FOURS | ONE_FIVE)
            if self.caro:
                move = self.find(attacker, TWO_FOURS, 0) if forced == NO_MOVE else forced
                self.add_lines(ply, move, attacker, FOUR)
            return 3
        # A single four wins if x is the defender and must not take its cell.
        if ply >= PLIES - 4 or (plies < 5 and not (self.renju and attacker and mine & FOURS)):
            return 0
        if kind == BY_FOURS and not mine & FOURS:
            return 0
        if kind == BY_THREES and not mine & (FOURS | THREES):
            return 0
        key = self.keys[ply] * 2 + attacker
        start = (self.keys[ply] & WINS - 1) * WIN_SIZE
        if self.wins[start] == key and self.wins[start + 1] >> 9 <= plies:
            self.recall_zone(ply, start)
            return self.wins[start + 1] >> 9
        failed = (self.keys[ply] >> 12 & FAILURES - 1) * 2
        failed_key = key * 4 + kind
        if self.failures[failed] == failed_key and self.failures[failed + 1] >= plies:
            return 0
        if forced != NO_MOVE:
            begin = end = CELLS * ply
            self.merits[begin] = forced
            end += 1
        else:
            if kind == BY_ALL and plies > 3:
                self.weigh_attacks(attacker, plies)
            else:
                self.weigh_threats(attacker, kind == BY_THREES)
            if self.renju and not attacker:
                self.strike_forbidden(False)
            begin, end = CELLS * ply, self.ends[ply]
        while begin < end:
            move = self.take(begin, end)
            begin += 1
            self.spend()
            self.make(attacker, move)
            length = self.lost(attacker, plies - 1, kind)
            self.unmake()
            if length:
                length += 1
                self.copy_zone(ply, ply + 1)
                self.add_cell(ply, move)
                if not attacker and self.verdicts[self.packs[move] & HALF] == DOUBTFUL:
                    self.fill_zone(ply)  # another stone of o's might forbid it
                self.wins[start] = key
                self.wins[start + 1] = length << 9 | move
                self.remember_zone(ply, start)
                return length
        self.failures[failed] = failed_key
        self.failures[failed + 1] = plies
        return 0

    def lost(self, attacker: int, plies: int, kind: int) -> int:
        """Return in how many plies, an even number, the attacker wins with the defender to move;
        0 if there is no such win within so many.
        """
        ply = self.ply
        defender = 1 - attacker
        mine, theirs = self.sums[2 * ply + attacker], self.sums[2 * ply + defender]
        if theirs >= ONE_FIVE:
            return 0
        if mine >= ONE_FIVE:
            self.clear_zone(ply)
            length = 2
            if self.caro:
                self.weigh_blocks(defender)
                move = self.merits[CELLS * ply]
                length = self.against(attacker, plies, kind, 2)
                if length:
                    self.add_lines(ply, move, attacker, FIVE)
            elif mine < 2 * ONE_FIVE:
                move = self.find_five(attacker)
                if self.renju and attacker and self.is_forbidden(move):
                    self.add_reasons(ply, move)
                elif plies < 4:
                    return 0
                else:
                    begin = CELLS * ply
                    self.merits[begin] = move
                    self.ends[ply] = begin + 1
                    length = self.against(attacker, plies, kind, 4)
            if length:
                self.add_flagged(ply, attacker, ONE_FIVE)
                self.add_flagged(ply, defender, FOURS)
            return length
        if plies < 4 or theirs & TWO_FOURS:
            return 0
        if mine & TWO_FOURS and kind != BY_FOURS:
            # Whoever does not make a four and does not take a cell where the attacker can make
            # one has done nothing against two fours at once.
            self.clear_zone(ply)
            if self.caro:
                self.add_lines(ply, self.find(attacker, TWO_FOURS, 0), attacker, FOUR)
                self.add_flagged(ply, defender, FOURS)
                self.weigh_zone(defender, ZONE * ply)
            else:
                self.weigh_fours(defender)
            length = self.against(attacker, plies, kind, 4)
            if length:
                self.add_flagged(ply, attacker, FOURS)
                self.add_shaped(ply, defender, CLOSED_THREE)
            return length
        if kind != BY_ALL or plies < 6:
            return 0
        length = self.won(attacker, plies - 1, kind)
        if length:
            self.weigh_zone(defender, ZONE * ply)
            # He has plies / 2 moves, of which the last comes too late.
            self.add_shaped(ply, defender, CLOSED_TWO if plies == 6 else CLOSED_ONE)
            return self.against(attacker, plies, kind, 4)
        if self.harmful and self.free > ply:
            self.weigh(defender, DEAD)
            self.fill_zone(ply)
            return self.against(attacker, plies, kind, 4)
        return 0

    def against(self, attacker: int, plies: int, kind: int, longest: int) -> int:
        """Return what `lost` does, if these replies are all that could help, and all others lose
        in so many plies; enlarge the zone.
        """
        ply = self.ply
        defender = 1 - attacker
        if self.renju and attacker:
            self.strike_forbidden(True)
        begin, end = CELLS * ply, self.ends[ply]
        while begin < end:
            move = self.take(begin, end)
            begin += 1
            self.spend()
            self.make(defender, move)
            length = self.won(attacker, plies - 1, kind)
            self.unmake()
            if not length:
                return 0
            if length >= longest:
                longest = length + 1
            self.join_zone(ply, ply + 1)
            self.add_cell(ply, move)
        return longest

    def remember_zone(self, ply: int, start: int) -> None:
        word = 0
        while word < self.zone_words:
            self.wins[start + 2 + word] = self.zones[ZONE * ply + word]
            word += 1

    def recall_zone(self, ply: int, start: int) -> None:
        word = 0
        while word < self.zone_words:
            self.zones[ZONE * ply + word] = self.wins[start + 2 + word]
            word += 1
