"""Ready-made answers for ultimate's search: what each board offers, on each big board.

A `Situation` is a big board with somebody to move: who owns which boards and which are shut. The
search walks from one to the next only when a move decides a small board; otherwise it stays, and
a move is a change of one code. Everything here counts for the mover of the situation, in the
steps of `weights.py`.

A shut board has code 0, whatever happened in it, so that positions that play alike are equal.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from operator import neg

from linemate.engine.champion.folds import CODES, PLACE_OF, folds
from linemate.engine.champion.ultimate.levels import LEVELS, levels
from linemate.engine.champion.ultimate.weights import (
    STEPS_PER_LOGIT,
    Weights,
    context_worth,
    place_worth,
    swapped_shapes,
)
from linemate.engine.games.keys import random_keys
from linemate.engine.games.smallboards import CELLS_IN, FILLED, LINE, STEP, board_tables
from linemate.engine.games.tictactoe import FULL, HAS_LINE, LINES

# A move that only marks a cell: the change of worth, the move, its cell, the board's new code,
# the change of the key.
Quiet = tuple[int, int, int, int, int]
# A move that decides or fills its board: the same, and what becomes of the board, see `step`.
Event = tuple[int, int, int, int, int, int]
# For the last ply: the change of worth by a quiet move, and the board whose worth as a target is
# to be taken off. That is `NOWHERE` for a move that sends to its own board: the change has it.
Last = tuple[int, int]
Offer = tuple[tuple[Quiet, ...], tuple[Event, ...], tuple[Last, ...]]
# How a board looks in all situations where it means the same: its offers, its worth by shape
# apart from its place, and by code what it is worth to be sent there.
View = tuple[dict[int, Offer], list[int], list[int]]

NOWHERE = 9
# What a move can do to its board besides marking a cell; an event's number is 9 * this + board.
WON_SHUT, SHUT, WON_OPEN = range(3)
NEVER = 99
# Moves are kept for so many boards that were met, some 800 bytes each, and for so many big boards.
MOST_OFFERS = 30_000
MOST_SITUATIONS = 5_000
FREED_AT_ONCE = 8  # big boards, some 6 microseconds each
# With `tiebreak majority` a board counts even where no line can be made: this much, as lines die.
MAJORITY_WORTH = STEPS_PER_LOGIT // 2


class Situation:
    """`boards[target]` are the boards to choose from, `offers[board][code]` the moves there.

    `targets[board]` is, by code, what it is worth to be sent there; `replies` the same to the
    opponent. `context[board]` is what an open board is worth by shape, apart from its place.
    `result` is None, or what the game is to the mover: 1, 0 or -1. That is also known when
    neither can make a line any more; if only one cannot, `can_win` or `can_lose` is false.
    `hopes` are, for each line of the big board that the mover can make, the boards he lacks for
    it, and `fears` the opponent's.
    """

    def __init__(
        self, tables: Tables, side: int, owned: tuple[int, int], shut: int, big: int, free: int
    ) -> None:
        self.tables = tables
        self.side = side
        self.owned = owned
        self.shut = shut
        own, other = owned[side], owned[1 - side]
        drawn = shut & ~(own | other)
        self.result: int | None = None
        self.hopes = tables.hopes(own, other | drawn)
        self.fears = tables.hopes(other, own | drawn)
        self.can_win, self.can_lose = bool(self.hopes), bool(self.fears)
        if HAS_LINE[own] or HAS_LINE[other]:
            self.result = 1 if HAS_LINE[own] else -1
        elif shut == FULL:
            lead = own.bit_count() - other.bit_count() if tables.majority else 0
            self.result = (lead > 0) - (lead < 0)
        elif not (self.can_win or self.can_lose):
            self.result = 0
        self.opponent: Situation
        self.after: dict[int, Step] = {}
        everywhere = CELLS_IN[FULL ^ shut]
        self.boards = [everywhere if shut >> n & 1 else (n,) for n in range(9)] + [everywhere]
        self.offers: list[dict[int, Offer]] = []
        self.targets: list[list[int]] = []
        self.replies: list[list[int]] = []
        self.context: list[list[int]] = []
        self.big = big
        if self.result or shut == FULL:
            return
        free_choice = [free]
        lowest = int(tables.majority)
        undecided = FULL & ~(own | other | shut)
        for board, own_level, other_level in zip(
            range(9), levels(own, other | drawn), levels(other, own | drawn), strict=True
        ):
            number = side, board, own_level or lowest, other_level or lowest, undecided >> board & 1
            view = tables.views.get(number) or tables.make_view(number)
            self.offers.append(view[0])
            self.context.append(view[1])
            self.targets.append(free_choice if shut >> board & 1 else view[2])
        self.targets.append([0])  # NOWHERE

    def offer(self, board: int, code: int) -> Offer:
        """Make the moves in a board that no search has met in this situation."""
        tables = self.tables
        side = self.side
        undecided = not (self.owned[0] | self.owned[1]) >> board & 1
        now = self.board_worth(board, code) if undecided else 0
        board_worth, replies = self.board_worth, self.replies[board]
        quiet: list[Quiet] = []
        events: list[Event] = []
        lasts: list[Last] = []
        for cell in tables.free_cells[code]:
            new = code + STEP[side][cell]
            move = 9 * board + cell
            event = tables.event[new]
            key = tables.move_keys[side][move]
            wins = undecided and event & LINE
            if event & FILLED or (wins and not tables.won_open):
                # The marks no longer matter: only that it is shut, and whose it is.
                key = tables.marks_key(board, code) ^ tables.shut_keys[board]
                if wins:
                    key ^= tables.owner_keys[side][board]
                kind = WON_SHUT if wins else SHUT
                events.append((-now, move, cell, 0, key, 9 * kind + board))
            elif wins:
                key ^= tables.owner_keys[side][board]
                events.append((-now, move, cell, new, key, 9 * WON_OPEN + board))
            else:
                change = board_worth(board, new) - now if undecided else 0
                quiet.append((change, move, cell, new, key))
                if cell == board:
                    lasts.append((change - replies[new], NOWHERE))
                else:
                    lasts.append((change, cell))
        quiet.sort(reverse=True)
        lasts.sort(reverse=True)
        made = self.offers[board][code] = (tuple(quiet), tuple(events), tuple(lasts))
        tables.offers_made += 1
        if tables.offers_made > MOST_OFFERS:
            tables.forget_offers(MOST_OFFERS)
        return made

    def board_worth(self, board: int, code: int) -> int:
        """Return what a board that is not decided is worth."""
        tables = self.tables
        placed = tables.places[self.side][PLACE_OF[board]][tables.folds.placed[board][code]]
        return self.context[board][tables.folds.shape[code]] + placed

    def step(self, event: int) -> Step:
        """Return what comes after an event: see `Step`."""
        kind, board = divmod(event, 9)
        bit = 1 << board
        owned = list(self.owned)
        if kind != SHUT:
            owned[self.side] |= bit
        shut = self.shut if kind == WON_OPEN else self.shut | bit
        following = self.tables.situation(1 - self.side, (owned[0], owned[1]), shut)
        changed = []
        if following.result is None:  # nothing is made of a game that is over
            mine = following.opponent.context
            decided = owned[0] | owned[1] | shut
            changed = [
                (n, self.context[n], mine[n])
                for n in range(9)
                if not decided >> n & 1 and self.context[n] is not mine[n]
            ]
        made = self.after[event] = (following, -following.big - self.big, tuple(changed))
        return made


# The situation, the change of the big board's worth, and each board that now means something
# else with its worth by shape before and after; to the player who made the event.
Step = tuple[Situation, int, tuple[tuple[int, list[int], list[int]], ...]]


class Tables:
    """What the situations of one game share; made bit by bit, as a search comes across it."""

    def __init__(self, won_open: bool, majority: bool, weights: Weights) -> None:
        self.won_open = won_open
        self.majority = majority
        self.weights = weights
        boards = board_tables()
        self.event = boards.event
        self.free_cells = boards.free_cells
        self._marks = boards.marks
        self.move_keys = boards.move_keys
        self.owner_keys = boards.owner_keys
        keys = random_keys(9 + 20, stream=9)
        self.shut_keys = keys[:9]
        # By side to move and target: shut boards hide how many marks there are, and so the side.
        self.target_keys = (keys[9:19], keys[19:])
        self._nothing = [0] * CODES
        self.needs: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.folds = folds()
        to_x = [place_worth(weights, place) for place in range(3)]
        self.places = (to_x, [list(map(neg, worths)) for worths in to_x])
        self.views: dict[tuple[int, int, int, int, int], View] = {}
        self.offers_made = 0
        self._offers_in_turn: deque[dict[int, Offer]] = deque()
        self._situations: dict[tuple[int, int, int], tuple[Situation, Situation]] = {}
        self._forgotten: list[tuple[Situation, Situation]] = []

    def situation(self, side: int, owned: tuple[int, int], shut: int) -> Situation:
        number = (*owned, shut)
        if number not in self._situations:
            big, *frees = self._judge(*owned, shut)
            x = Situation(self, 0, owned, shut, big, frees[0])
            o = Situation(self, 1, owned, shut, -big, frees[1])
            x.opponent, o.opponent = o, x
            x.replies, o.replies = o.targets, x.targets
            self._situations[number] = x, o
        return self._situations[number][side]

    def forget(self) -> None:
        """Forget everything, at the root only:
        nobody may be using a situation. It takes too long for a search.
        """
        self._forget_situations()
        while self._forgotten:
            self.free_some()
        self.forget_offers(0)

    def forget_if_many(self) -> bool:
        """Forget all situations if they are many, at the root only;
        return whether that was so. `free_some` frees them.
        """
        if len(self._situations) <= MOST_SITUATIONS:
            return False
        self._forget_situations()
        return True

    def _forget_situations(self) -> None:
        self._forgotten += self._situations.values()
        self._situations.clear()

    def free_some(self) -> None:
        """Situations refer to one another: untie them, for no garbage is collected in a search.

        A few at a time, since all of them take longer than a search has when its time is up.
        """
        for pair in self._forgotten[-FREED_AT_ONCE:]:
            for situation in pair:
                situation.after.clear()
                del situation.opponent
        del self._forgotten[-FREED_AT_ONCE:]

    def forget_offers(self, most: int) -> None:
        """Forget the offers of one view after the other, at any time,
        until there are no more than so many.
        """
        while self.offers_made > most:
            offers = self._offers_in_turn[0]
            self._offers_in_turn.rotate(-1)
            self.offers_made -= len(offers)
            offers.clear()

    def make_view(self, number: tuple[int, int, int, int, int]) -> View:
        """Make a view by side, board, what it can mean to him and to the opponent,
        and whether it is open.
        """
        side, _, own, other, undecided = number
        context = target = self._nothing
        if undecided:
            context = _context(self.weights, side, own, other)
            target = _target(self.weights, side, own, other)
        view = self.views[number] = {}, context, target
        self._offers_in_turn.append(view[0])
        return view

    def hopes(self, own: int, lost: int) -> list[tuple[int, ...]]:
        if self.majority:
            return [()]  # it may do without a line
        return [CELLS_IN[line & ~own] for line in LINES if not line & lost]

    def _judge(self, x: int, o: int, shut: int) -> tuple[int, int, int]:
        """Return the worth of the big board to x, and of a free choice to x and to o."""
        drawn = shut & ~(x | o)
        big, free_to_x, free_to_o = self.weights.judge(x, o, drawn)
        if self.majority:
            dead = sum(1 for line in LINES if line & drawn or (line & x and line & o))
            big += (x.bit_count() - o.bit_count()) * MAJORITY_WORTH * dead // len(LINES)
        return big, free_to_x, free_to_o

    def need(self, side: int, code: int) -> int:
        """Return the fewest marks that make a player's line in a board, or NEVER."""
        own, other = self._marks[side][code], self._marks[1 - side][code]
        lacking = [3 - (line & own).bit_count() for line in LINES if not line & other]
        need = self.needs[side][code] = min(lacking, default=NEVER)
        return need

    def marks_key(self, board: int, code: int) -> int:
        """Return the part of a key that comes from the marks in a board."""
        key = 0
        for side in (0, 1):
            for cell in CELLS_IN[self._marks[side][code]]:
                key ^= self.move_keys[side][9 * board + cell]
        return key


# Kept from one game to the next.
@cache
def _context(weights: Weights, side: int, own: int, other: int) -> list[int]:
    return _seen_by(side, context_worth(weights, own, other))


@cache
def _target(weights: Weights, side: int, own: int, other: int) -> list[int]:
    by_shape = _seen_by(side, [*weights.targets[LEVELS * own + other], 0])
    return list(map(by_shape.__getitem__, folds().shape))


def _seen_by(side: int, by_shape: list[int]) -> list[int]:
    """Return what counts for boards with one's own marks as x,
    for a player whose marks are `side`.
    """
    return [by_shape[shape] for shape in swapped_shapes()] if side else by_shape
