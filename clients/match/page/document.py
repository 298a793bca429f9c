"""The page of a match as one file of HTML: live while it is played, and whole when it is over."""

from __future__ import annotations

from functools import cache

from linemate.clients.shared.page.assets import read_assets
from linemate.clients.shared.page.bundle import bundle_modules, make_document

TITLE = "<title>Linemate match</title>"  # by which a page is known that may be written again
STYLES = ("styles/theme.css", "styles/boards.css", "styles/match.css")


def write_page(data: str, live: bool = False) -> str:
    """Return the page with these data, as JSON; a live one asks its server for what is new."""
    template, script, style = _parts()
    return make_document(template, script, style, data, live)


@cache
def _parts() -> tuple[str, str, str]:
    assets = read_assets("linemate.clients.match.page")
    style = "\n".join(assets[name].decode() for name in STYLES)
    return assets["index.html"].decode(), bundle_modules(assets, "main.js"), style
