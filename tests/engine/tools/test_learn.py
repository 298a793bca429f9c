"""Learning the weights of an evaluation, on a tiny scale."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.core import Core
from linemate.engine.champion.nineboard import weights as nineboard_weights
from linemate.engine.champion.ultimate import weights as ultimate_weights
from linemate.engine.core import Position
from linemate.engine.scores import PROVEN
from linemate.engine.tools import learn as learning
from linemate.engine.tools.fitting import Examples
from linemate.engine.tools.learn import learn
from linemate.engine.tools.selfplay import CERTAIN, PUPILS, best_move, play_games, random_opening

GAMES = pytest.mark.parametrize("name", PUPILS)
SHIPPED = {
    "ultimate": lambda: ultimate_weights.write(ultimate_weights.shipped()),
    "nineboard": lambda: nineboard_weights.write(nineboard_weights.shipped()),
}


@pytest.fixture(autouse=True)
def _small_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BUNDLE", 2)


def examples_of(name: str) -> Examples:
    pupil = PUPILS[name]
    return Examples(pupil.make_game(), pupil.make_features(), pupil.steps_per_logit)


@GAMES
def test_the_result_depends_on_the_arguments_alone(name: str, tmp_path: Path) -> None:
    for file, jobs in (("one", 1), ("two", 2)):
        learn(name, tmp_path / file, games=4, generations=2, depths=[1], seed=7, jobs=jobs)
    learn(name, tmp_path / "other", games=4, generations=2, depths=[1], seed=8)
    one, two, other = ((tmp_path / file).read_bytes() for file in ("one", "two", "other"))
    assert one == two
    assert one != other
    features = PUPILS[name].make_features()
    assert features.flatten(one) != features.flatten(None)


@GAMES
def test_an_interrupted_run_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    """One bundle is whole and the next cut in the middle of a line."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    learn(name, whole, games=4, generations=1, depths=[1], seed=7)
    text = (tmp_path / "whole.work" / "generation-1.games").read_text()
    (tmp_path / "part.work").mkdir()
    kept = text.splitlines(keepends=True)
    (tmp_path / "part.work" / "generation-1.games").write_text("".join(kept[:3]) + kept[3][:9])
    learn(name, part, games=4, generations=1, depths=[1], seed=7)
    assert part.read_bytes() == whole.read_bytes()
    assert (tmp_path / "part.work" / "generation-1.games").read_text() == text


@GAMES
def test_a_run_begins_with_the_weights_it_is_given(name: str, tmp_path: Path) -> None:
    start = tmp_path / "start"
    start.write_bytes(SHIPPED[name]())
    for file, begins in (("hand", None), ("given", start)):
        out = tmp_path / file
        learn(name, out, games=2, generations=1, depths=[1], seed=7, start=begins)
    assert (tmp_path / "hand").read_bytes() != (tmp_path / "given").read_bytes()


@GAMES
def test_games_are_legal_and_end_with_their_result(name: str) -> None:
    pupil = PUPILS[name]
    game, certain = pupil.make_game(), CERTAIN * pupil.steps_per_logit
    for line in play_games(name, None, 5, 2, "seed"):
        words, _, result = line.partition("|")
        position = game.start()
        for word in words.split():
            move, _, thought = word.partition(":")
            assert int(move) in position.legal_moves()
            position.play(int(move))
            assert not thought or abs(int(thought)) <= certain
        outcome = position.outcome()
        if outcome is not None:
            assert int(result) == (0 if outcome.winner is None else 1 - 2 * outcome.winner)
        else:
            assert int(result) != 0  # proven before the end


@GAMES
def test_the_features_add_up_to_the_evaluation(name: str) -> None:
    """What is learned is what the core plays with."""
    pupil, random, weights = PUPILS[name], Random(3), SHIPPED[name]()
    game, core, features = pupil.make_game(), pupil.make_core(weights), pupil.make_features()
    compared = 0
    for _ in range(40):
        position = random_opening(game, random)
        move = position.legal_moves()[0]
        position.play(move)
        numbers = [] if position.outcome() is not None else features.of(position)
        if numbers:
            worth = worth_of(numbers, features.flatten(weights))
            score = judge(core, position, move)
            if abs(score) < PROVEN:
                assert score == -round(pupil.steps_per_logit * worth)
                compared += 1
    assert compared > 20


def worth_of(numbers: list[int], flat: list[float]) -> float:
    return sum(flat[n - 1] if n > 0 else -flat[-n - 1] for n in numbers)


def judge(core: Core, position: Position, move: int) -> int:
    """What the core's search of a single ply says about the move that led here."""
    position.undo()
    best_move(core, position, 1)
    return core.search_move(move, 1, -(10**9), 10**9)


@GAMES
def test_fitting_brings_the_estimates_nearer_to_the_games(name: str) -> None:
    examples = examples_of(name)
    examples.add_games(play_games(name, None, 10, 1, "fit"))
    _, errors = examples.fit(None, 3, Random(1))
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 1.2


def test_nineboard_learns_nothing_from_positions_that_the_mover_wins_at_once() -> None:
    """The search never asks what those are worth."""
    pupil, random = PUPILS["nineboard"], Random(5)
    game, features, won = pupil.make_game(), pupil.make_features(), 0
    for _ in range(300):
        position = random_opening(game, random)
        wins = any(wins_with(position, move) for move in position.legal_moves())
        assert bool(features.of(position)) != wins
        won += wins
    assert 0 < won < 300


def wins_with(position: Position, move: int) -> bool:
    after = position.copy()
    after.play(move)
    return after.outcome() is not None
