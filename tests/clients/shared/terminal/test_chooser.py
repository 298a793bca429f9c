"""The cell that is chosen: where it is at first, and after a move."""

from __future__ import annotations

from rich.text import Text

from linemate.clients.shared.boards import Pointers, Scene
from linemate.clients.shared.terminal.chooser import CellChooser
from linemate.clients.shared.terminal.layouts import Spot, find_cells, list_layouts
from linemate.engine.registry import make_game


def scene(name: str, moves: str, line: tuple[int, ...] = ()) -> tuple[Scene, dict[int, Spot]]:
    game = make_game(name)
    position = game.start()
    for move in moves.split():
        position.play(game.read_move(position, move))
    cells = find_cells(list_layouts(game)[0](position, Pointers()))
    return Scene("", game, position, Text(), line=line), cells


def test_the_choice_stays_where_it_was_or_goes_to_the_nearest_cell_that_may_be_played() -> None:
    chooser = CellChooser()
    chosen = []
    chooser.begin(*scene("ultimate", ""))
    chosen.append(chooser.move)
    chooser.step(scene("ultimate", "")[1], "right")
    chosen.append(chooser.move)
    chooser.end()
    chosen.append(chooser.move)
    chooser.begin(*scene("ultimate", "56 65"))  # 56 is taken, and board 5 is to be played in
    chosen.append(chooser.move)
    chooser.forget_place()
    chooser.begin(*scene("ultimate", ""))
    chosen.append(chooser.move)
    assert chosen == ["55", "56", None, "53", "55"]


def test_a_hint_is_chosen_so_that_enter_plays_it() -> None:
    chooser = CellChooser()
    chooser.begin(*scene("qubic", "", line=(0, 21)))
    assert chooser.move == "000"
    chooser.change_level(1)
    assert chooser.move == "001"


def test_without_a_choice_keys_do_nothing() -> None:
    chooser = CellChooser()
    chooser.step({}, "up")
    chooser.change_level(1)
    assert chooser.chosen is None
