"""`linemate prove`: the proof that the first player wins qubic, or the check of its certificate.

The work is the engine's (`engine/tools/prove.py`), a process of its own: here its reports are
shown, one line that is drawn again on a terminal, one now and then elsewhere.
"""

from __future__ import annotations

import json
import subprocess
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.status import Status
from rich.text import Text

from linemate.clients.shared import arguments
from linemate.clients.shared.command import FAILED, INTERRUPTED, complain
from linemate.clients.shared.screen import make_console
from linemate.protocol.driver import our_command, our_environment

DEFAULT_OUT = Path("qubic.txt")
SECONDS_BETWEEN_LINES = 30.0  # where they stay
EPILOG = """\
An interrupted proof goes on with the same command: FILE.checkpoint has what is known.
Exit status: 0 proven, 1 not proven.

examples:
  %(prog)s qubic --out qubic.txt
  %(prog)s --verify qubic.txt
"""

Report = dict[str, Any]


def main(words: Sequence[str]) -> int:
    """Prove or verify, and return the exit status: 1 if there is a gap."""
    options = make_parser().parse_args(words)
    if options.verify is not None:
        asked = ["--verify", str(options.verify)]
    else:
        asked = [options.game, "--out", str(options.out)]
    console = make_console()
    status = watch([*our_command("linemate.engine.tools.prove"), *asked], console)
    if status == INTERRUPTED:
        then = "goes on from there" if options.verify is None else "begins again"
        console.print(f"Interrupted; the same command {then}.")
    elif status == FAILED:  # what was refused has been said already
        complain("prove", "not proven")
    elif options.verify is None:
        console.print(f"The certificate is {options.out}.", soft_wrap=True)
    return status


def watch(words: Sequence[str], console: Console) -> int:
    """Run it, show its reports and what it complains about, and return its exit status."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        words, stdout=pipe, stderr=pipe, encoding="utf-8", env=our_environment()
    )
    assert process.stdout is not None
    assert process.stderr is not None
    printed = -SECONDS_BETWEEN_LINES
    # Ctrl-C reaches the process as well, which then saves what it knows, and ends.
    with process, Status(Text("beginning"), console=console) as status:
        while True:
            with suppress(KeyboardInterrupt):
                line = process.stdout.readline()
                if not line:
                    break
                report: Report = json.loads(line)
                if report.get("done"):
                    console.print(describe(report))
                elif console.is_terminal:
                    status.update(Text(describe(report)))
                elif monotonic() - printed >= SECONDS_BETWEEN_LINES:
                    printed = monotonic()
                    console.print(describe(report))
        while True:
            with suppress(KeyboardInterrupt):
                complaints = process.stderr.read()  # a line, so that it never fills the pipe
                code = process.wait()
                break
    for complaint in complaints.splitlines():
        complain("prove", complaint)
    # A negative status is the number of the signal that ended it.
    return INTERRUPTED if code < 0 else code


def describe(report: Report) -> str:
    """Write a report of the engine's as one line."""
    seconds = f"{report['seconds']:,.0f} s"
    if "leaves" in report:
        done = "checked: " if report.get("done") else ""
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
    about = "Prove that the first player wins qubic, or check the certificate of a proof."
    parser = arguments.make_parser("prove", about, EPILOG)
    parser.usage = "%(prog)s qubic [--out FILE]\n       %(prog)s --verify FILE"
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "game", nargs="?", choices=("qubic",), metavar="qubic", help="prove this game"
    )
    what.add_argument("--verify", type=Path, metavar="FILE", help="check this certificate")
    help_text = f"where the certificate goes ({DEFAULT_OUT})"
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="FILE", help=help_text)
    return parser
