"""How figures are written."""

from __future__ import annotations

from linemate.clients.lab.experiments.experiment import Figure, compare, number, significant


def test_figures_are_written_so_that_they_are_easily_read() -> None:
    assert number(0.01234, "s") == "12.3 ms"
    assert number(9.126, "s") == "9.13 s"
    assert number(549946, "") == "549,946"
    assert [significant(value) for value in (0, 1234.6, 0.000395, 14.31)] == [
        "0",
        "1,230",
        "0.000395",
        "14.3",
    ]
    row = compare("time", Figure("000", 2.0, "over "), 0.5, "s", "how")
    assert (row.theirs, row.ours, row.ratio) == ("000: over 2 s", "0.5 s", "0.25")
    assert compare("time", None, 0.5, "s", "how").ratio == "-"
