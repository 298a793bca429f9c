"""The page of a match by the command: served, written, and made of what was played before."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from linemate.clients.__main__ import main
from linemate.clients.match.page import live
from linemate.clients.match.page.live import MatchPage
from linemate.clients.match.settings import Settings
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.openings import start_position
from linemate.clients.shared.records import GameRecord
from tests.waiting import PATIENCE

Fake = Callable[..., str]
Make = Callable[..., GameRecord]
DATA = re.compile(r'<script id="data" type="application/json">(.*?)</script>', re.DOTALL)
HOSTILE = "</script><img src=x onerror=alert(1)>{{data}}"


def read_page(path: Path) -> Any:
    (found,) = DATA.findall(path.read_text())
    return json.loads(found)


def hold(*words: str) -> int:
    try:
        return main(["match", "--game", "tictactoe", "--nodes", "1", *words])
    except SystemExit as left:
        return int(left.code or 0)


def engines(fake: Fake, *names: str) -> list[str]:
    return [word for name in names for word in ("--engine", f"name={name}", f"cmd={fake()}")]


def test_a_match_leaves_one_file_with_everything(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Among the names is one that would be part of the page; made again, the file is the same."""
    out = tmp_path / "m"
    illegal = ["--engine", "name=C", f"cmd={fake('illegal', 'at=3')}"]
    words = [*engines(fake, "A", HOSTILE), *illegal, "--out", str(out), "--page"]
    assert hold(*words, "--first-moves") == 0
    shown = capsys.readouterr().out
    assert re.search(r"The page is at http://127\.0\.0\.1:\d+/ while", shown)
    assert f"The page is in {out / 'page.html'}" in shown
    data = read_page(out / "page.html")
    assert [player["name"] for player in data["players"]] == ["A", HOSTILE, "C"]
    assert data["players"][0]["limits"] == "nodes 1"
    assert len(data["games"]) == 6
    assert data["standing"]["over"]
    assert sum("failed" in game for game in data["games"]) == 4
    assert "<img" not in (out / "page.html").read_text()

    again = tmp_path / "again.html"
    assert main(["match", "--page", str(again), "--from", str(out)]) == 0
    assert again.read_text() == (out / "page.html").read_text()
    assert hold_resumed(out, tmp_path / "resumed.html") == 0
    assert (tmp_path / "resumed.html").read_text() == again.read_text()

    assert main(["match", "--page", str(again), "--from", str(out / "games.pgn")]) == 0
    told = read_page(again)
    assert (told["title"], told["format"]) == ("games.pgn", "games")
    assert {game["moves"] for game in told["games"]} == {game["moves"] for game in data["games"]}
    assert [table["title"] for table in told["standing"]["tables"]] == ["Standing", "Crosstable"]


def hold_resumed(out: Path, page: Path) -> int:
    return main(["match", "--resume", str(out), "--page", str(page)])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--page-port", "8000"], "--page-port is for a page: say --page as well"),
        (["--page-stay"], "--page-stay is for a page"),
        (["--from", "m"], "--from is for a page"),
        (["--page", "--from", "m"], "--from needs a file to write"),
        (["--page", "class.toml"], "expected a name that ends in .html"),
        (["--page", "--page-port", "65536"], "expected a whole number from 0 to 65535"),
        (["--page", "p.html", "--from", "nowhere"], "cannot read nowhere"),
        (["--page", "nowhere/p.html"], "there is no such folder"),
    ],
)
def test_what_makes_no_page_is_refused_before_anything_is_played(
    words: list[str],
    problem: str,
    fake: Fake,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hold(*engines(fake, "A", "B"), *words) == 2
    assert problem in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [[], ["--from", "m"]])
def test_a_file_that_is_no_page_is_never_overwritten(
    words: list[str], fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index.html").write_text("<title>my own</title>")
    assert hold(*engines(fake, "A", "B"), "--page", "index.html", *words) == 2
    assert (tmp_path / "index.html").read_text() == "<title>my own</title>"


def test_a_match_whose_port_is_taken_does_not_begin(
    fake: Fake,
    settings: Callable[..., Settings],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    held = settings()
    with MatchPage(held, Schedule(held, start_position())).serve(0) as server:
        port = server.address.split(":")[-1].strip("/")
        words = ["--out", str(tmp_path / "m"), "--page", "--page-port", port]
        assert hold(*engines(fake, "A", "B"), *words) == 2
    assert f"no page can be served at port {port}: " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_page_stays_until_somebody_ends_it(
    fake: Fake, tmp_path: Path, linemate: Callable[..., subprocess.Popen[str]]
) -> None:
    match = linemate(
        *("match", "--game", "tictactoe", "--nodes", "1", "--page", "--page-stay", "--out", "m"),
        *engines(fake, "A", "B"),
    )
    assert match.stdout is not None
    address = ""
    for line in match.stdout:
        if found := re.search(r"and stays at (\S+) until Ctrl-C", line):
            address = found[1]
            break
    with urlopen(f"{address}state?games=1", timeout=PATIENCE) as answer:
        state = json.load(answer)
    assert (state["first"], len(state["games"]), state["standing"]["over"]) == (1, 1, True)
    match.terminate()
    assert match.wait(PATIENCE) == 0
    assert (tmp_path / "m" / "page.html").exists()


def test_of_very_many_games_the_latest_are_there(
    settings: Callable[..., Settings],
    record: Make,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live, "MOST_GAMES", 3)
    held = settings(games=8)
    schedule = Schedule(held, start_position())
    page = MatchPage(held, schedule)
    for number in range(8):
        schedule.add(record(number))
        page.add(record(number))
    page.write(tmp_path / "page.html")
    data = read_page(tmp_path / "page.html")
    assert (data["first"], [game["label"] for game in data["games"]]) == (5, ["1.6", "1.7", "1.8"])
    assert data["standing"]["played"] == 8
    told = [json.loads(page.tell(known)) for known in (0, 7, 8, 99)]
    assert [(each["first"], len(each["games"])) for each in told] == [
        (5, 3),
        (7, 1),
        (8, 0),
        (8, 0),
    ]


def test_a_pipe_in_the_place_of_the_file_is_refused(
    fake: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever looked into it waited for ever."""
    path = tmp_path / "page.html"
    os.mkfifo(path)
    assert hold(*engines(fake, "A", "B"), "--page", str(path)) == 2
    assert f"no page is written to {path}" in capsys.readouterr().err
