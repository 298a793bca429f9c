"""docs/python.md is true: every program in it runs, and prints what the page shows."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from linemate.protocol import driver

from tests.protocol.engine_process import DEADLINE, ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
# A program and, right behind it, its output.
PROGRAMS = re.findall(r"^```python\n(.*?)^```\n```text\n(.*?)^```$", PAGE, flags=re.M | re.S)


def test_every_program_has_its_output_behind_it() -> None:
    assert len(PROGRAMS) == PAGE.count("\n```python\n") == PAGE.count("\n```text\n")


@pytest.mark.parametrize(("program", "shown"), PROGRAMS)
def test_a_program_prints_what_is_shown(program: str, shown: str) -> None:
    """Where `...` stands, anything may."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=DEADLINE,
    )
    assert (done.returncode, done.stderr) == (0, "")
    pattern = ".*".join(map(re.escape, shown.split("...")))
    assert re.fullmatch(pattern, done.stdout), done.stdout


def test_every_name_that_the_driver_offers_is_on_the_page() -> None:
    internal = {"EngineProcess", "Option", "Options", "our_command", "our_environment"}
    for name in set(driver.__all__) - internal:
        assert re.search(rf"\b{name}\b", PAGE), name


@pytest.mark.parametrize("kind", [driver.Engine, driver.Analysis, driver.Answer, driver.Limits])
def test_every_method_and_field_is_on_the_page(kind: type) -> None:
    names = {*vars(kind), *getattr(kind, "__annotations__", ())}
    for name in names - {"searchmoves", "shake_hands"}:
        if not name.startswith("_"):
            assert re.search(rf"\b{name}\b", PAGE), name


def test_the_deadlines_are_those_of_the_driver() -> None:
    assert f"limits allow and {driver.MARGIN:.0f} seconds" in PAGE
    assert f"or {driver.PATIENCE:.0f} seconds" in PAGE.replace("\n", " ")
