"""A session: a loaded game goes on with everybody in the seat, and at the level, that they had."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.play.opponent import Opponent
from linemate.clients.play.played import SIDES, PlayedGame, SavedGame
from linemate.clients.play.prompt import act
from linemate.clients.play.session import PlaySession
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant
from linemate.engine.core import Game
from linemate.engine.registry import make_game
from linemate.protocol.driver import EngineError
from tests.clients.play.conftest import QUICK, Converse, TalkTo

Sit = Callable[..., PlaySession]
WORDS = "movetime=60s"  # of whoever sits at `sit`


def saved(humans: str, x: int | None, o: int | None, game: str = "tictactoe") -> SavedGame:
    return SavedGame(PlayedGame(make_game(game)), SIDES[humans], (x, o))


def score_of(session: PlaySession) -> int | None:
    """What an engine says that has its skill, from 1 to 11, for a score."""
    info = session.ask_engine().info
    assert info is not None
    assert info.score is not None
    return info.score.cp


def test_the_engine_plays_at_the_level_that_was_saved(sit: Sit) -> None:
    session = sit("tens", "x", level="10")
    assert score_of(session) == 11
    session.resume(saved("x", None, 3))
    assert (score_of(session), session.humans) == (3, SIDES["x"])
    assert session.opponents[0] is session.opponents[1]
    assert "level 3, Learner" in session.opponent.description


def test_engines_of_two_levels_are_two(sit: Sit) -> None:
    session = sit("tens", "both")
    session.resume(saved("none", 1, 3))
    assert score_of(session) == 1
    act_as_engine(session)
    assert score_of(session) == 3
    session.resume(saved("none", 10, 10))
    assert score_of(session) == 11


def test_a_level_that_is_known_of_one_engine_is_not_the_other_ones(sit: Sit) -> None:
    session = sit("tens", "none", level="10")
    session.resume(saved("none", 1, None))
    assert score_of(session) == 1
    act_as_engine(session)
    assert score_of(session) == 11


def act_as_engine(session: PlaySession) -> None:
    session.engine_move()
    assert session.trouble is None


def test_a_game_that_an_engine_refuses_changes_neither_seats_nor_levels(sit: Sit) -> None:
    session = sit("tens", "x", level="10")
    act(session, "5")
    for x in (None, 1):
        with pytest.raises(EngineError):
            session.resume(saved("o", x, 3, game="qubic"))
        assert (session.humans, session.played.moves) == (SIDES["x"], ["b2"])
        assert score_of(session) == 11


def test_an_engine_for_a_game_that_is_refused_does_not_stay(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second engine, for the other level, has started when it refuses."""
    session = sit("tens", "none", level="10")
    seated = Opponent.begin
    started: list[Opponent] = []

    def begin(opponent: Opponent, game: Game) -> list[str]:
        started.append(opponent)
        notes = seated(opponent, game)
        if opponent not in session.opponents:
            raise EngineError("not this game")
        return notes

    monkeypatch.setattr(Opponent, "begin", begin)
    with pytest.raises(EngineError, match="not this game"):
        session.resume(saved("none", 1, 3))
    assert [opponent.running for opponent in started] == [True, False, True]
    assert score_of(session) == 11


def test_who_sits_where_is_told_to_the_file(sit: Sit) -> None:
    session = sit("tens", "o", level="4")
    engine, person = session.participants
    assert engine == Participant(f"{session.opponent.name} ({WORDS} level 4, Casual)", PROGRAM, 4)
    assert person == Participant("Human", HUMAN)


def test_a_loaded_game_is_saved_as_it_was(sit: Sit) -> None:
    """It keeps a reason that nobody here has given."""
    session = sit("plain", "both")
    act(session, "5")
    act(session, "resign")
    ending = session.played.ending
    act(session, "save game.pgn")
    act(session, "new")
    act(session, "load game.pgn")
    assert (session.played.moves, session.played.ending) == (["b2"], ending)
    act(session, "undo")
    assert session.played.ending is None


# ------------------------------------------------------------------ save and load


def test_a_game_is_saved_and_loaded_and_bad_files_lose_nothing(
    talk: TalkTo, tmp_path: Path
) -> None:
    talking = talk("qubic", "--as", "both")
    talking.expect("X> ")
    talking.say("2 1 2", "O> ")
    talking.say("221", "X> ")
    assert "Saved to game.txt" in talking.say("save game.txt", "X> ")
    assert "1. 212 221 *" in (tmp_path / "game.txt").read_text()
    talking.say("012", "O> ")
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
        assert reason in talking.say(line, "O> ").replace("\n", " ")
    assert "[O]" in talking.say("load game.txt", "X> ")
    talking.say("013", "O> ")
    assert "Saved to game.txt" in talking.say("overwrite game.txt", "O> ")
    assert "1. 212 221 2. 013 *" in (tmp_path / "game.txt").read_text()
    assert (tmp_path / "letter.txt").read_text() == "Dear all\n"


def test_a_saved_game_goes_on_with_everybody_on_their_side(talk: TalkTo) -> None:
    """The engine moved after `load` for the person who had been on its side."""
    talking = talk("tictactoe", "--as", "x", *QUICK)
    talking.expect("X> ")
    talking.say("5", "X> ")
    talking.say("save game.txt", "X> ")
    talking.say("switch", "O> ")
    shown = talking.say("load game.txt", "> ")
    assert "You are X; O is Linemate" in shown
    assert shown.endswith("\nX> ")
    again = talk("--load", "game.txt", *QUICK)
    assert "You are X; O is Linemate" in again.expect("X> ")


def test_a_saved_game_is_loaded_from_the_command_line_and_the_level_asked_for_once(
    converse: Converse, tmp_path: Path
) -> None:
    """It is in the file from then on."""
    (tmp_path / "old.txt").write_text("linemate game\ngame qubic\nhumans o\nmoves 212 221\nend\n")
    shown = converse("--load", "old.txt", answers="1\nsave new.pgn\nquit\n")
    assert "Which game" not in shown
    assert "How strong" in shown
    assert "X plays" in shown
    shown = converse("--load", "new.pgn", answers="quit\n")
    assert "How strong" not in shown
    assert "You are O; X is Linemate 0.1.0 (level 1, Beginner)." in shown
    shown = converse("--load", "new.pgn", "--as", "both", answers="quit\n")
    assert "You play both sides" in shown


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tictactoe", "--search", "minimax"], "depth 9"),
        (["ultimate", "--search", "mcts", "--set", "Samples=3000"], "3000 nodes"),
        (["nineboard", "--search", "hminimax", "--depth", "2"], "depth 2"),
        (["tictactoe", "--search", "Random"], "X plays"),
    ],
)
def test_a_search_of_the_textbook_is_not_asked_how_strong_it_is(
    converse: Converse, words: list[str], told: str
) -> None:
    """Enter took level 5, which left minimax 566 positions and a depth of 0, and tree search 566
    of its 10,000 samples.
    """
    shown = converse(*words, "--as", "o", "--details", answers="quit\n")
    assert "How strong" not in shown
    assert told in shown


def test_another_search_is_asked_how_strong_it_is(converse: Converse) -> None:
    shown = converse("tictactoe", "--search", "pvs", "--as", "o", answers="quit\n")
    assert "How strong" in shown


def test_a_file_that_does_not_say_who_sat_where_leaves_it_to_the_session(
    converse: Converse, tmp_path: Path
) -> None:
    (tmp_path / "old.txt").write_text("linemate game\ngame tictactoe\nmoves b2\nend\n")
    shown = converse("--load", "old.txt", *QUICK, answers="o\nload old.txt\nquit\n")
    assert "Play x (moves first)" in shown
    assert shown.count("You are O") == 2


def test_who_loads_a_game_against_the_engine_is_told_how_strong_it_is(
    talk: TalkTo, tmp_path: Path
) -> None:
    """Two people had not been asked for a level."""
    (tmp_path / "game.txt").write_text("linemate game\ngame tictactoe\nhumans x\nend\n")
    talking = talk("tictactoe", "--as", "both")
    talking.expect("X> ")
    shown = talking.say("load game.txt", "X> ")
    assert "You are X; O is Linemate 0.1.0 (full strength, 1s a move).\n" in shown


def test_a_file_may_be_named_from_home(
    talk: TalkTo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    talking = talk("tictactoe", "--as", "both")
    talking.expect("X> ")
    talking.say("5", "O> ")
    talking.say("save ~/game.txt", "O> ")
    assert (tmp_path / "home" / "game.txt").exists()
    talking.say("new", "X> ")
    assert "[X]" in talking.say("load ~/game.txt", "O> ")


def test_the_home_of_nobody_is_no_reason_to_lose_a_game(talk: TalkTo) -> None:
    talking = talk("tictactoe", "--as", "x", *QUICK)
    talking.expect("X> ")
    for command in ("save", "load"):
        assert "~nobody-of-that-name" in talking.say(f"{command} ~nobody-of-that-name/y", "X> ")


def test_one_game_of_a_file_with_several_is_chosen(converse: Converse, tmp_path: Path) -> None:
    game = '[Variant "tictactoe"]\n[WhiteType "human"]\n[BlackType "human"]\n\n1. {} *\n'
    (tmp_path / "games.pgn").write_text(game.format("b2") + game.format("a1 b2"))
    shown = converse("--load", "games.pgn", "--game", "2", answers="position\nquit\n")
    assert "3/1o1/x2 x" in shown
    shown = converse("tictactoe", "--as", "both", answers="load games.pgn\nquit\n")
    assert "several games: `--load FILE --game N` takes one" in shown.replace("\n", " ")


def test_what_an_engine_says_of_its_move_is_shown_above_it(talk: TalkTo) -> None:
    """The program of report 001 takes a centre point, and then has a three to block."""
    talking = talk("qubic", "--as", "x", "--search", "cube-2019", *QUICK)
    talking.expect("X> ")
    shown = talking.say("000", "O plays ")
    assert re.search(r"\ncore move (\d{3}), evaluation -7\nO plays \1 ", shown)
    shown = talking.say("001", "O plays ")
    assert re.search(r"\nevaluation -\d+, value -?\d+, time out\nO plays ", shown)
    shown = talking.say("002", "O plays 003 ")
    assert re.search(r"\nforced block 003, evaluation -\d+\nO plays 003 ", shown)


def test_a_hint_by_the_solution_says_so(talk: TalkTo) -> None:
    """x was told a long win, and after that very move o that it stood at -0.15, by a search
    which knows nothing of the solution: one of both had to be wrong.
    """
    talking = talk("qubic", "--as", "both", *QUICK)
    talking.expect("X> ")
    shown = talking.say("hint", "X> ")
    assert "x's solution of qubic, known by heart\nHint: 000   X: win in " in shown
    talking.say("000", "O> ")
    shown = talking.say("hint", "O> ")
    assert "by heart" not in shown


def test_a_game_that_another_took_the_place_of_can_be_gone_back_to(talk: TalkTo) -> None:
    """`new` threw a running game away, without a question or a way back."""
    talking = talk("tictactoe", "--as", "x", "--level", "3", *QUICK[2:])
    talking.expect("X> ")
    assert "there is no game before" in talking.say("back", "X> ")
    board = talking.say("5", "X> ")
    shown = talking.say("new gomoku size=8", "X> ")
    assert "back goes on with the game before." in shown
    talking.say("d4", "X> ")
    shown = talking.say("back", "X> ")
    assert board[board.index("O plays") :].partition("\n")[2] in shown
    assert "level 3" in shown
    assert "[O]" in talking.say("back", "X> ")  # and forth
