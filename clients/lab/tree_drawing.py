"""A tree of boxes as inline SVG, the root on the left and a row for each leaf.

    root ─┬─ child ─┬─ leaf        A column is as wide as its widest box. A parent stands
          │         └─ leaf        between the rows of its first and its last child, so boxes
          └─ leaf                  of different families cannot meet: in a small tree half way,
                                   in a tall one at the first, so that the root is in sight.

The page's script folds subtrees and then computes the rows again, by the same rule: what it
needs of each box stands in `data-` attributes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

ROW = 64  # from one leaf to the next
FAMILY = 10  # more, between leaves of different parents
BOX = 56  # the height of a box
BOARD = 46
PADDING = 6
COLUMN = 34  # between columns: room for the edges
# The width of a letter in the widest of the page's fonts, at the sizes that the style gives.
LETTER = {"value": 8.3, "head": 7.4, "why head": 7.4}
SMALL_LETTER = 6.7
LINE = 15  # of text
TALL = 14  # rows that a screen has
MARGIN = 8


@dataclass
class Board:
    """A grid to draw small: the marks, the cell played last, the cells of a finished line."""

    width: int
    height: int
    cells: str
    last: int | None
    won: list[int]

    def svg(self, size: float = BOARD) -> str:
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
        return "".join(parts)


@dataclass
class Box:
    """A node: lines of text with their classes, and what the style and the script go by.

    A `note` takes no part in the width of its column: nothing stands to the right of it.
    """

    lines: list[tuple[str, str]]
    title: str
    kind: str = ""
    board: Board | None = None
    edge: str = ""
    edge_width: float = 1.5
    bar: float | None = None  # a share of 1, drawn along the foot
    note: bool = False
    data: dict[str, str] = field(default_factory=dict)
    children: list[Box] = field(default_factory=list)
    depth: int = 0
    y: float = 0

    @property
    def text_width(self) -> float:
        return max(len(text) * LETTER.get(kind, SMALL_LETTER) for kind, text in self.lines)

    @property
    def natural_width(self) -> float:
        return self.text_width + 2 * PADDING + (BOARD + PADDING if self.board else 0)

    def walk(self) -> Iterator[Box]:
        yield self
        for child in self.children:
            yield from child.walk()


def draw(root: Box, name: str, label: str) -> str:
    """The whole tree as one <svg>; `name` begins the ids of its boxes, `label` is read aloud."""
    boxes = list(root.walk())
    lead = 0.5 if sum(not box.children for box in boxes) <= TALL else 0.0
    bottom = _place(root, lead)
    columns = [0.0] * (1 + max(box.depth for box in boxes))
    for box in boxes:
        if not box.note:
            columns[box.depth] = max(columns[box.depth], box.natural_width)
    lefts = [MARGIN + sum(columns[:n]) + n * COLUMN for n in range(len(columns))]
    width = max(lefts[box.depth] + max(columns[box.depth], box.natural_width) for box in boxes)
    edges, nodes = [], []
    numbers = {id(box): number for number, box in enumerate(boxes)}
    parents = {id(child): box for box in boxes for child in box.children}
    for box in boxes:
        number = numbers[id(box)]
        parent = parents.get(id(box))
        if parent:
            start = lefts[parent.depth] + columns[parent.depth]
            edges.append(
                f'<path class="edge {box.edge}" id="{name}{number}e" '
                f'style="stroke-width:{box.edge_width:.1f}" '
                f'd="{_edge(start, parent.y, lefts[box.depth], box.y)}"/>'
            )
        above = "" if parent is None else f'data-up="{name}{numbers[id(parent)]}" '
        extra = "".join(f'data-{key}="{escape(value)}" ' for key, value in box.data.items())
        nodes.append(
            f'<g class="node {box.kind}" id="{name}{number}" {above}{extra}'
            f'data-depth="{box.depth}" '
            f'transform="translate({lefts[box.depth]:.1f} {box.y - BOX / 2:.1f})">'
            f"{_contents(box, box.natural_width if box.note else columns[box.depth])}</g>"
        )
    height = bottom + MARGIN
    width += MARGIN
    return (
        f'<svg class="tree" id="{name}" role="img" aria-label="{escape(label)}" '
        f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'data-row="{ROW}" data-family="{FAMILY}" data-box="{BOX}" data-margin="{MARGIN}" '
        f'data-lead="{lead}">\n' + "\n".join(edges + nodes) + "\n</svg>"
    )


def _place(root: Box, lead: float) -> float:
    """Give every box its depth and its height; the lower end of the tree.

    `lead` is how far a parent stands on the way from its first child to its last.
    """
    cursor = MARGIN + BOX / 2 - ROW

    def place(box: Box, depth: int) -> None:
        nonlocal cursor
        box.depth = depth
        if not box.children:
            cursor += ROW
            box.y = cursor
            return
        for child in box.children:
            place(child, depth + 1)
        first, last = box.children[0].y, box.children[-1].y
        box.y = first + lead * (last - first)
        cursor += FAMILY

    place(root, 0)
    return max(box.y for box in root.walk()) + BOX / 2


def _edge(x1: float, y1: float, x2: float, y2: float) -> str:
    middle = (x1 + x2) / 2
    return f"M{x1:.1f} {y1:.1f}C{middle:.1f} {y1:.1f} {middle:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"


def _contents(box: Box, width: float) -> str:
    parts = [f"<title>{escape(box.title)}</title>"]
    parts.append(f'<rect class="box" width="{width:.1f}" height="{BOX}" rx="5"/>')
    left = float(PADDING)
    if box.board:
        parts.append(
            f'<g transform="translate({PADDING} {(BOX - BOARD) / 2})">{box.board.svg()}</g>'
        )
        left += BOARD + PADDING
    if box.bar is not None:
        room = width - left - PADDING
        parts.append(
            f'<rect class="track" x="{left}" y="{BOX - 7}" width="{room:.1f}" height="3"/>'
        )
        parts.append(
            f'<rect class="bar" x="{left}" y="{BOX - 7}" width="{room * box.bar:.1f}" height="3"/>'
        )
    first = BOX / 2 + 4 - LINE / 2 * (len(box.lines) - 1) - (3 if box.bar is not None else 0)
    for number, (kind, text) in enumerate(box.lines):
        y = first + LINE * number
        parts.append(f'<text class="{kind}" x="{left}" y="{y:.0f}">{escape(text)}</text>')
    return "".join(parts)
