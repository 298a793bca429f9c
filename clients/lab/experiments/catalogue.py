"""The source reports; and every experiment, in the order in which they are run and reported.

A new one is a plan and a conclusion in one of these files, or in another, and a line here.
"""

from __future__ import annotations

from linemate.clients.lab.experiments.constants import CONSTANTS
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

REPORTS = {
    "000": "Guofeng Cui, Game Playing (2018): minimax, alpha-beta, H-minimax and Monte Carlo tree "
    "search, on tictactoe, nineboard and ultimate.",
    "001": "Ziqi Tan, Kaijia You and Tian Ding, 4x4x4 Tic-Tac-Toe (2019): alpha-beta on qubic, "
    "with weights for its lines.",
    "002": "Jiayi Qi, a writeup on tictactoe, nineboard and ultimate: minimax, and alpha-beta to "
    "depth 5.",
    "003": "Project 5002, Five-in-a-Row Game: Monte Carlo tree search on gomoku, with patterns; it "
    "does not name its authors.",
    "004": "Ali Hashim, CSC 242 Project 1 (2018): minimax with and without alpha-beta, and "
    "H-minimax, on tictactoe, nineboard and ultimate.",
}
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
        QUBIC_TIME,
        GOMOKU,
        FIRST_PLAYER,
    )
}
