"""What a newcomer is told of the games."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from linemate.clients.shared.guide import (
    describe_in_menu,
    describe_options,
    describe_rules,
    name_kind,
)
from linemate.clients.shared.notation import how_to_type, read_typed_move
from linemate.clients.shared.values import describe_game
from linemate.engine.registry import GAMES, make_game
from tests.needs import need_program
from tests.variants import VARIANTS

WORDS = Path(__file__).parents[3] / "clients" / "shared" / "page" / "static" / "words.js"


def test_the_rules_say_what_the_options_settle() -> None:
    assert describe_rules(make_game("mnk", {"row": "4"})) == "4 in a row win."
    assert describe_rules(make_game("mnk", {"drop": "true"})).startswith(
        "3 in a row win. Marks fall"
    )
    assert "Six or more do not." in describe_rules(make_game("gomoku", {"rule": "standard"}))
    assert "full board draws" in describe_rules(make_game("nineboard", {"full_board": "draw"}))
    assert "sent to a full board may play" not in describe_rules(
        make_game("nineboard", {"full_board": "draw"})
    )
    both = describe_rules(make_game("ultimate", {"won_boards": "open", "tiebreak": "majority"}))
    assert "until it is full" in both
    assert "more small boards win" in both
    assert "drawn" not in both
    assert "takes no more moves" not in both


def test_the_rules_are_whole_without_options_too() -> None:
    """Nothing was said of closed boards, nor of how a small board is won."""
    assert describe_rules(make_game("nineboard")) == (
        "Three in a row in any small board win the game. Playing cell 9 of a board sends the "
        "other player to board 9. Who is sent to a full board may play in any other."
    )
    assert describe_rules(make_game("ultimate")) == (
        "Three in a row win a small board, three boards in a row the game. Playing cell 9 of a "
        "board sends the other player to board 9. A board that is won or full takes no more "
        "moves: who is sent to one may play in any other. With no moves left, the game is drawn."
    )


def test_the_page_says_the_same_of_the_rules() -> None:
    """It said nothing of being sent to a board that takes no more moves."""
    games = [variant.game for variant in VARIANTS]
    words = json.dumps([describe_game(game) for game in games])
    script = f"import {{explainRules}} from {json.dumps(str(WORDS))};"
    tell = f"console.log(JSON.stringify({words}.map(explainRules)))"
    done = subprocess.run(
        [need_program("node"), "--input-type=module", "--eval", script + tell],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [describe_rules(game) for game in games]


def test_options_are_described_as_they_are_typed() -> None:
    assert describe_options("tictactoe") == ""
    assert describe_options("gomoku") == "size=4..22 rule=freestyle|standard|renju|caro|caro6"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_ours_is_described_in_the_menu(name: str) -> None:
    assert describe_in_menu(name) != describe_options(name)


@pytest.mark.parametrize(
    ("name", "options", "example"),
    [
        ("ultimate", {}, "59"),
        ("qubic", {}, "212"),
        ("gomoku", {}, "h8"),
        ("gomoku", {"size": "4"}, "a2"),
        ("mnk", {"width": "1", "height": "1", "row": "1"}, "a1"),
        ("mnk", {"width": "7", "height": "6", "row": "4", "drop": "true"}, "d"),
    ],
)
def test_the_example_of_what_to_type_is_on_the_board(
    name: str, options: dict[str, str], example: str
) -> None:
    """A gomoku board of 4x4 used to have h8 for an example."""
    game = make_game(name, options)
    assert f"as in {example}." in how_to_type(game, game.start())
    read_typed_move(game, game.start(), example)


def test_who_is_sent_to_a_board_is_told_that_the_cell_is_enough() -> None:
    game = make_game("ultimate")
    position = game.start()
    position.play(read_typed_move(game, position, "58"))
    assert how_to_type(game, position) == "Type board and cell, as in 89, or the cell alone."


def test_connect_four_has_its_name_and_other_boards_have_that_of_their_kind() -> None:
    four = {"width": "7", "height": "6", "row": "4", "drop": "true"}
    assert name_kind(make_game("mnk", four)) == "Connect Four"
    assert name_kind(make_game("mnk", {**four, "drop": "false"})) == "m,n,k"
