"""`make bench`: what is fast, as ratios within one run, and how time is kept.

    python -m tests.bench              everything, some twenty minutes
    python -m tests.bench rules        one section: builds, chances, clicks, depth, exact, match,
                                       page, processor, rules, search, skill, solved, startup,
                                       threads, time, wins

Matches of the strongest player, which take hours, are commands of their own: see champion.py, and
earlier.py for those against an earlier version.

Nothing here passes or fails: machines differ, and so do their moods. The goals stand beside
the figures.
"""

from __future__ import annotations

import sys

from tests.bench import (
    builds,
    chances,
    clicks,
    depth,
    exact,
    match,
    page,
    processor_time,
    rules,
    search,
    skill,
    solved,
    startup,
    threads,
    timekeeping,
    wins,
)

SECTIONS = {
    "builds": builds.run,
    "chances": chances.run,
    "clicks": clicks.run,
    "depth": depth.run,
    "exact": exact.run,
    "match": match.run,
    "page": page.run,
    "processor": processor_time.run,
    "rules": rules.run,
    "search": search.run,
    "skill": skill.run,
    "solved": solved.run,
    "startup": startup.run,
    "threads": threads.run,
    "time": timekeeping.run,
    "wins": wins.run,
}


def main() -> int:
    chosen = sys.argv[1:] or list(SECTIONS)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        print(f"unknown section {unknown[0]!r}: expected {', '.join(SECTIONS)}", file=sys.stderr)
        return 2
    for name in chosen:
        print(f"== {name}", flush=True)
        SECTIONS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
