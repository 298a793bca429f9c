"""The page of `linemate lab tree`: trees of one position, and what there is to see in them.

It takes the document of `python3 -m engine.tools.trace` and returns HTML that needs nothing
else: no network, no other file. `page.html` is what it says, with names in the place of what
differs from page to page; `page.css` places the boxes and `page.js` lets one step through them.
`boxes.py` says what stands in a node, `drawing.py` makes a picture of it; `samples.py` tells the
tree search one sample after another.
"""

# ruff: noqa: RUF001 - Greek letters and minus signs are to be read as such
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template

from linemate.clients.lab.tree.boxes import (
    Json,
    board_of,
    draw_alphabeta,
    draw_mcts,
    draw_minimax,
    tell_steps,
)
from linemate.clients.lab.tree.drawing import Box, draw
from linemate.clients.lab.tree.samples import (
    PHASES,
    draw_boards,
    draw_samples,
    tell_samples,
    write_table,
)

PAGE, STYLE, SCRIPT = (
    files("linemate.clients.lab.tree").joinpath(name).read_text(encoding="utf-8")
    for name in ("page.html", "page.css", "page.js")
)
THEME = (
    files("linemate.clients.shared.page")
    .joinpath("static/styles/theme.css")
    .read_text(encoding="utf-8")
)
ROOT_BOARD = 110
WIDEST_BAR = 240
ESTIMATES = "+35 is an estimate in favour of x, −35 of o"
EXACT_VALUES = (
    "a sooner win is worth more than a later one, then comes the draw, then a late loss, then an "
    "early one"
)


def make_page(document: Json) -> str:
    alphabeta, minimax, mcts = (document[name] for name in ("alphabeta", "minimax", "mcts"))
    looked_at, everything = alphabeta["positions"], minimax["positions"]
    estimates = document["estimates"]
    steps, samples = tell_steps(alphabeta["tree"]), tell_samples(document)
    board = board_of(document, alphabeta["tree"])
    options = [f"{name}={value}" for name, value in document["options"].items()]
    texts = {
        "game": document["game"],
        "game_with_options": " ".join([document["game"], *options]),
        "position": document["position"],
        "mover": document["to_move"],
        "depth": f"looking {document['depth']} plies ahead" if estimates else "to the end",
        "order": ESTIMATES if estimates else EXACT_VALUES,
        "minimax_positions": f"{everything:,}",
        "minimax_found": _found(minimax),
        "alphabeta_positions": f"{looked_at:,}",
        "alphabeta_width": f"{WIDEST_BAR * looked_at / everything:.0f}",
        "alphabeta_found": _found(alphabeta),
        "pruned_positions": f"{everything - looked_at:,}",
        "samples": f"{mcts['samples']:,}",
        "mcts_nodes": f"{mcts['positions']:,}",
        "mcts_best": mcts["best"],
        "exploration": f"{mcts['exploration']:.2f}",
    }
    diagram = f"<pre>{escape(document['diagram'])}</pre>"
    return Template(PAGE).substitute(
        {name: escape(text) for name, text in texts.items()},
        style=THEME + STYLE,
        script=SCRIPT,
        steps=_write_steps(steps),
        sample_steps=_write_steps(samples),
        sample_count=len(mcts["first"]["samples"]),
        phases="".join(f'<li class="phase" data-phase="{name}">{name}</li>' for name in PHASES),
        boards=draw_boards(document),
        sample_table=write_table(samples),
        grown=_tree(document, draw_samples(document, samples), "sm", "growing Monte Carlo"),
        picture=diagram if board is None else board.svg(ROOT_BOARD),
        alphabeta=_tree(document, draw_alphabeta(document, steps), "ab", "alpha-beta"),
        minimax=_tree(document, draw_minimax(document), "mm", "minimax"),
        mcts=_tree(document, draw_mcts(document), "mc", "Monte Carlo"),
    )


def _write_steps(steps: Sequence[Mapping[str, object]]) -> str:
    """Return the steps as the script reads them; nothing in them ends its element."""
    return json.dumps(steps, ensure_ascii=False).replace("<", "\\u003c")


def _found(search: Json) -> str:
    return f"{search['value']['words']}: {' '.join(search['line'])}"


def _tree(document: Json, root: Box, name: str, search: str) -> str:
    """Return a tree below its buttons, which the script alone shows: they are of no use without
    it. The tree that can be stepped through has more of them. They stay in view as long as their
    section does.
    """
    stepping = "in" in root.data
    steps = (
        '<button class="first">start</button><button class="back">back</button>'
        '<button class="on">step</button><button class="end">end</button>'
        '<input type="range" min="0" value="0" aria-label="step"/>'
    )
    tree = draw(root, name, f"{search} tree, {document['to_move']} to move")
    return (
        f'<section><div class="tools" data-tree="{name}">{steps if stepping else ""}'
        '<button class="fold">fold</button><button class="unfold">unfold</button>'
        "<small>a click on a box folds what follows it; dashed boxes are folded</small>"
        f"{'<output></output>' if stepping else ''}</div>\n"
        f'<div class="scroll">{tree}</div></section>'
    )
