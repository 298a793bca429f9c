"""Learning the weights of ultimate, on a tiny scale."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.games.ultimate import Ultimate
from engine.search.cores.ultimate import UltimateCore
from engine.search.cores.ultimate_weights import STEPS_PER_LOGIT, read, shipped
from engine.workshop import ultimate_learn
from engine.workshop.ultimate_fit import Examples, Features
from engine.workshop.ultimate_learn import learn
from engine.workshop.ultimate_selfplay import best_move, play_games
from engine.workshop.ultimate_start import hand_picked


@pytest.fixture(autouse=True)
def _small_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ultimate_learn, "BUNDLE", 2)


def test_the_result_depends_on_the_arguments_alone(tmp_path: Path) -> None:
    for name, jobs in (("one", 1), ("two", 2)):
        learn(tmp_path / name, games=4, generations=2, depths=[1], seed=7, jobs=jobs)
    learn(tmp_path / "other", games=4, generations=2, depths=[1], seed=8)
    one, two, other = ((tmp_path / name).read_bytes() for name in ("one", "two", "other"))
    assert one == two
    assert one != other
    assert vars(read(one)) != vars(hand_picked())


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path) -> None:
    """One bundle is whole and the next cut in the middle of a line."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    learn(whole, games=4, generations=1, depths=[1], seed=7)
    text = (tmp_path / "whole.work" / "generation-1.games").read_text()
    (tmp_path / "part.work").mkdir()
    kept = text.splitlines(keepends=True)
    (tmp_path / "part.work" / "generation-1.games").write_text("".join(kept[:3]) + kept[3][:9])
    learn(part, games=4, generations=1, depths=[1], seed=7)
    assert part.read_bytes() == whole.read_bytes()
    assert (tmp_path / "part.work" / "generation-1.games").read_text() == text


def test_games_are_legal_and_end_with_their_result() -> None:
    game = Ultimate()
    for line in play_games(hand_picked(), 5, 2, "seed"):
        words, _, result = line.partition("|")
        position = game.start()
        for word in words.split():
            move, _, thought = word.partition(":")
            assert int(move) in position.legal_moves()
            position.play(int(move))
            assert not thought or abs(int(thought)) <= 400
        if position.outcome() is not None:
            winner = position.outcome().winner
            assert int(result) == (0 if winner is None else 1 - 2 * winner)
        else:
            assert int(result) != 0  # proven before the end


def test_the_features_add_up_to_the_evaluation() -> None:
    """What is learned is what the core plays with."""
    game, random, weights = Ultimate(), Random(3), shipped()
    core = UltimateCore(game, 1, weights, exhaustive=True)
    for plies in (3, 17, 30, 41):
        position = game.start()
        while len(position.history) < plies:
            position.play(random.choice(position.legal_moves()))
            if position.outcome() is not None:
                position = game.start()
        move = position.legal_moves()[0]
        position.play(move)
        if position.outcome() is not None:
            continue
        features = Features()
        numbers = features.of(position)
        flat = features.flatten(weights)
        worth = sum(flat[n - 1] if n > 0 else -flat[-n - 1] for n in numbers)
        position.undo()
        score, _ = best_move(core, position, 1)
        assert core.search_move(move, 1, -(10**9), 10**9) == -round(STEPS_PER_LOGIT * worth)
        assert score >= -round(STEPS_PER_LOGIT * worth)


def test_fitting_brings_the_estimates_nearer_to_the_games() -> None:
    examples = Examples()
    examples.add_games(play_games(hand_picked(), 10, 1, "fit"))
    _, errors = examples.fit(hand_picked(), 3, Random(1))
    assert errors == sorted(errors, reverse=True)
    assert errors[-1] < errors[0] / 2
