"""Wins by fours alone: every move threatens to finish a line, every reply is forced.

The words, the six numbers and what is promised are described in `threats.py`. Start reading at
`FourSearch.fours`; `_search_fours` is the recursion.
"""

from __future__ import annotations

from linemate.engine.core import Game
from linemate.engine.search.threats_board import Line, ThreatBoard

# Positions of which the result is kept, for each player and thoroughness: some 200 bytes each.
MOST_KNOWN = 30_000


class OutOfNodes(Exception):  # noqa: N818 - not an error: the way out of a deep recursion
    """A search has visited as many nodes as it may."""


class FourSearch(ThreatBoard):
    """Wins by fours in one game; what is found is remembered from one call to the next."""

    nodes = 0  # moves with their replies that were tried so far; callers take differences

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._attacker = self._limit = 0
        self._thorough = True
        self.clear()

    def clear(self) -> None:
        """Forget everything found."""
        # By thoroughness and attacker, then by the key of a position with him to move: a win,
        # empty if there is none.
        self._known: list[list[dict[int, Line]]] = [[{}, {}], [{}, {}]]

    def fours(
        self,
        mine: int,
        my_open: int,
        theirs: int,
        their_open: int,
        free: int,
        key: int,
        attacker: int,
        most_nodes: int,
        thorough: bool = True,
    ) -> Line | None:
        """A line of play that wins by fours, empty if there is none, None if nodes ran out.

        The attacker is to move. If the defender has a four of his own, it is met by the first
        move of the line. The line's length is the number of plies to the win.

        A search that is not thorough is twice as fast, and misses a win here and there: a four
        that makes no new pair of cells (see `_add_pairs`) is tried only right before one that
        makes such a pair with its help, not to take a cell from the defender.
        """
        self._attacker, self._thorough = attacker, thorough
        self._limit = self.nodes + most_nodes
        try:
            return self._fours_from(mine, my_open, theirs, their_open, free, key)
        except OutOfNodes:
            return None

    def _fours_from(
        self, mine: int, my_open: int, theirs: int, their_open: int, free: int, key: int
    ) -> Line:
        """As `fours`, within the limits that are set. Raises OutOfNodes."""
        known = self._known[self._thorough][self._attacker]
        line = known.get(key)
        if line is None:
            finishing = self.missing(mine, my_open, free)
            if finishing:
                return (finishing.bit_length() - 1,)
            if len(known) > MOST_KNOWN:
                known.clear()
            line = self._fours_then(mine, my_open, theirs, their_open, free, key, known)
            known[key] = line
        return line

    def _fours_then(
        self,
        mine: int,
        my_open: int,
        theirs: int,
        their_open: int,
        free: int,
        key: int,
        known: dict[int, Line],
    ) -> Line:
        """As `_fours_from`, where the attacker has no four yet."""
        must = 0
        if (theirs + self.tables.lack_one) & their_open:
            must = self.missing(theirs, their_open, free)
            if must & must - 1:
                return ()
        pairs: list[int] = []
        windows = (mine + self.tables.lack_two) & my_open
        line = self._add_pairs(windows, free, must, pairs, 0)
        if line or not pairs:
            return line
        if must:
            return self._meet_four(mine, my_open, theirs, their_open, free, key, must, pairs, known)
        return self._search_fours(mine, my_open, theirs, their_open, free, key, pairs, known)

    def two_fours(self, mine: int, my_open: int, free: int, must: int) -> Line:
        """The three plies of a win by a move that makes two fours; empty if there is none.

        The attacker has no four yet; `must` is the cell, as a bit, that would finish one of the
        defender, who has no other.
        """
        return self._add_pairs((mine + self.tables.lack_two) & my_open, free, must, [], 0)

    def _add_pairs(self, windows: int, free: int, must: int, pairs: list[int], seen: int) -> Line:
        """Add the two free cells, as bits, of each of these windows, which lack two marks.

        `seen` are all the cells of the pairs so far.

        A mark on one cell of a pair forces the reply on the other. A cell of two different pairs
        makes two fours, for which there is but one reply: then the three plies of that win are
        returned, unless `must`, the cell that would finish a four of theirs, is another cell.
        """
        window_cells = self.tables.window_cells
        while windows:
            top_bit = windows & -windows
            windows ^= top_bit
            pair = window_cells[top_bit.bit_length()] & free
            twice = pair & seen
            if twice:
                if pair in pairs:
                    continue
                if must:
                    twice &= must
                if twice:
                    cell = twice & -twice
                    other = next(earlier for earlier in pairs if earlier & cell)
                    cells = (cell, pair ^ cell, other ^ cell)
                    return tuple(bit.bit_length() - 1 for bit in cells)
            seen |= pair
            pairs.append(pair)
        return ()

    def _search_fours(
        self,
        mine: int,
        my_open: int,
        theirs: int,
        their_open: int,
        free: int,
        key: int,
        pairs: list[int],
        known: dict[int, Line],
        using: int = 0,
        near: int = -1,
    ) -> Line:
        """A win by fours that takes more than the three plies of `_add_pairs`.

        Nobody has a four, and no two pairs have a cell in common. So a move and its reply take
        away one pair, and any new one has a window through the move. If `using` is given, the
        new pair must be in one of those windows, with the move on one of the cells `near`.
        """
        if self.nodes > self._limit:
            raise OutOfNodes
        tables = self.tables
        add, keep, through = tables.add, tables.keep, tables.through
        lack_one, lack_two = tables.lack_one, tables.lack_two
        my_keys, their_keys = tables.keys[self._attacker], tables.keys[1 - self._attacker]
        seen = 0
        for pair in pairs:
            seen |= pair
        later = []
        for pair in pairs:
            if not pair & near:
                continue
            left = free ^ pair
            high = pair.bit_length() - 1
            low = (pair & -pair).bit_length() - 1
            for cell, reply in ((low, high), (high, low)):
                if not near >> cell & 1:
                    continue
                key_then = key ^ my_keys[cell] ^ their_keys[reply]
                line = known.get(key_then)
                if line is not None:
                    if line:
                        return (cell, reply, *line)
                    continue
                self.nodes += 1
                mine_then = mine + add[cell]
                my_open_then = my_open & keep[reply]
                theirs_then = theirs + add[reply]
                their_open_then = their_open & keep[cell]
                if (theirs_then + lack_one) & their_open_then:
                    line = self._fours_then(
                        mine_then, my_open_then, theirs_then, their_open_then, left, key_then, known
                    )
                else:
                    windows = (mine_then + lack_two) & my_open_then & through[cell]
                    if not windows:
                        later.append((cell, reply, pair))
                        continue
                    if using and not windows & using:
                        continue
                    pairs_then = [other for other in pairs if other != pair]
                    line = self._add_pairs(windows, left, 0, pairs_then, seen ^ pair)
                    if not line:
                        line = self._search_fours(
                            mine_then,
                            my_open_then,
                            theirs_then,
                            their_open_then,
                            left,
                            key_then,
                            pairs_then,
                            known,
                        )
                known[key_then] = line
                if line:
                    return (cell, reply, *line)
        for cell, reply, pair in later:
            pairs_then = [other for other in pairs if other != pair]
            near_then = near & tables.near[cell]
            my_open_then = my_open & keep[reply]
            using_then = my_open_then & through[cell] & (using or -1)
            key_then = key ^ my_keys[cell] ^ their_keys[reply]
            if self._thorough:
                near_then, using_then = -1, 0
            elif not using_then or not near_then & (seen ^ pair):
                continue
            if not pairs_then or key_then in known:
                continue
            line = self._search_fours(
                mine + add[cell],
                my_open_then,
                theirs + add[reply],
                their_open & keep[cell],
                free ^ pair,
                key_then,
                pairs_then,
                known,
                using_then,
                near_then,
            )
            if line or self._thorough:
                known[key_then] = line
            if line:
                return (cell, reply, *line)
        return ()

    def _meet_four(
        self,
        mine: int,
        my_open: int,
        theirs: int,
        their_open: int,
        free: int,
        key: int,
        must: int,
        pairs: list[int],
        known: dict[int, Line],
    ) -> Line:
        """As `_search_fours`, when the first move has to be on `must`; pairs may share cells."""
        tables = self.tables
        cell = must.bit_length() - 1
        for pair in pairs:
            if pair & must:
                reply = (pair ^ must).bit_length() - 1
                self.nodes += 1
                line = self._fours_then(
                    mine + tables.add[cell],
                    my_open & tables.keep[reply],
                    theirs + tables.add[reply],
                    their_open & tables.keep[cell],
                    free ^ pair,
                    key
                    ^ tables.keys[self._attacker][cell]
                    ^ tables.keys[1 - self._attacker][reply],
                    known,
                )
                return (cell, reply, *line) if line else ()
        return ()
