"""The moves of a game as a tree, held against the rules."""

from __future__ import annotations

import pytest

from linemate.clients.shared.variations import (
    Node,
    Row,
    check_tree,
    join_nodes,
    list_nodes,
    make_line,
    with_main_line,
)
from linemate.engine.core import LinemateError
from linemate.engine.registry import make_game

GAME = make_game("tictactoe")


def tree() -> Node:
    """
    b2 ── a1 ── c3
     │     └─── c1
     └─── b1
    """
    a1 = Node("a1", "hm", (6,), [Node("c3"), Node("c1")])
    return Node(following=[Node("b2", following=[a1, Node("b1")])])


def test_the_main_line_is_the_first_of_what_follows() -> None:
    assert [node.move for node in tree().main_line] == ["b2", "a1", "c3"]
    assert [node.comment for node in make_line([("b2", "hm")]).main_line] == ["hm"]


def test_a_tree_is_listed_each_move_behind_the_one_it_follows_and_joined_again() -> None:
    rows = list_nodes(tree())
    listed = [(row.parent, row.node.move) for row in rows]
    assert listed == [(-1, "b2"), (0, "a1"), (1, "c3"), (1, "c1"), (0, "b1")]
    bare = [Row(row.parent, Node(row.node.move)) for row in rows]
    again = list_nodes(join_nodes(bare))
    assert [(row.parent, row.node.move) for row in again] == listed


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("b2 a1 c3 b1", ["-1 b2", "0 a1", "1 c3", "2 b1", "1 c1", "0 b1"]),
        ("b2 b1", ["-1 b2", "0 b1", "0 a1", "2 c3", "2 c1"]),
        ("b2", ["-1 b2"]),
        ("a1", ["-1 a1", "-1 b2", "1 a1", "2 c3", "2 c1", "1 b1"]),
    ],
)
def test_a_line_is_made_the_main_one_and_the_tree_stays_as_it_was(
    moves: str, expected: list[str]
) -> None:
    root = tree()
    before = [(row.parent, row.node.move) for row in list_nodes(root)]
    changed = with_main_line(root, moves.split())
    assert [f"{row.parent} {row.node.move}" for row in list_nodes(changed)] == expected
    assert [(row.parent, row.node.move) for row in list_nodes(root)] == before
    said = [row.node.comment for row in list_nodes(changed) if row.node.comment]
    assert said == ["hm"] * (len(expected) > 1)


@pytest.mark.parametrize("parent", [1, 2, -2])
def test_a_move_that_follows_a_later_one_is_refused(parent: int) -> None:
    with pytest.raises(LinemateError, match=f"bad place {parent} of move 1"):
        join_nodes([Row(-1, Node("b2")), Row(parent, Node("a1"))])


def test_checking_leaves_the_position_and_the_tree_as_they_were() -> None:
    position, root = GAME.start(), tree()
    checked = check_tree(GAME, position, root)
    assert list(position.history) == []
    assert checked is not root
    assert [node.move for node in checked.main_line] == ["b2", "a1", "c3"]
    assert (checked.following[0].following[0].comment, len(list_nodes(checked))) == ("hm", 5)


def test_equal_moves_are_made_one_with_everything_that_is_said_of_them() -> None:
    twice = Node("b2", "well", (1,), [Node("c1")])
    root = Node(following=[Node("b2", "good", (1, 3), [Node("a1")]), twice])
    (only,) = check_tree(GAME, GAME.start(), root).following
    assert (only.comment, only.nags) == ("good well", (1, 3))
    assert [node.move for node in only.following] == ["a1", "c1"]


def test_an_illegal_move_is_named_with_its_variation() -> None:
    root = tree()
    root.following[0].following[1].following.append(Node("b2"))
    with pytest.raises(LinemateError, match=r"^move 3 in the variation b1 of move 2: illegal"):
        check_tree(GAME, GAME.start(), root)
    root.following[0].following[0].following[0].move = "a1"
    with pytest.raises(LinemateError, match=r"^move 3: illegal move 'a1'"):
        check_tree(GAME, GAME.start(), root)
