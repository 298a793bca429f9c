"""Engines that are not ours, and engines that fail: the game goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.play.prompt import act, ask, step
from linemate.clients.play.session import PlaySession
from linemate.engine.core import LinemateError
from linemate.protocol.driver import EngineError
from tests.clients.play.conftest import Converse, Play, TalkTo

Peer = Callable[[str], str]
Sit = Callable[..., PlaySession]


def test_an_engine_that_dies_is_reported_and_the_game_goes_on_with_a_new_one(
    talk: TalkTo, peer: Peer
) -> None:
    talking = talk("tictactoe", "--as", "x", "--level", "3", "--engine", peer("dies"))
    notes = talking.expect("X> ")
    assert f"Starting {peer('dies')} (Ctrl-C gives up) ..." in notes.replace("\n", " ")
    assert "has no option skill: it plays as strong as it can" in notes.replace("\n", " ")
    talking.say("b2", "X> ")
    report = talking.say("c1", "Enter starts the engine again")
    assert "exited with code 7" in report.replace("\n", " ")
    assert "out of ideas" in report
    shown = talking.say("help", "Enter starts the engine again")
    assert "Three in a row win.\nType:\n" in shown
    assert "free cell" not in shown
    assert "free cell" not in talking.say("zebra", "Enter starts the engine again")
    again = talking.say("", "Enter starts the engine again")
    assert "Starting " in again
    assert "failed" in again
    assert "nothing to play again" in talking.say("redo", "Enter starts")
    assert "cannot start engine" in talking.say("engine ./nothing", "Enter starts").replace(
        "\n", " "
    )
    assert "O plays 8" in talking.say(f"engine {peer('plain')}", "X> ")


def test_an_illegal_answer_is_reported_and_the_win_can_be_claimed(talk: TalkTo, peer: Peer) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("illegal"))
    talking.expect("X> ")
    talking.say("b2", "X> ")
    report = talking.say("c1", "Enter starts")
    assert "illegal move 'b2'" in report
    assert "it is the engine's turn" in talking.say("a3", "Enter starts")
    assert "X wins: " in talking.say("claim", "Another game")
    talking.say("save claimed.txt", "Another game")
    assert "illegal move 'b2'" in talking.say("undo", "Enter starts")
    talking.say("undo", "X> ")
    assert "nothing to claim" in talking.say("claim", "X> ")
    loaded = talking.say("load claimed.txt", "Another game").replace("\n", " ")
    assert "has no legal move to offer: illegal move 'b2'" in loaded


def test_who_resigns_on_the_turn_of_an_engine_that_failed_is_the_person(
    talk: TalkTo, peer: Peer
) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("illegal"))
    talking.expect("X> ")
    talking.say("b2", "X> ")
    talking.say("c1", "Enter starts")
    assert "O wins: X resigned." in talking.say("resign", "Another game")


@pytest.mark.parametrize("command", ["undo", "position x2/3/3 o", "new"])
def test_a_failure_is_over_when_the_game_is_another(talk: TalkTo, peer: Peer, command: str) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("illegal"))
    talking.expect("X> ")
    talking.say("b2", "X> ")
    talking.say("c1", "Enter starts")
    talking.say(command, "X> ")


def test_what_was_taken_back_after_a_failure_fails_again_when_it_is_played_again(
    talk: TalkTo, peer: Peer
) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("illegal"))
    talking.expect("X> ")
    talking.say("b2", "X> ")
    talking.say("c1", "Enter starts")
    talking.say("undo", "X> ")
    assert "illegal move" in talking.say("redo", "Enter starts")


def test_a_hint_that_fails_leaves_the_turn_to_the_person(talk: TalkTo, peer: Peer) -> None:
    talking = talk("tictactoe", "--as", "o", "--movetime", "100ms", "--engine", peer("dies"))
    talking.expect("O> ")
    talking.say("b2", "O> ")
    report = talking.say("hint", "O> ")
    assert "exited with code 7" in report.replace("\n", " ")
    assert "Type engine to start it again." in report
    assert "nothing to claim" in talking.say("claim", "O> ")
    assert "is ready" in talking.say(f"engine {peer('plain')}", "O> ")
    assert "Hint: 9" in talking.say("hint", "O> ")


def test_an_engine_that_gives_no_move_is_reported(talk: TalkTo, peer: Peer) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("silent"))
    talking.expect("X> ")
    talking.say("b2", "X> ")
    assert "bad move 'none'" in talking.say("c1", "Enter starts").replace("\n", " ")
    assert "You are O now" in talking.say("switch", "O> ")


def test_an_engine_without_scores_can_be_played_but_not_asked(talk: TalkTo, peer: Peer) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("plain"))
    assert "dd ?[31mPeer" in talking.expect("X> "), "its name must not control the terminal"
    assert "gave no score" in talking.say("eval", "X> ")
    assert "Hint: 7" in talking.say("hint", "X> ")


def test_a_foreign_score_is_shown_as_its_own(talk: TalkTo, peer: Peer) -> None:
    words = ("--details", "--movetime", "100ms", "--engine", peer("scores"))
    talking = talk("tictactoe", "--as", "o", *words)
    report = r"X plays 7   depth 3 \| engine: -1\.50 \| 12k nodes \| \d+\.\d s \| line 7 3\n"
    assert re.search(report, talking.expect("O> "))


def test_a_live_line_shows_the_best_variation_of_several(play: Play, peer: Peer) -> None:
    words = ("--details", "--movetime", "60s", "--engine", peer("ranks"))
    terminal = play("tictactoe", "--as", "o", *words)
    terminal.expect(r"depth 2 \| engine: \+1\.00 \| \d+\.\d s \| line 7\n")
    terminal.interrupt("O> ")
    terminal.type("quit")
    assert terminal.end() == 0
    assert "-9.00" not in terminal.text


def test_nodes_and_visits_are_shown_while_an_engine_thinks_and_afterwards(
    play: Play, peer: Peer
) -> None:
    """An engine that can count visits is asked to."""
    counts = (
        "tictactoe",
        "--details",
        "--as",
        "o",
        "--movetime",
        "60s",
        "--engine",
        peer("counts"),
    )
    shown = r"depth 2 \| engine: \+0\.07 \| 250 nodes%s \| \d+\.\d s \| line 7 8"
    for setting, visits in [((), ", 247 visits"), (("--set", "Visits=false"), "")]:
        terminal = play(*counts, *setting)
        terminal.expect(rf"{shown % visits}\n")
        terminal.interrupt(rf"X plays 7   {shown % visits}\n")
        terminal.expect("O> ")
        terminal.type("quit")
        assert terminal.end() == 0


def test_our_tree_search_reports_its_visits(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "o", "--search", "mcts", "--nodes", "300", "--details")
    assert re.search(r"X plays .* nodes, \d+ visits \|", talking.expect("O> "))


def test_an_engine_that_moves_only_when_it_is_told_to_stop_is_over_its_time(
    sit: Sit, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("linemate.protocol.driver.MARGIN", 0.0)
    sit("late", "o", movetime="10ms").engine_move()
    assert re.search(r"X plays 7   \d+\.\d s, over its time\n", capsys.readouterr().out)


def test_an_engine_that_is_replaced_is_told_to_quit(
    talk: TalkTo, peer: Peer, tmp_path: Path
) -> None:
    """It may have something to write down before it goes."""
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("plain"))
    talking.expect("X> ")
    assert "is ready" in talking.say(f"engine {peer('skilled')}", "X> ")
    assert (tmp_path / "farewell").read_text() == "plain"
    talking.session.close()
    assert (tmp_path / "farewell").read_text() == "skilled"


def test_a_uci_engine_is_told_which_variant_to_play(talk: TalkTo, peer: Peer) -> None:
    engine = peer("chess tictactoe")
    talking = talk("tictactoe", "--as", "o", "--movetime", "100ms", "--engine", engine)
    assert "X plays 7" in talking.expect("O> ")


def test_an_engine_that_refuses_the_game_is_reported(converse: Converse, peer: Peer) -> None:
    for game, kind, reason in [
        ("qubic", "plain", "expected tictactoe"),
        ("tictactoe", "chess", "does not play tictactoe: its variants are chess"),
    ]:
        shown = converse(game, "--as", "x", "--nodes", "9", "--engine", peer(kind), status=2)
        assert "No game: " in shown
        assert reason in shown.replace("\n", " ")


def test_a_new_game_that_the_engine_refuses_leaves_the_old_one(talk: TalkTo, peer: Peer) -> None:
    talking = talk("tictactoe", "--as", "x", "--movetime", "100ms", "--engine", peer("plain"))
    talking.expect("X> ")
    talking.say("b2", "X> ")
    assert "expected tictactoe" in talking.say("new qubic", "X> ").replace("\n", " ")
    talking.say("c1", "X> ")


def test_an_engine_that_cannot_be_started_is_reported(converse: Converse) -> None:
    shown = converse("tictactoe", "--as", "x", "--level", "1", "--engine", "./nothing", status=2)
    assert "No game: cannot start engine './nothing'" in shown


def test_a_silent_engine_is_waited_for_by_its_name(play: Play) -> None:
    terminal = play("tictactoe", "--as", "x", "--level", "1", "--engine", "grep nothing")
    terminal.expect(r"Starting grep nothing \(Ctrl-C gives up\) \.\.\.\n")
    terminal.interrupt("No game: the engine was ended by Ctrl-C")  # so it was still waited for


def test_our_engine_starts_without_a_word(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "x", "--level", "1")
    assert "Starting" not in talking.expect("X> ")


def test_a_search_that_does_not_exist_is_refused(converse: Converse) -> None:
    shown = converse("tictactoe", "--as", "x", "--level", "1", "--search", "wisdom", status=2)
    assert "No game: bad value 'wisdom' for option Search" in shown


def test_a_hint_is_given_at_full_skill_and_the_engine_then_plays_at_its_level(
    talk: TalkTo, peer: Peer
) -> None:
    words = ("--level", "1", "--engine", peer("skilled"), "--details")
    talking = talk("tictactoe", "--as", "x", *words)
    talking.expect("X> ")
    assert "Hint: 3" in talking.say("hint", "X> ")
    assert "you: +0.20" in talking.say("eval", "X> ")
    assert "O plays 7   depth 1 | engine: +0.00" in talking.say("5", "X> ")


@pytest.mark.parametrize(
    ("words", "score"), [({"level": "1"}, 1), ({"level": "3"}, 3), ({"level": "10"}, 11)]
)
def test_a_level_is_scaled_to_the_skill_that_an_engine_has(
    sit: Sit, words: dict[str, str], score: int
) -> None:
    """It goes from 1 to 11; a level above 5 was out of range, and there was no game."""
    answer = sit("tens", "x", **words).ask_engine()
    assert answer.info is not None
    assert answer.info.score is not None
    assert answer.info.score.cp == score


def test_a_skill_that_the_user_sets_is_not_scaled(sit: Sit) -> None:
    answer = sit("tens", "x", level="3", skill="7").ask_engine()
    assert answer.info is not None
    assert answer.info.score is not None
    assert answer.info.score.cp == 7


def test_a_hint_that_is_no_legal_move_is_not_shown(sit: Sit) -> None:
    session = sit("illegal", "both")
    for move in ("b2", "a1", "c1"):
        act(session, move)
    with pytest.raises(LinemateError, match="no legal move to offer: illegal move 'b2'"):
        act(session, "hint")
    session = sit("silent", "both")
    for move in ("b2", "a1", "c1"):
        act(session, move)
    with pytest.raises(LinemateError, match="no legal move to offer: bad move 'none'"):
        act(session, "hint")


def test_a_uci_engine_that_cannot_know_the_options_of_a_game_is_named(
    converse: Converse, peer: Peer
) -> None:
    """It went on playing on 15x15."""
    arguments = ("--as", "x", "--nodes", "9", "--engine", peer("chess gomoku"))
    shown = converse("gomoku", "size=9", *arguments, answers="new gomoku\nquit\n")
    assert shown.count("speaks UCI") == 1
    assert "Chess Peer speaks UCI and cannot be told the options: size=9.\n" in shown


def test_a_new_game_starts_an_engine_that_has_died_again(sit: Sit) -> None:
    session = sit("dies", "both")
    for move in ("b2", "a1", "c1"):
        act(session, move)
    with pytest.raises(EngineError):
        act(session, "hint")
    before = session.opponent.running
    act(session, "new")
    assert (before, session.opponent.running) == (False, True)
    act(session, "hint")


def test_who_is_asked_to_start_the_engine_again_is_told_once(
    sit: Sit, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sit("dies", "x")
    monkeypatch.setattr(session.screen, "ask", lambda *_: "hint")
    for move in ("b2", "c1"):
        act(session, move)
        step(session, 0)
    assert session.trouble is not None
    ask(session, "Enter starts the engine again> ", "engine")
    assert "Type engine to start it again" not in capsys.readouterr().out
    act(session, "undo")
    ask(session, "X> ", "board")
    assert "Type engine to start it again" in capsys.readouterr().out


def test_a_game_that_one_of_two_engines_refuses_leaves_both_in_the_old_one(
    talk: TalkTo, peer: Peer
) -> None:
    watched = ("nodes=100", f"engine='{peer('plain')}' nodes=1")
    talking = talk("tictactoe", "--watch", *watched, "--pace", "0s")
    assert "X wins" in talking.expect("Another game")
    assert "expected tictactoe" in talking.say("new qubic", "Another game").replace("\n", " ")
    assert "X wins" in talking.say("undo", "Another game")


def test_an_option_that_the_engine_does_not_have_is_refused(
    converse: Converse, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game began without it, and a line among others said so."""
    shown = converse("tictactoe", "--set", "Foo=1", status=2)
    assert "No game: unknown option 'foo': expected one of " in shown.replace("\n", " ")
    assert "Hash, " in shown.replace("\n", " ")
    assert "Play x" not in shown


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("--search wisdom", "bad value 'wisdom' for option Search: expected one of auto, "),
        ("--set hash=much", "bad value 'much' for option Hash: expected a whole number from "),
    ],
)
def test_a_value_that_the_engine_does_not_take_is_told_before_anything_is_asked(
    arguments: str, problem: str, converse: Converse
) -> None:
    """Three questions were to be answered before that."""
    shown = converse(*arguments.split(), status=2)
    assert f"No game: {problem}" in shown.replace("\n", " ")
    assert "Which game" not in shown


def test_an_engine_that_does_not_exist_is_told_before_anything_is_asked(converse: Converse) -> None:
    """Three questions were to be answered before that."""
    shown = converse("--engine", "./nobot", status=2)
    assert "cannot start engine './nobot'" in shown
    assert "Which game" not in shown


def test_another_engine_may_lack_the_options_of_the_one_before(sit: Sit, peer: Peer) -> None:
    """It is told at the prompt, where the game would be lost otherwise."""
    session = sit("tens", "x", level="10", hash="16")
    session.replace_engine(peer("plain"))
    assert session.opponent.running
