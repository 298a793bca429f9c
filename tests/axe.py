"""axe-core, which finds what keeps people from using a page: fetched with npm, run in the page."""

from __future__ import annotations

import subprocess
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from tests.needs import lack, need_program

PACKAGE = "axe-core@4.14.0"
# What is wrong for many, or for some so that they cannot go on.
FAULTS = """() => axe.run(document, {resultTypes: ['violations']}).then(({violations}) =>
  violations.filter(({impact}) => ['serious', 'critical'].includes(impact)).flatMap(({id, nodes}) =>
    nodes.map(({target, failureSummary}) => `${id}: ${target} ${failureSummary}`)))"""


@cache
def fetch_axe() -> str:
    """Return the script; the test is skipped where npm cannot have it."""
    npm = need_program("npm")
    with TemporaryDirectory() as place:
        done = subprocess.run(
            [npm, "pack", PACKAGE, "--prefer-offline", "--pack-destination", place],
            cwd=place,
            capture_output=True,
            text=True,
        )
        packed = next(Path(place).glob("*.tgz"), None)
        if packed is None:
            lack(f"npm has not fetched {PACKAGE}: {done.stderr}")
        with tarfile.open(packed) as files:
            script = files.extractfile("package/axe.min.js")
            assert script is not None
            return script.read().decode()


def find_faults(page: Page) -> list[str]:
    """Return the serious and critical faults of what is shown now, in light and in dark."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(fetch_axe())
    faults: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        faults += (f"{scheme}: {fault}" for fault in page.evaluate(FAULTS))
    return faults
