"""`linemate lab tree`: the page has all that was searched, needs nothing else, and is refused
in the engine's own words."""

from __future__ import annotations

import re
import webbrowser
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from clients.lab.tree import main, make_parser, run_trace
from clients.lab.tree_boxes import explain_cut, tell_steps
from clients.lab.tree_drawing import BOX
from clients.lab.tree_page import make_page

CASES = {
    "tictactoe": ["x1o/1x1/2o x"],
    "small": ["xo1/oxx/3 o"],
    "mnk": ["xo2/1x2/2o1/4 x", "--game", "mnk", "--depth", "2"]
    + [f"--option={option}" for option in ("width=4", "height=4", "row=3")],
    "ultimate": ["--game", "ultimate", "--moves", "55 51", "--depth", "2"],
}
VOID = {"meta", "input", "br"}


class Traced:
    def __init__(self, arguments: list[str]) -> None:
        options = make_parser().parse_intermixed_args([*arguments, "--samples", "200"])
        self.document = run_trace(options)
        self.page = make_page(self.document)
        self.trees = {
            tree.get("id"): tree
            for tree in map(ElementTree.fromstring, re.findall(r"<svg.*?</svg>", self.page, re.S))
        }


@pytest.fixture(scope="module", params=CASES)
def traced(request: pytest.FixtureRequest) -> Traced:
    return Traced(CASES[request.param])


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node["children"]:
        yield from walk(child)


def boxes(tree: ElementTree.Element) -> list[ElementTree.Element]:
    return [g for g in tree.iter("g") if "node" in g.get("class", "").split()]


def texts(box: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in box.iter("text")]


def test_the_page_has_every_node_that_alpha_beta_visited(traced: Traced) -> None:
    """In its box: the order of visits, the move, the value in words and the window."""
    drawn = {box.get("data-order"): texts(box) for box in boxes(traced.trees["ab"])}
    for node in walk(traced.document["alphabeta"]["tree"]):
        head, value, window = drawn[str(node["order"])]
        assert head.startswith(f"{node['order']}. ")
        assert head.endswith(node["move"] or "root")
        assert value.endswith(node["value"]["words"])
        assert value.startswith(("≥", "≤")) == (node["bound"] != "exact")
        for bound in (node["alpha"], node["beta"]):
            assert bound["words"].replace(" wins", "") in window


def test_the_page_has_every_cut_and_its_reason(traced: Traced) -> None:
    notes = [box for box in boxes(traced.trees["ab"]) if "cutting" in box.get("class", "")]
    drawn = {box.get("data-cut"): texts(box) for box in notes}
    cuts = {
        str(node["order"]): node["cut"]
        for node in walk(traced.document["alphabeta"]["tree"])
        if node["cut"]
    }
    assert cuts
    assert drawn.keys() == cuts.keys()
    for order, cut in cuts.items():
        first, *rest = explain_cut(cut)
        assert drawn[order] == [f"✂ {first}", *rest]


def test_a_cut_is_told_by_its_comparison_and_by_what_the_other_player_has() -> None:
    traced = Traced(CASES["tictactoe"])
    assert "o's c2: o wins in 2 ≤ α (o wins in 2)" in traced.page  # noqa: RUF001
    assert "x already has “o wins in 2” with b3 in node 1" in traced.page
    assert "x's a2: o wins in 4 ≥ β (o wins in 2)" in traced.page


def test_without_pruning_all_is_there_and_the_cut_part_is_pale(traced: Traced) -> None:
    minimax, alphabeta = traced.document["minimax"], traced.document["alphabeta"]
    drawn = boxes(traced.trees["mm"])
    pale = [box for box in drawn if "lost" in box.get("class", "").split()]
    assert len(drawn) == minimax["positions"]
    assert len(drawn) - len(pale) == alphabeta["positions"]
    for count in (minimax["positions"], alphabeta["positions"]):
        assert f"{count:,} positions" in traced.page


def test_the_monte_carlo_tree_has_visits_mean_and_bound(traced: Traced) -> None:
    drawn = [texts(box) for box in boxes(traced.trees["mc"]) if "note" not in box.get("class", "")]
    nodes = list(walk(traced.document["mcts"]["tree"]))
    assert len(drawn) == len(nodes)
    for lines, node in zip(drawn, nodes, strict=True):
        assert lines[1].startswith(f"{node['visits']:,} visit")
        if node["move"]:
            assert lines[2] == f"mean {node['mean']:.2f} · UCB {node['bound']:.2f}"
    best = [box for box in boxes(traced.trees["mc"]) if "best" in box.get("class", "").split()]
    assert len(best) > 1


def test_no_two_boxes_overlap(traced: Traced) -> None:
    for name in ("ab", "mm", "mc"):
        places = []
        for box in boxes(traced.trees[name]):
            left, top = map(float, re.findall(r"[-\d.]+", box.get("transform", "")))
            frame = next(rect for rect in box.iter("rect") if rect.get("class") == "box")
            places.append((left, top, left + float(frame.get("width", "")), top + BOX))
        width, height = (float(traced.trees[name].get(side, "")) for side in ("width", "height"))
        assert min(p[0] for p in places) >= 0 <= min(p[1] for p in places)
        assert max(p[2] for p in places) <= width
        assert max(p[3] for p in places) <= height
        for a, b in combinations(places, 2):
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_small_grids_are_drawn_and_other_games_told_by_their_moves(traced: Traced) -> None:
    marks = [path for path in traced.trees["ab"].iter("path") if "mark" in path.get("class", "")]
    if traced.document["game"] == "ultimate":
        assert not marks
        assert "<pre>" in traced.page
    else:
        assert len(marks) >= traced.document["alphabeta"]["positions"]


def test_the_steps_tell_every_event_in_order(traced: Traced) -> None:
    """A leaf is one event; any other node is entered and left."""
    tree = traced.document["alphabeta"]["tree"]
    steps = tell_steps(tree)
    nodes = list(walk(tree))
    assert len(steps) == sum(2 if node["children"] else 1 for node in nodes)
    drawn = {box.get("data-order"): box for box in boxes(traced.trees["ab"])}
    for node in nodes:
        box = drawn[str(node["order"])]
        for moment in ("data-in", "data-out"):
            assert steps[int(box.get(moment, ""))]["node"] == str(node["order"])
    assert sum("Cut in node" in step["text"] for step in steps) == sum(
        1 for node in nodes if node["cut"]
    )


class Balance(HTMLParser):
    """Every element is closed in the order opened; what would be loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "data")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_loads_nothing(traced: Traced) -> None:
    parser = Balance()
    parser.feed(traced.page)
    parser.close()
    assert parser.open == []
    assert parser.loads == []
    for reference in ("http:", "https:", "url(", "@import", "fetch(", "import(", "//cdn"):
        assert reference not in traced.page


def test_ids_are_unique(traced: Traced) -> None:
    found = re.findall(r'\bid="([^"]+)"', traced.page)
    assert len(found) == len(set(found))


def test_the_command_writes_the_page_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    out = tmp_path / "a tree.html"
    # Without the quotes of the shell a position is two words.
    assert main(["xo1/oxx/3", "o", "--out", str(out), "--open"]) == 0
    told = capsys.readouterr().out
    assert "minimax 53 positions, alpha-beta 47: draw, best c1" in told
    assert f"The page is {out}" in told
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert shown == [out.as_uri()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["xx/3 x"], "bad position: 2 rows in 'xx/3', expected 3"),
        (["3/3/3 x", "--game", "chess"], "unknown game 'chess': expected one of tictactoe"),
        (["xo1/3/3 x"], "the tree has 8,232 positions, and a page holds 2,000: take --depth 4"),
        (["xxx/oo1/3 o"], "the game is over (x wins)"),
        (["xox/oxo/3 x", "--samples", "0"], "bad samples 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tree.html"
    assert main([*arguments, "--out", str(out)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"linemate lab tree: {message}")
    assert told.err.count("\n") == 1
    assert not out.exists()


def test_a_page_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["xox/oxo/3 x", "--out", str(tmp_path / "nowhere" / "tree.html")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_no_position_at_all_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "no position" in capsys.readouterr().err
