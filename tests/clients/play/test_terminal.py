"""`linemate play` as a person meets it: through a pseudo-terminal, from the start to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.shared.notation import read_typed_move, show_move
from linemate.engine.registry import make_game
from tests.clients.play.conftest import QUICK, Converse, Play, Talk, TalkTo, Terminal

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
def test_every_game_can_be_played_to_its_end(talk: TalkTo, name: str) -> None:
    play_to_the_end(talk(*name.split(), "--as", "x", *QUICK), name)


def test_a_game_at_a_terminal_is_played_to_its_end(play: Play) -> None:
    terminal = play("nineboard", "--as", "x", *QUICK)
    play_to_the_end(terminal, "nineboard")
    terminal.say("n", "Goodbye")
    assert terminal.end() == 0


def play_to_the_end(person: Terminal | Talk, name: str) -> None:
    """The test keeps its own board: every move shown must be legal on it, and the end the same."""
    word, *options = name.split()
    game = make_game(word, dict(option.split("=") for option in options))
    position = game.start()
    news = person.expect(r"X> |Another game\?")
    while True:
        if reply := re.search(r"O plays (\S+)", news):
            position.play(read_typed_move(game, position, reply[1]))
        outcome = position.outcome()
        if outcome is not None:
            break
        move = position.legal_moves()[len(position.history) % len(position.legal_moves())]
        position.play(move)
        news = person.say(show_move(game, move), r"X> |Another game\?")
    result = "Draw:" if outcome.winner is None else f"{'XO'[outcome.winner]} wins:"
    assert result in news
    assert f"1. {show_move(game, position.history[0])} " in news
    if position.winning_line() and word != "ultimate":
        assert news.count("*X*") + news.count("*O*") == len(position.winning_line())


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


def test_bad_answers_to_the_questions_are_asked_again(converse: Converse) -> None:
    shown = converse(answers="7\nchess\ngomoku size=99\n3\nz\nO\n11\n1\n")
    for problem in (
        "unknown game '7'",
        "unknown game 'chess'",
        "expected a whole number from 4 to 22",
        "bad side 'z'",
        "expected a whole number from 1 to 10",
    ):
        assert problem in shown
    assert "X plays" in shown
    assert shown.endswith("O> \nEnd of input.\nGoodbye.\n")


def test_two_people_can_play_with_the_engine_for_hints(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "both")
    assert "You play both sides" in talking.expect("X> ")
    for move, prompt in [("1", "O> "), ("4", "X> "), ("2", "O> "), ("5", "X> ")]:
        talking.say(move, prompt)
    assert "X: win in 1 ply" in talking.say("hint", "X> ")
    assert "X: win in 1 ply\n" in talking.say("eval", "X> ")
    assert "X wins: the line 1 2 3." in talking.say("3", "Another game")
    talking.say("y", "X> ")


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
    engine = ("--movetime", "60s", "--engine", peer("late"))
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
    terminal = play("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("illegal"))
    terminal.expect("X> ")
    terminal.say("b2", "X> ")
    terminal.press(b"c1\r\r")
    terminal.expect("Enter starts")
    assert "is ready" not in terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


# ------------------------------------------------------------------ watching


def test_two_settings_are_watched_to_the_end(talk: TalkTo) -> None:
    watched = ("search=hminimax nodes=20", "search=random nodes=1")
    shown = talk("ultimate", "--watch", *watched, "--pace", "0s").expect("Another game")
    assert "X is Linemate 0.1.0 (search=hminimax nodes=20)" in shown.replace("\n", " ")
    assert "X plays" in shown
    assert "O plays" in shown


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
