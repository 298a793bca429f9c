"""Records as JSON and PGN, and the directory that keeps them whatever happens."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from linemate.clients.match.journal import Journal, create, read_raw
from linemate.clients.match.settings import SettingsError
from linemate.clients.shared.openings import Opening
from linemate.clients.shared.pgn import read_pgn, write_pgn
from linemate.clients.shared.records import (
    GameRecord,
    PlayedMove,
    Reason,
    RecordError,
    from_json,
    to_json,
)
from linemate.clients.shared.referee.table import Finished
from linemate.engine.core import Score

Make = Callable[..., GameRecord]
OPENING = Opening("3/1x1/3 o", ("a1", "c3"))


def test_a_record_survives_json(record: Make) -> None:
    for each in (
        record(3, "B", Reason.CRASH, opening=OPENING, tiebreak=2, round=5),
        record(0, None, Reason.INTERRUPTED, moves=""),
    ):
        line = to_json(each)
        assert "\n" not in line
        assert from_json(line) == each


def test_json_has_what_programs_want(record: Make) -> None:
    fields = json.loads(to_json(record(1, "A")))
    assert (fields["x"], fields["o"], fields["result"], fields["winner"]) == ("B", "A", "0-1", "o")
    assert fields["moves"][0] == {
        "move": "b2",
        "cp": 3,
        "depth": 4,
        "nodes": 5,
        "seconds": 0.01,
    }


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", "{", '{"round": "x"}', "\x00"])
def test_what_is_no_record_is_refused(line: str) -> None:
    with pytest.raises(RecordError, match="no record of a game"):
        from_json(line)


def test_pgn_has_the_standard_tags_and_ours(record: Make) -> None:
    text = write_pgn(record(1, "A", opening=OPENING))
    names = [line.split()[0][1:] for line in text.splitlines() if line.startswith("[")]
    assert names[:7] == ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    (game,) = read_pgn(text)
    assert game.tags["White"] == "B"
    assert game.tags["Black"] == "A"
    assert game.tags["Variant"] == "tictactoe"
    assert game.tags["FEN"] == "3/1x1/3 o"
    assert game.tags["SetUp"] == "1"
    assert game.tags["Termination"] == "line"
    assert game.tags["Result"] == game.result == "0-1"
    assert game.moves == [
        ("a1", "opening"),
        ("c3", "opening"),
        ("b2", "+0.03/4 0.010s"),
        ("a1", "+0.03/4 0.010s"),
    ]
    assert game.remark == "because"
    assert "1... a1 {opening} 2. c3" in text  # o moves first from this position


def test_scores_in_comments_are_the_movers_and_mates_count_plies() -> None:
    from linemate.clients.shared.pgn import write_comment

    assert write_comment(PlayedMove("a1", 0.5, Score(cp=-120), 7)) == "-1.20/7 0.500s"
    assert write_comment(PlayedMove("a1", 0.5, Score(plies=3), 7)) == "+M3/7 0.500s"
    assert write_comment(PlayedMove("a1", 0.5, Score(plies=-2), 7)) == "-M2/7 0.500s"
    assert write_comment(PlayedMove("a1", 0.5)) == "0.500s"


def test_names_with_quotation_marks_and_details_with_braces_survive(record: Make) -> None:
    odd = record(0, None, a='"x" \\ o')
    odd = GameRecord(**{**vars(odd), "detail": "a {strange}\nline " + "very " * 40 + "long"})
    text = write_pgn(odd) + write_pgn(odd)
    games = list(read_pgn(text))
    assert len(games) == 2
    assert games[0].tags["White"] == '"x" \\ o'
    assert games[0].remark.startswith("a (strange) line very")
    assert max(map(len, text.splitlines())) <= 80


def test_a_directory_keeps_what_it_is_given(record: Make, tmp_path: Path) -> None:
    with create(tmp_path / "m", {"game": "tictactoe"}) as journal:
        journal.add(record(0, "A"))
        journal.add(record(1, "B"))
    assert read_raw(tmp_path / "m") == {"game": "tictactoe"}
    with Journal(tmp_path / "m") as again:
        assert again.take_records() == [record(0, "A"), record(1, "B")]
    games = list(read_pgn((tmp_path / "m" / "games.pgn").read_text()))
    assert [game.tags["Round"] for game in games] == ["1.1", "1.2"]


def test_a_line_that_was_cut_off_is_forgotten_and_the_pgn_made_whole(
    record: Make, tmp_path: Path
) -> None:
    """As a power cut leaves them: half a record, and a PGN that is behind or ahead."""
    with create(tmp_path / "m", {}) as journal:
        journal.add(record(0, "A"))
        journal.add(record(1, "B"))
    whole = (tmp_path / "m" / "games.pgn").read_text()
    lines = (tmp_path / "m" / "games.jsonl").read_bytes()
    for cut in (1, len(lines) // 4):
        (tmp_path / "m" / "games.jsonl").write_bytes(lines[:-cut])
        (tmp_path / "m" / "games.pgn").write_text(whole[:-30])
        with Journal(tmp_path / "m") as journal:
            assert journal.take_records() == [record(0, "A")]
            assert (tmp_path / "m" / "games.pgn").read_text() == write_pgn(record(0, "A"))
            journal.add(record(1, "B"))
        assert (tmp_path / "m" / "games.jsonl").read_bytes() == lines
        assert (tmp_path / "m" / "games.pgn").read_text() == whole


def test_a_damaged_line_in_the_middle_is_refused_not_skipped(record: Make, tmp_path: Path) -> None:
    with create(tmp_path / "m", {}) as journal:
        journal.add(record(0, "A"))
    path = tmp_path / "m" / "games.jsonl"
    path.write_text("garbage\n" + path.read_text())
    with pytest.raises(RecordError, match=r"games\.jsonl, line 1: .*garbage"):
        Journal(tmp_path / "m")
    path.write_text(path.read_text().partition("\n")[2] + "\n{}\n")
    with pytest.raises(RecordError, match="line 3: "):
        Journal(tmp_path / "m")


def test_a_full_disk_leaves_no_half_line(
    record: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it is written, then there is no space left; later games find some again."""
    write = os.write
    with create(tmp_path / "m", {}) as journal:
        journal.add(record(0, "A"))
        before = (tmp_path / "m" / "games.jsonl").read_bytes()
        calls = iter([lambda fd, data: write(fd, data[:50]), _no_space])
        with monkeypatch.context() as patched:
            patched.setattr(os, "write", lambda fd, data: next(calls)(fd, data))
            with pytest.raises(OSError, match="No space"):
                journal.add(record(1, "B"))
        assert (tmp_path / "m" / "games.jsonl").read_bytes() == before
        journal.add(record(2, "A"))
    with Journal(tmp_path / "m") as again:
        assert again.take_records() == [record(0, "A"), record(2, "A")]


def _no_space(descriptor: int, data: bytes) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_game_is_on_the_disk_when_it_is_kept(
    record: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[bytes] = []
    path = tmp_path / "m" / "games.jsonl"
    with create(tmp_path / "m", {}) as journal:
        monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(path.read_bytes()))
        journal.add(record(0, "A"))
    assert synced == [path.read_bytes()]


def test_a_directory_with_anything_in_it_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "something").touch()
    with pytest.raises(SettingsError, match="not empty"):
        create(tmp_path, {})


def test_two_referees_cannot_use_one_directory(tmp_path: Path) -> None:
    with create(tmp_path / "m", {}):
        program = (
            "import sys; from pathlib import Path; from clients.match.journal import Journal; "
            "Journal(Path(sys.argv[1]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / "m")],
            capture_output=True,
            text=True,
            timeout=60,
            env={"PYTHONPATH": str(Path(__file__).parents[3])},
        )
    assert "is being played" in done.stderr


def test_the_openings_are_copied(tmp_path: Path) -> None:
    """The file may be changed or gone when the match is resumed."""
    path = tmp_path / "openings"
    path.write_text("a1 b2\n")
    create(tmp_path / "m", {"openings": str(path)}).__exit__(None, None, None)
    path.unlink()
    raw = read_raw(tmp_path / "m")
    assert Path(raw["openings"]).read_text() == "a1 b2\n"


def test_a_directory_without_a_match_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"match\.json: No such file"):
        read_raw(tmp_path)


def test_a_dialogue_has_a_file_that_tells_what_it_is_of(record: Make, tmp_path: Path) -> None:
    with create(tmp_path / "m", {}) as journal:
        failed = record(2, "B", Reason.CRASH, a="My/Bot", b="B")
        path = journal.add_dialogue(Finished(failed, "what was said\n"))
        assert journal.add_dialogue(Finished(failed, None)) is None
    assert path is not None
    assert path.name == "1.3-My_Bot-B-crash.txt"
    assert "crash: because" in path.read_text()
    assert path.read_text().endswith("what was said\n")
