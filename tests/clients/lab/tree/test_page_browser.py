"""The page of `linemate lab tree` in a browser, where there is one: folding, and every step.

A script uses the page as a person would, and writes down what is then to be seen.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from linemate.clients.lab.tools import ask_tool
from linemate.clients.lab.tree.boxes import tell_steps
from linemate.clients.lab.tree.command import main
from tests.axe import find_faults

POSITION = "xo1/oxx/3 o"
ADDRESS = "http://tree.example/"
SLID = range(18, 24)
USE = """slid => {
const tree = document.getElementById('ab'), tools = document.querySelector('[data-tree="ab"]');
const seen = {};
function look(name) {
  const nodes = [...tree.querySelectorAll('.node')];
  const shown = node => getComputedStyle(node.querySelector('.box')).visibility === 'visible';
  seen[name] = {
    shown: nodes.filter(shown).map(node => +node.dataset.in),
    valued: nodes.filter(node => !node.matches('.pending')).map(node => +node.dataset.in),
    now: nodes.filter(node => node.matches('.now')).map(node => node.dataset.order),
    told: tools.querySelector('output').textContent,
    slider: +tools.querySelector('input').value,
    open: nodes.filter(node => node.getClientRects().length > 0).length,
    stepping: tree.matches('.stepping'),
  };
}
const press = name => tools.querySelector(name).click();
look('at first');
press('.fold'); look('folded');
tree.querySelector('label').click(); look('root opened');
press('.unfold'); look('unfolded');
press('.fold'); press('.first'); look('start');
press('.back'); look('before the start');
press('.on'); press('.on'); look('two steps on');
press('.back'); look('one step back');
press('.end'); look('end');
press('.on'); look('after the end');
const slider = tools.querySelector('input');
for (const step of slid) {
  slider.value = step; slider.oninput(); look(`slid to ${step}`);
}
return seen;
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("page") / "tree.html"
    assert main([POSITION, "--out", str(path)]) == 0
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def steps() -> list[dict[str, str]]:
    document = ask_tool("trace", [f"--position={POSITION}"])
    return tell_steps(document["alphabeta"]["tree"])


@pytest.fixture(scope="module")
def opened(window: Browser, page: str) -> Page:
    """A page of the browser, which finds ours at that address."""
    opened = window.new_page()
    opened.route(ADDRESS, lambda route: route.fulfill(body=page, content_type="text/html"))
    return opened


@pytest.fixture(scope="module")
def seen(opened: Page) -> dict[str, dict[str, Any]]:
    opened.goto(ADDRESS)
    result: dict[str, dict[str, Any]] = opened.evaluate(USE, list(SLID))
    return result


def test_a_fold_hides_what_follows_and_a_click_opens_one_level(
    seen: dict[str, dict[str, Any]],
) -> None:
    every = len(seen["at first"]["shown"])
    assert every > 20
    assert seen["at first"]["open"] == every
    assert seen["folded"]["open"] == 1
    assert 1 < seen["root opened"]["open"] < every
    assert seen["unfolded"]["open"] == every


def test_the_finished_tree_is_whole(
    seen: dict[str, dict[str, Any]], steps: list[dict[str, str]]
) -> None:
    for name in ("at first", "end", "after the end"):
        now = seen[name]
        assert now["told"].startswith("The finished tree.")
        assert (now["slider"], now["now"], now["stepping"]) == (len(steps), [], False)
        assert now["shown"] == now["valued"] == seen["at first"]["shown"]


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("start", 0),
        ("before the start", 0),
        ("two steps on", 2),
        ("one step back", 1),
        ("slid to 20", 20),
    ],
)
def test_a_step_shows_what_was_visited_by_then_and_where_the_search_is(
    name: str, step: int, seen: dict[str, dict[str, Any]], steps: list[dict[str, str]]
) -> None:
    now, every = seen[name], seen["at first"]["shown"]
    assert now["shown"] == [entered for entered in every if entered <= step]
    assert now["told"] == f"{step + 1} of {len(steps)}. {steps[step]['text']}"
    assert now["now"] == [steps[step]["node"]]
    assert now["slider"] == step
    assert now["stepping"]
    assert now["open"] == len(every), "nothing is folded while it is stepped through"


def test_a_value_appears_when_the_search_leaves_its_node(
    seen: dict[str, dict[str, Any]], page: str
) -> None:
    of_alphabeta = page.partition('id="ab"')[2].partition("<h2>")[0]
    times = [
        tuple(map(int, found))
        for found in re.findall(r'data-in="(\d+)" data-out="(\d+)"', of_alphabeta)
    ]
    assert len(times) == len(seen["at first"]["shown"])
    assert any(entered < left in SLID for entered, left in times)
    for step in SLID:
        now = seen[f"slid to {step}"]
        assert now["valued"] == [entered for entered, left in times if left <= step]
        assert len(now["valued"]) < len(now["shown"])


def test_a_link_can_lead_to_one_step(opened: Page, steps: list[dict[str, str]]) -> None:
    opened.goto("about:blank")
    opened.goto(f"{ADDRESS}#step=12")
    told = opened.locator("output").first.text_content()
    assert told == f"12 of {len(steps)}. {steps[11]['text']}"


def test_samples_are_stepped_through_forward_and_back(opened: Page) -> None:
    """The keyboard alone: the buttons and the slider are those of every page."""
    opened.goto("about:blank")
    opened.goto(ADDRESS)
    tools = opened.locator('[data-tree="sm"]')
    told, shown = tools.locator("output"), opened.locator("#sm .node:not(.later)")
    every = shown.count()
    tools.locator(".first").press("Enter")
    expect(told).to_contain_text("Sample 1, selection: ")
    expect(shown).to_have_count(1)
    expect(opened.locator("#sm .value").first).to_have_text("not visited yet")
    for phase in ("expansion", "simulation", "backup"):
        tools.locator(".on").press("Enter")
        expect(told).to_contain_text(f"Sample 1, {phase}: ")
        expect(opened.locator(".phase.now")).to_have_text(phase)
        expect(opened.locator("#sm .onpath")).to_have_count(2)
    expect(opened.locator(".board.shown")).to_have_count(1)
    expect(opened.locator("#sm .value").first).to_have_text("1 visit")
    tools.locator(".back").press("Enter")
    expect(opened.locator("#sm .value").first).to_have_text("not visited yet")
    tools.locator(".end").press("Enter")
    expect(shown).to_have_count(every)
    expect(opened.locator(".board.shown")).to_have_count(0)
    opened.goto("about:blank")
    opened.goto(f"{ADDRESS}#sample-step=7")
    expect(told).to_contain_text("Sample 2, simulation: ")


def test_the_page_fits_a_phone(opened: Page) -> None:
    opened.goto(ADDRESS)
    opened.set_viewport_size({"width": 360, "height": 700})
    assert opened.evaluate("document.documentElement.scrollWidth") == 360


def test_the_page_has_no_serious_fault(opened: Page) -> None:
    opened.goto(ADDRESS)
    assert find_faults(opened) == []
