"""Games that are saved and loaded at the terminal: they go on, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

from tests.clients.play.conftest import QUICK, Play


def test_a_game_is_saved_and_loaded_and_bad_files_lose_nothing(play: Play, tmp_path: Path) -> None:
    terminal = play("qubic", "--as", "both")
    terminal.expect("X> ")
    terminal.say("2 1 2", "O> ")
    terminal.say("221", "X> ")
    assert "Saved to game.txt" in terminal.say("save game.txt", "X> ")
    assert "1. 212 221 *" in (tmp_path / "game.txt").read_text()
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
        assert reason in terminal.say(line, "O> ").replace("\n", " ")
    assert "[O]" in terminal.say("load game.txt", "X> ")
    terminal.say("013", "O> ")
    assert "Saved to game.txt" in terminal.say("overwrite game.txt", "O> ")
    assert "1. 212 221 2. 013 *" in (tmp_path / "game.txt").read_text()
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


def test_a_file_that_does_not_say_who_sat_where_leaves_it_to_the_session(
    play: Play, tmp_path: Path
) -> None:
    (tmp_path / "old.txt").write_text("linemate game\ngame tictactoe\nmoves b2\nend\n")
    terminal = play("--load", "old.txt", *QUICK)
    terminal.expect("Play x")
    terminal.say("o", "O> ")
    assert "You are O" in terminal.say("load old.txt", "O> ")
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
    assert "You are X; O is Linemate 0.1.0 (full strength, 1s a move).\n" in shown
    terminal.type("quit")
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


def test_the_home_of_nobody_is_no_reason_to_lose_a_game(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    for command in ("save", "load"):
        assert "~nobody-of-that-name" in terminal.say(f"{command} ~nobody-of-that-name/y", "X> ")
    terminal.say("quit", "Goodbye")
    assert terminal.end() == 0
