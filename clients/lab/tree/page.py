"""The page of `linemate lab tree`: three trees of one position, and what there is to see in them.

It takes the document of `python3 -m engine.tools.trace` and returns HTML that needs nothing
else: no network, no other file. `boxes.py` says what stands in a node, `drawing.py`
makes a picture of it, `page.css` places it and `page.js` lets one step through it.
"""

# ruff: noqa: RUF001 - Greek letters and minus signs are to be read as such
from __future__ import annotations

import json
from html import escape
from importlib.resources import files

from linemate.clients.lab.tree.boxes import (
    Json,
    board_of,
    draw_alphabeta,
    draw_mcts,
    draw_minimax,
    tell_steps,
)
from linemate.clients.lab.tree.drawing import Box, draw

ROOT_BOARD = 110
STYLE, SCRIPT = (
    files("linemate.clients.lab.tree").joinpath(name).read_text(encoding="utf-8")
    for name in ("page.css", "page.js")
)
WIN_IN_3 = "“x wins in 3” means that x wins with the third move from the root, both players' moves "


def make_page(document: Json) -> str:
    alphabeta, minimax, mcts = (document[name] for name in ("alphabeta", "minimax", "mcts"))
    steps = tell_steps(alphabeta["tree"])
    told = json.dumps(steps, ensure_ascii=False).replace("<", "\\u003c")
    title = f"Search trees of {document['game']} {document['position']}"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}</style></head><body>",
        _header(document),
        "<h2>1. Alpha-beta: what has to be looked at</h2>",
        _caption(
            ("α (alpha)", "is what x is already sure of elsewhere in the tree."),
            ("β (beta)", "is what o is already sure of elsewhere in the tree."),
            (
                "A cut",
                "happens when a node is certain to be no better for a player than what that player "
                "already has elsewhere: the game will never come here, so its other moves need no "
                "look.",
            ),
        ),
        f"<p>x wants the value high, o wants it low: {_order(document)}. Each box has its number "
        "in the order of visits, the move that led to it, its value, and the window α, β with "
        "which the search entered it. A value with ≥ or ≤ is only a bound: enough to know that "
        "the node does not matter.</p>",
        _legend(("best", "best play"), ("cut", "cut off, with the reason")),
        _tree(document, draw_alphabeta(document, steps), "ab", "alpha-beta"),
        "<h2>2. The same tree without pruning (minimax)</h2>",
        f"<p>All {minimax['positions']:,} positions, each with its exact value. Pale: what "
        f"alpha-beta did not look at, {minimax['positions'] - alphabeta['positions']:,} positions. "
        "Whatever their values are, the value of the root is the same.</p>",
        _legend(("best", "best play"), ("lost", "never visited by alpha-beta")),
        _tree(document, draw_minimax(document), "mm", "minimax"),
        "<h2>3. Monte Carlo tree search</h2>",
        f"<p>The tree after {mcts['samples']:,} random games ({mcts['positions']:,} nodes; the "
        "most visited are shown, the most visited first).</p>",
        _caption(
            ("Visits", "count how many of those games went through the node."),
            (
                "The mean",
                "is what they brought to the player whose move led here: win 1, draw ½, loss 0.",
            ),
            (
                "UCB",
                f"is the mean + {mcts['exploration']:.2f} · √(ln visits of the parent / visits): "
                "the next game goes to the child where it is highest, because it has done well or "
                "because little is known of it.",
            ),
        ),
        _legend(("best", "the most visited line: the move it plays"), values=False),
        _tree(document, draw_mcts(document), "mc", "Monte Carlo"),
        f'<script type="application/json" id="steps">{told}</script>',
        f"<script>\n{SCRIPT}</script>",
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _header(document: Json) -> str:
    alphabeta, minimax, mcts = (document[name] for name in ("alphabeta", "minimax", "mcts"))
    board = board_of(document, alphabeta["tree"])
    if board is None:
        picture = f"<pre>{escape(document['diagram'])}</pre>"
    else:
        picture = board.svg(ROOT_BOARD)
    options = " ".join(f"{name}={value}" for name, value in document["options"].items())
    depth = f"looking {document['depth']} plies ahead" if document["estimates"] else "to the end"
    most = minimax["positions"]
    rows = [
        (name, found["positions"], f"{found['value']['words']}: {' '.join(found['line'])}")
        for name, found in (("minimax", minimax), ("alpha-beta", alphabeta))
    ]
    table = "".join(
        f'<tr><th>{name}</th><td class="number">{count:,} positions</td>'
        f'<td><span class="share" style="width:{240 * count / most:.0f}px"></span></td>'
        f"<td>{escape(found)}</td></tr>"
        for name, count, found in rows
    )
    table += (
        f'<tr><th>Monte Carlo</th><td class="number">{mcts["samples"]:,} games</td><td></td>'
        f"<td>plays {escape(mcts['best'])}</td></tr>"
    )
    return (
        f"<header>{picture}<div><h1>{document['to_move']} to move: what does a search see?</h1>"
        f"<p>{escape(' '.join(filter(None, [document['game'], options])))}, position "
        f"<code>{escape(document['position'])}</code>, {depth}.</p>"
        f"<table>{table}</table></div></header>"
    )


def _order(document: Json) -> str:
    if document["estimates"]:
        return f"{WIN_IN_3}counted; +35 is an estimate in favour of x, −35 of o"
    return (
        f"{WIN_IN_3}counted; a sooner win is worth more than a later one, then comes the draw, "
        "then a late loss, then an early one"
    )


def _caption(*items: tuple[str, str]) -> str:
    rows = "".join(f"<li><b>{escape(term)}</b> {escape(text)}</li>" for term, text in items)
    return f"<ul>{rows}</ul>"


def _legend(*items: tuple[str, str], values: bool = True) -> str:
    shades = (("vx", "good for x"), ("vo", "good for o"), ("vd", "draw or even"))
    entries = (*(shades if values else ()), *items)
    shown = "".join(f'<span><i class="{kind}"></i>{text}</span>' for kind, text in entries)
    return f'<div class="legend">{shown}</div>'


def _tree(document: Json, root: Box, name: str, search: str) -> str:
    """Return a tree below its buttons, which the script alone shows: they are of no use without
    it. The tree that can be stepped through has more of them.
    """
    stepping = "in" in root.data
    steps = (
        '<button class="first">start</button><button class="back">back</button>'
        '<button class="on">step</button><button class="end">end</button>'
        '<input type="range" min="0" value="0" aria-label="step"/>'
    )
    tree = draw(root, name, f"{search} tree, {document['to_move']} to move")
    return (
        f'<div class="tools" data-tree="{name}">{steps if stepping else ""}'
        '<button class="fold">fold</button><button class="unfold">unfold</button>'
        "<small>a click on a box folds what follows it; dashed boxes are folded</small>"
        f"{'<output></output>' if stepping else ''}</div>\n"
        f'<div class="scroll">{tree}</div>'
    )
