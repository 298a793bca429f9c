"""A game that one client has saved is opened by the others: terminal, page and replay."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.play import played as terminal
from linemate.clients.play.played import SIDES, PlayedGame
from linemate.clients.shared.pgn import HUMAN, PROGRAM, Participant, write_pgn
from linemate.clients.shared.records import GameRecord, Reason
from linemate.clients.web import games as page
from linemate.clients.web.messages import Write, WrittenMove
from linemate.engine.core import Score
from linemate.engine.registry import make_game

Make = Callable[..., GameRecord]

PERSON, ENGINE = Participant("You", HUMAN), Participant("Linemate, level 5", PROGRAM, 5)
START = "2x/3/3 o"


@pytest.fixture
def resigned(tmp_path: Path) -> Path:
    """Have the terminal save it: x, who is an engine, began somewhere and has resigned."""
    game = PlayedGame(make_game("tictactoe"), START)
    for move in ("b2", "a1"):
        game.play(game.game.read_move(game.position, move))
    game.resign(0)
    terminal.save(game, (ENGINE, PERSON), tmp_path / "game.pgn")
    return tmp_path / "game.pgn"


def on_the_page(moves: str) -> str:
    """The text that the page has under "Open & save"."""
    current = page.CurrentGame()
    current.open("tictactoe", START, moves.split(), 0)
    scores = (Score(cp=5), None, Score(plies=2))
    written = [
        WrittenMove(ply - 1, move, score=score)
        for ply, (move, score) in enumerate(zip_longest(moves.split(), scores))
        if move is not None
    ]
    return page.write_text(current, Write(0, ENGINE, PERSON, "", tuple(written)))


def replay(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What `linemate replay` shows of the end of a game."""
    monkeypatch.setattr("sys.stdin", io.StringIO("e\nq\n"))
    assert main(["replay", str(path)]) == 0
    return capsys.readouterr().out.replace("\n", " ")


def test_the_page_opens_what_the_terminal_saved(resigned: Path) -> None:
    found = page.read_text(resigned.read_text(), make_game("qubic"))
    (stored,) = found.games
    assert (stored.x, stored.o, stored.result) == ("Linemate, level 5", "You", "0-1")
    assert (stored.game.name, stored.start) == ("tictactoe", START)
    assert [stored.game.write_move(move) for move in stored.moves] == ["b2", "a1"]
    assert stored.explanation == "resignation (X resigned)"
    assert stored.comments == ("", "")


def test_replay_shows_what_the_terminal_saved(
    resigned: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = replay(resigned, monkeypatch, capsys)
    assert "Game 1 of 1: Linemate, level 5 (x) against You (o), 0-1: resignation (X" in shown
    assert "x (Linemate, level 5) played a1 (cell 7)" in shown


def test_replay_shows_what_the_terminal_saved_before_pgn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text("linemate game\ngame qubic\nmoves 000 111\nend\n")
    assert "o (o) played 111" in replay(tmp_path / "game.txt", monkeypatch, capsys)


def test_the_terminal_goes_on_with_what_the_page_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(on_the_page("b2 a1"))
    saved = terminal.load(path)
    assert (saved.humans, saved.levels) == (SIDES["o"], (5, None))
    assert (saved.played.start, saved.played.moves) == (START, ["b2", "a1"])
    assert saved.played.ending is None


def test_the_terminal_shows_how_a_game_ended_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(on_the_page("b2 a1 a2 b1 c2"))
    assert str(terminal.load(path).played.ending) == "O wins: the line 4 5 6."


def test_replay_shows_what_the_page_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.pgn").write_text(on_the_page("b2 a1 a2 b1 c2"))
    shown = replay(tmp_path / "game.pgn", monkeypatch, capsys)
    assert "0-1: line (the line a2 b2 c2)" in shown


def test_a_game_of_a_match_is_opened_by_all(
    record: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(write_pgn(record(0, "A", Reason.CRASH)))
    assert "1-0: crash (because)" in replay(path, monkeypatch, capsys)
    (stored,) = page.read_text(path.read_text(), make_game("qubic")).games
    assert stored.explanation == "crash (because)"
    assert str(terminal.load(path).played.ending) == "X wins: crash (because)."
