"""`linemate lab`: the experiments of the source reports, run again and set beside them.

To read on: `catalogue.py` names the experiments, `experiment.py` says what one is, `games.py`
is what they are made of, `store.py` is why a run can be interrupted, `tune.py` is `lab tune`.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from clients.lab.catalogue import EXPERIMENTS
from clients.lab.experiment import Experiment, Findings, faults
from clients.lab.report import Chapter, show_table, write_report
from clients.lab.runner import run_experiment, store_of
from engine.core import LinemateError

INTERRUPTED = 130
ALL = "all"
DEFAULT_OUT = Path("lab-results")
WIDTH = 110  # of what is written to a file or a pipe
EPILOG = """\
An interrupted run keeps what it has: the same command goes on from there. --quick and full runs
may share a directory, since each unit of work is stored with its settings.

examples:
  linemate lab list
  linemate lab run all --quick
  linemate lab run mcts-chance --out results
  linemate lab tune --game nineboard --heuristic 002
  linemate lab tree "x1o/1x1/2o x"
"""


def main(arguments: Sequence[str]) -> int:
    """0 when all is done, 1 if units failed or nothing can be written, 2 for a bad command line,
    130 after Ctrl-C.
    """
    if arguments and arguments[0] == "tree":
        from clients.lab.tree import main as draw_tree

        return draw_tree(arguments[1:])
    parser = make_parser()
    options = parser.parse_args(arguments)
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    try:
        if options.command == "list":
            return show_list(console)
        if options.command == "tune":
            from clients.lab.tune import tune

            return tune(options, console)
        return run(options, console)
    except LinemateError as error:
        parser.error(str(error))
    except OSError as error:
        print(f"linemate lab: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        console.print(
            "Interrupted. What is done is kept; to go on from there: "
            f"linemate lab {shlex.join(arguments)}",
            markup=False,
        )
        return INTERRUPTED


def show_list(console: Console) -> int:
    for experiment in EXPERIMENTS.values():
        console.print(f"[bold]{experiment.name}[/bold] (reports {experiment.sources})")
        console.print(f"  {experiment.question}")
        for size, quick in (("quick", True), ("full", False)):
            units = len(experiment.plan(quick, 1))
            words = experiment.quick if quick else experiment.full
            console.print(f"  {size + ':':<7}{words} ({units} units of work)")
    return 0


def run(options: argparse.Namespace, console: Console) -> int:
    """Raises LinemateError for an unknown experiment.

    However the run ends, its report says what there is so far.
    """
    faulty = 0
    chosen = choose(options.name)
    try:
        for experiment in chosen:
            units = experiment.plan(options.quick, options.seed)
            finished = run_experiment(experiment, units, options.out, console)
            faulty += len(faults(finished))
            chapter = conclude(experiment, options)
            console.print(show_table(chapter))
            for remark in chapter.findings.remarks:
                console.print(remark, markup=False)
            console.print()
    finally:
        path = write_report(chapters(options), options.out)
        console.print(f"Report: {path}", markup=False)
    return 1 if faulty else 0


def chapters(options: argparse.Namespace) -> list[Chapter]:
    """Of every experiment of this size and seed of which the directory has something."""
    every = (conclude(experiment, options) for experiment in EXPERIMENTS.values())
    return [chapter for chapter in every if chapter.done]


def conclude(experiment: Experiment, options: argparse.Namespace) -> Chapter:
    """What the directory has of an experiment."""
    units = experiment.plan(options.quick, options.seed)
    store = store_of(options.out, experiment)
    finished = store.finished(units)
    findings = experiment.conclude(finished)
    remarks = [*findings.remarks, *faults(finished)]
    findings = Findings(findings.rows, findings.plots, remarks)
    size = experiment.quick if options.quick else experiment.full
    return Chapter(experiment, size, findings, len(finished), len(units), store.dates)


def choose(name: str) -> list[Experiment]:
    """Raises LinemateError."""
    if name == ALL:
        return list(EXPERIMENTS.values())
    if name not in EXPERIMENTS:
        known = ", ".join([ALL, *EXPERIMENTS])
        raise LinemateError(f"unknown experiment {name!r}: expected one of {known}")
    return [EXPERIMENTS[name]]


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="linemate lab",
        description="The experiments of the source reports, run again and set beside them.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="the experiments, what each asks and how long it takes")
    run_parser = commands.add_parser("run", help="run one experiment, or all of them")
    run_parser.add_argument("name", metavar="NAME|all")
    run_parser.add_argument("--quick", action="store_true", help="small sizes, seconds for each")
    _add_common(run_parser)
    tune_parser = commands.add_parser("tune", help="improve the constants of a heuristic")
    add = tune_parser.add_argument
    add("--game", required=True, help="such as nineboard")
    add("--heuristic", required=True, help="such as 002")
    add("--method", choices=("annealing", "regression"), default="annealing")
    add("--games", type=_positive, default=40, help="games for each step (40)")
    add(
        "--steps",
        type=_positive,
        default=30,
        help="candidates to be tried (30); a regression has games * steps games of self-play",
    )
    add("--depth", type=_positive, default=3, help="plies that both sides look ahead (3)")
    add("--final-games", type=_positive, default=200, help="of the last match (200)")
    _add_common(tune_parser)
    commands.add_parser("tree", help="draw the search tree of a small position", add_help=False)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=f"({DEFAULT_OUT})"
    )
    parser.add_argument("--seed", type=_positive, default=1, metavar="N", help="(1)")


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10**9):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of 1 or more")
    return int(text)
