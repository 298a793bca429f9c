"""Tree search one sample after another: selection, expansion, simulation, backup, each a step.

The tree grows box by box. A step says which nodes the sample has come through so far, and what
every node shows: the script writes that into the boxes. Without the script the table has it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from linemate.clients.lab.tree.boxes import OTHER, Json, board_of
from linemate.clients.lab.tree.drawing import Box

Step = dict[str, Any]  # text, phase, sample, the numbers on the path, the lines of every node
PHASES = ("selection", "expansion", "simulation", "backup")
HALF = "½"
SIMULATED_BOARD = 88
UNSEEN = {"visits": 0, "mean": None, "bound": None}


def tell_samples(document: Json) -> list[Step]:
    """Tell all samples, each in four steps; a node is there from the step on that makes it."""
    first = document["mcts"]["first"]
    heads = dict(_headings(first["tree"]))
    steps: list[Step] = []
    before: Json = {"1": UNSEEN}
    for number, sample in enumerate(first["samples"]):
        path = [str(node) for node in sample["path"]]
        old = path[:-1] if sample["expanded"] else path
        texts = (
            _tell_selection(sample, old, before, heads),
            _tell_expansion(sample, path, heads),
            _tell_simulation(sample),
            _tell_backup(sample, path, before, heads),
        )
        for phase, text in zip(PHASES, texts, strict=True):
            after = sample["nodes"] if phase == "backup" else before
            steps.append(
                {
                    "text": f"Sample {number + 1}, {phase}: {text}",
                    "phase": phase,
                    "sample": str(number),
                    "path": old if phase == "selection" else path,
                    "nodes": {node: list(_lines(after.get(node, UNSEEN))) for node in heads},
                }
            )
        before = sample["nodes"]
    return steps


def _headings(node: Json) -> Iterator[tuple[str, str]]:
    """Give the name of every node, by its number."""
    mover = OTHER[node["to_move"]]
    yield str(node["number"]), "the root" if node["move"] is None else f"{mover} {node['move']}"
    for child in node["children"]:
        yield from _headings(child)


def _lines(node: Json) -> tuple[str, str]:
    """Return what a box shows of a node: its visits, and below them mean and bound."""
    visits = node["visits"]
    count = f"{visits} {'visit' if visits == 1 else 'visits'}" if visits else "not visited yet"
    if node["mean"] is None:
        return count, ""
    return count, f"mean {node['mean']:.2f} · UCB {node['bound']:.2f}"


def _tell_selection(sample: Json, old: list[str], before: Json, heads: dict[str, str]) -> str:
    if len(old) == 1:
        return "the root still has moves that were never tried: it goes no further down."
    chosen = [f"{heads[node]} (UCB {before[node]['bound']:.2f})" for node in old[1:]]
    way = f"from the root down to {', then '.join(chosen)}, each the highest beside it"
    if sample["expanded"]:
        return f"{way}; there a move was never tried."
    return f"{way}; there the game is over."


def _tell_expansion(sample: Json, path: list[str], heads: dict[str, str]) -> str:
    if not sample["expanded"]:
        return "none: the game is over, so there is nothing to add."
    return f"one of the moves never tried, at random: {heads[path[-1]]} becomes a node."


def _tell_simulation(sample: Json) -> str:
    worth = f"{sample['result']}, worth {_worth(sample['worth'])} to x"
    if not sample["playout"]:
        moves = "the game is over" if sample["playout"] == [] else "both play on at random"
        return f"{moves}: {worth}."
    return f"both play on at random, {' '.join(sample['playout'])}: {worth}."


def _tell_backup(sample: Json, path: list[str], before: Json, heads: dict[str, str]) -> str:
    """Say for each node on the way what has become of its mean, from the last one up."""
    changed = []
    for node in reversed(path[1:]):
        mover = heads[node][0]
        worth = sample["worth"] if mover == "x" else 1 - sample["worth"]
        old = before.get(node, UNSEEN)["mean"]
        was = "" if old is None else f"{old:.2f} → "
        changed.append(
            f"{heads[node]} +{_worth(worth)} (mean {was}{sample['nodes'][node]['mean']:.2f})"
        )
    return (
        f"every node on the way gets a visit, and what its own mover has got: {', '.join(changed)}."
    )


def _worth(value: float) -> str:
    return HALF if value == 0.5 else f"{value:.0f}"


def draw_samples(document: Json, steps: list[Step]) -> Box:
    """Make a box of each node that the samples have made; it knows in which step it appears."""
    first = document["mcts"]["first"]
    # A node is in no path before the expansion that makes it.
    made = {
        node: number for number, step in reversed(list(enumerate(steps))) for node in step["path"]
    }
    last = steps[-1]["nodes"]

    def write(node: Json) -> Box:
        number = str(node["number"])
        name = "root" if node["move"] is None else f"{OTHER[node['to_move']]} {node['move']}"
        visits, bound = last[number]
        step = str(made.get(number, 0))
        return Box(
            lines=[("head", name), ("value", visits), ("small", bound)],
            title=f"{name}: {visits} {bound}".strip(),
            board=board_of(document, node),
            data={"order": number, "in": step, "out": step},
            children=[write(child) for child in node["children"]],
        )

    return write(first["tree"])


def draw_boards(document: Json) -> str:
    """Return the end of every simulation, drawn in games that have a small board; the script shows
    one at a time.
    """
    pictures = []
    for number, sample in enumerate(document["mcts"]["first"]["samples"]):
        board = board_of(document, sample["board"])
        picture = "" if board is None else board.svg(SIMULATED_BOARD)
        pictures.append(
            f'<figure class="board" data-sample="{number}">{picture}'
            f"<figcaption>simulation {number + 1}: {escape(sample['result'])}</figcaption></figure>"
        )
    return "".join(pictures)


def write_table(steps: list[Step]) -> str:
    """Return the samples as a table, a row for each with its four steps."""
    rows = []
    for start in range(0, len(steps), len(PHASES)):
        texts = [step["text"].partition(": ")[2] for step in steps[start : start + len(PHASES)]]
        cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
        rows.append(f'<tr><th scope="row">{start // len(PHASES) + 1}</th>{cells}</tr>')
    headings = "".join(f'<th scope="col">{name}</th>' for name in ("sample", *PHASES))
    return f"<table><thead><tr>{headings}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
