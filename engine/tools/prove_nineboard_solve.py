"""Solves positions of nineboard, and writes the proofs that `prove_nineboard_check.py` reads.

The value comes from proof-number search (`champion/nineboard/prover.py`). Its table, which may have
forgotten some of it, then tells the hero's moves; what is forgotten is searched again. Wins of a
few plies are looked for by trying everything, with the search of play, so that they are written
with their shortest length.

Start reading at `Solver.solve`.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any
from zlib import compress

from linemate.engine.builds import hot_module
from linemate.engine.champion.nineboard.prover import NineBoardProver
from linemate.engine.champion.nineboard.tables import can_win_at_once, nineboard_tables
from linemate.engine.clock import Clock
from linemate.engine.core import PLAYERS, Limits
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.games.smallboards import ANY
from linemate.engine.proof.dfpn import Inquiry, ProofGoal
from linemate.engine.transposition import PackedTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.engine.champion.nineboard.search import Search
else:
    Search = hot_module("champion.nineboard.search").Search

# A win within so many plies is left to the checker, who tries everything; and one within so many
# is looked for in this way, which finds the shortest, before the prover is asked.
LEAF_PLIES = 9
SHORT_PLIES = 11
SHORT_MEGABYTES = 16
# Nodes between two reports, and at a time where something is searched again.
NODES_AT_A_TIME = 100_000
PLACES_AT_A_TIME = 1_000  # between two reports while a proof is written

OnProgress = Callable[[str, int], None]  # what is done, and how many nodes that has taken


class Solver:
    """Solves one position after the other; what is learned of one may help with the next."""

    def __init__(
        self,
        game: NineBoard,
        megabytes: float,
        on_progress: OnProgress = lambda stage, nodes: None,
    ) -> None:
        self._game = game
        self._prover = NineBoardProver(game, megabytes)
        self._short_wins = ShortWins(game)
        self._on_progress = on_progress

    def solve(self, position: NineBoardPosition, most_nodes: int) -> dict[str, Any]:
        """Return the line of a certificate. To write the proof takes more nodes, if few."""
        began = process_time()
        prover = self._prover
        line: dict[str, Any] = {"position": self._game.write_position(position), "value": "open"}
        inquiry = Inquiry(prover, position, position.legal_moves(), Clock(Limits(infinite=True)))
        while inquiry.result is None and prover.nodes < most_nodes:
            inquiry.work(min(NODES_AT_A_TIME, most_nodes - prover.nodes))
            self._on_progress("solving", prover.nodes)
        line |= {"nodes": prover.nodes, "seconds": round(process_time() - began, 3)}
        result, mover = inquiry.result, position.to_move
        if result is None:
            return line
        if result.plies is None:
            proofs = [self._write(position, hero, False, [1 - hero])[0] for hero in (0, 1)]
            return line | {"value": "draw", "proofs": proofs}
        hero = mover if result.plies > 0 else 1 - mover
        # The question that was settled first: the table knows nothing of the other.
        first = mover if inquiry.mine.is_settled and not inquiry.mine.is_drawn else 1 - mover
        proof, plies = self._write(position, hero, True, [first, 1 - first])
        return line | {"value": PLAYERS[hero], "plies": plies, "proofs": [proof]}

    def _write(
        self, position: NineBoardPosition, hero: int, must_win: bool, attackers: Sequence[int]
    ) -> tuple[str, int]:
        writer = ProofWriter(
            self._prover, self._short_wins, position, hero, must_win, attackers, self._on_progress
        )
        plies = writer.write()
        packed = compress("".join(writer.symbols).encode("ascii"), 9)
        return b64encode(packed).decode("ascii"), plies


class ProofWriter:
    """Writes how the hero reaches his goal; the prover's root is the position."""

    def __init__(
        self,
        prover: NineBoardProver,
        short_wins: ShortWins,
        position: NineBoardPosition,
        hero: int,
        must_win: bool,
        attackers: Sequence[int],
        on_progress: OnProgress,
    ) -> None:
        """Take what is known of the questions whether these win, the first one before the other."""
        self._prover = prover
        self._short_wins = short_wins
        self._position = position
        self._hero = hero
        self._must_win = must_win
        self._attackers = attackers
        self._on_progress = on_progress
        self._met: dict[int, int] = {}
        self.symbols: list[str] = []

    def write(self) -> int:
        """Write the symbols, and return within how many plies the goal is reached."""
        if self._position.to_move == self._hero:
            return self._write_hero()
        return self._write_other()

    def _write_hero(self) -> int:
        key = self._position.key()
        plies = self._met.get(key)
        if plies is None:
            plies = self._met[key] = self._write_word()
            if len(self._met) % PLACES_AT_A_TIME == 0:
                self._on_progress("writing", self._prover.nodes)
        return plies

    def _write_other(self) -> int:
        plies = 0
        for move in self._position.legal_moves():
            self._prover.play(move)
            plies = max(plies, self._write_hero())
            self._prover.undo()
        return 1 + plies

    def _write_word(self) -> int:
        position = self._position
        if position.outcome() is not None:  # drawn, which is as good as the goal then
            return 0
        if any(map(position.wins_at_once, position.legal_moves())):
            return 1
        move, plies = self._short_wins.find(position) if self._must_win else (None, 0)
        if move is None:
            move = self._proven_move()
        leaf = 3 < plies <= LEAF_PLIES  # of one within 3 the move says it all
        if leaf:
            self.symbols.append(chr(ord("a") + plies - 1))
        if position.target == ANY:
            self.symbols.append(str(move // 9 + 1))
        self.symbols.append(str(move % 9 + 1))
        if not leaf:
            self._prover.play(move)
            plies = 1 + (0 if position.outcome() is not None else self._write_other())
            self._prover.undo()
        return plies

    def _proven_move(self) -> int:
        """Return a move that reaches the goal, which is there."""
        moves = self._position.legal_moves()
        for attacker in self._attackers:
            goal = ProofGoal(attacker, moves)
            self._prover.survey(goal)
            while not goal.is_settled:
                self._prover.work_on(goal, NODES_AT_A_TIME)
                self._on_progress("writing", self._prover.nodes)
            if goal.is_reached and not (self._must_win and goal.is_drawn):
                return goal.best
        raise AssertionError("nothing reaches the goal")


class ShortWins:
    """Finds the shortest win, within some plies, by trying everything."""

    def __init__(self, game: NineBoard) -> None:
        self._tables = nineboard_tables()
        self._search = Search(self._tables, game.full_draws, True)
        table, proofs = PackedTable(SHORT_MEGABYTES), PackedTable(0)
        self._search.use_table(table.words, table.mask)
        self._search.use_proofs(proofs.words, proofs.mask)
        self._search.use_clock(Clock(Limits(infinite=True)), 0)

    def find(self, position: NineBoardPosition) -> tuple[int | None, int]:
        """Return the move and its length; None if there is none, or only longer ones.

        The mover cannot win at once.
        """
        situation = self._tables.situation(position)
        for plies in range(3, SHORT_PLIES + 1, 2):
            self._search.set_position(position.codes, 0)
            if self._search.is_won(*situation, plies, 0):
                for move in position.legal_moves():
                    position.play(move)
                    wins = position.outcome() is None and self._is_lost(position, plies - 1)
                    position.undo()
                    if wins:
                        return move, plies
        return None, 0

    def _is_lost(self, position: NineBoardPosition, plies: int) -> bool:
        situation = self._tables.situation(position)
        self._search.set_position(position.codes, 0)
        return not can_win_at_once(situation) and self._search.is_lost(*situation, plies, 0)
