"""The first two moves of the proof of qubic, with a search that proves everything at once."""

from __future__ import annotations

from linemate.engine.tools.prove_check import THROUGH
from linemate.engine.tools.prove_opening import FIRST_MOVE, RICH_CELLS, Opening, SecondMove
from linemate.engine.tools.prove_search import Option, ProofNode, QubicProver


class QuickProver(QubicProver):
    """Believes that x wins every position by one stored move."""

    def search(self, node: ProofNode) -> None:
        [move, *_] = [cell for cell in range(64) if not (node.xs | node.os) >> cell & 1]
        node.move, node.cost = move, 1
        node.options = [Option(move, node.xs | 1 << move, 0)]


def test_rich_cells_are_those_with_seven_lines() -> None:
    assert tuple(cell for cell in range(64) if len(THROUGH[cell]) == 7) == RICH_CELLS
    assert FIRST_MOVE in RICH_CELLS


def test_every_reply_gets_a_second_move_and_two_replies_share_it_where_they_can() -> None:
    """Twelve replies are different. The cheapest second moves are those after which o has few
    different replies; most of them come of two first replies.
    """
    prover = QuickProver()
    opening = Opening(prover)
    assert len(opening.replies) == 12
    opening.prove()
    assert opening.start.move == FIRST_MOVE
    positions = set()
    for node in opening.replies:
        assert node.move in RICH_CELLS
        assert not (node.xs | node.os) >> node.move & 1
        positions.add(prover.node(node.xs | 1 << node.move, node.os).key)
    assert len(positions) <= 8
    kept = prover.strategy(opening.start)
    assert {node.key for node in opening.replies} < {node.key for node in kept}


def test_a_second_move_costs_each_open_reply_its_share() -> None:
    prover = QubicProver()
    children = [prover.node(0b11, 0b1100), prover.node(0b11, 0b10100)]
    second = SecondMove(children)
    replies = [prover.node(1, 2), prover.node(1, 8)]
    for node in replies:
        second.answers[node.key] = node, 5
    whole = sum(child.cost for child in children)
    assert second.share() == whole / 2
    replies[0].move = 5
    assert second.share() == whole
    replies[1].move = 5
    assert second.share() == float("inf")


def test_replies_that_were_proven_in_an_earlier_run_are_left_alone() -> None:
    first = QuickProver()
    Opening(first).prove()
    second = QuickProver()
    for node in first.table.nodes.values():
        if node.is_known:
            second.restore(node.row)
    opening = Opening(second)
    assert all(node.is_proven for node in opening.replies)
    opening.prove()
    assert {node.key: node.move for node in opening.replies} == {
        node.key: first.table.nodes[node.key].move for node in opening.replies
    }
