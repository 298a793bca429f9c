"""One source, two builds: what is compiled does the same, and never hides a changed source."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from linemate.engine import builds
from linemate.engine.builds import (
    HOT_MODULES,
    INTERPRETED,
    compiled_file,
    describe_build,
    hot_module,
    stamp,
    stamp_file,
)
from tests.compiled import compile_copy, compile_in
from tests.needs import lack
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
NAME = HOT_MODULES[0]
# Functions of the hot modules that take or return what only Python has.
CALLED_FROM_OUTSIDE = {
    *("__init__", "use_clock", "use_table", "use_tables", "limit_nodes", "forget", "reduction"),
    *("key", "line_at", "merits_at", "free_packs", "is_decided", "zone_cells"),
    *("share", "use_proofs", "win_line"),
}
CONSTANT = r"\b[A-Z][A-Z_]*\b"
QUICKLY = {"CFLAGS": "-O0 -w"}
# What `bench` prints, without its times.
RULES = """
from random import Random
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.registry import make_game, make_searcher
for rule in ("standard", "renju", "caro", "caro6"):
    game, random = make_game("gomoku", {"size": "9", "rule": rule}), Random(rule)
    for _ in range(6):
        position = game.start()
        for _ in range(random.randrange(6, 30)):
            if position.outcome() is None:
                position.play(random.choice(game.natural_moves(position)))
        if position.outcome() is None:
            searcher = make_searcher("auto", game, {"Hash": 1})
            info = list(searcher.search(position, Clock(Limits(depth=4))))[-1]
            print(rule, info.nodes, info.score, info.pv)
"""
# How deep the entries of a table are, where a board that is nearly dead was searched to depth 20.
DEPTHS = """
from linemate.engine.champion.gomoku.core import GomokuCore
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.registry import make_game
game = make_game("mnk", {"width": "6", "height": "4", "row": "5"})
position, core = game.start(), GomokuCore(game, 1)
for move in (7, 8, 2, 3):
    position.play(move)
core.begin(position, Clock(Limits(depth=20)))
for depth in (2, 20):
    core.search_move(position.legal_moves()[0], depth, -30000, 30000)
print(core.nodes, *sorted({word >> 27 for word in core._table.words[1::2].tolist() if word}))
"""
BENCH = """
from linemate.engine.bench import bench
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
for result in bench(None, Clock(Limits(infinite=True))):
    print(result.name, result.nodes)
"""
FITTED = """
from random import Random
from linemate.engine.tools.fitting import Examples
from linemate.engine.tools.selfplay import PUPILS, play_games
pupil = PUPILS["nineboard"]
examples = Examples(pupil.make_game(), pupil.make_features(), pupil.steps_per_logit)
examples.add_games(play_games("nineboard", None, 3, 1, 2, "both"))
print(*examples.fit(None, 2, Random(1)), sep="\\n")
"""


def test_the_hot_modules_are_those_with_types_for_the_compiler() -> None:
    found = sorted((ROOT / "engine").glob("**/*.pxd"))
    names = [".".join(path.with_suffix("").relative_to(ROOT / "engine").parts) for path in found]
    assert names == sorted(HOT_MODULES)


@pytest.mark.parametrize("name", HOT_MODULES)
def test_what_is_not_for_the_rest_of_the_engine_has_types(name: str) -> None:
    """A function that is left out is an ordinary one, and fifteen times as slow without a word."""
    source = (ROOT / "engine").joinpath(*name.split("."))
    functions = re.findall(r"^    def (\w+)\(", source.with_suffix(".py").read_text(), re.MULTILINE)
    types = source.with_suffix(".pxd").read_text()
    untyped = {name for name in functions if not re.search(rf"\b{name}\(self", types)}
    assert untyped <= CALLED_FROM_OUTSIDE


@pytest.mark.parametrize("name", HOT_MODULES)
def test_the_constants_with_types_are_those_of_functions_with_types(name: str) -> None:
    """Without one a constant is looked up as Python does it; and where only Python is meant to see
    it, a type may take away bits without a word.
    """
    source = (ROOT / "engine").joinpath(*name.split("."))
    types = source.with_suffix(".pxd").read_text()
    code = re.sub(r'""".*?"""|#[^\n]*', "", source.with_suffix(".py").read_text(), flags=re.DOTALL)
    used = set()
    for function in re.split(r"^(?=(?:    )?def )", code, flags=re.MULTILINE)[1:]:
        if re.search(rf"\b{re.split(r'[ (]', function.lstrip())[1]}\(", types):
            used.update(re.findall(CONSTANT, function))
    lines = "\n".join(line for line in types.splitlines() if line.startswith("cdef "))
    assert used == set(re.findall(CONSTANT, lines))


# -------------------------------------------------------------- which build is used


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the sources of one hot module, and something compiled from them."""
    monkeypatch.setattr(builds, "ENGINE", tmp_path)
    monkeypatch.setattr(builds, "HOT_MODULES", (NAME,))
    monkeypatch.delenv(INTERPRETED)
    for suffix in (".py", ".pxd"):
        source = tmp_path.joinpath(*NAME.split(".")).with_suffix(suffix)
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("")
    stem = tmp_path.joinpath("compiled", *NAME.split("."))
    stem.parent.mkdir(parents=True)
    path = stem.with_name(stem.name + EXTENSION_SUFFIXES[0])
    path.write_bytes(b"no module")
    stamp_file(path).write_bytes(stamp(NAME))
    return tmp_path


def test_what_was_compiled_from_the_present_source_is_used(
    engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert describe_build() == ("compiled", "")
    monkeypatch.setattr(builds, "import_module", ModuleType)
    assert hot_module(NAME).__name__ == f"linemate.engine.compiled.{NAME}"


@pytest.mark.parametrize("suffix", [".py", ".pxd"])
def test_a_changed_source_is_not_hidden_by_what_was_compiled_before(
    engine: Path, suffix: str
) -> None:
    engine.joinpath(*NAME.split(".")).with_suffix(suffix).write_text("pass\n")
    build, problem = describe_build()
    assert build == "interpreted"
    assert problem == f"the compiled {NAME} is not of this source and is not used: make fast"
    assert hot_module(NAME).__name__ == f"linemate.engine.{NAME}"


def test_changed_types_of_one_module_are_those_of_all_that_are_built_on_it(
    engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is compiled relies on the places of what it is derived from, and would crash."""
    base = engine / "base.pxd"
    base.write_text("")
    monkeypatch.setattr(builds, "HOT_MODULES", (NAME, "base"))
    before = stamp(NAME)
    base.write_text("cdef class Base: pass\n")
    assert stamp(NAME) != before


def test_one_module_that_is_not_compiled_keeps_the_others_from_being_used(
    engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "HOT_MODULES", (NAME, "another"))
    assert describe_build()[0] == "interpreted"
    assert hot_module(NAME).__name__ == f"linemate.engine.{NAME}"


def test_something_compiled_without_a_stamp_is_not_used(engine: Path) -> None:
    path = compiled_file(NAME)
    assert path is not None
    stamp_file(path).unlink()
    assert describe_build()[0] == "interpreted"


def test_the_environment_can_ask_for_the_source(
    engine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(INTERPRETED, "1")
    assert describe_build() == ("interpreted", "")
    assert hot_module(NAME).__name__ == f"linemate.engine.{NAME}"


# -------------------------------------------------------------- a real one


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the engine consists of, compiled as `make fast` does it, but sooner."""
    if find_spec("Cython") is None or shutil.which("cc") is None:
        lack("no Cython or C compiler here")
    copy = tmp_path_factory.mktemp("checkout")
    compile_copy(copy, **QUICKLY)
    return copy


def run(checkout: Path, *arguments: str, text: str = "", **environment: str) -> list[str]:
    """Return the lines that Python prints in a checkout, which uses what is compiled there."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), INTERPRETED: "", **environment},
        input=text,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    return done.stdout.splitlines()


def name_of(checkout: Path, **environment: str) -> str:
    return run(checkout, "-m", "engine", text="ugi\nquit\n", **environment)[0]


def test_both_builds_visit_the_same_nodes_and_say_which_they_are(checkout: Path) -> None:
    assert name_of(checkout) == name_of(checkout, **{INTERPRETED: "1"}) + " compiled"
    counts = run(checkout, "-c", BENCH)
    hot = {name.split(".")[1] for name in HOT_MODULES if name.startswith("champion.")}
    assert hot <= {count.split()[0] for count in counts}
    assert counts == run(checkout, "-c", BENCH, **{INTERPRETED: "1"})


def test_both_builds_visit_the_same_nodes_under_every_rule_of_gomoku(checkout: Path) -> None:
    counts = run(checkout, "-c", RULES)
    assert len(counts) > 10
    assert counts == run(checkout, "-c", RULES, **{INTERPRETED: "1"})


def test_both_builds_tell_deep_entries_of_the_table_alike(checkout: Path) -> None:
    """Compiled, depth 16 of gomoku was more than an int can hold, and became depth 112."""
    (depths,) = run(checkout, "-c", DEPTHS)
    assert depths.endswith(" 17 18 19")
    assert [depths] == run(checkout, "-c", DEPTHS, **{INTERPRETED: "1"})


def test_both_builds_fit_the_same_weights_to_the_last_bit(checkout: Path) -> None:
    weights, errors = run(checkout, "-c", FITTED)
    assert len(errors.split()) == 2
    assert [weights, errors] == run(checkout, "-c", FITTED, **{INTERPRETED: "1"})


def test_without_a_compiler_it_says_so_and_goes_on_interpreted(
    checkout: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(
        checkout, tmp_path / "copy", ignore=shutil.ignore_patterns("compiled", "lib*", "temp*")
    )
    done = compile_in(copy, **QUICKLY, CC="no-compiler")
    assert "no-compiler" in done.stderr
    assert not name_of(copy).endswith("compiled")
