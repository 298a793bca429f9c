"""Rich text in the form that prompt_toolkit draws: styles, cells, and nothing that does harm."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from linemate.clients.shared.boards import Pointers
from linemate.clients.shared.terminal.fragments import describe_style, make_fragments
from linemate.clients.shared.terminal.layouts import list_layouts
from linemate.engine.registry import make_game


def test_styles_are_said_in_the_words_of_the_terminal_s_own_colours() -> None:
    assert describe_style(Style.parse("bold cyan reverse")) == "bold reverse fg:ansicyan"
    assert describe_style(Style.parse("bold black on green")) == "bold fg:ansiblack bg:ansigreen"
    assert describe_style(Style.null()) == ""


def test_a_click_on_a_cell_tells_which_one() -> None:
    game = make_game("tictactoe")
    lines = list_layouts(game)[0](game.start(), Pointers())
    clicked: list[int | None] = []
    fragments = make_fragments(lines, lambda cell, _: clicked.append(cell), str)
    for style_and_text in fragments:
        _, text, react = style_and_text
        if text.strip() in ("1", "5", "│"):
            react(None)
    assert clicked == [0, None, None, None, 4, None, None, None]


def test_what_others_wrote_cannot_control_the_terminal() -> None:
    line = Text("a\x1b]52;c;x\x07\u202eb\u009b")
    [(_, text, _)] = make_fragments([line], lambda *_: None, str)
    assert text == "a?]52;c;x?b?"  # rich has dropped the bell
    [(_, text, _)] = make_fragments([Text("┌·")], lambda *_: None, lambda text: text[0])
    assert text == "┌"
