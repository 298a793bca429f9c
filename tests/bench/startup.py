"""How long the engine takes to be there, against the interpreter itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parent.parent.parent
IMPORTS = "import linemate.engine.registry, linemate.engine.games.ultimate"
PYZ = "dist/linemate-engine.pyz"
ROUNDS = 40


def seconds_to_run(code: str) -> float:
    started = perf_counter()
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    return perf_counter() - started


def seconds_to_greet(*program: str) -> float:
    """Measure from starting the process to reading `ugiok`."""
    started = perf_counter()
    process = subprocess.Popen(
        [sys.executable, *program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"ugi\n")
    process.stdin.flush()
    while b"ugiok" not in process.stdout.readline():
        pass
    taken = perf_counter() - started
    process.communicate(b"quit\n")
    return taken


def median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def run() -> None:
    # As for any user, compiled modules are kept between runs.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    seconds_to_greet("-m", "engine")
    subprocess.run(["make", "pyz"], cwd=ROOT, check=True)
    empty, imported, greeted, packed, dataclasses = [], [], [], [], []
    for _ in range(ROUNDS):
        empty.append(seconds_to_run("pass"))
        imported.append(seconds_to_run(IMPORTS))
        dataclasses.append(seconds_to_run("import dataclasses"))
        greeted.append(seconds_to_greet("-m", "engine"))
        packed.append(seconds_to_greet(PYZ))
    base = median(empty)
    print(f"python3 -c pass: {base * 1e3:.1f} ms (median of {ROUNDS})")
    print(f"importing the engine and a game: +{(median(imported) - base) * 1e3:.1f} ms (goal 30)")
    print(
        f"ugi to ugiok: {median(greeted) * 1e3:.1f} ms, {median(greeted) / base:.2f} times (goal 3)"
    )
    print(
        f"the same of {PYZ}, {(ROOT / PYZ).stat().st_size / 1000:.0f} kB: "
        f"{median(packed) * 1e3:.1f} ms, {median(packed) / base:.2f} times"
    )
    print(f"for comparison, importing dataclasses: +{(median(dataclasses) - base) * 1e3:.1f} ms")
