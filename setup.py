"""What pyproject.toml cannot say: every folder of the checkout is installed inside `linemate`.

With LINEMATE_COMPILE set, each module of the engine that has a `.pxd` beside it is compiled as
well, see engine/builds.py. Without a compiler a warning is all that comes of it.
"""

import os
import sys
from pathlib import Path
from shutil import copytree

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

FOLDERS = ("engine", "protocol", "clients")
ROOT = Path(__file__).parent
CYTHON = "cython>=3.1,<4"
# Whoever sets CFLAGS knows better. Rounding is the interpreter's: after each operation.
OPTIONS = ["-O3", "-w", "-ffp-contract=off"]
if sys.platform == "win32" or "CFLAGS" in os.environ:
    OPTIONS = []
# What the source promises anyway: no index is outside its list or counts from the end, nobody
# divides by zero or a negative number, or takes the root of one.
DIRECTIVES = {
    "language_level": "3",
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "cpow": True,
    "initializedcheck": False,
}


class BuildWithStamps(build_ext):
    """Leaves beside each compiled module the stamp of the source that it was made from."""

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        built = Path(self.get_ext_fullpath(ext.name))
        if built.exists():  # it is optional
            sys.path.insert(0, str(ROOT))
            from linemate.engine.builds import stamp, stamp_file

            stamp_file(built).write_bytes(stamp(ext.name.partition(".compiled.")[2]))

    def copy_extensions_to_source(self) -> None:
        built = Path(self.build_lib, "linemate", "engine", "compiled")
        if built.exists():
            copytree(built, ROOT / "engine" / "compiled", dirs_exist_ok=True)


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []  # setuptools asks first what it needs: `setup_requires`
    sources = [path.with_suffix(".py").relative_to(ROOT) for path in ROOT.glob("engine/**/*.pxd")]
    # Cython finds the `.pxd` by the folder's name alone, and says nothing if it does not.
    made = cythonize(
        [
            Extension(".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=OPTIONS)
            for path in sources
        ],
        compiler_directives=DIRECTIVES,
        build_dir="build/cython",
    )
    for extension in made:
        extension.name = extension.name.replace("engine.", "linemate.engine.compiled.", 1)
        extension.optional = True
    return made


wanted = bool(os.environ.get("LINEMATE_COMPILE"))
compiled = extensions() if wanted else []
setup(
    packages=[
        "linemate",
        *(
            f"linemate.{package}"
            for folder in FOLDERS
            for package in find_packages(include=[folder, f"{folder}.*"])
        ),
    ],
    package_dir={f"linemate.{folder}": folder for folder in FOLDERS},
    cmdclass={"build_ext": BuildWithStamps},
    setup_requires=[CYTHON] if wanted and not compiled else [],
    ext_modules=compiled,
)
