"""Ctrl-C: one press is enough, and none ever loses a game."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from typing import Any

import pytest

from linemate.clients.play.prompt import ask
from linemate.clients.play.session import PlaySession
from linemate.clients.shared import screen
from tests.clients.play.conftest import QUICK, Play
from tests.waiting import PATIENCE, is_reaped

Peer = Callable[[str], str]
PeerPid = Callable[[], int]
Sit = Callable[..., PlaySession]

# ------------------------------------------------------------------ at a prompt


def test_ctrl_c_at_the_prompt_asks_before_it_leaves(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    terminal.interrupt("Leave the game")
    terminal.say("", "X> ")
    terminal.interrupt("Leave the game")
    terminal.interrupt("Goodbye")
    assert terminal.end() == 0


@pytest.mark.parametrize("answer", ["y", "YES", "quit"])
def test_who_wants_to_leave_may_say_so(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    session = sit("plain", "x")
    for said, leaving in [("n", False), ("maybe", False), (answer, True)]:
        answers = iter([KeyboardInterrupt, said])

        def reply(*_: object, answers: Any = answers) -> str:
            answer = next(answers)
            if answer is KeyboardInterrupt:
                raise KeyboardInterrupt
            return str(answer)

        monkeypatch.setattr(session.screen, "ask", reply)
        ask(session, "X> ", "board")
        assert session.leaving is leaving


def test_ctrl_c_at_a_question_leaves(play: Play) -> None:
    terminal = play()
    terminal.expect("Which game")
    terminal.interrupt("Goodbye")
    assert terminal.end() == 130


# ------------------------------------------------------------------ while an engine thinks


def test_ctrl_c_while_the_engine_thinks_means_move_now(play: Play, peer: Peer) -> None:
    """The live line is as long as it may be, and there is room for the echo of Ctrl-C."""
    words = ("--details", "--movetime", "60s", "--engine", peer("wordy"))
    terminal = play("tictactoe", "--as", "o", *words)
    terminal.expect(r"depth 9 \| engine: .* \.\.\.\n.*Ctrl-C: move now")
    assert "X plays" in terminal.interrupt("O> ")
    terminal.type("quit")
    assert terminal.end() == 0


def test_one_ctrl_c_is_enough_and_the_next_move_is_thought_about_again(
    play: Play, peer: Peer
) -> None:
    terminal = play("tictactoe", "--as", "x", "--movetime", "60s", "--engine", peer("late"))
    terminal.expect("X> ")
    for move in ("5", "3"):
        terminal.say(move, "Ctrl-C: move now")
        terminal.interrupt("O plays")
        terminal.expect("X> ")
    terminal.say("quit", "Goodbye")


def test_a_press_just_before_the_engine_thinks_is_not_lost(
    sit: Sit, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was forgotten: whoever watched two quick engines had to press until one hit."""
    session = sit("late", "none")
    with session.screen.interrupts.noted():
        signal.raise_signal(signal.SIGINT)
        session.engine_move()
    assert session.played.moves == ["a1"]
    assert "over its time" not in capsys.readouterr().out


def test_a_held_ctrl_c_moves_now_and_keeps_the_game(play: Play) -> None:
    """The keyboard repeats it; it is still one wish."""
    terminal = play("ultimate", "--as", "x", "--movetime", "60s", HELD_KEY=str(PATIENCE))
    terminal.expect("X> ")
    terminal.say("55", "Ctrl-C: move now")
    for _ in range(12):
        terminal.press(b"\x03")
        time.sleep(0.03)
    # The terminal echoes the key wherever the program has got to.
    assert "O plays" in terminal.expect("X> ").replace("^C", "")
    assert "Leave the game" not in terminal.say("quit", "Goodbye")


def test_an_engine_that_does_not_move_is_ended_and_the_game_goes_on(
    sit: Sit, peer: Peer, peer_pid: PeerPid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linemate.clients.shared.player.GRACE", 0.1)
    session = sit("deaf", "o")
    pid = peer_pid()
    with session.screen.interrupts.noted():
        signal.raise_signal(signal.SIGINT)
        session.engine_move()
    assert session.trouble is not None
    assert "for a bestmove, the last of them after a stop" in session.trouble
    assert is_reaped(pid)
    session.screen.interrupts.forget()  # as every prompt does
    session.replace_engine(peer("plain"))
    session.engine_move()
    assert session.played.moves == ["a1"]


def test_the_third_ctrl_c_ends_the_engine_and_not_the_game(
    sit: Sit, peer: Peer, peer_pid: PeerPid, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended the program, and the game was lost.

    The second does not: a key that is held counts twice, since keyboards wait for half a second
    before they repeat it.
    """
    session = sit("deaf", "o")
    pid = peer_pid()
    presses = []

    def press_again(_analysis: object) -> None:
        for _ in range(4):
            presses.append(is_reaped(pid))
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched, session.screen.interrupts.noted():
        patched.setattr(screen, "HELD_KEY", 0.0)
        patched.setattr("linemate.clients.play.session.follow", lambda *seen: press_again(seen[-1]))
        session.engine_move()
    assert presses == [False] * 3
    assert is_reaped(pid)
    assert session.trouble is not None
    assert "failed: the engine was ended by Ctrl-C" in session.trouble
    session.replace_engine(peer("plain"))
    session.engine_move()
    assert session.played.moves == ["a1"]


# ------------------------------------------------------------------ while an engine starts


def test_ctrl_c_gives_up_an_engine_that_does_not_start(
    play: Play, peer: Peer, peer_pid: PeerPid
) -> None:
    """It was only noted, for 20 seconds."""
    terminal = play("tictactoe", "--as", "x", "--level", "1", "--engine", peer("mute"))
    terminal.expect("Starting ")
    pid = peer_pid()
    terminal.interrupt("No game: the engine was ended by Ctrl-C")
    assert terminal.end() == 130
    assert is_reaped(pid)


def test_giving_up_a_new_engine_leaves_the_game_and_the_old_one(
    play: Play, peer: Peer, peer_pid: PeerPid
) -> None:
    terminal = play("tictactoe", "--as", "x", *QUICK)
    terminal.expect("X> ")
    terminal.say("5", "X> ")
    terminal.say(f"engine {peer('mute')}", "gives")
    pid = peer_pid()
    terminal.interrupt("the engine was ended by Ctrl-C")
    assert is_reaped(pid)
    assert "engine to start it again" not in terminal.expect("X> ")
    assert "Hint:" in terminal.say("hint", "X> ")
    terminal.type("quit")
    assert terminal.end() == 0


# ------------------------------------------------------------------ watching


def test_ctrl_c_pauses_what_is_watched(play: Play) -> None:
    terminal = play("gomoku", "--as", "none", "--nodes", "100", "--pace", "60s")
    terminal.expect("X plays")
    terminal.expect("O to move")
    terminal.interrupt("Paused")
    terminal.say("", "O plays")
    terminal.expect("X to move")
    terminal.interrupt("Paused")
    terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


def test_a_pause_lasts_until_enter(play: Play) -> None:
    """Help, a typing error and a command that changes the board leave it paused."""
    terminal = play("gomoku", "--as", "none", "--nodes", "100", "--pace", "60s")
    terminal.expect("X plays")
    terminal.expect("O to move")
    terminal.interrupt("Paused")
    for answer in ("help", "hepl", "undo"):
        assert " plays " not in terminal.say(answer, "Paused")
    terminal.say("", "X plays")
    terminal.press(b"\x04")


def test_ctrl_c_while_a_watched_engine_thinks_makes_it_move_and_pauses(play: Play) -> None:
    terminal = play("gomoku", "--as", "none", "--movetime", "60s")
    terminal.expect("Ctrl-C: move now")
    assert "X plays" in terminal.interrupt("Paused")
    terminal.say("quit", "Goodbye")
    assert terminal.end() == 0


def test_in_a_paused_game_the_side_to_move_resigns(play: Play) -> None:
    terminal = play("gomoku", "--as", "none", "--nodes", "100", "--pace", "60s")
    terminal.expect("X plays")
    terminal.expect("O to move")
    terminal.interrupt("Paused")
    assert "X wins: O resigned." in terminal.say("resign", "Another game")
    terminal.type("quit")
    assert terminal.end() == 0
