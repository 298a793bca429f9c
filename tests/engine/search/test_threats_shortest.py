"""The shortest win by fours, held to the checker's plain search."""

from __future__ import annotations

from random import Random

from linemate.engine.core import PLAYERS
from linemate.engine.games.lines import LinePosition
from linemate.engine.games.qubic import Qubic
from linemate.engine.search.threats import ThreatSearch
from linemate.engine.search.threats_shortest import ShortestFours
from linemate.engine.workshop.prove_check import Checker, wins

GAME = Qubic()


def positions(count: int) -> list[LinePosition]:
    """Open positions with x to move, from random games."""
    random = Random(5)
    found = []
    while len(found) < count:
        position = GAME.start()
        for _ in range(2 * random.randint(5, 9)):
            position.play(random.choice(position.legal_moves()))
            if position.outcome():
                break
        else:
            found.append(position)
    return found


def test_it_is_as_short_as_the_plain_search_says() -> None:
    fours = ThreatSearch(GAME)
    shortest = ShortestFours(fours)
    lengths = []
    for position in positions(150):
        line = shortest.win(fours.state(position, 0), 0)
        xs, os = (
            sum(1 << cell for cell, mark in enumerate(position.cells()) if mark == player)
            for player in PLAYERS
        )
        plain = Checker({})._search(xs, os, 21)
        assert len(line) == len(plain or ())
        if line:
            assert wins(xs, os, line)
        lengths.append(len(line))
    assert {0, 1, 3, 5, 7} <= set(lengths)
