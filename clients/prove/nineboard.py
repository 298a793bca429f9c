"""`linemate prove nineboard`: exact values from ever earlier plies, on this machine or a cluster.

To read on: `positions.py` has the positions, `tree.py` says which one is next, `solving.py` has it
solved, `certificate.py` keeps what came of it, `growth.py` tells what it has cost.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.table import Table

from linemate.clients.prove.certificate import OPEN, Certificate
from linemate.clients.prove.display import Display
from linemate.clients.prove.growth import PlyCost, costs_by_ply, describe_growth
from linemate.clients.prove.positions import safe_positions, standard_text
from linemate.clients.prove.solving import Solved, SolverSettings, SolvingJob
from linemate.clients.prove.tree import ProofTree
from linemate.clients.shared.command import FAILED, OVER
from linemate.clients.shared.openings import read_every_opening
from linemate.clients.shared.shutdown import Shutdown
from linemate.clients.shared.statistics import number_of
from linemate.clients.shared.worker_pool import LocalPool, WorkerPool, require_cluster
from linemate.engine.core import Game
from linemate.engine.registry import make_game

POLL = 0.2  # seconds between looks at whether it was interrupted

SolverPool = WorkerPool[SolvingJob, Solved]


def prove(options: Namespace, out: Path, display: Display) -> int:
    """Prove what is asked for and not proven yet; return the exit status: 1 if some stay open.

    Raises LinemateError, RefusedError and InterruptedTrialError before anything is begun; OSError;
    and JobError, after which what was proven is kept.
    """
    game = make_game("nineboard", {"full_board": options.full_board})
    wanted = list(dict.fromkeys(wanted_positions(options, game)))
    with Shutdown() as shutdown, Certificate(out, options.full_board) as certificate:
        pool = make_pool(options, shutdown.is_requested)
        tree = ProofTree(game, certificate, wanted, options.nodes, options.split)
        with display:
            work_through(
                tree, pool, shutdown.is_requested, lambda: display.update(describe(tree, pool))
            )
        display.end(describe(tree, pool))
        lines = certificate.lines
        costs = costs_by_ply(lines[root.text] for root in tree.roots if root.text in lines)
    display.console.print(make_table(costs))
    display.console.print(describe_growth(costs))
    if shutdown.is_requested():
        return shutdown.status
    return FAILED if any(root.value == OPEN for root in tree.roots) else OVER


def wanted_positions(options: Namespace, game: Game) -> Iterator[str]:
    """Yield the positions that are asked for. Raises LinemateError."""
    for ply in options.plies or ():
        yield from safe_positions(game, ply, options.positions, options.seed)
    if options.openings is not None:
        for opening in read_every_opening(game, options.openings):
            yield standard_text(game, opening.set_up(game))


def make_pool(options: Namespace, is_interrupted: Callable[[], bool]) -> SolverPool:
    """Return who solves positions. Raises RefusedError and InterruptedTrialError."""
    settings = SolverSettings(options.full_board, options.hash)
    if options.dask is None:
        return LocalPool([settings.make_worker() for _ in range(options.jobs or 1)])
    require_cluster()
    from linemate.clients.shared.cluster_pool import ClusterPool

    return ClusterPool(
        options.dask, "position", settings.make_worker, settings.find_problems,
        options.jobs, is_interrupted,
    )  # fmt: skip


def work_through(
    tree: ProofTree,
    pool: SolverPool,
    is_interrupted: Callable[[], bool],
    show: Callable[[], None],
) -> None:
    """Work until nothing is left to be done, or it is interrupted. Raises JobError."""
    with pool:
        try:
            while not is_interrupted():
                while len(pool.in_progress()) < pool.capacity and (job := tree.next_job()):
                    pool.begin(job)
                if not pool.in_progress():
                    return
                take(pool.next_finished(POLL), tree)
                show()
        finally:
            pool.cancel([each.job for each in pool.in_progress()])
            while pool.in_progress():
                take(pool.next_finished(POLL), tree)


def take(solved: Solved | None, tree: ProofTree) -> None:
    """Keep what has come of a job."""
    if solved is not None and solved.line is not None:
        tree.take(solved.line)


def describe(tree: ProofTree, pool: SolverPool) -> str:
    """Return in a line how far it is."""
    proven = sum(root.value != OPEN for root in tree.roots)
    text = f"{proven} of {number_of(len(tree.roots), 'position')} proven"
    below = tree.size - len(tree.roots)
    if below:
        text += f", {below:,} below them"
    busy = len(pool.in_progress())
    return f"{text}, {busy} being solved" if busy else text


def make_table(costs: list[PlyCost]) -> Table:
    """Draw what each ply has cost."""
    table = Table("ply", "positions", "won", "lost", "drawn", "open", "nodes", "seconds")
    for column in table.columns:
        column.justify = "right"
    for cost in costs:
        counts = (cost.ply, cost.count, cost.wins, cost.losses, cost.draws, cost.open)
        medians = [f"{cost.nodes:,.0f}", f"{cost.seconds:,.2f}"] if cost.is_known else ["-", "-"]
        table.add_row(*map(str, counts), *medians)
    table.caption = "to the mover; nodes and seconds of a processor in the median"
    return table
