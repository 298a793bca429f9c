"""`linemate match` as its users run it: a whole match, refusals, resuming, the exit status."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from linemate.clients.__main__ import main
from linemate.clients.shared.pgn import read_pgn
from linemate.clients.shared.referee.game import GameOver, Referee, stood_still
from linemate.clients.shared.referee.table import MOST_REPLAYS

Fake = Callable[..., str]


def engines(fake: Fake, a: str = "", b: str = "") -> list[str]:
    return [
        *("--engine", "name=A", f"cmd={fake(*a.split())}"),
        *("--engine", "name=B", f"cmd={fake(*b.split())}"),
    ]


def hold(*words: str) -> int:
    """The exit status of a match of tic-tac-toe at one node a move."""
    try:
        return main(["match", "--game", "tictactoe", "--nodes", "1", *words])
    except SystemExit as left:
        return int(left.code or 0)


def read_games(directory: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (directory / "games.jsonl").read_text().splitlines()]


def test_a_match_is_played_recorded_and_summed_up(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    status = hold(
        *engines(fake), "--games", "6", "--concurrency", "2", "--first-moves", "--out", str(out)
    )
    shown = capsys.readouterr().out
    assert status == 0
    games = read_games(out)
    assert len(games) == 6
    assert len(list(read_pgn((out / "games.pgn").read_text()))) == 6
    by_number = {game["number"]: game for game in games}
    for number in (0, 2, 4):  # each opening twice, colours swapped
        first, second = by_number[number], by_number[number + 1]
        assert first["opening"] == second["opening"]
        assert (first["x"], second["x"]) == ("A", "B")
    assert len({tuple(game["opening"]) for game in games}) == 3  # type: ignore[arg-type]
    assert "A against B, as A sees it" in shown
    assert (out / "standing.txt").read_text().strip() in shown
    assert "1.1: A - B" in shown


def test_a_tournament_has_ratings_and_a_crosstable(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    third = ["--engine", "name=C", f"cmd={fake('illegal', 'at=3')}"]
    assert hold(*engines(fake), *third, "--out", str(tmp_path / "m")) == 0
    shown = capsys.readouterr().out
    assert len(read_games(tmp_path / "m")) == 6
    assert "illegal move 4 (C 4)" in shown
    table = [line.split() for line in shown.splitlines()]
    assert any(words[:1] == ["1"] or "A" in words for words in table)


@pytest.mark.parametrize("form", ["gauntlet", "knockout", "swiss"])
def test_every_format_comes_to_an_end(
    form: str, fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = [word for name in "CD" for word in ("--engine", f"name={name}", f"cmd={fake()}")]
    words = [*engines(fake), *more, "--format", form, "--first-moves", "--concurrency", "2"]
    assert hold(*words, "--out", str(tmp_path / "m")) == 0
    shown = capsys.readouterr().out
    assert "Endings" in shown
    better = (
        "for 4 engines a round robin is better than swiss: all meet, in 6 pairings in place of 4"
    )
    assert (better in shown) == (form == "swiss")
    assert ("match ... --format round-robin\n" in shown) == (form == "swiss")


def test_the_games_are_of_the_engine_in_the_readme(tmp_path: Path) -> None:
    """Our own engine, which needs no command."""
    words = ["--engine", "name=A", "option.Search=random", "--engine", "name=B", "option.Seed=1"]
    assert hold(*words, "--out", str(tmp_path / "m")) == 0
    assert len(read_games(tmp_path / "m")) == 2


# ------------------------------------------------------------------ engines that fail


def test_a_second_death_in_a_row_stops_the_pairing_with_a_message(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "m"
    status = hold(*engines(fake, "", "crash at=2"), "--games", "10", "--out", str(out))
    shown = capsys.readouterr().out
    assert status == 1
    assert [game["reason"] for game in read_games(out)] == ["crash", "crash"]
    assert "Stopped: B died twice in a row against A (crash: python" in shown
    assert "exited with code 3" in shown
    assert "crash 2 (B 2)" in shown
    log = (out / "log" / "1.1-A-B-crash.txt").read_text()
    assert "! assertion failed" in log
    assert "> go nodes 1" in log
    assert main(["match", "--resume", str(out)]) == 1  # there is nothing to go on with
    assert "Stopped: B died twice in a row" in capsys.readouterr().out
    assert len(read_games(out)) == 2


def test_an_engine_that_died_once_is_restarted(fake: Fake, tmp_path: Path) -> None:
    """It dies in its last move as x, and never gets there as o."""
    status = hold(*engines(fake, "crash at=6"), "--games", "4", "--out", str(tmp_path / "m"))
    assert status == 0
    reasons = [game["reason"] for game in read_games(tmp_path / "m")]
    assert reasons == ["crash", "line", "crash", "line"]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["cmd=/no/such/engine"], "engine B: cannot start engine '/no/such/engine'"),
        (["cmd=false"], "engine B: false exited with code 1"),
        (["option.Hush=5"], "engine B: unknown option 'Hush': expected one of Hash"),
        (["option.Hash=50"], "engine B: bad value '50' for option Hash: expected a whole number"),
    ],
)
def test_an_engine_that_cannot_play_keeps_the_match_from_starting(
    words: list[str],
    problem: str,
    fake: Fake,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    given = words if words[0].startswith("cmd") else [f"cmd={fake()}", *words]
    out = tmp_path / "m"
    status = hold(
        "--engine", "name=A", f"cmd={fake()}", "--engine", "name=B", *given, "--out", str(out)
    )
    captured = capsys.readouterr()
    assert status == 2
    assert "the match does not start" in captured.err
    assert problem in captured.err
    assert not out.exists()


def test_nor_does_one_that_does_not_know_the_game(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(
        [
            "match",
            "--game",
            "qubic",
            "--nodes",
            "1",
            *engines(fake),
            "--out",
            str(tmp_path / "m"),
        ]
    )
    assert status == 2
    assert "engine A: Fake: unknown game 'qubic'" in capsys.readouterr().err


def test_nor_one_that_says_nothing_and_plays_something_else(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = hold(*engines(fake, "", "illegal=e2e4"), "--out", str(tmp_path / "m"))
    assert status == 2
    assert "does not seem to know tictactoe" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--games", "x"], "bad value for games"),
        (["--openings", "/no/such/file"], "/no/such/file"),
        (["--first-moves", "--unknown"], "--unknown"),
        (["--resume", "/no/such/directory"], "only concurrency, affinity, log, dask"),
    ],
)
def test_a_bad_command_line_is_refused(
    words: list[str], problem: str, fake: Fake, capsys: pytest.CaptureFixture[str]
) -> None:
    assert hold(*engines(fake), *words) == 2
    assert problem in capsys.readouterr().err


def test_a_directory_with_a_match_is_not_overwritten(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*engines(fake), "--out", str(tmp_path / "m")]
    assert hold(*words) == 0
    before = (tmp_path / "m" / "games.pgn").read_text()
    assert hold(*words) == 2
    assert "--resume" in capsys.readouterr().err
    assert (tmp_path / "m" / "games.pgn").read_text() == before


# ------------------------------------------------------------------ going on


def test_resume_and_out_exclude_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["match", "--resume", str(tmp_path), "--out", str(tmp_path / "other")])
    assert left.value.code == 2
    assert "--out" in capsys.readouterr().err


@pytest.mark.parametrize("folder", [None, "bots"])
def test_a_match_is_resumed_from_anywhere(
    folder: str | None,
    fake: Fake,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The engine is a file beside which it runs, in `dir` or where the match was begun."""
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    place = home / (folder or ".")
    place.mkdir(parents=True)
    elsewhere.mkdir()
    (place / "bot.sh").write_text(f"exec {fake()}\n")
    words = ["cmd=sh bot.sh", *([] if folder is None else [f"dir={folder}"])]
    given = ["--engine", "name=A", *words, "--engine", "name=B", *words]
    monkeypatch.chdir(home)
    assert hold(*given, "--out", str(tmp_path / "m")) == 0
    raw = json.loads((tmp_path / "m" / "match.json").read_text())
    assert [each["dir"] for each in raw["engine"]] == [str(place.resolve())] * 2
    (tmp_path / "m" / "games.jsonl").write_text("")
    monkeypatch.chdir(elsewhere)
    assert main(["match", "--resume", str(tmp_path / "m")]) == 0
    assert len(read_games(tmp_path / "m")) == 2


def test_a_match_ends_without_the_games_that_nobody_can_judge_and_resume_tries_them_again(
    fake: Fake,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The first game, as often as it is tried: it was forfeited once, and then ended the match."""
    out, attempts = tmp_path / "m", MOST_REPLAYS + 1
    doubts: list[int] = []

    def check_time(self: Referee, *_: object) -> None:
        if self.plies == 1 and doubts:
            doubts.pop()
            raise GameOver(stood_still(3.0))

    monkeypatch.setattr(Referee, "_check_time", check_time)
    resume = ["match", "--resume", str(out)]
    doubts += range(attempts)
    assert hold(*engines(fake), "--games", "2", "--out", str(out)) == 1
    shown = capsys.readouterr().out
    assert "1.1: A - B *, not judged: the referee itself stood still for 3.0 s" in shown
    assert "1/2  1.2: B - A" in shown
    assert "Not judged and not counted: 1 game, " in (out / "standing.txt").read_text()
    assert "Not over, as not all games could be judged. To try these again: " in shown
    assert [game["number"] for game in read_games(out)] == [1]
    doubts += range(attempts)
    assert main(resume) == 1
    broken_off = list(read_pgn((out / "interrupted.pgn").read_text()))
    assert {game.tags["Termination"] for game in broken_off} == {"not judged"}
    assert len(broken_off) == 2 * attempts
    assert main(resume) == 0
    assert sorted(str(game["number"]) for game in read_games(out)) == ["0", "1"]
    assert "Not judged" not in (out / "standing.txt").read_text()


def test_a_match_cut_off_at_any_game_ends_with_the_same_table(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What kill -9 leaves, after each game in turn; `test_shutdown.py` really kills one."""
    whole = tmp_path / "whole"
    third = ["--engine", "name=C", f"cmd={fake('illegal', 'at=5')}"]
    openings = tmp_path / "openings.txt"
    openings.write_text("a1 b2\nc3 b2\n")
    assert (
        hold(
            *engines(fake),
            *third,
            "--games",
            "4",
            "--openings",
            str(openings),
            "--concurrency",
            "2",
            "--out",
            str(whole),
        )
        == 0
    )
    standing = (whole / "standing.txt").read_text()
    lines = (whole / "games.jsonl").read_text().splitlines(keepends=True)
    keys = {key(json.loads(line)) for line in lines}
    for count in (0, 5, 11, 12):
        part = tmp_path / f"part{count}"
        shutil.copytree(whole, part)
        (part / "standing.txt").unlink()
        (part / "games.jsonl").write_text("".join(lines[:count]) + '{"round": 1, "a"')
        capsys.readouterr()
        assert main(["match", "--resume", str(part)]) == 0
        assert standing.strip() in capsys.readouterr().out
        games = read_games(part)
        assert len(games) == len(keys)
        assert {key(game) for game in games} == keys
        assert len(list(read_pgn((part / "games.pgn").read_text()))) == len(keys)


def key(game: dict[str, object]) -> tuple[object, ...]:
    return game["round"], game["a"], game["b"], game["number"]
