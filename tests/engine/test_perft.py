"""Perft counts from `tests/data/perft`, each confirmed by at least two other programs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

import pytest

from linemate.engine.core import Game, Position
from linemate.engine.perft import divide, perft
from linemate.engine.registry import GAMES, make_game

QUICK, SMALL = 600_000, 60_000  # what is left to `make test-all`: see `is_quick`


class Row(NamedTuple):
    source: str
    game: str
    options: dict[str, str]
    position: str | None
    depth: int
    positions: int


def rows() -> Iterator[Row]:
    for path in sorted((Path(__file__).parent.parent / "data" / "perft").glob("*.txt")):
        name, options, position = "", {}, None
        for line in path.read_text().splitlines():
            words = line.partition("#")[0].split()
            if not words:
                continue
            if words[0] == "game":
                name, options = words[1], dict(zip(words[2::2], words[3::2], strict=True))
            elif words[0] == "position":
                position = " ".join(words[1:])
            else:
                yield Row(path.stem, name, options, position, int(words[0]), int(words[1]))


def is_quick(row: Row, group: list[Row]) -> bool:
    """`group` is all rows of the position, by depth. A count goes through the whole tree above it,
    so of the rows whose tree is not small the deepest that can be afforded is enough."""
    trees = list(accumulate(other.positions for other in group))
    affordable = [other for other, tree in zip(group, trees, strict=True) if tree <= QUICK]
    return row in affordable[-1:] or trees[group.index(row)] <= SMALL


def cases() -> Iterator[object]:
    groups = groupby(rows(), key=lambda row: (row.source, row.position))
    for place, group in enumerate(list(group) for _, group in groups):
        for row in group:
            marks = [] if is_quick(row, group) else [pytest.mark.slow]
            yield pytest.param(row, id=f"{row.source}-{place}-depth{row.depth}", marks=marks)


def root(row: Row) -> tuple[Game, Position]:
    game = make_game(row.game, row.options)
    return game, game.read_position(row.position) if row.position else game.start()


@pytest.mark.parametrize("row", list(cases()))
def test_perft_counts_what_other_programs_count(row: Row) -> None:
    game, position = root(row)
    found = perft(position, row.depth)
    if found != row.positions:
        per_move = [f"{game.write_move(m)}: {n}" for m, n in divide(position, row.depth)]
        pytest.fail(f"{found}, expected {row.positions}, by root move:\n" + "\n".join(per_move))


def test_every_game_has_perft_rows() -> None:
    assert {row.game for row in rows()} == set(GAMES)


def test_perft_leaves_the_position_as_it_was() -> None:
    game = make_game("ultimate")
    position = game.start()
    assert perft(position, 3) == sum(count for _, count in divide(position, 3))
    assert game.write_position(position) == "9/9/9/9/9/9/9/9/9 x -"
    assert perft(position, 0) == 1
    assert list(divide(position, 0)) == []
