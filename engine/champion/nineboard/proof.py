"""Proof-number search of nineboard, on flat lists of small numbers.

What df-pn is and what its words say: proof/dfpn.py. The same source runs interpreted and, with
`proof.pxd` beside it, compiled. Only positions whose mover cannot win at once are ever looked
into, and only safe moves are made (tables.py). Start reading at `search`, the recursion.
"""

from __future__ import annotations

from linemate.engine.champion.folds import CODES
from linemate.engine.champion.nineboard.tables import (
    CELL_MASK,
    GAINS,
    KEEPS,
    NEW_SHIFT,
    NineBoardTables,
    zeros,
)
from linemate.engine.clock import Clock
from linemate.engine.games.smallboards import ANY
from linemate.engine.games.tictactoe import FULL
from linemate.engine.proof.dfpn import (
    DELTA_SHIFT,
    DRAWN,
    FAILED,
    INFINITE,
    MOST_PLIES,
    PATIENCE,
    PLIES_SHIFT,
    REACHED,
    SHARED_PLIES,
    TASK_SHIFT,
    failed,
    reached,
)
from linemate.engine.transposition import RANK_SHIFT

PLIES = 84  # more than a game has
# First estimate of a position whose mover may choose the board.
FREE_CHOICE = 9
# The words of positions with nothing to search: a move leaves the opponent none that is safe, or
# none is safe; or a draw is all that there is.
WON, LOST = reached(3), failed(2)
HELD, NOT_WON = reached(0, 1), failed(0, 1)


class ProofSearch:
    """The words of positions below the one whose codes `set_position` was told."""

    def __init__(self, tables: NineBoardTables, full_draws: bool) -> None:
        self.full_draws = full_draws
        self.free = tables.free
        self.dangers = tables.dangers
        self.first = tables.first
        self.offers = tables.offers
        self.step = tables.step
        self.counts = tables.count
        self.low = tables.low
        self.move_keys = tables.move_keys
        self.target_keys = tables.target_keys
        self.codes = zeros(9)
        # Of each safe move at a ply, from 81 * ply to `ends`: the move, and what is known of the
        # position after it; phi and delta apart.
        self.moves = zeros(81 * PLIES)
        self.known = zeros(81 * PLIES)
        self.phis = zeros(81 * PLIES)
        self.deltas = zeros(81 * PLIES)
        self.ends = zeros(PLIES)
        # Whether another is at the position after it.
        self.elsewhere = zeros(81 * PLIES)
        self.tasks = zeros(PLIES)  # by ply: 1 + where others are told what this one is at
        self.busy_mask = 0
        self.attacker = 0
        self.draws_met = False
        self.nodes = 0
        self.budget = 0  # the number of nodes at which to leave off
        self.deepest = 0
        self.next_check = 0

    def use_table(self, words: memoryview, mask: int) -> None:
        self.words = words
        self.mask = mask

    def share(self, busy: memoryview) -> None:
        """Take the memory in which those who search together tell where they are."""
        self.busy = busy
        self.busy_mask = len(busy) - 1

    def leave(self) -> None:
        """Let the others know that this one is nowhere any more, wherever its search was ended."""
        for ply in range(PLIES):
            if self.tasks[ply]:
                self.busy[self.tasks[ply] - 1] = 0
                self.tasks[ply] = 0

    def use_clock(self, clock: Clock, nodes: int, next_check: int, budget: int) -> None:
        """Go on counting from here, up to the budget."""
        self.clock = clock
        self.nodes = nodes
        self.next_check = next_check
        self.budget = budget

    def set_position(self, codes: list[int], attacker: int) -> None:
        """Let these be the codes of the position that is searched, and whose win is in question."""
        self.attacker = attacker
        for board in range(9):
            self.codes[board] = codes[board]

    def look_at_clock(self) -> None:
        self.next_check = self.clock.check(self.nodes)

    def search(
        self,
        target: int,
        phi_limit: int,
        delta_limit: int,
        side: int,
        mine: int,
        theirs: int,
        closed: int,
        key: int,
        ply: int,
    ) -> int:
        """Return the word of a position whose mover cannot win at once, searched up to the limits.

        `mine` and `theirs` are the danger masks, `closed` the full boards, `key` that of marks
        and question.
        """
        self.nodes += 1
        started = self.nodes
        if started >= self.next_check:
            self.look_at_clock()
        if ply > self.deepest:
            self.deepest = ply
        place = key ^ self.target_keys[target]
        word = self.look_around(target, side, mine, theirs, closed, key, ply)
        if word & INFINITE == 0 or word >> DELTA_SHIFT & INFINITE == 0:
            return self.store(word, place, started)
        can_draw = word & DRAWN
        # Names of one's own are what an interpreter is quick with; compiled they cost nothing.
        codes, phis, deltas = self.codes, self.phis, self.deltas
        begin, end = 81 * ply, self.ends[ply]
        sharing = self.busy_mask > 0 and ply < SHARED_PLIES
        while True:
            if sharing:
                self.read_again(begin, end, side, closed, key)
            index, phi, second, delta = begin, INFINITE + 1, INFINITE, 0
            child = begin
            while child < end:
                delta += phis[child]
                its_delta = deltas[child]
                if its_delta < phi:
                    if phi < second:
                        second = phi
                    phi, index = its_delta, child
                elif its_delta < second:
                    second = its_delta
                child += 1
            if not phi or not delta:
                word = self.settle(begin, end, can_draw, side == self.attacker)
                return self.store(word, place, started)
            if phi >= phi_limit or delta >= delta_limit or self.nodes >= self.budget:
                if delta >= INFINITE:
                    delta = INFINITE - 1
                return self.store(phi | delta << DELTA_SHIFT, place, started)
            if sharing and self.elsewhere[index]:
                index = self.least_elsewhere(begin, end, index, phi_limit)
                if deltas[index] > second:
                    second = deltas[index]
            second += 1 + second // PATIENCE
            move = self.moves[index]
            board = move // 9
            cell = move - 9 * board
            code = codes[board]
            new = code + self.step[9 * side + cell]
            danger = self.dangers[new]
            full = closed if self.free[new] else closed | 1 << board
            sent = ANY if full >> cell & 1 else cell
            its_key = key ^ self.move_keys[81 * side + move]
            if sharing:
                task = its_key ^ self.target_keys[sent]
                slot = task >> TASK_SHIFT & self.busy_mask
                self.busy[slot] = task
                self.tasks[ply] = 1 + slot
            codes[board] = new
            word = self.search(
                sent,
                delta_limit - delta + phis[index],
                second if second < phi_limit else phi_limit,
                1 - side,
                theirs & ~(1 << board) | (danger >> 1 - side & 1) << board,
                mine | (danger >> side & 1) << board,
                full,
                its_key,
                ply + 1,
            )
            codes[board] = code
            if sharing:
                self.busy[slot] = 0
                self.tasks[ply] = 0
            self.known[index] = word
            phis[index] = word & INFINITE
            deltas[index] = word >> DELTA_SHIFT & INFINITE

    def read_again(self, begin: int, end: int, side: int, closed: int, key: int) -> None:
        """Take over what others have found out of the moves that are not settled, and see which of
        the positions after them they are at.
        """
        child = begin
        while child < end:
            self.elsewhere[child] = 0
            if self.phis[child] and self.deltas[child]:
                move = self.moves[child]
                board = move // 9
                cell = move - 9 * board
                cells = self.free[self.codes[board]]
                full = closed if cells & cells - 1 else closed | 1 << board
                place = key ^ self.move_keys[81 * side + move]
                place ^= self.target_keys[ANY if full >> cell & 1 else cell]
                word = self.remembered(place)
                if word:
                    self.known[child] = word
                    self.phis[child] = word & INFINITE
                    self.deltas[child] = word >> DELTA_SHIFT & INFINITE
                if self.busy[place >> TASK_SHIFT & self.busy_mask] == place:
                    self.elsewhere[child] = 1
            child += 1

    def least_elsewhere(self, begin: int, end: int, index: int, phi_limit: int) -> int:
        """Return the child that seems to need least if where another is counts twice; `index` is
        the one that does otherwise. One that reaches the limit already would be left as it is.
        """
        least = 2 * self.deltas[index]
        if least > phi_limit:
            least = phi_limit
        child = begin
        while child < end:
            if self.phis[child] and not self.elsewhere[child] and self.deltas[child] < least:
                least, index = self.deltas[child], child
            child += 1
        return index

    def look_around(
        self, target: int, side: int, mine: int, theirs: int, closed: int, key: int, ply: int
    ) -> int:
        """Return the word of a position if that is obvious; otherwise one that is not settled, and
        with it whether a move draws. What can be told of the other moves is left in the lists.
        """
        codes, free, offers, counts = self.codes, self.free, self.offers, self.counts
        end = 81 * ply
        can_draw = 0
        boards = 1 << target if target != ANY else FULL & ~closed
        while boards:
            board = self.low[boards]
            boards &= boards - 1
            bit = 1 << board
            others = theirs & ~bit
            code = codes[board]
            cells = free[code]
            full = closed if cells & cells - 1 else closed | bit
            index = self.first[CODES * side + code]
            while True:
                item = offers[index]
                if not item:
                    break
                index += 1
                cell = item & CELL_MASK
                their_danger = theirs if item & KEEPS else others
                if their_danger >> cell & 1:
                    continue  # it sends him where he wins
                my_danger = mine | bit if item & GAINS else mine
                sent, least, replies = cell, 1, FREE_CHOICE
                if full >> cell & 1:
                    if self.full_draws or full == FULL:
                        self.draws_met = True
                        can_draw = DRAWN
                        if side != self.attacker:
                            return HELD
                        continue
                    if their_danger:
                        continue
                    sent = ANY
                else:
                    there = item >> NEW_SHIFT if cell == board else codes[cell]
                    cells = free[there]
                    safe = cells & ~my_danger
                    replies = counts[safe]
                    if my_danger & cells & 1 << cell and self.stops(side, there, cell):
                        replies += 1  # he stays in this board, and stops me there
                    if not replies:
                        return WON
                    least = 9
                    while safe:
                        count = counts[free[codes[self.low[safe]]] & ~their_danger]
                        if count < least:
                            least = count
                        safe &= safe - 1
                    if not least:
                        least = 1
                move = 9 * board + cell
                its_place = key ^ self.move_keys[81 * side + move] ^ self.target_keys[sent]
                word = self.remembered(its_place)
                if not word:
                    word = least | replies << DELTA_SHIFT
                self.moves[end] = move
                self.known[end] = word
                self.phis[end] = word & INFINITE
                self.deltas[end] = word >> DELTA_SHIFT & INFINITE
                end += 1
        self.ends[ply] = end
        if end == 81 * ply:
            return NOT_WON if can_draw else LOST
        return 1 << DELTA_SHIFT | 1 | can_draw

    def stops(self, side: int, code: int, cell: int) -> bool:
        """Return whether the opponent's mark in a cell ends a player's danger in a board."""
        return not self.dangers[code + self.step[9 - 9 * side + cell]] >> side & 1

    def settle(self, begin: int, end: int, can_draw: int, mover_attacks: bool) -> int:
        """Return the word of a position whose mover reaches his goal, or has failed with every
        move, as `proof.dfpn.settle` does.
        """
        fewest, most, drawn = 2 * MOST_PLIES, 0, can_draw
        while begin < end:
            word = self.known[begin]
            plies = word >> PLIES_SHIFT & MOST_PLIES
            if not self.deltas[begin]:
                # A win for its own sake, and the shortest, before a draw.
                if word & DRAWN:
                    plies += MOST_PLIES
                if plies < fewest:
                    fewest = plies
            elif plies > most:
                most = plies
            drawn |= word & DRAWN
            begin += 1
        if fewest < MOST_PLIES:
            return REACHED | (fewest + 1) << PLIES_SHIFT
        if fewest < 2 * MOST_PLIES:
            return REACHED | DRAWN | (fewest - MOST_PLIES + 1) << PLIES_SHIFT
        word = FAILED | (most + 1) << PLIES_SHIFT
        return word | drawn if mover_attacks else word

    def remembered(self, place: int) -> int:
        """Return the word of a position, 0 if there is none."""
        start = (place & self.mask) << 2
        word = self.words[start + 1]
        if self.words[start] ^ word == place:
            return word
        word = self.words[start + 3]
        return word if self.words[start + 2] ^ word == place else 0

    def store(self, word: int, place: int, started: int) -> int:
        """Keep a word as `PackedTable.store` does; its rank is the number of nodes, in bits."""
        nodes, rank = self.nodes - started + 1, 0
        while nodes:
            nodes >>= 1
            rank += 1
        start = (place & self.mask) << 2
        held = self.words[start + 1]
        if self.words[start] ^ held != place:
            if held >> RANK_SHIFT > rank:
                start += 2
            elif held:
                self.words[start + 2] = self.words[start]
                self.words[start + 3] = held
        held = rank << RANK_SHIFT | word
        self.words[start] = place ^ held
        self.words[start + 1] = held
        return word
