"""Starting engines: ours wherever the user happens to be, anybody's by its command; and having
them in a game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.core import Game
from protocol.driver import Dialect, Engine, EngineRefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from protocol.driver import AsyncEngine

ROOT = Path(__file__).resolve().parent.parent
STARTUP_SECONDS = 20.0
VARIANT = "UCI_Variant"


def start_engine(command: str | None) -> Engine:
    """By a command of the user's, run where he is; None is our engine. Raises EngineError."""
    if command is not None:
        return Engine.start(command, timeout=STARTUP_SECONDS)
    return Engine.start(our_command("engine"), timeout=STARTUP_SECONDS, env=our_environment())


async def start_engine_async(
    command: str | None, on_line: Callable[[str, str], None] | None = None
) -> AsyncEngine:
    """See `start_engine`. Cancelled, it leaves no engine behind. `on_line` sees every line of the
    dialogue, see `Engine.start`.
    """
    from protocol.driver import AsyncEngine  # slow to import: see there

    if command is not None:
        return await AsyncEngine.start(command, timeout=STARTUP_SECONDS, on_line=on_line)
    ours, environment = our_command("engine"), our_environment()
    return await AsyncEngine.start(ours, timeout=STARTUP_SECONDS, env=environment, on_line=on_line)


def our_command(module: str) -> list[str]:
    """Runs a module of this project, in `our_environment`."""
    # -P: a directory `engine` where the user happens to be must not be taken for ours.
    return [sys.executable, "-P", "-m", module]


def our_environment() -> Mapping[str, str]:
    """The user's, in which Python finds this project, installed or not."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


# ------------------------------------------------------------------ games


def begin_game(engine: Engine, game: Game) -> list[str]:
    """Have the engine in a new game; what of it the engine cannot be told, in words.

    Raises EngineError, an EngineRefusedError for a game that it does not play.
    """
    notes: list[str] = []
    if engine.dialect is Dialect.UCI:
        _choose_variant(engine, game)
        notes = _note_unheard(engine, game)
    engine.newgame(game.name, game.options)
    return notes


def _choose_variant(engine: Engine, game: Game) -> None:
    """UCI has no word for the game but this option; a chess engine would not notice."""
    variants = engine.options.get(VARIANT)
    if variants is None:
        return
    if game.name not in variants.choices:
        raise EngineRefusedError(
            f"{engine.name} does not play {game.name}: "
            f"its variants are {', '.join(variants.choices)}"
        )
    engine.configure({VARIANT: game.name})


def _note_unheard(engine: Engine, game: Game) -> list[str]:
    """What of the game an engine cannot know that speaks UCI, in words."""
    usual = {option.name: option.default for option in game.OPTIONS}
    unheard = [f"{name}={value}" for name, value in game.options.items() if value != usual[name]]
    if not unheard:
        return []
    return [f"{engine.name} speaks UCI and cannot be told the options: {' '.join(unheard)}."]
