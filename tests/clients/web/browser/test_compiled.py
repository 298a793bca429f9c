"""Archives of modules, compiled by this Python for itself."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from linemate.clients.web.browser.compiled import compile_archive, pack
from linemate.clients.web.browser.folder import pack_linemate

SOURCE = b"def answer():\n    return 42\n"
PLAY = """
import sys
sys.path.append("compiled.zip")
from linemate.engine.registry import GAMES, make_game
from linemate.clients.web.browser.engine import EngineSide
print(len(GAMES), EngineSide(lambda: False).start({}).name)
"""


def run(code: str, directory: Path) -> str:
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_modules_are_imported_from_what_was_made_of_them(tmp_path: Path) -> None:
    archive = tmp_path / "compiled.zip"
    archive.write_bytes(pack({"deep/__init__.py": b"", "deep/thought.py": SOURCE, "a.txt": b"b"}))
    compile_archive(str(archive))
    with zipfile.ZipFile(archive) as packed:
        assert set(packed.namelist()) == {"deep/__init__.pyc", "deep/thought.pyc", "a.txt"}
        assert packed.read("a.txt") == b"b"
    code = (
        "import sys; sys.path.append('compiled.zip'); import deep.thought as t; print(t.answer())"
    )
    assert run(code, tmp_path) == "42\n"


def test_linemate_runs_compiled(tmp_path: Path) -> None:
    archive = tmp_path / "compiled.zip"
    archive.write_bytes(pack_linemate())
    compile_archive(str(archive))
    assert run(PLAY, tmp_path) == "6 Linemate\n"


def test_the_same_modules_make_the_same_archive(tmp_path: Path) -> None:
    made = []
    for name in ("a.zip", "b.zip"):
        archive = tmp_path / name
        archive.write_bytes(pack({"module.py": SOURCE}))
        compile_archive(str(archive))
        made.append(archive.read_bytes())
    assert made[0] == made[1]


def test_what_is_no_python_is_told(tmp_path: Path) -> None:
    archive = tmp_path / "bad.zip"
    archive.write_bytes(pack({"bad.py": b"def"}))
    with pytest.raises(SyntaxError):
        compile_archive(str(archive))
    assert zipfile.ZipFile(archive).namelist() == ["bad.py"]
