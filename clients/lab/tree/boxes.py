"""The traced trees as boxes to draw, and the alpha-beta search told step by step."""

# ruff: noqa: RUF001 - Greek letters and minus signs are to be read as such
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from linemate.clients.lab.tree.drawing import BoardPicture, Box

Json = dict[str, Any]
Step = dict[str, str]  # the number of a node, and the text of what happens there

OTHER = {"x": "o", "o": "x"}
BOUND = {"exact": "", "at least": "≥ ", "at most": "≤ "}
SHOWN_IN_NOTE = 6
WIDEST_EDGE = 9.0


def board_of(document: Json, node: Json) -> BoardPicture | None:
    """Return the small board of a node, in games that have one."""
    if node["cells"] is None:
        return None
    size = document["width"], document["height"]
    return BoardPicture(*size, node["cells"], node["cell"], node["won"])


def grow(search: Json, write: Callable[[Json, bool], Box]) -> Box:
    """Make a tree of boxes, one for each node, as `write` makes them; it is told whether a node is
    on the line of best play. What a box has below it already comes after its children.
    """

    def visit(node: Json, line: list[str] | None) -> Box:
        box = write(node, line is not None)
        box.children[:0] = [visit(child, _follow(line, child)) for child in node["children"]]
        return box

    return visit(search["tree"], search["line"])


def draw_alphabeta(document: Json, steps: Sequence[Step]) -> Box:
    """Make a box of each node visited, and of each cut a note in the place of what was cut.

    Each knows in which of the steps it is entered, and in which it is left.
    """
    entered = {step["node"]: number for number, step in reversed(list(enumerate(steps)))}
    left = {step["node"]: number for number, step in enumerate(steps)}

    def write(node: Json, is_best: bool) -> Box:
        order = str(node["order"])
        box = Box(
            lines=[
                ("head", f"{order}. {_heading(node)}"),
                ("value", BOUND[node["bound"]] + _value(node)),
                ("small", f"α {_short(node['alpha'])} · β {_short(node['beta'])}"),
            ],
            title=_explain(node),
            kind=f"{_colour(node)} {'best' if is_best else ''}",
            board=board_of(document, node),
            data={"order": order, "in": str(entered[order]), "out": str(left[order])},
        )
        if node["cut"]:
            first, *rest = explain_cut(node["cut"])
            note = Box(
                lines=[("why head", f"✂ {first}"), *(("why", line) for line in rest)],
                title=" · ".join([first, *rest]),
                kind="note cut",
                data={"in": str(left[order]), "out": str(left[order])},
            )
            box.children.append(note)
        return box

    return grow(document["alphabeta"], write)


def explain_cut(cut: Json) -> tuple[str, str, str]:
    """Say what was cut, by which comparison, and what the other player has instead."""
    player, rival = cut["by"], OTHER[cut["by"]]
    sign, bound = ("≥", "β") if player == "x" else ("≤", "α")
    moves = ", ".join(cut["moves"][:SHOWN_IN_NOTE])
    if len(cut["moves"]) > SHOWN_IN_NOTE:
        moves += f" and {len(cut['moves']) - SHOWN_IN_NOTE} more"
    holder = cut["holder"]
    place = f" with {holder['move']} in node {holder['node']}" if holder else ""
    limit = cut["limit"]["words"]
    return (
        f"{moves} not looked at",
        f"{player}'s {cut['move']}: {cut['value']['words']} {sign} {bound} ({limit})",
        f"{rival} already has “{limit}”{place}",
    )


def draw_minimax(document: Json) -> Box:
    """Make a box of every node; pale are those that alpha-beta has not visited."""
    visited = set(_find_visited(document["minimax"]["tree"], document["alphabeta"]["tree"]))

    def write(node: Json, is_best: bool) -> Box:
        lost = id(node) not in visited
        title = f"{_heading(node)}: {_value(node)}"
        return Box(
            lines=[("head", _heading(node)), ("value", _value(node))],
            title=f"{title}; alpha-beta did not look at it" if lost else title,
            kind=f"{_colour(node)} {'best' if is_best else ''} {'lost' if lost else ''}",
            board=board_of(document, node),
        )

    return grow(document["minimax"], write)


def _find_visited(node: Json, pruned: Json) -> Iterator[int]:
    """Give the identities of the nodes of a tree that are left in the pruned one."""
    yield id(node)
    left = {child["move"]: child for child in pruned["children"]}
    for child in node["children"]:
        if child["move"] in left:
            yield from _find_visited(child, left[child["move"]])


def draw_mcts(document: Json) -> Box:
    """Make a box of each node shown; the edge to it is the wider the more often it was visited."""
    most = max(1, document["mcts"]["tree"]["visits"])

    def write(node: Json, is_best: bool) -> Box:
        visits = f"{node['visits']:,} {'visit' if node['visits'] == 1 else 'visits'}"
        lines = [("head", _heading(node)), ("value", visits)]
        if node["mean"] is not None:
            lines.append(("small", f"mean {node['mean']:.2f} · UCB {node['bound']:.2f}"))
        box = Box(
            lines=lines,
            title=", ".join(text for _, text in lines),
            kind="best" if is_best else "",
            board=board_of(document, node),
            edge=1 + (WIDEST_EDGE - 1) * node["visits"] / most,
            bar=node["mean"],
        )
        if node["left_out"] and node["children"]:
            text = f"and {node['left_out']} more not shown"
            box.children.append(Box([("small", text)], text, "note"))
        return box

    return grow(document["mcts"], write)


def tell_steps(root: Json) -> list[Step]:
    """Tell the search event by event: a node is entered, and left when its children are done."""

    def tell(node: Json) -> Iterator[Step]:
        number, mover = str(node["order"]), node["to_move"]
        window = f"α = {node['alpha']['words']}, β = {node['beta']['words']}"
        if not node["children"]:
            end = "the game is over" if node["kind"] == "end" else "as deep as we look"
            text = f"Node {number}: {_heading(node)}; {end}: {_value(node)}."
            yield {"node": number, "text": text}
            return
        come = "The root" if node["move"] is None else f"Node {number}: {_heading(node)}"
        yield {"node": number, "text": f"{come}; {mover} to move. {window}."}
        for child in node["children"]:
            yield from tell(child)
        if node["cut"]:
            first, why, instead = explain_cut(node["cut"])
            rival = OTHER[node["cut"]["by"]]
            text = f"Cut in node {number}: {why}. {instead}, and will not come here: {first}."
            yield {"node": number, "text": text.replace(f". {rival} ", f". But {rival} ")}
        else:
            value = BOUND[node["bound"]] + node["value"]["words"]
            text = f"Back in node {number}: {mover} has no more moves to try. Value {value}."
            yield {"node": number, "text": text}

    return list(tell(root))


def _heading(node: Json) -> str:
    """Name the move that led here and who made it."""
    return "root" if node["move"] is None else f"{OTHER[node['to_move']]} {node['move']}"


def _value(node: Json) -> str:
    words = str(node["value"]["words"])
    return f"estimate {words}" if node["kind"] == "estimate" else words


def _short(value: Json) -> str:
    """Write a value as there is room for it in a window: `x in 3`."""
    return str(value["words"]).replace(" wins", "")


def _colour(node: Json) -> str:
    number = node["value"]["number"]
    return "vx" if number > 0 else "vo" if number < 0 else "vd"


def _explain(node: Json) -> str:
    window = f"window α = {node['alpha']['words']}, β = {node['beta']['words']}"
    return f"node {node['order']}, {_heading(node)}: {node['bound']} {_value(node)}; {window}"


def _follow(line: list[str] | None, child: Json) -> list[str] | None:
    """Return the rest of a line of play, if the child is on it."""
    return line[1:] if line and line[0] == child["move"] else None
