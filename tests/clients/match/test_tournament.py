"""Every searcher against every other on every game, refereed: nobody breaks a rule or dies.

With `-s` it prints the tables that the README shows:

    python -m pytest -m slow -s tests/clients/match/test_tournament.py
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.match.statistics.report import crosstable
from linemate.clients.match.tournament.schedule import pairs_of
from linemate.clients.shared.records import FAILURES, GameRecord, from_json
from linemate.clients.shared.statistics import Tally, tally
from linemate.engine.registry import GAMES, MADE_FOR, SEARCHERS

NODES = 500  # for each move
GAMES_EACH = 4  # of each pairing
LONGEST = 80  # plies
# What cannot search a large board to its end looks two plies ahead.
DEPTH = dict.fromkeys(
    ("minimax", "alphabeta", "alphabeta-results", "alphabeta-2018"), "option.Depth=2"
)


def players_of(game: str) -> list[str]:
    return [name for name in SEARCHERS if MADE_FOR.get(name, game) == game]


def hold(game: str, directory: Path) -> list[GameRecord]:
    words = ["match", "--game", game, "--out", str(directory), "--concurrency", "2"]
    for name in players_of(game):
        depth = [DEPTH[name]] if name in DEPTH else []
        words += ["--engine", f"name={name}", f"option.Search={name}", "option.Seed=1", *depth]
    limits = ["--nodes", str(NODES), "--games", str(GAMES_EACH), "--max-plies", str(LONGEST)]
    assert main([*words, *limits, "--random-plies", "2", "--seed", "1"]) == 0
    return [from_json(line) for line in (directory / "games.jsonl").read_text().splitlines()]


def tallies_of(records: Iterable[GameRecord]) -> dict[tuple[str, str], Tally]:
    pairings: dict[tuple[str, str], list[GameRecord]] = {}
    for record in records:
        pairings.setdefault((record.task.a, record.task.b), []).append(record)
    return {
        names: tally(pairs_of(record.summary() for record in games))
        for names, games in pairings.items()
    }


@pytest.mark.slow
def test_every_searcher_meets_every_other_on_every_game(tmp_path: Path) -> None:
    total: dict[tuple[str, str], Tally] = {}
    for game in GAMES:
        records = hold(game, tmp_path / game)
        players = len(players_of(game))
        count = players * (players - 1) // 2 * GAMES_EACH
        assert len({record.task.key for record in records}) == count
        failed = [record for record in records if record.ending.reason in FAILURES]
        assert not failed, json.dumps([record.ending.detail for record in failed])
        for names, found in tallies_of(records).items():
            total[names] = total.get(names, Tally()) + found
    print(f"\nAll games:\n{crosstable(total)}")
