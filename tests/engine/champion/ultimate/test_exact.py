"""Who wins at the end of a game of ultimate, and who cannot any more: against plain minimax."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.flat import inward
from linemate.engine.champion.ultimate.exact import NEVER, TO_THE_END
from linemate.engine.champion.ultimate.search import NO_MOVE
from linemate.engine.games.ultimate import Ultimate, UltimatePosition
from linemate.engine.scores import PROVEN, WIN
from linemate.engine.transposition import AT_LEAST, AT_MOST, EXACT
from tests.reference.minimax import values_of_moves
from tests.reference.position import THREES
from tests.ultimates import EVERY_VARIANT, begun, late_position, level

# The least score that is a proven win, and the least that is not a proven loss.
WON, DRAW = PROVEN + 1, -PROVEN


def can_make_a_line(position: UltimatePosition, side: int) -> bool:
    """Tell whether the boards he has, or can make a line of cells in, can be a line of boards."""
    boards = [position.cells()[9 * n : 9 * n + 9] for n in range(9)]

    def can_have(board: int) -> bool:
        if position.owned[side] >> board & 1:
            return True
        shut = (position.closed | position.owned[1 - side]) >> board & 1
        other = "ox"[side]
        return not shut and any(all(boards[board][c] != other for c in line) for line in THREES)

    return any(all(can_have(board) for board in line) for line in THREES)


@pytest.mark.parametrize("won_boards", ["closed", "open"])
def test_who_cannot_make_a_line_any_more_is_asked_for_no_win(won_boards: str) -> None:
    """Though lines of boards are open to him: he cannot win the boards."""
    game, random = Ultimate({"won_boards": won_boards}), Random(5)
    settled = {0: 0, 1: 0}
    for _ in range(60):
        position = late_position(game, random, 14)
        core, side = begun(game, position, exhaustive=True), position.to_move
        for move in position.legal_moves():
            position.play(move)
            hopes = [can_make_a_line(position, player) for player in (side, 1 - side)]
            lines_open = [any(level(position, n, player) for n in range(9)) for player in (0, 1)]
            over = position.outcome() is not None
            position.undo()
            if over or not all(lines_open):
                continue
            for hope, beta in ((0, WON), (0, 1), (1, 0), (1, DRAW)):
                before = core.nodes
                score = core.search_move(move, TO_THE_END, beta - 1, beta)
                if not hopes[hope]:
                    assert (score, core.nodes - before) == (0, 1)
                    settled[hope] += 1
    assert min(settled.values()) > 5


@EVERY_VARIANT
def test_windows_around_an_even_game_and_a_result_are_answered_truly(
    options: dict[str, str],
) -> None:
    game, random = Ultimate(options), Random(6)
    seen = set()
    for _ in range(20):
        position = late_position(game, random, 9)
        core = begun(game, position, exhaustive=True)
        for move, value in values_of_moves(position, {}).items():
            for beta in (0, 1, value, value + 1):
                core.clear()
                score = core.search_move(move, TO_THE_END, beta - 1, beta)
                assert (score >= beta) == (value >= beta), game.write_position(position)
            seen.add(value > 0)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("depth", "score", "bound", "known"),
    [
        (3, WIN - 5, AT_LEAST, (5, 0)),
        (3, WIN - 5, EXACT, (5, 0)),
        (3, WIN - 5, AT_MOST, (99, 0)),
        (TO_THE_END, WIN - 5, AT_MOST, (99, 0)),
        (TO_THE_END, 0, AT_MOST, (99, 99)),
        (TO_THE_END, 0, EXACT, (99, 99)),
        (TO_THE_END, 0, AT_LEAST, (99, 0)),
        (TO_THE_END, 6 - WIN, AT_MOST, (99, 99)),
        (8, 0, EXACT, (99, 0)),
    ],
)
def test_of_what_the_table_has_only_what_is_certain_counts_for_or_against_a_win(
    depth: int, score: int, bound: int, known: tuple[int, int]
) -> None:
    """The plies that are known to be enough for the mover, and those known not to be."""
    core = begun(Ultimate(), Ultimate().start())
    core._search.store(1, depth, inward(score), bound, NO_MOVE, 0)
    enough, too_few = known
    assert core._search.known_result(1) == too_few << 7 | enough
    assert core._search.known_result(2) == NEVER
