"""`linemate web --static DIR`: the page without a server, as a folder for any host of files.

    index.html  static/     the page, the same as behind a server but for static/endpoint.js
    browser/                the workers of the tab and of the engine
    linemate.zip            what of Linemate they run
    python/                 Pyodide: Python for browsers, fetched with npm
    service.js  files.js    keep all of it in the browser
    linemate.json           what the page begins with; and by this file the folder is known

Nothing in it names its place: it works in any folder of a host.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import io
import json
import os
import shlex
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from linemate.clients.shared.files import explain, make_directory, write_whole
from linemate.clients.shared.page.assets import read_assets
from linemate.clients.web.browser.compiled import pack
from linemate.engine.core import LinemateError

PYODIDE = "314.0.7"
PYODIDE_SHA512 = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    *("pyodide-lock.json", "package.json", "README.md"),
)
PROGRAM_SECONDS = 600.0  # that npm and node may take
# What an engine in a browser is set to where nobody says otherwise: its memory is taken at once.
SETTINGS = {"Hash": "16"}
CONFIGURATION, LINEMATE = "linemate.json", "linemate.zip"
SERVICE = "service.js"
# Of Linemate's own packages, what no page needs.
FOLDERS_LEFT_OUT = ("__pycache__", "compiled", "tools", "static", "screenshots")
SERVER = ("application.py", "command.py", "server.py", "sockets.py", "browser/folder.py")
LEFT_OUT = {"engine/__main__.py", *(f"clients/web/{name}" for name in SERVER)}
PACKAGES = ("engine", "protocol", "clients.shared", "clients.web")

Content = dict[str, bytes]
Progress = Callable[[str], None]


def write_folder(
    directory: Path, first: str, settings: Mapping[str, str], progress: Progress
) -> None:
    """Write the page that begins with this game, and whose engine is set so. What a page that was
    there before has no more is removed; nothing else is touched.

    Raises LinemateError, also for a folder that has something else in it; then nothing is written.
    """
    before = read_names(directory)
    refuse_hopeless(directory)
    progress(f"Fetching Pyodide {PYODIDE} with npm ...")
    content = {**fetch_pyodide(), LINEMATE: pack_linemate()}
    progress("Compiling it ...")
    compile_all(content)
    content |= collect_page()
    page = {"first": first, "settings": add_usual(settings)}
    content[CONFIGURATION] = json.dumps({"page": page, "files": sorted(content)}).encode()
    content["files.js"] = list_for_service(content)
    progress(f"Writing {directory} ...")
    try:
        write_all(directory, content)
        for name in before - content.keys():
            (directory / name).unlink(missing_ok=True)
    except OSError as error:
        raise LinemateError(f"cannot write {error.filename}: {explain(error)}") from None
    size = sum(map(len, content.values())) / 1e6
    progress(f"There are {len(content)} files, {size:.1f} MB, for any host. To look at them here:")
    progress(f"  python3 -m http.server --bind 127.0.0.1 --directory {shlex.quote(str(directory))}")


def read_names(directory: Path) -> set[str]:
    """Return the files of the page that is there; none of an empty folder or one that is still to
    be made. What begins with a dot, as `.git`, is not counted. Raises LinemateError.
    """
    try:
        present = {path.name for path in directory.iterdir() if not path.name.startswith(".")}
        marker = (directory / CONFIGURATION).read_bytes() if CONFIGURATION in present else None
    except FileNotFoundError:
        return set()
    except OSError as error:
        raise LinemateError(f"cannot use {directory}: {explain(error)}") from None
    if not present:
        return set()
    if marker is None:
        raise LinemateError(
            f"{directory} holds other things, as {min(present)!r}: "
            "expected an empty folder, a new one, or a page of this command"
        )
    try:
        listed = map(PurePosixPath, json.loads(marker)["files"])
        return {str(path) for path in listed if not path.is_absolute() and ".." not in path.parts}
    except (ValueError, KeyError, TypeError):
        raise LinemateError(f"cannot use {directory}: bad {CONFIGURATION}") from None


def refuse_hopeless(directory: Path) -> None:
    """Raise LinemateError for what would fail only after minutes."""
    for program in ("npm", "node"):
        if shutil.which(program) is None:
            raise LinemateError(
                f"there is no {program}: npm fetches Pyodide and node compiles it: "
                "apt-get install nodejs npm"
            )
    absolute = directory.absolute()
    place = next(path for path in (absolute, *absolute.parents) if path.exists())
    if not os.access(place, os.W_OK):
        raise LinemateError(f"cannot write {directory}: {os.strerror(errno.EACCES)}")


def add_usual(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings, and SETTINGS where they say nothing."""
    named = {name.lower() for name in settings}
    usual = {name: value for name, value in SETTINGS.items() if name.lower() not in named}
    return {**usual, **settings}


# ------------------------------------------------------------------ what is written


def fetch_pyodide() -> Content:
    """Return the files of Pyodide that a page needs. Raises LinemateError."""
    with TemporaryDirectory() as place:
        package = f"pyodide@{PYODIDE}"
        run("npm", "pack", package, "--prefer-offline", "--pack-destination", place, cwd=place)
        packed = sorted(Path(place).glob("*.tgz"))
        if not packed:
            raise LinemateError(f"npm has not fetched {package}, and does not say why")
        return unpack_pyodide(packed[0].read_bytes())


def run(program: str, *arguments: str, cwd: str) -> None:
    """Run a program of Node.js. Raises LinemateError, with what it says."""
    try:
        done = subprocess.run(
            [shutil.which(program) or program, *arguments],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=PROGRAM_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LinemateError(f"{program} {arguments[0]} failed: {explain(error)}") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        reason = "; ".join(said[:3]) or f"exit status {done.returncode}"
        raise LinemateError(f"{program} {arguments[0]} failed: {reason}")


def compile_all(content: Content) -> None:
    """Compile the archives among these files for the Pyodide among them. Raises LinemateError."""
    archives = [name for name in content if name.endswith(".zip")]
    script = files("linemate.clients.web.browser").joinpath("compile.mjs")
    with TemporaryDirectory() as place, as_file(script) as path:
        for name, data in content.items():
            (Path(place) / Path(name).name).write_bytes(data)
        names = [Path(name).name for name in archives]
        (Path(place) / "ours.zip").write_bytes(content[LINEMATE])
        run("node", str(path), place, "ours.zip", *names, cwd=place)
        for name in archives:
            content[name] = (Path(place) / Path(name).name).read_bytes()


def unpack_pyodide(data: bytes) -> Content:
    """Return the files of a package that is the one that was tried. Raises LinemateError."""
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != PYODIDE_SHA512:
        raise LinemateError(f"what npm has fetched is not Pyodide {PYODIDE}: its SHA-512 differs")
    with tarfile.open(fileobj=io.BytesIO(data)) as package:
        members = {name: package.extractfile(f"package/{name}") for name in PYODIDE_FILES}
        return {f"python/{name}": file.read() for name, file in members.items() if file}


def collect_page() -> Content:
    """Return the page with its workers, by their names in the folder."""
    web = files("linemate.clients.web")
    assets = read_assets("linemate.clients.web")
    content = {f"static/{name}": data for name, data in assets.items()}
    content["index.html"] = content.pop("static/index.html")
    del content["static/friend.html"]  # two people meet at a server
    for name, data in walk(web.joinpath("browser")):
        if name == SERVICE:
            content[name] = data  # at the top: it serves what is below
        elif name == "endpoint.js":
            content["static/endpoint.js"] = data
        elif name.endswith(".js"):
            content[f"browser/{name}"] = data
    return content


def pack_linemate() -> bytes:
    """Return what of Linemate runs in a browser, as an archive that Python imports from."""
    content = {"linemate/__init__.py": files("linemate").joinpath("__init__.py").read_bytes()}
    content["clients/__init__.py"] = b""
    for package in PACKAGES:
        for name, data in walk(files(f"linemate.{package}")):
            path = f"{package.replace('.', '/')}/{name}"
            if path not in LEFT_OUT and (name.endswith(".py") or name.startswith("data/")):
                content[path] = data
    return pack(content)


def walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder, and of those in it, by their names from there."""
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            if entry.name not in FOLDERS_LEFT_OUT:
                yield from walk(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name, entry.read_bytes()


def list_for_service(content: Content) -> bytes:
    """Return the script that tells service.js what to keep; another page has another version."""
    digest = hashlib.sha256()
    for name, data in sorted(content.items()):
        digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    names = sorted(name for name in content if name != SERVICE and not name.endswith(".md"))
    listed = json.dumps({"version": digest.hexdigest()[:16], "names": ["./", *names]})
    return f"self.linemateFiles = {listed};\n".encode()


def write_all(directory: Path, content: Content) -> None:
    """Write the files, first the one by which the folder is known, so that it can be written again
    if this is interrupted; what leads to new ones comes last. Raises OSError.
    """
    last = ("index.html", "files.js", SERVICE)
    for name in sorted(content, key=lambda name: (name in last, name != CONFIGURATION, name)):
        path = directory / name
        make_directory(path.parent)
        write_whole(path, content[name])
