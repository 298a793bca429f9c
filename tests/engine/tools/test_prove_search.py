"""The search for a cheap proof of qubic: what it takes for a win, and what it says of the cost."""

from __future__ import annotations

from random import Random

from linemate.engine.tools.prove_check import canonical
from linemate.engine.tools.prove_search import ALL, NodeTable, ProofNode, QubicProver, cells_of
from tests.engine.tools.test_prove import LONGER, START


def test_nothing_is_proven_where_o_wins_by_fours() -> None:
    """Once a move without a threat was taken for a win if o had a forced win after it."""
    prover = QubicProver()
    assert not prover.prove(prover.node(0x204000000002010, 0x1000006000008000))


def test_all_images_of_a_position_are_one_node() -> None:
    table = NodeTable()
    image = canonical(0x8009, 0x30000)
    assert table.name(table.all_keys(0x8009, 0x30000)) == table.name(table.all_keys(*image))
    assert table.name(table.all_keys(0x8009, 0x30000)) != table.name(table.all_keys(0x8009, 3))


def test_names_of_different_positions_differ() -> None:
    """A name is a sum, and sums could be the same by their making."""
    table, random = NodeTable(), Random(1)
    images, names = set(), set()
    for _ in range(300):
        cells = random.sample(range(64), 4)
        xs, os = 1 << cells[0] | 1 << cells[1], 1 << cells[2] | 1 << cells[3]
        images.add(canonical(xs, os))
        names.add(table.name(table.all_keys(xs, os)))
    assert len(names) == len(images)


def test_a_position_that_is_its_own_image_is_symmetric() -> None:
    table = NodeTable()
    assert table.is_symmetric(table.all_keys(1, 1 << 63))
    assert not table.is_symmetric(table.all_keys(*LONGER))


def test_a_position_costs_what_its_strategy_stores() -> None:
    def stored(node: ProofNode) -> int:
        return (not node.is_forced) + sum(map(stored, prover.children(node)))

    prover = QubicProver()
    node = prover.node(*LONGER)
    assert prover.prove(node)
    assert node.cost == stored(node) == 5


def test_no_strategy_that_stores_less_was_missed() -> None:
    """In this position one stored move is not enough: to each of them o has a reply, any of all,
    after which x does not win by fours.
    """
    prover = QubicProver()
    node = prover.node(*START)
    assert prover.prove(node)
    assert node.cost == 2
    xs, os = START
    for move in cells_of(ALL & ~(xs | os)):
        after = xs | 1 << move
        replies = prover.fours.finishing(after, os, 0) or ALL & ~(after | os)
        assert not all(
            prover.fours.some_win(after, os | 1 << reply, 0, 100_000) for reply in cells_of(replies)
        )


def test_a_four_that_must_be_met_is_not_stored_and_two_are_lost() -> None:
    prover = QubicProver()
    four = prover.node(1 << 20 | 1 << 40 | 1 << 9, 0b111)
    assert four.is_forced
    assert four.cost == 0
    assert not prover.prove(prover.node(1 << 20 | 1 << 40 | 1 << 9 | 1 << 5, 0b111 | 0b111 << 48))


def test_what_is_kept_costs_nothing_more() -> None:
    prover = QubicProver()
    node = prover.node(*LONGER)
    assert prover.prove(node)
    child = max(prover.children(node), key=lambda child: child.cost)
    before, less = node.cost, child.cost
    assert less > 0
    prover.keep(child)
    assert child.cost == 0
    assert node.cost == before - less
