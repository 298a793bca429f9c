"""A copy of the project, compiled as `make fast` does it, but as a test wants it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def compile_copy(copy: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Copy what the engine consists of to this folder, and compile it there."""
    for name in ("engine", "protocol", "clients", "linemate"):
        shutil.copytree(
            ROOT / name, copy / name, ignore=shutil.ignore_patterns("compiled", "__pycache__")
        )
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return compile_in(copy, **environment)


def compile_in(copy: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=copy,
        env={**os.environ, "LINEMATE_COMPILE": "1", **environment, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=True,
    )
