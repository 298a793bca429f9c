"""The files of a page: those that pages have in common, in `static` beside this, and its own.

Both folders have one layout, as if they were one: a page's `main.js` imports `./dom.js` from here,
and here nothing imports what a page alone has. The type checker knows it by `rootDirs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

# What is served: nothing else that may lie there.
MEDIA_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


def read_assets(package: str) -> dict[str, bytes]:
    """Return the files of the page whose own are in `static` of this package, by name."""
    folders = (files("linemate.clients.shared.page"), files(package))
    return {name: data for each in folders for name, data in _walk(each.joinpath("static"), "")}


def media_type(name: str) -> str | None:
    """Tell what a file is by its name; None is one that is not served."""
    return MEDIA_TYPES.get(name[name.rfind(".") :])


def _walk(directory: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(directory.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif media_type(entry.name):
            yield f"{prefix}{entry.name}", entry.read_bytes()
