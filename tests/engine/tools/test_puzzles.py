"""The command that makes puzzles and checks them: what it finds is true, and the same again."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.engine.puzzle import ONLY, Puzzle, read_puzzles
from linemate.engine.tools import puzzles
from linemate.engine.tools.puzzle_check import check
from linemate.engine.tools.puzzle_mine import VEINS, Vein, read_words

SMALL = {
    "tictactoe": Vein("tictactoe", {1: 2, 3: 4, 5: 1}, strict=True, most_games=300),
    "qubic": Vein("qubic", {3: 2, 5: 1}, strict=False, most_games=60),
    "mnk": Vein("mnk width=4 height=4 row=3 drop=true", {3: 2, 5: 1}, strict=True, most_games=200),
}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "VEINS", SMALL)


def make(path: Path, *words: str) -> list[Puzzle]:
    assert puzzles.main(["--out", str(path), *words]) == puzzles.DONE
    return list(read_puzzles(path.read_text().splitlines()))


def test_what_is_made_is_true_by_another_search_and_as_many_as_wanted(tmp_path: Path) -> None:
    made = make(tmp_path / "puzzles.txt")
    for puzzle in made:
        check(read_words(puzzle.words), puzzle)
    found = [(puzzle.words.split()[0], puzzle.plies) for puzzle in made]
    wanted = [
        (name, plies)
        for name, vein in SMALL.items()
        for plies, count in vein.wanted.items()
        for _ in range(count)
    ]
    assert found == wanted
    assert all(puzzle.claim == ONLY for puzzle in made if "qubic" not in puzzle.words)
    assert puzzles.main(["--verify", str(tmp_path / "puzzles.txt")]) == puzzles.DONE


def test_the_same_seed_makes_the_same_file_and_another_one_another(tmp_path: Path) -> None:
    words = ("--games", "tictactoe")
    first = make(tmp_path / "first.txt", *words)
    assert make(tmp_path / "again.txt", *words) == first
    assert make(tmp_path / "other.txt", *words, "--seed", "2") != first
    assert (tmp_path / "first.txt").read_bytes() == (tmp_path / "again.txt").read_bytes()


def test_no_puzzle_is_another_one_turned_or_mirrored(tmp_path: Path) -> None:
    made = make(tmp_path / "puzzles.txt", "--games", "tictactoe")
    game = read_words("tictactoe")
    images = [
        {
            game.write_position(game.transform(game.read_position(puzzle.position), symmetry))
            for symmetry in game.symmetries()
        }
        for puzzle in made
    ]
    assert len(set().union(*images)) == sum(map(len, images))


def test_a_wrong_claim_is_told_and_is_the_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("tictactoe | only | 3 | o1x/x2/o2 x | c1 b2 b3\n")
    assert puzzles.main(["--verify", str(path)]) == puzzles.WRONG
    assert "c2 wins as well" in capsys.readouterr().err


def test_what_cannot_be_read_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzles.txt"
    assert puzzles.main(["--verify", str(path)]) == puzzles.REFUSED
    path.write_text("what is this?\n")
    assert puzzles.main(["--verify", str(path)]) == puzzles.REFUSED
    assert "line 1: expected GAME" in capsys.readouterr().err


def test_an_interrupted_run_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "puzzles.txt"
    path.write_text("before\n")
    monkeypatch.setattr(puzzles, "mine", interrupt)
    assert puzzles.main(["--out", str(path)]) == puzzles.INTERRUPTED
    assert path.read_text() == "before\n"


def test_every_game_has_a_vein() -> None:
    from linemate.engine.registry import GAMES

    assert set(VEINS) == set(GAMES)
