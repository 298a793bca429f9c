"""Games as the page has them: compact, and with the positions of the rules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from linemate.clients.match.page.games import GamePacker, describe_rules, pack_moves
from linemate.clients.shared.game_files import check_record, read_games, read_text
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import write_pgn
from linemate.clients.shared.records import GameRecord, PlayedMove, Reason, Task
from linemate.clients.shared.states import describe_position
from linemate.clients.shared.values import describe_game
from linemate.engine.core import Game, Position, Score
from tests.needs import need_program
from tests.variants import VARIANTS

Make = Callable[..., GameRecord]
HERE = Path(__file__).parent
KEPT = ("width", "height", "falls", "forced", "won")


def describe(game: Game, position: Position) -> dict[str, object]:
    told = describe_position(game, position)
    outcome = told["outcome"]
    return {
        "cells": told["cells"],
        "toMove": told["toMove"],
        "last": told["last"],
        "line": told["line"],
        "board": {name: told["board"][name] for name in KEPT if name in told["board"]},
        "winner": "none" if outcome is None else outcome["winner"],
    }


def play_at_random(game: Game, seed: int) -> dict[str, object]:
    """A whole game; every other one from a position string in the middle of it."""
    random, position = Random(seed), game.start()
    for _ in range(4 * (seed % 2)):
        if position.outcome() is None:
            position.play(random.choice(position.legal_moves()))
    start = game.write_position(position) if seed % 2 and position.outcome() is None else None
    position = game.start() if start is None else game.read_position(start)
    states, moves = [describe(game, position)], []
    while choices := position.legal_moves():
        move = random.choice(choices)
        moves.append(PlayedMove(game.write_move(move), 0.0))
        position.play(move)
        states.append(describe(game, position))
    outcome = position.outcome()
    winner = None if outcome is None else outcome.winner
    result = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
    packed = pack_moves(game, start, moves) | {"result": result, "reason": "", "text": ""}
    rules = describe_rules(describe_game(game), game)
    return {"rules": rules, "game": packed, "states": states}


def test_the_positions_of_the_page_are_those_of_the_rules() -> None:
    """Every game under every option, by the module that the page has."""
    played = [play_at_random(variant.game, seed) for variant in VARIANTS for seed in range(2)]
    done = subprocess.run(
        [need_program("node"), str(HERE / "positions.mjs")],
        input="\n".join(map(json.dumps, played)),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    assert sum(len(json.dumps(each["states"])) for each in played) > 10_000


def test_scores_are_those_of_x_and_times_are_milliseconds(record: Make) -> None:
    made = record(winner="A")
    moves = tuple(
        PlayedMove(move.move, 0.1234, score, depth)
        for move, score, depth in zip(
            made.moves,
            [Score(cp=30), Score(cp=30), None, Score(plies=-2), Score(plies=1)],
            [4, None, 5, 6, 7],
            strict=True,
        )
    )
    packed = GamePacker(["A", "B"]).pack_record(GameRecord(**{**vars(made), "moves": moves}))
    assert packed["moves"] == "a1 a2 b1 b2 c1"
    assert packed["scores"] == "30 -30 - M2 M1"
    assert packed["times"] == "123 123 123 123 123"
    assert packed["depths"] == "4 - 5 6 7"
    assert (packed["x"], packed["o"], packed["result"]) == (0, 1, "1-0")
    assert packed["line"] == "a1 b1 c1"


def test_a_failure_has_its_reason_and_an_opening_its_length(record: Make) -> None:
    made = record(
        winner="B", reason=Reason.TIME, opening=Opening(None, ("c3", "c2")), moves="b2 a1"
    )
    packed = GamePacker().pack_record(made)
    assert (packed["opening"], packed["moves"], packed["failed"]) == (2, "c3 c2 b2 a1", True)
    assert packed["text"] == "O wins: time (because)."
    assert packed["result"] == "0-1"


def test_games_from_a_file_are_packed_as_those_of_the_match(record: Make, tmp_path: Path) -> None:
    """PGN has hundredths and milliseconds, as the page has."""
    opened = record(1, winner="A", opening=Opening("3/3/2x o", ("a1", "b2")), moves="a2 b3 a3")
    made = [record(0, winner="A"), record(2), opened, record(3, "A", Reason.CRASH, b="<b>")]
    for each in made:
        check_record(each)
    path = tmp_path / "games.pgn"
    path.write_text("".join(map(write_pgn, made)))
    packer, reader = GamePacker(), GamePacker()
    assert [reader.pack_stored(each) for each in read_games(path)] == [
        packer.pack_record(each) for each in made
    ]
    assert reader.players == packer.players
    assert reader.rules == packer.rules


def test_an_opening_that_was_analysed_is_still_nobodys_choice() -> None:
    """The page of a game writes what it has found before the word of the referee."""
    moves = "1. b2 {[%eval 0.10] opening} a1 {[%eval 0.10] opening} 2. c3"
    (stored,) = read_text(f'[Variant "tictactoe"]\n\n{moves} *\n')
    assert GamePacker().pack_stored(stored)["opening"] == 2


def test_a_game_in_progress_has_no_result() -> None:
    task = Task(1, "A", "B", 0, 0, Opening(None, ("55",)))
    packed = GamePacker(["A", "B"]).pack_progress("ultimate", task, [PlayedMove("57", 0.5)])
    assert packed["forced"] == "123456789 5 7"
    assert packed["moves"] == "55 57"
    assert "result" not in packed


@pytest.mark.parametrize("words", ["ultimate", "gomoku"])
def test_a_packed_game_takes_little(words: str) -> None:
    """A thousand games of eighty plies are less than two megabytes."""
    random = Random(3)
    game = next(each.game for each in VARIANTS if each.name == words and "7" not in str(each))
    position, moves = game.start(), list[PlayedMove]()
    while (choices := position.legal_moves()) and len(moves) < 80:
        move = random.choice(choices)
        position.play(move)
        moves.append(PlayedMove(game.write_move(move), 0.1, Score(cp=-120), 12, 3456))
    assert len(json.dumps(pack_moves(game, None, moves))) < 2000
