"""Learning the weights of an evaluation, on a tiny scale."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from linemate.engine.champion.core import Core
from linemate.engine.champion.gomoku import weights as gomoku_weights
from linemate.engine.champion.nineboard import weights as nineboard_weights
from linemate.engine.champion.ultimate import weights as ultimate_weights
from linemate.engine.core import Position
from linemate.engine.scores import PROVEN
from linemate.engine.tools import learn as learning
from linemate.engine.tools.learn import learn
from linemate.engine.tools.selfplay import PUPILS, best_move, random_opening

GAMES = pytest.mark.parametrize("name", PUPILS)
SHIPPED = {
    "ultimate": lambda: ultimate_weights.write(ultimate_weights.shipped()),
    "ultimate-majority": lambda: ultimate_weights.write(ultimate_weights.shipped(True)),
    "nineboard": lambda: nineboard_weights.write(nineboard_weights.shipped()),
    "gomoku": lambda: gomoku_weights.write(gomoku_weights.shipped()),
}


@pytest.fixture(autouse=True)
def _small_bundles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BUNDLE", 2)


@GAMES
def test_the_result_depends_on_the_arguments_alone(name: str, tmp_path: Path) -> None:
    for file, jobs in (("one", 1), ("two", 2)):
        learn(
            name, tmp_path / file, games=4, generations=2, depths=[1], asides=2, seed=7, jobs=jobs
        )
    learn(name, tmp_path / "other", games=4, generations=2, depths=[1], asides=2, seed=8)
    one, two, other = ((tmp_path / file).read_bytes() for file in ("one", "two", "other"))
    assert one == two
    assert one != other
    features = PUPILS[name].make_features()
    assert features.flatten(one) != features.flatten(None)


@GAMES
def test_an_interrupted_run_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    """One bundle is whole and the next cut in the middle of a line."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    learn(name, whole, games=4, generations=1, depths=[1], asides=2, seed=7)
    text = (tmp_path / "whole.work" / "generation-1.games").read_text()
    (tmp_path / "part.work").mkdir()
    kept = text.splitlines(keepends=True)
    shutil.copy(tmp_path / "whole.work" / "arguments", tmp_path / "part.work")
    (tmp_path / "part.work" / "generation-1.games").write_text("".join(kept[:3]) + kept[3][:9])
    learn(name, part, games=4, generations=1, depths=[1], asides=2, seed=7)
    assert part.read_bytes() == whole.read_bytes()
    assert (tmp_path / "part.work" / "generation-1.games").read_text() == text


@GAMES
def test_a_run_begins_with_the_weights_it_is_given(name: str, tmp_path: Path) -> None:
    start = tmp_path / "start"
    start.write_bytes(SHIPPED[name]())
    for file, begins in (("hand", None), ("given", start)):
        out = tmp_path / file
        learn(name, out, games=2, generations=1, depths=[1], asides=2, seed=7, start=begins)
    assert (tmp_path / "hand").read_bytes() != (tmp_path / "given").read_bytes()


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
                assert abs(score + pupil.steps_per_logit * worth) <= 1
                compared += 1
    assert compared > 20


def worth_of(numbers: list[int], flat: list[float]) -> float:
    return sum(flat[n - 1] if n > 0 else -flat[-n - 1] for n in numbers)


def judge(core: Core, position: Position, move: int) -> int:
    """What the core's search of a single ply says about the move that led here."""
    position.undo()
    best_move(core, position, 1)
    return core.search_move(move, 1, -(10**9), 10**9)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--games", "0"], "'0' is no whole number from 1 on"),
        (["--depth", "4", "-1"], "'-1' is no whole number from 1 on"),
        (["--asides", "many"], "'many' is no whole number from 0 on"),
        (["--start", "nowhere.bin"], "no weights of gomoku in nowhere.bin: "),
        (["--start", __file__], f"no weights of gomoku in {__file__}: "),
    ],
)
def test_what_cannot_be_learned_from_is_refused_before_a_game_is_played(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A start that was no file of weights, or no games at all, ended with a traceback."""
    out = tmp_path / "weights.bin"
    monkeypatch.setattr("sys.argv", ["learn", "gomoku", "--out", str(out), *words])
    monkeypatch.setattr(learning, "learn", lambda *_: pytest.fail("it went on to learn"))
    with pytest.raises(SystemExit) as ended:
        learning.main()
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


def test_what_was_begun_with_other_arguments_is_not_taken_for_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The weights of the first run were handed out as those of the second."""
    out = tmp_path / "weights.bin"
    learn("gomoku", out, games=2, generations=1, depths=[1], asides=0, seed=7)
    first = out.read_bytes()
    begun = ["learn", "gomoku", "--out", str(out), "--games", "2", "--depth", "1", "--asides", "0"]
    monkeypatch.setattr("sys.argv", [*begun, "--generations", "1", "--seed", "8"])
    with pytest.raises(SystemExit) as ended:
        learning.main()
    assert ended.value.code == 2
    assert (
        "was begun with gomoku --games 2 --depth 1 --asides 0 --seed 7" in capsys.readouterr().err
    )
    assert out.read_bytes() == first
    note = tmp_path / "weights.bin.work" / "arguments"
    noted = note.read_text()
    note.unlink()
    with pytest.raises(SystemExit):
        learning.main()  # whoever began it, it was not with these for certain
    note.write_text(noted)
    monkeypatch.setattr("sys.argv", [*begun, "--generations", "2", "--seed", "7"])
    assert learning.main() == 0  # one generation more is no other run
    assert out.read_bytes() != first
