"""The looks of boards: what is drawn stands out from what is behind it, in light and in dark."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

THEME = files("linemate.clients.shared.page").joinpath("static/styles/theme.css").read_text()
LOOKS = files("linemate.clients.web").joinpath("static/styles/looks.css").read_text()
SETTINGS = files("linemate.clients.web").joinpath("static/settings.js").read_text()
PAIR = re.compile(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)")
# What is drawn, on what, and how much they differ at least: level AA of the Web Content
# Accessibility Guidelines asks for 4.5 of text and 3 of pictures.
CONTRASTS = [
    ("x", "board", 4.5),
    ("o", "board", 4.5),
    ("x", "x-soft", 3.0),
    ("o", "o-soft", 3.0),
    ("wood-ink", "wood", 4.5),
    ("wood-line", "wood", 2.0),
]


def read_looks() -> dict[str, dict[str, tuple[str, str]]]:
    usual = {name: (light, dark) for name, light, dark in PAIR.findall(THEME)}
    usual["board"] = usual["surface"]
    looks = {"classic": usual}
    for name, colours in re.findall(r'data-board="(\w+)"\] \{([^}]*)\}', LOOKS):
        changed = {colour: (light, dark) for colour, light, dark in PAIR.findall(colours)}
        looks[name] = {**usual, **changed}
    return looks


def light_of(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    dark, light = sorted((light_of(one), light_of(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("look", read_looks())
def test_marks_stand_out_from_the_board(look: str, scheme: int) -> None:
    colours = read_looks()[look]
    for drawn, behind, least in CONTRASTS:
        found = contrast(colours[drawn][scheme], colours[behind][scheme])
        assert found >= least, f"{drawn} on {behind}: {found:.2f}"


def test_every_look_that_can_be_chosen_is_there() -> None:
    found = re.search(r"BOARDS = \[([^\]]*)\]", SETTINGS)
    assert found is not None
    assert re.findall(r"\w+", found[1]) == list(read_looks())
