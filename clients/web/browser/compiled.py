"""An archive of Python modules, compiled: Python is there in a third of the time.

Bytecode is of one version of Python alone, so this runs in the Pyodide that will import it:
compile.mjs calls it while `folder.py` writes a page.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import zipfile
from pathlib import Path

EARLY = (1980, 1, 1, 0, 0, 0)  # so that the same source makes the same archive
UNCHECKED = (1).to_bytes(4, "little")  # by a hash of the source, which nobody compares (PEP 552)


def pack(content: dict[str, bytes]) -> bytes:
    """Return an archive of these files, by name; the same for the same files."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for name, data in sorted(content.items()):
            packed.writestr(zipfile.ZipInfo(name, EARLY), data, zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def compile_archive(path: str) -> None:
    """Put in place of each module of an archive what this Python makes of it."""
    content = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            if name.endswith(".py"):
                name, data = f"{name}c", compile_module(name, data)
            content[name] = data
    Path(path).write_bytes(pack(content))


def compile_module(name: str, source: bytes) -> bytes:
    """Return what a `.pyc` of this module has. Raises SyntaxError."""
    code = compile(source, name, "exec", dont_inherit=True)
    digest = importlib.util.source_hash(source)
    return b"".join((importlib.util.MAGIC_NUMBER, UNCHECKED, digest, marshal.dumps(code)))
