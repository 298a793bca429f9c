"""The core for marks that fall: its results are those of plain minimax, its spots those of a look
at every row.
"""

from __future__ import annotations

from random import Random

import pytest

from linemate.engine.champion.falling import FallingCore
from linemate.engine.champion.plain import PlainCore
from linemate.engine.clock import Clock
from linemate.engine.core import Game, Limits, Position
from linemate.engine.games.lines import LinePosition
from linemate.engine.registry import make_core, make_game, make_searcher
from linemate.engine.scores import WIN
from linemate.engine.transposition import certain
from tests.claims import any_true_entry, check_claims, worth_a_search
from tests.reference.minimax import Value, values_of_moves

SIZES = [(4, 4, 3), (5, 4, 4), (4, 5, 4), (5, 5, 5), (6, 6, 4)]


def falling(width: int, height: int, row: int) -> Game:
    size = {"width": str(width), "height": str(height), "row": str(row)}
    return make_game("mnk", {**size, "drop": "true"})


def random_position(game: Game, plies: int, rng: Random) -> Position:
    """An open one of a random game, in which nobody has won though he could if it can be helped."""
    for _ in range(1000):
        position = game.start()
        while position.outcome() is None and len(position.history) < plies:
            moves = position.legal_moves()
            quiet = [move for move in moves if not position.wins_at_once(move)]
            position.play(rng.choice(quiet or moves))
        if position.outcome() is None:
            return position
    raise AssertionError(f"no game lasts {plies} plies")


def test_it_plays_where_marks_fall_and_nowhere_else() -> None:
    options = {"Hash": 1}
    assert isinstance(make_core(falling(7, 6, 4), options), FallingCore)
    assert isinstance(make_core(falling(9, 9, 5), options), FallingCore)
    assert not FallingCore.suits(make_game("mnk"))
    assert not FallingCore.suits(make_game("gomoku"))


@pytest.mark.parametrize(("width", "height", "row"), [*SIZES, (7, 6, 4), (22, 22, 6), (1, 1, 1)])
def test_spots_are_the_free_cells_that_finish_a_row(width: int, height: int, row: int) -> None:
    game, rng = falling(width, height, row), Random(f"{width}{height}{row}")
    core = FallingCore(game, 1)
    for _ in range(20):
        plies = rng.randrange(min(game.cell_count - game.cell_count // 3, 60))
        position = random_position(game, plies, rng)
        assert isinstance(position, LinePosition)
        core._set_root(position)
        side = position.to_move
        for player, spots in ((side, core._root[2]), (1 - side, core._root[3])):
            cells = sorted(cell for cell, bit in enumerate(core._bits) if spots & bit)
            assert cells == LinePosition.winning_cells(position, player)


@pytest.mark.parametrize(("width", "height", "row"), SIZES)
def test_results_within_the_depth_are_exact_whatever_true_the_table_holds(
    width: int, height: int, row: int
) -> None:
    """It holds results from before the last moves of a game, which may be longer than need be."""
    game, rng, tried = falling(width, height, row), Random(1), 0
    for _ in range(40):
        position = random_position(game, game.cell_count - rng.randrange(6, 12), rng)
        memory: dict[int, Value] = {}
        scores = values_of_moves(position, memory)
        if not worth_a_search(scores):
            continue
        tried += 1
        for _ in range(5):
            core = FallingCore(game, 1)
            core.begin(position.copy(), Clock(Limits()))
            for key, (result, plies) in memory.items():
                entry = any_true_entry(result * (WIN - plies), rng)
                if entry is not None and rng.random() < 0.3:
                    core._table.store(key, entry)
            for _ in range(3):
                check_claims(core, scores, 2, rng)
            kept = [entry for key in memory if (entry := core._table.probe(key)) is not None]
            assert kept
            assert all(certain(entry) == entry for entry in kept)
        if tried == 5:
            break
    assert tried


@pytest.mark.parametrize(("width", "height", "row"), [(7, 6, 4), (6, 5, 4), (8, 7, 4)])
def test_it_proves_what_the_plain_core_proves(width: int, height: int, row: int) -> None:
    """In the middle of a game, where no minimax reaches; and the moves of a line are legal."""
    game, rng = falling(width, height, row), Random(f"{width}{height}")
    proven = 0
    for _ in range(8):
        position = random_position(game, game.cell_count // 2 + rng.randrange(-3, 6), rng)
        for move in position.legal_moves():
            plain, core = PlainCore(game, 4), FallingCore(game, 4)
            scores = []
            for each in (plain, core):
                each.begin(position.copy(), Clock(Limits()))
                scores.append(each.search_move(move, 5, -WIN, WIN))
            line = position.copy()
            for step in (move, *core.line()):
                assert step in line.legal_moves()
                line.play(step)
            if WIN - abs(scores[0]) <= 5:
                proven += 1
                assert scores[0] == scores[1]
                assert len(line.history) - len(position.history) == WIN - abs(scores[0])
                wins = [plies for plies in range(1, 6) if core.has_win(move, plies)]
                assert (min(wins) if wins else 0) == max(0, WIN - scores[0] if scores[0] > 0 else 0)
            else:
                assert WIN - abs(scores[1]) > 5
                assert not any(core.has_win(move, plies) for plies in range(1, 6))
    assert proven > 5


def test_x_begins_connect_four_in_the_middle() -> None:
    """The only first move that wins, as is known since 1988."""
    game = falling(7, 6, 4)
    for nodes in (100, 1000, 8000):
        searcher = make_searcher("auto", game, {"Hash": 8})
        *_, last = searcher.search(game.start(), Clock(Limits(nodes=nodes)))
        assert game.write_move(last.pv[0]) == "d1"
