"""Lines of rich text in the form that prompt_toolkit draws."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from rich.style import Style
from rich.text import Text

from linemate.clients.shared.boards import CELL_META
from linemate.clients.shared.harmless import harmless
from linemate.clients.shared.screen import make_console

ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse")
_CONSOLE = make_console(file=io.StringIO(), width=80)


def make_fragments(
    lines: Sequence[Text],
    on_mouse: Callable[[int | None, Any], None],
    translate: Callable[[str], str],
) -> list[Any]:
    """Return the lines as one formatted text.

    `on_mouse` is called with the cell that the mouse is on, or None, and what it did; `translate`
    is what becomes of each text.
    """
    fragments: list[Any] = []
    for line in lines:
        text = line.copy()
        text.end = "\n"
        for segment in text.render(_CONSOLE, end="\n"):
            style = segment.style or Style.null()
            react = partial(on_mouse, style.meta.get(CELL_META))
            fragments.append((describe_style(style), translate(harmless(segment.text)), react))
    return fragments[:-1]


@cache
def describe_style(style: Style) -> str:
    """Return a style in the words of prompt_toolkit; colours are those of the terminal."""
    words = [name for name in ATTRIBUTES if getattr(style, name)]
    if style.color is not None and not style.color.is_default:
        words.append(f"fg:ansi{style.color.name.replace('_', '')}")
    if style.bgcolor is not None and not style.bgcolor.is_default:
        words.append(f"bg:ansi{style.bgcolor.name.replace('_', '')}")
    return " ".join(words)
