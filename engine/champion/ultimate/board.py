"""The board of ultimate as the search has it, with the evaluation: flat lists of small numbers.

The state is one code for each board, and stacks by ply. `sent` has what it is worth to either
player to be sent to each board, and `offsets` where the worths of each board begin in
`context`; both change as a whole only when a board is decided, so each such event opens a new
*frame* of them, and taking it back closes it.
"""

from __future__ import annotations

from linemate.engine.champion.ultimate.tables import (
    CONTEXT_BITS,
    DECIDED,
    O_CAN_WIN,
    O_HAS_WON,
    SHAPES,
    SITUATIONS,
    X_CAN_WIN,
    X_HAS_WON,
    Tables,
    zeros,
)
from linemate.engine.clock import Clock, OutOfNodes
from linemate.engine.games.smallboards import ANY, FILLED, LINE
from linemate.engine.games.tictactoe import FULL

# Scores as in engine/scores.py, in numbers that fit into the table's sixteen bits.
WIN = 30_000
PROVEN = 29_000
GOES_ON = 2  # what `make` says of a game that is not over
NO_LIMIT = 1 << 60

PLIES = 84  # more than a game has
FRAMES = 20  # each board is decided once and shut once
CODES = 3**9

NOTHING = DECIDED * SHAPES  # the offset of a board that is decided
VIEW = NOTHING + SHAPES  # where the worths to o begin in `context` and `sending`
PLACES = 10 * CODES  # and in `place`
MERIT_BIAS = 40_000  # so that no merit is negative
ENDLESS = 1 << 20  # more than any merit


class Board:
    """The position that `set_position` was told, and the moves that were made since."""

    def __init__(self, tables: Tables) -> None:
        self.won_open = tables.won_open
        self.majority = tables.majority
        self.tables = tables
        self.shape = tables.shape
        self.event = tables.event
        self.free = tables.free
        self.marks = tables.marks
        self.step = tables.step
        self.low = tables.low
        self.place = tables.place
        self.context = tables.context
        self.sending = tables.sending
        self.move_keys = tables.move_keys
        self.owner_keys = tables.owner_keys
        self.shut_keys = tables.shut_keys
        self.target_keys = tables.target_keys
        # By situation, filled as a search comes across it: what `Tables.describe` says, the worth
        # of the big board, and of a free choice to x, then to o.
        self.described = zeros(SITUATIONS)
        self.big = zeros(SITUATIONS)
        self.choice = zeros(2 * SITUATIONS)
        self.codes = zeros(9)
        self.worths = zeros(PLIES)
        self.keys = zeros(PLIES)
        self.undo_codes = zeros(PLIES)
        self.undo_sent = zeros(2 * PLIES)
        self.opened = zeros(PLIES)  # whether the move at a ply has opened a frame
        self.frame = 0
        self.situations = zeros(FRAMES)
        self.shut = zeros(FRAMES)
        self.can_win = zeros(FRAMES * 2)
        self.offsets = zeros(FRAMES * 9)
        self.places = zeros(FRAMES * 9)
        self.events_here = zeros(FRAMES * 9)
        self.sent = zeros(FRAMES * 20)
        self.merits = zeros(81 * PLIES)
        self.ends = zeros(PLIES)
        self.cells_left = 0
        self.nodes = 0
        self.deepest = 0
        self.next_check = 0
        self.most_nodes = NO_LIMIT

    def use_clock(self, clock: Clock) -> None:
        self.clock = clock
        self.nodes = 0
        self.deepest = 0
        self.next_check = clock.next_check(0)
        self.most_nodes = NO_LIMIT

    def limit_nodes(self, most: int) -> None:
        """Raise OutOfNodes when there are more nodes than this."""
        self.most_nodes = most
        self.next_check = min(self.next_check, most + 1)

    def enter(self, ply: int) -> None:
        self.nodes += 1
        if ply > self.deepest:
            self.deepest = ply
        if self.nodes >= self.next_check:
            self.look_at_clock()

    def look_at_clock(self) -> None:
        next_check = self.clock.check(self.nodes)
        if self.nodes > self.most_nodes:
            raise OutOfNodes
        # When the clock is looked at depends on the machine; where an attempt ends must not.
        self.next_check = min(next_check, self.most_nodes + 1)

    def set_position(self, codes: list[int], situation: int, shut: int) -> None:
        """Make this the root. The code of a shut board is 0, whatever happened in it."""
        key = 0
        self.cells_left = 0
        for board in range(9):
            code = codes[board]
            self.codes[board] = code
            key ^= self.marks_key(board, code)
            owner = situation >> 2 * board & 3
            if owner == 1 or owner == 2:
                key ^= self.owner_keys[9 * (owner - 1) + board]
            if shut >> board & 1:
                key ^= self.shut_keys[board]
            else:
                self.cells_left += self.count(self.free[code])
        self.keys[0] = key
        self.frame = -1
        self.worths[0] = self.open_frame(situation, shut)

    def marks_key(self, board: int, code: int) -> int:
        """Return the part of a key that comes from the marks in a board."""
        key = 0
        for side in range(2):
            cells = self.marks[CODES * side + code]
            while cells:
                key ^= self.move_keys[81 * side + 9 * board + self.low[cells]]
                cells &= cells - 1
        return key

    def count(self, mask: int) -> int:
        found = 0
        while mask:
            mask &= mask - 1
            found += 1
        return found

    def key(self, side: int, target: int, ply: int) -> int:
        """Return the key of the position at a ply in the tables."""
        return self.keys[ply] ^ self.target_keys[10 * side + target]

    # -------------------------------------------------------------- the big board

    def describe(self, situation: int) -> None:
        """Find out what there is to know of a situation that no search has met."""
        self.described[situation] = self.tables.describe(situation)
        big, to_x, to_o = self.tables.judge(situation)
        self.big[situation] = big
        self.choice[situation] = to_x
        self.choice[SITUATIONS + situation] = to_o

    def open_frame(self, situation: int, shut: int) -> int:
        """Set `offsets` and `sent` for a new situation; return the worth of all boards to x."""
        if not self.described[situation]:
            self.describe(situation)
        self.frame += 1
        self.situations[self.frame] = situation
        self.shut[self.frame] = shut
        offsets, sent = 9 * self.frame, 20 * self.frame
        contexts = self.described[situation]
        self.can_win[2 * self.frame] = contexts & X_CAN_WIN != 0
        self.can_win[2 * self.frame + 1] = contexts & O_CAN_WIN != 0
        worth = self.big[situation]
        to_x, to_o = self.choice[situation], self.choice[SITUATIONS + situation]
        for board in range(9):
            offset = (contexts & 31) * SHAPES
            contexts >>= CONTEXT_BITS
            decided = offset == NOTHING
            self.offsets[offsets + board] = offset
            self.places[offsets + board] = CODES * 9 if decided else CODES * board
            self.events_here[offsets + board] = FILLED if decided else FILLED | LINE
            if shut >> board & 1:
                self.sent[sent + board] = to_x
                self.sent[sent + 10 + board] = to_o
            else:
                code = self.codes[board]
                index = offset + self.shape[code]
                self.sent[sent + board] = self.sending[index]
                self.sent[sent + 10 + board] = self.sending[VIEW + index]
                worth += self.context[index] + self.place[self.places[offsets + board] + code]
        self.sent[sent + ANY] = to_x
        self.sent[sent + 10 + ANY] = to_o
        return worth

    def result(self, side: int, situation: int, shut: int) -> int:
        """Return what the game is to the player who has just moved: 1, 0, -1, or GOES_ON."""
        if not self.described[situation]:
            self.describe(situation)
        described = self.described[situation]
        if described & (O_HAS_WON if side else X_HAS_WON):
            return 1
        if shut == FULL:
            lead = 0
            if self.majority:
                for board in range(9):
                    owner = situation >> 2 * board & 3
                    lead += (owner == side + 1) - (owner == 2 - side)
            return (lead > 0) - (lead < 0)
        if not described & (X_CAN_WIN | O_CAN_WIN):
            return 0
        return GOES_ON

    # -------------------------------------------------------------- moves

    def weigh(self, side: int, target: int, ply: int, enough: int) -> int:
        """Weigh the moves by the evaluation one ply further, none after one that is `enough`.

        They are left in `merits`, from 81 * ply to `ends[ply]`, as merit and move in one number;
        the best of them is returned.
        """
        # Names of one's own are what an interpreter is quick with; compiled they cost nothing.
        shapes, places, context, sent = self.shape, self.place, self.context, self.sent
        events, steps, low, merits = self.event, self.step, self.low, self.merits
        frame = self.frame
        opponent = 20 * frame + 10 - 10 * side
        first_step = 9 * side
        worth = -self.worths[ply] if side else self.worths[ply]
        boards = 1 << target if target != ANY else FULL & ~self.shut[frame]
        end = 81 * ply
        best = 0
        enough = (enough + MERIT_BIAS) << 7
        while boards:
            board = low[boards]
            boards &= boards - 1
            code = self.codes[board]
            offset = VIEW * side + self.offsets[9 * frame + board]
            place = PLACES * side + self.places[9 * frame + board]
            matters = self.events_here[9 * frame + board]
            rest = worth - context[offset + shapes[code]] - places[place + code]
            cells = self.free[code]
            while cells:
                cell = low[cells]
                cells &= cells - 1
                new = code + steps[first_step + cell]
                if events[new] & matters:
                    merit = self.weigh_event(side, board, cell, new, ply)
                else:
                    shape = offset + shapes[new]
                    merit = rest + context[shape] + places[place + new]
                    if cell == board:
                        merit -= self.sending[shape + VIEW - 2 * VIEW * side]
                    else:
                        merit -= sent[opponent + cell]
                item = (merit + MERIT_BIAS) << 7 | 9 * board + cell
                merits[end] = item
                end += 1
                if item > best:
                    best = item
                    if best >= enough:
                        self.ends[ply] = end
                        return best
        self.ends[ply] = end
        return best

    def weigh_event(self, side: int, board: int, cell: int, new: int, ply: int) -> int:
        """Return what `weigh` does of a move that decides or fills its board, to the mover."""
        before, shut = self.situations[self.frame], self.shut[self.frame]
        situation = self.after_event(side, board, new, before)
        if self.event[new] & FILLED or not self.won_open:
            shut |= 1 << board
        result = self.result(side, situation, shut)
        if result != GOES_ON:
            return result * (WIN - ply - 1)
        worth = self.worths[ply]
        offsets = 9 * self.frame
        contexts = self.described[situation]
        if situation != before:
            code = self.codes[board]
            index = self.offsets[offsets + board] + self.shape[code]
            worth -= self.context[index] + self.place[CODES * board + code]
            worth += self.big[situation] - self.big[before]
            changed = contexts ^ self.described[before]
            other = 0
            while other < 9:
                if changed & 31 and other != board:
                    shape = self.shape[self.codes[other]]
                    worth += self.context[(contexts >> CONTEXT_BITS * other & 31) * SHAPES + shape]
                    worth -= self.context[self.offsets[offsets + other] + shape]
                changed >>= CONTEXT_BITS
                other += 1
        if shut >> cell & 1:
            sent = self.choice[SITUATIONS - SITUATIONS * side + situation]
        else:
            offset = (contexts >> CONTEXT_BITS * cell & 31) * SHAPES
            sent = self.sending[VIEW - VIEW * side + offset + self.shape[self.codes[cell]]]
        return (-worth if side else worth) - sent

    def estimate(self, side: int, target: int, ply: int) -> int:
        worth = -self.worths[ply] if side else self.worths[ply]
        return worth + self.sent[20 * self.frame + 10 * side + target]

    def after_event(self, side: int, board: int, new: int, situation: int) -> int:
        """Return the situation after a move that decides or fills its board."""
        if situation >> 2 * board & 3:
            return situation
        return situation | (1 + side if self.event[new] & LINE else 3) << 2 * board

    def make(self, side: int, move: int, ply: int) -> int:
        """Play a move, if the game goes on after it; return GOES_ON or its result to the mover."""
        board = move // 9
        code = self.codes[board]
        new = code + self.step[9 * side + move - 9 * board]
        event = self.event[new]
        frame = self.frame
        key = self.keys[ply]
        if event & self.events_here[9 * frame + board]:
            before, shut = self.situations[frame], self.shut[frame]
            situation = self.after_event(side, board, new, before)
            shuts = event & FILLED or not self.won_open
            if shuts:
                shut |= 1 << board
            result = self.result(side, situation, shut)
            if result != GOES_ON:
                return result
            if situation != before and event & LINE:
                key ^= self.owner_keys[9 * side + board]
            if shuts:
                # The marks no longer matter: only that it is shut, and whose it is.
                self.codes[board] = 0
                key ^= self.marks_key(board, code) ^ self.shut_keys[board]
            else:
                self.codes[board] = new
                key ^= self.move_keys[81 * side + move]
            self.undo_codes[ply] = code
            self.opened[ply] = 1
            self.keys[ply + 1] = key
            self.worths[ply + 1] = self.open_frame(situation, shut)
            return GOES_ON
        sent = 20 * frame + board
        self.undo_sent[2 * ply] = self.sent[sent]
        self.undo_sent[2 * ply + 1] = self.sent[sent + 10]
        offset, place = self.offsets[9 * frame + board], self.places[9 * frame + board]
        index = offset + self.shape[new]
        self.sent[sent] = self.sending[index]
        self.sent[sent + 10] = self.sending[VIEW + index]
        self.worths[ply + 1] = (
            self.worths[ply]
            + self.context[index]
            + self.place[place + new]
            - self.context[offset + self.shape[code]]
            - self.place[place + code]
        )
        self.codes[board] = new
        self.undo_codes[ply] = code
        self.opened[ply] = 0
        self.keys[ply + 1] = key ^ self.move_keys[81 * side + move]
        return GOES_ON

    def unmake(self, move: int, ply: int) -> None:
        board = move // 9
        self.codes[board] = self.undo_codes[ply]
        if self.opened[ply]:
            self.frame -= 1
        else:
            sent = 20 * self.frame + board
            self.sent[sent] = self.undo_sent[2 * ply]
            self.sent[sent + 10] = self.undo_sent[2 * ply + 1]

    def target_after(self, move: int) -> int:
        """Return where a move that was made has sent the opponent."""
        cell = move % 9
        return ANY if self.shut[self.frame] >> cell & 1 else cell

    def take(self, index: int, end: int) -> int:
        """Move the best of the moves that are left to the front of them, and return it."""
        merits = self.merits
        best, best_index = merits[index], index
        other = index + 1
        while other < end:
            if merits[other] > best:
                best, best_index = merits[other], other
            other += 1
        merits[best_index] = merits[index]
        merits[index] = best
        return best & 127

    def merits_at(self, side: int, target: int, ply: int) -> dict[int, int]:
        """Return every move at a ply with its merit."""
        self.weigh(side, target, ply, ENDLESS)
        items = [self.merits[index] for index in range(81 * ply, self.ends[ply])]
        return {item & 127: (item >> 7) - MERIT_BIAS for item in items}
