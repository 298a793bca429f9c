"""The rules that set nineboard and ultimate apart, each on a board made for it."""

from __future__ import annotations

import pytest

from linemate.engine.core import Game, IllegalMoveError, Outcome, Position
from linemate.engine.registry import make_game


def after(game: Game, text: str, moves: str) -> Position:
    position = game.read_position(text)
    for move in moves.split():
        position.play(game.read_move(position, move))
    return position


def test_the_cell_played_sends_the_opponent_to_its_board() -> None:
    game = make_game("ultimate")
    position = after(game, "9/9/9/9/9/9/9/9/9 x -", "57")
    assert {game.write_move(move)[0] for move in position.legal_moves()} == {"7"}
    with pytest.raises(IllegalMoveError, match="illegal move '59': must play in board 7"):
        game.read_move(position, "59")


def test_nineboard_free_lets_a_player_sent_to_a_full_board_choose() -> None:
    game = make_game("nineboard")
    position = after(game, "xxoooxx1x/9/o8/9/9/9/9/9/9 o 1", "18 81")
    assert game.write_position(position) == "xxoooxxox/9/o8/9/9/9/9/x8/9 o -"
    assert len(position.legal_moves()) == 8 * 9 - 2
    with pytest.raises(IllegalMoveError, match="board 1 takes no more moves; open boards: 2, 3"):
        game.read_move(position, "11")


def test_nineboard_draw_ends_the_game_when_a_player_is_sent_to_a_full_board() -> None:
    game = make_game("nineboard", {"full_board": "draw"})
    position = after(game, "xxoooxx1x/9/o8/9/9/9/9/9/9 o 1", "18 81")
    assert position.outcome() is Outcome.DRAW
    # The text names the full board, which tells this end from a free choice.
    assert game.write_position(position) == "xxoooxxox/9/o8/9/9/9/9/x8/9 o 1"


def test_nineboard_is_won_by_a_line_in_any_board() -> None:
    game = make_game("nineboard")
    position = after(game, "9/9/9/9/xx7/9/9/9/oo7 x 5", "53")
    assert position.outcome() is Outcome.X_WINS
    assert [game.write_move(cell) for cell in position.winning_line()] == ["51", "52", "53"]


WON_FIRST = "xx7/9/9/9/9/9/9/9/oo7 x 1"


def test_ultimate_closed_takes_no_more_moves_in_a_won_board() -> None:
    game = make_game("ultimate")
    position = after(game, WON_FIRST, "13 31")
    assert game.write_position(position) == "xxx6/9/o8/9/9/9/9/9/oo7 x -"
    assert not any(game.write_move(move)[0] == "1" for move in position.legal_moves())


def test_ultimate_open_plays_on_in_a_won_board() -> None:
    game = make_game("ultimate", {"won_boards": "open"})
    position = after(game, WON_FIRST, "13 31")
    assert {game.write_move(move)[0] for move in position.legal_moves()} == {"1"}


def test_ultimate_open_keeps_the_first_owner_of_a_board() -> None:
    """x wins board 1, then o makes a line there too: it stays x's, and the text says so."""
    game = make_game("ultimate", {"won_boards": "open"})
    position = after(game, "xxxoo4/9/9/9/9/9/9/9/9 o 1", "16")
    text = "xxxooo3/9/9/9/9/9/9/9/9 x 6 1x"
    assert game.write_position(position) == text
    assert "boards won: x.. / ... / ..." in game.diagram(position)
    other = game.read_position(text.replace("1x", "1o"))
    assert "boards won: o.. / ... / ..." in game.diagram(other)
    assert other.key() != position.key()


# Every board is closed but the last, where o's ninth mark fills the board without a line.
# x owns boards 1 and 2, o owns 3; the rest are drawn.
LAST_CELL = (
    "xxx2oo2/xxx1o1oo1/ooo2xx2/xxoooxxox/xxoooxxox/xxoooxxox/ooxxxooxo/ooxxxooxo/oxooxxx1o o 9"
)


@pytest.mark.parametrize(
    ("tiebreak", "outcome"), [("draw", Outcome.DRAW), ("majority", Outcome.X_WINS)]
)
def test_ultimate_without_a_line_is_decided_by_the_tiebreak(
    tiebreak: str, outcome: Outcome
) -> None:
    game = make_game("ultimate", {"tiebreak": tiebreak})
    position = game.read_position(LAST_CELL)
    assert position.outcome() is None
    assert [game.write_move(move) for move in position.legal_moves()] == ["98"]
    position.play(position.legal_moves()[0])
    assert position.outcome() is outcome
    assert position.winning_line() == ()
    assert "boards won: xxo / === / ===" in game.diagram(position)


def test_ultimate_is_won_by_three_boards_in_a_row() -> None:
    game = make_game("ultimate")
    position = after(game, "xxx6/xxx6/xx7/oo7/oo7/oo7/o8/o8/9 x 3", "33")
    assert position.outcome() is Outcome.X_WINS
    cells = [game.write_move(cell) for cell in position.winning_line()]
    assert cells == ["11", "12", "13", "21", "22", "23", "31", "32", "33"]
    assert game.write_position(position).endswith(" o -")


@pytest.mark.parametrize("name", ["nineboard", "ultimate"])
def test_a_finished_game_names_no_board(name: str) -> None:
    """Whatever board the text names, so that equal positions are written alike."""
    won = {
        "nineboard": "xxx6/oo7/9/9/9/9/9/9/9 o",
        "ultimate": "xxx6/xxx6/xxx6/oo7/oo7/oo7/oo7/9/9 o",
    }[name]
    game = make_game(name)
    named = game.read_position(f"{won} 9")
    assert game.write_position(named) == f"{won} -"
    assert named.key() == game.read_position(f"{won} -").key()


def test_ultimate_open_counts_nothing_in_a_won_board() -> None:
    """Further marks in a board that is won cannot change its owner."""
    game = make_game("ultimate", {"won_boards": "open"})
    bare = game.read_position("xxx6/ooo6/9/9/9/9/9/9/9 x -")
    more = game.read_position("xxxx1x3/ooo1o1o2/9/9/9/9/9/9/9 x -")
    assert bare.evaluate() == more.evaluate()


@pytest.mark.parametrize("name", ["nineboard", "ultimate"])
def test_equal_moves_in_a_board_go_from_the_centre_to_the_corners_to_the_edges(name: str) -> None:
    game = make_game(name)
    position = game.start()
    position.play(game.read_move(position, "53"))
    moves = position.legal_moves()
    game.order_equals(moves)
    assert " ".join(map(game.write_move, moves)) == "35 31 33 37 39 32 34 36 38"
