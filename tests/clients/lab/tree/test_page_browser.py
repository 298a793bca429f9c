"""The page of `linemate lab tree` in a browser, where there is one: folding, and every step.

A script is added to the page that uses it as a person would, and writes down what is then to be
seen; the browser prints the page as it has become.
"""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from linemate.clients.lab.tools import ask_tool
from linemate.clients.lab.tree.boxes import tell_steps
from linemate.clients.lab.tree.command import main
from tests.browsers import print_page

POSITION = "xo1/oxx/3 o"
SLID = range(18, 24)
USE = """
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
for (const step of SLID) {
  slider.value = step; slider.oninput(); look(`slid to ${step}`);
}
document.body.innerHTML = '<pre id="seen"></pre>';
document.getElementById('seen').textContent = JSON.stringify(seen);
"""


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
def seen(
    browser: str, page: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    use = f"const SLID = {list(SLID)};{USE}"
    used = page.replace("</body>", f"<script>{use}</script></body>")
    printed = print_page(browser, used, tmp_path_factory.mktemp("used"))
    found = re.search(r'<pre id="seen">(.*?)</pre>', printed, re.DOTALL)
    assert found is not None, printed[-2000:]
    result: dict[str, dict[str, Any]] = json.loads(unescape(found.group(1)))
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
    times = [
        tuple(map(int, found)) for found in re.findall(r'data-in="(\d+)" data-out="(\d+)"', page)
    ]
    assert len(times) == len(seen["at first"]["shown"])
    assert any(entered < left in SLID for entered, left in times)
    for step in SLID:
        now = seen[f"slid to {step}"]
        assert now["valued"] == [entered for entered, left in times if left <= step]
        assert len(now["valued"]) < len(now["shown"])


def test_a_link_can_lead_to_one_step(
    browser: str, page: str, steps: list[dict[str, str]], tmp_path: Path
) -> None:
    printed = unescape(print_page(browser, page, tmp_path, "#step=12"))
    assert f"<output>12 of {len(steps)}. {steps[11]['text']}</output>" in printed
