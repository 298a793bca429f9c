"""Report 000: threats in the small boards, which it calls blocks.

A player with two marks of an open line in block b bans the other from every cell b. A second
such line in the same block bans nothing more, so it counts as little as one with a single
mark; those count because they may grow. `block-threats` adds this up over the blocks,
`block-danger` adds what awaits the last mover in the block he sent his opponent to, and
`big-board-threats` weighs it along the lines of ultimate's big board.

The report names no numbers; ours keep its order, one < two < three, a step of ten or more each.
A finished game is scored by the search, so the terms of Table 1 for three marks are not here.

How its tables are read:

- Table 1 gives the first two-mark line "score with one mark"; the text calls it the largest
  threat, so it has the score with two. Its test for mixed lines belongs inside the loop over
  the lines, and player 2's three marks are to be subtracted.
- Table 2: `p` is the block that the last mark sends the opponent to, player 1 is who made that
  mark, player 2 the side to move. Without such a block (at the start, and where a full block
  leaves the choice free) there is no such danger. "Can stop player 1's threat" means all his
  threats in the block, with one mark. Half an odd score is rounded down.
- Table 3: the `break`s mean "next line": the text says that such a line is worth 0, not that
  the rest of the lines is. The threat blocks of a player are those where he has any threat,
  also of one mark; Table 1's score of the block for one player is his threat there. Blocks
  that are won have no threats left.
"""

from __future__ import annotations

from collections.abc import Mapping

from linemate.engine.core import Game
from linemate.engine.games.smallboards import ANY, CELLS_IN, BoardsPosition
from linemate.engine.games.tictactoe import LINES
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.textbook.heuristics.boards import BoardsHeuristic, Memo, open_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar


def threats(mine: int, theirs: int) -> tuple[int, int]:
    """Return what counts as a one-mark line and what as a two-mark line;
    of the latter at most one.
    """
    _, one, two, _ = open_lines(mine, theirs)
    return (one + two - 1, 1) if two else (one, 0)


class BlockThreats(BoardsHeuristic):
    """Table 1, heuristic function 1."""

    name = "block-threats"
    GAMES = ("nineboard",)
    CONSTANTS: ClassVar[Mapping[str, int]] = {"one": 1, "two": 10}

    def side_worth(self, mine: int, theirs: int) -> int:
        one, two = threats(mine, theirs)
        return one * self.constants["one"] + two * self.constants["two"]


class BlockDanger(BlockThreats):
    """Table 2, heuristic function 2: Table 1 and the danger of the move just made."""

    name = "block-danger"
    CONSTANTS: ClassVar[Mapping[str, int]] = {"one": 1, "two": 10, "three": 1000}

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        # By the side to move and the code of the block it is sent to.
        self._danger = self._by_side(self.danger)

    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        worth = sum(map(self._board_worth, position.codes))
        side, target = position.to_move, position.target
        if side:
            worth = -worth
        if target != ANY:
            # The last mover's danger is the opportunity of the side to move.
            worth += self._danger[side](position.codes[target])
        return worth

    def danger(self, mine: int, theirs: int) -> int:
        """Return the danger to whoever sent me to a block with these marks."""
        return find_danger(mine, theirs, self.constants["three"], self.constants["two"])


def can_turn_the_tables(mine: int, theirs: int) -> bool:
    """Return whether they threaten and one mark of mine both stops
    that and makes a threat of mine.
    """
    missing = 0
    for line in LINES:
        if not mine & line and (theirs & line).bit_count() == 2:
            missing |= line & ~theirs
    # With two cells missing, one mark does not stop both.
    return missing.bit_count() == 1 and open_lines(mine | missing, theirs)[2] > 0


def find_danger(mine: int, theirs: int, three: int, two: int) -> int:
    """Return what Table 2 says of a block that I am sent to: `three` if I can finish a line there,
    `two` if I can stop theirs and make one of mine, half of it if I can make any.
    """
    _, one_mark, two_marks, _ = open_lines(mine, theirs)
    if two_marks:
        return three
    if not one_mark:
        return 0
    return two if can_turn_the_tables(mine, theirs) else two // 2


# A block of ultimate as one number, so that the sum of three tells everything about a line of
# the big board: how many of its blocks are drawn, or owned by each player, and for each player
# his one-mark lines, two-mark lines, and blocks with any threat, as counted by `threats`.
DRAWN, OWNED, THREATS = 1 << 0, (1 << 2, 1 << 4), (6, 16)
ONE, TWO, BLOCK = 1 << 0, 1 << 6, 1 << 8


class BigBoardThreats(BlockThreats):
    """Table 3, heuristic function 3.

    A line of the big board with a drawn block, or with blocks of both owners, is worth nothing.
    One with blocks of one owner is worth `big_one` or `big_two` to him, plus both players'
    threats in it. In one without owners, each player's threats are multiplied by the weight
    that belongs to the number of blocks that they are in.
    """

    name = "big-board-threats"
    GAMES = ("ultimate",)
    CONSTANTS: ClassVar[Mapping[str, int]] = {
        "one": 1,
        "two": 10,
        "big_one": 100,
        "big_two": 1000,
        "weight_one": 1,
        "weight_two": 2,
        "weight_three": 3,
    }

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        known = self.constants
        self._big = (0, known["big_one"], known["big_two"])
        self._weights = (0, known["weight_one"], known["weight_two"], known["weight_three"])
        self._block = Memo(self._describe_block).__getitem__
        self._line = Memo(self._line_worth)

    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        assert isinstance(position, UltimatePosition)
        blocks = list(map(self._block, position.codes))
        for board in CELLS_IN[position.closed]:
            blocks[board] = DRAWN
        for side in (0, 1):
            for board in CELLS_IN[position.owned[side]]:
                blocks[board] = OWNED[side]
        a, b, c, d, e, f, g, h, i = blocks
        line = self._line
        worth = line[a + b + c] + line[d + e + f] + line[g + h + i]
        worth += line[a + d + g] + line[b + e + h] + line[c + f + i]
        worth += line[a + e + i] + line[c + e + g]
        return -worth if position.to_move else worth

    def _describe_block(self, code: int) -> int:
        """Describe a block that nobody owns."""
        described = 0
        for side in (0, 1):
            one, two = threats(*self._seen_by(side, code))
            described |= (one * ONE + two * TWO + bool(one or two) * BLOCK) << THREATS[side]
        return described

    def _line_worth(self, line: int) -> int:
        """Return what three described blocks in a row are worth to x."""
        x_owned, o_owned = line // OWNED[0] & 3, line // OWNED[1] & 3
        if line // DRAWN & 3 or (x_owned and o_owned):
            return 0
        worth = self._big[x_owned] - self._big[o_owned]
        for side, sign in ((0, 1), (1, -1)):
            described = line >> THREATS[side]
            one, two, blocks = described & 63, described // TWO & 3, described // BLOCK & 3
            threat = one * self.constants["one"] + two * self.constants["two"]
            if not (x_owned or o_owned):
                threat *= self._weights[blocks]
            worth += sign * threat
        return worth


class BigBoardDanger(BigBoardThreats):
    """Table 3 with the danger of the move just made, as Table 2 adds it to Table 1.

    The report's future work: heuristic function 3 "only considers current board". Here it looks
    one ply further: what awaits the last mover is the best that the side to move finds in the
    blocks where it may play, `block` where it can win one.
    """

    name = "big-board-danger"
    CONSTANTS: ClassVar[Mapping[str, int]] = {**BigBoardThreats.CONSTANTS, "block": 100}

    def __init__(self, game: Game, constants: str = "") -> None:
        super().__init__(game, constants)
        self._danger = self._by_side(self.danger)

    def evaluate(self, position: BoardsPosition) -> int:  # type: ignore[override]
        assert isinstance(position, UltimatePosition)
        x_owned, o_owned = position.owned
        to_win = ~(position.closed | x_owned | o_owned)
        to_win &= 511 if position.target == ANY else 1 << position.target
        danger, codes = self._danger[position.to_move], position.codes
        best = max([danger(codes[board]) for board in CELLS_IN[to_win]], default=0)
        return super().evaluate(position) + best

    def danger(self, mine: int, theirs: int) -> int:
        """Return the danger to whoever sent me to a block with these marks."""
        return find_danger(mine, theirs, self.constants["block"], self.constants["two"])
