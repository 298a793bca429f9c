"""Openings: from files, at random, all first moves."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from linemate.clients.shared.openings import (
    ListOfOpenings,
    Opening,
    OpeningError,
    every_opening,
    find_openings,
    first_moves,
    random_openings,
    read_openings,
    start_position,
)
from linemate.clients.shared.values import read_game
from linemate.engine.core import Game, LinemateError
from linemate.engine.registry import GAMES


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    return path


def sequence(openings: object, count: int) -> list[Opening]:
    return [openings.opening_for(number) for number in range(count)]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- files


def test_a_file_has_moves_and_position_strings_and_comments(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """# for a first lesson
        b2 a1           # the centre and a corner

        3/1x1/o2 x
        startpos moves a1
        fen 3/1x1/3 o moves a1
        3/1x1/3 o moves c3
        startpos
        """,
    )
    openings = read_openings(read_game(["tictactoe"]), path)
    expected = [
        Opening(None, ("b2", "a1")),
        Opening("3/1x1/o2 x"),
        Opening(None, ("a1",)),
        Opening("3/1x1/3 o", ("a1",)),
        Opening("3/1x1/3 o", ("c3",)),
        Opening(),
    ]
    assert sequence(openings, 13) == [*expected, *expected, expected[0]]


def test_a_seed_shuffles_a_file_always_alike(tmp_path: Path) -> None:
    game = read_game(["gomoku"])
    path = written(tmp_path, "\n".join(f"a{row}" for row in range(1, 16)))
    plain = sequence(read_openings(game, path), 15)
    shuffled = sequence(read_openings(game, path, seed=1), 15)
    assert shuffled != plain
    assert set(shuffled) == set(plain)
    assert shuffled == sequence(read_openings(game, path, seed=1), 15)
    assert shuffled != sequence(read_openings(game, path, seed=2), 15)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("b2 b2", "illegal move 'b2': the cell is taken"),
        ("z9", "bad move 'z9': expected a column a to c"),
        ("3/1x1 o", "bad position: 2 rows"),
        ("fen 3/1x1/3 x", "x moves at equal counts"),
        ("fen", "bad position ''"),
        ("startpos b2", "'b2' after startpos: expected moves"),
        ("a1 b1 a2 b2 a3", "the game is over after 'a1 b1 a2 b2 a3'"),
        ("xxx/oo1/3 o", "the game is over after 'xxx/oo1/3 o'"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = written(tmp_path, f"# comment\nb2\n{line}\nc3\n")
    with pytest.raises(OpeningError) as caught:
        read_openings(read_game(["tictactoe"]), path)
    assert f"{path}, line 3: " in str(caught.value)
    assert reason in str(caught.value)


def test_a_file_that_is_not_there_or_empty_or_no_text(tmp_path: Path) -> None:
    game = read_game(["tictactoe"])
    with pytest.raises(OpeningError, match=r"nowhere\.txt': No such file"):
        read_openings(game, tmp_path / "nowhere.txt")
    with pytest.raises(OpeningError, match="no openings: expected one a line"):
        read_openings(game, written(tmp_path, "# nothing\n\n"))
    path = tmp_path / "binary"
    path.write_bytes(b"b2\n\xff\xfe\n")
    with pytest.raises(OpeningError, match="it is no text"):
        read_openings(game, path)


# ---------------------------------------------------------------- random plies


def wins_at_once(game: Game, opening: Opening) -> bool:
    """Tell so by playing each move from the beginning."""
    for move in opening.set_up(game).legal_moves():
        position = opening.set_up(game)
        mover = position.to_move
        position.play(move)
        outcome = position.outcome()
        if outcome is not None and outcome.winner == mover:
            return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_random_openings_are_open_and_not_alike(name: str) -> None:
    game = read_game([name])
    openings = sequence(random_openings(game, 5, seed=1), 15)
    keys = set()
    for opening in openings:
        assert len(opening.moves) == 5
        position = opening.set_up(game)
        assert position.outcome() is None
        assert not wins_at_once(game, opening)
        keys.add(min(game.transform(position, each).key() for each in game.symmetries()))
    assert len(keys) == len(openings)


def test_the_same_seed_gives_the_same_openings_in_any_order() -> None:
    game = read_game(["ultimate"])
    one, other = random_openings(game, 4, seed=7), random_openings(game, 4, seed=7)
    backwards = [other.opening_for(number) for number in reversed(range(20))]
    assert sequence(one, 20) == backwards[::-1]
    assert sequence(one, 20) != sequence(random_openings(game, 4, seed=8), 20)


def test_when_there_is_no_other_opening_they_come_again() -> None:
    """Tic-tac-toe has three first moves: corner, edge, centre."""
    openings = sequence(random_openings(read_game(["tictactoe"]), 1, seed=1), 7)
    assert len(set(openings)) == 3
    assert openings == [*openings[:3], *openings[:3], openings[0]]


def test_the_search_gives_up_only_after_many_tries_in_a_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("linemate.clients.shared.openings.MOST_TRIES", 20)
    assert len(set(sequence(random_openings(read_game(["nineboard"]), 4, seed=1), 50))) == 50


def test_no_plies_are_the_start() -> None:
    assert sequence(random_openings(read_game(["tictactoe"]), 0, seed=1), 2) == [Opening()] * 2


def test_too_many_plies_are_refused() -> None:
    with pytest.raises(OpeningError, match="no opening of 9 random plies found in tictactoe"):
        random_openings(read_game(["tictactoe"]), 9, seed=1)


def test_symmetric_openings_differ_for_whoever_wants_them_all() -> None:
    game = read_game(["tictactoe"])
    found = list(find_openings(game, 1, Random(1), up_to_symmetry=False))
    assert {opening.moves for opening in found} == {(f"{x}{y}",) for x in "abc" for y in "123"}
    assert len(found) == 9


# ---------------------------------------------------------------- first moves, and none


@pytest.mark.parametrize(
    ("name", "classes"),
    [("tictactoe", 3), ("qubic", 2), ("gomoku", 36), ("ultimate", 15), ("nineboard", 15)],
)
def test_first_moves_up_to_symmetry(name: str, classes: int) -> None:
    """A square of side 15 has 8 * 9 / 2 cells in an eighth of it, the qubic cube two kinds of cell.

    Nine boards of nine cells: by the orbits of 81 cells, (81 + 4 * 9 + 3 * 1) / 8 = 15 (Burnside;
    each reflection keeps 9 cells, each turn the middle one).
    """
    openings = first_moves(read_game([name]))
    assert isinstance(openings, ListOfOpenings)
    assert len(openings.openings) == classes
    assert all(len(opening.moves) == 1 for opening in openings.openings)
    assert len(set(openings.openings)) == classes


def test_first_moves_are_in_order_or_shuffled() -> None:
    game = read_game(["tictactoe"])
    assert [opening.moves for opening in sequence(first_moves(game), 3)] == [
        ("a3",), ("b3",), ("b2",),
    ]  # fmt: skip
    orders = {tuple(sequence(first_moves(game, seed), 3)) for seed in range(20)}
    assert len(orders) == 6


def test_a_game_that_ends_with_its_first_move_has_no_first_moves() -> None:
    with pytest.raises(OpeningError, match="every first move ends a game of mnk"):
        first_moves(read_game(["mnk", "width=3", "height=3", "row=1"]))


def test_without_openings_every_game_begins_at_the_start() -> None:
    assert sequence(start_position(), 3) == [Opening()] * 3


def test_an_opening_is_set_up_or_refused() -> None:
    game = read_game(["tictactoe"])
    position = Opening("3/1x1/3 o", ("a1", "c3")).set_up(game)
    assert game.write_position(position) == "2x/1x1/o2 o"
    with pytest.raises(LinemateError, match="illegal move 'b2'"):
        Opening(None, ("b2", "b2")).set_up(game)


def test_every_opening_is_there_once_in_the_order_of_the_moves() -> None:
    game = read_game(["tictactoe"])
    found = [opening.moves for opening in every_opening(game, 2)]
    first = [game.write_move(move) for move in game.start().legal_moves()]
    assert found == [(one, other) for one in first for other in first if one != other]
    assert list(every_opening(game, 0)) == [Opening()]


def test_no_opening_ends_the_game() -> None:
    """There are 15,120 orders of 5 plies, less the 1,440 that end with a line."""
    assert sum(1 for _ in every_opening(read_game(["tictactoe"]), 5)) == 13_680
