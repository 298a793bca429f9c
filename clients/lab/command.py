"""`linemate lab`: the experiments of the source reports, run again and set beside them.

To read on: `run.py`, `tuning/` and `tree/` are the commands. `experiments/catalogue.py` names the
experiments, `experiments/experiment.py` says what one is, `units.py` is what they are made of,
`runner.py` has them done by the pool of `clients/shared/worker_pool.py`, and `store.py` is why a
run can be interrupted.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from linemate.clients.lab.exercise.command import main as do_exercise
from linemate.clients.lab.exercise.command import make_parser as make_exercise_parser
from linemate.clients.lab.experiments.catalogue import EXPERIMENTS
from linemate.clients.lab.experiments.sources import REPORTS, cite
from linemate.clients.lab.run import ALL, run
from linemate.clients.lab.runner import EngineChangedError
from linemate.clients.lab.tree.command import main as draw_tree
from linemate.clients.lab.tree.command import make_parser as make_tree_parser
from linemate.clients.shared import arguments
from linemate.clients.shared.command import OVER, fail, offer, program
from linemate.clients.shared.screen import make_console
from linemate.clients.shared.values import read_count, read_number
from linemate.engine.core import LinemateError

DEFAULT_OUT = Path("lab-results")
LARGEST_SEED = 99_999  # the seeds of its units are the largest that an engine takes
WIDTH = 110  # of what is written to a file or a pipe
SUBCOMMANDS = {
    "list": "the experiments, what each asks and how long it takes",
    "run": "run some of the experiments, or all of them",
    "tune": "improve the constants of a heuristic",
}
EPILOG = """\
An interrupted run keeps what it has: the same command goes on from there. Runs of any size and
seed may share a directory: each unit of work is stored with its settings, and every size and seed
has a report of its own. It is stored with the version of the engine as well: after a change to the
engine everything is measured again, unless --reuse is given.

examples:
  %(prog)s list
  %(prog)s run all --quick --open
  %(prog)s run all --minutes 20 --jobs 2
  %(prog)s run pruning mcts-chance --out results
  %(prog)s tune --game nineboard --heuristic powers-of-two
  %(prog)s tree "x1o/1x1/2o x"
  %(prog)s exercise new minimax
"""


def main(words: Sequence[str]) -> int:
    """Do what is asked, and return the exit status: 1 if units failed, nothing more could be
    written or the engine was changed.
    """
    if words and words[0] == "tree":
        return draw_tree(words[1:])
    if words and words[0] == "exercise":
        return do_exercise(words[1:])
    options = make_parser().parse_args(words)
    console = make_console(width=None if sys.stdout.isatty() else WIDTH)
    try:
        if options.command == "list":
            return show_list(console)
        if options.command == "tune":
            from linemate.clients.lab.tuning.tune import tune

            return tune(options, console)
        return run(options, console)
    except LinemateError as error:
        parser: argparse.ArgumentParser = options.parser
        parser.error(str(error))
    except (OSError, EngineChangedError) as error:
        return fail(f"lab {options.command}", error)
    except KeyboardInterrupt:
        console.print("Interrupted. What is done is kept; to go on from there:")
        # In one piece however long it is: it is there to be copied.
        command = f"{program('lab')} {shlex.join(words)}"
        console.print(command, soft_wrap=True)
        raise


def show_list(console: Console) -> int:
    """Print every experiment: its question, how large it is and how long it takes; and which the
    reports are.
    """
    for experiment in EXPERIMENTS.values():
        title = f"{experiment.title} ({', '.join(experiment.sources)})"
        console.print(Text(experiment.name, "bold"), title)
        console.print(f"  {experiment.question}")
        for quick, name, size in (
            (True, "quick", experiment.quick),
            (False, "full", experiment.full),
        ):
            units = len(list(experiment.plan(quick, 1)))
            console.print(f"  {name + ':':<7}{size.time}: {size.work} ({units} units of work)")
    console.print("\nThe reports:")
    for name in REPORTS:
        console.print(f"  {name}: {cite(name)}", soft_wrap=True)
    return OVER


def make_parser() -> argparse.ArgumentParser:
    parser = arguments.make_parser(
        "lab",
        "The experiments of five reports on these games (`list` has them), run again\n"
        "and set beside their figures.",
        EPILOG,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, about in SUBCOMMANDS.items():
        commands.add_parser(name, help=about, description=f"{about.capitalize()}.")
    run_parser, tune_parser = commands.choices["run"], commands.choices["tune"]
    name_help = "an experiment that `list` names, or several"
    names = run_parser.add_argument("names", nargs="+", metavar="NAME|all", help=name_help)
    offer(names, (*EXPERIMENTS, ALL))
    run_parser.add_argument("--quick", action="store_true", help="small sizes, seconds for each")
    minutes = "for the whole run, about; what takes least is done first"
    run_parser.add_argument("--minutes", type=read_count, metavar="N", help=minutes)
    run_parser.add_argument("--open", action="store_true", help="show the report in the browser")
    _add_common(run_parser)
    add = tune_parser.add_argument
    add("--game", required=True, help="such as nineboard", **arguments.GAME_WORDS)
    add("--heuristic", required=True, metavar="NAME", help="such as powers-of-two")
    methods = ("annealing", "regression")
    add("--method", choices=methods, default=methods[0], help=f"how ({methods[0]})")
    for flag, default, meaning in (
        ("--games", 40, "games for each step"),
        ("--steps", 30, "candidates to be tried; a regression has games * steps games"),
        ("--depth", 3, "plies that both sides look ahead"),
        ("--final-games", 200, "games of the last match, of the new constants against the old"),
    ):
        add(flag, type=read_count, default=default, metavar="N", help=f"{meaning} ({default})")
    _add_common(tune_parser)
    for name, parent, about in (
        ("tree", make_tree_parser(), "draw the search tree of a small position"),
        ("exercise", make_exercise_parser(), "write a search of your own, and have it graded"),
    ):
        commands.add_parser(
            name, help=about, description=parent.description, parents=[parent], add_help=False
        )
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(parser=parser)  # that refuses what is found to be wrong later
    add = parser.add_argument
    out = "for what is measured (%(default)s)"
    add("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=out)
    add("--seed", type=_seed, default=1, metavar="N", help="of all that is random (1)")
    add(
        "--jobs",
        type=read_count,
        default=1,
        metavar="N",
        help="games at once (1); what measures time is always done alone",
    )
    add(
        "--reuse",
        action="store_true",
        help="count what other versions of the engine have measured as well",
    )


def _seed(text: str) -> int:
    return read_number(text, least=1, most=LARGEST_SEED)
