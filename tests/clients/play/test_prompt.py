"""What a person may say at the prompt: commands, and moves, some of them wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.play.played import PlayedGame
from linemate.clients.play.prompt import act, complete
from linemate.clients.play.session import PlaySession
from linemate.clients.shared.notation import how_to_type
from linemate.engine.core import LinemateError
from linemate.engine.registry import make_game
from tests.clients.play.conftest import QUICK, TalkTo

Sit = Callable[..., PlaySession]


def test_a_pause_ends_with_its_game(sit: Sit) -> None:
    """The other game stood still after `load`, though nobody had paused it."""
    session = sit("plain", "none")
    session.paused = True
    session.begin(PlayedGame(make_game("tictactoe")))
    assert not session.paused


def test_words_behind_a_command_that_takes_none_are_refused(sit: Sit) -> None:
    """`undo 2` took back one move."""
    session = sit("plain", "both")
    for move in ("1", "2", "3"):
        act(session, move)
    with pytest.raises(LinemateError, match=r"undo takes nothing behind it.* '2'"):
        act(session, "undo 2")
    assert len(session.played.moves) == 3


def test_the_position_start_is_the_start(sit: Sit) -> None:
    session = sit("plain", "both")
    act(session, "5")
    act(session, "position START")
    assert (session.played.start, session.played.moves) == (None, [])


def test_who_plays_both_sides_resigns_for_the_side_to_move(sit: Sit) -> None:
    for moves, ending in [([], "O wins: X resigned."), (["5"], "X wins: O resigned.")]:
        session = sit("plain", "both")
        for move in moves:
            act(session, move)
        act(session, "resign")
        assert str(session.played.ending) == ending


@pytest.mark.parametrize(("typed", "move"), [("q 9", "q9"), ("H 8", "h8"), ("h8", "h8")])
def test_a_letter_with_something_behind_it_is_a_move(sit: Sit, typed: str, move: str) -> None:
    """`q 9` left the game and `h 8` printed help."""
    session = sit("plain", "both")
    session.played = PlayedGame(make_game("gomoku", {"size": "22"}))
    act(session, typed)
    assert session.played.moves == [move]
    assert not session.leaving


# ------------------------------------------------------------------ commands


def test_commands_that_only_look(talk: TalkTo) -> None:
    talking = talk("ultimate", "--as", "x", *QUICK)
    talking.expect("X> ")
    shown = talking.say("help", "X> ")
    for name in ("hint", "undo", "save FILE", "position [STRING]", "quit"):
        assert name in shown
    assert " 11 12 13 " in talking.say("moves", "X> ").replace("\n", " ")
    assert "9/9/9/9/9/9/9/9/9 x -" in talking.say("position", "X> ")
    assert re.search(r"Hint: \d\d   you: [+-]\d.* \| line \d", talking.say("hint", "X> "))
    talking.say("details", "Details are on")
    assert re.search(r"Hint: \d\d   depth \d+ \| you: ", talking.say("hint", "X> "))
    assert re.search(r"you: [+-]\d.*good for you", talking.say("eval", "X> "))
    for line in ("", "board"):
        shown = talking.say(line, "X> ")
        assert "╔═ 5 ════════╗" in shown
        assert "X (you) to move in any open board." in shown


def test_undo_and_redo_go_by_the_turns_of_the_player(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "o", *QUICK)
    talking.expect("O> ")
    assert "nothing to take back" in talking.say("undo", "O> ")
    before = talking.say("position", "O> ").splitlines()[1]
    free = talking.say("moves", "O> ").splitlines()[1].split()[-1]
    talking.say(free, "O> ")
    after = talking.say("position", "O> ").splitlines()[1]
    talking.say("undo", "O> ")
    assert talking.say("position", "O> ").splitlines()[1] == before != after
    talking.say("redo", "O> ")
    assert talking.say("position", "O> ").splitlines()[1] == after
    assert "nothing to play again" in talking.say("redo", "O> ")


def test_switch_makes_the_engine_play_the_other_side(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "x", *QUICK)
    talking.expect("X> ")
    shown = talking.say("switch", "O> ")
    assert "You are O now" in shown
    assert "X plays" in shown


def test_a_position_can_be_set_and_a_bad_one_changes_nothing(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "x", *QUICK)
    talking.expect("X> ")
    assert "bad position" in talking.say("position xxxx/3/3 x", "X> ")
    assert "3/3/3 x" in talking.say("position", "X> ")
    assert "[" not in talking.say("position xx1/oo1/3 x", "X> ")
    assert "X wins: the line 1 2 3. Well played!" in talking.say("3", "Another game")
    talking.say("undo", "X> ")


def test_resigning_ends_the_game_and_another_one_follows(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "x", *QUICK)
    talking.expect("X> ")
    assert "O wins: X resigned." in talking.say("resign", "Another game")
    assert "the game is over" in talking.say("hint", "Another game")
    assert "the game is over" in talking.say("moves", "Another game")
    assert "the game is over" in talking.say("5", "Another game")
    talking.say("undo", "X> ")
    talking.say("resign", "Another game")
    assert "gomoku size=7" in talking.say("new gomoku size=7", "X> ")
    assert "unknown game 'chess'" in talking.say("new chess", "X> ")


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
def test_a_wrong_move_is_explained_and_asked_again(talk: TalkTo, game: str) -> None:
    talking = talk(game, "--as", "x", *QUICK)
    talking.expect("X> ")
    how = how_to_type(make_game(game), make_game(game).start())
    for typed, reason in WRONG_MOVES[game]:
        shown = talking.say(typed, r"\nX> ").replace("\n", " ")
        assert reason in shown
        assert shown.endswith(f"{how} X> ")


def test_an_illegal_move_is_explained_by_the_rule(talk: TalkTo) -> None:
    talking = talk("nineboard", "--as", "both")
    talking.expect("X> ")
    talking.say("59", "O> ")
    assert "illegal move '5 1': must play in board 9" in talking.say("5 1", r"\nO> ")
    talking.say("9,5", "X> ")
    talking.say("5", "O> ")
    assert "illegal move '5': the cell is taken" in talking.say("5", r"\nO> ")


def test_the_level_can_be_changed_in_the_game(talk: TalkTo, peer: Callable[[str], str]) -> None:
    """The odd engine scores by its skill: 1 for level 1, and 11 for level 10."""
    words = ("--details", "--nodes", "5", "--engine", peer("skilled"))
    talking = talk("tictactoe", "--as", "x", *words)
    talking.expect("X> ")
    shown = talking.say("level", "X> ")
    assert "(nodes=5)" in shown
    assert " 3 Learner " in shown
    assert "expected a whole number from 1 to 10" in talking.say("level 11", "X> ")
    talking.say("level 1", "level 1|level=1")
    weak = re.search(r"O plays .* engine: (\S+)", talking.say("5", "X> "))
    talking.say("undo", "X> ")
    talking.say("level 10", "level 10|level=10")
    strong = re.search(r"O plays .* engine: (\S+)", talking.say("5", "X> "))
    assert weak is not None
    assert strong is not None
    assert float(weak[1]) < float(strong[1])


def test_rules_and_details_can_be_asked_for(talk: TalkTo) -> None:
    talking = talk("mnk", "width=7", "height=6", "row=4", "drop=true", "--as", "both")
    talking.expect("X> ")
    told = talking.say("rules", "X> ").replace("\n", " ")
    assert "Marks fall to the lowest free cell" in told
    assert "Type a column, as in d." in told
    for said, answer in (("details", "on"), ("details", "off"), ("details on", "on")):
        assert f"Details are {answer}." in talking.say(said, "X> ")
    assert "bad details 'maybe': expected on or off" in talking.say("details maybe", "X> ")


def test_a_line_is_completed_by_what_may_stand_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.pgn").touch()
    assert complete("le") == ["level"]
    assert complete("level 1") == ["1", "10"]
    assert complete("new q") == ["qubic"]
    assert complete("load g") == ["games/"]
    assert complete("load games/") == ["games/one.pgn"]
    assert complete("details o") == ["on", "off"]
    assert complete("undo ") == complete("5 ") == complete("new qubic ") == []


def test_a_directory_that_cannot_be_read_completes_to_nothing() -> None:
    """Tab behind `save` and a name longer than the system takes raised OSError, which ended the
    program and lost the game.
    """
    assert complete(f"save {'x' * 300}/") == []
