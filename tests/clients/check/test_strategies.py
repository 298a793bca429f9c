"""The strategies that users' own tests import."""

from __future__ import annotations

import textwrap
from collections import Counter

import pytest
from hypothesis import Phase, find, given, seed, settings
from hypothesis import strategies as st

from linemate.clients.check import strategies
from linemate.clients.check.positions import position_after
from linemate.clients.check.strategies import games, move_texts, positions, quiet_games
from linemate.engine.core import LinemateError, Position
from linemate.engine.registry import GAMES, make_game
from tests.variants import VARIANTS, Variant

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@every_variant
@given(data=st.data())
def test_games_are_legal(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    position = game.start()
    for text in data.draw(games(game)):
        position.play(game.read_move(position, text))


@pytest.mark.parametrize("name", ["tictactoe", "nineboard", "ultimate", "qubic", "gomoku"])
def test_positions_are_open_about_to_end_and_finished(name: str) -> None:
    """A plain list of choices finishes one game of qubic in a hundred."""
    game = Variant(name, {}).game
    seen: Counter[str] = Counter()

    @settings(max_examples=100)
    @given(positions(game))
    def look(position: Position) -> None:
        if position.outcome() is not None:
            seen["finished"] += 1
        elif any(map(position.wins_at_once, position.legal_moves())):
            seen["win in one"] += 1
        else:
            seen["open"] += 1

    look()
    assert set(seen) == {"open", "win in one", "finished"}


def test_positions_shrink_to_the_first_legal_moves() -> None:
    game = Variant("tictactoe", {}).game
    smallest = find(games(game), lambda moves: len(moves) >= 3)
    assert smallest == ["a3", "b3", "c3"]


@every_variant
def test_move_texts_are_moves_and_other_words(variant: Variant) -> None:
    game = variant.game
    cells = {game.write_move(cell) for cell in range(game.cell_count)}
    assert find(move_texts(game), lambda text: text in cells)
    stray = find(move_texts(game), lambda text: text not in cells)
    assert len(stray.split()) == 1
    with pytest.raises(LinemateError):
        game.parse_move(stray)


def test_the_example_of_the_documentation_is_a_test_that_passes() -> None:
    documentation = strategies.__doc__ or ""
    code = textwrap.dedent(documentation.partition("\n\n")[2].partition("\n| strategy")[0])
    names: dict[str, object] = {}
    exec(code, names)
    [test] = [value for name, value in names.items() if name.startswith("test_")]
    assert callable(test)
    test()


def test_every_strategy_is_documented() -> None:
    for name in ("positions", "games", "move_texts"):
        assert f"| `{name}(game)` |" in (strategies.__doc__ or "")


@pytest.mark.parametrize("name", GAMES)
def test_a_quiet_game_is_open_and_in_most_of_them_a_win_is_at_hand(name: str) -> None:
    """Drawn by chance alone, too few of them told a wrong side to move from the right one."""
    game = make_game(name)
    wins = []

    @seed(0)
    @settings(max_examples=30, database=None, phases=[Phase.generate])
    @given(quiet_games(game))
    def look(moves: list[str]) -> None:
        position = position_after(game, moves)
        assert position.outcome() is None
        wins.append(any(map(position.wins_at_once, position.legal_moves())))

    look()
    assert sum(wins) > len(wins) / 2
