"""Trees of boxes: a large one is folded to what fits."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from linemate.clients.lab.tree.drawing import ROWS_AT_FIRST, Box, draw


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
