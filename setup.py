"""What pyproject.toml cannot say: every folder of the checkout is installed inside `linemate`.

With LINEMATE_COMPILE set, each module of the engine that has a `.pxd` beside it is compiled as
well, see engine/builds.py. Without a compiler a warning is all that comes of it.
"""

import os
import re
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

FOLDERS = ("engine", "protocol", "clients")
ROOT = Path(__file__).parent
CYTHON = "cython>=3.1,<4"
# Whoever sets CFLAGS knows better, but rounding is the interpreter's: after each operation.
OPTIONS = ["-ffp-contract=off"] if "CFLAGS" in os.environ else ["-O3", "-w", "-ffp-contract=off"]
if sys.platform == "win32":
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
    # Nobody pickles or inspects what is compiled, and it compiles in four fifths of the time.
    "auto_pickle": False,
    "binding": False,
}
# Where the C code names modules of types: its own, and those that its types are derived from.
# What it imports otherwise comes from the sources, as everything does that has no types.
NAMED = r'(?:__Pyx_MODULE_NAME |PyImport_ImportModule\(|PyDict_[GS]etItemString\(modules, )"[\w.]+"'
SOURCES = r'PyImport_ImportModule\("linemate\.engine\.(?!compiled\.)'
STAGED = Path("build", "cython", "linemate")


class BuildWithStamps(build_ext):
    """Leaves beside each compiled module the stamp of the source that it was made from."""

    def run(self) -> None:
        rmtree(Path(self.build_lib, "linemate", "engine", "compiled"), ignore_errors=True)
        super().run()

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)
        built = Path(self.get_ext_fullpath(ext.name))
        if built.exists():  # it is optional
            sys.path.insert(0, str(ROOT))
            from linemate.engine.builds import stamp, stamp_file

            name = ext.name.partition(".compiled.")[2]
            stamp_file(built).write_bytes(stamp(name, STAGED / "engine"))

    def copy_extensions_to_source(self) -> None:
        built = Path(self.build_lib, "linemate", "engine", "compiled")
        rmtree(ROOT / "engine" / "compiled", ignore_errors=True)
        if built.exists():
            copytree(built, ROOT / "engine" / "compiled")


def extensions() -> list[Extension]:
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []  # setuptools asks first what it needs: `setup_requires`
    stage()
    sources = [path.with_suffix("") for path in Path("engine").glob("**/*.pxd")]
    made = cythonize(
        [
            Extension(
                ".".join(("linemate", *path.parts)),
                [str(STAGED / path.with_suffix(".py"))],
                extra_compile_args=OPTIONS,
            )
            for path in sources
        ],
        compiler_directives=DIRECTIVES,
        include_path=[str(STAGED.parent)],
    )
    for extension in made:
        extension.name = name_compiled(extension.name)
        extension.optional = True
        for source in map(Path, extension.sources):
            code = re.sub(NAMED, lambda found: name_compiled(found[0]), source.read_text())
            if f'__Pyx_MODULE_NAME "{extension.name}"' not in code or re.search(SOURCES, code):
                sys.exit(f"{source} names modules otherwise than this Cython is known to do")
            source.write_text(code)
    return made


def stage() -> None:
    """Copy the engine to where it has its import name, by which modules find the `.pxd` of others:
    Cython says nothing if it does not find that of a module itself.
    """
    rmtree(STAGED, ignore_errors=True)
    ignored = ignore_patterns("compiled", "data", "__pycache__")
    copytree("engine", STAGED / "engine", ignore=ignored)
    (STAGED / "__init__.py").touch()


def name_compiled(name: str) -> str:
    """Return what a compiled module is called: see engine/builds.py."""
    return re.sub(r"linemate\.engine\.(?!compiled\.)", "linemate.engine.compiled.", name)


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
