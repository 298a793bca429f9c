"""Which position is next, and what follows from the values of others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from linemate.clients.prove.certificate import Certificate
from linemate.clients.prove.positions import can_win, safe_positions, standard_text
from linemate.clients.prove.tree import ProofTree
from linemate.engine.games.nineboard import NineBoard
from linemate.engine.tools.prove_nineboard_check import Checker
from linemate.engine.tools.prove_nineboard_solve import Solver
from tests.engine.tools.test_prove_nineboard_solve import ending

FEW, MANY = 300, 10**6
GAME = NineBoard()
Solve = Callable[[str, int], dict[str, Any]]


@pytest.fixture(scope="module")
def solve() -> Solve:
    solver = Solver(GAME, 4)
    return lambda text, nodes: solver.solve(GAME.read_position(text), nodes)


def work(tree: ProofTree, solve: Solve, most: int = 10_000) -> int:
    """Do jobs, one after the other, and return how many there were."""
    for done in range(most):
        job = tree.next_job()
        if job is None:
            return done
        tree.take(solve(job.position, job.nodes))
    return most


def wanted(count: int) -> list[str]:
    return safe_positions(GAME, 30, count, seed=2)


def test_without_splitting_each_position_is_a_job_once(tmp_path: Path, solve: Solve) -> None:
    with Certificate(tmp_path / "c", "free") as certificate:
        texts = wanted(5)
        assert work(ProofTree(GAME, certificate, texts, FEW, split=False), solve) == 5
        assert set(certificate.lines) == set(texts)
        assert work(ProofTree(GAME, certificate, texts, FEW, split=False), solve) == 0
        left_open = [text for text in texts if certificate.lines[text]["value"] == "open"]
        assert left_open
        # With more nodes they are tried again, and no others are.
        assert work(ProofTree(GAME, certificate, texts, MANY, split=False), solve) == len(left_open)
        assert all(line["value"] != "open" for line in certificate.lines.values())


def test_a_position_that_is_split_has_the_value_of_a_direct_proof_and_a_line_that_holds(
    tmp_path: Path, solve: Solve
) -> None:
    texts = wanted(6)
    with Certificate(tmp_path / "c", "free") as certificate:
        tree = ProofTree(GAME, certificate, texts, FEW, split=True)
        assert work(tree, solve) > len(texts)
        lines = certificate.lines
        followed = [text for text in texts if not lines[text]["nodes"]]
        assert {lines[text]["value"] for text in followed} == {"x", "o"}
        checker = Checker(lines, full_draws=False)
        for text, line in lines.items():
            if line["value"] != "open":
                checker.check(text)
        for root in tree.roots:
            assert root.value == solve(root.text, MANY)["value"]


def test_the_tree_is_a_matter_of_the_file(tmp_path: Path, solve: Solve) -> None:
    """After any number of jobs another process goes on where the first one was."""
    texts = wanted(2)
    with Certificate(tmp_path / "whole", "free") as certificate:
        work(ProofTree(GAME, certificate, texts, FEW, split=True), solve)
        whole = certificate.lines
    with Certificate(tmp_path / "parts", "free") as certificate:
        while work(ProofTree(GAME, certificate, texts, FEW, split=True), solve, most=3) == 3:
            pass
        values = {text: line["value"] for text, line in certificate.lines.items()}
    assert values == {text: line["value"] for text, line in whole.items()}


def leave_open(text: str, nodes: int) -> dict[str, Any]:
    return {"position": text, "value": "open", "nodes": nodes, "seconds": 0.1}


def test_several_jobs_at_a_time_are_different_ones(tmp_path: Path) -> None:
    start = GAME.write_position(GAME.start())
    with Certificate(tmp_path / "c", "free") as certificate:
        tree = ProofTree(GAME, certificate, [start], FEW, split=True)
        first = tree.next_job()
        assert first is not None
        assert tree.next_job() is None
        tree.take(leave_open(start, FEW))
        jobs = [tree.next_job() for _ in range(15)]  # as many first moves as there are
        assert len(set(jobs)) == 15
        assert None not in jobs
        assert tree.next_job() is None


@pytest.mark.parametrize("full_board", ["free", "draw"])
def test_draws_too_follow_from_the_values_after_each_move(tmp_path: Path, full_board: str) -> None:
    game, random = NineBoard({"full_board": full_board}), Random(7)
    solver = Solver(game, 1)
    met = set()
    for number in range(60):
        position = ending(game, random)
        if can_win(position):
            continue
        root = standard_text(game, position)
        with Certificate(tmp_path / str(number), full_board) as certificate:
            tree = ProofTree(game, certificate, [root], FEW, split=True)
            first = tree.next_job()
            assert first is not None
            tree.take(leave_open(root, FEW))
            work(tree, lambda text, nodes: solver.solve(game.read_position(text), nodes))
            checker = Checker(certificate.lines, full_board == "draw")
            for text in certificate.lines:
                checker.check(text)
            value = certificate.lines[root]["value"]
            assert value == solver.solve(position, MANY)["value"]
            met.add(value)
    assert met == {"x", "o", "draw"}
