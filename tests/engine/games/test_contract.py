"""One contract for every game and every rule option."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine.core import IllegalMoveError, Outcome, Position
from tests.variants import VARIANTS, Variant, move_numbers, play_out, snapshot

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@every_variant
@given(data=st.data())
def test_undo_restores_everything(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    moves = data.draw(move_numbers(variant))
    position = game.start()
    before = []
    for move in moves:
        before.append(snapshot(game, position))
        position.play(move)
    for expected in reversed(before):
        position.undo()
        assert snapshot(game, position) == expected


@every_variant
@given(data=st.data())
def test_every_legal_move_is_accepted_and_every_other_rejected(
    variant: Variant, data: st.DataObject
) -> None:
    game = variant.game
    position = play_out(game, data.draw(move_numbers(variant)))
    before = snapshot(game, position)
    legal = position.legal_moves()
    assert legal == sorted(set(legal))
    assert (legal == []) == (position.outcome() is not None)
    for cell in range(game.cell_count):
        text = game.write_move(cell)
        assert game.parse_move(text) == cell
        if cell in legal:
            assert game.read_move(position, text) == cell
            assert position.cells()[cell] == "."
        else:
            with pytest.raises(IllegalMoveError, match=f"illegal move '{text}': "):
                game.read_move(position, text)
    assert snapshot(game, position) == before


@every_variant
@given(data=st.data())
def test_a_move_marks_its_cell_and_passes_the_turn(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    position = game.start()
    for ply, move in enumerate(data.draw(move_numbers(variant))):
        cells = position.cells()
        assert position.to_move == ply % 2
        position.play(move)
        assert position.cells() == cells[:move] + "xo"[ply % 2] + cells[move + 1 :]
        assert position.last_move == move
    assert len(position.history) <= game.cell_count


@every_variant
@given(data=st.data())
def test_text_round_trips_to_an_equal_position(variant: Variant, data: st.DataObject) -> None:
    """Equal in everything that matters from here on: only the history is gone."""
    game = variant.game
    position = play_out(game, data.draw(move_numbers(variant)))
    text = game.write_position(position)
    again = game.read_position(text)
    assert game.write_position(again) == text
    # The key does not depend on the order in which the marks were made.
    assert again.key() == position.key()
    assert_equal_but_for_history(game, again, position)


def assert_equal_but_for_history(game, first: Position, second: Position) -> None:  # type: ignore[no-untyped-def]
    assert first.to_move == second.to_move
    assert first.outcome() is second.outcome()
    assert first.legal_moves() == second.legal_moves()
    assert first.winning_line() == second.winning_line()
    assert game.write_position(first) == game.write_position(second)
    if first.outcome() is None:
        assert first.evaluate() == second.evaluate()
        # The two stay equal: nothing hidden differs.
        move = first.legal_moves()[-1]
        for position in (first, second):
            position.play(move)
        assert first.key() == second.key()
        assert game.write_position(first) == game.write_position(second)
        for position in (first, second):
            position.undo()


@every_variant
@given(data=st.data())
def test_symmetries_map_positions_moves_and_outcomes(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    symmetry = data.draw(st.sampled_from(game.symmetries()))
    position = play_out(game, data.draw(move_numbers(variant)))
    image = game.transform(position, symmetry)
    assert image.legal_moves() == sorted(symmetry[move] for move in position.legal_moves())
    assert image.outcome() is position.outcome()
    assert image.winning_line() == tuple(sorted(symmetry[c] for c in position.winning_line()))
    if position.outcome() is None:
        assert image.evaluate() == position.evaluate()
        move = position.legal_moves()[0]
        position.play(move)
        image.play(symmetry[move])
        assert image.key() == game.transform(position, symmetry).key()


@every_variant
def test_symmetries_are_a_group_of_permutations_that_begins_with_identity(
    variant: Variant,
) -> None:
    symmetries = variant.game.symmetries()
    cells = range(variant.game.cell_count)
    assert symmetries[0] == tuple(cells)
    assert len(set(symmetries)) == len(symmetries)
    assert all(sorted(symmetry) == list(cells) for symmetry in symmetries)
    chosen = random.Random(1).sample(list(symmetries), min(8, len(symmetries)))
    for first in chosen:
        for second in chosen:
            assert tuple(second[first[cell]] for cell in cells) in set(symmetries)


@every_variant
@given(data=st.data())
def test_swapping_the_players_negates_the_evaluation(variant: Variant, data: st.DataObject) -> None:
    """x is to move in both if counts are equal, so the same marks with colours swapped are
    worth the opposite. (With one x more, the swapped position would have one o too many.)
    """
    game = variant.game
    moves = data.draw(move_numbers(variant))
    position = play_out(game, moves[: len(moves) // 2 * 2])
    if position.outcome() is None:
        swapped = game.write_position(position).translate(str.maketrans("xo", "ox"))
        board, _, rest = swapped.partition(" ")
        mirrored = game.read_position(f"{board} x{rest[1:]}")
        assert mirrored.evaluate() == -position.evaluate()


@every_variant
@given(data=st.data())
def test_a_copy_is_equal_and_independent(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    position = play_out(game, data.draw(move_numbers(variant)))
    before = snapshot(game, position)
    twin = position.copy()
    assert snapshot(game, twin) == before
    for move in twin.legal_moves()[:1]:
        twin.play(move)
    while twin.history:
        twin.undo()
    assert snapshot(game, position) == before


@every_variant
@given(data=st.data())
def test_winning_lines_belong_to_the_winner(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    position = play_out(game, data.draw(move_numbers(variant)))
    outcome, line = position.outcome(), position.winning_line()
    if outcome is None or outcome is Outcome.DRAW:
        assert line == ()
    else:
        assert {position.cells()[cell] for cell in line} <= {"xo"[outcome.value]}
        assert line or game.options.get("tiebreak") == "majority"


@every_variant
def test_fast_playouts_are_as_random_as_plain_ones(variant: Variant) -> None:
    """The same share of wins and draws, within five standard errors, from start and midgame."""
    game = variant.game
    games = 1500
    for plies in (0, game.cell_count // 3):
        rng = random.Random(plies)
        position = game.start()
        for _ in range(plies):
            if position.outcome() is None:
                position.play(rng.choice(position.legal_moves()))
        before = snapshot(game, position)
        fast = [position.playout(rng) for _ in range(games)]
        plain = [Position.playout(position, rng) for _ in range(games)]
        for outcome in Outcome:
            share = (fast.count(outcome) + plain.count(outcome)) / (2 * games)
            error = (2 * share * (1 - share) / games) ** 0.5
            assert abs(fast.count(outcome) - plain.count(outcome)) <= 5 * error * games
        assert snapshot(game, position) == before


@every_variant
@given(data=st.data())
def test_different_positions_have_different_keys(variant: Variant, data: st.DataObject) -> None:
    game = variant.game
    first = play_out(game, data.draw(move_numbers(variant)))
    second = play_out(game, data.draw(move_numbers(variant)))
    same_text = game.write_position(first) == game.write_position(second)
    assert (first.key() == second.key()) == same_text
    assert 0 <= first.key() < 2**60
