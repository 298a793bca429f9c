"""What stands where in a window that is redrawn in place: the board, what is said of it, and what
was said before; `compose` makes the lines for any size of window.

Below one another, or in a window that is low and wide, side by side:

    title                           board  |  title
    board                                  |  whose turn it is
    whose turn it is                       |  what was said, the latest last
    what was said, the latest last         |  who thinks, or which keys there are
    who thinks, or which keys there are

The line that one types into is below all this, and not drawn here. The roomiest board that fits is
taken. In a low window the title gives its line to what is said, and the keys give theirs to what is
wrong, if that needs two. In one that is too small for any, the board is left out, which is said.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.text import Text

from linemate.clients.shared.boards import FAINT, Pointers, Scene
from linemate.clients.shared.screen import WARNING, make_console
from linemate.clients.shared.terminal.layouts import Spot, find_cells, list_layouts

GAP = 2  # columns between a board and what stands beside it
WIDE_SIDE, NARROW_SIDE = 34, 18  # columns beside a board: comfortable, and just enough
TALL_LOG, LOW_LOG = 3, 1  # lines of what was said, below a board: likewise
# What is given up for a board, one thing after the other: room beside it, lines below it, the
# title, and last the line that errors and hints are told in.
ROOMS = (
    (WIDE_SIDE, TALL_LOG, True),
    (NARROW_SIDE, LOW_LOG, True),
    (NARROW_SIDE, LOW_LOG, False),
    (NARROW_SIDE, 0, False),
)
ADVICE_GAP = "  "  # between the parts of an advice
_CONSOLE = make_console(file=io.StringIO(), width=80)


@dataclass
class Shown:
    """All that there is to be seen; `page`, if there is one, covers the rest from line `top` on."""

    scene: Scene | None = None
    log: list[Text] = field(default_factory=list)
    scrolled: int = 0  # lines of the log that were scrolled back
    page: list[Text] | None = None
    top: int = 0
    live: Text | None = None
    above: str = ""  # what is asked, above the line that is typed into
    advice: str = ""
    chosen: int | None = None


class Picture(NamedTuple):
    """The lines of a window, each as wide as it at most, and where in them the cells are."""

    lines: list[Text]
    cells: dict[int, Spot]


def compose(shown: Shown, columns: int, rows: int) -> Picture:
    """Return what is to be seen in a window of this size."""
    if shown.page is not None:
        return Picture(_compose_page(shown.page, shown.top, columns, rows), {})
    if shown.scene is None:
        return Picture(_compose_text(shown, columns, rows), {})
    pointers = Pointers(shown.chosen, shown.scene.line)
    sizes = []
    for side, log, titled in ROOMS:
        title = [_compose_title(shown.scene.title, columns)] if titled else []
        for layout in list_layouts(shown.scene.game):
            board = layout(shown.scene.position, pointers)
            width, height = _measure(board)
            below = _compose_below(shown, columns, rows - height - len(title))
            if width <= columns and below.free >= log:
                return _picture([*title, *board, *below.lines], board, len(title), columns)
            if width + GAP + side <= columns and height <= rows:
                lines = _compose_text(shown, columns - width - GAP, rows)
                return _picture(_beside(board, width, lines), board, 0, columns)
            sizes.append((width, rows - below.free + 1))
    width, height = sizes[-1]
    note = Text(
        f"This board needs a window of {width}x{height}, and there is {columns}x{rows + 1}. "
        "Moves can be typed all the same.",
        WARNING,
    )
    return Picture(_compose_text(shown, columns, rows, note), {})


def _picture(lines: list[Text], board: list[Text], row: int, columns: int) -> Picture:
    cells = {
        cell: Spot(spot.row + row, spot.start, spot.end) for cell, spot in find_cells(board).items()
    }
    for line in lines:
        line.truncate(columns)
    return Picture(lines, cells)


def _measure(lines: Sequence[Text]) -> tuple[int, int]:
    return max(len(line.plain.rstrip()) for line in lines), len(lines)


def _beside(board: list[Text], width: int, lines: list[Text]) -> list[Text]:
    joined = []
    for row in range(max(len(board), len(lines))):
        left = board[row].copy() if row < len(board) else Text()
        left.truncate(width + GAP, pad=True)
        joined.append(left.append_text(lines[row]) if row < len(lines) else left)
    return joined


class _Below(NamedTuple):
    """What stands below a board, and how many lines there were for the log; fewer than none if
    there is too little room.
    """

    lines: list[Text]
    free: int


def _compose_below(shown: Shown, columns: int, rows: int) -> _Below:
    _, caption, foot = _parts(shown, columns)
    free = rows - len(caption) - len(foot)
    if free == 1 and (warning := _long_warning(shown, columns)):
        return _Below([*caption, *warning], free)
    log = _tail(shown, columns, free)
    blank = [Text()] * (free - len(log))
    return _Below([*caption, *log, *blank, *foot], free)


def _long_warning(shown: Shown, columns: int) -> list[Text]:
    """Return what is wrong in two lines, the second in place of the keys; none if it fits in one,
    or if something else is to be seen: who thinks, a question, or what one has scrolled back to.
    """
    latest = shown.log[-1] if shown.log else Text()
    notes = shown.scene.notes if shown.scene is not None else ()
    if latest.style != WARNING or notes or shown.live or shown.above or shown.scrolled:
        return []
    first, *rest = _wrap(latest, columns) or [Text()]
    return [first, _cut(Text(" ", WARNING).join(rest), columns)] if rest else []


def _compose_title(text: str, columns: int) -> Text:
    title = Text(text, FAINT)
    title.truncate(columns, overflow="ellipsis")
    return title


def _compose_text(shown: Shown, columns: int, rows: int, note: Text | None = None) -> list[Text]:
    """Return all but the board, for a column of its own."""
    title, caption, foot = _parts(shown, columns)
    head = [*(_wrap(note, columns) if note else title[:3]), *caption]
    free = rows - len(head) - len(foot)
    log = _tail(shown, columns, free)
    blank = [Text()] * max(0, free - len(log))
    return [*head, *log, *blank, *foot][:rows]


def _parts(shown: Shown, columns: int) -> tuple[list[Text], list[Text], list[Text]]:
    """Return the title, the caption and the last lines, wrapped."""
    scene = shown.scene
    title = _wrap(Text(scene.title, FAINT), columns) if scene else []
    caption = _wrap(scene.caption, columns) if scene else []
    if shown.above:
        return title, caption, _wrap(Text(shown.above, "bold"), columns)
    # Always one line, so that the board stays in its place whoever is to move.
    advice = _shorten_advice(shown.advice, columns)
    foot = shown.live.copy() if shown.live is not None else Text(advice, FAINT)
    foot.plain = "  ".join(foot.plain.splitlines())
    foot.truncate(columns, overflow="ellipsis")
    return title, caption, [foot]


def _shorten_advice(advice: str, columns: int) -> str:
    """Leave parts out from the left until the rest fits: what comes first is seen by trying."""
    while len(advice) > columns and ADVICE_GAP in advice:
        advice = advice.partition(ADVICE_GAP)[2]
    return advice


def _tail(shown: Shown, columns: int, rows: int) -> list[Text]:
    """Return the end of the log, or what one has scrolled back to.

    Where there is one line, it has the beginning of what was said: the end would not say of what.
    """
    if rows <= 0:
        return []
    wanted = rows + shown.scrolled
    lines: list[Text] = []
    notes = shown.scene.notes if shown.scene is not None else ()
    for entry in reversed([*shown.log, *notes]):
        lines[:0] = _wrap(entry, columns) if rows > 1 else [_cut(entry, columns)]
        if len(lines) >= wanted:
            break
    shown.scrolled = max(0, min(shown.scrolled, len(lines) - rows))
    end = len(lines) - shown.scrolled
    return lines[max(0, end - rows) : end]


def _compose_page(page: Sequence[Text], top: int, columns: int, rows: int) -> list[Text]:
    lines = [line for entry in page for line in _wrap(entry, columns)]
    first = max(0, min(top, len(lines) - rows + 1))
    seen = lines[first : first + rows - 1]
    more = " PageDown and PageUp turn the pages." if len(lines) >= rows else ""
    blank = [Text()] * (rows - 1 - len(seen))
    return [*seen, *blank, Text(f"Enter or a click goes back to the board.{more}", FAINT)]


def _cut(text: Text, columns: int) -> Text:
    line = text.copy()
    line.plain = " ".join(line.plain.splitlines())
    line.truncate(columns, overflow="ellipsis")
    return line


def _wrap(text: Text, columns: int) -> list[Text]:
    if text.plain.isprintable() and text.cell_len <= columns:  # much faster, in a list of thousands
        return [text.copy()] if text.plain else []
    return list(text.wrap(_CONSOLE, max(1, columns)))
