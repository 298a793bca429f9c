"""How every section is run: parts in processes of their own, counts, faults, and a line at the end.

A section is a module with `parts`, which lists what there is to do, AT_A_TIME, and `torture`, which
does one part. What is random in a part follows from the seed, the section and the number of the
part, so that a fault is seen again with `--seed S --part N`.
"""

from __future__ import annotations

import importlib
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from random import Random
from typing import Any, Protocol

PROGRESS_SECONDS = 15.0
MOST_FAULTS = 20  # of a section, told; more are counted
MOST_TOLD = 6000  # characters of a fault


@dataclass(frozen=True)
class Options:
    seed: int = 1
    part: int | None = None
    scale: float = 1.0  # of the numbers that a section has
    minutes: float = 10.0  # of each search of the section on memory


@dataclass
class Findings:
    """What one part, or a whole section, has counted and measured, and what was wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    figures: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        self.counts[what] += number

    def __str__(self) -> str:
        return ", ".join(f"{number:,} {what}" for what, number in self.counts.items())


class Section(Protocol):
    """A module of this package."""

    __name__: str
    AT_A_TIME: int

    def parts(self, options: Options) -> Sequence[Any]:
        """Return what there is to do, each as an argument of `torture`."""

    def torture(self, part: Any, random: Random, options: Options) -> Findings:
        """Do it; an exception is a fault as well."""


def run(name: str, section: Section, options: Options) -> Findings:
    """Do the parts of a section, or the one that is asked for, and show how it goes."""
    found, began = Findings(), time.monotonic()
    told = began
    numbers = range(len(section.parts(options))) if options.part is None else [options.part]
    workers = min(section.AT_A_TIME, len(numbers))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        pending = {
            pool.submit(torture_part, section.__name__, name, n, options): n for n in numbers
        }
        for future in as_completed(pending):
            one = future.result()
            found.counts += one.counts
            found.figures += one.figures
            again = f"python -m tests.torture {name} --seed {options.seed} --part {pending[future]}"
            for text in one.figures:
                print(f"{name}: {text}", flush=True)
            for text in one.faults[: max(0, MOST_FAULTS - len(found.faults))]:
                print(f"{name}: WRONG: {text[:MOST_TOLD]}\n    again: {again}", flush=True)
            found.faults += one.faults
            if time.monotonic() > told + PROGRESS_SECONDS:
                told = time.monotonic()
                print(f"{name}: {told - began:.0f} s: {found}", flush=True)
    print(f"{name}: {time.monotonic() - began:.0f} s, all: {found}", flush=True)
    return found


def torture_part(module: str, name: str, number: int, options: Options) -> Findings:
    """Do one part; here, in a process of its own, the section is found by its name."""
    section: Any = importlib.import_module(module)
    random = Random(f"{options.seed} {name} {number}")
    try:
        findings: Findings = section.torture(section.parts(options)[number], random, options)
    except Exception:
        return Findings(faults=[traceback.format_exc()])
    return findings
