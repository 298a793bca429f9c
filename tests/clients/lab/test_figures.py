"""Every kind of plot becomes a picture, where matplotlib is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from linemate.clients.lab.experiments.experiment import Plot, Series
from linemate.clients.lab.figures import can_draw, draw


@pytest.mark.parametrize("kind", ["curves", "points", "matrix"])
def test_every_kind_of_figure_can_be_drawn(kind: str, tmp_path: Path) -> None:
    xs = ["a b", "c"] if kind != "curves" else [1, 2]
    ours = Series("ours", xs, [40.0, float("nan")], [30.0, 0.0], [60.0, 0.0])
    plot = Plot("p", kind, "Title", "x", "y", [ours, Series("theirs", xs, [20.0, 80.0])])
    if not can_draw():
        with pytest.raises(ModuleNotFoundError):
            draw(plot, tmp_path / "p.png")
        return
    draw(plot, tmp_path / "p.png")
    assert (tmp_path / "p.png").stat().st_size > 1000
