"""VCF, a win by continuous fours: every move threatens to finish a line, every reply is forced.

The name is that of gomoku players: a **four** is a window (k cells in a straight line) that lacks
one mark, so a move that makes one must be answered in the one cell that is left. It is meant
for k in a row of any k, where a longer row wins, too: in qubic a "four" has three marks.

What a search works on is six whole numbers, all seen by the attacker, who is to move:

    mine         his marks in every window, the counter of `games/lines.py`
    my_open      the top bits of the windows that he can still fill
    theirs       } the same
    their_open   } of the defender
    free         bit c is set if cell c is empty
    key          the position's key, as `LinePosition.key()`

A window is closed by a mark of the other player. Placing a mark on `cell` changes, for its
player and the other one (`tables` is a FourTables):

    mine += tables.add[cell]
    their_open &= tables.keep[cell]
    free ^= 1 << cell
    key ^= tables.keys[side][cell]

The numbers are immutable, so a core keeps them as arguments of its recursion and has nothing
to undo; one that does not carry them makes them with `FourSearch.state`.

What is promised:

- A line that `fours` returns wins by force. It goes down to the finished window, as every reply
  is forced; there may be a shorter one.
- `fours`, if thorough, finds a win whenever there is one by fours and the nodes suffice.
- After a win by fours was found with the *other* player to move, `answers` says which cells he
  can save himself with: every other reply loses to that same line.

The last is what makes searching for deeper threats affordable. Let the line be a1 b1 a2 b2 ... with
the defender about to move, and d his reply. If d is none of the line's cells, then every
window that the line fills is still open. So d can matter only by giving the defender a four of
his own, then or after some b: d lies in a window of his that is open at that time and lacks
two marks. `answers` collects the cells of all such windows along the line.

Start reading at `FourSearch.fours`; `_search_fours` is the recursion.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf

from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.core import PLAYERS, Game
from linemate.engine.games.lines import LinePosition, LineTables

# The six numbers; and a line of play, the attacker's moves and the replies to them.
State = tuple[int, int, int, int, int, int]
ThreatLine = tuple[int, ...]

# Positions of which the result is kept, for each player and thoroughness: some 200 bytes each.
MOST_KNOWN = 30_000
# Moves with their replies in one search, a twentieth of a second: most take a thousandth.
MOST_NODES_FOR_SHORTEST = 20_000


class FourTables:
    """Get it from `four_tables`.

    The counters are those of `games/lines.py`, but without gaps between the lines of the board.
    """

    def __init__(self, lines: LineTables) -> None:
        assert not lines.exact, "a window of a longer row must win"
        row = max(map(len, lines.windows), default=0)
        self.keys = lines.keys
        # By bit length of a window's top bit: its cells, as bits.
        self.window_cells = [0]
        self.add = [0] * lines.cell_count
        # By cell: the top bits of the windows through it.
        self.through = [0] * lines.cell_count
        # By cell, as bits: all cells of the windows through it.
        self.near = [0] * lines.cell_count
        lowest = 0
        for window in lines.windows:
            if not window:
                continue
            field = 1 << len(self.window_cells) - 1
            top_bit = field << lines.count_bits
            lowest |= field
            cells = sum(1 << cell for cell in window)
            self.window_cells += [0] * lines.count_bits + [cells]
            for cell in window:
                self.add[cell] |= field
                self.through[cell] |= top_bit
                self.near[cell] |= cells
        self.won = lowest << lines.count_bits
        self.bias = lowest * ((1 << lines.count_bits) - row)
        # Added to a counter, these set the top bit of windows that lack at most one and two
        # marks. (A row of one mark lacks no more than its length.)
        self.lack_one, self.lack_two = (lowest * min(lacking, row) for lacking in (1, 2))
        # By cell: the windows that stay open when the other player has marked it.
        self.keep = [self.won ^ closed for closed in self.through]


@lru_cache(maxsize=8)
def four_tables(lines: LineTables) -> FourTables:
    return FourTables(lines)


class FourSearch:
    """Wins by fours in one game; what is found is remembered from one call to the next."""

    nodes = 0  # moves with their replies that were tried so far; callers take differences

    def __init__(self, game: Game) -> None:
        position = game.start()
        assert isinstance(position, LinePosition), game.name
        self.tables = four_tables(position._tables)
        self._attacker = self._limit = 0
        self._thorough = True
        self._next_look: float = inf  # the number of nodes at which to look at the clock
        self.clear()

    def clear(self) -> None:
        """Forget everything found."""
        # By thoroughness and attacker, then by the key of a position with him to move: a win,
        # empty if there is none.
        self._known: list[list[dict[int, ThreatLine]]] = [[{}, {}], [{}, {}]]

    def watch(self, clock: Clock) -> None:
        """Look at this clock from now on; every search may then raise SearchStopped."""
        self._clock = clock
        self._next_look = clock.next_check(self.nodes)

    def look(self) -> None:
        """Look at the clock if it is time to. Raises SearchStopped."""
        if self.nodes >= self._next_look:
            self._next_look = self._clock.check(self.nodes)

    # -------------------------------------------------------------- the six numbers

    def state(self, position: LinePosition, attacker: int) -> State:
        """Return the six numbers of a position that is not finished."""
        tables = self.tables
        counters = [tables.bias, tables.bias]
        still_open = [tables.won, tables.won]
        free = 0
        for cell, mark in enumerate(position.cells()):
            if mark == ".":
                free |= 1 << cell
                continue
            side = PLAYERS.index(mark)
            counters[side] += tables.add[cell]
            still_open[1 - side] &= tables.keep[cell]
        mine, theirs = attacker, 1 - attacker
        return (
            *(counters[mine], still_open[mine]),
            *(counters[theirs], still_open[theirs]),
            *(free, position.key()),
        )

    def play(self, state: State, cell: int, attacker: int) -> State:
        """Return the numbers after a move of the attacker."""
        mine, my_open, theirs, their_open, free, key = state
        tables = self.tables
        return (
            mine + tables.add[cell],
            my_open,
            theirs,
            their_open & tables.keep[cell],
            free ^ 1 << cell,
            key ^ tables.keys[attacker][cell],
        )

    def reply(self, state: State, cell: int, attacker: int) -> State:
        """Return the numbers after a move of the defender."""
        mine, my_open, theirs, their_open, free, key = state
        tables = self.tables
        return (
            mine,
            my_open & tables.keep[cell],
            theirs + tables.add[cell],
            their_open,
            free ^ 1 << cell,
            key ^ tables.keys[1 - attacker][cell],
        )

    def missing(self, counter: int, still_open: int, free: int) -> int:
        """Return the free cells, as bits, that would finish a window."""
        return self.cells_of((counter + self.tables.lack_one) & still_open, free)

    def cells_of(self, windows: int, free: int) -> int:
        """Return the free cells, as bits, of windows that are given as top bits."""
        window_cells = self.tables.window_cells
        cells = 0
        while windows:
            top_bit = windows & -windows
            windows ^= top_bit
            cells |= window_cells[top_bit.bit_length()]
        return cells & free

    # -------------------------------------------------------------- the search

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
    ) -> ThreatLine | None:
        """Return a line of play that wins by fours, empty if there is none, None if nodes ran out.

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
    ) -> ThreatLine:
        """Return what `fours` does, within the limits that are set. Raises OutOfNodes."""
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
        known: dict[int, ThreatLine],
    ) -> ThreatLine:
        """Return what `_fours_from` does, where the attacker has no four yet."""
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

    def two_fours(self, mine: int, my_open: int, free: int, must: int) -> ThreatLine:
        """Return the three plies of a win by a move that makes two fours; empty if there is none.

        The attacker has no four yet; `must` is the cell, as a bit, that would finish one of the
        defender, who has no other.
        """
        return self._add_pairs((mine + self.tables.lack_two) & my_open, free, must, [], 0)

    def _add_pairs(
        self, windows: int, free: int, must: int, pairs: list[int], seen: int
    ) -> ThreatLine:
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
        known: dict[int, ThreatLine],
        using: int = 0,
        near: int = -1,
    ) -> ThreatLine:
        """Return a win by fours that takes more than the three plies of `_add_pairs`.

        Nobody has a four, and no two pairs have a cell in common. So a move and its reply take
        away one pair, and any new one has a window through the move. If `using` is given, the
        new pair must be in one of those windows, with the move on one of the cells `near`.
        """
        if self.nodes > self._limit:
            raise OutOfNodes
        if self.nodes >= self._next_look:
            self.look()
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
        known: dict[int, ThreatLine],
    ) -> ThreatLine:
        """Return what `_search_fours` does, when the first move has to be on `must`;
        pairs may share cells.
        """
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

    # -------------------------------------------------------------- what can be done against it

    def answers(self, state: State, line: ThreatLine) -> int:
        """Return the cells, as bits, on which the defender can hope to stop a win by fours.

        `line` is what `fours` returned for this state; here the defender is to move in it, and
        has no four to complete. The proof is at the top of this file.
        """
        tables = self.tables
        _, _, theirs, their_open, free, _ = state
        useful = 0
        if len(line) > 1:
            useful = self.cells_of((theirs + tables.lack_two) & their_open, free)
        for cell in line:
            useful |= 1 << cell
        for move, reply in zip(line[:-3:2], line[1:-3:2], strict=True):
            theirs += tables.add[reply]
            their_open &= tables.keep[move]
            free &= ~(1 << move | 1 << reply)
            useful |= self.cells_of((theirs + tables.lack_two) & their_open, free)
        return useful & state[4]


class ShortestFours:
    """Wins by fours in the game of a FourSearch."""

    def __init__(self, fours: FourSearch) -> None:
        self._fours = fours
        self._attacker = 0
        self._limit = 0
        # By key: there is no win in so many plies.
        self._failed: dict[int, int] = {}

    def win(
        self, state: State, attacker: int, most_nodes: int = MOST_NODES_FOR_SHORTEST
    ) -> ThreatLine:
        """Return the shortest win of the attacker, to move; empty if he has none by fours.

        If the nodes of one of its three searches run out, some win, or none.
        """
        fours = self._fours
        line = self.some_win(state, attacker, most_nodes)
        self._attacker = attacker
        self._limit = fours.nodes + most_nodes
        self._failed.clear()
        try:
            for plies in range(3, len(line), 2):
                shorter = self._within(state, plies)
                if shorter:
                    return shorter
        except OutOfNodes:
            pass
        return line

    def some_win(self, state: State, attacker: int, most_nodes: int) -> ThreatLine:
        """Return any win of the attacker, to move; empty if none was found."""
        fours = self._fours.fours
        # The search that is not thorough misses few, and finds long ones with a tenth of the nodes.
        quick = fours(*state, attacker, most_nodes, False)
        return quick or fours(*state, attacker, most_nodes) or ()

    def _within(self, state: State, plies: int) -> ThreatLine:
        """Return a win in so many plies or fewer, empty if there is none."""
        mine, my_open, theirs, their_open, free, key = state
        fours = self._fours
        finishing = fours.missing(mine, my_open, free)
        if finishing:
            return (finishing.bit_length() - 1,)
        if plies < 3 or self._failed.get(key, 0) >= plies:
            return ()
        fours.nodes += 1
        if fours.nodes > self._limit:
            raise OutOfNodes
        fours.look()
        must = fours.missing(theirs, their_open, free)
        line: ThreatLine = ()
        if not must & must - 1:
            line = fours.two_fours(mine, my_open, free, must)
            if not line and plies > 3:
                line = self._try_pairs(state, must, plies)
        if not line:
            self._failed[key] = plies
        return line

    def _try_pairs(self, state: State, must: int, plies: int) -> ThreatLine:
        """Return what `_within` does,
        where one move more is needed than one that makes two fours.
        """
        mine, my_open, _, _, free, _ = state
        tables = self._fours.tables
        windows = (mine + tables.lack_two) & my_open
        while windows:
            top_bit = windows & -windows
            windows ^= top_bit
            pair = tables.window_cells[top_bit.bit_length()] & free
            high, low = pair.bit_length() - 1, (pair & -pair).bit_length() - 1
            for move, reply in ((low, high), (high, low)):
                if must and must != 1 << move:
                    continue
                after = self._fours.play(state, move, self._attacker)
                after = self._fours.reply(after, reply, self._attacker)
                line = self._within(after, plies - 2)
                if line:
                    return (move, reply, *line)
        return ()
