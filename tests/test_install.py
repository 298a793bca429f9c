"""Installed in every way: what is there, that it runs, and that nobody's files get in its way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from sysconfig import get_path

import pytest

from linemate import __version__

ROOT = Path(__file__).parent.parent
CONVERSATION = "ugi\nposition startpos moves b2\ngo nodes 50\n"
# In a program's own folder, where a user works, with the names that would hurt most.
HOSTILE = "raise SystemExit('this file is the user\\'s, and Linemate must not import it')"


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout: building leaves files behind."""
    copy = tmp_path_factory.mktemp("sources") / "linemate"
    copy.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    for name in ("linemate", "engine", "protocol", "clients", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wheel", sources, tmp_path_factory.mktemp("wheel"))


def build(kind: str, sources: Path, directory: Path) -> Path:
    """The wheel that pip would make of the sources, an ordinary or an editable one. Not by pip
    itself, which may be offline and then has no setuptools for a build of its own.
    """
    program = f"from setuptools.build_meta import *; build_{kind}({str(directory)!r})"
    finish([sys.executable, "-W", "ignore", "-c", program], cwd=sources)
    (path,) = directory.glob("*.whl")
    return path


@pytest.fixture(params=["wheel", "editable"], scope="module")
def bin(
    request: pytest.FixtureRequest,
    wheel: Path,
    sources: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Where the commands of a clean environment are, with Linemate in it and what it needs."""
    environment = tmp_path_factory.mktemp(f"{request.param}-environment")
    finish([sys.executable, "-m", "venv", "--without-pip", str(environment)])
    found = environment / ("Scripts" if os.name == "nt" else "bin")
    if request.param == "editable":
        wheel = build("editable", sources, tmp_path_factory.mktemp("editable"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    into = ["--python", str(found / "python"), "install", "--no-deps", "--no-index"]
    finish([*pip, *into, str(wheel)])
    # rich, from the environment that runs this test; whatever else is installed there as editable
    # is not found in this way, so Linemate must be found by itself.
    (site,) = environment.glob("**/site-packages")
    (site / "borrowed.pth").write_text(get_path("purelib"))
    return found


def finish(command: list[str], cwd: Path | None = None) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr


def run(directory: Path, *command: str | Path, text: str = "") -> str:
    """What it prints, in a folder of the user's that is on his path as well."""
    done = subprocess.run(
        list(map(str, command)),
        input=text,
        capture_output=True,
        text=True,
        cwd=directory,
        env={**os.environ, "PYTHONPATH": "."},
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which somebody writes an engine of his own."""
    for name in ("engine", "protocol", "clients"):
        (tmp_path / f"{name}.py").write_text(HOSTILE)
    return tmp_path


def test_a_wheel_has_the_one_name_and_every_file_that_runs_or_is_read(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.split("/")[0] for name in names} == {
        "linemate",
        f"linemate-{__version__}.dist-info",
    }
    wanted = {"linemate/__init__.py", "linemate/py.typed", "linemate/protocol/PROTOCOL.md"}
    wanted |= {f"linemate/clients/lab/tree/page.{suffix}" for suffix in ("html", "css", "js")}
    for folder in ("engine", "protocol", "clients"):
        wanted |= {f"linemate/{path.relative_to(ROOT)}" for path in (ROOT / folder).rglob("*.py")}
    web = ROOT / "clients" / "web"
    page = ROOT / "clients" / "shared" / "page"
    match = ROOT / "clients" / "match" / "page"
    pages = (page / "static", match / "static", web / "static", web / "browser")
    for read in (ROOT / "engine" / "data", *pages):
        wanted |= {
            f"linemate/{path.relative_to(ROOT)}"
            for path in read.rglob("*")
            if path.is_file() and path.suffix != ".pyc"
        }
    assert not wanted - names
    assert not [name for name in names if "/tests/" in name or name.endswith(".png")]


def test_an_installed_engine_plays_beside_files_of_the_same_names(bin: Path, folder: Path) -> None:
    """`linemate-engine` died of a user's own `engine.py` when it was installed as `engine`."""
    assert "\nbestmove " in run(folder, bin / "linemate-engine", "tictactoe", text=CONVERSATION)
    assert "\nbestmove " in run(folder, bin / "python", "-m", "linemate.engine", text=CONVERSATION)


def test_installed_clients_find_the_engine_beside_such_files(bin: Path, folder: Path) -> None:
    words = ("play", "tictactoe", "--as", "x", "--nodes", "50")
    assert "O plays" in run(folder, bin / "linemate", *words, text="b2\nquit\n")
    assert run(folder, bin / "linemate", "--version") == f"Linemate {__version__}\n"


def test_a_program_gets_the_driver_by_the_short_name(bin: Path, folder: Path) -> None:
    program = (
        "from linemate import Engine, Limits\n"
        "with Engine.start() as engine:\n"
        "    engine.newgame('tictactoe')\n"
        "    print(engine.play(Limits(nodes=50)).move)\n"
    )
    assert len(run(folder, bin / "python", "-c", program).strip()) == 2


def test_installed_or_not_the_page_without_a_server_is_the_same(bin: Path, folder: Path) -> None:
    program = (
        "from hashlib import sha256\n"
        "from linemate.clients.web.browser.folder import collect_page, pack_linemate\n"
        "page = {**collect_page(), 'linemate.zip': pack_linemate()}\n"
        "for name, data in sorted(page.items()): print(name, sha256(data).hexdigest())\n"
    )
    installed = run(folder, bin / "python", "-c", program)
    assert "static/main.js" in installed
    assert installed == run(ROOT, sys.executable, "-c", program)


def test_a_bare_checkout_needs_no_install(tmp_path: Path) -> None:
    """Nothing that is installed can help without site-packages; and only -m finds the folders."""
    bare = (sys.executable, "-E", "-s", "-S", "-m")
    assert "\nbestmove " in run(ROOT, *bare, "engine", text=CONVERSATION)
    assert "\nbestmove " in run(ROOT, *bare, "linemate.engine", text=CONVERSATION)
    assert run(ROOT, *bare, "clients", "--version") == f"Linemate {__version__}\n"


def test_a_checkout_plays_from_its_folder(folder: Path) -> None:
    words = ("play", "tictactoe", "--as", "x", "--nodes", "50")
    assert "O plays" in run(ROOT, sys.executable, "-m", "clients", *words, text="b2\nquit\n")


def test_an_unknown_public_name_is_an_error() -> None:
    import linemate

    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = linemate.nonsense
