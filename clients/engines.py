"""Starting engines: ours wherever the user happens to be, anybody's by its command; and having
them in a game.
"""

from __future__ import annotations

from collections.abc import Callable

from linemate.engine.core import Game
from linemate.protocol.driver import Dialect, Engine, EngineRefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.protocol.driver import AsyncEngine

STARTUP_SECONDS = 20.0
VARIANT = "UCI_Variant"


def start_engine(command: str | None) -> Engine:
    """By a command of the user's, run where he is; None is our engine. Raises EngineError."""
    return Engine.start(command, timeout=STARTUP_SECONDS)


async def start_engine_async(
    command: str | None, on_line: Callable[[str, str], None] | None = None
) -> AsyncEngine:
    """See `start_engine`. Cancelled, it leaves no engine behind. `on_line` sees every line of the
    dialogue, see `Engine.start`.
    """
    from linemate.protocol.driver import AsyncEngine  # slow to import: see there

    return await AsyncEngine.start(command, timeout=STARTUP_SECONDS, on_line=on_line)


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
