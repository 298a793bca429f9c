"""How this project's modules are run, and what they say they were started as."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from linemate.protocol.ours import our_command, our_environment
from tests.protocol.engine_process import DEADLINE, ROOT

PYTHON = os.path.basename(sys.executable)
SCRIPT = "import sys; from linemate.engine.__main__ import main; sys.exit(main())\n"


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=cwd, env=our_environment(), capture_output=True, text=True, timeout=DEADLINE
    )


@pytest.mark.parametrize("module", ["engine", "linemate.engine"])
def test_a_module_names_the_command_that_runs_it(module: str) -> None:
    helped = run(sys.executable, "-m", module, "--help", cwd=ROOT)
    assert helped.stdout.startswith(f"usage: {PYTHON} -m {module} [--protocol")
    refused = run(sys.executable, "-m", module, "chess", cwd=ROOT)
    assert refused.stderr.startswith(f"{PYTHON} -m {module}: unknown game 'chess'")


def test_an_installed_script_is_named_as_it_is_called(tmp_path: Path) -> None:
    script = tmp_path / "linemate-engine"
    script.write_text(SCRIPT)
    helped = run(sys.executable, script, "--help", cwd=tmp_path)
    assert helped.stdout.startswith("usage: linemate-engine [--protocol")


def test_our_command_runs_anywhere_whatever_lies_there(tmp_path: Path) -> None:
    for name in ("linemate", "engine", "random"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not ours')\n")
    done = run(*our_command("linemate.engine"), "--version", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Linemate ")


def test_what_else_is_in_the_environment_is_kept() -> None:
    given = {"PYTHONPATH": "/there", "HOME": "/home"}
    made = our_environment(given)
    assert made == {"PYTHONPATH": f"{ROOT}{os.pathsep}/there", "HOME": "/home"}
    assert given["PYTHONPATH"] == "/there"
