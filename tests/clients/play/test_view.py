"""`linemate play` in a window that is redrawn in place, as the person before it sees it."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from linemate.clients.shared.notation import read_typed_move
from linemate.engine.registry import make_game
from tests.clients.play.conftest import QUICK
from tests.waiting import is_reaped, wait_until
from tests.windows import ROOT, PersonAtTerminal

Watch = Callable[..., PersonAtTerminal]
Peer = Callable[[str], str]
PeerPid = Callable[[], int]


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    """Start `linemate play ARGUMENTS` in a window of 24x80; NAME=VALUE are variables."""
    people: list[PersonAtTerminal] = []

    def start(
        *arguments: str, size: tuple[int, int] = (24, 80), **variables: str
    ) -> PersonAtTerminal:
        people.append(PersonAtTerminal(("play", *arguments), tmp_path, size, **variables))
        return people[-1]

    yield start
    for person in people:
        person.close()


# ------------------------------------------------------------------ choosing a cell


def test_a_whole_game_is_played_by_cursor_keys(watch: Watch) -> None:
    """The test keeps its own board, and goes to each cell from where the cursor was left."""
    person = watch("tictactoe", "--as", "x", *QUICK)
    game = make_game("tictactoe")
    position = game.start()
    while position.outcome() is None:
        shown = person.see("X> [1-9]")
        chosen = int(re.findall(r"X> ([1-9])", shown)[0]) - 1
        move = position.legal_moves()[-1]
        down, right = move // 3 - chosen // 3, move % 3 - chosen % 3
        vertical, horizontal = ("down" if down > 0 else "up"), ("right" if right > 0 else "left")
        person.press(*[vertical] * abs(down), *[horizontal] * abs(right), "enter")
        position.play(move)
        plies = len(position.history)
        if position.outcome() is None:
            shown = person.see(rf"(?s)(O plays [1-9].*){{{(plies + 1) // 2}}}")
            reply = re.findall(r"O plays ([1-9])", shown)[-1]
            position.play(read_typed_move(game, position, reply))
    shown = person.see("Another game")
    assert re.search("[XO] wins: the line|Draw:", shown)
    assert shown.count("*X*") + shown.count("*O*") == len(position.winning_line())
    person.say("quit", "Goodbye")
    assert person.end() == 0


def test_cursor_keys_that_come_before_the_board_is_there_move_the_cursor(watch: Watch) -> None:
    person = watch("gomoku", "size=9", "--as", "both")
    person.press("right", "right", "up")
    person.see("X> g6")
    person.say("quit", "Goodbye")
    assert person.end() == 0


def test_a_click_plays_a_cell_and_a_click_on_a_taken_one_says_why_not(watch: Watch) -> None:
    person = watch("gomoku", "--as", "both")
    person.see("X> h8")
    person.click(*person.find("·"))  # the top left
    assert "[X]" in person.see(r"15 \[X\]")
    person.see("O to move")
    person.see("O> ")
    row, column = person.find(r"\[X\]")
    person.click(row, column + 1)
    person.see("illegal move 'a15'")
    person.click(row + 1, column + 1)
    person.see(r"14 \[O\]")
    person.say("quit", "Goodbye")
    assert person.end() == 0


def test_where_marks_fall_a_click_anywhere_in_the_column_is_enough(watch: Watch) -> None:
    drop = ("mnk", "width=7", "height=6", "row=4", "drop=true")
    person = watch(*drop, "--as", "both")
    person.see("X> ")
    row, column = person.find("a  b  c  d")
    person.click(row + 1, column + 9)  # d6
    person.see(r"(?m)^ +1 .*\[X\]")
    person.see("O> d2")
    person.press("right", "enter")
    person.see(r"(?m)^ +1  ·  ·  ·  X \[O\]")
    person.press("quit", "enter")
    assert person.end() == 0


def test_in_the_cube_the_cursor_changes_levels_and_stones_stand_out(watch: Watch) -> None:
    """The names of 64 cells were darker than the few stones."""
    person = watch("qubic", "--as", "both")
    person.see("X> 111")
    person.press(">", "<", "<", ">", "right", "enter")
    shown = person.see(r"\[X\]")
    assert not re.search(r"\d{3}", shown.partition("O to move")[0])
    row, column = person.find(r"\[X\]")
    free = re.search("·", shown.splitlines()[row])
    assert free is not None
    assert person.style_at(row, column + 1).bold
    assert not person.style_at(row, free.start()).bold
    person.press("up", "enter")
    person.see(r"\[O\]")
    person.press("undo", "enter")
    person.see(r"\[X\]")
    person.press("quit", "enter")
    assert person.end() == 0


# ------------------------------------------------------------------ commands


def test_tab_completes_commands_and_what_stands_behind_them(watch: Watch) -> None:
    person = watch("tictactoe", "--as", "x", *QUICK)
    person.see("X> ")
    person.press("le", "tab")
    person.see("X> level")
    person.press(" 10", "enter")
    person.see(r"O is Linemate.* \(seed=1 level 10, Champion\)")
    person.press("new nine", "tab")
    person.see("new nineboard")
    person.press("enter")
    person.see("Nine-board")
    person.press("tab")
    person.see("(?s)help.*rules.*level")
    person.press("escape")
    person.see_no(" rules ")
    person.say("rules", "(?s)Three in a row in any small board win.*goes back to the board")
    person.press("enter")
    person.see("╔═ 5 ═")
    person.press("quit", "enter")
    assert person.end() == 0


def test_a_completion_that_fails_is_told_and_the_game_goes_on(watch: Watch, tmp_path: Path) -> None:
    """An error at Tab closed the window, and the game that was being played in it was lost."""
    (tmp_path / "sitecustomize.py").write_text(BROKEN_COMPLETION)
    person = watch("tictactoe", "--as", "both", PYTHONPATH=f"{tmp_path}:{ROOT}")
    person.see("X> ")
    person.say("5", "O> ")
    person.press("sa", "tab")
    person.see("cannot complete this: all is lost")
    person.press("escape")
    person.see_no("> sa")
    person.say("1", "X> ")
    person.press("quit", "enter")
    assert person.end() == 0


BROKEN_COMPLETION = """
from linemate.clients.play import prompt

def fail(line):
    raise RuntimeError("all is lost")

prompt.complete = fail
"""


def test_a_hint_and_its_line_are_shown_on_the_board_and_enter_plays_it(watch: Watch) -> None:
    person = watch("nineboard", "--as", "x", *QUICK)
    person.see("X> ")
    person.say("55", "O plays")
    person.press("f2")
    shown = person.see("Hint: ")
    assert "depth" not in shown
    hint = re.findall(r"Hint: (\d\d) .*line", shown)[0]
    assert "<1>" in person.see(f"X> {hint}")
    assert re.search(r"[│║].* 2  ", person.text)
    person.press("enter")
    person.see(r"(?s)Hint.*O plays")
    assert "<1>" not in person.see("X> ")
    person.press("quit", "enter")
    assert person.end() == 0


def test_the_game_goes_on_by_the_same_commands_as_in_plain_text(
    watch: Watch, tmp_path: Path
) -> None:
    person = watch("tictactoe", "--as", "x", *QUICK)
    person.see("X> ")
    person.say("5", "O plays")
    person.say("save game.pgn", "Saved to game.pgn")
    person.press("undo", "enter")
    person.see_no(r"\[O\]")
    person.say("load game.pgn", r"\[O\]")
    person.say("zebra", "bad move 'zebra'")
    person.say("resign", "O wins: X resigned.")
    person.press("enter")
    person.see("X> 5")
    person.press("quit", "enter")
    assert person.end() == 0
    assert "[White " in (tmp_path / "game.pgn").read_text()


def test_what_was_said_of_the_game_before_is_not_under_the_next(watch: Watch) -> None:
    """Moves of the engine that were on no board any more stayed there after `new`."""
    person = watch("tictactoe", "--as", "x", *QUICK)
    person.see("X> ")
    person.say("5", "O plays")
    person.press("new nineboard", "enter")
    person.see("Nine-board")
    person.see_no("O plays")
    person.press("quit", "enter")
    assert person.end() == 0


# ------------------------------------------------------------------ windows of all sizes


def test_a_window_that_is_resized_as_soon_as_it_has_come_is_drawn_again(watch: Watch) -> None:
    person = watch("gomoku", "--as", "both")
    person.see("X> ")
    person.resize(22, 40)
    person.see("15 · · ")
    person.press("quit", "enter")
    assert person.end() == 0


def test_a_narrow_window_gets_a_narrow_board_and_a_tiny_one_is_told(watch: Watch) -> None:
    person = watch("gomoku", "--as", "both")
    person.see("15  ·  ·")
    person.say("h8", r"\[X\]")
    person.resize(22, 40)
    person.see("15 · · ")
    person.see(">X")  # the window may be read while it is drawn
    person.press("right", "enter")
    person.see(">O")
    person.resize(8, 30)
    person.see("This board needs")
    person.say("a1", "(?s)This board needs.*X|O to move")
    person.resize(24, 80)
    person.see("15  ·  ·")
    person.see(r" 1 \[X\]")
    person.press("quit", "enter")
    assert person.end() == 0


def test_without_colour_there_is_none_and_the_board_can_be_read(watch: Watch) -> None:
    person = watch("tictactoe", "--as", "o", *QUICK, NO_COLOR="1")
    assert "[X]" in person.see("O> ")
    assert re.search(r"<\d>", person.text)
    person.press("quit", "enter")
    assert person.end() == 0
    colours = re.findall(rb"\x1b\[[0-9;]*?(?:[34][0-7]|[34]8;[0-9;]*)m", person.raw)
    assert not colours


def test_a_line_that_is_entered_while_the_engine_thinks_is_the_next_answer(watch: Watch) -> None:
    """It stood at the prompt, and wanted Enter again."""
    person = watch("tictactoe", "--as", "x", *QUICK)
    person.see("X> 5")
    person.press("enter", "details", "enter", "mov")
    person.see("Details are on.")
    person.see("X> mov")
    person.press("escape")
    person.say("quit", "Goodbye")
    assert person.end() == 0


# ------------------------------------------------------------------ watching


def test_keys_that_are_typed_while_engines_play_are_not_to_be_seen(watch: Watch) -> None:
    person = watch("gomoku", "--watch", "nodes=100", "nodes=100", "--pace", "60s")
    person.see("X plays")
    person.press("zebra", "enter", "1", "left")
    person.resize(24, 60)  # the window answers, so it has read the keys
    person.see(r"(?m)^ *15  ·.{41}")
    assert "zebra" not in person.text
    person.press("ctrl-c")
    person.see("Paused")
    assert "zebra" not in person.text
    assert person.text.count("X plays") == 1
    person.press("enter")
    person.see("O plays")
    person.press("ctrl-c")
    person.see("Paused")
    person.press("quit", "enter")
    assert person.end() == 0


# ------------------------------------------------------------------ every way out


def test_ctrl_c_moves_now_and_at_the_prompt_asks_before_it_leaves(watch: Watch, peer: Peer) -> None:
    person = watch("tictactoe", "--as", "x", "--movetime", "60s", "--engine", peer("late"))
    person.see("X> 5")
    person.press("enter")
    person.see("Ctrl-C: move now")
    person.press("ctrl-c")
    person.see("O plays")
    person.see("X> ")
    person.press("ctrl-c")
    person.see("Leave the game")
    person.press("n", "enter")
    person.see("X> ")
    person.say("quit", "Goodbye")
    assert person.end() == 0


def test_an_engine_that_is_killed_leaves_the_game_and_the_terminal_whole(
    watch: Watch, peer: Peer, peer_pid: PeerPid
) -> None:
    person = watch("tictactoe", "--as", "x", "--movetime", "60s", "--engine", peer("late"))
    person.see("X> 5")
    person.press("enter")
    person.see("Ctrl-C: move now")
    os.kill(peer_pid(), signal.SIGKILL)
    person.see("Enter starts the engine again")
    assert "X" in person.text
    person.say("claim", "X wins: ")
    person.press("quit", "enter")
    assert person.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_it_gives_the_terminal_back(
    watch: Watch, peer: Peer, peer_pid: PeerPid, number: signal.Signals
) -> None:
    person = watch("tictactoe", "--as", "o", "--movetime", "60s", "--engine", peer("late"))
    person.see("Ctrl-C: move now")
    person.signal(number)
    assert person.end() == 128 + number
    wait_until(lambda: is_reaped(peer_pid()), "the end of the engine")


def test_a_game_that_is_suspended_gives_the_terminal_back_and_goes_on(watch: Watch) -> None:
    person = watch("tictactoe", "--as", "x", *QUICK)
    person.see("X> 5")
    for how in ("the key", "a signal"):
        if how == "the key":
            person.press("ctrl-z")
        else:
            person.signal(signal.SIGTSTP)
        wait_until(lambda: is_stopped(person.process.pid), "a process that is stopped")
        person.see_that(lambda _: person.is_given_back(), "a terminal as it was")
        person.signal(signal.SIGCONT)
        person.see_that(lambda _: not person.is_given_back(), "a window again")
        person.see("X> ")
    person.press("enter")
    person.see("O plays")
    person.press("quit", "enter")
    assert person.end() == 0


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T"
