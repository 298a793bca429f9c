"""`linemate replay`: what it shows, and what it says to a bad file."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.replay.command import Replay
from linemate.clients.shared.game_files import read_games
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import write_pgn
from linemate.clients.shared.records import (
    FORFEIT,
    Ending,
    GameRecord,
    PlayedMove,
    Reason,
    Task,
    to_json,
)
from linemate.engine.core import Score

Say = Callable[..., tuple[int, str, str]]


def record(number: int = 0, game: str = "tictactoe", moves: str = "b2 a1 b3 b1") -> GameRecord:
    """Make one in which x has b2 and b3, o has a1 and b1, by default; the opening is c3 c2."""
    played = tuple(PlayedMove(move, 0.25, Score(plies=3), 4, 5) for move in moves.split())
    opening = Opening(None, ("c3", "c2")) if game == "tictactoe" else Opening()
    task = Task(1, "Ann", "Bob", 0, number, opening)
    # Whoever is to move has lost: the start is x's, whatever the opening.
    ending = Ending(1 - len(played) % 2, Reason.TIME, "took 120 ms")
    limits = ("movetime 100ms", "depth 5")
    date = "2025-06-01T12:00:00+00:00"
    return GameRecord(task, game, played, ending, limits, date, 1.0)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The same two games as PGN and as a match keeps them."""
    records = [record(), record(1, moves="b2")]
    (tmp_path / "games.pgn").write_text("".join(map(write_pgn, records)))
    (tmp_path / "games.jsonl").write_text("".join(f"{to_json(each)}\n" for each in records))
    return {name: tmp_path / name for name in ("games.pgn", ".")}


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Type these lines at `linemate replay FILE`; the exit status, output and errors."""

    def run(path: Path, *lines: str, words: tuple[str, ...] = ()) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = main(["replay", str(path), *words])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def test_one_steps_through_a_game(files: dict[str, Path], say: Say) -> None:
    status, shown, _ = say(files["games.pgn"], "", "n", "", "b", "e", "1", "q")
    assert status == 0
    assert "Game 1 of 2: 1.1  Ann (x) against Bob (o), 0-1: time (took 120 ms)" in shown
    prompts = [line.partition(">")[0] for line in shown.splitlines() if "/6>" in line]
    assert prompts == ["0/6", "1/6", "2/6", "3/6", "2/6", "6/6", "1/6"]
    assert "x (Ann) played c3 (cell 3)   opening" in shown
    assert "o (Bob) played b1 (cell 8)   wins in 3 plies\n" in shown
    assert shown.count("0-1: time") == 2  # in the title and at the end


def test_one_goes_from_game_to_game(files: dict[str, Path], say: Say) -> None:
    _, shown, _ = say(
        files["."], "+", "-", "g 2", "l", "+", "99", "jump", "h", words=("--game", "2")
    )
    assert shown.count("Game 2 of 2") == 2
    assert shown.count("Game 1 of 2") == 1
    assert "   2  1.2  Bob (x) against Ann (o)" in shown
    assert "there are the games 1 to 2" in shown
    assert "the game has the plies 0 to 3" in shown
    assert "unknown command 'jump'" in shown
    assert "back one move" in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("²", "unknown command '²'"),
        ("g ²", "unknown command 'g ²'"),
        ("9" * 5000, "the game has the plies 0 to 6"),
        ("g " + "9" * 5000, "there are the games 1 to 2"),
        ("g 0", "there are the games 1 to 2"),
        ("-1", "the game has the plies 0 to 6"),
    ],
)
def test_a_line_that_is_no_number_in_range_is_told(
    line: str, answer: str, files: dict[str, Path], say: Say
) -> None:
    status, shown, _ = say(files["games.pgn"], line, "q")
    assert status == 0
    assert answer in shown


@pytest.mark.parametrize("number", ["0", "-1", "²", "9" * 5000])
def test_no_game_has_a_number_below_one(
    number: str, files: dict[str, Path], say: Say, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        say(files["."], words=(f"--game={number}",))
    assert "expected a whole number of 1 or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "moves", "drawn"),
    [
        ("ultimate won_boards=closed tiebreak=draw", "55 51 15", "╔═ 5"),
        ("qubic", "000 111", "level 3"),
        ("gomoku size=8 rule=freestyle", "d4 e5", "a  b  c  d  e  f  g  h"),
    ],
)
def test_every_board_is_drawn(game: str, moves: str, drawn: str, tmp_path: Path, say: Say) -> None:
    path = tmp_path / "g.pgn"
    path.write_text(write_pgn(record(0, game, moves)))
    status, shown, _ = say(path, "e")
    assert status == 0
    assert drawn in shown


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"hello\n", "no games in"),
        (b'[Variant "tictactoe"]\n\n1. a1 a1 *\n', "game 1: move 2: illegal move 'a1'"),
        (b"\xff\xfe", "bad: it is no text"),
        (
            b'[Variant "tictactoe"]\n\n1. a1 a2 b1 b2 c1 0-1\n',
            "game 1: it ends 0-1 (no reason is told), but",
        ),
    ],
)
def test_a_bad_file_is_told(text: bytes, problem: str, tmp_path: Path, say: Say) -> None:
    (tmp_path / "bad").write_bytes(text)
    status, _, errors = say(tmp_path / "bad")
    assert status == 2
    assert problem in errors


def test_a_file_or_a_game_that_is_not_there_is_told(files: dict[str, Path], say: Say) -> None:
    problem = "linemate replay: cannot read /no/such/file: No such file or directory\n"
    assert say(Path("/no/such/file"))[::2] == (2, problem)
    assert "no game 3: there are 2" in say(files["."], words=("--game", "3"))[2]


# ------------------------------------------------------------------ variations, mistakes, reviews


BRANCHED = """[Event "?"]
[Date "2025.06.01"]
[White "Ann"]
[Black "Bob"]
[Variant "tictactoe"]
[Result "1-0"]

{A short game.} 1. b2 a2 $4 {loses} (1... a1 {is right} 2. c3 (2. b1 b3) 2... c1) 2. a1 c3 3. b1
b3 4. c1 {the end} 1-0
"""


def test_variations_and_comments_are_shown_and_entered(tmp_path: Path, say: Say) -> None:
    path = tmp_path / "g.pgn"
    path.write_text(BRANCHED)
    _, shown, _ = say(path, "m", "v", "n", "v", "u", "u", "u", "e", "p", "p")
    news = shown.split("> ")
    assert "The start.   A short game." in news[0]
    assert "o (Bob) played a2 (cell 4) ??   loses\nv 1: a1 c3 c1\n2/7" in news[1]
    assert "In a variation, o (Bob) played a1 (cell 7)   is right\nu: a2 a1 c3 b1 b3 c1" in news[2]
    assert "x (Ann) played c3 (cell 3)\nv 1: b1 b3\n3/4" in news[3]
    assert "x (Ann) played b1 (cell 8)\nu: c3 c1\n3/4" in news[4]
    assert "x (Ann) played c3 (cell 3)\nv 1: b1 b3\n3/4" in news[5]
    assert "\no (Bob) played a2 (cell 4) ??" in news[6]
    assert "this is no variation" in news[7]
    assert "x (Ann) played c1 (cell 9)   the end\n1-0: line\n7/7" in news[8]
    assert "??" in news[9]
    assert "no mistake is known before this move" in news[10]


def test_only_who_asks_is_told_depths_and_times(files: dict[str, Path], say: Say) -> None:
    _, shown, _ = say(files["games.pgn"], "3", "d", "d", "q")
    assert shown.count("+M3/4 0.250s") == 1
    assert "+M3/4 0.250s" in say(files["games.pgn"], "3", "q", words=("--details",))[1]


# Six cells are free, which an engine sees through at once: o must stop the line to c1.
NOT_STOPPED = """[Event "?"]
[Date "2025.06.01"]
[White "Ann"]
[Black "Bob"]
[Variant "tictactoe"]
[SetUp "1"]
[FEN "x1o/1x1/3 o"]
[Result "1-0"]

1... a1 {hm} 2. c1 1-0
"""


def test_a_review_marks_the_game_and_writes_it(tmp_path: Path, say: Say) -> None:
    path, written = tmp_path / "g.pgn", tmp_path / "reviewed.pgn"
    path.write_text(NOT_STOPPED)
    words = ("--review", "--movetime", "10s", "--output", str(written))
    status, shown, _ = say(path, "m", "v", words=words)
    assert status == 0
    assert re.search(r"x: 100 % accurate, 0 blunders.*\no: \d+ % accurate, 1 blunder,", shown)
    assert "o (Bob) played a1 (cell 7) ??   hm Blunder: x wins in 1 ply. Better: c1 " in shown
    assert "In a variation, o (Bob) played c1 (cell 9)" in shown
    text = written.read_text()
    assert '[Date "2025.06.01"]' in text
    assert "1... a1 $4 {hm Blunder: x wins in 1 ply. Better: c1 " in text.replace("\n", " ")
    assert say(path, words=words)[2].endswith(f"cannot write {written}: it exists\n")
    assert written.read_text() == text


def test_after_a_review_its_marks_alone_count(tmp_path: Path, say: Say) -> None:
    """The file blames c1, which wins, and its scores blame a1 and c1."""
    path = tmp_path / "g.pgn"
    path.write_text(NOT_STOPPED.replace("c1 1-0", "c1 $4 {+9.00} 1-0").replace("{hm}", "{+9.00}"))
    _, shown, _ = say(path, "m", "m", words=("--review", "--movetime", "10s"))
    assert "o (Bob) played a1 (cell 7) ??   +9.00 Blunder:" in shown
    assert "no mistake is known after this move" in shown


def test_a_score_without_a_depth_is_told_once(tmp_path: Path, say: Say) -> None:
    path = tmp_path / "g.pgn"
    path.write_text(NOT_STOPPED.replace("{hm}", "{+0.53 After 3s of thought}"))
    assert "played a1 (cell 7)   +0.53 After 3s of thought\n" in say(path, "n")[1]
    path.write_text(
        NOT_STOPPED.replace("{hm}", "{[%eval #-2] hm}").replace("c1 1", "c1 {[%eval -0.53]} 1")
    )
    shown = say(path, "n", "n")[1]
    assert "played a1 (cell 7)   o wins hm\n" in shown
    assert "played c1 (cell 9)   -0.53 for x\n" in shown


def test_an_engine_that_cannot_review_is_told_and_the_game_is_shown(
    tmp_path: Path, say: Say
) -> None:
    path = tmp_path / "g.pgn"
    path.write_text(BRANCHED)
    status, shown, _ = say(path, "1", words=("--review", "--engine", "/no/such/engine"))
    assert status == 0
    assert "/no/such/engine" in shown
    assert "x (Ann) played b2" in shown
    assert say(path, words=("--output", "x.pgn"))[2].endswith("give both\n")


ANOTHER_GAME = b'[Variant "gomoku size=9"]\n[White "Zoe"]\n[Result "*"]\n\n1. e5 e6 *\n'


@pytest.mark.parametrize("later", [ANOTHER_GAME, b"\xff\xfe\x00", b""])
def test_a_game_is_written_as_it_was_read_whatever_the_file_has_by_then(
    later: bytes, files: dict[str, Path], say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file was read again to find the tags: another game that was in it by then gave its own to
    these moves, and one that was no text any more ended in a traceback, with the review lost.
    """
    path, written = files["games.pgn"], tmp_path / "written.pgn"
    before = path.read_text()

    def change_and_write(replay: Replay, name: Path) -> None:
        path.write_bytes(later)
        write(replay, name)

    write = Replay._write
    monkeypatch.setattr(Replay, "_write", change_and_write)
    status, shown, _ = say(path, f"w {written}", "q")
    assert status == 0
    assert "Written to" in shown
    assert written.read_text() == before[: before.index("[Event", 1)]


def test_a_game_of_a_match_is_written_with_its_own_date_and_limits(
    files: dict[str, Path], say: Say, tmp_path: Path
) -> None:
    """From the directory of a match it was written as played today, without limits."""
    written = tmp_path / "written.pgn"
    assert say(files["."], f"w {written}", "q")[0] == 0
    assert written.read_text() == write_pgn(record())


def test_a_game_that_was_saved_before_pgn_is_written_with_its_end(say: Say, tmp_path: Path) -> None:
    old, written = tmp_path / "old.txt", tmp_path / "written.pgn"
    old.write_text("linemate game\ngame tictactoe\nhumans x\nmoves b2\nforfeit o O resigned\nend\n")
    assert say(old, f"w {written}", "q")[0] == 0
    [before], [after] = read_games(old), read_games(written)
    assert (after.participants, after.moves) == (before.participants, before.moves)
    assert after.ending == before.ending == Ending(0, FORFEIT, "O resigned")


@pytest.mark.parametrize("name", ["~nobody-here/g.pgn", "/no/such/folder/g.pgn"])
def test_a_file_that_cannot_be_written_is_told(name: str, files: dict[str, Path], say: Say) -> None:
    """The home of nobody ended the command with a traceback."""
    status, shown, _ = say(files["games.pgn"], f"w {name}", "")
    assert status == 0
    assert f"cannot save {name}" in shown
    assert "1/6>" in shown
