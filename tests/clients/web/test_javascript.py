"""The modules of the page that need no browser, by the test runner of Node.js: *.test.mjs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.test.mjs")))
def test_a_module_of_the_page(name: str) -> None:
    node = shutil.which("node")
    if node is None:
        if os.environ.get("CI"):
            pytest.fail("there is no node")
        pytest.skip("there is no node")
    done = subprocess.run(
        [node, "--test", name], cwd=HERE, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
