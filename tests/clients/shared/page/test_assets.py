"""A page's own files and those that pages have in common, as one folder."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import pytest

from linemate.clients.shared.page.assets import media_type, read_assets

PAGES = ("linemate.clients.web", "linemate.clients.match.page")
IMPORTED = re.compile(r"""(?:^import|^export|\bfrom)\s[^;"]*"(\.[^"]+)";$""", re.MULTILINE)


@pytest.mark.parametrize("package", PAGES)
def test_every_module_that_is_imported_is_there(package: str) -> None:
    assets = read_assets(package)
    found = 0
    for name, data in assets.items():
        if media_type(name) != "text/javascript":
            continue
        for path in IMPORTED.findall(data.decode()):
            parts: list[str] = []
            for part in (PurePosixPath(name).parent / path).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in assets, f"{name} imports {path}"
            found += 1
    assert found > 10


def test_what_is_no_part_of_a_page_is_not_served() -> None:
    assert media_type("boards/board.js") == "text/javascript"
    assert media_type("states.d.ts") is media_type("assets.py") is media_type("README") is None
