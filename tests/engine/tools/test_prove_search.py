"""The search for a proof of qubic: what it must not take for a win, and its table of nodes."""

from __future__ import annotations

from linemate.engine.tools.prove_check import canonical
from linemate.engine.tools.prove_search import NodeTable, QubicProver


def test_nothing_is_proven_where_o_wins_by_fours() -> None:
    """Once a move without a threat was taken for a win if o had a forced win after it."""
    prover = QubicProver()
    assert not prover.prove(prover.node(0x204000000002010, 0x1000006000008000))


def test_all_images_of_a_position_are_one_node() -> None:
    table = NodeTable()
    image = canonical(0x8009, 0x30000)
    assert table.name(table.all_keys(0x8009, 0x30000)) == table.name(table.all_keys(*image))
    assert table.name(table.all_keys(0x8009, 0x30000)) != table.name(table.all_keys(0x8009, 3))
