"""Boards that one points at: where the cells are, and the way of the cursor from one to another."""

from __future__ import annotations

import pytest

from linemate.clients.shared.boards import Pointers
from linemate.clients.shared.terminal.layouts import (
    change_level,
    find_cells,
    find_middle,
    land,
    list_layouts,
    nearest,
    step,
)
from linemate.engine.core import Game, Position
from linemate.engine.registry import make_game
from tests.variants import VARIANTS, Variant

CONNECT_FOUR = {"width": "7", "height": "6", "row": "4", "drop": "true"}


def begin(name: str, moves: str = "", **options: str) -> tuple[Game, Position]:
    game = make_game(name, options)
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    return game, position


def walk(name: str, start: str, way: str, layout: int = 0, **options: str) -> str:
    """The cell where the cursor is after these steps, as the protocol names it."""
    game, position = begin(name, **options)
    spots = find_cells(list_layouts(game)[layout](position, Pointers()))
    cell = game.parse_move(start)
    for direction in way.split():
        cell = step(position, spots, cell, direction)
    return game.write_move(cell)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_cell_is_on_every_board_once_and_can_be_walked_to(variant: Variant) -> None:
    """Nowhere does the cursor stop before the edge."""
    game = variant.game
    position = game.start()
    for layout in list_layouts(game):
        spots = find_cells(layout(position, Pointers()))
        assert sorted(spots) == list(range(game.cell_count))
        assert len({(spot.row, spot.start) for spot in spots.values()}) == game.cell_count
        reached = {min(position.legal_moves())}
        new = reached
        while new:
            ways = ("left", "right", "up", "down")
            new = {step(position, spots, cell, way) for cell in new for way in ways} - reached
            reached = reached | new
        falls = len(position.legal_moves()) < game.cell_count and game.name == "mnk"
        assert reached == set(position.legal_moves() if falls else range(game.cell_count))


def test_the_cursor_goes_from_board_to_board_and_from_level_to_level() -> None:
    assert walk("tictactoe", "b2", "left up left") == "a3"
    assert walk("ultimate", "53", "right down down down") == "91"
    assert walk("qubic", "030", "right") == "001"
    assert walk("qubic", "300", "down", layout=1) == "002"
    game, _ = begin("qubic")
    cells = [change_level(game, game.parse_move("212"), by) for by in (1, -1)]
    assert [game.write_move(cell) for cell in cells] == ["213", "211"]
    assert change_level(game, game.parse_move("213"), 1) == game.parse_move("213")


def test_where_marks_fall_the_cursor_goes_from_column_to_column() -> None:
    game, position = begin("mnk", "d1 d2", **CONNECT_FOUR)
    spots = find_cells(list_layouts(game)[0](position, Pointers()))
    way = [game.parse_move("c1")]
    for direction in ("right", "right", "left", "up"):
        way.append(step(position, spots, way[-1], direction))
    assert [game.write_move(cell) for cell in way[:4]] == ["c1", "d3", "e1", "d3"]
    assert game.write_move(land(game, position, game.parse_move("d6"))) == "d3"
    assert game.write_move(land(game, position, game.parse_move("g4"))) == "g1"


@pytest.mark.parametrize(
    ("name", "options", "cell"),
    [
        ("gomoku", {"size": "15"}, "h8"),
        ("gomoku", {"size": "22"}, "l11"),
        ("ultimate", {}, "55"),
        ("qubic", {}, "111"),
        ("mnk", CONNECT_FOUR, "d1"),
    ],
)
def test_the_cursor_begins_in_the_middle(name: str, options: dict[str, str], cell: str) -> None:
    game, position = begin(name, **options)
    assert game.write_move(land(game, position, find_middle(game))) == cell


def test_the_nearest_cell_is_taken_when_the_last_one_cannot_be_played() -> None:
    game, position = begin("ultimate", "59")
    spots = find_cells(list_layouts(game)[0](position, Pointers()))
    last = game.parse_move("59")
    assert game.write_move(nearest(spots, position.legal_moves(), last)) == "91"


def test_a_narrow_board_tells_without_colour_what_is_where() -> None:
    """`>` is the last move, `<` the chosen cell, `+` may be played; digits are a line of play."""
    game, position = begin("ultimate", "19 91")
    pointers = Pointers(game.parse_move("15"), tuple(map(game.parse_move, ("15", "51"))))
    lines = [line.plain.rstrip() for line in list_layouts(game)[1](position, pointers)]
    assert lines == [
        " + + + │ · · · │ · · ·",
        " +<1 + │ · · · │ · · ·",
        " + + X │ · · · │ · · ·",
        "───────┼───────┼───────",
        " · · · │ 2 · · │ · · ·",
        " · · · │ · · · │ · · ·",
        " · · · │ · · · │ · · ·",
        "───────┼───────┼───────",
        " · · · │ · · · │>O · ·",
        " · · · │ · · · │ · · ·",
        " · · · │ · · · │ · · ·",
    ]


def test_a_won_board_is_drawn_large_on_a_narrow_board_too() -> None:
    game = make_game("ultimate")
    position = game.read_position("xxx6/9/9/9/ooo6/9/9/9/9 x 2")
    lines = [line.plain.rstrip() for line in list_layouts(game)[1](position, Pointers())]
    assert lines[0] == r" \  /  │ + + + │ · · ·"
    assert lines[1] == r"  XX   │ + + + │ · · ·"
    assert lines[4] == r" · · · │ /--\  │ · · ·"
