"""Games in files: what is read is what was written, and nothing else is ever overwritten."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from linemate.clients.shared import game_files
from linemate.clients.shared.game_files import (
    GameFileError,
    check_record,
    load_game,
    read_games,
    read_old_game,
    read_text,
    save_game,
)
from linemate.clients.shared.pgn import HUMAN, PROGRAM, write_pgn
from linemate.clients.shared.records import (
    FORFEIT,
    Ending,
    GameRecord,
    Reason,
    RecordError,
    to_json,
)
from linemate.engine.core import LinemateError
from tests.clients.conftest import make_record
from tests.damage import damaged

Make = Callable[..., GameRecord]

ROOT = Path(__file__).parents[3]
GAME = '[Variant "tictactoe"]\n[Result "*"]\n\n1. b2 *\n'
LONGER = '[Variant "tictactoe"]\n[Result "*"]\n\n1. b2 a1 *\n'


def moves_of(text: str) -> str:
    (stored,) = read_text(text)
    return " ".join(map(stored.game.write_move, stored.moves))


def load(text: str, tmp_path: Path, number: int | None = None) -> game_files.StoredGame:
    (tmp_path / "game").write_text(text)
    return load_game(tmp_path / "game", number)


# ------------------------------------------------------------------ to be shown


def test_pgn_json_and_a_directory_are_the_same_games(record: Make, tmp_path: Path) -> None:
    records = [record(0, "B", Reason.TIME), record(1, "A")]
    (tmp_path / "games.pgn").write_text("".join(map(write_pgn, records)))
    (tmp_path / "games.jsonl").write_text("".join(f"{to_json(each)}\n" for each in records))
    for name in ("games.pgn", "games.jsonl", "."):
        first, second = read_games(tmp_path / name)
        assert (first.x, first.o, first.result) == ("A", "B", "0-1")
        assert (second.x, second.label) == ("B", "1.2")
        assert " ".join(map(first.game.write_move, first.moves)) == "b2 a1"
        assert first.comments == ("+0.03/4 0.010s",) * 2
        assert first.ending == Ending(1, "time", "because")
        assert first.title == "1.1  A (x) against B (o), 0-1: time (because)"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no games in"),
        ("hello\n", "no games in"),
        ('{"round": 1}\n', "line 1: no record of a game"),
        ('[White "A"]\n\n1. a1 *\n', "game 1: no tag Variant"),
        ('[Variant "chess"]\n\n1. e4 *\n', "game 1: unknown game 'chess'"),
        (f'{GAME}[Variant "tictactoe"]\n\n1. a1 a1 *\n', "game 2: move 2: illegal move 'a1'"),
    ],
)
def test_a_bad_game_is_named_with_the_reason(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "games").write_text(text)
    with pytest.raises(LinemateError, match=problem):
        read_games(tmp_path / "games")


def test_a_line_that_is_being_written_is_left_out(record: Make, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f'{to_json(record())}\n{{"round": 1, "a"')
    assert len(read_games(path)) == 1


def test_pgn_of_others_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    """There is no reason for the result, a kind of player is none of ours, nor is the level."""
    path = tmp_path / "other.pgn"
    tags = '[Variant "tictactoe"]\n[Result "1-0"]\n[WhiteType "alien"]\n[WhiteLevel "99"]'
    path.write_text(f"{tags}\n\n1. b2 a1 {{hm}} 1-0\n")
    (game,) = read_games(path)
    assert (game.x, game.result, game.comments) == ("?", "1-0", ("", "hm"))
    assert (game.participants[0].kind, game.participants[0].level) == (None, None)
    assert game.explanation == "no reason is told"


@pytest.mark.parametrize(
    ("moves", "plies"),
    [
        ("1. b2 {opening} a1 {opening} 2. c3 {+0.10/3 0.1s}", 2),
        ("1. b2 {[%eval 0.10] opening} a1 {opening [%eval #-2]} 2. c3 {[%eval 0.00]}", 2),
        ("1. b2 {opening} a1 2. c3 {opening}", 1),
        ("1. b2 {opening with the middle}", 0),
        ("1. b2", 0),
        ("", 0),
    ],
)
def test_the_opening_of_a_match_is_known_also_where_its_positions_were_analysed(
    moves: str, plies: int
) -> None:
    """The page writes `[%eval 0.10] opening`, and the next review judged the referee's moves."""
    (stored,) = read_text(f'[Variant "tictactoe"]\n\n{moves} *\n')
    assert stored.opening_plies == plies


@pytest.mark.parametrize(
    ("moves", "explanation"), [("b2 a1 2. a2 b1 3. c2 1-0", "line"), ("b2 a1 *", "not finished")]
)
def test_why_a_game_ended_is_known_from_its_board(
    moves: str, explanation: str, tmp_path: Path
) -> None:
    """`replay` said "1-0: unknown" under a row of three."""
    path = tmp_path / "other.pgn"
    path.write_text(f'[Variant "tictactoe"]\n\n1. {moves}\n')
    assert read_games(path)[0].explanation == explanation


RULED = "but by the rules 1-0: line"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"winner": "o", "result": "0-1"}, rf"it ends 0-1 \(line\), {RULED}"),
        ({"winner": None, "result": "1/2-1/2"}, rf"it ends 1/2-1/2 \(line\), {RULED}"),
        ({"reason": "time"}, rf"it ends 1-0 \(time\), {RULED}"),
        ({"reason": "full board"}, rf"it ends 1-0 \(full board\), {RULED}"),
        ({"reason": "maximum plies"}, r"it ends 1-0 \(maximum plies\), which cannot be"),
        ({"opening": ["c1"]}, "move 6: illegal move"),
        ({"moves": []}, r"it ends 1-0 \(line\), but by the rules it is open"),
        ({"position": "xx1/oo1/3 x"}, "move 2: illegal move"),
        ({"game": "gomoku size=5"}, "but by the rules it is open"),
        ({"game": "chess"}, "unknown game 'chess'"),
    ],
)
def test_a_record_that_the_rules_contradict_is_named(
    changes: dict[str, Any], problem: str, record: Make, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    changed = json.dumps(json.loads(to_json(record(1, "B"))) | changes)
    path.write_text(f"{to_json(record(0, 'A'))}\n{changed}\n")
    with pytest.raises(RecordError, match=rf"games\.jsonl, line 2: .*{problem}"):
        read_games(path)


@pytest.mark.parametrize(
    ("winner", "reason", "moves", "problem"),
    [
        ("A", Reason.TIME, "b2 a1", "o lost by time, and was not to move"),
        ("B", Reason.CRASH, "b2", "x lost by crash, and was not to move"),
        ("A", Reason.ADJUDICATED_WIN, "b2 a1", "the last score is another's"),
        ("B", Reason.ADJUDICATED_WIN, "", "the last score is another's"),
        (None, Reason.ADJUDICATED_WIN, "b2 a1", "which cannot be"),
        ("B", Reason.ADJUDICATED_DRAW, "b2 a1", "which cannot be"),
        (None, Reason.ILLEGAL_MOVE, "b2 a1", "which cannot be"),
    ],
)
def test_nobody_wins_who_cannot_have_won(
    winner: str | None, reason: Reason, moves: str, problem: str, record: Make
) -> None:
    with pytest.raises(RecordError, match=problem):
        check_record(record(0, winner, reason, moves=moves))


@pytest.mark.parametrize(
    ("winner", "reason", "moves"),
    [
        ("B", Reason.ADJUDICATED_WIN, "b2 a1"),
        ("A", Reason.CRASH, ""),  # before its first move, an engine may fail out of turn
        ("B", Reason.CRASH, ""),
        (None, Reason.MAXIMUM_PLIES, "b2 a1"),
        (None, Reason.INTERRUPTED, "a1 a2 b1 b2 c1"),  # just before somebody looked at the board
    ],
)
def test_every_end_that_a_referee_gives_a_game_is_taken(
    winner: str | None, reason: Reason, moves: str, record: Make
) -> None:
    assert check_record(record(0, winner, reason, moves=moves)).x == "A"


def test_a_line_that_is_there_twice_is_named(record: Make, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = [to_json(record(0, "A")), to_json(record(1, "A"))]
    path.write_text("".join(f"{line}\n" for line in [*lines, lines[0]]))
    with pytest.raises(RecordError, match=r"games\.jsonl, line 3: it is line 1 again"):
        read_games(path)


VALID = (
    GAME + LONGER,
    '[Variant "gomoku size=5"]\n[FEN "5/5/5/5/5 o"]\n\n1... c3 {+0.31/5 0.1s} 2. c2 {x} 1/2-1/2\n',
    "linemate game\ngame gomoku size=8\nhumans x\nmoves d4 e5\nforfeit o O resigned\nend\n",
)
LINES = tuple("".join(f"{to_json(make_record(n, w))}\n" for n in (0, 1)) for w in "AB")


@settings(max_examples=250)
@given(damaged((*VALID, *LINES)))
def test_of_a_file_that_was_damaged_nothing_but_a_documented_error_comes(text: str) -> None:
    for read in (lambda: list(read_text(text)), lambda: read_old_game(text)):
        with contextlib.suppress(LinemateError):
            read()


# ------------------------------------------------------------------ to be played on


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no saved game: expected PGN with a tag Variant"),
        ("Dear all\n", "no saved game"),
        ('{"round": 1}\n', "no saved game"),
        (GAME.removesuffix("*\n"), "no result behind the moves, so a part of it is missing"),
        (GAME.replace("b2 *", "b2 1-0"), r"it ends 1-0, and the tag Result says \*"),
        (
            '[Variant "tictactoe"]\n1. a1 a2 b1 b2 c1 0-1',
            r"it ends 0-1 \(no reason is told\), but by",
        ),
        ('[Variant "tictactoe"]\n[PlyCount "3"]\n1. a1 *', "1 moves, and PlyCount says '3'"),
        ('[Variant "tictactoe"]\n1. a1 * b2', "no result behind the moves"),
        (GAME + "buy milk\n", "no result behind the moves"),
        (GAME + LONGER, "several games: `--load FILE --game N` takes one"),
        ('[Variant "tictactoe"]\n[FEN "3/3 x"]\n*', "2 rows"),
    ],
)
def test_what_may_not_be_the_game_that_was_saved_is_refused(
    text: str, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(GameFileError, match=f"cannot load .*game: .*{problem}"):
        load(text, tmp_path)


def test_one_game_of_several_is_loaded_by_its_number(tmp_path: Path) -> None:
    broken = '[Variant "chess"]\n\n1. e4 *\n'
    assert len(load(GAME + broken + LONGER, tmp_path, 3).moves) == 2
    assert len(load(GAME, tmp_path, 1).moves) == 1
    for text, number in [(GAME, 2), (OLD, 2)]:
        with pytest.raises(GameFileError, match=r"no (saved )?game"):
            load(text, tmp_path, number)


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_files, "LARGEST_FILE", len(GAME))
    assert len(load(GAME, tmp_path).moves) == 1
    with pytest.raises(GameFileError, match="no saved game is that large"):
        load(LONGER, tmp_path)


@pytest.mark.parametrize("odd", ["[", "{", "1. ", '[a "', '[Variant "', "\\", '"', "[a   "])
def test_the_time_that_a_file_takes_grows_with_its_length_alone(odd: str, tmp_path: Path) -> None:
    """The processor's clock measures it, so that others who use it do no harm."""
    began = time.process_time()
    with pytest.raises(GameFileError):
        load('[Variant "tictactoe"]\n' + odd * 100_000, tmp_path)
    assert time.process_time() - began < 10


def test_saving_replaces_a_saved_game_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    save_game(path, GAME)
    with pytest.raises(GameFileError, match="or: overwrite "):
        save_game(path, LONGER)
    assert path.read_text() == GAME
    save_game(path, LONGER, overwrite=True)
    assert path.read_text() == LONGER
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(GameFileError, match="is no saved game"):
        save_game(path, GAME, overwrite=True)
    with pytest.raises(GameFileError, match="no text"):
        load_game(path)
    with pytest.raises(GameFileError, match="null"):
        load_game(tmp_path / "a\0b")
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.pgn"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Dear all\n",
        "linemate games I liked\nbuy milk\n",
        "linemate game\x85\nbuy milk\n",
        "linemate game 2\nbuy milk\n",
        GAME + GAME,
        GAME + "buy milk\n",
        '[Variant "chess"]\n\n1. e4 *\n',
        '[ideas "for the garden"]\nbuy milk\n',
    ],
)
def test_what_is_no_saved_game_is_never_overwritten(text: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(GameFileError, match="is no saved game"):
        save_game(path, GAME, overwrite=True)
    assert path.read_text() == text


@pytest.mark.parametrize("failure", [OSError("disk on fire"), KeyboardInterrupt(), ValueError("?")])
@pytest.mark.parametrize("existed", [True, False])
def test_saving_that_fails_leaves_what_was_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException, existed: bool
) -> None:
    path = tmp_path / "game.pgn"
    if existed:
        save_game(path, GAME)

    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises((GameFileError, KeyboardInterrupt)):
        save_game(path, LONGER, overwrite=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.pgn"] * existed
    if existed:
        assert path.read_text() == GAME


def test_a_link_goes_on_leading_to_the_game(tmp_path: Path) -> None:
    """It became a file, and the game that it led to stayed as it was."""
    (tmp_path / "games").mkdir()
    target, link = tmp_path / "games" / "game.pgn", tmp_path / "link"
    link.symlink_to(target)
    save_game(link, GAME)
    save_game(link, LONGER, overwrite=True)
    assert link.is_symlink()
    assert target.read_text() == LONGER
    assert [entry.name for entry in target.parent.iterdir()] == ["game.pgn"]
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(GameFileError, match="symbolic links"):
        save_game(loop, GAME)
    assert loop.is_symlink()


IN_ASCII = """
from pathlib import Path
from linemate.clients.shared.game_files import load_game, save_game

text = '[Variant "qubic"][White "\\xd6dd"]\\n\\n*\\n'
save_game(Path("game.pgn"), text)
assert load_game(Path("game.pgn")).x == "\\xd6dd"
"""


def test_a_file_does_not_depend_on_the_language_of_the_machine(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-P", "-X", "utf8=0", "-c", IN_ASCII],
        check=True,
        timeout=60,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C",
            "PYTHONCOERCECLOCALE": "0",
        },
    )
    assert "\N{LATIN CAPITAL LETTER O WITH DIAERESIS}dd" in (tmp_path / "game.pgn").read_text(
        "utf-8"
    )


def test_nobody_waits_for_a_pipe_that_has_no_writer(tmp_path: Path) -> None:
    """`load /dev/tty` waited for the person, who waited for the program; so did `save`."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(GameFileError, match="no regular file"):
        load_game(path)
    with pytest.raises(GameFileError, match="is no saved game"):
        save_game(path, GAME, overwrite=True)


# ------------------------------------------------------------------ what was saved before PGN

OLD = """linemate game
game gomoku size=9 rule=freestyle
humans o
position start
moves e5 e6 d4
forfeit o O resigned
end
"""


def test_a_game_that_was_saved_before_pgn_comes_back(tmp_path: Path) -> None:
    stored = load(OLD, tmp_path)
    assert (stored.game.name, stored.game.options["size"]) == ("gomoku", 9)
    assert [each.kind for each in stored.participants] == [PROGRAM, HUMAN]
    assert stored.ending == Ending(0, FORFEIT, "O resigned")
    assert moves_of(OLD) == "e5 e6 d4"


def test_an_old_game_may_be_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(OLD)
    save_game(path, GAME, overwrite=True)
    assert path.read_text() == GAME


def test_an_old_game_by_hand_need_not_say_much(tmp_path: Path) -> None:
    stored = load("linemate game\n\n# my best game\ngame qubic\nend\n\n# it was\n", tmp_path)
    assert (stored.moves, stored.start, stored.ending) == ((), None, None)
    assert [each.kind for each in stored.participants] == [None, None]


def test_an_old_game_from_a_position_that_the_board_decided(tmp_path: Path) -> None:
    text = "linemate game\ngame tictactoe\nposition xx1/oo1/3 x\nmoves c3\nend\n"
    stored = load(text, tmp_path)
    assert (stored.start, stored.result) == ("xx1/oo1/3 x", "1-0")


def test_an_old_game_that_was_cut_is_no_other_game() -> None:
    for length in range(OLD.index("\n") + 1, len(OLD) - 1):
        with pytest.raises(LinemateError):
            read_old_game(OLD[:length])
    assert read_old_game(OLD[:-1]).result == "1-0"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("end", "no line 'game'"),
        ("game chess\nend", "unknown game 'chess'"),
        ("game gomoku size=x\nend", "bad value 'x'"),
        ("game qubic\ngame qubic\nend", "a second line 'game'"),
        ("game qubic\nclock 5\nend", "an unknown line 'clock'"),
        ("game qubic\nhumans me\nend", "bad side 'me'"),
        ("game tictactoe\nposition 3/3 x\nend", "2 rows"),
        ("game tictactoe\nmoves b2 b2\nend", "move 2: illegal move 'b2'"),
        ("game tictactoe\nmoves b2 z9\nend", "move 2: bad move 'z9'"),
        ("game tictactoe\nforfeit z why\nend", "'z' cannot have lost"),
        ("game tictactoe\nmoves b2", "no line 'end'"),
        ("game tictactoe\nend\nmoves b2", "a line 'moves' behind the end"),
        ("game tictactoe\nforfeit xo why\nend", "'xo' cannot have lost"),
        ("game tictactoe\nforfeit o\nend", "no reason in line 'forfeit'"),
        ("game tictactoe\nmoves a3 a2 b3 b2 c3\nforfeit x why\nend", "'x' cannot have lost"),
    ],
)
def test_a_bad_old_game_is_refused_with_the_reason(lines: str, reason: str) -> None:
    with pytest.raises(LinemateError, match=reason):
        read_old_game(f"linemate game\n{lines}\n")
