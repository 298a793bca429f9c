"""The five reports that the experiments are from, each by the name under which it is cited."""

from __future__ import annotations

from typing import NamedTuple


class Source(NamedTuple):
    """A report: the number of its file, who wrote it, what it is called and what it is about."""

    number: str
    authors: str
    title: str
    about: str


CUI = "Cui 2018"
TAN = "Tan et al. 2019"
QI = "Qi"
PROJECT = "Project 5002"
HASHIM = "Hashim 2018"
REPORTS = {
    CUI: Source(
        "000",
        "Guofeng Cui",
        "Game Playing (2018)",
        "minimax, alpha-beta, H-minimax and Monte Carlo tree search, on tic-tac-toe, nine-board "
        "and ultimate",
    ),
    TAN: Source(
        "001",
        "Ziqi Tan, Kaijia You and Tian Ding",
        "4x4x4 Tic-Tac-Toe (2019)",
        "alpha-beta on qubic, with weights for its lines",
    ),
    QI: Source(
        "002",
        "Jiayi Qi",
        "a writeup without a year",
        "minimax, and alpha-beta to depth 5, on tic-tac-toe, nine-board and ultimate",
    ),
    PROJECT: Source(
        "003",
        "Chan Shiu Kai, Ng Pak Hin, Lau Chun Kit and Cheng Wing Kit",
        "Project 5002: Five-in-a-Row Game",
        "Monte Carlo tree search on gomoku, with patterns",
    ),
    HASHIM: Source(
        "004",
        "Ali Hashim",
        "CSC 242 Project 1 (2018)",
        "minimax with and without alpha-beta, and H-minimax, on tic-tac-toe, nine-board and "
        "ultimate",
    ),
}


def cite(name: str) -> str:
    """Write who a report is by and what it is called."""
    report = REPORTS[name]
    return f"{report.authors}, {report.title}: {report.about}."
