"""`linemate lab tree`: where the page goes, and what is refused in the engine's own words."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from linemate.clients.lab.tree.command import main
from linemate.clients.shared.page import browser


def test_the_command_writes_the_page_and_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    monkeypatch.setattr(browser, "has_screen", lambda: True)
    out = tmp_path / "a tree.html"
    # Without the quotes of the shell a position is two words.
    assert main(["xo1/oxx/3", "o", "--out", str(out), "--open"]) == 0
    told = capsys.readouterr().out
    assert "minimax 53 positions, alpha-beta 47: draw, best c1" in told
    assert f"The page is {out}" in told
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert shown == [out.as_uri()]


def test_no_browser_takes_the_terminal_where_there_is_no_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A browser for text was started in the terminal, and the command waited for its end."""
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    monkeypatch.setattr(browser, "has_screen", lambda: False)
    assert main(["xo1/oxx/3 o", "--out", str(tmp_path / "tree.html"), "--open"]) == 0
    assert shown == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["xx/3 x"], "bad position: 2 rows in 'xx/3', expected 3"),
        (["3/3/3 x", "--game", "chess"], "unknown game 'chess': expected one of tictactoe"),
        (["xo1/3/3 x"], "the tree has 8,232 positions, and a page holds 2,000: take --depth 4"),
        (["xxx/oo1/3 o"], "the game is over (x wins)"),
        (["xox/oxo/3 x", "--samples", "0"], "bad samples 0"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_nothing_is_written(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "tree.html"
    assert main([*arguments, "--out", str(out)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"linemate lab tree: {message}")
    assert told.err.count("\n") == 1
    assert not out.exists()


def test_a_page_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["xox/oxo/3 x", "--out", str(tmp_path / "nowhere" / "tree.html")]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_no_position_at_all_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([])
    assert stopped.value.code == 2
    assert "no position" in capsys.readouterr().err
