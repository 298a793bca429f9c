"""`linemate lab tree`: the page has all that was searched, needs nothing else, and is refused
in the engine's own words."""

from __future__ import annotations

import re
import webbrowser
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from linemate.clients.lab.tree.assets import SCRIPT, STYLE
from linemate.clients.lab.tree.boxes import explain_cut, tell_steps
from linemate.clients.lab.tree.command import main, make_parser, run_trace
from linemate.clients.lab.tree.drawing import ROWS_AT_FIRST, Box, draw
from linemate.clients.lab.tree.page import make_page

CASES = {
    "tictactoe": ["x1o/1x1/2o x"],
    "small": ["xo1/oxx/3 o"],
    "mnk": ["xo2/1x2/2o1/4 x", "--game", "mnk", "--depth", "2"]
    + [f"--option={option}" for option in ("width=4", "height=4", "row=3")],
    "ultimate": ["--game", "ultimate", "--moves", "55 51", "--depth", "2"],
}
# What an element has that is not seen on the page: the style and the script are no XML.
NOT_MARKUP = re.compile(r"(?<=<style>).*?(?=</style>)|(?<=<script>).*?(?=</script>)", re.DOTALL)
TOGGLED = {"script", "stepping", "later", "pending", "now"}  # classes that the script gives


class Traced:
    def __init__(self, arguments: list[str]) -> None:
        options = make_parser().parse_intermixed_args([*arguments, "--samples", "200"])
        self.document = run_trace(options)
        self.page = make_page(self.document)
        self.html = ElementTree.fromstring(NOT_MARKUP.sub("", self.page))
        self.trees = {tree.get("id"): tree for tree in self.html.iter("ul") if tree.get("id")}

    def attributes(self, name: str) -> Iterator[str]:
        return (element.attrib[name] for element in self.html.iter() if name in element.attrib)

    @property
    def classes(self) -> set[str]:
        return {kind for words in self.attributes("class") for kind in words.split()}


@cache
def trace_case(name: str) -> Traced:
    return Traced(CASES[name])


@pytest.fixture(params=CASES)
def traced(request: pytest.FixtureRequest) -> Traced:
    return trace_case(request.param)


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node["children"]:
        yield from walk(child)


def nodes_of(tree: ElementTree.Element) -> list[ElementTree.Element]:
    return [item for item in tree.iter("li") if "node" in kinds(item)]


def kinds(node: ElementTree.Element) -> list[str]:
    return node.get("class", "").split()


def texts(node: ElementTree.Element) -> list[str]:
    """The lines in the box of a node."""
    box = next(part for part in node if part.get("class") == "box")
    lines = next(span for span in box.iter("span") if span.get("class") == "lines")
    return [line.text for line in lines if line.text]


def test_the_page_has_every_node_that_alpha_beta_visited(traced: Traced) -> None:
    """In its box: the order of visits, the move, the value in words and the window."""
    drawn = {node.get("data-order"): texts(node) for node in nodes_of(traced.trees["ab"])}
    for node in walk(traced.document["alphabeta"]["tree"]):
        head, value, window = drawn[str(node["order"])]
        assert head.startswith(f"{node['order']}. ")
        assert head.endswith(node["move"] or "root")
        assert value.endswith(node["value"]["words"])
        assert value.startswith(("≥", "≤")) == (node["bound"] != "exact")
        for bound in (node["alpha"], node["beta"]):
            assert bound["words"].replace(" wins", "") in window


def test_the_page_has_every_cut_and_its_reason(traced: Traced) -> None:
    drawn = {
        node.get("data-order"): texts(note)
        for node in nodes_of(traced.trees["ab"])
        for note in node.findall("./ul/li")
        if "cut" in kinds(note)
    }
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
    drawn = nodes_of(traced.trees["mm"])
    pale = [node for node in drawn if "lost" in kinds(node)]
    assert len(drawn) == minimax["positions"]
    assert len(drawn) - len(pale) == alphabeta["positions"]
    for count in (minimax["positions"], alphabeta["positions"]):
        assert f"{count:,} positions" in traced.page


def test_the_monte_carlo_tree_has_visits_mean_and_bound(traced: Traced) -> None:
    drawn = [texts(node) for node in nodes_of(traced.trees["mc"]) if "note" not in kinds(node)]
    nodes = list(walk(traced.document["mcts"]["tree"]))
    assert len(drawn) == len(nodes)
    for lines, node in zip(drawn, nodes, strict=True):
        assert lines[1].startswith(f"{node['visits']:,} visit")
        if node["move"]:
            assert lines[2] == f"mean {node['mean']:.2f} · UCB {node['bound']:.2f}"
    assert sum("best" in kinds(node) for node in nodes_of(traced.trees["mc"])) > 1


def test_boxes_are_nested_as_the_nodes_are(traced: Traced) -> None:
    """The browser places them by that, and folds what is within."""

    def compare(drawn: ElementTree.Element, node: dict[str, Any]) -> None:
        below = [item for item in drawn.findall("./ul/li") if "note" not in kinds(item)]
        assert len(below) == len(node["children"])
        assert len(drawn.findall("./input")) == bool(drawn.findall("./ul"))
        for item, child in zip(below, node["children"], strict=True):
            assert texts(item)[0].endswith(f" {child['move']}")
            compare(item, child)

    for name, search in (("ab", "alphabeta"), ("mm", "minimax"), ("mc", "mcts")):
        [root] = traced.trees[name].findall("./li")
        compare(root, traced.document[search]["tree"])


def test_every_checkbox_has_its_label(traced: Traced) -> None:
    switches = [box.get("id") for tree in traced.trees.values() for box in tree.iter("input")]
    assert switches
    assert [label.get("for") for label in traced.html.iter("label")] == switches


def make_tree(branches: int, depth: int) -> Box:
    children = [make_tree(branches, depth - 1) for _ in range(branches)] if depth else []
    return Box([("head", "a node")], "a node", children=children)


@pytest.mark.parametrize(
    ("branches", "depth", "open_levels"),
    [(7, 2, 2), (8, 2, 1), (3, 3, 3), (3, 4, 3), (70, 1, 1), (1, 100, 100)],
)
def test_a_large_tree_is_folded_to_what_fits(branches: int, depth: int, open_levels: int) -> None:
    """7 * 7 boxes fit on 60 rows and 8 * 8 do not; the root is always open."""
    tree = ElementTree.fromstring(draw(make_tree(branches, depth), "t", "a tree"))
    for level in range(depth):
        switches = tree.findall("./li" + "/ul/li" * level + "/input")
        assert len(switches) == branches**level
        assert {"checked" in switch.attrib for switch in switches} == {level >= open_levels}
    assert branches**open_levels <= ROWS_AT_FIRST or open_levels == 1


def test_small_grids_are_drawn_and_other_games_told_by_their_moves(traced: Traced) -> None:
    marks = [path for path in traced.trees["ab"].iter("path") if "mark" in kinds(path)]
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
    drawn = {node.get("data-order"): node for node in nodes_of(traced.trees["ab"])}
    for node in nodes:
        box = drawn[str(node["order"])]
        for moment in ("data-in", "data-out"):
            assert steps[int(box.get(moment, ""))]["node"] == str(node["order"])
    assert sum("Cut in node" in step["text"] for step in steps) == sum(
        1 for node in nodes if node["cut"]
    )


def test_the_page_loads_nothing(traced: Traced) -> None:
    """That it is well-formed was seen when it was read."""
    loading = {"src", "srcset", "href", "data", "action"}
    assert not [e.attrib for e in traced.html.iter() if loading & e.attrib.keys()]
    assert not {"link", "iframe", "img", "object"} & {e.tag for e in traced.html.iter()}
    for reference in ("http:", "https:", "url(", "@import", "fetch(", "import(", "//cdn"):
        assert reference not in traced.page


def test_ids_are_unique(traced: Traced) -> None:
    found = list(traced.attributes("id"))
    assert len(found) == len(set(found))


def test_the_script_finds_on_every_page_what_it_looks_for(traced: Traced) -> None:
    selectors = re.findall(r"querySelector(?:All)?\('([^']+)'\)", SCRIPT)
    wanted = set(re.findall(r"\.(\w+)", " ".join(selectors)))
    assert {"tools", "node", "box"} <= wanted
    assert wanted - TOGGLED <= traced.classes
    tags = {word for selector in selectors for word in selector.split() if word.isalpha()}
    assert tags <= {element.tag for element in traced.html.iter()}
    assert set(re.findall(r"getElementById\('(\w+)'\)", SCRIPT)) <= set(traced.attributes("id"))
    assert set(traced.attributes("data-tree")) == traced.trees.keys()


def test_every_data_attribute_is_read_by_the_script_and_the_other_way_round(traced: Traced) -> None:
    written = {
        name.removeprefix("data-")
        for element in traced.html.iter()
        for name in element.attrib
        if name.startswith("data-")
    }
    assert written == set(re.findall(r"dataset\.(\w+)", SCRIPT))


def test_every_class_has_a_meaning_and_every_rule_of_the_style_a_use() -> None:
    """Over all pages: on a single one there may be no cut, or no game that is won."""
    given = set(re.findall(r"classList\.\w+\('(\w+)'", SCRIPT))
    assert given == TOGGLED
    selectors = re.sub(r"\{[^{}]*\}", " ", re.sub(r"/\*.*?\*/", "", STYLE))
    styled = set(re.findall(r"\.([a-z]+)", selectors))
    sought = set(re.findall(r"\.(\w+)'\)", SCRIPT))
    used = set.union(*(trace_case(name).classes for name in CASES))
    assert styled - used - given == set()
    assert used - styled - sought == set()
    assert given <= styled


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
