"""Report 000: the tables, transcribed as plainly as they stand, against the fast versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from linemate.engine.core import Game, Position
from linemate.engine.games.smallboards import ANY, BoardsPosition
from linemate.engine.games.ultimate import UltimatePosition
from linemate.engine.registry import make_game
from linemate.engine.textbook.heuristics.base import Heuristic

OpenPositions = Callable[[Game, int], Iterator[Position]]
Make = Callable[..., Heuristic]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ONE, TWO, THREE = 1, 10, 1000


def blocks_of(position: Position) -> list[str]:
    cells = position.cells()
    return [cells[start : start + 9] for start in range(0, 81, 9)]


def threats_of_block(block: str, player1: str, player2: str) -> tuple[int, int]:
    """The inner part of Table 1, with the slips set right; player 2's share is negative."""
    two_mark_score1 = one_mark_score1 = two_mark_score2 = one_mark_score2 = 0
    for line in LINES:
        marks = [block[cell] for cell in line]
        mark_num1, mark_num2 = marks.count(player1), marks.count(player2)
        if mark_num1 * mark_num2 == 0:
            if mark_num1 == 1:
                one_mark_score1 += ONE
            elif mark_num1 == 2:
                if two_mark_score1 > 0:
                    one_mark_score1 += ONE
                else:
                    two_mark_score1 += TWO
            if mark_num2 == 1:
                one_mark_score2 -= ONE
            elif mark_num2 == 2:
                if two_mark_score2 < 0:
                    one_mark_score2 -= ONE
                else:
                    two_mark_score2 -= TWO
    return two_mark_score1 + one_mark_score1, two_mark_score2 + one_mark_score2


def table_1(position: Position, player1: str, player2: str) -> int:
    return sum(sum(threats_of_block(block, player1, player2)) for block in blocks_of(position))


def has_line(block: str, player: str, count: int) -> bool:
    other = "o" if player == "x" else "x"
    lines = [[block[cell] for cell in line] for line in LINES]
    return any(marks.count(player) == count and other not in marks for marks in lines)


def table_2(position: Position, player1: str, player2: str) -> float:
    score: float = table_1(position, player1, player2)
    if position.last_move is None:
        return score
    block = blocks_of(position)[position.last_move % 9]
    if has_line(block, player2, 2):
        score -= THREE
    elif has_line(block, player2, 1):
        if has_line(block, player1, 2):
            answers = [
                block[:cell] + player2 + block[cell + 1 :]
                for cell in range(9)
                if block[cell] == "."
            ]
            if any(not has_line(b, player1, 2) and has_line(b, player2, 2) for b in answers):
                score -= TWO
            else:
                score -= 0.5 * TWO
        else:
            score -= 0.5 * TWO
    return score


BIG_ONE, BIG_TWO, WEIGHTS = 100, 1000, [0, 1, 2, 3]


def table_3(position: UltimatePosition, player1: str, player2: str) -> int:
    score = 0
    owners = [
        "x" if position.owned[0] >> board & 1
        else "o" if position.owned[1] >> board & 1
        else "=" if position.closed >> board & 1
        else "."
        for board in range(9)
    ]  # fmt: skip
    threats = [
        threats_of_block(block, player1, player2) if owner == "." else (0, 0)
        for block, owner in zip(blocks_of(position), owners, strict=True)
    ]
    for line in LINES:
        occupied = [owners[board] for board in line]
        if "=" in occupied:
            continue
        occupy_block_num1, occupy_block_num2 = occupied.count(player1), occupied.count(player2)
        if occupy_block_num1 * occupy_block_num2 != 0:
            continue
        threat1 = sum(threats[board][0] for board in line)
        threat2 = sum(threats[board][1] for board in line)
        sub_score = [0, BIG_ONE, BIG_TWO][occupy_block_num1]
        sub_score -= [0, BIG_ONE, BIG_TWO][occupy_block_num2]
        if sub_score != 0:
            sub_score += threat1 + threat2
        else:
            threat_block_num1 = sum(threats[board][0] != 0 for board in line)
            threat_block_num2 = sum(threats[board][1] != 0 for board in line)
            sub_score += threat1 * WEIGHTS[threat_block_num1]
            sub_score += threat2 * WEIGHTS[threat_block_num2]
        score += sub_score
    return score


def last_mover_first(position: Position) -> tuple[str, str]:
    return ("o", "x") if position.to_move == 0 else ("x", "o")


@pytest.mark.parametrize("rule", ["free", "draw"])
def test_function_1_is_table_1(open_positions: OpenPositions, make: Make, rule: str) -> None:
    game = make_game("nineboard", {"full_board": rule})
    heuristic = make(game, "block-threats")
    for position in open_positions(game, 60):
        assert heuristic.evaluate(position) == -table_1(position, *last_mover_first(position))


@pytest.mark.parametrize("rule", ["free", "draw"])
def test_function_2_is_table_2(open_positions: OpenPositions, make: Make, rule: str) -> None:
    game = make_game("nineboard", {"full_board": rule})
    heuristic = make(game, "block-danger")
    for position in open_positions(game, 60):
        assert heuristic.evaluate(position) == -table_2(position, *last_mover_first(position))


@pytest.mark.parametrize("rule", ["closed", "open"])
def test_function_3_is_table_3(open_positions: OpenPositions, make: Make, rule: str) -> None:
    game = make_game("ultimate", {"won_boards": rule})
    heuristic = make(game, "big-board-threats")
    for position in open_positions(game, 40):
        assert isinstance(position, UltimatePosition)
        assert heuristic.evaluate(position) == -table_3(position, *last_mover_first(position))


def test_the_reports_figure_4_by_hand(make: Make) -> None:
    """
     .  .  . | .  .  . | .  .  .      x: block 5, a row and a column 2; block 8, the centre of
     .  .  . | .  .  . | .  .  .      an empty block 4; block 9, its corner 3.
     .  o  . | .  .  . | .  .  .      o: block 1, an edge 2; block 5, a threat 10 and two
    ---------+---------+---------     columns 2. "X can not mark position 5 again".
     .  .  . | .  .  . | .  .  .
     .  .  . | .  x  . | .  .  .
     .  .  . | o  .  o | .  .  .
    ---------+---------+---------
     .  .  . | .  .  . | x  .  .
     .  .  . | .  x  . | .  .  .
     .  .  . | .  .  . | .  .  .
    """
    game = make_game("nineboard")
    position = game.read_position("7o1/9/9/9/4x1o1o/9/9/4x4/x8 x -")
    assert make(game, "block-threats").evaluate(position) == (2 + 4 + 3) - (2 + 10 + 2)
    # With the choice free there is no block that the last mark led to.
    assert make(game, "block-danger").evaluate(position) == (2 + 4 + 3) - (2 + 10 + 2)
    # Had x been sent to block 5, he could stop o's threat and make his own in the middle column.
    sent = game.read_position("7o1/9/9/9/4x1o1o/9/9/4x4/x8 x 5")
    assert make(game, "block-danger").evaluate(sent) == -5 + TWO


def test_a_second_two_mark_line_of_a_block_counts_as_one_mark(make: Make) -> None:
    """
    x . x      x: a row and a column with two, 10 + 1; a row and a column with one, 1 + 1.
    . o .      o: a row and a column 2, and the corners of two other blocks, 3 each.
    x . .
    """
    game = make_game("nineboard")
    position = game.read_position("x1x1o1x2/o8/o8/9/9/9/9/9/9 x 9")
    assert make(game, "block-threats").evaluate(position) == (10 + 1 + 1 + 1) - 2 - 3 - 3


def sent_to(block: str, side: str) -> str:
    """A position whose side to move is sent to this block; the owed marks stand alone."""
    owed = (side == "o") - block.count("x") + block.count("o")
    corner = ("x" if owed > 0 else "o") + "." * 8
    boards = [block, *[corner] * abs(owed)]
    boards += ["." * 9] * (9 - len(boards))
    text = "/".join(boards)
    for run in range(9, 0, -1):
        text = text.replace("." * run, str(run))
    return f"{text} {side} 1"


@pytest.mark.parametrize(
    ("block", "danger"),
    [
        (".........", 0),
        ("....o....", 0),
        ("oo.......", 0),  # player 2 has nothing here, so Table 2 asks no further
        ("x........", TWO // 2),
        ("xx.......", THREE),
        ("xxo......", TWO // 2),  # the two are cut off; single marks remain
        ("oo......x", TWO),  # the corner stops o and makes two in the right column
        ("oo.x.....", TWO // 2),  # the corner stops o and makes nothing
        ("o.ox....o", TWO // 2),  # the centre would make two, but stops one of three threats
    ],
)
def test_the_danger_of_table_2_case_by_case(make: Make, block: str, danger: int) -> None:
    """The block as the side to move, here x, finds it; then with the colours exchanged."""
    game = make_game("nineboard")
    swapped = block.translate(str.maketrans("xo", "ox"))
    for text in (sent_to(block, "x"), sent_to(swapped, "o")):
        position = game.read_position(text)
        difference = make(game, "block-danger").evaluate(position) - make(
            game, "block-threats"
        ).evaluate(position)
        assert difference == danger, text


def test_half_of_an_odd_score_is_rounded_down(make: Make) -> None:
    game = make_game("nineboard")
    position = game.read_position(sent_to("x........", "x"))
    for odd, half in (("two=7", 3), ("two=8", 4)):
        plain = make(game, "block-threats", odd).evaluate(position)
        assert make(game, "block-danger", odd).evaluate(position) == plain + half


def test_the_danger_is_that_of_the_block_of_the_last_move(open_positions: OpenPositions) -> None:
    """Table 2 speaks of the last move; the position's target is where it leads, if anywhere."""
    for position in open_positions(make_game("nineboard"), 30):
        assert isinstance(position, BoardsPosition)
        if position.last_move is not None and position.target != ANY:
            assert position.target == position.last_move % 9


def test_lines_of_the_big_board_by_hand(make: Make) -> None:
    """x owns block 1; o has the centres of blocks 5 and 6, four one-mark lines each.

    X . .     row 1, column 1: 100 each. Diagonal 1-5-9: 100 less o's 4, unweighted.
    . o o     Row 2: two blocks of o, (4 + 4) * 2. Columns 2 and 3, diagonal 3-5-7: 4 each.
    . . .
    """
    game = make_game("ultimate")
    position = game.read_position("xxx6/9/9/9/4o4/4o4/9/9/9 o -")
    to_x = 100 + 100 + (100 - 4) - (4 + 4) * 2 - 4 - 4 - 4
    assert make(game, "big-board-threats").evaluate(position) == -to_x


def test_a_line_with_a_drawn_block_or_both_owners_is_worth_nothing(make: Make) -> None:
    """
    X O =     Row 1 has both owners and a draw, column 3 and diagonal 3-5-7 the draw.
    . . .     Column 1 and diagonal 1-5-9 are x's, column 2 is o's.
    . . .
    """
    game = make_game("ultimate")
    position = game.read_position("xxx6/ooo6/xoxxoxoxo/9/9/9/9/9/9 o -")
    assert make(game, "big-board-threats").evaluate(position) == -(100 + 100 - 100)


def test_the_danger_of_the_big_board_is_what_the_mover_finds_where_he_may_play(
    open_positions: OpenPositions, make: Make
) -> None:
    """Heuristic 3 and, as in Table 2, the best of the blocks that are open to the side to move."""
    for won_boards in ("closed", "open"):
        game = make_game("ultimate", {"won_boards": won_boards})
        deeper, plain = make(game, "big-board-danger", "block=70"), make(game, "big-board-threats")
        for position in open_positions(game, 6):
            assert isinstance(position, UltimatePosition)
            boards = {move // 9 for move in position.legal_moves()}
            owned = position.owned[0] | position.owned[1]
            me, other = "xo"[position.to_move], "ox"[position.to_move]
            dangers = [
                danger_of(position.cells()[9 * board : 9 * board + 9], me, other)
                for board in boards
                if not owned >> board & 1
            ]
            expected = max(dangers, default=0)
            assert deeper.evaluate(position) - plain.evaluate(position) == expected


def danger_of(block: str, me: str, other: str) -> int:
    """70 for a line that can be finished, 10 for an answer that threatens, 5 for any threat."""
    lines = [[block[cell] for cell in line] for line in LINES]
    mine = [line.count(me) for line in lines if other not in line]
    if 2 in mine:
        return 70
    if 1 not in mine:
        return 0
    gaps = {cell for line in LINES for cell in line if block[cell] == "."
            and sorted(block[each] for each in line) == sorted([".", other, other])}  # fmt: skip
    if len(gaps) == 1:
        [gap] = gaps
        answered = block[:gap] + me + block[gap + 1 :]
        after = [[answered[cell] for cell in line] for line in LINES]
        if any(line.count(me) == 2 and other not in line for line in after):
            return 10
    return 5
