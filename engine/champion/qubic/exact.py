"""Wins within a number of plies, with everybody free to play anywhere: exact both ways.

Two things make it affordable, as nobody can be harmed by a mark of his own:

- A player who would not lose within so many plies if he were allowed to pass does not lose by
  moving either. So a move that does not finish, threaten or prepare anything is refuted by one
  look at the position with the attacker to move again.
- If it is lost with a pass, only the replies that could stop that very line need a look
  (`FourSearch.answers`); where the line is not known, all of them do.

Start reading at `wins`.
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.champion.vcf import FourSearch, State

# Positions of which the result is kept, for each attacker: some 200 bytes each.
MOST_KNOWN = 30_000
NO_PLIES = (0, 1_000)  # so many plies are too few, so many enough


class ExactWins:
    """In one game; what is found is remembered until `clear`."""

    def __init__(self, threats: FourSearch, enter: Callable[[], None]) -> None:
        """`enter` is called for every position visited; what it raises ends the search."""
        self._threats = threats
        self._enter = enter
        self.clear()

    def clear(self) -> None:
        # By attacker and key, with him to move: the most plies that are too few for a win, and
        # the fewest that are known to be enough.
        self._known: tuple[dict[int, tuple[int, int]], ...] = ({}, {})

    def wins(self, state: State, attacker: int, plies: int) -> int:
        """Return a number that is not 0 if the attacker, to move, wins within so many plies,
        whatever anybody does.

        Then it is the cells, as bits, of which the defender would have to take one beforehand
        to change that: every other cell leaves him lost within the same number of plies.
        """
        self._enter()
        threats, tables = self._threats, self._threats.tables
        mine, my_open, theirs, their_open, free, key = state
        if (mine + tables.lack_one) & my_open:
            finishing = threats.missing(mine, my_open, free)
            return threats.answers(state, (finishing.bit_length() - 1,))
        if plies < 3:
            return 0
        must = threats.missing(theirs, their_open, free)
        if must & must - 1:
            return 0
        line = threats.two_fours(mine, my_open, free, must)
        if line:
            return threats.answers(state, line)
        if plies < 5:
            return 0
        known = self._known[attacker]
        too_few, enough = known.get(key, NO_PLIES)
        if too_few < plies - 2 < enough:
            # Shorter wins first: they are cheap to exclude, and then need not be looked for.
            found = self.wins(state, attacker, plies - 2)
            if found:
                return found
            too_few, enough = known.get(key, NO_PLIES)
        if plies >= enough:
            return free
        if plies <= too_few:
            return 0
        found = 0
        moves = must or free
        while moves and not found:
            bit = moves & -moves
            moves ^= bit
            after = threats.play(state, bit.bit_length() - 1, attacker)
            found = self.is_lost(after, attacker, plies - 1)
        if len(known) > MOST_KNOWN:
            known.clear()
        known[key] = (too_few, plies) if found else (plies, enough)
        return free if found else 0

    def is_lost(self, state: State, attacker: int, plies: int) -> bool:
        """Return whether the defender, to move, loses within so many plies, whatever he plays."""
        threats, tables = self._threats, self._threats.tables
        mine, my_open, theirs, their_open, free, _ = state
        if (theirs + tables.lack_one) & their_open:
            return False
        replies = threats.missing(mine, my_open, free)
        if not replies:
            replies = self.wins(state, attacker, plies - 1)
        elif replies & replies - 1:
            return plies >= 2
        if not replies:
            return False
        while replies:
            bit = replies & -replies
            replies ^= bit
            after = threats.reply(state, bit.bit_length() - 1, attacker)
            if not self.wins(after, attacker, plies - 1):
                return False
        return True
