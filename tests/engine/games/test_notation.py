"""Bad text is refused with a typed error that echoes it and says what would be accepted."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linemate.engine.core import LinemateError, OptionError, PositionError, UnreadableMoveError
from linemate.engine.registry import make_game
from tests.variants import VARIANTS, Variant

NINE = "9/9/9/9/9/9/9/9/9"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("tictactoe", "", "0 fields, expected 2"),
        ("tictactoe", "3/3/3", "1 fields, expected 2"),
        ("tictactoe", "3/3/3 x -", "3 fields, expected 2"),
        ("tictactoe", "3/3 x", "2 rows in '3/3', expected 3"),
        ("tictactoe", "3/4/3 x", "row '4' has more than 3 cells, not 3"),
        ("tictactoe", "3/2/3 x", "row '2' has 2 cells, not 3"),
        ("tictactoe", "3/x1y/3 x", "'y' in row 'x1y': expected x, o"),
        ("tictactoe", "3/0x2/3 x", "'0' in row '0x2': expected x, o"),
        ("tictactoe", "3/-3/3 x", "'-' in row '-3': expected x, o"),
        ("tictactoe", "3/\u0663/3 x", "expected x, o"),
        ("tictactoe", "3/999999999999999999/3 x", "more than 3 cells"),
        ("tictactoe", "3/3/3 z", "side to move 'z': expected x or o"),
        ("tictactoe", "3/3/3 o", "0 x and 0 o with o to move: x moves at equal counts"),
        ("tictactoe", "xx1/3/3 o", "2 x and 0 o with o to move"),
        ("tictactoe", "o2/3/3 x", "0 x and 1 o with x to move"),
        ("tictactoe", "xxx/ooo/3 x", "both players have a finished line"),
        ("tictactoe", "xxx/oo1/o2 x", "x has a finished line and is to move"),
        ("gomoku", "xxxxx10/ooooo10/" + "15/" * 12 + "15 x", "both players have a finished line"),
        ("qubic", "16/16/16 x", "3 levels in '16/16/16', expected 4"),
        ("qubic", "16/16/16/17 x", "level '17' has more than 16 cells"),
        ("qubic", "xxxx12/oooo12/16/16 x", "both players have a finished line"),
        ("nineboard", f"{NINE} x", "2 fields, expected 3"),
        ("nineboard", f"{NINE} x 0", "board to play in '0': expected 1 to 9, or - for any"),
        ("nineboard", f"{NINE} x 12", "board to play in '12'"),
        ("nineboard", "xxoooxxxo/o8/9/9/9/9/9/9/9 x 1", "board 1 cannot take a move"),
        ("nineboard", "xxx6/ooo6/9/9/9/9/9/9/9 x -", "both players have a finished line"),
        ("nineboard", "xxx6/oo7/o8/9/9/9/9/9/9 x -", "x has a finished line and is to move"),
        ("ultimate", "xxx6/oo7/o8/9/9/9/9/9/9 x 1", "board 1 cannot take a move"),
        ("ultimate", "xxxooo3/9/9/9/9/9/9/9/9 x -", "board 1 has a line of both players"),
        (
            "ultimate",
            "xxx6/xxx6/xxx6/ooo6/ooo6/ooo6/9/9/9 x -",
            "both players have a finished line",
        ),
        (
            "ultimate",
            "xxx6/xxx6/xxx6/oo7/oo7/oo7/oo7/o8/9 x -",
            "x has a finished line and is to move",
        ),
        ("ultimate", f"{NINE} x - 1x", "4 fields, expected 3"),
    ],
)
def test_a_bad_position_is_refused_with_its_reason(name: str, text: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        make_game(name).read_position(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ("xxxooo3/9/9/9/9/9/9/9/9 x -", "expected a fourth field that names its owner, as in '1x'"),
        ("xxxooo3/9/9/9/9/9/9/9/9 x - 1z", "owners '1z': expected a board and its owner"),
        ("xxxooo3/9/9/9/9/9/9/9/9 x - 1", "owners '1': expected a board and its owner"),
        (f"{NINE} x - 1x", "owner named for board 1, which does not have a line of both"),
    ],
)
def test_an_open_board_with_two_lines_needs_a_named_owner(fields: str, reason: str) -> None:
    with pytest.raises(PositionError) as caught:
        make_game("ultimate", {"won_boards": "open"}).read_position(fields)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("name", "texts", "accepted"),
    [
        (
            "tictactoe",
            ["", "a", "a0", "a4", "d1", "A1", "a1 ", "a01", "1a", "a\u0661", "aa"],
            "a to c",
        ),
        ("gomoku", ["p1", "a16", "a100", "a-1", "@1", "h8h"], "a to o and a row 1 to 15"),
        ("mnk", ["c3x", "e5"], "a to c and a row 1 to 3"),
        ("nineboard", ["5", "05", "50", "559", "5 9", "a1", "\u096b\u096b"], "two digits 1 to 9"),
        ("ultimate", ["", "5x", "-1"], "two digits 1 to 9"),
        ("qubic", ["21", "214", "2122", "x12", "\u0662\u0661\u0662"], "three digits 0 to 3"),
    ],
)
def test_an_unreadable_move_says_what_would_be_accepted(
    name: str, texts: list[str], accepted: str
) -> None:
    game = make_game(name)
    for text in texts:
        with pytest.raises(UnreadableMoveError) as caught:
            game.parse_move(text)
        assert repr(text) in str(caught.value)
        assert accepted in str(caught.value)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("tictactoe", {"size": "3"}, "unknown option 'size' of tictactoe: it has none"),
        ("gomoku", {"colour": "red"}, "unknown option 'colour' of gomoku: it has size, rule"),
        ("gomoku", {"size": "3"}, "bad value '3' for option size: expected a whole number from 4"),
        ("gomoku", {"size": "23"}, "a whole number from 4 to 22"),
        ("gomoku", {"size": "big"}, "bad value 'big'"),
        ("gomoku", {"size": "9" * 5000}, "a whole number from 4 to 22"),
        ("gomoku", {"size": "\uff11\uff15"}, "a whole number from 4 to 22"),
        ("gomoku", {"rule": "pro"}, "expected one of freestyle, standard"),
        ("mnk", {"width": "0"}, "a whole number from 1 to 22"),
        ("ultimate", {"won_boards": "ajar"}, "expected one of closed, open"),
    ],
)
def test_a_bad_game_option_is_refused(name: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_game(name, options)
    assert reason in str(caught.value)


def test_option_names_and_values_are_read_in_any_case() -> None:
    game = make_game("gomoku", {"Size": "8", "RULE": "Standard"})
    assert game.options == {"size": 8, "rule": "standard"}


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@given(text=st.text(alphabet="xo123456789/ -abcdefgz.\x00é", max_size=60))
def test_hostile_text_raises_only_our_own_errors(variant: Variant, text: str) -> None:
    game = variant.game
    for read in (game.read_position, game.parse_move):
        with contextlib.suppress(LinemateError):
            read(text)
