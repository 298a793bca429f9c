"""`make torture`: hostile use, larger than the tests have it, and bounded in time.

    python -m tests.torture                     everything, some two hours on two cores
    python -m tests.torture lines mates         some of it: lines, mates, claims, kills, files,
                                                page, memory, overflows
    python -m tests.torture memory --minutes 1  shorter searches
    python -m tests.torture --scale 0.01        a hundredth of everything, but for the minutes
    python -m tests.torture lines --seed 7 --part 3     one part again, as a fault tells it

The exit status is 1 if anything was wrong. docs/reliability.md has the figures.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from tests.torture import claims, files, kills, lines, mates, memory, overflows, page
from tests.torture.harness import Options, run

SECTIONS = {
    "lines": lines,
    "mates": mates,
    "claims": claims,
    "kills": kills,
    "files": files,
    "page": page,
    "memory": memory,
    "overflows": overflows,
}


def main() -> int:
    parser = ArgumentParser(
        "python -m tests.torture", description=__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    for name, value in vars(Options()).items():
        kind = float if isinstance(value, float) else int
        parser.add_argument(f"--{name}", type=kind, default=value)
    given = vars(parser.parse_args())
    chosen = given.pop("sections") or list(SECTIONS)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        parser.error(f"unknown section {unknown[0]!r}: expected {', '.join(SECTIONS)}")
    options = Options(**given)
    print(f"seed {options.seed}", flush=True)
    found = {name: run(name, SECTIONS[name], options) for name in chosen}
    print("\n| section | what | faults |\n|---|---|---|")
    for name, each in found.items():
        print(f"| {name} | {each} | {len(each.faults)} |")
    return 1 if any(each.faults for each in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
