"""How puzzles are found: games are played, and every position is asked for its shortest win.

The strong player's cores can tell exactly whether a move wins within so many plies (`Core.has_win`
leaves nothing out). A position is a puzzle if, at the least number of plies at which any move wins,
one does alone, and if it is worth a thought:

- more than one move does not lose at once (where a single one is left, it needs no finding);
- there is a choice at all;
- of the longer ones at most half begin with a threat to win at once: the rest with a quiet move.

Of a game one position is taken, and none that is another one turned or mirrored. Whether other
moves win later is asked of proof-number search on the small boards; on the large ones it is known
where each of them loses soon. The same seed makes the same puzzles.

Start reading at `mine`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from linemate.engine.champion.core import Core
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.proof.dfpn import Inquiry
from linemate.engine.puzzle import ONLY, SHORTEST, Puzzle
from linemate.engine.record import Record
from linemate.engine.registry import SEARCH_OPTIONS, make_core, make_game, make_prover
from linemate.engine.tools.puzzle_check import SOON
from linemate.engine.tools.selfplay import best_move

OPTIONS = {option.name: option.default for option in SEARCH_OPTIONS} | {"Hash": 16}
PLAYING_DEPTH = 2
RANDOM_SHARE = 0.15
RANDOM_PLIES = (2, 6)
LEAST_CHOICE = 3  # legal moves
QUIET_FROM = 5  # plies: a shorter win can only begin with a threat
MOST_FORCING = 0.5  # of the puzzles of such a length
MOST_COMPARED = 8  # replies that hold out equally long
PROOF_NODES = 4000  # so that the second opinion, which is slower, can follow


class Vein(Record):
    """What is looked for in one game: how many puzzles by plies, in at most so many games played.

    `strict`: only such of which it is proven that no other move wins at all. Positions with fewer
    marks than `least_marks` are passed over, as too far from the end for that.
    """

    words: str
    wanted: Mapping[int, int]
    strict: bool
    most_games: int = 20_000
    least_marks: int = 0


USUAL = {1: 4, 3: 10, 5: 12, 7: 12, 9: 8, 11: 4}
VEINS = {
    "tictactoe": Vein("tictactoe", {1: 5, 3: 10, 5: 5}, strict=True, most_games=1000),
    "nineboard": Vein("nineboard", USUAL, strict=True),
    "ultimate": Vein("ultimate", USUAL, strict=True),
    "qubic": Vein("qubic", {1: 4, 3: 12, 5: 14, 7: 12, 9: 8}, strict=False),
    "gomoku": Vein("gomoku", {1: 4, 3: 12, 5: 18, 7: 16}, strict=False),
    "mnk": Vein("mnk width=7 height=6 row=4 drop=true", USUAL, strict=True, least_marks=16),
}


def read_words(words: str) -> Game:
    """Return the game of a puzzle. Raises OptionError."""
    name, *pairs = words.split()
    return make_game(name, {pair.partition("=")[0]: pair.partition("=")[2] for pair in pairs})


def mine(vein: Vein, seed: int) -> Iterator[Puzzle | int]:
    """Yield puzzles as they are found, and the number of every game that was played for them."""
    miner = Miner(vein)
    for number in range(1, vein.most_games + 1):
        found = miner.search_game(Random(f"{vein.words} {seed} {number}"))
        yield number
        if found is not None:
            yield found
        if miner.is_done():
            return


class Miner:
    """Has the searches, and what has been found so far."""

    def __init__(self, vein: Vein) -> None:
        self._vein = vein
        self._game = game = read_words(vein.words)
        self._core: Core = make_core(game, OPTIONS)
        self._prover = make_prover(game, OPTIONS)
        self._seen: set[str] = set()
        self._found: Counter[int] = Counter()  # by plies
        self._forcing: Counter[int] = Counter()

    def is_done(self) -> bool:
        return not self._lacking()

    def _lacking(self) -> list[int]:
        """Return the lengths of which there are not enough."""
        return [plies for plies, most in self._vein.wanted.items() if self._found[plies] < most]

    def search_game(self, random: Random) -> Puzzle | None:
        """Play a game, and return the first puzzle in it of a length that is wanted."""
        game, position = self._game, self._game.start()
        opening = random.randint(*RANDOM_PLIES)
        while position.outcome() is None:
            is_free = len(position.history) < opening or random.random() < RANDOM_SHARE
            if len(position.history) >= max(opening, self._vein.least_marks):
                puzzle = self._examine(position)
                if puzzle is not None:
                    return puzzle
            if is_free:
                position.play(random.choice(game.natural_moves(position)))
            else:
                position.play(best_move(self._core, position.copy(), PLAYING_DEPTH)[1])
        return None

    def _examine(self, position: Position) -> Puzzle | None:
        moves, lacking = position.legal_moves(), self._lacking()
        if len(moves) < LEAST_CHOICE or not lacking:
            return None
        plies, winners = self._shortest(position, max(lacking), most=2)
        if plies not in lacking or len(winners) > 1:
            return None
        key = winners[0]
        others = [move for move in moves if move != key]
        if plies > 1 and all(self._loses_within(position, move, 2) for move in others):
            return None
        is_forcing = plies >= QUIET_FROM and not self._is_quiet(position, key)
        if is_forcing and self._forcing[plies] >= MOST_FORCING * self._vein.wanted[plies]:
            return None
        text = self._canonical(position)
        if text in self._seen:
            return None
        claim = ONLY if self._none_wins(position, others) else SHORTEST
        if claim != ONLY and self._vein.strict:
            return None
        self._seen.add(text)
        self._found[plies] += 1
        self._forcing[plies] += is_forcing
        write = self._game.write_move
        steps = (tuple(map(write, moves)) for moves in self._line(position, key, plies))
        text = self._game.write_position(position)
        return Puzzle(self._vein.words, claim, plies, text, tuple(steps))

    def _canonical(self, position: Position) -> str:
        """Return the same text for all positions that are this one turned or mirrored."""
        game = self._game
        turned = (game.transform(position, symmetry) for symmetry in game.symmetries())
        return min(map(game.write_position, turned))

    # -------------------------------------------------------------- questions

    def _begin(self, position: Position) -> None:
        self._core.begin(position.copy(), Clock(Limits(infinite=True)))

    def _shortest(self, position: Position, most_plies: int, most: int) -> tuple[int, list[int]]:
        """Return the least plies within which a move wins, 0 if none does within so many, and the
        moves that do: all, or the first `most`.
        """
        self._begin(position)
        for plies in range(1, most_plies + 1, 2):
            winners = []
            for move in position.legal_moves():
                if self._core.has_win(move, plies):
                    winners.append(move)
                    if len(winners) == most:
                        break
            if winners:
                return plies, winners
        return 0, []

    def _loses_within(self, position: Position, move: int, plies: int) -> bool:
        """Tell whether the opponent wins within so many plies, this move counted."""
        after = position.copy()
        after.play(move)
        return after.outcome() is None and self._shortest(after, plies - 1, most=1)[0] > 0

    def _is_quiet(self, position: Position, key: int) -> bool:
        """Tell whether several replies let the mover not win with his next move."""
        after = position.copy()
        after.play(key)
        safe = 0
        for reply in after.legal_moves():
            after.play(reply)
            safe += after.outcome() is None and not any(
                map(after.wins_at_once, after.legal_moves())
            )
            after.undo()
            if safe > 1:
                return True
        return False

    def _none_wins(self, position: Position, others: list[int]) -> bool:
        """Tell whether it is proven that none of these moves wins, however long it takes."""
        if not self._vein.strict:
            return all(self._loses_within(position, move, SOON) for move in others)
        clock = Clock(Limits(infinite=True))
        inquiry = Inquiry(self._prover, position.copy(), others, clock)
        self._prover.survey(inquiry.mine)
        self._prover.work_on(inquiry.mine, PROOF_NODES)
        return inquiry.mine.is_settled and not inquiry.mine.is_reached

    def _line(self, position: Position, key: int, plies: int) -> list[list[int]]:
        """Return a line of the win in which the other side holds out as long as it can; of the
        winner's moves all that are as good.
        """
        position, line = position.copy(), [[key]]
        position.play(key)
        while plies > 1:
            plies -= 2
            reply, winners = self._toughest(position, plies)
            line += [[reply], winners]
            position.play(reply)
            position.play(winners[0])
        return line

    def _toughest(self, position: Position, plies: int) -> tuple[int, list[int]]:
        """Return the reply after which the win takes all of these plies and has the fewest ways,
        and these ways; of such replies the one that looks best.
        """
        replies = position.legal_moves()
        self._begin(position)
        self._core.order(replies)
        found: list[tuple[int, list[int]]] = []
        for reply in replies:
            after = position.copy()
            after.play(reply)
            shortest, winners = self._shortest(after, plies, most=self._game.cell_count)
            if shortest == plies:
                found.append((reply, winners))
            if (shortest == plies and len(winners) == 1) or len(found) == MOST_COMPARED:
                break
        return min(found, key=lambda each: len(each[1]))
