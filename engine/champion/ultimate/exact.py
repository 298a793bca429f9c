"""Exact results of ultimate: who wins within so many plies, whatever the other plays."""

from __future__ import annotations

from linemate.engine.champion.ultimate.board import (
    CODES,
    ENDLESS,
    GOES_ON,
    PROVEN,
    WIN,
    Board,
)
from linemate.engine.champion.ultimate.tables import Tables, zeros
from linemate.engine.games.tictactoe import LINES
from linemate.engine.transposition import AT_LEAST, AT_MOST

# A depth that reaches the end of every game: what is known that deep is known for good.
TO_THE_END = 99
NEVER = 99

# A word of the transposition table: the move, the kind of bound, the score, the depth.
BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT = 7, 9, 25
SCORE_BIAS = 1 << 15


class Exact(Board):
    """Forced results, remembered in a table of their own."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.lines_of_boards = list(LINES)
        # By player and code, filled as a search comes across it: see `need`.
        self.needs = zeros(2 * CODES)

    def use_tables(self, words: memoryview, mask: int, wins: memoryview, wins_mask: int) -> None:
        """Take the memory of the transposition table and of the table of wins."""
        self.words = words
        self.mask = mask
        self.wins = wins
        self.wins_mask = wins_mask

    def has_hope(self, side: int) -> bool:
        """Return whether a player can still make some line of boards."""
        if self.majority:
            return True
        return self.marks_needed(side) < NEVER

    def marks_needed(self, side: int) -> int:
        """Return how many moves at least a player lacks for his nearest line of boards."""
        if self.majority:
            return 0  # it may do without a line
        situation = self.situations[self.frame]
        fewest = NEVER
        number = 0
        while number < 8:
            boards = self.lines_of_boards[number]
            number += 1
            lacking = 0
            while boards and lacking < fewest:
                board = self.low[boards]
                boards &= boards - 1
                owner = situation >> 2 * board & 3
                if not owner:
                    lacking += self.need(side, self.codes[board])
                elif owner != side + 1:
                    lacking = NEVER
            if lacking < fewest:
                fewest = lacking
        return fewest

    def need(self, side: int, code: int) -> int:
        """Return the fewest marks that make a player's line in a board, or NEVER."""
        index = CODES * side + code
        if not self.needs[index]:
            own, other = self.marks[index], self.marks[CODES - CODES * side + code]
            fewest = NEVER
            for number in range(8):
                line = self.lines_of_boards[number]
                if not line & other:
                    fewest = min(fewest, 3 - self.count(line & own))
            self.needs[index] = fewest
        return self.needs[index]

    def is_won(self, side: int, target: int, plies: int, ply: int) -> bool:
        """Return whether the mover can force a win that is completed within so many plies."""
        self.enter(ply)
        if self.marks_needed(side) > (plies + 1) // 2:
            return False
        place = self.keys[ply] ^ self.target_keys[10 * side + target]
        start = (place & self.wins_mask) << 1
        # The fewest plies known to be enough for the mover, and the most known not to be.
        word = self.wins[start + 1]
        if word and self.wins[start] ^ word == place:
            enough, too_few = word & 127, word >> 7 & 127
        else:
            word = self.known_result(place)
            enough, too_few = word & 127, word >> 7
        if plies >= enough:
            return True
        if plies <= too_few:
            return False
        won = False
        self.weigh(side, target, ply, ENDLESS)
        index, end = 81 * ply, self.ends[ply]
        while index < end and not won:
            move = self.take(index, end)
            index += 1
            result = self.make(side, move, ply)
            if result != GOES_ON:
                won = result > 0
            else:
                if plies > 1:
                    sent_to = self.target_after(move)
                    won = self.is_lost(1 - side, sent_to, plies - 1, ply + 1)
                self.unmake(move, ply)
        if won:
            enough = plies
        else:
            too_few = plies
        word = too_few << 7 | enough
        self.wins[start] = place ^ word
        self.wins[start + 1] = word
        return won

    def is_lost(self, side: int, target: int, plies: int, ply: int) -> bool:
        """Return whether the opponent wins within so many plies, whatever the mover plays."""
        self.enter(ply)
        # Nobody completes a line for the opponent, but he may have to end the game.
        if plies < (1 if self.majority else 2):
            return False
        self.weigh(side, target, ply, ENDLESS)
        index, end = 81 * ply, self.ends[ply]
        lost = True
        while index < end and lost:
            move = self.take(index, end)
            index += 1
            result = self.make(side, move, ply)
            if result != GOES_ON:
                lost = result < 0
            else:
                lost = False
                if plies > 1:
                    sent_to = self.target_after(move)
                    lost = self.is_won(1 - side, sent_to, plies - 1, ply + 1)
                self.unmake(move, ply)
        return lost

    def known_result(self, place: int) -> int:
        """Return what the search has proven about this, as `wins` has it."""
        start = (place & self.mask) << 2
        word = self.words[start + 1]
        if self.words[start] ^ word != place:
            word = self.words[start + 3]
            if self.words[start + 2] ^ word != place:
                return NEVER
        if word:
            bound = word >> BOUND_SHIFT & 3
            score = (word >> SCORE_SHIFT & 0xFFFF) - SCORE_BIAS
            if score > PROVEN and bound != AT_MOST:
                return WIN - score
            if word >> DEPTH_SHIFT & 127 == TO_THE_END and score <= PROVEN and bound != AT_LEAST:
                return NEVER << 7 | NEVER
        return NEVER
