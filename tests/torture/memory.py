"""Resident memory of a `go infinite` that lasts: within what PROTOCOL.md promises, and level.

The bound is what the process has when it was greeted, `Hash`, what the section on options says of
the game's own tables, and SLACK for the code that a game brings along.
"""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

from tests.protocol.engine_process import EngineProcess, is_bestmove
from tests.torture.harness import Findings, Options

AT_A_TIME = 3
HASHES = (16, 64)
SAMPLE_SECONDS = 2.0
SLACK = 16.0  # megabytes
# What the second half may be above the first, as a share of the bound: the tables of a game fill up
# slowly. A leak of one byte a node would be more.
LEVEL = 0.05
LONG_ENOUGH = 5.0  # minutes, for that to be judged

# Beside the table, in megabytes: "some" where PROTOCOL.md gives no figure.
OWN_TABLES = {
    "tictactoe": 10,
    "nineboard": 10,
    "ultimate": 72,
    "qubic": 40,
    "gomoku": 100,
    "mnk width 9 height 9 row 5": 100,
    "mnk width 7 height 7 row 4": 10,
}

Part = tuple[str, int]


def parts(options: Options) -> list[Part]:
    return [(game, size) for game in OWN_TABLES for size in HASHES]


def torture(part: Part, random: Random, options: Options) -> Findings:
    """Search one game, which the solution of qubic must not cut short."""
    game, size = part
    found = Findings()
    with EngineProcess() as engine:
        engine.ask("ugi", "setoption name Solved value false", f"setoption name Hash value {size}")
        bound = resident(engine) + size + OWN_TABLES[game] + SLACK
        engine.ask(f"newgame {game}")
        engine.send("go infinite")
        began, samples, full = time.monotonic(), [resident(engine)], "0"
        while time.monotonic() < began + options.minutes * 60:
            time.sleep(SAMPLE_SECONDS)
            samples.append(resident(engine))
            for line in engine.ask():
                words = line.split()
                full = words[words.index("hashfull") + 1] if "hashfull" in words else full
        engine.send("stop")
        last = engine.until(is_bestmove)[-2].split()
    half = len(samples) // 2
    growth = max(samples[half:]) - max(samples[:half])
    nodes = int(last[last.index("nodes") + 1]) if "nodes" in last else 0
    what = f"{game}, Hash {size}"
    found.count("searches")
    found.count("samples", len(samples))
    found.figures.append(
        f"{what}: {max(samples):.1f} MB of {bound:.0f}, second half {growth:+.1f} MB, "
        f"{nodes:,} nodes, hashfull {full}"
    )
    if max(samples) > bound:
        found.faults.append(f"{what}: {max(samples):.1f} MB resident, expected {bound:.1f} at most")
    if growth > LEVEL * bound and options.minutes >= LONG_ENOUGH:
        tenths = [f"{samples[len(samples) * tenth // 10]:.1f}" for tenth in range(10)]
        found.faults.append(f"{what}: {growth:.1f} MB more in the second half: {' '.join(tenths)}")
    return found


def resident(engine: EngineProcess) -> float:
    """Return the megabytes that the process has in memory."""
    status = Path(f"/proc/{engine.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
