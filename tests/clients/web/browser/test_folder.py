"""`linemate web --static DIR`: what is written, where, and what is refused; npm is played here."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from linemate.clients.web.browser import folder
from linemate.clients.web.browser.folder import pack_linemate, read_names, write_folder
from linemate.clients.web.command import main
from linemate.engine.core import LinemateError

PLAY = """
import sys
sys.path.append(sys.argv[1])
from linemate.clients.shared.player import Question
from linemate.clients.web.browser import tab
from linemate.clients.web.browser.engine import EngineSide
from linemate.protocol.driver import Limits
side = EngineSide(lambda: False)
side.start({})
for number, game in enumerate(("nineboard", "ultimate", "qubic", "gomoku")):
    side.prepare(number, game, {})
    side.analyse(Question(None, (), Limits(nodes=50)))
    look = side.follow(60)
    print(game, look.answer.move, look.infos[0].score.plies is not None)
"""


def write(directory: Path, first: str = "ultimate", **settings: str) -> list[str]:
    """Write a page and return what was said."""
    said: list[str] = []
    write_folder(directory, first, settings, said.append)
    return said


@pytest.fixture
def no_pyodide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be nothing that would have to be fetched and run."""
    monkeypatch.setattr(folder, "compile_all", lambda content: None)
    monkeypatch.setattr(folder, "fetch_pyodide", lambda: {"python/pyodide.mjs": b"// Python"})


@pytest.mark.usefixtures("no_pyodide")
def test_all_of_the_page_is_written_and_nothing_names_its_place(tmp_path: Path) -> None:
    place = tmp_path / "new" / "page"
    said = write(place, "gomoku size=9", Skill="3")
    assert str(place) in said[-1]
    files = {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()}
    assert {"index.html", "static/main.js", "browser/tab.js", "python/pyodide.mjs"} <= files
    assert "static/index.html" not in files
    page = json.loads((place / "linemate.json").read_text())["page"]
    assert page == {"first": "gomoku size=9", "settings": {"Hash": "16", "Skill": "3"}}
    assert "WebSocket(" not in (place / "static/endpoint.js").read_text()
    assert "WebSocket(" not in (place / "static/connection.js").read_text()
    for path in place.rglob("*"):
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text()
            assert 'src="/' not in text, path
            assert 'href="/' not in text, path
            assert "https://" not in text, path
    listed = (place / "files.js").read_text()
    kept = json.loads(listed.removeprefix("self.linemateFiles = ").rstrip(";\n"))["names"]
    assert {"./", "index.html", "linemate.zip", "python/pyodide.mjs"} <= set(kept)
    assert all(name == "./" or (place / name).is_file() for name in kept)


@pytest.mark.usefixtures("no_pyodide")
def test_a_setting_of_the_command_line_comes_first_however_it_is_spelt(tmp_path: Path) -> None:
    write(tmp_path, hash="64")
    assert json.loads((tmp_path / "linemate.json").read_text())["page"]["settings"] == {
        "hash": "64"
    }


@pytest.mark.usefixtures("no_pyodide")
def test_the_same_page_has_the_same_files_and_another_one_another_version(tmp_path: Path) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b")
    write(tmp_path / "c", "qubic")
    versions = [(tmp_path / name / "files.js").read_bytes() for name in "abc"]
    assert versions[0] == versions[1] != versions[2]


@pytest.mark.usefixtures("no_pyodide")
def test_a_page_is_written_anew_and_what_it_has_no_more_is_gone(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path)
    (tmp_path / "CNAME").write_text("games.example")
    (tmp_path / "static" / "old.js").write_text("")
    marker = tmp_path / "linemate.json"
    known = json.loads(marker.read_text())
    outside = tmp_path.parent / "outside"
    outside.write_text("")
    known["files"] += ["static/old.js", "../outside", str(outside)]
    marker.write_text(json.dumps(known))
    write(tmp_path, "qubic")
    assert not (tmp_path / "static" / "old.js").exists()
    assert (tmp_path / "CNAME").exists()
    assert outside.exists()
    assert "qubic" in marker.read_text()


@pytest.mark.usefixtures("no_pyodide")
def test_one_that_was_written_by_half_is_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, content: bytes) -> None:
        if path.name == "main.js":
            raise OSError(28, "No space left on device", str(path))
        path.write_bytes(content)

    with monkeypatch.context() as full:
        full.setattr(folder, "write_whole", fail)
        with pytest.raises(LinemateError, match=r"cannot write .*main\.js: No space left"):
            write(tmp_path)
    assert not (tmp_path / "index.html").exists()
    write(tmp_path)
    assert (tmp_path / "index.html").exists()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(LinemateError, match=r"holds other things, as 'thesis\.tex'"):
        write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("marker", ["", "[]", '{"files": 3}', "{}"])
def test_a_marker_of_somebody_else_is_refused(tmp_path: Path, marker: str) -> None:
    (tmp_path / "linemate.json").write_text(marker)
    with pytest.raises(LinemateError, match=r"bad linemate\.json"):
        read_names(tmp_path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("")
    with pytest.raises(LinemateError, match="Not a directory"):
        write(tmp_path / "page")


# ------------------------------------------------------------------ npm


def npm(directory: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `npm` be a shell script; its last argument is where the package goes."""
    for name in ("npm", "node"):
        tool = directory / name
        tool.write_text(f"#!/bin/sh\nfor place; do :; done\n{script}\n")
        tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{directory}:/usr/bin:/bin")


def test_without_npm_it_says_what_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--static", str(tmp_path / "page")]) == 2
    said = capsys.readouterr()
    assert "there is no npm: npm fetches Pyodide" in said.err
    assert not said.out
    assert not (tmp_path / "page").exists()


def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm(tmp_path, "exit 1", monkeypatch)
    monkeypatch.setattr(os, "access", lambda path, mode: path != tmp_path)
    with pytest.raises(LinemateError, match=r"cannot write .*page: Permission denied"):
        write(tmp_path / "deep" / "page")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--static", ""], "--static needs the name of a folder"),
        (["--static", "page", "--set", "Threads=2"], "Threads are processes"),
    ],
)
def test_what_no_page_has_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert said in capsys.readouterr().err


def test_what_npm_says_is_passed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm(tmp_path, "echo 'npm error code ENOTFOUND' >&2; exit 1", monkeypatch)
    with pytest.raises(LinemateError, match="npm pack failed: npm error code ENOTFOUND"):
        write(tmp_path / "page")
    assert not (tmp_path / "page").exists()


def test_a_package_that_is_not_the_one_that_was_tried_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "other.tgz"
    with tarfile.open(package, "w:gz") as packed:
        packed.addfile(tarfile.TarInfo("package/pyodide.mjs"), io.BytesIO(b""))
    npm(tmp_path, f'cp {package} "$place"', monkeypatch)
    with pytest.raises(LinemateError, match="its SHA-512 differs"):
        write(tmp_path / "page")


# ------------------------------------------------------------------ the command line


@pytest.mark.usefixtures("no_pyodide")
def test_the_command_writes_a_page_without_the_extra_that_a_server_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("starlette", "uvicorn"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "linemate.clients.web.server", raising=False)
    monkeypatch.delitem(sys.modules, "linemate.clients.web.application", raising=False)
    assert main(["gomoku", "size=9", "--static", str(tmp_path / "page"), "--set", "Hash=8"]) == 0
    assert capsys.readouterr().out.startswith("Fetching Pyodide")
    text = (tmp_path / "page" / "linemate.json").read_text()
    page = json.loads(text)["page"]
    assert page == {"first": "gomoku size=9 rule=freestyle", "settings": {"Hash": "8"}}


@pytest.mark.parametrize(
    "words",
    [["--port", "1"], ["--host", "::"], ["--no-open"], ["--engines", "2"], ["--engine", "./bot"]],
)
def test_what_only_a_server_has_is_refused(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["--static", str(tmp_path / "page"), *words])
    assert f"{words[0]} is for a server, and a page of --static has none" in capsys.readouterr().err


def test_a_setting_that_the_engine_does_not_have_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--static", str(tmp_path / "page"), "--set", "Hush=8"]) == 2
    assert "unknown option 'Hush'" in capsys.readouterr().err


# ------------------------------------------------------------------ what it runs


def test_the_archive_has_all_that_is_imported_and_the_data(tmp_path: Path) -> None:
    archive = tmp_path / "linemate.zip"
    archive.write_bytes(pack_linemate())
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PLAY, str(archive)],
        cwd=tmp_path,
        env={**os.environ, "LINEMATE_INTERPRETED": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[0] for line in lines] == ["nineboard", "ultimate", "qubic", "gomoku"]
    assert lines[2][2] == "True", "qubic is solved, by the certificate"


def test_the_archive_has_nothing_of_a_server() -> None:
    with zipfile.ZipFile(io.BytesIO(pack_linemate())) as archive:
        names = set(archive.namelist())
    assert "clients/web/session.py" in names
    assert not any(name.startswith(("engine/tools", "clients/web/server")) for name in names)
