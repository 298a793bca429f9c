"""`linemate` itself: its commands, and what it says to a command it does not have."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.shared.command import COMMANDS, INTERRUPTED
from tests.clients.conftest import ROOT
from tests.waiting import PATIENCE


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name, command in COMMANDS.items():
        assert f"  {name}" in shown
        assert command.help in shown


def test_version_is_that_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("Linemate 0.")


@pytest.mark.parametrize(("arguments", "problem"), [(["chess"], "'chess'"), ([], "no command")])
def test_an_unknown_command_is_refused_with_the_known_ones(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr().err
    assert problem in shown
    assert "expected one of play" in shown


@pytest.mark.parametrize("arguments", ["completion bash", "--help"])
def test_nobody_who_reads_on_is_no_fault(arguments: str) -> None:
    """`linemate check --list | head -1` ended in a traceback, and then still `linemate --help`."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "clients", *arguments.split()]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_is_offered_explains_itself(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        sys.exit(main([name, "--help"]))
    assert left.value.code in (0, None)
    assert "usage" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("play", " -m pip install -e .` in the checkout installs it, and `make play` does"),
        ("web", " -m pip install -e '.[web]'` in the checkout installs it, and `make web` does"),
    ],
)
def test_a_missing_package_is_named_instead_of_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    remedy: str,
    tmp_path: Path,
) -> None:
    def without_it(_: str) -> None:
        raise ModuleNotFoundError("No module named 'rich'", name="rich.console")

    (tmp_path / "pyproject.toml").touch()
    monkeypatch.setattr("linemate.clients.shared.command.ROOT", str(tmp_path))
    monkeypatch.setattr("linemate.clients.__main__.load_command", without_it)
    assert main([name]) == 2
    shown = capsys.readouterr().err
    assert "needs the package rich: " in shown
    assert remedy in shown


def test_a_python_without_packages_is_told_of_the_one_that_make_has_prepared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`python3 -m clients match` after `make play`: pip was proposed, for what was there."""

    def without_rich(_: str) -> None:
        raise ModuleNotFoundError("No module named 'rich'", name="rich.text")

    prepared = tmp_path / ".venv" / "bin" / "linemate"
    prepared.parent.mkdir(parents=True)
    prepared.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("linemate.clients.shared.command.ROOT", str(tmp_path))
    monkeypatch.setattr("linemate.clients.__main__.load_command", without_rich)
    assert main(["match"]) == 2
    shown = capsys.readouterr().err
    assert shown == "linemate match needs the package rich: `.venv/bin/linemate match` has it\n"


def test_a_missing_extra_is_named_with_the_way_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_hypothesis(name: str) -> None:
        raise ModuleNotFoundError("No module named 'hypothesis'", name="hypothesis")

    monkeypatch.setattr("linemate.clients.__main__.load_command", without_hypothesis)
    assert main(["check", "./mybot"]) == 2
    shown = capsys.readouterr().err
    assert "needs the package hypothesis" in shown
    assert "pip install -e '.[check]'" in shown


@pytest.mark.parametrize("path", ["clients", "clients/__main__.py", "engine"])
def test_a_folder_of_the_checkout_can_be_run_from_anywhere(path: str, tmp_path: Path) -> None:
    """It was a traceback about a module `linemate`, or another checkout that is installed."""
    done = subprocess.run(
        [sys.executable, "-E", "-S", str(ROOT / path), "--help"],  # -S: nothing that is installed
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"usage: {Path(sys.executable).name} {ROOT / path} ")


WITHOUT_EXTRAS = """
import sys
from linemate.clients.__main__ import main
from linemate.clients.shared.command import COMMANDS

for package in ("starlette", "uvicorn", "hypothesis", "distributed"):
    sys.modules[package] = None  # so that whoever imports it finds that it is not there
for name in COMMANDS:
    try:
        status = main([name, "--help"])
    except SystemExit as left:
        status = left.code
    print(name, status or 0, file=sys.stderr)
print("started", main(["web", "--no-open"]), file=sys.stderr)
"""


def test_help_is_there_for_whoever_has_no_extra_installed() -> None:
    """`linemate web --help` said what to install in place of what web does."""
    command = [sys.executable, "-c", WITHOUT_EXTRAS]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    *helped, complaint, started = done.stderr.splitlines()
    assert helped == [f"{name} 0" for name in COMMANDS]
    assert "linemate web needs the package uvicorn: " in complaint
    assert "pip install -e '.[web]'" in complaint
    assert started == "started 2"


def test_ctrl_c_while_a_command_is_being_loaded_ends_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("linemate.clients.__main__.load_command", interrupted)
    assert main(["play"]) == INTERRUPTED
