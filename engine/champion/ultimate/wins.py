"""Forced wins within a number of plies in ultimate, exactly: nothing is left out.

What keeps this quick is a bound: a line of boards needs at least so many marks of the attacker's,
and with fewer moves than that there is nothing to look for.
"""

from __future__ import annotations

from linemate.engine.champion.ultimate.search import TO_THE_END, UltimateSearch
from linemate.engine.champion.ultimate.tables import Situation, Tables
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import AT_LEAST, AT_MOST

# Positions whose wins are remembered, some 200 bytes each; at this many all are forgotten.
MOST_WINS = 50_000


class UltimateWins(UltimateSearch):
    def __init__(self, tables: Tables, megabytes: int) -> None:
        super().__init__(tables, megabytes)
        # By position: the fewest plies known to be enough for the mover, the most known not to be.
        self._wins: dict[int, tuple[int, int]] = {}

    def _is_won(self, here: Situation, plies: int, ply: int, target: int, key: int) -> bool:
        """Return whether the mover can force a win that is completed within so many plies."""
        self._enter(ply)
        if self._marks_needed(here) > (plies + 1) // 2:
            return False
        place = key ^ self._tables.target_keys[here.side][target]
        enough, too_few = self._wins.get(place) or self._known_win(place)
        if plies >= enough:
            return True
        if plies <= too_few:
            return False
        won = False
        choices = self._choices(here, target, 0)
        choices.sort(reverse=True)
        codes = self._codes
        for _, _, board, cell, new, following, _, its_key in choices:
            if following.result is not None:
                won = following.result < 0
            elif plies > 1:
                code = codes[board]
                codes[board] = new
                won = self._is_lost(following, plies - 1, ply + 1, cell, key ^ its_key)
                codes[board] = code
            if won:
                break
        if len(self._wins) >= MOST_WINS:
            self._wins.clear()
        self._wins[place] = (plies, too_few) if won else (enough, plies)
        return won

    def _is_lost(self, here: Situation, plies: int, ply: int, target: int, key: int) -> bool:
        """Return whether the opponent wins within so many plies, whatever the mover plays."""
        self._enter(ply)
        # Nobody completes a line for the opponent, but he may have to end the game.
        if plies < (1 if self._tables.majority else 2):
            return False
        codes = self._codes
        for _, _, board, cell, new, following, _, its_key in self._choices(here, target, 0):
            if following.result is not None:
                lost = following.result > 0
            elif plies > 1:
                code = codes[board]
                codes[board] = new
                lost = self._is_won(following, plies - 1, ply + 1, cell, key ^ its_key)
                codes[board] = code
            else:
                lost = False
            if not lost:
                return False
        return True

    def _marks_needed(self, here: Situation) -> int:
        """Return how many moves at least are missing for the mover's nearest line of boards."""
        codes, needs = self._codes, self._tables.needs[here.side]
        fewest = 99
        for boards in here.hopes:
            count = 0
            for board in boards:
                code = codes[board]
                count += needs.get(code) or self._tables.need(here.side, code)
            fewest = min(fewest, count)
        return fewest

    def _known_win(self, place: int) -> tuple[int, int]:
        """Return what the search has proven about this, as `_wins` has it."""
        entry = self._table.probe(place)
        if entry is not None:
            depth, score, bound, _ = entry
            if score > PROVEN and bound != AT_MOST:
                return WIN - score, 0
            if depth == TO_THE_END and score <= PROVEN and bound != AT_LEAST:
                return 99, 99
        return 99, 0
