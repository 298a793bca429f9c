"""The client half of the protocol: drive any UGI or UCI engine from a Python program.

A game between two engines:

    from linemate import Engine, Limits

    with Engine.start() as x, Engine.start("./mybot") as o:
        moves: list[str] = []
        x.newgame("tictactoe")
        o.newgame("tictactoe")
        while x.query("gameover") == "false":
            mover = (x, o)[len(moves) % 2]
            mover.position(moves)
            moves.append(mover.play(Limits(movetime=50)).move or "none")
            x.position(moves)
        print(x.query("result"), *moves)

Watching an engine think, and stopping it:

    with engine.analyse(Limits(infinite=True)) as analysis:
        for info in analysis:
            if info.depth == 8:
                break
    print(analysis.answer)

`AsyncEngine` is the same to be awaited. Every wait has a deadline. What can go wrong is an
EngineError: the engine could not be started, died, fell silent, babbled, or refused; each tells
so with the last lines of the dialogue. (An option that the engine does not offer is the caller's
mistake: OptionError, before anything is sent.) However it ends, the process is reaped and its
children with it.

To read: `client.py` holds the conversation, `analysis.py` one search of it, `client_async.py`
is the asyncio side; `process.py`, `pipes.py` and `reaper.py` are the process underneath.
"""

from linemate.engine.core import Limits, Option, OptionError, Score
from linemate.protocol.analysis import Analysis, Answer
from linemate.protocol.client import Engine, EngineRefusedError, Options
from linemate.protocol.messages import Dialect, InfoLine
from linemate.protocol.ours import our_command, our_environment
from linemate.protocol.process import (
    EngineDiedError,
    EngineError,
    EngineProcess,
    EngineProtocolError,
    EngineStartError,
    EngineTimeoutError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.protocol.client_async import AsyncAnalysis, AsyncEngine

__all__ = [
    "Analysis",
    "Answer",
    "AsyncAnalysis",
    "AsyncEngine",
    "Dialect",
    "Engine",
    "EngineDiedError",
    "EngineError",
    "EngineProcess",
    "EngineProtocolError",
    "EngineRefusedError",
    "EngineStartError",
    "EngineTimeoutError",
    "InfoLine",
    "Limits",
    "Option",
    "OptionError",
    "Options",
    "Score",
    "our_command",
    "our_environment",
]


def __getattr__(name: str) -> object:
    """The asyncio side when it is asked for: asyncio takes a quarter of a client's start."""
    if name not in ("AsyncAnalysis", "AsyncEngine"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from linemate.protocol import client_async

    return getattr(client_async, name)
