"""The table of commands, and that each is named as it was started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linemate.clients.shared import command
from linemate.clients.shared.command import COMMANDS, load_command, program
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
PYTHON = Path(sys.executable).name
# What the script that pip makes does; the name is the user's.
SCRIPT = "import sys; from linemate.clients.__main__ import main; sys.exit(main())"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
    )


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "linemate"
    path.write_text(SCRIPT)
    return str(path)


@pytest.mark.parametrize(
    ("module", "name"), [("clients", "play"), *(("linemate.clients", name) for name in COMMANDS)]
)
def test_a_module_that_python_runs_is_named_in_help_and_errors(module: str, name: str) -> None:
    started = f"{PYTHON} -m {module} {name}"
    help_text = run(sys.executable, "-m", module, name, "--help").stdout
    assert help_text.startswith(f"usage: {started} ")
    assert name == "completion" or "linemate " not in help_text
    refused = run(sys.executable, "-m", module, name, "--nonsense")
    assert refused.returncode == 2
    assert f"{started}: error: " in refused.stderr


def test_an_installed_command_is_named_linemate(script: str) -> None:
    assert run(sys.executable, script, "--help").stdout.startswith("usage: linemate COMMAND ")
    assert run(sys.executable, script, "check", "--help").stdout.startswith("usage: linemate check")
    assert run(sys.executable, script, "chess").stderr.startswith("linemate: unknown command")


def test_the_list_of_commands_is_for_whoever_started_it() -> None:
    shown = run(sys.executable, "-m", "clients").stderr
    assert shown.startswith(f"{PYTHON} -m clients: no command: expected one of play")
    assert f"usage: {PYTHON} -m clients COMMAND" in shown


def test_a_program_that_calls_us_sees_the_usual_name() -> None:
    assert program() == "linemate"
    assert program("play") == "linemate play"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_parser_by_the_same_name(name: str) -> None:
    """`linemate completion` asks it what there is to complete."""
    parser = load_command(name).make_parser()
    assert parser.prog == f"linemate {name}"
    assert parser.description


def test_the_list_of_commands_loads_none_of_them() -> None:
    """Nor what takes long to load: it is there at once."""
    program = (
        "import sys; from linemate.clients.__main__ import main; main(['--help']);"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    loaded = run(sys.executable, "-c", program).stderr.split()
    assert "linemate.clients.shared.command" in loaded
    assert not {"argparse", "rich", "hypothesis", "linemate.engine.registry"} & set(loaded)


def test_whoever_has_no_checkout_is_told_the_packages_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From a wheel without its extra, `linemate web` advised a checkout."""
    monkeypatch.setattr(command, "ROOT", str(tmp_path))
    told = command.how_to_install("web")
    assert "pip install 'starlette" in told
    assert "'uvicorn[standard]" in told
    assert "'rich" in command.how_to_install("")
    assert "starlette" not in command.how_to_install("")
