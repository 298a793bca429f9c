"""Every experiment, in the order in which they are run and reported.

A new one is a module with an `Experiment`, or one more of them in one of these, and a line here:
its title, question, set-up, plan and conclusion are its own, and the report, the list and the tests
take them from there.
"""

from __future__ import annotations

from linemate.clients.lab.experiments.constants import CONSTANTS
from linemate.clients.lab.experiments.experiment import Experiment
from linemate.clients.lab.experiments.gomoku import GOMOKU
from linemate.clients.lab.experiments.heuristic_ideas import (
    ANNEALING,
    DANGER,
    FREE_PLAYS,
    LINKED_BOARDS,
    TREE_ESTIMATES,
)
from linemate.clients.lab.experiments.matches import (
    HEURISTICS_EXPERIMENT,
    MCTS_CHANCE,
    NEVER_LOST,
)
from linemate.clients.lab.experiments.pruning import PRUNING
from linemate.clients.lab.experiments.qubic import QUBIC, QUBIC_DEEP, QUBIC_TIME
from linemate.clients.lab.experiments.search_times import HMINIMAX_TIME, MCTS_TIME
from linemate.clients.lab.experiments.self_play import FIRST_PLAYER, SELF_PLAY
from linemate.clients.lab.experiments.tree_ideas import (
    CHILDREN,
    END_TEST,
    EXPLORATION_CONSTANT,
    LARGE_BOARD,
    PARALLEL,
)

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        PRUNING,
        NEVER_LOST,
        HMINIMAX_TIME,
        MCTS_TIME,
        MCTS_CHANCE,
        HEURISTICS_EXPERIMENT,
        SELF_PLAY,
        CONSTANTS,
        QUBIC,
        QUBIC_DEEP,
        QUBIC_TIME,
        GOMOKU,
        FIRST_PLAYER,
        END_TEST,
        CHILDREN,
        EXPLORATION_CONSTANT,
        PARALLEL,
        LARGE_BOARD,
        DANGER,
        TREE_ESTIMATES,
        ANNEALING,
        LINKED_BOARDS,
        FREE_PLAYS,
    )
}
