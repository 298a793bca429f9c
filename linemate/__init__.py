"""Linemate's import name. Programs need no more than `from linemate import Engine, Limits`.

The code is in `linemate.engine`, `linemate.protocol` and `linemate.clients`: beside this folder in
a checkout, inside it once installed.
"""

from __future__ import annotations

from os.path import dirname, isdir, join

TYPE_CHECKING = False
if TYPE_CHECKING:
    from linemate.protocol.driver import AsyncEngine as AsyncEngine
    from linemate.protocol.driver import Engine as Engine
    from linemate.protocol.driver import EngineError as EngineError
    from linemate.protocol.driver import Limits as Limits

__version__ = "0.1.0"
__all__ = ["AsyncEngine", "Engine", "EngineError", "Limits"]

if not isdir(join(dirname(__file__), "engine")):
    __path__.append(dirname(dirname(__file__)))


def __getattr__(name: str) -> object:
    """The public names are loaded when they are first used: the engine's start shall not wait."""
    if name not in __all__:
        raise AttributeError(f"module 'linemate' has no attribute {name!r}")
    from linemate.protocol import driver

    return getattr(driver, name)
