"""`linemate play` as a person meets it: through a pseudo-terminal, from the start to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clients.play.moves import how_to_type, read_typed_move, show_move
from engine.registry import make_game

Play = Callable[..., Any]

QUICK = ("--nodes", "200", "--set", "Seed=1")
GAMES = [
    "tictactoe",
    "nineboard",
    "nineboard full_board=draw",
    "ultimate",
    "ultimate won_boards=open tiebreak=majority",
    "qubic",
    "gomoku",
    "mnk width=4 height=3 row=3",
]


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_to_its_end(play: Play, name: str) -> None:
    """The test keeps its own board: every move shown must be legal on it, and the end the same."""
    word, *options = name.split()
    game = make_game(word, dict(option.split("=") for option in options))
    position = game.start()
    terminal = play(word, *options, "--as", "x", *QUICK)
    while True:
        news = terminal.expect(r"X> |Another game\?")
        if reply := re.search(r"O plays (\S+)", news):
            position.play(read_typed_move(game, position, reply[1]))
        outcome = position.outcome()
        if outcome is not None:
            break
        move = position.legal_moves()[len(position.history) % len(position.legal_moves())]
        position.play(move)
        terminal.type(show_move(game, move))
    result = "Draw:" if outcome.winner is None else f"{'XO'[outcome.winner]} wins:"
    assert result in news
    assert f"1. {show_move(game, position.history[0])} " in news
    if position.winning_line() and word != "ultimate":
        assert news.count("*X*") + news.count("*O*") == len(position.winning_line())
    terminal.say("n", "Goodbye")
    assert terminal.end() == 0


def test_a_newcomer_presses_enter_three_times_and_plays(play: Play) -> None:
    terminal = play()
    terminal.expect(r"Which game \[1\]: ")
    terminal.say("", r"Play x .* \[x\]: ")
    terminal.say("", r"How strong.* \[5\]: ")
    board = terminal.say("", "X> ")
    assert "1  │  2  │  3" in board
    assert "You are X; O is Linemate" in board
    assert "[O]" in terminal.say("5", "X> ")
    assert "Goodbye" in terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


def test_bad_answers_to_the_questions_are_asked_again(play: Play) -> None:
    terminal = play()
    terminal.expect("Which game")
    assert "unknown game '7'" in terminal.say("7", "Which game")
    assert "unknown game 'chess'" in terminal.say("chess", "Which game")
    assert "expected a whole number from 4 to 22" in terminal.say("gomoku size=99", "Which game")
    terminal.say("3", "Play x")
    assert "bad side 'z'" in terminal.say("z", "Play x")
    terminal.say("O", "How strong")
    assert "from 1 to 10" in terminal.say("11", "How strong")
    terminal.say("1", "X plays")
    terminal.expect("O> ")
    terminal.press(b"\x04")
    terminal.expect("End of input")
    assert terminal.end() == 0


def test_two_people_can_play_with_the_engine_for_hints(play: Play) -> None:
    terminal = play("tictactoe", "--as", "both")
    assert "You play both sides" in terminal.expect("X> ")
    for move, prompt in [("1", "O> "), ("4", "X> "), ("2", "O> "), ("5", "X> ")]:
        terminal.say(move, prompt)
    assert "X: win in 1 ply" in terminal.say("hint", "X> ")
    assert "X: win in 1 ply\n" in terminal.say("eval", "X> ")
    assert "X wins: the line 1 2 3." in terminal.say("3", "Another game")
    terminal.say("y", "X> ")
    terminal.type("quit")
    assert terminal.end() == 0


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


def test_a_game_is_saved_and_loaded_and_bad_files_lose_nothing(play: Play, tmp_path: Path) -> None:
    terminal = play("qubic", "--as", "both")
    terminal.expect("X> ")
    terminal.say("2 1 2", "O> ")
    terminal.say("221", "X> ")
    assert "Saved to game.txt" in terminal.say("save game.txt", "X> ")
    assert "moves 212 221" in (tmp_path / "game.txt").read_text()
    terminal.say("012", "O> ")
    (tmp_path / "letter.txt").write_text("Dear all\n")
    for line, reason in [
        ("save", "save FILE"),
        ("save letter.txt", "is no saved game"),
        ("save game.txt", "type another name, or: overwrite game.txt"),
        ("overwrite", "overwrite FILE"),
        ("overwrite letter.txt", "is no saved game"),
        ("save nowhere/game.txt", "No such file"),
        ("load", "load FILE"),
        ("load nothing.txt", "No such file"),
        ("load letter.txt", "no saved game"),
        ("load .", "no regular file"),
    ]:
        assert reason in terminal.say(line, "O> ")
    assert "[O]" in terminal.say("load game.txt", "X> ")
    terminal.say("013", "O> ")
    assert "Saved to game.txt" in terminal.say("overwrite game.txt", "O> ")
    assert "moves 212 221 013" in (tmp_path / "game.txt").read_text()
    assert (tmp_path / "letter.txt").read_text() == "Dear all\n"
    terminal.type("quit")
    assert terminal.end() == 0


def test_a_saved_game_goes_on_with_everybody_on_their_side(play: Play, tmp_path: Path) -> None:
    """After `load` the engine moved for the person who had been on its side."""
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    terminal.say("5", "X> ")
    terminal.say("save game.txt", "X> ")
    terminal.say("switch", "O> ")
    shown = terminal.say("load game.txt", "> ")
    assert "You are X; O is Linemate" in shown
    assert shown.endswith("\nX> ")
    terminal.type("quit")
    assert terminal.end() == 0
    again = play("--load", "game.txt", *QUICK)
    assert "You are X; O is Linemate" in again.expect("X> ")
    again.type("quit")
    assert again.end() == 0


def test_a_saved_game_is_loaded_from_the_command_line_and_the_level_asked_for(
    play: Play, tmp_path: Path
) -> None:
    (tmp_path / "game.txt").write_text("linemate game\ngame qubic\nhumans o\nmoves 212 221\nend\n")
    terminal = play("--load", "game.txt")
    assert "Which game" not in terminal.expect("How strong")
    assert "X plays" in terminal.say("1", "O> ")
    terminal.type("quit")
    assert terminal.end() == 0
    terminal = play("--load", "game.txt", "--as", "both")
    assert "You play both sides" in terminal.expect("X> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_a_file_that_does_not_say_who_sat_where_leaves_it_to_the_table(
    play: Play, tmp_path: Path
) -> None:
    (tmp_path / "old.txt").write_text("linemate game\ngame tictactoe\nmoves b2\nend\n")
    terminal = play("--load", "old.txt", *QUICK)
    terminal.expect("Play x")
    terminal.say("o", "O> ")
    assert "You are O" in terminal.say("load old.txt", "O> ")
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


def test_the_home_of_nobody_is_no_reason_to_lose_a_game(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    for command in ("save", "load"):
        assert "~nobody-of-that-name" in terminal.say(f"{command} ~nobody-of-that-name/y", "X> ")
    terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


def test_a_file_may_be_named_from_home(play: Play, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    terminal = play("tictactoe", "--as", "both", HOME=str(tmp_path / "home"))
    terminal.expect("X> ")
    terminal.say("5", "O> ")
    terminal.say("save ~/game.txt", "O> ")
    assert (tmp_path / "home" / "game.txt").exists()
    terminal.say("new", "X> ")
    assert "[X]" in terminal.say("load ~/game.txt", "O> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_who_loads_a_game_against_the_engine_is_told_how_strong_it_is(
    play: Play, tmp_path: Path
) -> None:
    """Two people had not been asked for a level."""
    (tmp_path / "game.txt").write_text("linemate game\ngame tictactoe\nhumans x\nend\n")
    terminal = play("tictactoe", "--as", "both")
    terminal.expect("X> ")
    shown = terminal.say("load game.txt", "X> ")
    assert "You are X; O is Linemate 0.1.0 (full strength, 1 s a move).\n" in shown
    terminal.type("quit")
    assert terminal.end() == 0


# ------------------------------------------------------------------ small windows


def test_a_board_that_does_not_fit_is_explained_once(play: Play) -> None:
    terminal = play("gomoku", "--as", "x", *QUICK)
    assert "needs" not in terminal.expect("X> ")
    terminal.resize(19, 80)
    assert "this board needs 53x20, the terminal has 80x19\n" in terminal.say("board", r"\nX> ")
    assert "needs" not in terminal.say("board", r"\nX> ")
    terminal.resize(20, 52)
    assert "needs 53x20, the terminal has 52x20" in terminal.say("board", r"\nX> ")
    terminal.resize(20, 53)
    assert "needs" not in terminal.say("board", r"\nX> ")
    terminal.resize(19, 80)
    assert "needs" not in terminal.say("new gomoku size=9", r"\nX> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_lists_are_indented_in_a_narrow_window(play: Play) -> None:
    """What did not fit went on in the first column, as if it were another command."""
    terminal = play(COLUMNS="40")
    assert "  3 ultimate   nine small boards: three\n    boards in a row win\n" in terminal.expect(
        "Which game"
    )
    terminal.say("1", "Play x")
    terminal.say("both", "X> ")
    shown = terminal.say("help", r"\nX> ")
    assert (
        "  undo                take back to your\n    last turn, or what ended the game\n" in shown
    )
    assert max(map(len, shown.splitlines())) <= 40
    terminal.type("quit")
    assert terminal.end() == 0


def test_a_terminal_that_cannot_change_a_line_is_told_that_the_engine_thinks(
    play: Play, peer: Callable[[str], str]
) -> None:
    """There was nothing to see, nor that Ctrl-C helps."""
    engine = ("--movetime", "60000", "--engine", peer("late"))
    terminal = play("tictactoe", "--as", "o", *engine, TERM="dumb")
    terminal.expect(r"\nThinking\. Ctrl-C: move now\.\n")
    shown = terminal.interrupt("O> ")
    assert "Ctrl-C: move now" not in shown
    assert "X plays 7" in shown
    terminal.type("quit")
    assert terminal.end() == 0
    assert "\x1b" not in terminal.raw.replace("?[31m", "")


# ------------------------------------------------------------------ typing ahead


def test_an_enter_typed_ahead_does_not_skip_the_result(play: Play) -> None:
    terminal = play("tictactoe", "--as", "both")
    terminal.expect("X> ")
    for move, prompt in [("1", "O> "), ("4", "X> "), ("2", "O> "), ("5", "X> ")]:
        terminal.say(move, prompt)
    terminal.press(b"3\r\r")
    terminal.expect("Another game")
    assert "X> " not in terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


def test_an_enter_typed_ahead_does_not_start_an_engine_again(
    play: Play, peer: Callable[[str], str]
) -> None:
    terminal = play("tictactoe", "--as", "x", "--movetime", "100", "--engine", peer("illegal"))
    terminal.expect("X> ")
    terminal.say("b2", "X> ")
    terminal.press(b"c1\r\r")
    terminal.expect("Enter starts")
    assert "is ready" not in terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


# ------------------------------------------------------------------ watching


def test_two_settings_are_watched_to_the_end(play: Play) -> None:
    watched = ("search=hminimax nodes=200", "search=random nodes=1")
    terminal = play("ultimate", "--watch", *watched, "--pace", "0")
    shown = terminal.expect("Another game")
    assert "X is Linemate 0.1.0 (search=hminimax nodes=200)" in shown.replace("\n", " ")
    assert "X plays" in shown
    assert "O plays" in shown
    terminal.press(b"\x04")
    assert terminal.end() == 0


# ------------------------------------------------------------------ colour


def test_there_is_colour_on_a_terminal(play: Play) -> None:
    terminal = play("tictactoe", "--as", "o", *QUICK)
    terminal.expect("O> ")
    terminal.type("quit")
    assert terminal.end() == 0
    assert "\x1b[1;7;36m[X]" in terminal.raw


def test_no_color_means_none(play: Play) -> None:
    """What is left are movements of the cursor, for the line that changes in place."""
    terminal = play("tictactoe", "--as", "o", *QUICK, NO_COLOR="1")
    assert "[X]" in terminal.expect("O> ")
    terminal.type("quit")
    assert terminal.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*m", terminal.raw)


def test_the_output_can_go_to_a_file_while_a_person_types(play: Play, tmp_path: Path) -> None:
    transcript = tmp_path / "game.txt"
    terminal = play("tictactoe", "--as", "x", *QUICK, output=transcript)
    for line in ("5", "zebra", "quit"):
        terminal.type(line)
    assert terminal.end() == 0
    written = transcript.read_text()
    assert "\x1b" not in written
    assert "X> 5\nO plays " in written
    assert "X> zebra\nbad move 'zebra'" in written
    assert written.endswith("X> quit\nGoodbye.\n")
