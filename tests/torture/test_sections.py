"""Every section runs: a little of each, so that `make torture` is there when it is needed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.torture.__main__ import SECTIONS
from tests.torture.harness import Options, run

PARTS = {"mates": 0, "kills": 5}  # one that is quick, where one of each kind would take minutes


@pytest.mark.slow
@pytest.mark.parametrize("name", SECTIONS)
def test_a_little_of_a_section_finds_nothing_wrong(name: str) -> None:
    section: Any = SECTIONS[name]
    found = run(name, section, Options(part=PARTS.get(name), scale=0.002, minutes=0.05))
    assert found.counts
    assert found.faults == []
