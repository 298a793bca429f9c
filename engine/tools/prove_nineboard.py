"""`python3 -m engine.tools.prove_nineboard`: exact values of nineboard, and their certificates.

    python3 -m engine.tools.prove_nineboard --solve          solve the positions that stdin names
    python3 -m engine.tools.prove_nineboard --verify FILE    check a certificate, independently

On stdin is one JSON document a line, `{"position": "...", "nodes": ...}`: the most nodes that the
answer may take. On stdout is one a line as well: first of what goes on, at most one a second,
`{"stage": ..., "nodes": ...}`; the last of each position, or of the check, has `"done": true`, and
for a position `"line"`, its line of a certificate (`prove_nineboard_check.py`). Each position is
solved with an empty table, so that what it takes depends on nothing else.

What is refused ends with status 2 and one line on stderr, a certificate with a gap with status 1.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from linemate.engine.core import LinemateError
from linemate.engine.games.nineboard import NineBoard
from linemate.engine.tools.prove import GAP, PROVEN, finish, report
from linemate.engine.tools.prove_nineboard_check import Checker, GapError
from linemate.engine.tools.prove_nineboard_solve import Solver

SECONDS_BETWEEN_REPORTS = 1.0
DEFAULT_HASH = 512
FULL_BOARD = NineBoard.OPTIONS[0]

Document = dict[str, Any]


class Reporter:
    """Tells what goes on, but not too often."""

    def __init__(self) -> None:
        self._reported = monotonic()
        self._began = process_time()

    def seconds(self) -> float:
        return round(process_time() - self._began, 3)

    def report_work(self, stage: str, nodes: int) -> None:
        self.report(stage=stage, nodes=nodes)

    def report(self, **fields: object) -> None:
        if fields.get("done") or monotonic() - self._reported >= SECONDS_BETWEEN_REPORTS:
            self._reported = monotonic()
            report(**fields, seconds=self.seconds())


def solve_all(full_board: str, megabytes: int) -> int:
    """Solve what is asked for, until there is no more."""
    game = NineBoard({"full_board": full_board})
    gc.disable()  # there is nothing to collect, and much to look through
    for text in sys.stdin:
        asked = read_document(text)
        reporter = Reporter()
        solver = Solver(game, megabytes, reporter.report_work)
        name, nodes = asked.get("position"), asked.get("nodes")
        if not isinstance(name, str) or not isinstance(nodes, int):
            raise LinemateError(f"bad order {text[:200]!r}: expected position and nodes")
        position = game.read_position(name)
        if position.outcome() is not None:
            raise LinemateError(f"{name}: the game is over")
        line = solver.solve(position, nodes)
        reporter.report(done=True, nodes=line["nodes"], line=line)
    return PROVEN


def verify(path: Path) -> int:
    """Check every line of a certificate, and that there is one."""
    with path.open(encoding="ascii") as file:
        full_board, claims = read_certificate(file.read(), path)
    proven = [text for text, claim in claims.items() if claim["value"] != "open"]
    reporter = Reporter()
    done = 0

    def show(**more: object) -> None:
        reporter.report(
            stage="checking",
            positions=done,
            of=len(proven),
            open=len(claims) - len(proven),
            places=checker.places,
            **more,
        )

    try:
        checker = Checker(claims, full_board == "draw", lambda places: show())
        for text in proven:
            checker.check(text)
            done += 1
            show()
    except GapError as gap:
        sys.stderr.write(f"{gap}\n")
        return GAP
    show(done=True)
    return PROVEN


def read_certificate(text: str, path: Path) -> tuple[str, dict[str, Document]]:
    """Return what full boards mean, and the claims by position string; of two lines of one
    position a proven one counts, then the later.

    Raises LinemateError, which names the line.
    """
    full_board = ""
    claims: dict[str, Document] = {}
    for number, line in enumerate(text.splitlines(), 1):
        try:
            document = read_document(line)
        except LinemateError as error:
            raise LinemateError(f"{path}, line {number}: {error}") from None
        if number == 1:
            named = document.get("certificate"), document.get("game")
            full_board = str(document.get("full_board"))
            if named != (1, "nineboard") or full_board not in FULL_BOARD.choices:
                raise LinemateError(f"{path} is no certificate of nineboard, version 1")
            continue
        position, value = document.get("position"), document.get("value")
        if not isinstance(position, str) or not isinstance(value, str):
            raise LinemateError(f"{path}, line {number}: expected a position and its value")
        if value != "open" or claims.get(position, document)["value"] == "open":
            claims[position] = document
    if not claims:
        raise LinemateError(f"{path} has no position: expected one a line")
    return full_board, claims


def read_document(text: str) -> Document:
    try:
        document = json.loads(text)
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise LinemateError(f"{text[:80]!r} is no JSON object")
    return document


def main() -> int:
    arguments = make_parser().parse_args()
    if arguments.verify is not None:
        return finish(lambda: verify(arguments.verify))
    return finish(lambda: solve_all(arguments.full_board, arguments.hash))


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m engine.tools.prove_nineboard",
        description="Solve positions of nineboard, or check a certificate of such results.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--solve", action="store_true", help="solve the positions that stdin names")
    what.add_argument("--verify", type=Path, metavar="FILE", help="check this certificate")
    add = parser.add_argument
    add("--full-board", choices=FULL_BOARD.choices, default=FULL_BOARD.default)
    add("--hash", type=int, default=DEFAULT_HASH, metavar="MB", help="of the table")
    return parser


if __name__ == "__main__":
    sys.exit(main())
