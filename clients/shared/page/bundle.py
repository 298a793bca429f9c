"""A page as one file, which needs no server and no network: its modules become one script.

The modules keep their scopes: each is a function that returns what it exports, in an order in which
everything is there before it is used. They must be plain, as ours are, or BundleError says where:

    import { draw, make } from "./dom.js";          names in braces, and nothing renamed
    export function make(...) ...                   or `class`, `const`; nothing by default

The policy in the page allows this script and this style by their hashes, and nothing else: no
address that a name or a comment may hold is ever asked.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from typing import Any

IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.[^"]*)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
# What would end the script early, wherever in it that stands.
END_OF_SCRIPT = re.compile(r"</script|<!--", re.IGNORECASE)


class BundleError(ValueError):
    """A module that cannot be part of one script."""


def bundle_modules(assets: Mapping[str, bytes], main: str) -> str:
    """Return one script that does what the module `main` does. Raises BundleError."""
    wrapped: dict[str, str] = {}

    def add(name: str, importers: tuple[str, ...]) -> None:
        if name in importers:
            raise BundleError(f"{' imports '.join((*importers, name))}")
        if name in wrapped:
            return
        if name not in assets:
            raise BundleError(f"{importers[-1]} imports {name}, which is not there")
        source = assets[name].decode()
        folder = posixpath.dirname(name)

        def take(found: re.Match[str]) -> str:
            imported = posixpath.normpath(posixpath.join(folder, found[2]))
            add(imported, (*importers, name))
            return f"const {found[1]} = modules[{json.dumps(imported)}];"

        exported = EXPORT.findall(source)
        body = EXPORT.sub("", IMPORT.sub(take, source))
        if left := LEFT_OVER.search(body):
            raise BundleError(f"{name}: {left[0]!r} is not known here")
        wrapped[name] = (
            f"modules[{json.dumps(name)}] = (() => {{\n{body}\n"
            f"return {{ {', '.join(exported)} }};\n}})();\n"
        )

    add(main, ())
    script = '"use strict";\n(() => {\nconst modules = {};\n' + "".join(wrapped.values()) + "})();"
    if found := END_OF_SCRIPT.search(script):
        raise BundleError(f"{found[0]!r} would end the script")
    return script


def make_document(
    template: str, script: str, styles: str, data: str, connects: bool = False
) -> str:
    """Return a page: a template with the places `{{policy}}`, `{{style}}`, `{{data}}` and
    `{{script}}`. `data` is from `write_json`; `connects` allows the script to ask its server.
    """
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(styles)}'",
            "img-src data:",
            "connect-src 'self'" if connects else "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    places = {
        "policy": policy,
        "style": styles,
        "data": data,
        "script": script,
    }
    # All at once: what is put in is not looked at again.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: places[found[1]], template)


def write_json(data: Any) -> str:
    """Write data so that it can stand between tags, whatever is in it."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
