"""Every experiment, by name, in the order in which they are run and reported.

A new one is a plan and a conclusion in one of these files, or in another, and a line here.
"""

from __future__ import annotations

from linemate.clients.lab.experiments.experiment import Experiment
from linemate.clients.lab.experiments.gomoku import GOMOKU
from linemate.clients.lab.experiments.matches import (
    HEURISTICS_EXPERIMENT,
    MCTS_CHANCE,
    NEVER_LOST,
)
from linemate.clients.lab.experiments.pruning import PRUNING
from linemate.clients.lab.experiments.qubic import QUBIC, QUBIC_TIME
from linemate.clients.lab.experiments.search_times import HMINIMAX_TIME, MCTS_TIME
from linemate.clients.lab.experiments.self_play import FIRST_PLAYER, SELF_PLAY

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
        QUBIC,
        QUBIC_TIME,
        GOMOKU,
        FIRST_PLAYER,
    )
}
