"""The last plies of nineboard's alpha-beta against a plain search of the same depth."""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.nineboard.core import NineBoardCore
from linemate.engine.champion.nineboard.tables import nineboard_tables
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.games.nineboard import NineBoard, NineBoardPosition
from linemate.engine.scores import WIN, terminal_score
from tests.nineboards import filled_position, position_with_last_cells, safe_position, winning_moves

RULES = pytest.mark.parametrize("rule", ["free", "draw"])


def plain_value(position: NineBoardPosition, depth: int, ply: int) -> int:
    """Every move to the depth; a win at once is seen at any depth."""
    outcome = position.outcome()
    if outcome is not None:
        return terminal_score(outcome, position.to_move, ply)
    if winning_moves(position):
        return WIN - ply - 1
    if depth == 0:
        tables = nineboard_tables()
        return tables.worth_of(position) + tables.tempo
    values = []
    for move in position.legal_moves():
        position.play(move)
        values.append(-plain_value(position, depth - 1, ply + 1))
        position.undo()
    return max(values)


def check_values(game: NineBoard, position: NineBoardPosition, deepest: int) -> None:
    core = NineBoardCore(game, 1)
    core.begin(position.copy(), Clock(Limits()))
    for move in position.legal_moves():
        for depth in range(1, deepest + 1):
            position.play(move)
            expected = -plain_value(position, depth - 1, 1)
            position.undo()
            found = core.search_move(move, depth, -WIN, WIN)
            assert found == expected, (depth, game.write_position(position))


@RULES
def test_values_of_few_plies_are_those_of_a_plain_search(rule: str) -> None:
    game, rng = NineBoard({"full_board": rule}), Random(1)
    for _ in range(6):
        check_values(game, safe_position(game, rng.randrange(10, 30), rng), deepest=3)


@RULES
def test_values_are_so_where_moves_fill_their_board(rule: str) -> None:
    """Who fills a board may thereby be sent to it, or send there: a free choice, or a draw."""
    game, rng = NineBoard({"full_board": rule}), Random(2)
    for make in (filled_position, position_with_last_cells):
        for _ in range(100):
            check_values(game, make(game, rng.randrange(5, 14), rng), deepest=5)
