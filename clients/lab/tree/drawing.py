"""A tree of boxes as nested lists: the root on the left, and to the right of a box what follows it.

    root ─┬─ child ─┬─ leaf        Where everything stands is left to the browser, by the style
          │         └─ leaf        in page.css, and so is folding: a box with children is
          └─ leaf                  the label of a checkbox that hides their list.

Every box has the class `node` on its list item, with the classes of its kind and the `data-`
attributes that the page's script goes by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import count

BOARD = 46  # the side of a small board
TALL = 14  # leaves: above, a parent stands beside its first child, so that the root is in sight
ROWS_AT_FIRST = 60  # a larger tree is folded from the depth on that would have more


@dataclass
class BoardPicture:
    """A grid to draw small: the marks, the cell played last, the cells of a finished line."""

    width: int
    height: int
    cells: str
    last: int | None
    won: list[int]

    def svg(self, size: int = BOARD) -> str:
        side = size / max(self.width, self.height)
        wide, high = self.width * side, self.height * side
        parts = []
        for cell in self.won or ([] if self.last is None else [self.last]):
            x, y = cell % self.width * side, cell // self.width * side
            kind = "won" if self.won else "last"
            parts.append(
                f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" '
                f'width="{side:.1f}" height="{side:.1f}"/>'
            )
        grid = "".join(f"M{n * side:.1f} 0V{high:.1f}" for n in range(1, self.width))
        grid += "".join(f"M0 {n * side:.1f}H{wide:.1f}" for n in range(1, self.height))
        parts.append(f'<path class="grid" d="{grid}"/>')
        arm = side * 0.27
        for mark in "xo":
            path = ""
            for cell, found in enumerate(self.cells):
                if found != mark:
                    continue
                x, y = (cell % self.width + 0.5) * side, (cell // self.width + 0.5) * side
                if mark == "x":
                    path += f"M{x - arm:.1f} {y - arm:.1f}l{2 * arm:.1f} {2 * arm:.1f}"
                    path += f"m0 {-2 * arm:.1f}l{-2 * arm:.1f} {2 * arm:.1f}"
                else:
                    path += f"M{x - arm:.1f} {y:.1f}a{arm:.1f} {arm:.1f} 0 1 0 {2 * arm:.1f} 0"
                    path += f"a{arm:.1f} {arm:.1f} 0 1 0 {-2 * arm:.1f} 0"
            if path:
                parts.append(f'<path class="mark {mark}" d="{path}"/>')
        return (
            f'<svg width="{wide:.0f}" height="{high:.0f}" aria-hidden="true">{"".join(parts)}</svg>'
        )


@dataclass
class Box:
    """A node: lines of text with their classes, and what the style and the script go by."""

    lines: list[tuple[str, str]]
    title: str
    kind: str = ""
    board: BoardPicture | None = None
    edge: float | None = None  # how thick, in pixels, if not as usual
    bar: float | None = None  # a share of 1, drawn along the foot
    data: dict[str, str] = field(default_factory=dict)
    children: list[Box] = field(default_factory=list)

    def leaves(self) -> int:
        return sum(child.leaves() for child in self.children) or 1


def draw(root: Box, name: str, label: str) -> str:
    """Return the whole tree as one list; `name` is its id, `label` is read aloud."""
    folded_from = _first_folded_depth(root)
    numbers = count()

    def write(box: Box, depth: int) -> Iterator[str]:
        data = "".join(f' data-{key}="{escape(value)}"' for key, value in box.data.items())
        edge = "" if box.edge is None else f' style="--edge:{box.edge:.1f}px"'
        yield f'<li class="node {box.kind}"{data}{edge}>'
        title = f'title="{escape(box.title)}"'
        if not box.children:
            yield f'<div class="box" {title}>{_contents(box)}</div></li>'
            return
        switch = f"{name}{next(numbers)}"
        checked = ' checked=""' if depth >= folded_from else ""
        yield f'<input type="checkbox" id="{switch}"{checked}/>'
        yield f'<label class="box" for="{switch}" {title}>{_contents(box)}</label>'
        yield "<ul>"
        for child in box.children:
            yield from write(child, depth + 1)
        yield "</ul></li>"

    tall = "tall" if root.leaves() > TALL else ""
    items = "\n".join(write(root, 0))
    return f'<ul class="tree {tall}" id="{name}" aria-label="{escape(label)}">\n{items}\n</ul>'


def _contents(box: Box) -> str:
    board = "" if box.board is None else box.board.svg()
    lines = "".join(f'<span class="{kind}">{escape(text)}</span>' for kind, text in box.lines)
    bar = "" if box.bar is None else f'<span class="bar" style="--share:{box.bar:.2f}"></span>'
    return f'{board}<span class="lines">{lines}{bar}</span>'


def _first_folded_depth(root: Box) -> int:
    """Return the least depth at which boxes are folded, beyond the deepest if none need to be."""
    level, ended, depth = [root], 0, 0
    while level:
        ended += sum(not box.children for box in level)
        level = [child for box in level for child in box.children]
        if depth and level and ended + len(level) > ROWS_AT_FIRST:
            return depth
        depth += 1
    return depth
