"""The traced trees as boxes to draw, and the alpha-beta search told step by step."""

# ruff: noqa: RUF001 - Greek letters and minus signs are to be read as such
from __future__ import annotations

from typing import Any

from linemate.clients.lab.tree.drawing import Board, Box

Json = dict[str, Any]

OTHER = {"x": "o", "o": "x"}
BOUND = {"exact": "", "at least": "≥ ", "at most": "≤ "}
SHOWN_IN_NOTE = 6
WIDEST_EDGE = 9.0


class Boards:
    """The small boards of the nodes, for games that have one."""

    def __init__(self, document: Json) -> None:
        self.width, self.height = document["width"], document["height"]

    def of(self, node: Json) -> Board | None:
        if node["cells"] is None:
            return None
        return Board(self.width, self.height, node["cells"], node["cell"], node["won"])


def draw_alphabeta(search: Json, boards: Boards) -> Box:
    """Make a box of each node visited, and of each cut a note in the place of what was cut."""
    steps = 0

    def write(node: Json, line: list[str] | None) -> Box:
        nonlocal steps
        entered, steps = steps, steps + 1
        on_line = line is not None
        box = Box(
            lines=[
                ("head", f"{node['order']}. {_heading(node)}"),
                ("value", BOUND[node["bound"]] + _value(node)),
                ("small", f"α {_short(node['alpha'])} · β {_short(node['beta'])}"),
            ],
            title=_explain(node),
            kind=f"{_colour(node)} {'best' if on_line else ''}",
            board=boards.of(node),
            data={"order": str(node["order"]), "in": str(entered)},
        )
        box.children = [write(child, _follow(line, child)) for child in node["children"]]
        left = entered
        if node["children"]:
            left, steps = steps, steps + 1
        box.data["out"] = str(left)
        if node["cut"]:
            first, *rest = explain_cut(node["cut"])
            box.children.append(
                Box(
                    lines=[("why head", f"✂ {first}"), *(("why", line) for line in rest)],
                    title=" · ".join([first, *rest]),
                    kind="note cut",
                    data={"in": str(left), "out": str(left)},
                )
            )
        return box

    return write(search["tree"], search["line"])


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


def draw_minimax(search: Json, pruned: Json, boards: Boards) -> Box:
    """Make a box of every node; pale are those that the other search has not visited."""

    def write(node: Json, twin: Json | None, line: list[str] | None) -> Box:
        lost = "lost" if twin is None else ""
        best = "best" if line is not None else ""
        box = Box(
            lines=[("head", _heading(node)), ("value", _value(node))],
            title=f"{_heading(node)}: {_value(node)}"
            + ("; alpha-beta did not look at it" if lost else ""),
            kind=f"{_colour(node)} {best} {lost}",
            board=boards.of(node),
        )
        twins = {} if twin is None else {child["move"]: child for child in twin["children"]}
        box.children = [
            write(child, twins.get(child["move"]), _follow(line, child))
            for child in node["children"]
        ]
        return box

    return write(search["tree"], pruned["tree"], search["line"])


def draw_mcts(search: Json, boards: Boards) -> Box:
    most = max(1, search["tree"]["visits"])

    def write(node: Json, line: list[str] | None) -> Box:
        on_line = line is not None
        visits = f"{node['visits']:,} {'visit' if node['visits'] == 1 else 'visits'}"
        lines = [("head", _heading(node)), ("value", visits)]
        if node["mean"] is not None:
            lines.append(("small", f"mean {node['mean']:.2f} · UCB {node['bound']:.2f}"))
        box = Box(
            lines=lines,
            title=", ".join(text for _, text in lines),
            kind="best" if on_line else "",
            board=boards.of(node),
            edge=1 + (WIDEST_EDGE - 1) * node["visits"] / most,
            bar=node["mean"],
        )
        box.children = [write(child, _follow(line, child)) for child in node["children"]]
        if node["left_out"] and node["children"]:
            text = f"and {node['left_out']} more not shown"
            box.children.append(Box([("small", text)], text, "note"))
        return box

    return write(search["tree"], search["line"])


def tell_steps(root: Json) -> list[dict[str, str]]:
    """Tell the search event by event, in the order in which `draw_alphabeta` counts them."""
    told: list[dict[str, str]] = []

    def tell(node: Json) -> None:
        number, mover = str(node["order"]), node["to_move"]
        window = f"α = {node['alpha']['words']}, β = {node['beta']['words']}"
        if not node["children"]:
            end = "the game is over" if node["kind"] == "end" else "as deep as we look"
            text = f"Node {number}: {_heading(node)}; {end}: {_value(node)}."
            told.append({"node": number, "text": text})
            return
        come = "The root" if node["move"] is None else f"Node {number}: {_heading(node)}"
        told.append({"node": number, "text": f"{come}; {mover} to move. {window}."})
        for child in node["children"]:
            tell(child)
        if node["cut"]:
            first, why, instead = explain_cut(node["cut"])
            rival = OTHER[node["cut"]["by"]]
            text = f"Cut in node {number}: {why}. {instead}, and will not come here: {first}."
            told.append({"node": number, "text": text.replace(f". {rival} ", f". But {rival} ")})
        else:
            value = BOUND[node["bound"]] + node["value"]["words"]
            text = f"Back in node {number}: {mover} has no more moves to try. Value {value}."
            told.append({"node": number, "text": text})

    tell(root)
    return told


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
