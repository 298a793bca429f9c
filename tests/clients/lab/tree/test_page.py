"""The page of `linemate lab tree` has all that was searched, and needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from linemate.clients.lab.tree.boxes import explain_cut, tell_steps
from linemate.clients.lab.tree.command import make_parser, run_trace
from linemate.clients.lab.tree.page import SCRIPT, STYLE, THEME, make_page

CASES = {
    "tictactoe": ["x1o/1x1/2o x"],
    "small": ["xo1/oxx/3 o"],
    "mnk": ["xo2/1x2/2o1/4 x", "--game", "mnk", "width=4", "height=4", "row=3", "--depth", "2"],
    "ultimate": ["--game", "ultimate", "--moves", "55 51", "--depth", "2"],
}
# What an element has that is not seen on the page: the style and the script are no XML.
NOT_MARKUP = re.compile(r"(?<=<style>).*?(?=</style>)|(?<=<script>).*?(?=</script>)", re.DOTALL)
# Classes that the script gives.
TOGGLED = {"script", "stepping", "later", "pending", "now", "onpath", "shown"}


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
    """A box has the order of visits, the move, the value in words and the window."""
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
    asked = [e.attrib[name] for e in traced.html.iter() for name in loading & e.attrib.keys()]
    assert all(address.startswith("#") for address in asked), asked
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
    """All pages count: on a single one there may be no cut, or no game that is won."""
    given = set(re.findall(r"classList\.\w+\('(\w+)'", SCRIPT))
    assert given == TOGGLED
    selectors = re.sub(r"\{[^{}]*\}", " ", re.sub(r"/\*.*?\*/", "", STYLE))
    styled = set(re.findall(r"\.([a-z]+)", selectors))
    sought = set(re.findall(r"\.(\w+)'\)", SCRIPT))
    used = set.union(*(trace_case(name).classes for name in CASES))
    assert styled - used - given == set()
    assert used - styled - sought == set()
    assert given <= styled


def test_x_and_o_have_the_colours_that_they_have_on_every_page() -> None:
    """They had those of each other."""
    assert not re.findall(r"--x\b[^;)]*:|#[0-9a-f]{3,6}\b", STYLE)
    assert "--x: light-dark(" in THEME
    assert THEME + STYLE in trace_case(next(iter(CASES))).page


def test_the_buttons_of_a_tree_stay_in_view_no_longer_than_it(traced: Traced) -> None:
    """They slid over those of the next tree: all had the whole page to stay in."""
    sections = [
        [each.get("data-tree") or each.get("id") for each in section.iter() if is_of_a_tree(each)]
        for section in traced.html.iter("section")
    ]
    assert sections == [[name, name] for name in traced.trees]


def is_of_a_tree(element: ElementTree.Element) -> bool:
    return "data-tree" in element.attrib or element.get("class", "").split()[:1] == ["tree"]
