"""`linemate prove`: qubic, solved; exact values of nineboard; and the check of their certificates.

The work is the engine's, in processes of their own (`engine/tools/prove.py` and
`prove_nineboard.py`): here their reports are shown. What is to be proven of nineboard, in which
order, and on which machine, is the business of `nineboard.py`.
"""

from __future__ import annotations

import json
import signal
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from linemate.clients.prove import nineboard
from linemate.clients.prove.display import Display
from linemate.clients.shared import arguments
from linemate.clients.shared.command import (
    FAILED,
    INTERRUPTED,
    MISUSED,
    OVER,
    complain,
    fail,
    refuse,
)
from linemate.clients.shared.files import explain
from linemate.clients.shared.screen import make_console
from linemate.clients.shared.shutdown import Shutdown
from linemate.clients.shared.worker_pool import InterruptedTrialError, JobError, RefusedError
from linemate.engine.core import LinemateError
from linemate.protocol.driver import our_command, our_environment

QUBIC, NINEBOARD = "qubic", "nineboard"
DEFAULT_OUT = {QUBIC: Path("qubic.txt"), NINEBOARD: Path("nineboard.jsonl")}
TOOLS = {QUBIC: "linemate.engine.tools.prove", NINEBOARD: "linemate.engine.tools.prove_nineboard"}
NINEBOARD_ONLY = (
    *("plies", "positions", "seed", "openings", "full_board", "nodes", "hash", "split"),
    *("jobs", "dask"),
)
SPELLED = {"plies": "from", "full_board": "full-board"}  # where that is not the option's name
LAST_PLY = 60  # to reach a later one by safe play takes minutes
EPILOG = """\
qubic: the proof that x wins. An interrupted one goes on with the same command: FILE.checkpoint has
what is known.
nineboard: exact values of positions after random safe play (--from) or of given ones (--openings).
FILE keeps each one when it is solved: the same command, or another, goes on with what is missing,
and ends with what the values of each ply have cost.
Exit status: 0 proven, 1 not proven, or not all.

examples:
  %(prog)s qubic --out qubic.txt
  %(prog)s nineboard --from 24 20 16 --positions 20
  %(prog)s nineboard --from 12 --positions 1 --split --dask tcp://host:8786
  %(prog)s --verify nineboard.jsonl
"""

Report = dict[str, Any]


def main(words: Sequence[str]) -> int:
    """Prove or verify, and return the exit status: 1 if there is a gap."""
    parser = make_parser()
    options = parser.parse_args(words)
    if options.verify is not None:
        return verify(options.verify)
    given = [name for name in NINEBOARD_ONLY if getattr(options, name) != parser.get_default(name)]
    if options.game == QUBIC and given:
        parser.error(f"--{SPELLED.get(given[0], given[0])} is for nineboard")
    if options.game == NINEBOARD and not options.plies and options.openings is None:
        parser.error("nineboard: expected --from PLY or --openings FILE")
    for ply in options.plies or ():
        if not 0 <= ply <= LAST_PLY:
            parser.error(f"--from {ply}: expected 0 to {LAST_PLY}")
    for name in ("positions", "nodes", "hash", "jobs"):
        number = getattr(options, name)
        if number is not None and number < 1:
            parser.error(f"--{name} {number}: expected 1 or more")
    out: Path = options.out or DEFAULT_OUT[options.game]
    prove = prove_qubic if options.game == QUBIC else prove_nineboard
    return prove(options, out)


def verify(path: Path) -> int:
    """Have a certificate checked, and return the exit status."""
    console = make_console()
    status = watch([*our_command(TOOLS[game_of(path)]), "--verify", str(path)], Display(console))
    if status == FAILED:
        complain("prove", "not proven")
    elif status not in (OVER, MISUSED):  # what was refused has been said already
        console.print("Interrupted; the same command begins again.")
    return status


def game_of(path: Path) -> str:
    """Return the game of a certificate; what cannot be read is for the checker to complain of."""
    with suppress(OSError), path.open("rb") as file:
        if file.read(1) == b"{":
            return NINEBOARD
    return QUBIC


def prove_qubic(_options: Namespace, out: Path) -> int:
    """Have qubic proven, and return the exit status."""
    console = make_console()
    status = watch([*our_command(TOOLS[QUBIC]), QUBIC, "--out", str(out)], Display(console))
    if status == FAILED:
        complain("prove", "not proven")
    elif status == OVER:
        console.print(f"The certificate is {out}.", soft_wrap=True)
    elif status != MISUSED:
        console.print("Interrupted; the same command goes on from there.")
    return status


def prove_nineboard(options: Namespace, out: Path) -> int:
    """Prove positions of nineboard, and return the exit status."""
    console = make_console()
    try:
        status = nineboard.prove(options, out, Display(console))
    except (LinemateError, RefusedError) as error:
        return refuse("prove", error)
    except InterruptedTrialError:
        return INTERRUPTED
    except OSError as error:
        return refuse("prove", f"cannot use {str(out)!r}: {explain(error)}")
    except JobError as error:
        return fail("prove", f"what was proven is kept in {out}, but it cannot go on: {error}")
    if status not in (OVER, FAILED):
        console.print("Interrupted; the same command goes on from there.")
    console.print(f"The certificate is {out}.", soft_wrap=True)
    return status


class ProofShutdown(Shutdown):
    """Passes what signals ask for on to a process, as Ctrl-C, and leaves it the time to save what
    it knows. Nothing is raised, so there is no moment at which one could leave the process untold.
    """

    process: subprocess.Popen[str] | None = None

    def pass_on(self) -> None:
        if self.process is not None and self.is_requested():
            self.process.send_signal(signal.SIGINT)

    def _request(self, number: int, _frame: FrameType | None) -> None:
        self.number = number
        self.pass_on()


def watch(words: Sequence[str], display: Display) -> int:
    """Run it, show its reports and what it complains about, and return its exit status, or that of
    the signal that has ended it. However this ends, the process has ended before.
    """
    pipe = subprocess.PIPE
    with ProofShutdown() as shutdown:
        # In our process group, so that a terminal stops it with us (Ctrl-Z). So Ctrl-C there
        # reaches it twice, which does no harm; one that is sent to us alone, only from here.
        process = shutdown.process = subprocess.Popen(
            words, stdout=pipe, stderr=pipe, encoding="utf-8", env=our_environment()
        )
        shutdown.pass_on()  # what came before there was a process
        assert process.stdout is not None
        with process:
            try:
                with display:
                    for line in process.stdout:
                        report: Report = json.loads(line)
                        if report.get("done"):
                            display.end(describe(report))
                        else:
                            display.update(describe(report))
            except BaseException:
                process.send_signal(signal.SIGINT)
                raise
            finally:
                # To the end: it would save nothing if it met a closed pipe first.
                _, complaints = process.communicate()
    code = process.returncode
    # What it says when a signal catches it at its start or end is no complaint.
    if shutdown.is_requested() and code not in (OVER, MISUSED):
        return shutdown.status
    for complaint in complaints.splitlines():
        complain("prove", complaint)
    # A negative status is the number of the signal that ended it.
    return INTERRUPTED if code < 0 else code


def describe(report: Report) -> str:
    """Write a report of the engine's as one line."""
    seconds = f"{report['seconds']:,.0f} s"
    done = "checked: " if report.get("done") else ""
    if "places" in report:
        left_open = f", {report['open']:,} left open" if report["open"] else ""
        return (
            f"{done}{report['positions']:,} of {report['of']:,} positions{left_open}, "
            f"{report['places']:,} places looked at, {seconds}"
        )
    if "leaves" in report:
        plies = f", x wins within {report['plies']} plies" if "plies" in report else ""
        return (
            f"{done}{report['positions']:,} of {report['of']:,} positions, "
            f"{report['leaves']:,} leaves, longest line {report['longest']}{plies}, {seconds}"
        )
    words = (
        f"{report['refuted']} of {report['replies']} replies refuted, "
        f"{report['nodes']:,} nodes, {report['fours']:,} forced moves, {seconds}"
    )
    if report.get("done"):
        return (
            f"proven: {words}; {report['positions']:,} positions, "
            f"x wins within {report['plies']} plies"
        )
    return words if report["stage"] == "replies" else f"{words}; {report['stage']}"


def make_parser() -> ArgumentParser:
    about = "Prove that x wins qubic, or exact values of nineboard; or check a certificate."
    parser = arguments.make_parser("prove", about, EPILOG)
    parser.usage = (
        "%(prog)s qubic [--out FILE]\n"
        "       %(prog)s nineboard --from PLY ... [options] [--out FILE]\n"
        "       %(prog)s --verify FILE"
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("game", nargs="?", choices=(QUBIC, NINEBOARD), help="prove this game")
    what.add_argument("--verify", type=Path, metavar="FILE", help="check this certificate")
    add = parser.add_argument
    files = " or ".join(map(str, DEFAULT_OUT.values()))
    add("--out", type=Path, metavar="FILE", help=f"where the certificate goes ({files})")
    group = parser.add_argument_group("nineboard")
    add = group.add_argument
    add(
        "--from", dest="plies", type=int, nargs="+", metavar="PLY",
        help="prove positions after so many plies of random safe play",
    )  # fmt: skip
    add("--positions", type=int, default=20, metavar="N", help="so many of each ply (20)")
    add("--seed", type=int, default=1, metavar="N", help="of the random play (1)")
    add("--openings", type=Path, metavar="FILE", help="prove these, moves or positions, one a line")
    add("--full-board", choices=("free", "draw"), default="free", help="the rule option (free)")
    add(
        "--nodes", type=int, default=100_000_000, metavar="N",
        help="leave a position open after so many (100,000,000: half a minute, compiled)",
    )  # fmt: skip
    add("--split", action="store_true", help="prove what is left open by way of its moves")
    add("--hash", type=int, default=512, metavar="MB", help="of the table of each job (512)")
    add("--jobs", type=int, metavar="N", help="positions at a time (1; on a cluster, what it has)")
    add("--dask", metavar="ADDRESS", help="solve on a Dask cluster (needs the extra `cluster`)")
    return parser
