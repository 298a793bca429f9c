"""The players that the experiments have in common."""

from __future__ import annotations

from linemate.clients.lab.units import Setting
from linemate.engine.core import OptionValue

DEFAULT = "default"  # the engine's own heuristic, which needs no setting
EXPLORATION = 140  # hundredths, of mcts
# For the remarks of every experiment with a figure that hangs on them.
GUESSED = (
    "Cui's heuristics are block-threats (function 1: lines of a block in which only one player has "
    "marks), block-danger (2: also what waits in the block that the opponent is sent to) and "
    "big-board-threats (3: of ultimate, along the lines of the big board). Cui prints no constants "
    "for them: ours are guesses that keep the order, and what these play hangs on them; "
    "`lab run constants` tries others."
)
RANDOM = Setting("random", {"Search": "random"})


def hminimax(depth: int, heuristic: str = DEFAULT, constants: str = "") -> Setting:
    options: dict[str, OptionValue] = {"Search": "hminimax", "Depth": depth}
    if heuristic != DEFAULT:
        options["Heuristic"] = heuristic
    if constants:
        options["Constants"] = constants
    return Setting(f"{heuristic} depth {depth}", options)


def mcts(samples: int) -> Setting:
    """Set mcts, and its exploration though it is the default: a result depends on it."""
    options: dict[str, OptionValue] = {"Search": "mcts", "Samples": samples}
    return Setting(f"mcts {samples}", {**options, "Exploration": EXPLORATION})
