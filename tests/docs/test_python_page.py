"""docs/python.md is complete; `test_documents.py` runs its programs."""

from __future__ import annotations

import re

import pytest

from linemate.protocol import driver
from tests.transcripts import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")


def test_every_name_that_the_driver_offers_is_on_the_page() -> None:
    internal = {"EngineProcess", "LineHook", "Option", "Options", "our_command", "our_environment"}
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
