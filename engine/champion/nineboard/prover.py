"""The prover's private core for nineboard: the root of its proof-number search (proof.py)."""

from __future__ import annotations

from linemate.engine.builds import hot_module
from linemate.engine.champion.nineboard.tables import can_win_at_once, nineboard_tables
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Position
from linemate.engine.crew import Memory
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.proof.dfpn import QUESTION_KEYS, UNKNOWN, Prover, failed, reached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.nineboard.proof import ProofSearch
else:
    ProofSearch = hot_module("champion.nineboard.proof").ProofSearch


class NineBoardProver(Prover):
    most_free_cells = 61  # so from the 21st move on

    def __init__(self, game: Game, megabytes: float, memory: Memory | None = None) -> None:
        assert isinstance(game, NineBoard)
        super().__init__(game, megabytes, memory)
        self._tables = nineboard_tables()
        self._search = ProofSearch(self._tables, game.full_draws)
        if self._busy is not None:
            self._search.share(self._busy)

    def begin(self, position: Position, clock: Clock) -> None:
        super().begin(position, clock)
        self._search.use_table(self.table.words, self.table.mask)
        self._search.deepest = 0
        self._search.draws_met = False

    def peek(self) -> int:
        position = self._position
        assert isinstance(position, NineBoardPosition)
        outcome = position.outcome()
        if outcome is None:
            if can_win_at_once(self._tables.situation(position)):
                return reached(1)
            return self.table.probe(self.place()) or UNKNOWN
        if outcome.winner is not None:
            return failed(0)
        self.draws_met = True
        return failed(0, 1) if position.to_move == self._attacker else reached(0, 1)

    def search(self, phi_limit: int, delta_limit: int, ply: int = 1) -> int:
        position, search = self._position, self._search
        assert isinstance(position, NineBoardPosition)
        target, side, mine, theirs, closed, key = self._tables.situation(position)
        key ^= QUESTION_KEYS[self._attacker]
        search.set_position(position.codes, self._attacker)
        search.use_clock(self._clock, self.nodes, self._next_check, self._budget)
        try:
            return search.search(
                target, phi_limit, delta_limit, side, mine, theirs, closed, key, ply
            )
        finally:
            search.leave()
            self.nodes, self._next_check = search.nodes, search.next_check
            self.deepest = max(self.deepest, search.deepest)
            self.draws_met = self.draws_met or search.draws_met
