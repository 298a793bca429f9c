"""`python3 -m engine.tools.prove qubic`: the proof that x wins qubic, and its certificate.

    python3 -m engine.tools.prove qubic --out FILE    prove it, or go on with it
    python3 -m engine.tools.prove --verify FILE       check a certificate, independently

On stdout is one JSON document a line, for a program to show: first of what goes on, at most one a
second, `{"stage": ...}` with counts; the last has `"done": true`. Whatever is refused ends with
status 2 and one line on stderr, a certificate with a gap with status 1.

An interrupted proof goes on where the last checkpoint was made, FILE.checkpoint, at most a minute
before; the distances, which are measured at the end, begin again. To read on: `prove_search.py`
has the search, `prove_opening.py` x's first two moves, `prove_strategy.py` the distances,
`champion/certificate.py` the format, `prove_check.py` the checker.

The checkpoint has every node of which something is known, with the work that was spent so far:
MAGIC, then little-endian 64-bit numbers, then a CRC-32 of them as one more. The numbers are the
work (milliseconds, expanded nodes, moves in searches by fours) and then four for each node, see
`ProofNode.row`.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from time import monotonic, process_time
from zlib import crc32

from linemate.engine.champion.certificate import read_certificate, write_certificate
from linemate.engine.core import LinemateError
from linemate.engine.tools.command import replace_file
from linemate.engine.tools.prove_check import Checker, GapError
from linemate.engine.tools.prove_opening import Opening
from linemate.engine.tools.prove_search import QubicProver
from linemate.engine.tools.prove_strategy import StrategyMaker

PROVEN, GAP, REFUSED = 0, 1, 2
INTERRUPTED = 128 + signal.SIGINT  # as a shell says of a program that Ctrl-C ended
DEFAULT_OUT = Path("qubic.txt")
SECONDS_BETWEEN_REPORTS = 1.0
SECONDS_BETWEEN_CHECKPOINTS = 60.0
MAGIC = b"linemate qubic proof 2\n\n"
ROW = 4  # numbers of a node


class Work:
    """What a proof has cost so far, over all its runs."""

    def __init__(self, milliseconds: int = 0, expanded: int = 0, fours: int = 0) -> None:
        self.milliseconds = milliseconds
        self.expanded = expanded
        self.fours = fours


def save(path: Path, prover: QubicProver, work: Work) -> None:
    numbers = array("Q", (work.milliseconds, work.expanded, work.fours))
    for node in prover.table.nodes.values():
        if node.is_known:
            numbers.extend(node.row)
    numbers.append(crc32(numbers.tobytes()))
    if sys.byteorder == "big":
        numbers.byteswap()
    replace_file(path, MAGIC + numbers.tobytes())


def load(path: Path, prover: QubicProver) -> Work:
    """Put the nodes into the prover; raises LinemateError for a file that is no checkpoint."""
    data = path.read_bytes()
    numbers = array("Q")
    body = data[len(MAGIC) :]
    if not data.startswith(MAGIC) or len(body) % 8 or len(body) < 32:
        raise LinemateError(f"{path} is no checkpoint of a proof: expected {MAGIC!r} at its start")
    numbers.frombytes(body)
    if sys.byteorder == "big":
        numbers.byteswap()
    check = numbers.pop()
    if check != crc32(numbers.tobytes()) or len(numbers) % ROW != 3:
        raise LinemateError(f"{path} is damaged: delete it to begin from nothing")
    for start in range(3, len(numbers), ROW):
        prover.restore(tuple(numbers[start : start + ROW]))
    return Work(*numbers[:3])


class Proof:
    """One run of the prover, with its reports and checkpoints."""

    def __init__(self, checkpoint: Path) -> None:
        self._checkpoint = checkpoint
        self._prover = QubicProver(self._on_progress)
        self._before = Work()
        self._began = process_time()
        if checkpoint.exists():
            self._before = load(checkpoint, self._prover)
        self._reported = self._saved = monotonic()
        self._opening = Opening(self._prover)
        self._interrupted = False

    def run(self, out: Path) -> None:
        """Prove all replies to the opening, and write the certificate.

        Raises KeyboardInterrupt, with all that is proven in the checkpoint.
        """
        # Not in the middle of a node, which would then be saved half examined.
        signal.signal(signal.SIGINT, self._interrupt)
        self._opening.prove()
        self._save()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        entries = StrategyMaker(self._prover, self._opening.start, self._on_stage).make()
        replace_file(out, write_certificate(entries).encode("ascii"))
        self._report("done", done=True, positions=len(entries), plies=entries[0, 0][1])

    def _interrupt(self, *_: object) -> None:
        self._interrupted = True

    def _save(self) -> None:
        save(self._checkpoint, self._prover, self._work())

    def _work(self) -> Work:
        before, prover = self._before, self._prover
        return Work(
            before.milliseconds + int(1000 * (process_time() - self._began)),
            before.expanded + prover.expanded,
            before.fours + prover.fours.nodes,
        )

    def _on_progress(self) -> None:
        now = monotonic()
        if now - self._reported >= SECONDS_BETWEEN_REPORTS:
            self._report("replies")
        if self._interrupted or now - self._saved >= SECONDS_BETWEEN_CHECKPOINTS:
            self._save()
            self._saved = monotonic()
            if self._interrupted:
                raise KeyboardInterrupt

    def _on_stage(self, text: str) -> None:
        self._report(f"strategy: {text}")

    def _report(self, stage: str, **more: object) -> None:
        work, replies = self._work(), self._opening.replies
        self._reported = monotonic()
        report(
            stage=stage,
            refuted=sum(node.is_proven for node in replies),
            replies=len(replies),
            nodes=work.expanded,
            known=len(self._prover.table.nodes),
            fours=work.fours,
            seconds=work.milliseconds / 1000,
            **more,
        )


def report(**fields: object) -> None:
    sys.stdout.write(json.dumps(fields) + "\n")
    sys.stdout.flush()


def verify(path: Path) -> int:
    began = process_time()
    reported = monotonic()

    def on_progress(positions: int) -> None:
        nonlocal reported
        if monotonic() - reported >= SECONDS_BETWEEN_REPORTS:
            reported = monotonic()
            show("checking", positions)

    def show(stage: str, positions: int, **more: object) -> None:
        report(
            stage=stage,
            positions=positions,
            of=len(entries),
            leaves=checker.leaves,
            longest=checker.longest,
            seconds=round(process_time() - began, 3),
            **more,
        )

    entries = read_certificate(path.read_text(encoding="ascii"))
    checker = Checker(entries, on_progress)
    try:
        checker.check()
    except GapError as gap:
        sys.stderr.write(f"{gap}\n")
        return GAP
    show("done", len(entries), done=True, plies=entries[0, 0][1])
    return PROVEN


def prove(out: Path) -> int:
    require_writable(out)
    # Two million nodes that never refer back to each other: to look for cycles takes an eighth of
    # the time.
    gc.disable()
    Proof(out.with_name(out.name + ".checkpoint")).run(out)
    return PROVEN


def require_writable(out: Path) -> None:
    """Raise OSError now rather than after minutes of proof; the file stays as it is."""
    existed = out.exists()
    with out.open("a"):
        pass
    if not existed:
        out.unlink()


def main() -> int:
    arguments = make_parser().parse_args()
    if arguments.verify is not None:
        return finish(lambda: verify(arguments.verify))
    return finish(lambda: prove(arguments.out))


def finish(work: Callable[[], int]) -> int:
    """Return the exit status of a piece of work, or of what ended it, after saying why."""
    try:
        return work()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        sys.stderr.write(f"cannot use {error.filename}: {error.strerror}\n")
        return REFUSED
    except (LinemateError, UnicodeDecodeError) as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m engine.tools.prove",
        description="Prove that x wins qubic, or check the certificate of such a proof.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("game", nargs="?", choices=("qubic",))
    what.add_argument("--verify", type=Path, metavar="FILE", help="check this certificate")
    help_text = f"the certificate ({DEFAULT_OUT}); FILE.checkpoint is kept beside it"
    parser.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="FILE", help=help_text)
    return parser


if __name__ == "__main__":
    sys.exit(main())
