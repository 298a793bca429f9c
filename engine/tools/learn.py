"""`python3 -m engine.tools.learn GAME`: the weights of an evaluation, by self-play.

A generation plays games with the weights of the one before (the first with hand-picked ones),
then fits new weights to them and to those of the generation before, the asides of both included
(`selfplay.py`). What was done is kept beside the result, in `OUT.work`: started again with the same
arguments, or with more generations, it goes on from there. The result depends on the arguments
alone, not on `--jobs` nor on interruptions.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random

from linemate.engine.core import LinemateError
from linemate.engine.tools.command import replace_file
from linemate.engine.tools.fitting import Examples, File
from linemate.engine.tools.selfplay import PUPILS, play_games

# Games are played and kept in bundles; each has a table of its own.
BUNDLE = 100
EPOCHS = 6


class BegunOtherwiseError(LinemateError):
    """What is there was begun with other arguments."""


def main() -> int:
    parser = make_parser()
    arguments = parser.parse_args()
    if arguments.start:
        try:
            PUPILS[arguments.game].make_core(arguments.start.read_bytes())
        except (OSError, ValueError) as error:
            parser.error(f"no weights of {arguments.game} in {arguments.start}: {error}")
    try:
        learn(
            arguments.game, arguments.out, arguments.games, arguments.generations, arguments.depth,
            arguments.asides, arguments.seed, arguments.jobs, arguments.start,
        )  # fmt: skip
    except BegunOtherwiseError as error:
        parser.error(str(error))
    return 0


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m engine.tools.learn",
        description="Learn the weights of an evaluation from games against itself.",
    )
    add = parser.add_argument
    add("game", choices=PUPILS)
    add("--games", type=_positive, default=10_000, help="of each generation")
    add("--generations", type=_positive, default=3)
    add(
        "--depth", type=_positive, nargs="+", default=[4],
        help="of the search that plays and judges, in plies; several: by generation",
    )  # fmt: skip
    add(
        "--asides", type=_whole, default=20,
        help="positions a few moves off each game that are tried, to be judged as well",
    )  # fmt: skip
    add("--seed", type=int, default=1)
    add("--jobs", type=_positive, default=1, help="processes")
    add("--start", type=Path, help="weights to begin with instead of hand-picked ones")
    add("--out", type=Path, required=True)
    return parser


def _whole(text: str, least: int = 0) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return int(text)


def _positive(text: str) -> int:
    return _whole(text, 1)


def learn(
    name: str,
    out: Path,
    games: int,
    generations: int,
    depths: Sequence[int],
    asides: int,
    seed: int,
    jobs: int = 1,
    start: Path | None = None,
) -> None:
    work = out.with_name(out.name + ".work")
    work.mkdir(parents=True, exist_ok=True)
    weights: File = start.read_bytes() if start else None
    begun = f"{name} --games {games} --depth {' '.join(map(str, depths))} --asides {asides}"
    begun += f" --seed {seed}, weights {sha256(weights).hexdigest()[:8] if weights else 'by hand'}"
    _begin(work / "arguments", begun)
    played: list[Path] = []
    for generation in range(1, generations + 1):
        games_file = work / f"generation-{generation}.games"
        weights_file = work / f"generation-{generation}.bin"
        played.append(games_file)
        depth = depths[min(generation, len(depths)) - 1]
        if not weights_file.exists():
            count = _keep_whole_bundles(games_file, games)
            for lines in _play_on(
                name, games_file.stem, count, games, depth, asides, weights, seed, jobs
            ):
                with games_file.open("a") as file:
                    file.writelines(lines)
                count += len(lines)
                _say(f"generation {generation}: {count} of {games} games")
            replace_file(weights_file, _fit(name, weights, played[-2:], f"{seed} {generation}"))
        weights = weights_file.read_bytes()
        _say(f"generation {generation}: done")
    replace_file(out, (work / f"generation-{generations}.bin").read_bytes())


def _begin(path: Path, arguments: str) -> None:
    """Note what is learned from; what is there may be gone on with by those alone who learn from
    the same.
    """
    if path.exists():
        before = path.read_text()
    else:
        before = "arguments that nobody noted" if any(path.parent.iterdir()) else arguments
    if before != arguments:
        raise BegunOtherwiseError(
            f"{path.parent} was begun with {before}: remove it, or go on with the same arguments"
        )
    path.write_text(arguments)


def _keep_whole_bundles(path: Path, games: int) -> int:
    """Drop what an interruption has cut short; return the number of games that are left."""
    if not path.exists():
        return 0
    lines = path.read_text().splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    count = len(lines) if len(lines) == games else len(lines) - len(lines) % BUNDLE
    path.write_text("".join(lines[:count]))
    return count


def _play_on(
    name: str,
    generation: str,
    played: int,
    games: int,
    depth: int,
    asides: int,
    weights: File,
    seed: int,
    jobs: int,
) -> Iterator[list[str]]:
    """Yield the bundles that are missing, in order."""
    starts = range(played, games, BUNDLE)
    counts = [min(BUNDLE, games - start) for start in starts]
    seeds = [f"{seed} {generation} {start}" for start in starts]
    many = len(starts)
    tasks = ([name] * many, [weights] * many, counts, [depth] * many, [asides] * many, seeds)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(play_games, *tasks)
    else:
        yield from map(play_games, *tasks)


def _fit(name: str, weights: File, played: list[Path], seed: str) -> bytes:
    pupil = PUPILS[name]
    examples = Examples(pupil.make_game(), pupil.make_features(), pupil.steps_per_logit)
    for path in played:
        with path.open() as file:
            examples.add_games(file)
    _say(f"fitting {len(examples)} positions, {len(examples.features)} weights")
    weights, errors = examples.fit(weights, EPOCHS, Random(seed))
    _say("mean squared errors " + " ".join(f"{error:.5f}" for error in errors))
    return weights


def _say(text: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")


if __name__ == "__main__":
    sys.exit(main())
