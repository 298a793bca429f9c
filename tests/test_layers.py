"""Who may know whom: the imports of every module, held to the design."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "protocol", "clients")
MODULES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))

# The clients know the rules and how to drive an engine, and what they have in common; no client
# knows another, and none a search.
FOR_CLIENTS = (
    "clients.shared",
    "protocol.driver",
    "protocol.messages",
    "protocol.ours",
    "engine.core",
    "engine.games",
    "engine.puzzle",
    "engine.registry",
)

# What a module may import of our own, by the longest prefix that fits its name; names without
# the `linemate.` that they all begin with. The version is everybody's.
SEARCHES = (
    *("engine.core", "engine.clock", "engine.crew", "engine.scores", "engine.transposition"),
    "engine.games",
)
ALLOWED = {
    # What all of the engine stands on, each with what lies below it.
    "engine": ("engine.core", "engine.record"),
    "engine.core": ("engine.record", "engine.clock"),
    "engine.games": ("engine.core", "engine.games"),
    "engine.scores": ("engine.core",),
    "engine.transposition": ("engine.scores", "engine.crew"),
    "engine.crew": (),
    "engine.perft": ("engine.core", "engine.clock"),
    "engine.skill": ("engine.core", "engine.clock", "engine.scores"),
    "engine.deepening": ("engine.core", "engine.clock", "engine.scores"),
    # The searchers. What they are made with is handed to them by the registry.
    "engine.textbook": (*SEARCHES, "engine.deepening", "engine.textbook"),
    "engine.proof": (*SEARCHES, "engine.proof"),
    "engine.champion": (
        *SEARCHES,
        *("engine.builds", "engine.deepening", "engine.proof", "engine.champion"),
    ),
    "engine.registry": ("engine",),
    "engine.bench": ("engine.core", "engine.clock", "engine.record", "engine.registry"),
    "engine.tools": ("engine",),
    # A process of its own, which does as the session tells it.
    "engine.helper": (
        *("engine.core", "engine.clock", "engine.crew", "engine.record", "engine.registry"),
    ),
    "engine.__main__": (
        "engine",
        "protocol.conversation",
        "protocol.ours",
        "protocol.session",
        "protocol.session_ugi",
    ),
    "protocol": ("protocol", "engine.core", "engine.record"),
    "protocol.preparation": ("engine.core", "engine.clock"),
    "protocol.cutechess": ("engine.core", "engine.games"),
    "protocol.helpers": (
        *("engine.core", "engine.clock", "engine.crew", "engine.registry"),
        *("protocol.ours", "protocol.reaper"),
    ),
    "protocol.session": ("protocol", "engine"),
    "protocol.session_ugi": ("protocol", "engine"),
    "protocol.session_gomocup": ("protocol", "engine"),
    "clients": ("clients.shared",),
    # What an engine says, line by line: the driver would mend and reject it.
    "clients.check": ("clients.check", *FOR_CLIENTS, "protocol.replies"),
    # The words of Gomocup are the same for both who speak it.
    "clients.shared.gomocup": (*FOR_CLIENTS, "protocol.gomocup"),
    **{
        f"clients.{room.name}": (f"clients.{room.name}", *FOR_CLIENTS)
        for room in (ROOT / "clients").iterdir()
        if room.name != "check" and (room / "__init__.py").exists()
    },
}
STANDARD_LIBRARY_ONLY = ("engine", "protocol")


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imports(path: Path) -> Iterator[str]:
    """The names of the modules that a file imports, wherever in the file it does so; of ours
    without `linemate.`, but for the name itself.
    """
    for name in imported_names(path):
        assert name.split(".")[0] not in FOLDERS, f"{path} imports {name}, which is not installed"
        yield name.removeprefix("linemate.")


def imported_names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            assert node.module
            module = ROOT / Path(*node.module.removeprefix("linemate.").split("."))
            if node.module != "linemate" and module.is_dir():
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            else:
                yield node.module


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_module_imports_only_what_its_layer_may_know(path: Path) -> None:
    name = module_name(path)
    rule = max((prefix for prefix in ALLOWED if within(name, prefix)), key=len)
    for imported in imports(path):
        if imported == "linemate":
            continue
        if imported.split(".")[0] in FOLDERS:
            assert any(within(imported, allowed) for allowed in ALLOWED[rule]), imported
        elif name.split(".")[0] in STANDARD_LIBRARY_ONLY:
            assert imported.split(".")[0] in sys.stdlib_module_names, imported


@pytest.mark.parametrize("folder", FOLDERS)
def test_init_files_import_nothing(folder: str) -> None:
    for path in (ROOT / folder).rglob("__init__.py"):
        assert not list(imports(path)), path


def test_no_core_of_a_game_imports_that_of_another() -> None:
    champion = ROOT / "engine" / "champion"
    games = [path.parent.name for path in champion.glob("*/__init__.py")]
    assert len(games) == 4
    for path in champion.rglob("*.py"):
        for other in games:
            if path.parent.name != other:
                core = f"engine.champion.{other}"
                assert not any(within(name, core) for name in imports(path)), path


def test_no_client_takes_a_search_from_the_registry() -> None:
    searching = {"make_searcher", "make_heuristic", "make_rollout", "make_core", "make_prover"}
    for path in (ROOT / "clients").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "linemate.engine.registry":
                assert not searching & {alias.name for alias in node.names}, path
            if isinstance(node, ast.ImportFrom) and node.module == "linemate.engine":
                assert "registry" not in {alias.name for alias in node.names}, path


def test_the_engine_neither_prints_nor_reads_input() -> None:
    """It is called, it never calls out; `__main__` and the tools are processes."""
    for path in (ROOT / "engine").rglob("*.py"):
        if path.parent.name == "tools":
            continue
        names = {
            node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)
        }
        assert not names & {"print", "input", "open"}, path
        if path.name != "__main__.py":
            assert "sys" not in imports(path), path


def test_play_never_imports_the_tools() -> None:
    for path in MODULES:
        if path.parent.name != "tools":
            assert not any(within(name, "engine.tools") for name in imports(path)), path
