"""Two builds of one source: the hot modules, interpreted or compiled.

`make fast` compiles each module that has a `.pxd` beside it (setup.py), and puts the result under
`compiled` together with a stamp of the source. What is compiled never stands in the way of its
source: it has a place and a name of its own, and is used only while its stamp is the source's.
"""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import source_hash
from os import environ
from pathlib import Path
from types import ModuleType

ENGINE = Path(__file__).parent
PACKAGE = "linemate.engine"
# The modules that are compiled, by what follows the package's name.
HOT_MODULES = (
    "champion.gomoku.board",
    "champion.gomoku.moves",
    "champion.gomoku.search",
    "champion.gomoku.shapes",
    "champion.gomoku.threats",
    "champion.gomoku.zones",
    "champion.nineboard.proof",
    "champion.nineboard.search",
    "champion.qubic.search",
    "champion.ultimate.board",
    "champion.ultimate.exact",
    "champion.ultimate.search",
    "tools.descent",
)
# Set to anything, it keeps what is compiled from being used.
INTERPRETED = "LINEMATE_INTERPRETED"


def hot_module(name: str) -> ModuleType:
    """Return `linemate.engine.NAME`, compiled if all of them were, from their present sources."""
    compiled = describe_build()[0] == "compiled"
    return import_module(f"{PACKAGE}.compiled.{name}" if compiled else f"{PACKAGE}.{name}")


def describe_build() -> tuple[str, str]:
    """Return which build runs, in a word, and what is wrong with what was compiled, if anything."""
    paths = {name: compiled_file(name) for name in HOT_MODULES}
    if environ.get(INTERPRETED) or not any(paths.values()):
        return "interpreted", ""
    stale = [name for name, path in paths.items() if path is None or not is_fresh(name, path)]
    if stale:
        return "interpreted", (
            f"the compiled {', '.join(stale)} is not of this source and is not used: make fast"
        )
    return "compiled", ""


def compiled_file(name: str) -> Path | None:
    """Return the file of a compiled module, if there is one for this Python."""
    stem = ENGINE.joinpath("compiled", *name.split("."))
    paths = (stem.with_name(stem.name + suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in paths if path.is_file()), None)


def is_fresh(name: str, path: Path) -> bool:
    """Return whether a compiled module was made from its present source."""
    try:
        return stamp_file(path).read_bytes() == stamp(name)
    except OSError:
        return False


def stamp_file(path: Path) -> Path:
    return path.with_name(path.name.partition(".")[0] + ".stamp")


def stamp(name: str, engine: Path | None = None) -> bytes:
    """Return what tells one source of a module from another, in a folder of the engine's: with the
    types of all, as those of one may be built on those of others.
    """
    engine = engine or ENGINE
    types = (engine.joinpath(*hot.split(".")).with_suffix(".pxd") for hot in HOT_MODULES)
    files = (engine.joinpath(*name.split(".")).with_suffix(".py"), *types)
    return source_hash(b"\0".join(file.read_bytes() for file in files)).hex().encode()
