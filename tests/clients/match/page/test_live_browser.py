"""The page of a match in a browser: as a file that asks for nothing, and while it is played."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from linemate.clients.match.page.live import MatchPage
from linemate.clients.match.settings import read_settings
from linemate.clients.match.tournament.schedule import Schedule
from linemate.clients.shared.openings import start_position
from linemate.clients.shared.records import GameRecord, PlayedMove, Reason
from linemate.engine.core import Score
from tests.axe import find_faults
from tests.waiting import PATIENCE

HOSTILE = "</script><img src=//example.org onerror=alert(1)>"
PHONE = 360


@pytest.fixture
def page(window: Browser) -> Iterator[Page]:
    """A page that does not complain, whatever it opens."""
    context = window.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def file(record: Callable[..., GameRecord], tmp_path: Path) -> Path:
    """A tournament of three; in its first game x takes it that it wins, and loses."""
    names = ["A", HOSTILE, "C"]
    settings = read_settings(
        {
            "game": "tictactoe",
            "engine": [{"name": name, "cmd": "true"} for name in names],
            "nodes": 1,
        }
    )
    schedule = Schedule(settings, start_position())
    shown = MatchPage(settings, schedule)
    while (task := schedule.next_task()) is not None:
        a, b = task.a, task.b
        made = record(
            task.number, b, Reason.TIME if task.number else None, a=a, b=b, round=task.round
        )
        if not task.number:
            moves = [PlayedMove(each.move, 0.5, Score(cp=300), 5) for each in made.moves]
            made = GameRecord(**{**vars(made), "moves": tuple(moves)})
        schedule.add(made)
        shown.add(made)
    shown.write(tmp_path / "page.html")
    return tmp_path / "page.html"


def test_a_file_shows_the_tables_and_replays_a_game_by_keys(page: Page, file: Path) -> None:
    """Nothing is asked of anybody; what a name says is text."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    crosstable = page.get_by_role("region", name="Crosstable")
    expect(crosstable.locator("tbody tr")).to_have_count(3)
    expect(crosstable).to_contain_text(HOSTILE)
    expect(page.locator(".chart circle")).to_have_count(3)
    expect(page.locator(".games-list a.failed")).to_have_count(3)

    page.locator(".games-list a").first.click()
    expect(page.locator(".caption")).to_have_text("The start.")
    expect(page.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, empty")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-cell=a1]")).to_have_attribute("aria-label", "a1, x, last move")
    expect(page.locator(".caption")).to_have_text("1. a1 by x, +3.00, depth 5, 0.500 s.")
    page.locator("[data-cell=b2]").click(force=True)  # the keys are still the game's
    page.keyboard.press("m")
    expect(page.locator(".caption")).to_contain_text("5. c3?? by x")
    page.keyboard.press("End")
    expect(page.locator(".caption")).to_contain_text("wins: because")
    expect(page.locator(".winning-line.o")).to_have_count(1)
    expect(page.locator(".seat.winner")).to_contain_text("won")
    page.keyboard.press("n")
    expect(page.locator("#replay h2")).to_contain_text("1.2")
    page.keyboard.press("Escape")
    crosstable.get_by_role("button", name="games of A and C").first.click()
    expect(page.locator(".games-list a")).to_have_count(2)
    expect(page.locator(".games-list a").first).to_contain_text("A")
    assert asked == [file.as_uri()]


def test_it_fits_a_phone_and_a_wall(page: Page, file: Path) -> None:
    page.set_viewport_size({"width": PHONE, "height": 740})
    for address in (file.as_uri(), f"{file.as_uri()}#game-0/3"):
        page.goto(address)
        expect(page.locator("main:visible")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{file.as_uri()}?wall")
    expect(page.locator("body.wall .figures").first).to_be_visible()
    size = "parseFloat(getComputedStyle(document.querySelector('tbody .name')).fontSize)"
    assert page.evaluate(size) > 28
    page.keyboard.press("w")
    expect(page.locator("body.wall")).to_have_count(0)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desk", "phone"])
@pytest.mark.parametrize("where", ["", "?wall"], ids=["page", "wall"])
def test_a_long_name_leaves_all_numbers_in_sight(
    page: Page, file: Path, where: str, size: tuple[int, int]
) -> None:
    """The score of the standing was cut at the edge, and on a wall nobody can scroll."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{file.as_uri()}{where}")
    hidden = "all => all.map(each => each.scrollWidth - each.clientWidth)"
    for playing in (False, True):  # then there is half the width
        page.locator("#playing").evaluate(f"node => {{ node.hidden = {str(not playing).lower()} }}")
        assert page.locator(".scroll").evaluate_all(hidden) == [0, 0]


def test_no_two_regions_have_one_name(page: Page, file: Path) -> None:
    """The card of the standing and the table in it were both called so."""
    page.goto(file.as_uri())
    expect(page.get_by_role("region", name="Standing", exact=True)).to_have_count(1)


@pytest.mark.parametrize("where", ["", "#game-0/5", "?wall"])
def test_nothing_keeps_people_from_using_it(page: Page, file: Path, where: str) -> None:
    page.goto(f"{file.as_uri()}{where}")
    expect(page.locator("main:visible")).to_have_count(1)
    assert find_faults(page) == []


def test_a_match_is_watched_while_it_is_played(
    page: Page,
    linemate: Callable[..., subprocess.Popen[str]],
    fake: Callable[..., str],
    tmp_path: Path,
) -> None:
    """Its second engine waits at its first move of the game for a file to be there."""
    gate = tmp_path / "gate"
    match = linemate(
        *("match", "--game", "tictactoe", "--clock", "60s", "--page", "--out", "m"),
        *("--engine", "name=A", f"cmd={fake()}"),
        *("--engine", "name=<b>B", f"cmd={fake(f'gate={gate}')}"),
    )
    assert match.stdout is not None
    address = next(
        found[1] for line in match.stdout if (found := re.search(r"The page is at (\S+)", line))
    )
    page.goto(address)
    board = page.locator(".live")
    expect(board.locator("[data-cell=a1].taken-x")).to_have_count(1)
    expect(board.locator(".seat.turn")).to_contain_text("<b>B")
    expect(board.locator(".seat.turn .seat-time")).to_have_text(re.compile(r"^5\d\.\d s$"))
    expect(page.locator("#standing")).to_contain_text("No game is finished yet")
    gate.touch()
    expect(page.locator("#banner")).to_contain_text("The match is over")
    expect(page.locator(".games-list a")).to_have_count(2)
    expect(page.locator("#progress")).to_have_text("2 games, over")
    assert match.wait(PATIENCE) == 0
