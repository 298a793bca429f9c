"""`linemate lab run`: experiments, one after the other, and the report on all that there is."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from math import inf

from rich.console import Console

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size, faults
from linemate.clients.lab.report.chapter import Chapter, show_table
from linemate.clients.lab.report.page import write_report
from linemate.clients.lab.runner import make_pool, run_units
from linemate.clients.lab.store import Store, engine_version
from linemate.clients.lab.units import Measurement, Unit
from linemate.clients.shared.command import FAILED, OVER
from linemate.clients.shared.files import make_directory
from linemate.clients.shared.page.browser import open_file
from linemate.engine.core import LinemateError

ALL = "all"


def run(options: argparse.Namespace, console: Console) -> int:
    """Return 0, or 1 if units failed. Raises LinemateError for an unknown experiment and for a
    directory that cannot be made.

    However the run ends, its report says what there is so far.
    """
    faulty = 0
    end = time.monotonic() + (60 * options.minutes if options.minutes else inf)
    chosen = choose(options.names)
    if options.minutes:
        # What takes least is done first: better some answers than a little of each.
        chosen.sort(key=lambda experiment: size_of(experiment, options).minutes)
    make_directory(options.out)
    try:
        for number, experiment in enumerate(chosen):
            if time.monotonic() > end:
                names = ", ".join(each.name for each in chosen[number:])
                console.print(f"Time is over. Left for the same command to go on with: {names}")
                break
            faulty += len(faults(run_experiment(experiment, options, console, end)))
            chapter = conclude(experiment, options)
            console.print(show_table(chapter))
            for remark in chapter.findings.remarks:
                console.print(remark)
            if chapter.findings.conclusion:
                console.print(" ".join(["Conclusion:", *chapter.findings.conclusion]))
            console.print()
    finally:
        path = write_report(chapters(options), options.quick, options.seed, options.out)
        console.print(f"Report: {path}")
    if options.open:
        open_file(path)
    return FAILED if faulty else OVER


def run_experiment(
    experiment: Experiment, options: argparse.Namespace, console: Console, deadline: float
) -> list[Measurement]:
    """Do what is missing of it until the deadline, and return what there is of it. Raises
    EngineChangedError.
    """
    units, store = open_experiment(experiment, options)
    others = len(store.by_others(units))
    if others and not options.reuse:
        console.print(
            f"{experiment.name}: another version of the engine has measured {others} of "
            f"{len(units)} units; they are measured again (--reuse would count them)",
        )
    jobs = 1 if experiment.timed else options.jobs
    if jobs < options.jobs:
        console.print(f"{experiment.name}: it measures time, so one job at a time")
    with make_pool(jobs) as pool:
        measured = run_units(experiment.name, units, store, pool, console, deadline)
    if len(measured) < len(units):
        console.print(f"{experiment.name}: the time is over; the same command goes on from here")
    return measured


def chapters(options: argparse.Namespace) -> list[Chapter]:
    """Return those of this size and seed of which the directory has something."""
    every = (conclude(experiment, options) for experiment in EXPERIMENTS.values())
    return [chapter for chapter in every if chapter.measured]


def conclude(experiment: Experiment, options: argparse.Namespace) -> Chapter:
    """Conclude from what the directory has of an experiment.

    Where the present engine has measured nothing of it, that is what others have measured: a
    report must not lose its chapters with every change of the engine. It says so.
    """
    units, store = open_experiment(experiment, options)
    measured = store.measured(units) or store.by_others(units)
    findings = experiment.conclude(Groups(measured))
    findings.remarks += faults(measured)
    return Chapter(
        experiment, size_of(experiment, options), findings, measured, len(units), store.engine
    )


def size_of(experiment: Experiment, options: argparse.Namespace) -> Size:
    return experiment.quick if options.quick else experiment.full


def open_experiment(
    experiment: Experiment, options: argparse.Namespace
) -> tuple[list[Unit], Store]:
    """Return what there is to be done, and what has been done."""
    path = options.out / f"{experiment.name}.jsonl"
    units = list(experiment.plan(options.quick, options.seed))
    return units, Store(path, engine_version(), options.reuse)


def choose(names: Sequence[str]) -> list[Experiment]:
    """Return the experiments of these names, each once, or all of them. Raises LinemateError."""
    for name in names:
        if name not in (ALL, *EXPERIMENTS):
            known = ", ".join([ALL, *EXPERIMENTS])
            raise LinemateError(f"unknown experiment {name!r}: expected one of {known}")
    return [EXPERIMENTS[name] for name in (EXPERIMENTS if ALL in names else dict.fromkeys(names))]
