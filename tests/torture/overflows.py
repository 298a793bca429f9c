"""What C leaves undefined, in the compiled build: numbers that their types cannot hold, shifts that
are too far, places outside of an array.

The hot modules are compiled with the compiler's own sanitizer, which tells what it comes across;
then positions of every game and rule are searched, with one line and several, some of them long
enough for the largest depths that a table keeps.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from linemate.engine.builds import INTERPRETED
from tests.compiled import compile_copy
from tests.torture.harness import Findings, Options
from tests.variants import VARIANTS, Variant

AT_A_TIME = 1
SEARCHES = 60  # of every variant
SANITIZER = "-fsanitize=signed-integer-overflow,shift,bounds,null,bool"
# Of such boards so many more: they are searched deeper than any others.
SMALL, MORE = Variant("gomoku", {"size": "5"}), 10
# It is told a game and its options, a seed, and how many searches are wanted.
SEARCH = """
import json, sys
from random import Random
from linemate.engine.builds import describe_build
from linemate.engine.clock import Clock
from linemate.engine.core import Limits
from linemate.engine.registry import make_game, make_searcher
assert describe_build()[0] == "compiled"
for line in sys.stdin:
    name, options, seed, count = json.loads(line)
    game, random = make_game(name, options), Random(seed)
    for number in range(count):
        position, plies = game.start(), random.randrange(random.choice((9, 60)))
        while plies and position.outcome() is None:
            position.play(random.choice(game.natural_moves(position)))
            plies -= 1
        if position.outcome() is not None:
            position.undo()
        searcher = make_searcher(
            "auto", game, {"Hash": 2, "MultiPV": random.choice((1, 1, 3)), "Solved": False}
        )
        nodes = random.choice((500, 5_000, 50_000, 1_000_000))
        for _ in searcher.search(position, Clock(Limits(nodes=nodes))):
            pass
        print(flush=True)
"""


def parts(options: Options) -> list[int]:
    return [max(1, round(SEARCHES * options.scale))]


def torture(part: int, random: Random, options: Options) -> Findings:
    found = Findings()
    with tempfile.TemporaryDirectory() as folder:
        compile_copy(Path(folder), CFLAGS=f"-O1 -g -w {SANITIZER}", LDFLAGS=SANITIZER)
        done = subprocess.run(
            [sys.executable, "-c", SEARCH],
            cwd=folder,
            env={**os.environ, INTERPRETED: "", "PYTHONPATH": folder},
            input="".join(
                json.dumps([variant.name, variant.options, random.random(), part]) + "\n"
                for variant in (*VARIANTS, *[SMALL] * MORE)
            ),
            capture_output=True,
            text=True,
            check=False,
        )
    found.count("searches", done.stdout.count("\n"))
    found.faults = sorted({line for line in done.stderr.splitlines() if "runtime error" in line})
    if done.returncode:
        found.faults.append(done.stderr)
    return found
