"""The prover's private core for nineboard: df-pn on nine codes and two danger masks.

Only positions whose mover cannot win at once are ever looked into, and only safe moves are made
(tables.py). Start reading at `_search`, the recursion.
"""

from __future__ import annotations

from linemate.engine.champion.nineboard.tables import (
    BITS,
    COUNT,
    OTHERS,
    can_win_at_once,
    nineboard_tables,
)
from linemate.engine.core import Game
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.games.smallboards import ANY, CELLS_IN, STEP
from linemate.engine.games.tictactoe import FULL
from linemate.engine.proof.dfpn import (
    DELTA_SHIFT,
    INFINITE,
    PATIENCE,
    QUESTION_KEYS,
    UNKNOWN,
    Prover,
    failed,
    reached,
    settle,
)
from linemate.engine.transposition import RANK_SHIFT

# First estimate of a position whose mover may choose the board.
FREE_CHOICE = 9

# Target, board of the move, its code after, danger masks of mover and opponent, full boards, key.
Child = tuple[int, int, int, int, int, int, int]


class NineBoardProver(Prover):
    most_free_cells = 61  # so from the 21st move on

    def __init__(self, game: Game, megabytes: float) -> None:
        assert isinstance(game, NineBoard)
        super().__init__(game, megabytes)
        self._full_draws = game.full_draws
        self._tables = nineboard_tables()

    def peek(self) -> int:
        position = self._position
        assert isinstance(position, NineBoardPosition)
        outcome = position.outcome()
        if outcome is None:
            if can_win_at_once(self._tables.situation(position)):
                return reached(1)
            return self.table.probe(position.key() ^ QUESTION_KEYS[self._attacker]) or UNKNOWN
        if outcome.winner is not None:
            return failed(0)
        self.draws_met = True
        return failed(0, 1) if position.to_move == self._attacker else reached(0, 1)

    def search(self, phi_limit: int, delta_limit: int) -> int:
        position = self._position
        assert isinstance(position, NineBoardPosition)
        self._codes = position.codes
        target, side, mine, theirs, closed, key = self._tables.situation(position)
        key ^= QUESTION_KEYS[self._attacker]
        return self._search(target, phi_limit, delta_limit, side, mine, theirs, closed, key, 1)

    def _search(
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
        self.nodes = started = self.nodes + 1
        if started >= self._next_check:
            self._next_check = self._clock.check(started)
        if ply > self.deepest:
            self.deepest = ply
        tables, codes = self._tables, self._codes
        free, target_keys = tables.free, tables.target_keys
        offers, danger, other_step = tables.offers[side], tables.danger[side], STEP[1 - side]
        words, mask = self.table.words, self.table.mask
        entry_key = key ^ target_keys[target]
        can_draw = False
        # Of each safe move: what follows it, and what is known of that; phi and delta apart.
        children: list[Child] = []
        known: list[int] = []
        phis: list[int] = []
        deltas: list[int] = []
        for board in (target,) if target != ANY else CELLS_IN[FULL ^ closed]:
            bit, others = BITS[board], theirs & OTHERS[board]
            move_keys = tables.move_keys[side][board]
            code = codes[board]
            full = closed if free[code] & free[code] - 1 else closed | bit
            for cell, new, gains, keeps in offers[code]:
                their_danger = theirs if keeps else others
                if their_danger >> cell & 1:
                    continue  # it sends him where he wins
                my_danger = mine | bit if gains else mine
                sent = cell
                if full >> cell & 1:
                    if self._full_draws or full == FULL:
                        self.draws_met = True
                        can_draw = True
                        if side != self._attacker:
                            return self._store(reached(0, 1), entry_key, started)
                        continue
                    if their_danger:
                        continue
                    sent, least, replies = ANY, 1, FREE_CHOICE
                else:
                    there = new if cell == board else codes[cell]
                    cells = free[there]
                    safe = cells & ~my_danger
                    replies = COUNT[safe]
                    if my_danger & cells & BITS[cell] and not danger[there + other_step[cell]]:
                        replies += 1  # he stays in this board, and stops me there
                    if not replies:
                        return self._store(reached(3), entry_key, started)
                    least = 9
                    for reply in CELLS_IN[safe]:
                        count = COUNT[free[codes[reply]] & ~their_danger]
                        if count < least:
                            least = count
                    if not least:
                        least = 1
                child_key = key ^ move_keys[cell]
                its_key = child_key ^ target_keys[sent]
                start = (its_key & mask) << 2
                if words[start] == its_key:
                    word = words[start + 1]
                elif words[start + 2] == its_key:
                    word = words[start + 3]
                else:
                    word = least | replies << DELTA_SHIFT
                known.append(word)
                phis.append(word & INFINITE)
                deltas.append(word >> DELTA_SHIFT & INFINITE)
                children.append((sent, board, new, their_danger, my_danger, full, child_key))
        if not children:
            word = failed(0, 1) if can_draw else failed(2)
            return self._store(word, entry_key, started)
        while True:
            phi = min(deltas)
            delta = sum(phis)
            if not phi or not delta:
                if can_draw:
                    known.append(reached(0, 1))
                return self._store(settle(known, side == self._attacker), entry_key, started)
            if phi >= phi_limit or delta >= delta_limit or self.nodes >= self._budget:
                word = phi | min(delta, INFINITE - 1) << DELTA_SHIFT
                return self._store(word, entry_key, started)
            index = deltas.index(phi)
            deltas[index] = INFINITE
            second = min(deltas)
            second += 1 + second // PATIENCE
            sent, board, new, their_danger, my_danger, full, child_key = children[index]
            code = codes[board]
            codes[board] = new
            word = self._search(
                sent,
                delta_limit - delta + phis[index],
                second if second < phi_limit else phi_limit,
                1 - side,
                their_danger,
                my_danger,
                full,
                child_key,
                ply + 1,
            )
            codes[board] = code
            known[index] = word
            phis[index] = word & INFINITE
            deltas[index] = word >> DELTA_SHIFT & INFINITE

    def _store(self, word: int, key: int, started: int) -> int:
        self.table.store(key, word | (self.nodes - started + 1).bit_length() << RANK_SHIFT)
        return word
