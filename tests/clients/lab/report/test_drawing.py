"""Every kind of plot becomes a picture that is well-formed and stays within its bounds."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from linemate.clients.lab.experiments.plots import Plot, Series
from linemate.clients.lab.report.drawing import WIDTH, draw

NOTHING = float("nan")


@pytest.mark.parametrize("kind", ["curves", "points", "matrix", "results"])
def test_every_kind_of_plot_is_drawn_within_its_bounds(kind: str) -> None:
    xs = (
        ["a b & c", "a name that is so long that it has to be broken"]
        if kind != "curves"
        else [1, 2]
    )
    second = 3.0 if kind == "results" else NOTHING
    ours = Series("won", xs, [40.0, second], [30.0, 0.0], [60.0, 0.0])
    plot = Plot("p", kind, "<Title>", "x", "score, %", [ours, Series("lost", xs, [20.0, 80.0])])
    picture = ElementTree.fromstring(draw(plot))
    assert picture.get("aria-label") == "<Title>"
    width, height = (float(end) for end in str(picture.get("viewBox")).split()[2:])
    assert width == WIDTH
    for element in picture.iter():
        for name, most in (("x", width), ("y", height)):
            assert 0 <= float(element.get(name, 0)) <= most, element.attrib


def test_names_of_many_lines_below_points_are_not_cut_off() -> None:
    """The last of "Which moves a tree should look at" had lines below the picture."""
    names = [*"abcde", "two children in the first 8 plies, against five"]
    series = Series("score", names, [50.0] * 6)
    picture = ElementTree.fromstring(draw(Plot("p", "points", "T", "", "score, %", [series])))
    height = float(str(picture.get("viewBox")).split()[3])
    lowest = max(
        float(text.get("y", 0)) for text in picture.iter("text") if "five" in str(text.text)
    )
    assert lowest + 4 < height


def test_a_curve_has_its_points_its_bars_and_the_level_where_they_belong() -> None:
    series = Series("s", [1, 10, 100], [0.0, 50.0, 100.0], [0.0, 40.0, 90.0], [10.0, 60.0, 100.0])
    plot = Plot("p", "curves", "T", "n", "score, %", [series], "x", (50.0, "equal"))
    picture = ElementTree.fromstring(draw(plot))
    [line] = picture.iter("polyline")
    xs, ys = zip(
        *(map(float, pair.split(",")) for pair in str(line.get("points")).split()), strict=True
    )
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1])  # tenfold and tenfold
    assert ys[0] - ys[1] == pytest.approx(ys[1] - ys[2])  # upwards, evenly
    [level] = [path for path in picture.iter("path") if path.get("class") == "level"]
    assert f" {ys[1]:.1f}H" in str(level.get("d"))
    bars = [path for path in picture.iter("path") if path.get("class") == "s0 bar"]
    assert len(bars) == 3
    assert "equal" in [text.text for text in picture.iter("text")]
