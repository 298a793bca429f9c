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

from linemate.clients.lab.experiments.catalogue import EXPERIMENTS, REPORTS
from linemate.clients.lab.run import run
from linemate.clients.lab.runner import EngineChangedError
from linemate.clients.shared.arguments import GAME_WORDS, Parser
from linemate.clients.shared.command import OVER, fail, offer, program
from linemate.clients.shared.screen import make_console
from linemate.clients.shared.values import read_count, read_number
from linemate.engine.core import LinemateError

DEFAULT_OUT = Path("lab-results")
LARGEST_SEED = 99_999  # the seeds of its units are the largest that an engine takes
WIDTH = 110  # of what is written to a file or a pipe
EPILOG = """\
An interrupted run keeps what it has: the same command goes on from there. Runs of any size and
seed may share a directory: each unit of work is stored with its settings, and every size and seed
has a report of its own. It is stored with the version of the engine as well: after a change to the
engine everything is measured again, unless --reuse is given.

examples:
  %(prog)s list
  %(prog)s run all --quick
  %(prog)s run mcts-chance --out results
  %(prog)s tune --game nineboard --heuristic powers-of-two
  %(prog)s tree "x1o/1x1/2o x"
"""


def main(arguments: Sequence[str]) -> int:
    """Do what is asked, and return the exit status: 1 if units failed, nothing more could be
    written or the engine was changed.
    """
    if arguments and arguments[0] == "tree":
        from linemate.clients.lab.tree.command import main as draw_tree

        return draw_tree(arguments[1:])
    options = make_parser().parse_args(arguments)
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
        command = f"{program('lab')} {shlex.join(arguments)}"
        console.print(command, soft_wrap=True)
        raise


def show_list(console: Console) -> int:
    """Print every experiment: its question, how large it is and how long it takes; and which the
    reports are.
    """
    for experiment in EXPERIMENTS.values():
        console.print(Text(experiment.name, "bold"), f"(reports {experiment.sources})")
        console.print(f"  {experiment.question}")
        for quick, name, size in (
            (True, "quick", experiment.quick),
            (False, "full", experiment.full),
        ):
            units = len(list(experiment.plan(quick, 1)))
            console.print(f"  {name + ':':<7}{size.time}: {size.work} ({units} units of work)")
    console.print("\nThe reports:")
    for number, report in REPORTS.items():
        console.print(f"  {number}  {report}", soft_wrap=True)
    return OVER


def make_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=program("lab"),
        description="The experiments of the source reports, run again and set beside them.",
        epilog=EPILOG,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="the experiments, what each asks and how long it takes")
    run_parser = commands.add_parser("run", help="run one experiment, or all of them")
    offer(run_parser.add_argument("name", metavar="NAME|all"), (*EXPERIMENTS, "all"))
    run_parser.add_argument("--quick", action="store_true", help="small sizes, seconds for each")
    _add_common(run_parser)
    tune_parser = commands.add_parser("tune", help="improve the constants of a heuristic")
    add = tune_parser.add_argument
    add("--game", required=True, help="such as nineboard", **GAME_WORDS)
    add("--heuristic", required=True, help="such as powers-of-two")
    add("--method", choices=("annealing", "regression"), default="annealing")
    add("--games", type=read_count, default=40, help="games for each step (40)")
    add(
        "--steps",
        type=read_count,
        default=30,
        help="candidates to be tried (30); a regression has games * steps games of self-play",
    )
    add("--depth", type=read_count, default=3, help="plies that both sides look ahead (3)")
    add("--final-games", type=read_count, default=200, help="of the last match (200)")
    _add_common(tune_parser)
    commands.add_parser("tree", help="draw the search tree of a small position", add_help=False)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(parser=parser)  # that refuses what is found to be wrong later
    add = parser.add_argument
    add("--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=f"({DEFAULT_OUT})")
    add("--seed", type=_seed, default=1, metavar="N", help="(1)")
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
