"""What a person types at the terminal during a game: commands, and moves that are wrong."""

from __future__ import annotations

import re

import pytest
from linemate.clients.shared.notation import how_to_type
from linemate.engine.registry import make_game

from tests.clients.play.conftest import QUICK, Play

# ------------------------------------------------------------------ commands


def test_commands_that_only_look(play: Play) -> None:
    terminal = play("ultimate", "--as", "x", *QUICK)
    terminal.expect("X> ")
    shown = terminal.say("help", "X> ")
    for name in ("hint", "undo", "save FILE", "position [STRING]", "quit"):
        assert name in shown
    assert " 11 12 13 " in terminal.say("moves", "X> ").replace("\n", " ")
    assert "9/9/9/9/9/9/9/9/9 x -" in terminal.say("position", "X> ")
    assert re.search(r"Hint: \d\d   depth \d+ \| you: ", terminal.say("hint", "X> "))
    assert re.search(r"you: [+-]\d.*good for you", terminal.say("eval", "X> "))
    for line in ("", "board"):
        shown = terminal.say(line, "X> ")
        assert "╔═ 5 ════════╗" in shown
        assert "X (you) to move in any open board." in shown
    terminal.type("exit")
    assert terminal.end() == 0


def test_undo_and_redo_go_by_the_turns_of_the_player(play: Play) -> None:
    terminal = play("tictactoe", "--as", "o", *QUICK)
    terminal.expect("O> ")
    assert "nothing to take back" in terminal.say("undo", "O> ")
    before = terminal.say("position", "O> ").splitlines()[1]
    free = terminal.say("moves", "O> ").splitlines()[1].split()[-1]
    terminal.say(free, "O> ")
    after = terminal.say("position", "O> ").splitlines()[1]
    terminal.say("undo", "O> ")
    assert terminal.say("position", "O> ").splitlines()[1] == before != after
    terminal.say("redo", "O> ")
    assert terminal.say("position", "O> ").splitlines()[1] == after
    assert "nothing to play again" in terminal.say("redo", "O> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_switch_makes_the_engine_play_the_other_side(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    shown = terminal.say("switch", "O> ")
    assert "You are O now" in shown
    assert "X plays" in shown
    terminal.type("quit")
    assert terminal.end() == 0


def test_a_position_can_be_set_and_a_bad_one_changes_nothing(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    assert "bad position" in terminal.say("position xxxx/3/3 x", "X> ")
    assert "3/3/3 x" in terminal.say("position", "X> ")
    assert "[" not in terminal.say("position xx1/oo1/3 x", "X> ")
    assert "X wins: the line 1 2 3. Well played!" in terminal.say("3", "Another game")
    terminal.say("undo", "X> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_resigning_ends_the_game_and_another_one_follows(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    assert "O wins: X resigned." in terminal.say("resign", "Another game")
    assert "the game is over" in terminal.say("hint", "Another game")
    assert "the game is over" in terminal.say("moves", "Another game")
    assert "the game is over" in terminal.say("5", "Another game")
    terminal.say("undo", "X> ")
    terminal.say("resign", "Another game")
    assert "gomoku size=7" in terminal.say("new gomoku size=7", "X> ")
    assert "unknown game 'chess'" in terminal.say("new chess", "X> ")
    terminal.type("quit")
    assert terminal.end() == 0


# ------------------------------------------------------------------ wrong moves


WRONG_MOVES = {
    "tictactoe": [
        ("0", "bad move '0'"),
        ("d9", "expected a column a to c"),
        ("hnit", "did you mean 'hint'"),
        ("x" * 500, "too long"),
        ("\N{SNOWMAN}", "bad move"),
    ],
    "ultimate": [("5", "two digits"), ("05", "two digits")],
    "qubic": [("414", "digits 0 to 3")],
    "gomoku": [("h16", "row 1 to 15")],
}


@pytest.mark.parametrize("game", WRONG_MOVES)
def test_a_wrong_move_is_explained_and_asked_again(play: Play, game: str) -> None:
    terminal = play(game, "--as", "x", *QUICK)
    terminal.expect("X> ")
    how = how_to_type(make_game(game), make_game(game).start())
    for typed, reason in WRONG_MOVES[game]:
        terminal.type(typed)
        shown = terminal.expect(r"\nX> ").replace("\n", " ")
        assert reason in shown
        assert shown.endswith(f"{how} X> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_an_illegal_move_is_explained_by_the_rule(play: Play) -> None:
    terminal = play("nineboard", "--as", "both")
    terminal.expect("X> ")
    terminal.say("59", "O> ")
    assert "illegal move '5 1': must play in board 9" in terminal.say("5 1", r"\nO> ")
    terminal.say("9,5", "X> ")
    terminal.say("5", "O> ")
    assert "illegal move '5': the cell is taken" in terminal.say("5", r"\nO> ")
    terminal.type("quit")
    assert terminal.end() == 0
