"""The modules of the page that need no browser, by the test runner of Node.js: *.test.mjs."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.needs import need_program

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_a_module_of_the_page(name: str) -> None:
    done = subprocess.run(
        [need_program("node"), "--import", "./one_folder.mjs", "--test", name],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
